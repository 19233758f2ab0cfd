"""Whether a chosen concept fits the words it was chosen for, whoever chose it."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz

from osler.core.criteria import content_words
from osler.core.terminology import Candidate
from osler.grounding.offline.lexicon import lexicon

_ALIKE = 75
"""How alike, of 100, an entity's words and a concept's name must be where no search joins them."""


def names_nothing(text: str) -> bool:
    """Whether some words hold no word of content ("of", "other disease"), so that no concept can be what they mean."""
    return not content_words(text)


def fits_words(text: str, term: str, candidate: Candidate, found: Iterable[Candidate]) -> bool:
    """Whether a concept is one that the entity's own words mean.

    `found` is what a search for the words themselves returns: whoever searches for something else, such as a standard
    term, must come out at a concept of theirs, or at a name that shares their content.
    """
    if names_nothing(text):
        return False
    plain = text.casefold()
    if lexicon().aliases.get(plain, "").casefold() == term.casefold():
        return True
    if any(other.concept_id == candidate.concept_id for other in found):
        return True
    said = content_words(text)
    names = (candidate.matched_name, candidate.display)
    return any(
        said & content_words(name) or fuzz.token_set_ratio(plain, name.casefold()) >= _ALIKE for name in names if name
    )
