"""The patterns of `patterns.yml`, compiled once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from osler.core.privacy.types import Kind
from osler.yaml_reader import packaged_yaml


@dataclass(frozen=True)
class Patterns:
    """Everything that is looked for in free text."""

    identifiers: tuple[tuple[Kind, re.Pattern[str]], ...]
    dates: tuple[re.Pattern[str], ...]
    eponym: re.Pattern[str]
    """What follows a capitalised word that is not a person: `'s disease`, ` syndrome`, `-Barré syndrome`."""
    words: frozenset[str]
    not_names: frozenset[str]
    facility_heads: re.Pattern[str]
    """The word that makes a proper name a place where people are treated."""
    facility_words: frozenset[str]
    """What stands before such a word without naming it: specialties, and what a clinic is for."""
    facility_leads: re.Pattern[str]
    """Words behind which a proper name is a facility: "seen at", "transferred from"."""
    not_facilities: frozenset[str]
    town_leads: re.Pattern[str]
    town_tails: re.Pattern[str]
    town_state: re.Pattern[str]
    """A state's two letters that end a phrase: "Duluth MN"."""
    clinical_endings: tuple[str, ...]
    """Endings of words that are no surnames."""


@lru_cache(maxsize=1)
def patterns() -> Patterns:
    """The compiled patterns."""
    document = packaged_yaml("osler.core.privacy", "patterns.yml")
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
        facility_heads=compiled(document["facility_heads"]),
        facility_words=frozenset(document["facility_words"].split()),
        facility_leads=compiled(document["facility_leads"], ignore_case=True),
        not_facilities=frozenset(document["not_facilities"].split()),
        town_leads=compiled(document["town_leads"], ignore_case=True),
        town_tails=compiled(document["town_tails"]),
        town_state=compiled(document["town_state"]),
        clinical_endings=tuple(document["clinical_endings"].split()),
    )
