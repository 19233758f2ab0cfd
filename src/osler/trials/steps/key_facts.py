"""INGEST: what a search for trials needs of a patient, each fact with where it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from osler.core.evidence import Span
from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import Fact, Observation
from osler.trials.types import KeyFact, KeyFacts

_DISEASE_CODES = ("MONDO", "ICD10CM", "SCTID", "OMIM", "ORPHA")
_ADMINISTRATIVE = frozenset({"male", "female", "man", "woman", "patient", "asymptomatic"})


def key_facts(record: PatientRecord) -> KeyFacts:
    """The key facts of a record; what it does not state is not there."""
    named, described = _conditions_and_findings(record)
    return KeyFacts(
        age_years=record.age_at(),
        sex=record.demographics.sex.value if record.demographics.sex else None,
        demographics_evidence=list(record.demographics.evidence),
        conditions=named,
        findings=described,
        stage=[*_stages(record), *_in_notes(record, _pattern("stage"))],
        biomarkers=list(_biomarkers(record)),
        therapies=[_key_fact(fact) for fact in _present([*record.medications, *record.procedures])],
        performance_status=[*_performance(record)],
        labs=[_lab(observation) for observation in record.observations if _has_value(observation)],
    )


def _conditions_and_findings(record: PatientRecord) -> tuple[list[KeyFact], list[KeyFact]]:
    """Diagnoses apart from mere signs: what a disease vocabulary names is a diagnosis."""
    named: dict[str, KeyFact] = {}
    described: dict[str, KeyFact] = {}
    for fact in _present([*record.conditions, *record.phenotypes]):
        label = fact.label.casefold()
        if label in _ADMINISTRATIVE:
            continue
        is_disease = any(coding.system in _DISEASE_CODES for coding in fact.codings)
        home = named if is_disease else described
        home.setdefault(label, _key_fact(fact))
    return _by_place(named.values()), _by_place(described.values())


def _by_place(facts: Iterable[KeyFact]) -> list[KeyFact]:
    """What is told first is what the patient is being seen for."""
    return sorted(facts, key=lambda fact: min([item.start for item in fact.evidence if isinstance(item, Span)] or [0]))


def _present(facts: Iterable[Fact]) -> Iterator[Fact]:
    return (fact for fact in facts if fact.presence is Presence.PRESENT and fact.status is not Status.ENTERED_IN_ERROR)


def _key_fact(fact: Fact) -> KeyFact:
    status = fact.status.value if fact.status else ""
    return KeyFact(
        name=fact.label, codes=[coding.id for coding in fact.codings], value=status, evidence=list(fact.evidence)
    )


def _stages(record: PatientRecord) -> Iterator[KeyFact]:
    for condition in record.conditions:
        for coding in condition.stages:
            yield KeyFact(name=coding.display or coding.id, codes=[coding.id], evidence=list(condition.evidence))


def _biomarkers(record: PatientRecord) -> Iterator[KeyFact]:
    for finding in _in_notes(record, _biomarker_pattern()):
        marker = next(
            name for name in _rules()["biomarkers"] if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", finding.name)
        )
        yield finding.model_copy(update={"name": marker, "value": finding.name})


def _performance(record: PatientRecord) -> Iterator[KeyFact]:
    yield from _in_notes(record, _pattern("performance"))
    for observation in record.observations:
        if re.search(r"\bECOG\b|Karnofsky|performance status", observation.label, re.IGNORECASE) and _has_value(
            observation
        ):
            yield _lab(observation)


def _in_notes(record: PatientRecord, wanted: re.Pattern[str]) -> list[KeyFact]:
    found: dict[str, KeyFact] = {}
    for document in record.documents:
        for match in wanted.finditer(document.text):
            words = " ".join(match.group().split())
            known = found.setdefault(words.casefold(), KeyFact(name=words))
            known.evidence.append(document.span(match.start(), match.end()))
    return list(found.values())


def _has_value(observation: Observation) -> bool:
    quantity = observation.quantity
    return observation.presence is Presence.PRESENT and (
        (quantity is not None and quantity.value is not None) or bool(observation.value_text)
    )


def _lab(observation: Observation) -> KeyFact:
    quantity = observation.quantity
    value = observation.value_text or ""
    if quantity is not None and quantity.value is not None:
        value = f"{quantity.comparator or ''}{quantity.value:g} {quantity.unit or quantity.ucum or ''}".strip()
    codes = [coding.id for coding in observation.codings]
    return KeyFact(name=observation.label, codes=codes, value=value, evidence=list(observation.evidence))


@cache
def _rules() -> dict[str, Any]:
    text = files("osler.trials.steps").joinpath("markers.yml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_rules()[name], re.IGNORECASE)


@cache
def _biomarker_pattern() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(_rules()["biomarkers"], key=len, reverse=True))
    result = _rules()["result"]
    return re.compile(
        rf"(?<!\w)(?:{names})(?!\w)[ \-:]*(?:(?:was|is|gene|status)\s+)*{result}(?!\w)|(?<!\w)(?:{names})[+-](?=[\s,;.]|$)"
    )
