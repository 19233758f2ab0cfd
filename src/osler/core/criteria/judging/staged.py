"""The stage, grade or class of one disease, which says nothing of any other: melanoma stage IV is no kidney disease stage 4."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from osler.core.criteria.judging.facts import PatientFacts, presence_of
from osler.core.criteria.judging.oncology import is_stage_of_cancer, present_cancers, stages_of
from osler.core.criteria.types import Finding, MeasuredValue
from osler.core.evidence import Span
from osler.core.patient import Presence
from osler.core.patient.types import Cancer, Condition, Fact, Observation, Phenotype, Quantity

_NUMERALS = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5}
_NUMERAL = r"(?P<numeral>iv|v|i{1,3}|[0-5])[a-d]?\d?\b(?![./%-]?\d)"
_NAMED = re.compile(rf"\b(?P<name>stage|grade|class)[\s:]*{_NUMERAL}", re.IGNORECASE)
_BEFORE = re.compile(rf"\b(?P<name>stage|grade|class)[\s:]*{_NUMERAL}[\s,]+(?:[a-z-]+\s+)?$", re.IGNORECASE)
_BEHIND = re.compile(rf"[\s,(:]*(?:(?P<name>stage|grade|class)[\s:]*){_NUMERAL}", re.IGNORECASE)
_BARE = re.compile(
    rf"[\s,(]+g?\s?{_NUMERAL}(?!\s*(?:[a-z]+|\d))|[\s,(]+g\s?{_NUMERAL.replace('numeral', 'other')}", re.IGNORECASE
)
_NUMBERED = frozenset({"MONDO:0005300"})
"""Diseases whose stage is written as a bare number or as G with a number: "CKD 4", "CKD G3b"."""
_NEAR = 30
_TUMOUR = "MONDO:0005070"


def results_of_disease(atom: MeasuredValue, facts: PatientFacts, on: date | None) -> list[Observation]:
    """What a record says of the stage that an atom asks for, newest first."""
    disease = Finding(name=atom.of)
    name = atom.name.lower()
    cancers = present_cancers(facts.record)
    told = [
        result
        for fact in facts.about(disease)
        if isinstance(fact, Condition | Phenotype) and presence_of(fact) is Presence.PRESENT
        # What is told of a cancer knows whether its stage still holds.
        if not (name == "stage" and cancers and _TUMOUR in facts.concepts_above(fact))
        for result in _told_of(fact, name, facts)
    ]
    if name == "stage":
        told += [
            stage for cancer in cancers if _is_of(cancer, disease, facts) for stage in stages_of(cancer, facts.record)
        ]
    if not told and (not cancers or _is_tumour(disease, facts)):
        # A stage that the record holds as a result of its own, without saying of what.
        told = [result for result in facts.results([name], on) if not is_stage_of_cancer(result)]
    return facts.newest_first(told, on)


def _told_of(fact: Fact, name: str, facts: PatientFacts) -> Iterator[Observation]:
    """The stages in the names that a fact has, and in the words beside them."""
    numbers = dict.fromkeys(_numbers(fact, name, facts))
    for place, number in enumerate(numbers):
        yield Observation(
            id=f"{fact.id}/{name}/{place}",
            text=f"{fact.label} {name}",
            quantity=Quantity(value=float(number)),
            time=fact.time,
            evidence=fact.evidence,
        )


def _numbers(fact: Fact, name: str, facts: PatientFacts) -> Iterator[int]:
    labels = [fact.text or "", *(coding.display or "" for coding in fact.codings)]
    found = [_NAMED.search(label) for label in labels]
    for item in fact.evidence:
        text = facts.texts.get(item.source_id) if isinstance(item, Span) else None
        if text is None or not isinstance(item, Span):
            continue
        found += [_BEFORE.search(text[max(0, item.start - _NEAR) : item.start]), _BEHIND.match(text, item.end)]
        if name == "stage" and not _NUMBERED.isdisjoint(facts.concepts_above(fact)):
            yield from (_number(bare["numeral"] or bare["other"]) for bare in [_BARE.match(text, item.end)] if bare)
    yield from (_number(match["numeral"]) for match in found if match and match["name"].lower() == name)


def _number(written: str) -> int:
    return _NUMERALS.get(written.lower()) or int(written)


def _is_of(cancer: Cancer, disease: Finding, facts: PatientFacts) -> bool:
    """Whether a cancer is the disease that is asked about, or a wider or narrower name of it; where either has no place
    among the concepts, the only cancer is meant by any tumour."""
    wanted, own = facts.concepts_asked(disease), facts.placed(cancer)
    if not wanted or not own:
        return len(present_cancers(facts.record)) == 1 and (not wanted or _is_tumour(disease, facts))
    hierarchy = facts.vocabularies.hierarchy
    return any(hierarchy.is_a(one, other) or hierarchy.is_a(other, one) for one in own for other in wanted)


def _is_tumour(disease: Finding, facts: PatientFacts) -> bool:
    wanted = facts.concepts_asked(disease)
    return not wanted or any(facts.vocabularies.hierarchy.is_a(concept, _TUMOUR) for concept in wanted)
