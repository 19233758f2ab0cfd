"""Conditions that a guideline names in a wide word (active bleeding, immunosuppression), held against a patient's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from osler.core.terminology import Vocabularies
from osler.guidelines.steps.naming import drugs_in, members_in
from osler.guidelines.steps.spoken import told_now
from osler.guidelines.types import LabValue, PatientFacts
from osler.yaml_reader import packaged_yaml

_ON_THE_OUTSIDE = r"(?:ointment|cream|gel|lotion|eye ?drops?|shampoo|inhaler|nasal spray|mouthwash)"
"""Forms of a medicine that act where they are put, and not on the whole body."""


class _Value(NamedTuple):
    measure_id: str
    comparator: str
    limit: float

    def of(self, labs: Iterable[LabValue]) -> LabValue | None:
        return next((one for one in labs if one.measure_id == self.measure_id), None)

    def is_met(self, lab: LabValue) -> bool:
        return lab.value < self.limit or (lab.value == self.limit and self.comparator == "<=")


class _Only(NamedTuple):
    """Concepts that count with a value alone, and those of them that count anyway."""

    kinds: tuple[str, ...]
    but: tuple[str, ...]
    value: _Value


class _Wide(NamedTuple):
    name: str
    says: re.Pattern[str]
    kinds: tuple[str, ...]
    excepted: tuple[str, ...]
    now: bool
    takes: str
    drugs: str
    told: re.Pattern[str] | None
    lasting: re.Pattern[str] | None
    value: _Value | None
    only: _Only | None
    able: re.Pattern[str] | None


def is_kind_of(named: str, problem: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    """Whether a problem is one of what a guideline names in a wide word; what notes tell as over is not there now."""
    codes = patient.codes.get(problem, ())
    return any(_is_of(row, problem, codes, patient, vocabularies) for row in _named(named))


def _is_of(row: _Wide, problem: str, codes: Sequence[str], patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    if row.now and problem in patient.over:
        return False
    own = codes or [one for match in vocabularies.names.find(problem) for one in match.concept_ids]
    above = vocabularies.hierarchy

    def among(kinds: Iterable[str]) -> bool:
        return any(one == kind or above.is_a(one, kind) for kind in kinds for one in own)

    if among(row.excepted):
        return False
    if row.only and among(row.only.kinds) and not among(row.only.but):
        lab = row.only.value.of(patient.labs)
        return lab is not None and row.only.value.is_met(lab)
    return among(row.kinds) or bool(row.now and row.told and row.told.search(problem))


def brought_by(named: str, patient: PatientFacts, vocabularies: Vocabularies) -> str:
    """The medicine of a patient that brings about what a guideline names in a wide word; empty where none does."""
    drugs = frozenset(
        drug
        for row in _named(named)
        for drug in (*(members_in(row.takes, vocabularies) if row.takes else ()), *drugs_in(row.drugs, vocabularies))
    )
    taken = (one for one in patient.medications if not _is_outside(one, patient.noted))
    return next((one for one in taken if drugs & drugs_in(one, vocabularies)), "") if drugs else ""


def _is_outside(medicine: str, noted: Iterable[str]) -> bool:
    """Whether a medicine is put on the skin or into the eye: "tacrolimus ointment"."""
    name = re.escape(medicine)
    form = re.compile(
        rf"\btopical {name}|{name}\b(?: [\d.,]+ ?%?)?(?: \w+)? {_ON_THE_OUTSIDE}|^(?=.*\b{_ON_THE_OUTSIDE}\b){name}$",
        re.IGNORECASE,
    )
    return any(form.search(text) for text in (medicine, *noted))


def shown_by(named: str, patient: PatientFacts) -> str:
    """What a value of the patient shows that a guideline names: "osteoporosis (T-score -2.9)"."""
    for row in _named(named):
        lab = row.value.of(patient.labs) if row.value else None
        if row.value and lab is not None and row.value.is_met(lab):
            return f"{row.name} ({lab.name} {lab.shown})"
    return ""


def told_in_words(named: str, states: Iterable[str]) -> str:
    """The words of a note for what a guideline names and no vocabulary has: "bedbound" for "cannot sit upright"."""
    rows = [told for one in _named(named) for told in (one.told, one.lasting) if told]
    found = (told.search(text) for told in rows for text in states)
    return next((match.group() for match in found if match), "")


def unable_to(text: str, patient: PatientFacts) -> list[tuple[str, str]]:
    """What a text asks that its people can do, and the words that tell that this patient cannot."""
    asked = ((row, match) for row in _wide() if row.able and (match := row.able.search(text)))
    return [
        (match.group(), told)
        for row, match in asked
        if (told := next((one for one in patient.states if row.told and row.told.search(one)), ""))
    ]


def states_told(sentences: Iterable[str]) -> list[str]:
    """The words of notes for states that no vocabulary has, where they are told of the patient as they are now."""
    texts = list(sentences)
    found = [told_now(row.told, texts) for row in _wide() if row.told]
    found += [told_now(row.lasting, texts, lasting=True) for row in _wide() if row.lasting]
    return list(dict.fromkeys(filter(None, found)))


def depends_on(named: str, patient: PatientFacts, vocabularies: Vocabularies) -> str:
    """The measure on which hangs whether a problem of the patient is what a guideline names: CD4 in HIV."""
    above = vocabularies.hierarchy
    for row in _named(named):
        codes = (one for problem in patient.problems for one in patient.codes.get(problem, ()))
        if row.only and row.only.value.of(patient.labs) is None:
            kinds = row.only.kinds
            if any(one == kind or above.is_a(one, kind) for one in codes for kind in kinds):
                return row.only.value.measure_id.removeprefix("LAB:").upper()
    return ""


def is_wide(named: str) -> bool:
    """Whether a guideline names something in a wide word."""
    return bool(_named(named))


def _named(text: str) -> list[_Wide]:
    return [row for row in _wide() if row.says.search(text)]


def _value(row: dict[str, Any] | None) -> _Value | None:
    return _Value(row["measure"], row["comparator"], float(row["limit"])) if row else None


def _pattern(row: dict[str, Any], key: str) -> re.Pattern[str] | None:
    return re.compile(row[key], re.IGNORECASE) if key in row else None


@cache
def _wide() -> tuple[_Wide, ...]:
    table = packaged_yaml("osler.guidelines", "wide.yml")
    found = []
    for name, row in table.items():
        only = row.get("only")
        decided = _value(only)
        found.append(
            _Wide(
                name,
                re.compile(row["says"], re.IGNORECASE),
                tuple(row.get("kinds", ())),
                tuple(row.get("except", ())),
                row.get("now", False),
                row.get("takes", ""),
                "; ".join(row.get("drugs", ())),
                _pattern(row, "told"),
                _pattern(row, "lasting"),
                _value(row.get("value")),
                _Only(tuple(only["kinds"]), tuple(only["but"]), decided) if only and decided else None,
                _pattern(row, "able"),
            )
        )
    return tuple(found)
