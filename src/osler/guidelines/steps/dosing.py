"""Sentences that change a dose of their passage for some patients: one is never said without the other."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import NamedTuple

from osler.core.library import Chunk, ages_of, passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement
from osler.guidelines.steps.limits import held, limits_in
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.types import LabValue, PatientFacts

_CHANGES = re.compile(
    r"\b(?:reduc|halv|lower|adjust|increas|decreas|doubl|extend|omit|withhold)\w*\b"
    r"|\bmaximum\b|\b(?:smaller|larger|half the|half of the) (?:starting |initial )?dose",
    re.IGNORECASE,
)
_CEILING = re.compile(
    r"\b(?:not (?:be )?exceed(?:ed)?|no more than|not more than|maximum|at most|up to a total)\b", re.IGNORECASE
)
_ON_CONDITION = re.compile(
    r"\b(?:when|if|where|unless|for (?:people|patients|adults|those|women|men|children)|in (?:people|patients|adults|those|women|men|children|renal|hepatic|severe|moderate|older|elderly|frail)|with (?:renal|hepatic|impaired|reduced))\b",
    re.IGNORECASE,
)
_OF_THESE = re.compile(
    r"\b(?P<count>one|two|three|four|any|either|both|\d)(?: or more)? of (?:the following|these)\b[^:]*:(?P<list>[^.]*(?:\.\d[^.]*)*)",
    re.IGNORECASE,
)
WHERE_EXCLUDED = re.compile(
    r"\b(?:when|if|where|in (?:those|people|patients|adults) (?:for )?whom?)\b[^,.;]{0,60}?\b(?:contra-?indicated|not tolerated|unsuitable|not suitable|cannot be (?:used|given|taken|tolerated))"
    r"|\b(?:allergic|intolerant|hypersensitive) to (?:an? |the )?[\w-]+(?: (?:or|and) [\w-]+)?|\bwith (?:an? |known )*[\w-]+ (?:allergy|intolerance|hypersensitivity)\b",
    re.IGNORECASE,
)
"""The clause in which a passage says that a drug cannot be given: what stands beside it is for those patients."""
_APART = re.compile(
    r"[,;]|\b(?:and|or)\b(?!\s+(?:more|less|over|under|above|below|older|younger|higher|lower|greater|fewer)\b)",
    re.IGNORECASE,
)
_COUNTS = {"one": 1, "any": 1, "either": 1, "two": 2, "both": 2, "three": 3, "four": 4}
_AGE = "LAB:age"


class Change(NamedTuple):
    """A sentence that changes a dose, and the sentence of the same passage that gives the dose."""

    text: str
    changes: str
    drugs: frozenset[str]


def changes_in(chunk: Chunk, vocabularies: Vocabularies) -> tuple[Change, ...]:
    """The sentences of a passage that give a drug of an earlier sentence in another dose, or change it, on a condition."""
    return _changes_in(chunk.text, vocabularies)


@lru_cache(maxsize=1024)  # each sentence of a passage asks for those of all of it
def _changes_in(passage: str, vocabularies: Vocabularies) -> tuple[Change, ...]:
    found: list[Change] = []
    base, drugs = "", frozenset[str]()
    for sentence in passage_sentences(passage):
        text = sentence.text
        statement = read_statement(text, vocabularies)
        # A drug that cannot be given is not what is dosed in its place.
        named = drugs_in(WHERE_EXCLUDED.sub(" ", text), vocabularies)
        dosed = any(amount.kind in {"mass", "g/kg"} for amount in statement.amounts)
        same = base and (not named or named & drugs)
        if same and dosed and _CEILING.search(text):
            found.append(Change(text, base, drugs))
        elif WHERE_EXCLUDED.search(text):
            continue  # what is given where a drug cannot be is another treatment, not another dose
        elif (
            same and statement.stance != "against" and (_CHANGES.search(text) or (dosed and _ON_CONDITION.search(text)))
        ):
            found.append(Change(text, base, drugs))
        elif dosed and named:
            base, drugs = text, named
        elif named and not named & drugs:
            base, drugs = "", frozenset()
    return tuple(found)


def is_change(chunk: Chunk, text: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence changes a dose of its passage."""
    return any(one.text == text for one in changes_in(chunk, vocabularies))


def is_change_of(chunk: Chunk, text: str, bases: Container[str], vocabularies: Vocabularies) -> bool:
    """Whether a sentence changes the dose of one of some others."""
    return any(one.text == text and one.changes in bases for one in changes_in(chunk, vocabularies))


def excluded_by(text: str, patient: PatientFacts) -> bool:
    """Whether the values or the age of a patient exclude the condition of a sentence."""
    if _is_of_other_ages(text, patient):
        return True
    if counted := _OF_THESE.search(text):
        parts = [part for part in _APART.split(counted["list"]) if part.strip()]
        open_ = sum(not held(part, with_age(patient)).unmet for part in parts)
        return open_ < _wanted(counted)
    values = held(text, patient)
    return bool(values.unmet) and not values.met


def _is_of_other_ages(text: str, patient: PatientFacts) -> bool:
    """Whether a sentence is for ages that the patient is known not to be of: a child's dose changes nothing for an adult."""
    if patient.age_from is None:
        return False
    low, below = ages_of(text)
    oldest = patient.age_to if patient.age_to is not None else patient.age_from
    return (low is not None and oldest < low) or (below is not None and patient.age_from >= below)


def met_by(text: str, patient: PatientFacts) -> str:
    """Why the condition of a sentence is met by the values of a patient, in words; nothing, where that is not known."""
    if counted := _OF_THESE.search(text):
        aged = with_age(patient)
        met = [value for part in _APART.split(counted["list"]) if limits_in(part) for value in held(part, aged).met[:1]]
        return "; ".join(met) if len(met) >= _wanted(counted) else ""
    values = held(text, patient)
    return values.met[0] if values.met and not values.unmet else ""


def with_age(patient: PatientFacts) -> PatientFacts:
    """A patient with the age among the values, as lists of criteria have it."""
    if patient.age_from is None or patient.age_from != patient.age_to:
        return patient
    age = LabValue(measure_id=_AGE, name="age", value=patient.age_from, unit="years")
    return patient.model_copy(update={"labs": [*patient.labs, age]})


def _wanted(counted: re.Match[str]) -> int:
    return _COUNTS.get(counted["count"].lower()) or int(counted["count"])
