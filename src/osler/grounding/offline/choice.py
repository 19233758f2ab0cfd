"""Which candidate an entity means, by type and confidence; and what to search for when none fits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from osler.core.terminology import Candidate, SemanticType, Vocabularies
from osler.grounding.offline.lexicon import lexicon
from osler.grounding.steps.coding import AS_WRITTEN, best_fitting, sure_in_type
from osler.grounding.types import AgenticAction, ExtractedEntityAction, GroundingSelection, SearchResult

WITHOUT_MODIFIERS = 0.97
PART_OF_THE_NAME = 0.6
"""What a confidence is worth when words were left out: of degree, or of the name itself."""

UNLIKE = 0.75
"""The most that a name which was not found as written can be trusted when it does not even look the same."""
_LOOKS_THE_SAME = 85
_GENES = "HGNC"
_LONGEST_ABBREVIATION = 6
_BRACKET = re.compile(r"\s*[(\[][^()\[\]]*[)\]]$")
_DISEASE = re.compile(r"\b(?:disorders?|diseases?|illness(?:es)?)\b")
_WORD = re.compile(r"[^\W_]+")


def evaluate_offline(
    results: Sequence[SearchResult], vocabularies: Vocabularies, *, last: bool, review: float
) -> AgenticAction:
    """The policy of the evaluation step."""
    selections: list[GroundingSelection] = []
    entities: list[ExtractedEntityAction] = []
    for result in results:
        best = best_fitting(result)
        sure = _trusted(best, result) * _weight(result) if best is not None else 0.0
        if best is not None and sure >= review:
            selections.append(_selection(result, best, sure))
            continue
        other = "" if last else _next_term(result, vocabularies)
        if other:
            entities.append(
                ExtractedEntityAction(
                    entity_id=result.entity_id, text=result.text, entity_type=result.entity_type, search_term=other
                )
            )
        else:
            selections.append(_none(result, best))
    return AgenticAction(action_type="refine" if entities else "evaluate", entities=entities, selections=selections)


def _trusted(candidate: Candidate, result: SearchResult) -> float:
    """The confidence of a candidate, capped where looks deceive."""
    sure = sure_in_type(candidate, result)
    deceiving = _is_unlike_gene(result.search_term, candidate) or (
        _is_another_abbreviation(result.search_term, candidate.matched_name)
        if candidate.match_kind in AS_WRITTEN
        # Drugs with names that look alike are different drugs.
        else (candidate.match_kind == "fuzzy" and candidate.semantic_type is SemanticType.MEDICATION)
        or fuzz.token_sort_ratio(_plain(result.search_term), _plain(candidate.matched_name)) < _LOOKS_THE_SAME
    )
    return min(sure, UNLIKE) if deceiving else sure


def _is_unlike_gene(term: str, candidate: Candidate) -> bool:
    """Whether a gene's symbol is only spelt like the term: "Temp" is no TEMP, and symbols are written as they are."""
    return (
        candidate.ontology == _GENES
        and len(term.split()) == 1
        and term not in (candidate.matched_name, candidate.display)
    )


def _is_another_abbreviation(term: str, name: str) -> bool:
    """Whether two abbreviations differ by their capitals: AEDs are drugs, aEDS is a disease."""
    is_abbreviation = len(term) <= _LONGEST_ABBREVIATION and any(letter.isupper() for letter in term[1:])
    return is_abbreviation and term != name and term.lower() == name.lower()


def _plain(name: str) -> str:
    return _DISEASE.sub("disease", name.lower())


def _said(result: SearchResult) -> str:
    """The entity's words without an abbreviation in brackets."""
    return " ".join(_BRACKET.sub("", result.text).split())


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


def _weight(result: SearchResult) -> float:
    term, plain = result.search_term.casefold(), _said(result).casefold()
    if len(term) >= len(plain) or lexicon().aliases.get(plain, "").casefold() == term:
        return 1.0
    return WITHOUT_MODIFIERS if term == without_modifiers(plain).casefold() else _part_weight(result)


def _part_weight(result: SearchResult) -> float:
    # A member of a list that shares its neighbour's word was never written as one piece.
    words, said = _WORD.findall(result.search_term.casefold()), _WORD.findall(_said(result).casefold())
    shared = words[:1] == said[:1] and words[-1:] == said[-1:]
    return 1.0 if shared and len(words) > 1 else PART_OF_THE_NAME


def without_modifiers(term: str) -> str:
    """The term without words of degree and kind, wherever they stand."""
    known = lexicon().qualifiers
    words = [word for word in term.split() if word.lower().strip(",;") not in known]
    return " ".join(words) or term


def _next_term(result: SearchResult, vocabularies: Vocabularies) -> str:
    """The next way to say it: without modifiers, then the longest name at its end; empty when there is none left."""
    text = _said(result)
    ways = [without_modifiers(result.search_term), _named_part(text, vocabularies)]
    tried = result.search_term.casefold()
    later = ways[1:] if tried == ways[0].casefold() else ways
    return next((way for way in later if way and way.casefold() != tried and len(way) < len(tried)), "")


def _named_part(text: str, vocabularies: Vocabularies) -> str:
    matches = [match for match in vocabularies.find(text) if match.end == len(text)]
    longest = min(matches, key=lambda match: match.start, default=None)
    return text[longest.start : longest.end] if longest else ""
