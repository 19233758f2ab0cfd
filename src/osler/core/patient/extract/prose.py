"""Findings that letters tell in their own words: "walked at 31 months", "her weight has gone up", "parents are first cousins"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from osler.core.language import AnalysedText, Experiencer, Polarity, Sentence
from osler.core.patient.types import Coding, PatientRecord, Phenotype, Presence
from osler.needed_words import may_match, searchable
from osler.yaml_reader import packaged_yaml

_ADULT = 18.0
_PRESENCE = {
    Polarity.PRESENT: Presence.PRESENT,
    Polarity.NEGATED: Presence.ABSENT,
    Polarity.POSSIBLE: Presence.POSSIBLE,
}


class _Rule(NamedTuple):
    hpo_id: str
    name: str
    source: str
    patterns: re.Pattern[str]
    denied: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    above: float | None
    below: float | None
    young: tuple[float, float] | None
    """Below which age in years another limit holds, and that limit."""
    adults: bool
    from_age: float | None
    """From which age in years it is a finding at all."""
    asserts: bool
    """Whether a denial in its words is part of the finding ("testis not palpable"), and says nothing against it."""
    of_family: bool
    """Whether it is said of the parents and means the patient."""
    implied: bool
    """Whether it is not said, but follows from what is: the note of the finding says so."""


@cache
def _rules() -> tuple[_Rule, ...]:
    return tuple(_rule(row) for row in packaged_yaml(__package__, "prose.yml"))


def _rule(row: dict[str, Any]) -> _Rule:
    ((hpo_id, name),) = row["finding"].items()
    young = row.get("young")
    return _Rule(
        hpo_id,
        name,
        row["source"],
        _any(row["patterns"]),
        _any(row["denied"]) if "denied" in row else None,
        _any(row["unless"]) if "unless" in row else None,
        row.get("above"),
        row.get("below"),
        (young["below"], young["above"]) if young else None,
        row.get("adults", False),
        row.get("from_age"),
        row.get("asserts", False),
        row.get("of_family", False),
        row.get("implied", False),
    )


def _any(patterns: list[str]) -> re.Pattern[str]:
    # The name of a group may stand once in a pattern; a rule that captures a number has one alternative.
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)


def add_told_findings(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add each finding that the sentences tell, unless the record has it; `note` says by which rule."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    for rule, start, end, presence in _told(analysed):
        if any(fact.has_code(rule.hpo_id) for fact in (*record.phenotypes, *record.conditions)):
            continue
        record.phenotypes.append(
            Phenotype(
                id=f"phenotype-{len(record.phenotypes) + 1}",
                codings=[Coding.of(rule.hpo_id, rule.name)],
                text=rule.name,
                presence=presence,
                note=f"{document.text[start:end]} ({rule.source})"
                if rule.implied or rule.above is not None or rule.below is not None
                else None,
                evidence=[document.span(start, end)],
            )
        )


def _told(analysed: AnalysedText) -> Iterator[tuple[_Rule, int, int, Presence]]:
    for sentence in analysed.sentences:
        low = searchable(sentence.text)
        for rule in _rules():
            denied = rule.denied.search(sentence.text) if rule.denied and may_match(rule.denied, low) else None
            if denied:
                yield rule, sentence.start + denied.start(), sentence.start + denied.end(), Presence.ABSENT
                continue
            found = rule.patterns.search(sentence.text) if may_match(rule.patterns, low) else None
            if found is None or (rule.unless and rule.unless.search(sentence.text)):
                continue
            presence = _presence(analysed, rule, sentence, found)
            if presence is not None:
                yield rule, sentence.start + found.start(), sentence.start + found.end(), presence


def _presence(analysed: AnalysedText, rule: _Rule, sentence: Sentence, found: re.Match[str]) -> Presence | None:
    """Whether the patient has what a sentence tells; None where it speaks of another or tells nothing abnormal."""
    age = analysed.patient_age
    if rule.adults and age is not None and age < _ADULT:
        return None
    if rule.from_age is not None and (age is None or age < rule.from_age):
        return None
    if rule.above is not None:
        limit = rule.young[1] if rule.young and age is not None and age < rule.young[0] else rule.above
        if float(found["n"]) <= limit:
            return None
    if rule.below is not None and float(found["n"]) >= rule.below:
        return None
    said = analysed.assertion_at(sentence.start + found.start(), sentence.start + found.end())
    if said.experiencer is not Experiencer.PATIENT and not rule.of_family:
        return None
    if rule.asserts and said.polarity is Polarity.NEGATED:
        return Presence.PRESENT
    return _PRESENCE.get(said.polarity)
