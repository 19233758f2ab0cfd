"""Diseases that bear a name of their own, and are not the sign that a vocabulary joins them with."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.language.types import TextMatch
from osler.core.terminology import Match, Vocabularies, singular

_NAMED = re.compile(r"[A-Z][a-z]{2,}|\b(?:disease|syndrome)\b")
"""A name that is a person's or says itself that it is a disease: vocabularies write only such names with a capital."""
_POSSESSIVE = re.compile(r"['’]s?(?=\s|$)")


def disease_first(text: str, match: TextMatch, vocabularies: Vocabularies) -> TextMatch:
    """The concepts of a name, without a sign that does not bear it: Fabry disease is not its angiokeratoma."""
    if not match.concept_ids[0].startswith("HP:") or len(match.concept_ids) < 2:
        return match
    ids = _of_disease(_folded(text[match.start : match.end]), match.concept_ids, vocabularies)
    return match if ids == match.concept_ids else Match(match.start, match.end, ids)


@lru_cache(maxsize=4096)
def _of_disease(written: str, ids: tuple[str, ...], vocabularies: Vocabularies) -> tuple[str, ...]:
    others = tuple(one for one in ids if not one.startswith("HP:"))
    for one in others:
        if one.startswith("MONDO:") and any(
            _folded(name) == written and _NAMED.search(name) for name in vocabularies.names.names(one)
        ):
            signs = (name for sign in ids if sign not in others for name in vocabularies.names.names(sign))
            return (
                ids
                if singular(written) in map(singular, map(_folded, signs))
                else (one, *(other for other in others if other != one))
            )
    return ids


def _folded(name: str) -> str:
    return _POSSESSIVE.sub("", name.casefold())
