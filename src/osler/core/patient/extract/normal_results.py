"""Results that a note calls normal and gives no number for: "haemoglobin, CRP and calcium normal", "normal ferritin"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from osler.core.language import AnalysedText, Experiencer, Polarity, measure_called
from osler.core.patient.extract.measures import INTERPRETATIONS, codings_of_measure
from osler.core.patient.extract.result_dates import ResultDates
from osler.core.patient.types import Coding, Observation, PatientRecord

_NORMAL = re.compile(
    r"\b(?:normal|unremarkable|within\s(?:the\s)?normal\s(?:limits|range)|WNL|NAD)\b(?!\s(?:range|limits|variant|saline|diet|size|pressure)\b|-)",
    re.IGNORECASE,
)
_BRIDGE = re.compile(
    r"(?:[\s:–-]|\b(?:is|was|are|were|all|both|remains?|remained|came|back|now|again|also|levels?|results?|checked|today|in|the)\b)*$",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s*(?:,\s*(?:and\s)?|\band\b|&|/)\s*", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:(?:the|his|her|their|a|an|serum|plasma|blood|bloods|labs|tests?|repeat|baseline|latest|recent|showed|had|with|has|today|for|of)\b[\s:]*)+",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s(?:levels?|results?|today|again)$", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:(\n]|\b(?:but|although|though|while|whereas|except)\b", re.IGNORECASE)
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
    days = ResultDates(analysed)
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


def normal_results(analysed: AnalysedText) -> Iterator[NormalResult]:
    """Every measure that the text calls normal of the patient, in the order of the words for it."""
    text = analysed.text
    for found in _NORMAL.finditer(text):
        sentence = analysed.sentence_at(found.start())
        named = list(_before(text, sentence.start, found.start())) or list(_after(text, found.end(), sentence.end))
        if not named:
            continue
        said = analysed.assertion_at(*found.span())
        if said.polarity is not Polarity.PRESENT or said.experiencer is not Experiencer.PATIENT:
            continue
        for measure_id, start, end in named:
            place = min(start, found.start()), max(end, found.end())
            yield NormalResult(measure_id, text[start:end], start, *place)


def _before(text: str, start: int, stop: int) -> Iterator[tuple[str, int, int]]:
    """The measures of the list that ends where the word for normal begins, last one first."""
    bridge = _BRIDGE.search(text, start, stop)
    end = bridge.start() if bridge else stop
    begin = max((one.end() for one in _CLAUSE.finditer(text, start, end)), default=start)
    pieces = _pieces(text, begin, end)
    for piece in reversed(pieces):
        named = _named(text, *piece)
        if named is None:
            return
        yield named


def _after(text: str, start: int, stop: int) -> Iterator[tuple[str, int, int]]:
    """The measures of the list that follows the word for normal."""
    clause = _CLAUSE.search(text, start, stop)
    for piece in _pieces(text, start, clause.start() if clause else stop):
        named = _named(text, *piece)
        if named is None:
            return
        yield named


def _pieces(text: str, start: int, stop: int) -> list[tuple[int, int]]:
    joints = list(_JOINT.finditer(text, start, stop))
    starts = [start, *(joint.end() for joint in joints)]
    ends = [*(joint.start() for joint in joints), stop]
    return list(zip(starts, ends, strict=True))


def _named(text: str, start: int, stop: int) -> tuple[str, int, int] | None:
    """The measure that a piece of a list names, whole."""
    lead = _LEAD.match(text[start:stop].lstrip())
    start += len(text[start:stop]) - len(text[start:stop].lstrip()) + (lead.end() if lead else 0)
    written = _TAIL.sub("", text[start:stop].rstrip())
    measure_id = measure_called(written)
    if measure_id is None or measure_id in _OF_THE_BODY:
        return None
    return measure_id, start, start + len(written)
