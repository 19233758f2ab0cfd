"""Whether a chosen concept fits the words it was chosen for, and how surely, whoever chose it."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from osler.core.criteria import content_words
from osler.core.terminology import Candidate, SemanticType
from osler.core.terminology.names import root
from osler.core.terminology.search import says_otherwise
from osler.grounding.steps.coding import AS_WRITTEN, entity_type, sure_in_type
from osler.grounding.types import SearchResult
from osler.grounding.wording.terms import is_member

UNLIKE = 0.75
"""The most that a name which was not found as written can be trusted when it does not even look the same."""

_ALIKE = 75
"""How alike, of 100, an entity's words and a concept's name must be where no search joins them."""
_LOOKS_THE_SAME = 85
_GENES = "HGNC"
_LONGEST_ABBREVIATION = 6
_DISEASE = re.compile(r"\b(?:disorders?|diseases?|illness(?:es)?|conditions?)\b")


def names_nothing(text: str) -> bool:
    """Whether some words hold no word of content ("of", "other disease"), so that no concept can be what they mean."""
    return not content_words(text)


def is_excluded(text: str, term: str, candidate: Candidate) -> bool:
    """Whether some words say what a concept's name excludes: type 2 for type 1, HER2 negative for positive."""
    asked = term if is_member(text, term) else text
    names = [name for name in (candidate.matched_name, candidate.display) if name]
    return all(says_otherwise(asked, name) for name in names)


def is_like(text: str, candidate: Candidate) -> bool:
    """Whether a concept has a name that shares the content of some words, or at least their letters."""
    words, plain = content_words(text), text.casefold()
    names = (candidate.matched_name, candidate.display)
    return any(
        words & content_words(name) or fuzz.token_set_ratio(plain, name.casefold()) >= _ALIKE for name in names if name
    )


def trusted(candidate: Candidate, result: SearchResult) -> float:
    """How surely a candidate is what was searched for, capped where looks deceive."""
    sure = sure_in_type(candidate, result)
    deceiving = _is_unlike_gene(result.search_term, candidate, entity_type(result.entity_type)) or (
        _is_another_abbreviation(result.search_term, candidate.matched_name)
        and not (candidate.semantic_type is SemanticType.MEDICATION and candidate.matched_name.islower())
        if candidate.match_kind in AS_WRITTEN
        # Drugs with names that look alike are different drugs.
        else (candidate.match_kind == "fuzzy" and candidate.semantic_type is SemanticType.MEDICATION)
        or not _looks_the_same(result.search_term, candidate.matched_name)
    )
    return min(sure, UNLIKE) if deceiving else sure


def _is_unlike_gene(term: str, candidate: Candidate, kind: SemanticType | None) -> bool:
    """Whether a gene's symbol is only spelt like the term: "Temp" is no TEMP, and symbols are written as they are.

    What is measured is no gene for sharing three letters with one of its former names: PRA are antibodies, not S100A6.
    """
    if candidate.ontology != _GENES or len(term.split()) != 1:
        return False
    by_former_name = kind is SemanticType.LAB_VALUE and term.isalpha() and term != candidate.display
    return by_former_name or term not in (candidate.matched_name, candidate.display)


def _is_another_abbreviation(term: str, name: str) -> bool:
    """Whether two abbreviations differ by their capitals: AEDs are drugs, aEDS is a disease."""
    is_abbreviation = len(term) <= _LONGEST_ABBREVIATION and any(letter.isupper() for letter in term[1:])
    if not is_abbreviation or term == name or term.lower() != name.lower():
        return False
    # HbA1C is HbA1c: where the first letter and the last are alike, a capital within is one's own way of writing.
    ends_alike = term[0] == name[0] and (term[-1] == name[-1] or term[-1] not in "sS")
    return not (ends_alike and any(letter.isupper() for letter in name[1:]))


def _looks_the_same(term: str, name: str) -> bool:
    """Whether two names are spelt alike, as they stand or by the roots of their words (hepatic is of the liver)."""
    first, second = (_DISEASE.sub("disease", one.lower()) for one in (term, name))
    roots = (" ".join(map(root, one.split())) for one in (first, second))
    return any(fuzz.token_sort_ratio(*pair) >= _LOOKS_THE_SAME for pair in ((first, second), tuple(roots)))
