"""Traits that narrow an audience beyond age, sex and pregnancy, held against what is known of a patient."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.library import Sex
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.lexicon import any_of
from osler.guidelines.steps.naming import speaks_of
from osler.guidelines.types import PatientFacts
from osler.yaml_reader import packaged_yaml


class _Presumed(NamedTuple):
    """People who are taken to have a trait that nobody writes down, until something else is said of them."""

    sex: Sex
    age_from: float
    age_below: float


class _Trait(NamedTuple):
    name: str
    has: re.Pattern[str]
    has_not: re.Pattern[str]
    kinds: str
    presumed: _Presumed | None
    refines: bool
    """Whether it says more closely what another trait says: where nothing is known, that one is named."""


class Traits(NamedTuple):
    """Why an audience is not this patient's, what it depends on, and how many of its traits the patient has."""

    reasons: list[str]
    unknown: list[str]
    met: int


def held_against(asked: str, told: str, patient: PatientFacts, vocabularies: Vocabularies) -> Traits:
    """The traits that an audience asks for, held against what was told of the patient."""
    held = Traits([], [], 0)
    for trait in _traits():
        wanted = _has(trait, asked)
        if wanted is None:
            continue
        # What the record says of somebody goes before how a question words it.
        there = _is_of(trait, patient, vocabularies)
        for said in (". ".join([*patient.problems, patient.smoking]), told):
            there = _has(trait, said) if there is None else there
        if there is None:
            there = _has(trait, " ".join(patient.noted))
        taken = _is_presumed(trait, patient) if there is None else None
        if taken is not None and not (taken and not wanted):
            there = taken
        if there is None and trait.refines:
            continue
        if there is None:
            held.unknown.append(f"whether it fits depends on: {trait.name if wanted else f'not {trait.name}'}")
        elif there != wanted:
            with_it = "with" if wanted else "without"
            held.reasons.append(f"it is for patients {with_it} {trait.name}; the patient is not so")
        else:
            held = held._replace(met=held.met + 1)
    return held


def presumed_in(text: str, patient: PatientFacts) -> str:
    """The trait that a text names and that this patient is taken to have."""
    return next((one.name for one in _traits() if _has(one, text) and _is_presumed(one, patient)), "")


def _is_presumed(trait: _Trait, patient: PatientFacts) -> bool | None:
    """Whether a patient is taken to have a trait; None where the trait is none of these, or the patient is not known."""
    if trait.presumed is None or patient.sex is None:
        return None
    if patient.sex != trait.presumed.sex:
        return False
    if patient.age_from is None:
        return None
    oldest = patient.age_to if patient.age_to is not None else patient.age_from
    return oldest >= trait.presumed.age_from and patient.age_from < trait.presumed.age_below


def _has(trait: _Trait, text: str) -> bool | None:
    without = trait.has_not.sub(" ", text)
    if trait.has.search(without):
        return True
    return False if without != text else None


def _is_of(trait: _Trait, patient: PatientFacts, vocabularies: Vocabularies) -> bool | None:
    """Whether a problem of the patient, or what was done about one, is of the kind that a trait names."""
    return (
        bool(trait.kinds)
        and any(
            speaks_of(trait.kinds, one, vocabularies, patient.codes.get(one, ()))
            for one in (*patient.problems, *patient.procedures)
        )
    ) or None


@cache
def _traits() -> tuple[_Trait, ...]:
    table = packaged_yaml("osler.guidelines", "traits.yml")
    return tuple(
        _Trait(
            name,
            any_of(row["has"]),
            any_of(row["has_not"]),
            "; ".join(row.get("kinds", [])),
            _Presumed(row["presumed"]["sex"], *row["presumed"]["ages"]) if "presumed" in row else None,
            row.get("refines", False),
        )
        for name, row in table.items()
    )
