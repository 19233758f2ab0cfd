"""The noun that adjectives behind it share: "respiratory diseases, cardiovascular, renal or asthma"."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.types import Expression, Finding
from osler.core.terminology import Vocabularies, singular

_GENERAL = frozenset(
    {
        "disease",
        "disorder",
        "pathology",
        "illness",
        "problem",
        "condition",
        "impairment",
        "dysfunction",
        "insufficiency",
    }
)
"""Nouns that name no disease before an adjective says of what."""


def share_noun_before(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """Members that are an adjective alone, with the general noun of the member that the list begins with."""
    first = parts[0]
    words = first.name.split() if isinstance(first, Finding) else []
    if len(words) < 2 or singular(words[-1].lower()) not in _GENERAL or not only_adjectives(words[:-1]):
        return list(parts)
    shared = [first]
    for part in parts[1:]:
        if not isinstance(part, Finding) or not _is_adjective(part, vocabularies):
            break
        shared.append(part.model_copy(update={"name": f"{part.name} {words[-1]}"}))
    return [*shared, *parts[len(shared) :]]


def _is_adjective(part: Finding, vocabularies: Vocabularies) -> bool:
    alone = " " not in part.name and not part.windows and only_adjectives([part.name])
    return alone and part.name.lower() not in cues().degrees and not names_condition(part.name, vocabularies)
