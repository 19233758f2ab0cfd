"""The patterns of `patterns.yml`, compiled once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import yaml

from osler.core.privacy.types import Kind


@dataclass(frozen=True)
class Patterns:
    """Everything that is looked for in free text."""

    identifiers: tuple[tuple[Kind, re.Pattern[str]], ...]
    dates: tuple[re.Pattern[str], ...]
    eponym: re.Pattern[str]
    """What follows a capitalised word that is not a person: `'s disease`, ` syndrome`, `-Barré syndrome`."""
    words: frozenset[str]
    not_names: frozenset[str]


@lru_cache(maxsize=1)
def patterns() -> Patterns:
    """The compiled patterns."""
    document = yaml.safe_load((files("osler.core.privacy") / "patterns.yml").read_text(encoding="utf-8"))
    pieces: dict[str, str] = {}
    for name, piece in document["pieces"].items():
        pieces[name] = piece.format(**pieces)

    def compiled(regex: str, ignore_case: bool = False) -> re.Pattern[str]:
        return re.compile(regex.format(**pieces), re.VERBOSE | (re.IGNORECASE if ignore_case else 0))

    heads = "|".join(map(re.escape, document["clinical_heads"].split()))
    return Patterns(
        identifiers=tuple(
            (entry["kind"], compiled(entry["regex"], entry.get("ignore_case", False))) for entry in document["patterns"]
        ),
        dates=tuple(compiled(regex) for regex in document["dates"]),
        eponym=re.compile(rf"(?:['’]?s)?(?:[-–][^\W\d_]+)*[ ](?:[^\W\d_]+[ ])?(?:{heads})\b", re.IGNORECASE),
        words=frozenset(document["words_that_are_names"].split()),
        not_names=frozenset(document["not_names"].split()),
    )
