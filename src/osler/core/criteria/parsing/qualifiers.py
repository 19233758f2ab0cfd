"""Words that stand beside a noun and say which is meant: adjectives, degrees, numbers of types and stages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import kinds_of
from osler.core.terminology import SemanticType, Vocabularies

_FEW = 3
_NUMERAL = re.compile(
    r"(?:[ivx]{1,4}(?:[a-d]\d?)?|\d{1,2}[a-d]?|[a-e])(?:[/-](?:[ivx]{1,4}[a-d]?|\d{1,2}[a-d]?|[a-e]))*", re.IGNORECASE
)


@cache
def _adjective() -> re.Pattern[str]:
    """What an adjective ends in, or is."""
    endings, whole = "|".join(cues().adjective_endings), "|".join(cues().adjectives)
    return re.compile(rf"(?:{endings})$|^(?:un)?(?:{whole})$|^[a-z]+ly-[a-z]+ed$", re.IGNORECASE)


def is_numeral(word: str) -> bool:
    """Whether a word is a number of a type or a stage: "2", "III", "IIIb", "C"."""
    return bool(_NUMERAL.fullmatch(word))


def is_numbered(words: Sequence[str]) -> bool:
    """Whether words only number something: "type 2", "stages III", "II"."""
    *kinds, last = words
    return is_numeral(last) and len(kinds) <= 1 and all(is_kind_word(kind) for kind in kinds)


def only_adjectives(words: Sequence[str]) -> bool:
    """Whether words only qualify something."""
    return 0 < len(words) <= _FEW and all(map(_only_qualifies, words))


@lru_cache(maxsize=20_000)
def _only_qualifies(word: str) -> bool:
    return bool(_adjective().search(word)) or word.lower() in cues().degrees


def is_kind_word(word: str) -> bool:
    """Whether a word is one that a number follows: "type", "stages"."""
    return not cues().numbered.isdisjoint((word.lower(), word.lower().removesuffix("s")))


@lru_cache(maxsize=20_000)
def qualifies(word: str, vocabularies: Vocabularies) -> bool:
    """Whether a word stands before a noun and says what kind it is of."""
    if word.lower() in cues().nouns_like_adjectives or (
        word.lower().endswith("al") and SemanticType.MEDICATION in kinds_of(word, vocabularies)
    ):
        # "Phenobarbital and other drugs"
        return False
    return bool(_adjective().search(word)) or word.lower() in cues().attributive
