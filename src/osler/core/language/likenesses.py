"""Likenesses by which a gait, a movement or a face is told to be abnormal: "a puppet-like gait"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from osler.core.language.rules import read_yaml
from osler.core.language.types import TextMatch
from osler.core.terminology import Match
from osler.first_letters import each_match


@cache
def _likeness() -> re.Pattern[str]:
    table = read_yaml("likenesses.yml")
    usual, parts = "|".join(table["usual"]), "|".join(table["like"])
    return re.compile(rf"\b(?!(?:{usual})-)[a-z]{{3,}}-like[\"”’']?\s(?:[a-z]+\s)?(?P<part>{parts})\b", re.IGNORECASE)


def likenesses(text: str, found: Sequence[TextMatch]) -> Iterator[Match]:
    """The abnormalities that a likeness tells of, where no finding names them: HPO has "bird-like facies" itself."""
    if "-like" not in text:
        return
    spans = [(match.start, match.end) for match in found if match.concept_ids[0].startswith("HP:")]
    for match in each_match(_likeness(), text):
        if not any(start < match.end() and match.start("part") < end for start, end in spans):
            yield Match(match.start(), match.end(), (read_yaml("likenesses.yml")["like"][match["part"].lower()],))
