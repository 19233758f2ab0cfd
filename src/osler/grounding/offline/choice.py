"""Which candidate an entity means, by type and confidence; and what to search for when none fits."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.terminology import Candidate, Vocabularies
from osler.grounding.steps.coding import best_fitting, entity_type
from osler.grounding.steps.fitting import trusted
from osler.grounding.types import AgenticAction, ExtractedEntityAction, GroundingSelection, SearchResult
from osler.grounding.wording.terms import said, said_otherwise, without_modifiers, worth


def evaluate_offline(
    results: Sequence[SearchResult], vocabularies: Vocabularies, *, last: bool, review: float, accept: float
) -> AgenticAction:
    """The policy of the evaluation step."""
    selections: list[GroundingSelection] = []
    entities: list[ExtractedEntityAction] = []
    for result in results:
        best = best_fitting(result)
        sure = trusted(best, result) * worth(result.text, result.search_term, vocabularies) if best is not None else 0.0
        other = "" if last or sure >= accept else _in_other_words(result, vocabularies)
        if best is not None and sure >= review and not other:
            selections.append(_selection(result, best, sure))
            continue
        other = other or ("" if last else _next_term(result, vocabularies))
        if other:
            entities.append(
                ExtractedEntityAction(
                    entity_id=result.entity_id, text=result.text, entity_type=result.entity_type, search_term=other
                )
            )
        else:
            selections.append(_none(result, best))
    return AgenticAction(action_type="refine" if entities else "evaluate", entities=entities, selections=selections)


def _selection(result: SearchResult, candidate: Candidate, confidence: float) -> GroundingSelection:
    how = f"{candidate.match_kind} match of {result.search_term!r} with {candidate.matched_name!r}"
    return GroundingSelection(
        entity_id=result.entity_id,
        entity_text=result.text,
        entity_type=result.entity_type,
        selected_cui=candidate.cui,
        preferred_term=candidate.display,
        snomed_code=candidate.snomed_code,
        concept_id=candidate.concept_id,
        confidence=round(confidence, 3),
        reasoning=how,
    )


def _none(result: SearchResult, best: Candidate | None) -> GroundingSelection:
    if best is not None:
        reason = f"the best candidate for {result.search_term!r} is too unsure ({best.confidence:.2f})"
    elif result.candidates:
        reason = f"no candidate for {result.search_term!r} is a {result.entity_type}"
    else:
        reason = f"the search for {result.search_term!r} found nothing"
    return GroundingSelection(
        entity_id=result.entity_id, entity_text=result.text, entity_type=result.entity_type, reasoning=reason
    )


def _next_term(result: SearchResult, vocabularies: Vocabularies) -> str:
    """The next way to say it: without modifiers, then the longest name at its end; empty when there is none left."""
    text = said(result.text)
    ways = [without_modifiers(result.search_term), _named_part(text, vocabularies)]
    tried = result.search_term.casefold()
    later = ways[1:] if tried == ways[0].casefold() else ways
    return next((way for way in later if way and way.casefold() != tried and len(way) < len(tried)), "")


def _in_other_words(result: SearchResult, vocabularies: Vocabularies) -> str:
    """A known name that says no less than the term: "psychotropic drugs" for "psychotropic medications"."""
    kind = entity_type(result.entity_type)
    for term in (said(result.text), without_modifiers(said(result.text))):
        other = said_otherwise(term, kind, vocabularies) if kind is not None else ""
        if other and other.casefold() != result.search_term.casefold():
            return other
    return ""


def _named_part(text: str, vocabularies: Vocabularies) -> str:
    matches = [match for match in vocabularies.find(text) if match.end == len(text)]
    longest = min(matches, key=lambda match: match.start, default=None)
    return text[longest.start : longest.end] if longest else ""
