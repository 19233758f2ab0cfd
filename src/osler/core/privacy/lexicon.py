"""Given names, surnames and towns: lists that `scripts/build_names.py` made, read once when a text is scrubbed."""

from __future__ import annotations

import lzma
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

_ALSO_A_WORD = "*"


@dataclass(frozen=True)
class NameList:
    """Names in plain small letters; those that are words as well prove nothing alone."""

    sure: frozenset[str]
    words: frozenset[str]

    def has(self, name: str) -> bool:
        """Whether it is a name at all."""
        plain = plain_name(name)
        return plain in self.sure or plain in self.words

    def is_sure(self, name: str) -> bool:
        """Whether it is a name and nothing else."""
        return plain_name(name) in self.sure


def plain_name(name: str) -> str:
    """A name without capitals, accents and the genitive: `José's` is `jose`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return plain.removesuffix("'s").strip(".'")


def is_given_name(word: str) -> bool:
    """Whether a word is a given name of the lists."""
    return name_list("given_names").has(word)


def is_surname(word: str) -> bool:
    """Whether a word is a surname of the lists."""
    return name_list("surnames").has(word)


@lru_cache(maxsize=3)
def name_list(kind: str) -> NameList:
    """The list of `given_names`, `surnames` or `towns`."""
    packed = files("osler.core.privacy").joinpath("data", f"{kind}.txt.xz").read_bytes()
    lines = lzma.decompress(packed).decode().splitlines()
    words = {line[:-1] for line in lines if line.endswith(_ALSO_A_WORD)}
    return NameList(frozenset(line for line in lines if not line.endswith(_ALSO_A_WORD)), frozenset(words))
