"""validate_confidence: thresholds, consistency of types, duplicate and overlapping places, codes that contradict."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence

from osler.core.criteria import content_words
from osler.core.terminology import SemanticType
from osler.grounding.settings import GroundingSettings
from osler.grounding.types import Decision, GroundedEntity
from osler.grounding.wording.terms import is_member

COMPATIBLE: dict[SemanticType, frozenset[SemanticType]] = {
    SemanticType.CONDITION: frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE}),
    SemanticType.PHENOTYPE: frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE}),
    SemanticType.MEDICATION: frozenset({SemanticType.MEDICATION}),
    SemanticType.PROCEDURE: frozenset({SemanticType.PROCEDURE}),
    SemanticType.LAB_VALUE: frozenset({SemanticType.LAB_VALUE, SemanticType.BIOMARKER, SemanticType.PROCEDURE}),
    SemanticType.BIOMARKER: frozenset({SemanticType.LAB_VALUE, SemanticType.BIOMARKER}),
    SemanticType.DEMOGRAPHIC: frozenset({SemanticType.DEMOGRAPHIC}),
}
"""Which kinds of concept an entity of a type may be; a phenotype is a condition seen by a geneticist, a test one that is done."""

# Age is among the curated measures, and SNOMED CT has the sexes among its findings.
_OF_THE_PERSON = frozenset({"LAB:age", "SCTID:248152002", "SCTID:248153007"})


def validate_confidence(entities: Iterable[GroundedEntity], settings: GroundingSettings) -> list[GroundedEntity]:
    """Every entity judged, each place once; what contradicts itself is left for an expert."""
    judged = [_judged(entity, settings) for entity in entities]
    return _flag_conflicts(_resolved(judged))


def fits(entity_type: SemanticType | None, concept_type: SemanticType | None, concept_id: str | None = None) -> bool:
    """Whether a concept can be what an entity of this type means."""
    if entity_type is None or concept_type is None:
        return False
    if entity_type is SemanticType.DEMOGRAPHIC and concept_id in _OF_THE_PERSON:
        return True
    return concept_type in COMPATIBLE[entity_type]


def is_vacuous(name: str | None) -> bool:
    """Whether a concept says nothing ("Disease", "Other condition"): true of everybody, and worth no code."""
    return name is not None and not content_words(name)


def _judged(entity: GroundedEntity, settings: GroundingSettings) -> GroundedEntity:
    if entity.stands_in_for and entity.concept_id is not None:
        # A proposal keeps its codes whatever its confidence, for it is never taken without a reviewer.
        return entity.model_copy(update={"status": "expert_review", "decision": "review", "grounding_confidence": 0.0})
    if entity.concept_id is None:
        reasons = entity.review_reasons or [entity.reasoning or "no code"]
        return entity.model_copy(
            update={"status": "expert_review", "grounding_confidence": 0.0, "review_reasons": reasons}
        )
    if entity.grounding_confidence < settings.review:
        return _without_codes(entity)
    reasons = []
    if not fits(entity.entity_type, entity.concept_type, entity.concept_id):
        kind = entity.entity_type.value if entity.entity_type else "an entity of unknown type"
        reasons.append(f"type: {kind} grounded to a {entity.concept_type}")
    if is_vacuous(entity.preferred_term):
        reasons.append(f"{entity.preferred_term} says nothing that a code is needed for")
    if entity.grounding_confidence < settings.accept:
        reasons.append(f"confidence {entity.grounding_confidence:.2f} is below {settings.accept:.2f}")
    decision: Decision = "review" if reasons else "accept"
    return entity.model_copy(
        update={
            "decision": decision,
            "status": "expert_review" if reasons else "accepted",
            "review_reasons": reasons,
        }
    )


def _without_codes(entity: GroundedEntity) -> GroundedEntity:
    """A selection that is rejected takes its codes with it; the entity stays, for an expert."""
    said = f"the best candidate, {entity.preferred_term} ({entity.concept_id}), has confidence {entity.grounding_confidence:.2f}"
    bare = GroundedEntity(
        **entity.model_dump(
            include={
                "entity_id", "criteria_id", "text", "entity_type", "span_start", "span_end", "context_window",
                "search_term", "grounding_method", "stands_in_for",
            }
        ),
        reasoning=said,
    )  # fmt: skip
    return bare.model_copy(update={"decision": "reject", "status": "expert_review", "review_reasons": [said]})


def _resolved(entities: Sequence[GroundedEntity]) -> list[GroundedEntity]:
    """Each place once: of equal places the surest, of nested places of one type the longer if it has a code."""
    by_criterion: dict[str, list[GroundedEntity]] = defaultdict(list)
    for entity in entities:
        by_criterion[entity.criteria_id].append(entity)
    kept = []
    for found in by_criterion.values():
        places = _Places()
        for entity in sorted(found, key=_preference):
            if not any(_covers(other, entity) for other in places.near(entity)):
                places.add(entity)
        kept += places.in_order
    return kept


class _Places:
    """Entities by where they begin, so that a long text is not compared with all of itself."""

    def __init__(self) -> None:
        self.in_order: list[GroundedEntity] = []
        self._longest = 0

    def add(self, entity: GroundedEntity) -> None:
        insort(self.in_order, entity, key=lambda item: (item.span_start, item.span_end))
        self._longest = max(self._longest, entity.span_end - entity.span_start)

    def near(self, entity: GroundedEntity) -> list[GroundedEntity]:
        """What may overlap an entity."""
        first = bisect_left(self.in_order, entity.span_start - self._longest, key=lambda item: item.span_start)
        last = bisect_left(self.in_order, entity.span_end, key=lambda item: item.span_start)
        return self.in_order[first:last]


def _preference(entity: GroundedEntity) -> tuple[bool, int, float]:
    return (entity.concept_id is None, entity.span_start - entity.span_end, -entity.grounding_confidence)


def _covers(one: GroundedEntity, other: GroundedEntity) -> bool:
    if one.entity_type is not other.entity_type or one.entity_type is None:
        return False
    same_place = (one.span_start, one.span_end) == (other.span_start, other.span_end)
    if same_place:
        return one.search_term == other.search_term or one.concept_id == other.concept_id or other.concept_id is None
    # A member of a list that shares a word ("renal or hepatic failure") spans its neighbours and hides none of them.
    shared = is_member(one.text, one.search_term)
    nested = one.span_start <= other.span_start and other.span_end <= one.span_end
    crossing = one.span_start < other.span_end and other.span_start < one.span_end and not nested
    if shared or crossing:
        return one.concept_id is not None and one.concept_id == other.concept_id
    return nested


def _flag_conflicts(entities: list[GroundedEntity]) -> list[GroundedEntity]:
    """Equal words of one type that were given different concepts are all left for an expert."""
    concepts: dict[tuple[str, str, SemanticType | None], set[str]] = defaultdict(set)
    for entity in entities:
        if entity.concept_id is not None:
            concepts[_words_of(entity)].add(entity.concept_id)
    result = []
    for entity in entities:
        others = concepts.get(_words_of(entity), set())
        if len(others) > 1 and entity.concept_id is not None:
            reason = f"conflict: the same words were given {', '.join(sorted(others))}"
            entity = entity.model_copy(
                update={
                    "status": "expert_review",
                    "decision": "review",
                    "review_reasons": [*entity.review_reasons, reason],
                }
            )
        result.append(entity)
    return result


def _words_of(entity: GroundedEntity) -> tuple[str, str, SemanticType | None]:
    """What an entity says: its words, and of words that hold several members of a list the member that is meant."""
    member = entity.search_term.casefold() if is_member(entity.text, entity.search_term) else ""
    return entity.text.casefold(), member, entity.entity_type
