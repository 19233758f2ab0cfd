"""INGEST: what a search for trials needs of a patient, each fact with where it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from osler.core.evidence import Span
from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import Coding, Fact, Observation
from osler.core.terminology import Vocabularies
from osler.trials.judging.rules import pattern
from osler.trials.kinship import conditions_in, is_disease, is_disorder, is_placed, same_as
from osler.trials.naming import in_full
from osler.trials.steps.described import described_diseases
from osler.trials.steps.graded import graded_diseases
from osler.trials.types import KeyFact, KeyFacts

_DISEASE_CODES = ("MONDO", "ICD10CM", "SCTID", "OMIM", "ORPHA")
_PERFORMANCE = re.compile(r"\bECOG\b|Karnofsky|performance status", re.IGNORECASE)
_GIVEN_FOR = re.compile(r"\b(?:for|against|to (?:treat|prevent|control))\b", re.IGNORECASE)
_ADMINISTRATIVE = frozenset({"male", "female", "man", "woman", "patient", "asymptomatic"})


def key_facts(record: PatientRecord, vocabularies: Vocabularies, on: date | None = None) -> KeyFacts:
    """The key facts of a record on a day (default: its own); what it does not state is not there."""
    named, described = _conditions_and_findings(record, vocabularies)
    return KeyFacts(
        age_years=record.age_at(on),
        sex=record.demographics.sex.value if record.demographics.sex else None,
        demographics_evidence=list(record.demographics.evidence),
        conditions=named,
        findings=described,
        likely=list(graded_diseases(record, named, vocabularies)),
        described=list(described_diseases(record, vocabularies)),
        stage=list(_stages(record)),
        biomarkers=list(_biomarkers(record)),
        therapies=list(_therapies(record)),
        performance_status=list(_performance(record)),
        healthy=list(_healthy(record)),
        labs=[_lab(observation) for observation in record.observations if _has_value(observation)],
    )


def _conditions_and_findings(record: PatientRecord, vocabularies: Vocabularies) -> tuple[list[KeyFact], list[KeyFact]]:
    """Diagnoses apart from mere signs; what the vocabularies know and do not count among disorders is neither."""
    named: dict[frozenset[str] | str, KeyFact] = {}
    described: dict[frozenset[str] | str, KeyFact] = {}
    texts = {document.id: document.text for document in record.documents}
    orders = [item for medicine in record.medications for item in medicine.evidence if isinstance(item, Span)]
    for fact in filter(_is_named, _present([*record.conditions, *record.cancers, *record.phenotypes])):
        if _is_of_an_order(fact, orders):
            continue
        codes = frozenset(coding.id for coding in fact.codings)
        if fact.label.casefold() in _ADMINISTRATIVE or (
            codes and not any(_counts(code, fact.label, vocabularies) for code in codes)
        ):
            continue
        diagnosis = any(_is_diagnosis(coding, fact, vocabularies) for coding in fact.codings)
        home = named if diagnosis or not any(is_placed(code, vocabularies) for code in codes) else described
        key = codes or fact.label.casefold()
        if key not in home or len(fact.label) > len(home[key].name):
            told = _key_fact(fact)
            home[key] = told.model_copy(update={"name": in_full(told, texts)})
    return _by_place(named.values()), _by_place(described.values())


def _is_of_an_order(fact: Fact, orders: Sequence[Span]) -> bool:
    """Whether a name stands only in the words of a prescription: the MR of "40 mg MR" is its form; what it is given for is told after "for"."""
    spans = [item for item in fact.evidence if isinstance(item, Span)]
    return bool(spans) and all(
        any(
            order.source_id == item.source_id
            and order.start < item.start
            and item.end <= order.end
            and not _GIVEN_FOR.search((order.quote or "")[: item.start - order.start])
            for order in orders
        )
        for item in spans
    )


def _is_diagnosis(coding: Coding, fact: Fact, vocabularies: Vocabularies) -> bool:
    """Whether a code is that of a disease; a phenotype that MONDO has as a disease is one where the record names it so.

    An anaemia that only a low result tells of is a finding.
    """
    if not is_disease(coding.id, vocabularies):
        return False
    if coding.system in _DISEASE_CODES:
        return True
    quotes = (item.quote.casefold() for item in fact.evidence if isinstance(item, Span) and item.quote)
    known = any(code.startswith("MONDO:") for code in same_as(coding.id, vocabularies))
    return known and any(fact.label.casefold() in quote for quote in quotes)


def _counts(code: str, label: str, vocabularies: Vocabularies) -> bool:
    """Whether a code is that of a disorder; one that is joined to nothing is what its words name."""
    if code in vocabularies.hierarchy and not is_placed(code, vocabularies):
        return any(is_disorder(named, vocabularies) for named in conditions_in(label, vocabularies))
    return code.startswith("HP:") or code not in vocabularies.hierarchy or is_disorder(code, vocabularies)


def _by_place(facts: Iterable[KeyFact]) -> list[KeyFact]:
    """What is told first is what the patient is being seen for."""
    return sorted(facts, key=lambda fact: min([item.start for item in fact.evidence if isinstance(item, Span)] or [0]))


def _present(facts: Iterable[Fact]) -> Iterator[Fact]:
    return (fact for fact in facts if fact.presence is Presence.PRESENT and fact.status is not Status.ENTERED_IN_ERROR)


def _is_named(fact: Fact) -> bool:
    """Whether a fact says what it is: a stage that stands before its tumour makes a cancer without a name."""
    return bool(fact.text or fact.codings)


def _key_fact(fact: Fact) -> KeyFact:
    status = fact.status.value if fact.status else ""
    return KeyFact(
        name=fact.label, codes=[coding.id for coding in fact.codings], value=status, evidence=list(fact.evidence)
    )


def _stages(record: PatientRecord) -> Iterator[KeyFact]:
    for cancer in record.cancers:
        for stage in cancer.stages:
            name = stage.text or stage.group or stage.tnm
            if name:
                value = cancer.label if _is_named(cancer) else ""
                yield KeyFact(name=name, value=value, evidence=list(stage.evidence or cancer.evidence))
    for condition in record.conditions:
        for coding in condition.stages:
            yield KeyFact(name=coding.display or coding.id, codes=[coding.id], evidence=list(condition.evidence))


def _biomarkers(record: PatientRecord) -> Iterator[KeyFact]:
    for marker in record.biomarkers:
        if marker.presence is Presence.PRESENT:
            value = " ".join(part for part in (marker.variant, marker.result) if part) or marker.label
            yield KeyFact(name=marker.name, value=value, evidence=list(marker.evidence))


def _therapies(record: PatientRecord) -> Iterator[KeyFact]:
    """Lines of therapy and other treatment; a gene whose product is also sold ("PIK3CA") is here a marker."""
    told = {marker.name.casefold() for marker in record.biomarkers}
    for line in _present(record.therapy_lines):
        drugs = ", ".join(getattr(line, "drugs", [])) or line.label
        number = getattr(line, "line", None)
        yield KeyFact(name=drugs, value=f"line {number}" if number else "", evidence=list(line.evidence))
        told.add(drugs.casefold())
    others = [*record.radiotherapies, *record.medications, *record.procedures]
    yield from (_key_fact(fact) for fact in _present(others) if fact.label.casefold() not in told)


def _healthy(record: PatientRecord) -> Iterator[KeyFact]:
    for document in record.documents:
        # Lower case has the length of the text in every script but a few; there the offsets would lie.
        folded = document.text.lower()
        text = folded if len(folded) == len(document.text) else document.text
        for found in pattern("healthy_person").finditer(text):
            quote = document.text[found.start() : found.end()]
            span = Span(source_id=document.id, start=found.start(), end=found.end(), quote=quote)
            yield KeyFact(name="healthy volunteer", evidence=[span])


def _performance(record: PatientRecord) -> Iterator[KeyFact]:
    for observation in record.observations:
        if _PERFORMANCE.search(observation.label) and _has_value(observation):
            yield _lab(observation)


def _has_value(observation: Observation) -> bool:
    quantity = observation.quantity
    return (
        observation.presence is Presence.PRESENT
        and not observation.is_withdrawn
        and ((quantity is not None and quantity.value is not None) or bool(observation.value_text))
    )


def _lab(observation: Observation) -> KeyFact:
    quantity = observation.quantity
    value = observation.value_text or ""
    if quantity is not None and quantity.value is not None:
        value = f"{quantity.comparator or ''}{quantity.value:g} {quantity.unit or quantity.ucum or ''}".strip()
    codes = [coding.id for coding in observation.codings]
    return KeyFact(name=observation.label, codes=codes, value=value, evidence=list(observation.evidence))
