"""Where a model has no answer the offline mind proposes one; where both have, their differences are listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from osler.core.agents import Difference, differences, settle
from osler.grounding.steps.loop import Loop, stored_id
from osler.grounding.types import CriterionText, GroundedEntity

_NO_CODE = "no code"
_LEFT_OUT = "it left these words out"
OMITTED = "model.omitted"
"""The code of a proposal for words that the model, which read the rest of the text, left out."""


def joined(
    texts: Sequence[CriterionText], model: Sequence[Loop], offline: Sequence[Loop], *, mind: str, method: str
) -> list[GroundedEntity]:
    """The model's entities, with the offline mind's as proposals where the model failed or found nothing."""
    by_model, by_rules = _by_text(model), _by_text(offline)
    failures = {name: why for loop in model for name, why in loop.failures.items()}
    codes = {name: code for loop in model for name, code in loop.failure_codes.items()}
    settled = settle((text.id for text in texts), by_model, by_rules, failures)
    entities: list[GroundedEntity] = []
    for item in settled:
        if item.stands_in:
            code = codes.get(item.item, "model.empty")
            entities += [_proposal(entity, mind, item.stands_in, code) for entity in item.answer]
        else:
            ours = by_rules.get(item.item, [])
            entities += [_coded(entity, ours, mind, failures, codes) for entity in item.answer]
            entities += [_proposal(entity, mind, _LEFT_OUT, OMITTED) for entity in _omitted(item.answer, ours)]
    answered = {item.item for item in settled}
    unread = (text for text in texts if text.id in failures and text.id not in answered)
    return entities + [_whole(text, failures[text.id], method, codes.get(text.id, "")) for text in unread]


def disagreements(texts: Sequence[CriterionText], model: Sequence[Loop], offline: Sequence[Loop]) -> list[Difference]:
    """What the two read differently in texts that both had an answer for."""
    by_model, by_rules = _by_text(model), _by_text(offline)
    failures = {name for loop in model for name in loop.failures}
    found: list[Difference] = []
    for text in texts:
        theirs = [entity for entity in by_model.get(text.id, []) if entity.entity_id not in failures]
        ours = by_rules.get(text.id, [])
        if theirs and ours and text.id not in failures:
            found += differences(text.id, _meanings(theirs), _meanings(ours, named_as=theirs))
    return found


def _by_text(loops: Iterable[Loop]) -> dict[str, list[GroundedEntity]]:
    found: dict[str, list[GroundedEntity]] = {}
    for loop in loops:
        for entity in loop.entities:
            found.setdefault(entity.criteria_id, []).append(entity)
    return found


def _proposal(entity: GroundedEntity, mind: str, reason: str, code: str) -> GroundedEntity:
    said = f"{mind} had no answer ({reason}); proposed by the offline mind"
    return entity.model_copy(
        update={"stands_in_for": mind, "failure": code, "review_reasons": [said, *entity.review_reasons]}
    )


def _coded(
    entity: GroundedEntity,
    offline: Sequence[GroundedEntity],
    mind: str,
    failures: Mapping[str, str],
    codes: Mapping[str, str],
) -> GroundedEntity:
    """The entity, or what the offline mind makes of the same words where the model could not be read about them."""
    reason = failures.get(entity.entity_id)
    if reason is None:
        return entity
    same = next((other for other in offline if other.concept_id and _overlap(other, entity)), None)
    return entity if same is None else _proposal(same, mind, reason, codes.get(entity.entity_id, ""))


def _omitted(model: Sequence[GroundedEntity], offline: Sequence[GroundedEntity]) -> list[GroundedEntity]:
    """What the offline mind codes in a text of which the model read other words only: it may not vanish unseen."""
    return [one for one in offline if one.concept_id and not any(_overlap(one, other) for other in model)]


def _whole(text: CriterionText, reason: str, method: str, code: str) -> GroundedEntity:
    """A text about which nobody has anything to say, as one entity for an expert."""
    return GroundedEntity(
        entity_id=stored_id(text.id, 0, len(text.text), ""),
        criteria_id=text.id,
        text=text.text,
        entity_type=None,
        span_start=0,
        span_end=len(text.text),
        context_window=text.text[:200],
        grounding_method=method,
        reasoning=reason,
        failure=code,
        review_reasons=[reason],
    )


def _meanings(entities: Iterable[GroundedEntity], named_as: Iterable[GroundedEntity] = ()) -> dict[str, str]:
    """What each entity was taken for, by its words; words that overlap another reading's go by that one's name."""
    others = list(named_as)
    meanings = {}
    for entity in entities:
        name = next((other.text for other in others if _overlap(other, entity)), entity.text)
        refused = f"{entity.refused}, refused" if entity.refused else _NO_CODE
        meanings[name] = f"{entity.preferred_term} ({entity.concept_id})" if entity.concept_id else refused
    return meanings


def _overlap(one: GroundedEntity, other: GroundedEntity) -> bool:
    return one.span_start < other.span_end and other.span_start < one.span_end
