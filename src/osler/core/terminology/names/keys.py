"""What a name is found by: the roots of its content words as numbers that can be added, and how it was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import NamedTuple

from osler.core.terminology.names.tokens import (
    CONJUNCTIONS,
    WORD,
    is_stop_word,
    join_prefixes,
    root,
    written_form,
)

ACRONYM = 1
HAS_CONJUNCTION = 2
DERIVED = 4
"""The phenotype's vocabulary does not list the name; it was made from one that it lists, or borrowed from another."""
IN_ORDER = 8
"""Both words are parts of the body, so that their order decides: a pelvic kidney is not a renal pelvis."""

_ACRONYM_LENGTH = 6
_HASH_BYTES = 7
_KEPT = 200_000
"""Words whose root and hash are remembered."""


class Key(NamedTuple):
    """What a name is found by."""

    roots: tuple[str, ...]
    words: tuple[str, ...]
    has_conjunction: bool


@lru_cache(maxsize=_KEPT)
def token_hash(root_word: str) -> int:
    """A 56-bit number for a root; sums of a dozen of them still fit 60 bits."""
    return int.from_bytes(
        blake2b(root_word.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES).digest(),
        "little",
    )


def sequence_hash(hashes: Iterable[int]) -> int:
    """A 32-bit number for token hashes in their order."""
    value = 0
    for part in hashes:
        value = (value * 1_000_003 ^ part) & 0xFFFF_FFFF
    return value


def key_of(name: str) -> Key:
    """The content words of a name, as roots and as written."""
    words = [word for word in map(_word, WORD.findall(join_prefixes(name))) if word is not None]
    content = [word for word in words if word is not _CONJUNCTION]
    return Key(
        tuple([word[0] for word in content]),
        tuple([word[1] for word in content]),
        len(content) < len(words),
    )


_CONJUNCTION = ("", "")


@lru_cache(maxsize=_KEPT)
def _word(word: str) -> tuple[str, str] | None:
    """The root of a word and its form as written: none of a conjunction, and None for a word that says nothing."""
    if is_stop_word(word):
        return None
    return _CONJUNCTION if word.lower() in CONJUNCTIONS else (root(word), written_form(word))


def is_acronym(name: str) -> bool:
    """Whether a name is written in capitals and short, so that its case must be respected."""
    if len(name) > _ACRONYM_LENGTH or " " in name:
        return False
    letters = [c for c in name if c.isalpha()]
    return sum(c.isupper() for c in letters) * 2 > len(letters)


@cache
def guarded_names() -> frozenset[str]:
    """Names that are common words or too ambiguous to be looked for in text; they can still be searched."""
    return frozenset(" ".join(map(written_form, line.split())) for line in data_lines("guarded_names.txt"))


def data_lines(name: str) -> Iterator[str]:
    text = files("osler.core.terminology").joinpath("data", name).read_text(encoding="utf-8")
    return (line for line in text.splitlines() if not line.startswith("#"))
