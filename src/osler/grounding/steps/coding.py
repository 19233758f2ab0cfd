"""From a chosen candidate to the codes of a grounded entity."""

from __future__ import annotations

from functools import cache

from osler.core.terminology import Candidate, Concept, SemanticType, Vocabularies
from osler.core.terminology.search import Query, same_meaning
from osler.grounding.steps.validate import fits
from osler.grounding.types import GroundedEntity, GroundingSelection, SearchResult
from osler.yaml_reader import packaged_yaml

# Which codes a reader may expect of an entity; one that no vocabulary has is listed as absent.
_EXPECTED: dict[SemanticType, tuple[str, ...]] = {
    SemanticType.CONDITION: ("umls_cui", "snomed_code"),
    SemanticType.PHENOTYPE: ("umls_cui", "snomed_code", "hpo_id"),
    SemanticType.MEDICATION: ("umls_cui", "snomed_code", "drugbank_id", "mesh_id"),
    SemanticType.PROCEDURE: ("umls_cui", "snomed_code"),
    SemanticType.LAB_VALUE: ("umls_cui", "snomed_code", "loinc_code"),
    SemanticType.DEMOGRAPHIC: ("umls_cui", "snomed_code"),
    SemanticType.BIOMARKER: ("umls_cui", "snomed_code"),
}
_SYSTEMS = {
    "UMLS": "umls_cui",
    "SCTID": "snomed_code",
    "DRUGBANK": "drugbank_id",
    "MESH": "mesh_id",
    "HP": "hpo_id",
    "MONDO": "mondo_id",
    "LOINC": "loinc_code",
}


def coded(
    result: SearchResult,
    selection: GroundingSelection,
    candidate: Candidate,
    codes: dict[str, str],
    *,
    entity_id: str,
    method: str,
) -> GroundedEntity:
    """The entity with every code that is known for the chosen concept."""
    absent = [name for name in _EXPECTED[candidate.semantic_type] if name not in codes]
    said = f"; not in the vocabularies: {', '.join(absent)}" if absent else ""
    return GroundedEntity(
        entity_id=entity_id,
        criteria_id=result.criterion_id,
        text=result.text,
        entity_type=entity_type(result.entity_type),
        span_start=result.span_start,
        span_end=result.span_end,
        context_window=result.context_window,
        search_term=result.search_term,
        concept_id=candidate.concept_id,
        concept_type=candidate.semantic_type,
        ontology=candidate.ontology,
        preferred_term=candidate.display,
        absent_codes=absent,
        grounding_confidence=selection.confidence,
        grounding_method=method,
        reasoning=(selection.reasoning or f"chosen for {result.search_term!r}") + said,
        **codes,
    )


def uncoded(result: SearchResult, reason: str, *, entity_id: str, method: str) -> GroundedEntity:
    """The entity for an expert, with confidence 0.0 and the reason."""
    return GroundedEntity(
        entity_id=entity_id,
        criteria_id=result.criterion_id,
        text=result.text,
        entity_type=entity_type(result.entity_type),
        span_start=result.span_start,
        span_end=result.span_end,
        context_window=result.context_window,
        search_term=result.search_term,
        grounding_method=method,
        reasoning=reason,
        review_reasons=[reason],
    )


def best_fitting(result: SearchResult) -> Candidate | None:
    """The surest candidate that can be what the entity is; of names as written, the one of the entity's own type."""
    kind = entity_type(result.entity_type)
    fitting = (item for item in result.candidates if fits(kind, item.semantic_type, item.concept_id))
    # "TG < 5.7 mmol/L" is a measure, whatever gene has the same letters.
    return max(
        fitting, key=lambda item: (_is_measure(item, kind), item.confidence, item.semantic_type is kind), default=None
    )


def _is_measure(candidate: Candidate, kind: SemanticType | None) -> bool:
    return kind is SemanticType.LAB_VALUE is candidate.semantic_type and candidate.match_kind in AS_WRITTEN


AS_WRITTEN = frozenset({"exact", "synonym", "abbreviation", "code"})
"""The ways in which a term can be found as it is written."""


_CLASSES = "ICD10CM:"
"""A classification lists under a code the terms that are counted there, which need not be names of it (ICD-10-CM Official
Guidelines, I.A.11), so such a term is no second sense of another vocabulary's name."""


@cache
def in_criteria() -> float:
    """How often a name found as it is written was the right concept in real criteria: `readings.yml` says who read what.

    The search alone, asked for names without their criterion, is right more often.
    """
    fit = [row for row in packaged_yaml("osler.grounding.steps", "readings.yml")["readings"] if row["use"] == "fit"]
    return float(round(sum(row["right"] for row in fit) / sum(row["accepted"] for row in fit), 2))


def sure_in_type(candidate: Candidate, result: SearchResult) -> float:
    """How sure a candidate is among those that the entity's type leaves; the whole search's doubt where types compete."""
    if candidate.match_kind not in AS_WRITTEN:
        # The type tells senses of one name apart; it does not make a name out of one that only looks alike.
        return min(candidate.confidence, in_criteria())
    kind = entity_type(result.entity_type)
    # A code is what it says; a name is only as sure as names in criteria were.
    most = 1.0 if candidate.match_kind == "code" else in_criteria()
    typed = min(max(candidate.confidence, candidate.confidence_in_type), most)
    others = [
        other
        for other in result.candidates
        if other is not candidate
        and other.match_kind in AS_WRITTEN
        and fits(kind, other.semantic_type, other.concept_id)
    ]
    rivals = [other for other in others if not other.concept_id.startswith(_CLASSES)]
    if others and not rivals and not candidate.concept_id.startswith(_CLASSES):
        return most
    if candidate.semantic_type is kind:
        return typed
    return (
        min(candidate.confidence, most)
        if any(o.semantic_type is not candidate.semantic_type for o in rivals)
        else typed
    )


def entity_type(name: str) -> SemanticType | None:
    """The type that a mind's word means; None if it means none."""
    return _BY_NAME.get(name.strip().lower().replace(" ", "_").replace("-", "_"))


_BY_NAME = {kind.value.lower(): kind for kind in SemanticType} | {
    "drug": SemanticType.MEDICATION,
    "lab": SemanticType.LAB_VALUE,
    "measurement": SemanticType.LAB_VALUE,
    "person": SemanticType.DEMOGRAPHIC,
}


class CodeBook:
    """The codes that the vocabularies have, each concept looked up once."""

    def __init__(self, vocabularies: Vocabularies) -> None:
        self._vocabularies = vocabularies
        self._known: dict[str, dict[str, str]] = {}

    def codes(self, candidate: Candidate) -> dict[str, str]:
        """The codes of a candidate, by the field that holds them."""
        if candidate.concept_id not in self._known:
            self._known[candidate.concept_id] = _looked_up(candidate, self._vocabularies)
        return {**self._known[candidate.concept_id], **_given(candidate)}


def _looked_up(candidate: Candidate, vocabularies: Vocabularies) -> dict[str, str]:
    searchers = vocabularies.searchers
    concept = next((found for searcher in searchers if (found := searcher.concept(candidate.concept_id))), None)
    concepts = [concept] if concept is not None else []
    if concept is not None and candidate.semantic_type is SemanticType.MEDICATION:
        # Drug names stand in several vocabularies that know nothing of each other's ids.
        query = Query(candidate.display, frozenset([candidate.semantic_type]))
        answers = (answer.concept for searcher in searchers for answer in searcher.search(query))
        concepts += [other for other in answers if other.id != concept.id and same_meaning(concept, other)]
    codes: dict[str, str] = {}
    for known in concepts:
        for system, code in _listed(known):
            if system in _SYSTEMS:
                codes.setdefault(_SYSTEMS[system], _full(system, code))
    return codes


def _given(candidate: Candidate) -> dict[str, str]:
    given = {"umls_cui": candidate.cui, "snomed_code": candidate.snomed_code}
    return {name: code for name, code in given.items() if code}


def _listed(concept: Concept) -> list[tuple[str, str]]:
    system, _, code = concept.id.partition(":")
    return [(system, code), *((other, codes[0]) for other, codes in concept.xrefs.items() if codes)]


def _full(system: str, code: str) -> str:
    """HPO and MONDO ids are written with their prefix, all others without."""
    return f"{system}:{code}" if system in ("HP", "MONDO") else code
