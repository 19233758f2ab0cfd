"""Several adjectives before one part of the body, each a finding of its own: "low set posteriorly rotated ears"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.language.types import TextMatch
from osler.core.terminology import Match, Vocabularies

_PARTS = frozenset(
    [
        "ear",
        "ears",
        "eye",
        "eyes",
        "nose",
        "philtrum",
        "palate",
        "lip",
        "lips",
        "finger",
        "fingers",
        "toe",
        "toes",
        "thumb",
        "thumbs",
        "hand",
        "hands",
        "foot",
        "feet",
        "neck",
        "chin",
        "mouth",
        "tongue",
        "teeth",
        "hair",
        "nail",
        "nails",
        "nipples",
        "face",
        "forehead",
        "eyebrows",
        "eyelashes",
        "fissures",
        "bridge",
        "thorax",
        "chest",
        "limbs",
        "skin",
        "hairline",
    ]
)
_BEFORE = re.compile(r"(?:[A-Za-z-]+[ \t]){1,4}$")
_LONGEST = 3
"""Words of one adjective, at most: "low set", "broadly spaced"."""
_LOOK_BACK = 60


def shared_parts(text: str, found: Sequence[TextMatch], vocabularies: Vocabularies) -> Iterator[Match]:
    """The findings that the words before one make with its last word, each from its own adjective on."""
    for match in found:
        words = text[match.start : match.end].split()
        if not match.concept_ids[0].startswith("HP:") or len(words) < 2 or words[-1].lower() not in _PARTS:
            continue
        end = match.start
        while (named := _adjective_before(text, end, match.end, words[-1], vocabularies)) is not None:
            if named.concept_ids[0] != match.concept_ids[0]:
                yield named
            end = named.start


def _adjective_before(text: str, end: int, whole_end: int, part: str, vocabularies: Vocabularies) -> Match | None:
    before = _BEFORE.search(text, max(0, end - _LOOK_BACK), end)
    words = before.group().split() if before else []
    for length in range(min(_LONGEST, len(words)), 0, -1):
        adjective = " ".join(words[-length:])
        whole = f"{adjective} {part}"
        named = next((one for one in vocabularies.find(whole) if one.start == 0 and one.end == len(whole)), None)
        if named is not None and named.concept_ids[0].startswith("HP:"):
            start = text.rfind(words[-length], 0, end - len(adjective) + len(words[-length]) - 1)
            return Match(start, whole_end, named.concept_ids)
    return None
