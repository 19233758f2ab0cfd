"""Results that a note calls normal and gives no number for: "haemoglobin, CRP and calcium normal", "normal ferritin"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from osler.core.language import AnalysedText, called_normal, measure_called, read_once
from osler.core.patient.extract.measures import INTERPRETATIONS, codings_of_measure
from osler.core.patient.extract.result_dates import result_dates
from osler.core.patient.types import Coding, Observation, PatientRecord

_LEAD = re.compile(
    r"^(?:(?:the|his|her|their|a|an|serum|plasma|blood|bloods|labs|tests?|repeat|baseline|latest|recent|showed|had|with|has|today|for|of)\b[\s:]*)+",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s(?:levels?|results?|today|again)$", re.IGNORECASE)
_OF_THE_BODY = frozenset({"LAB:age", "LAB:weight", "LAB:height", "LAB:bmi", "LAB:temperature"})
"""What is called normal without anybody having measured it."""


class NormalResult(NamedTuple):
    """A measure that is called normal, and where its name and the word stand."""

    measure_id: str
    name: str
    name_start: int
    start: int
    end: int


def add_normal_results(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add what is called normal as results in words."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    days = result_dates(analysed)
    for result in normal_results(analysed):
        record.observations.append(
            Observation(
                id=f"observation-{len(record.observations) + 1}",
                text=result.name,
                codings=codings_of_measure(result.measure_id),
                value_text="normal",
                interpretations=[Coding(system=INTERPRETATIONS, code="N")],
                time=days.of(result.start, result.end),
                evidence=[document.span(result.start, result.end)],
            )
        )


@read_once
def normal_results(analysed: AnalysedText) -> tuple[NormalResult, ...]:
    """Every measure that the text calls normal of the patient, in the order of the words for it."""
    return tuple(_called_normal(analysed))


def _called_normal(analysed: AnalysedText) -> Iterator[NormalResult]:
    text = analysed.text
    for called in called_normal(analysed):
        if not called.plain:
            continue
        for measure_id, start, end in _measures(text, called.before) or _measures(text, called.after):
            place = min(start, called.start), max(end, called.end)
            yield NormalResult(measure_id, text[start:end], start, *place)


def _measures(text: str, items: Sequence[tuple[int, int]]) -> list[tuple[str, int, int]]:
    """The measures that the nearest items of a list name, up to one that names none."""
    named = (_named(text, *item) for item in items)
    return [one for one in takewhile(lambda one: one is not None, named) if one is not None]


def _named(text: str, start: int, stop: int) -> tuple[str, int, int] | None:
    """The measure that a piece of a list names, whole."""
    lead = _LEAD.match(text[start:stop].lstrip())
    start += len(text[start:stop]) - len(text[start:stop].lstrip()) + (lead.end() if lead else 0)
    written = _TAIL.sub("", text[start:stop].rstrip())
    measure_id = measure_called(written)
    if measure_id is None or measure_id in _OF_THE_BODY:
        return None
    return measure_id, start, start + len(written)
