"""Changes that are told of a part by its own name, and are those of the whole: "an infarct of the right frontal lobe"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import Sentence
from osler.core.terminology import Match, Vocabularies
from osler.first_letters import each_match

_SIDES = r"(?:(?:the|his|her|both|left|right|bilateral)\s)*"
_ELSEWHERE = re.compile(
    r"\s(?:bones?|scalp|sinus(?:es)?|suture)\b|\sof\s(?:the\s)?(?:thyroid|liver|prostate|skull|scalp)\b", re.IGNORECASE
)
"""What makes of the region of a brain one of the skull, and of a lung's lobe a gland's."""


class _Whole(NamedTuple):
    written: re.Pattern[str]
    names: tuple[str, ...]


@cache
def _wholes() -> tuple[_Whole, ...]:
    return tuple(_whole(row["parts"], row["changes"], row["names"]) for row in read_yaml("wholes.yml")["wholes"])


def _whole(parts: Sequence[str], changes: Sequence[str], names: Sequence[str]) -> _Whole:
    part, change = "|".join(parts), "|".join(changes)
    listed = rf"{_SIDES}(?:{part})(?:(?:,\s|\sand\s|,\sand\s){_SIDES}(?:{part})){{0,3}}"
    return _Whole(
        re.compile(
            rf"(?<![\w-])(?:(?P<change>{change})\s(?:of|in|within|involving|affecting)\s{listed}|{listed}\s(?P<last>{change}))(?![\w-])",
            re.IGNORECASE,
        ),
        tuple(names),
    )


def changes_of_wholes(text: str, sentences: Sequence[Sentence], vocabularies: Vocabularies) -> Iterator[Match]:
    """The findings of brain and lung that are told of one of their lobes, where HPO names them by the whole."""
    for sentence in sentences:
        for whole in _wholes():
            for match in each_match(whole.written, text, sentence.start, sentence.end):
                change = (match["change"] or match["last"]).lower()
                known = next(filter(None, (_named(f"{name} {change}", vocabularies) for name in whole.names)), ())
                if known and not _ELSEWHERE.match(text, match.end()):
                    yield Match(match.start(), match.end(), known)


@lru_cache(maxsize=1024)
def _named(phrase: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The finding that a phrase names as a whole; none of others."""
    whole = (one for one in vocabularies.find(phrase) if (one.start, one.end) == (0, len(phrase)))
    return next((one.concept_ids for one in whole if one.concept_ids[0].startswith("HP:")), ())
