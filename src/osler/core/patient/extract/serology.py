"""Tests whose result a note writes as one word: "HBsAg neg, anti-HCV neg", "HIV and hepatitis B negative"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient.types import Coding, Condition, Document, Observation, PatientRecord, Presence
from osler.core.patient.types.facts import Fact
from osler.yaml_reader import packaged_yaml

_BY_TEST = "condition-by-test-"


class _Result(NamedTuple):
    test: dict[str, str]
    positive: bool
    written: str
    start: int
    end: int


class _Patterns(NamedTuple):
    listed: re.Pattern[str]
    name: re.Pattern[str]
    by_name: dict[str, dict[str, str]]
    positive: frozenset[str]


@cache
def _patterns() -> _Patterns:
    table: dict[str, Any] = packaged_yaml(__package__, "serology.yml")
    by_name = {name.casefold(): row for row in table["tests"] for name in row["names"]}
    name = rf"(?<![\w-])(?:{_choice(list(by_name))})(?![\w-])"
    results = _choice([word for words in table["results"].values() for word in words])
    between = _choice(table["between"])
    listed = re.compile(
        rf"(?P<names>{name}(?:\s?(?:,|/|&|and|or|,\s?and)\s?{name})*)[\s:=-]{{0,3}}(?:(?:{between})[\s:=-]{{1,3}}){{0,3}}"
        rf"(?P<result>{results})(?![\w-])(?!\s(?:partner|husband|wife|spouse|donor|mother|father))",
        re.IGNORECASE,
    )
    positive = frozenset(word.casefold() for word in table["results"]["positive"])
    return _Patterns(listed, re.compile(name, re.IGNORECASE), by_name, positive)


def is_serology(name: str) -> bool:
    """Whether some words are the name of one of these tests."""
    return " ".join(name.casefold().split()) in _patterns().by_name


def _choice(phrases: list[str]) -> str:
    ordered = sorted(map(str, phrases), key=len, reverse=True)
    return "|".join(r"\s".join(re.escape(part) for part in phrase.split()) for phrase in ordered)


def add_serology(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add each result, and the condition that it shows or denies where the note says nothing of it yet."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    for result in _results(analysed):
        span = document.span(result.start, result.end)
        record.observations.append(
            Observation(
                id=f"observation-{len(record.observations) + 1}",
                text=result.written,
                codings=[Coding(system="LOINC", code=result.test["loinc"], display=result.test["test"])],
                value_text="positive" if result.positive else "negative",
                evidence=[span],
            )
        )
        _drop_misread(record, document, result)
        # The words of the note stay beside the name, for a criterion may use them: "HIV" is asked for as often as "HIV infection".
        code = Coding.of(result.test["code"], result.written)
        if not any(fact.has_code(code.id) for fact in (*record.conditions, *record.phenotypes)):
            record.conditions.append(
                Condition(
                    id=f"{_BY_TEST}{len(record.conditions) + 1}",
                    text=result.test["condition"],
                    codings=[code],
                    presence=Presence.PRESENT if result.positive else Presence.ABSENT,
                    evidence=[span],
                )
            )


def _results(analysed: AnalysedText) -> Iterator[_Result]:
    patterns = _patterns()
    for found in patterns.listed.finditer(analysed.text):
        said = analysed.assertion_at(found.start("names"), found.end("names"))
        if said.experiencer is not Experiencer.PATIENT or said.polarity in (Polarity.POSSIBLE, Polarity.HYPOTHETICAL):
            continue
        positive = " ".join(found["result"].casefold().split()) in patterns.positive
        for name in patterns.name.finditer(analysed.text, found.start("names"), found.end("names")):
            test = patterns.by_name[" ".join(name.group().casefold().split())]
            yield _Result(test, positive, name.group(), name.start(), found.end())


def _drop_misread(record: PatientRecord, document: Document, result: _Result) -> None:
    """What other readers took the name of the test for: hCG is also a drug, and a "negative test" no condition."""

    def misread(fact: Fact) -> bool:
        spans = [item for item in fact.evidence if isinstance(item, Span)]
        return bool(spans) and all(
            item.source_id == document.id and result.start <= item.start and item.end <= result.end for item in spans
        )

    record.medications = [fact for fact in record.medications if not misread(fact)]
    record.phenotypes = [fact for fact in record.phenotypes if not misread(fact)]
    record.conditions = [fact for fact in record.conditions if fact.id.startswith(_BY_TEST) or not misread(fact)]
