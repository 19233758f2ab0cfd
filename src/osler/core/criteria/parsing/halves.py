"""Members of a list that are nothing by themselves: "suitable veins for cannulation or venipuncture"."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.beside import name_words
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.known import holds_medicine, names_something
from osler.core.criteria.parsing.lists import Member
from osler.core.criteria.parsing.openings import holds_verb, is_bare, joined_closely
from osler.core.criteria.parsing.qualifiers import is_numeral, only_adjectives
from osler.core.criteria.parsing.shared_targets import names_reaction
from osler.core.criteria.parsing.words import strip_frames
from osler.core.terminology import Vocabularies, singular

_LEADING = frozenset({"for", "of", "in", "to", "on", "at", "by", "from", "into", "with"})
_WORDS = 4
"""Words of a half, with its article, at most."""


def with_halves(found: Sequence[Member], vocabularies: Vocabularies) -> list[Member]:
    """ "Suitable veins for cannulation or venipuncture": what is nothing by itself is the second object of one preposition."""
    members = list(found)
    for index in range(len(members) - 1):
        member, following = members[index], members[index + 1]
        if not joined_closely(member, following):
            continue
        chained = index + 2 < len(members) and members[index + 2].joint is not Kind.COMMA
        place = max((n for n, item in enumerate(member.items) if n and item.text in _LEADING), default=0)
        within = index > 0 and member.joint is Kind.COMMA  # "lesion of the tongue, floor of the mouth or palate"
        if not place or chained or within or not is_bare(following):
            continue
        halves = (member.items[place + 1 :], following.items)
        if all(_is_half(half, vocabularies) for half in halves) and _is_head(member.items[:place]):
            members[index + 1] = following._replace(items=[*member.items[: place + 1], *following.items])
    return members


def _is_head(items: Sequence[Item]) -> bool:
    """Whether words before a preposition name something that is no reaction: what one reacts to is shared by another rule."""
    words = [item for item in items if is_kind(item, Kind.WORD) and isinstance(item, Token)]
    named = [word.text for word in strip_frames(words) if word.text not in cues().certainty]
    return bool(named) and not names_reaction(" ".join(named))


def _is_half(items: Sequence[Item], vocabularies: Vocabularies) -> bool:
    """Whether words are a short noun phrase that names nothing of its own: no disease, no medicine, nothing that is done."""
    if not 0 < len(items) <= _WORDS or not all(is_kind(item, Kind.WORD) for item in items) or holds_verb(items):
        return False
    if any(item.text in cues().prepositions for item in items):
        return False
    words = name_words(items)
    first, *_, last = [*words.split()[:1], *words.split()] or ["", ""]
    ended = (
        last.endswith(("ed", "ing")) or only_adjectives([last]) or is_numeral(last) or last in cues().kinds_of_things
    )
    told = first.endswith("s") and not first.endswith(("ss", "is", "us")) and " " in words  # "supervises his care"
    general = first == "other" or singular(last) in cues().general_heads
    known = names_something(words, vocabularies) or holds_medicine(words, vocabularies)
    return not (ended or told or general or known)
