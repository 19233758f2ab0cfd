"""Units, repeats, and whether evidence is really where it is said to be."""

from __future__ import annotations

from collections.abc import Iterator

from osler.core.evidence import Span
from osler.core.language import SIGNED
from osler.core.patient.problems import Level, Problem
from osler.core.patient.types import FACT_LISTS, Fact, Observation, PatientRecord, Presence, Sex
from osler.core.terminology import measures_of

_PREGNANT = "SCTID:77386006"
_WITHOUT_UNIT = {"", "1", "%", "{score}", "{ratio}", "{index}"}
_PLAIN_CATEGORIES = {"survey", "social-history", "activity"}


def content_problems(record: PatientRecord) -> Iterator[Problem]:
    """Values without a unit, facts given twice, ids used twice, quotes that are not in their document."""
    yield from _unit_problems(record)
    yield from _sex_problems(record)
    for field in FACT_LISTS:
        yield from _repeats(field, getattr(record, field))
    yield from _evidence_problems(record)


def _sex_problems(record: PatientRecord) -> Iterator[Problem]:
    if record.demographics.sex is not Sex.MALE:
        return
    for index, condition in enumerate(record.conditions):
        if condition.has_code(_PREGNANT) and condition.presence is Presence.PRESENT:
            yield Problem(
                code="input.contradictory",
                level=Level.WARNING,
                message="the patient is recorded as male and as pregnant",
                mend="see whose pregnancy or whose sex it is, and give the patient's sex",
                path=f"conditions[{index}]",
            )


def _unit_problems(record: PatientRecord) -> Iterator[Problem]:
    for index, observation in enumerate(record.observations):
        for part in observation.parts():
            if _is_below_nothing(part):
                yield Problem(
                    code="input.contradictory",
                    level=Level.WARNING,
                    message="a value is negative, and what it measures cannot be",
                    mend="look at the source; the value is kept as it was given",
                    path=f"observations[{index}]",
                )
            if _lacks_unit(part):
                yield Problem(
                    code="input.unusable",
                    level=Level.WARNING,
                    message="a value has no unit",
                    mend="add the unit; without it the value is not compared with anything",
                    path=f"observations[{index}]",
                )


def _is_below_nothing(part: Observation) -> bool:
    """Whether a value is below zero of what is counted or weighed."""
    if part.quantity is None or part.quantity.value is None or part.quantity.value >= 0:
        return False
    known = measures_of(coding.id for coding in part.codings)
    return bool(known) and all(row.id not in SIGNED and row.unit != "Cel" for row in known)


def _lacks_unit(part: Observation) -> bool:
    quantity = part.quantity
    if quantity is None or quantity.value is None or quantity.unit or quantity.ucum:
        return False
    known = measures_of(coding.id for coding in part.codings)
    bare = any(row.unit in _WITHOUT_UNIT or row.unit.startswith("{") for row in known)
    return not bare and part.category not in _PLAIN_CATEGORIES


def _repeats(field: str, facts: list[Fact]) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    ids: set[str] = set()
    for index, fact in enumerate(facts):
        content = fact.model_dump_json(exclude={"id", "evidence", "recorded", "encounter_id"})
        first = seen.setdefault(content, index)
        told = []
        if first != index:
            told.append((f"it says the same as {field}[{first}]", "keep one of the two"))
        if fact.id in ids:
            told.append(("its id is used by another fact of this kind", "give each its own"))
        for message, mend in told:
            yield Problem(
                code="input.contradictory", level=Level.WARNING, message=message, mend=mend, path=f"{field}[{index}]"
            )
        ids.add(fact.id)


def _evidence_problems(record: PatientRecord) -> Iterator[Problem]:
    texts = {document.id: document.text for document in record.documents}
    for field in FACT_LISTS:
        for index, fact in enumerate(getattr(record, field)):
            spans = [one for one in fact.evidence if isinstance(one, Span)]
            if any(texts.get(span.source_id, "")[span.start : span.end] != span.quote for span in spans):
                yield Problem(
                    code="input.contradictory",
                    level=Level.ERROR,
                    message="its quote is not at the stated place of the document",
                    mend="read the document again; the fact is unsupported as it stands",
                    path=f"{field}[{index}]",
                )
