"""Several adjectives before one part of the body, each a finding of its own: "low set posteriorly rotated ears"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from osler.core.language.rules import read_table
from osler.core.language.types import TextMatch
from osler.core.terminology import Match, Vocabularies

_BEFORE = re.compile(r"(?:[A-Za-z-]+(?:,?[ \t](?:and[ \t])?)){1,4}$")
_JOINT = re.compile(r",?[ \t](?:and[ \t])?$")
"""What may stand between two adjectives of one part: "cup-shaped, anteverted pinnae", "low-set and posteriorly rotated ears"."""
_LONGEST = 3
"""Words of one adjective, at most: "low set", "broadly spaced"."""
_LOOK_BACK = 60
_BARE = frozenset(("of", "the", "in", "and", "or", "with", "are", "is", "was", "were"))
"""Words that no adjectives of one part have between them."""


@cache
def _parts() -> frozenset[str]:
    return frozenset(row[0] for row in read_table("described_parts.tsv"))


def shared_parts(text: str, found: Sequence[TextMatch], vocabularies: Vocabularies) -> Iterator[Match]:
    """The findings that the words before one make with its last word, each from its own adjective on."""
    whole = {place: match.end for match in found if _is_finding(match) for place in range(match.start + 1, match.end)}
    for match in found:
        words = text[match.start : match.end].split()
        if not _is_finding(match) or len(words) < 2 or words[-1].lower() not in _parts():
            continue
        if (
            len(words) > 2
            and _BARE.isdisjoint(words)
            and (inner := _adjective_inside(text, match, words, vocabularies)) is not None
        ):
            yield inner
        end = match.start
        while (named := _adjective_before(text, end, match.end, words[-1], vocabularies)) is not None:
            if whole.get(named.start, match.end) < match.start:
                break  # in "mental retardation, absent speech" the retardation is a finding of its own
            if named.concept_ids[0] != match.concept_ids[0]:
                yield named
            end = named.start


def _is_finding(match: TextMatch) -> bool:
    return match.concept_ids[0].startswith("HP:")


def _adjective_inside(text: str, match: TextMatch, words: Sequence[str], vocabularies: Vocabularies) -> Match | None:
    """What the last adjective of a name says by itself, if that is no kind of what the whole says: "broad-based ataxic gait"."""
    start = text.rfind(words[-2], match.start, match.end)
    whole = text[start : match.end]
    named = next((one for one in vocabularies.find(whole) if one.start == 0 and one.end == len(whole)), None)
    if named is None or not _is_finding(named):
        return None
    one, other, graph = named.concept_ids[0], match.concept_ids[0], vocabularies.hpo
    if graph.is_a(one, other) or graph.is_a(other, one):
        return None
    return Match(start, match.end, named.concept_ids)


def _adjective_before(text: str, end: int, whole_end: int, part: str, vocabularies: Vocabularies) -> Match | None:
    joint = _JOINT.search(text, max(0, end - _LOOK_BACK), end)
    end = joint.start() + 1 if joint else end
    before = _BEFORE.search(f"{text[max(0, end - _LOOK_BACK) : end - 1]} ") if joint else None
    words = before.group().split() if before else []
    for length in range(min(_LONGEST, len(words)), 0, -1):
        adjective = " ".join(words[-length:])
        whole = f"{adjective} {part}"
        named = next((one for one in vocabularies.find(whole) if one.start == 0 and one.end == len(whole)), None)
        if named is not None and _is_finding(named):
            start = text.rfind(words[-length], 0, end - len(adjective) + len(words[-length]) - 1)
            return Match(start, whole_end, named.concept_ids)
    return None
