"""A pregnancy that a note writes in shorthand: "31 yo G2P1 at 32+3 weeks" is a pregnant woman."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from osler.core.language import AnalysedText, Experiencer, Polarity, Sentence
from osler.core.patient.types import Coding, Condition, Document, Observation, PatientRecord, Presence, Quantity, Sex
from osler.yaml_reader import packaged_yaml

_PREGNANT = Coding(system="SCTID", code="77386006", display="Pregnant")
_AGE = (Coding(system="LAB", code="gestational_age"), Coding(system="LOINC", code="18185-9"))
_COUNTS = {
    "gravidity": Coding(system="LAB", code="gravidity", display="Gravidity"),
    "parity": Coding(system="LAB", code="parity", display="Parity"),
}
_LEAST_WEEKS, _MOST_WEEKS = 4, 43
_LEAST_AGE = 10.0


@cache
def _words(name: str) -> re.Pattern[str]:
    table: dict[str, Any] = packaged_yaml(__package__, "obstetric.yml")
    return re.compile("|".join(f"(?:{one})" for one in table[name]), re.IGNORECASE)


def add_pregnancy(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add the sex that obstetric shorthand tells, and a pregnancy that goes on with its weeks."""
    age = record.age_at()
    if age is not None and age < _LEAST_AGE:
        return
    if record.demographics.sex is Sex.MALE and age is None:
        return  # a newborn, as far as can be told; of a grown man the contradiction is recorded, for the checks to report
    document = next(document for document in record.documents if document.id == analysed.source_id)
    booked = _words("booked").search(analysed.text) is not None
    for sentence in analysed.sentences:
        counted = _words("gravida").search(sentence.text)
        if counted and _of_patient(analysed, sentence, counted):
            _is_woman(record, document, sentence, counted)
            _add_counts(record, document, sentence)
        weeks = _weeks(sentence.text, counted is not None, booked)
        if weeks is not None and _of_patient(analysed, sentence, weeks):
            _is_woman(record, document, sentence, weeks)
            _is_pregnant(record, document, sentence, weeks)
            return


def _weeks(text: str, counted: bool, booked: bool) -> re.Match[str] | None:
    """The weeks of a pregnancy that a sentence speaks of as today's; `booked`: the note dates a pregnancy that goes on."""
    if _words("not_now").search(text) and not counted:
        return None
    for found in _words("gestation").finditer(text):
        exact = found["days"] is not None or found["days_"] is not None
        told = _words("pregnant").search(text) is not None
        before = text[: found.start()]
        if not _LEAST_WEEKS <= int(found["weeks"]) <= _MOST_WEEKS or _words("not_now").search(before):
            continue
        if (
            told
            or (booked and _words("today").match(text, found.end()))
            or (counted and (exact or re.search(r"\bat\s*$", before)))
        ):
            return found
    return None


def _of_patient(analysed: AnalysedText, sentence: Sentence, found: re.Match[str]) -> bool:
    said = analysed.assertion_at(sentence.start + found.start(), sentence.start + found.end())
    # A scan of the unborn child tells the weeks of her who carries it.
    hers = said.experiencer is Experiencer.PATIENT or all(
        _words("pregnant").search(analysed.text, cue.start, cue.end + 1) for cue in said.cues
    )
    return hers and said.polarity is Polarity.PRESENT


def _is_woman(record: PatientRecord, document: Document, sentence: Sentence, found: re.Match[str]) -> None:
    if record.demographics.sex is None:
        record.demographics.sex = Sex.FEMALE
        span = document.span(sentence.start + found.start(), sentence.start + found.end())
        record.demographics.evidence.append(span)


def _add_counts(record: PatientRecord, document: Document, sentence: Sentence) -> None:
    """Add how often she was pregnant and gave birth, where the shorthand counts it and the record does not have it."""
    counted = _words("counts").search(sentence.text)
    if (
        counted is None
        or _words("of_mother").search(sentence.text)
        or any(fact.has_code(_COUNTS["gravidity"].id) for fact in record.observations)
    ):
        return
    span = document.span(sentence.start + counted.start(), sentence.start + counted.end())
    for name, coding in _COUNTS.items():
        record.observations.append(
            Observation(
                id=f"observation-{len(record.observations) + 1}",
                text=name,
                codings=[coding],
                quantity=Quantity(value=float(counted[name])),
                evidence=[span],
            )
        )


def _is_pregnant(record: PatientRecord, document: Document, sentence: Sentence, found: re.Match[str]) -> None:
    span = document.span(sentence.start + found.start(), sentence.start + found.end())
    if not any(fact.has_code(_PREGNANT.id) for fact in record.conditions):
        record.conditions.append(
            Condition(
                id=f"pregnancy-{document.id}",
                text="pregnant",
                codings=[_PREGNANT],
                presence=Presence.PRESENT,
                evidence=[span],
            )
        )
    days = float(found["days"] or found["days_"] or 0)
    record.observations.append(
        Observation(
            id=f"observation-{len(record.observations) + 1}",
            text="gestational age",
            codings=list(_AGE),
            quantity=Quantity(value=round(float(found["weeks"]) + days / 7, 2), unit="weeks", ucum="wk"),
            evidence=[span],
        )
    )
