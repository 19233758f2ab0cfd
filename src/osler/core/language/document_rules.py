"""The words by which a note tells of itself: labels of dates, titles, pronouns, authors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from osler.core.language.rules import read_yaml

WrittenSex = Literal["female", "male"]


class DocumentRules(NamedTuple):
    note_labels: tuple[re.Pattern[str], ...]
    birth_label: re.Pattern[str]
    titles: tuple[tuple[WrittenSex, re.Pattern[str]], ...]
    pronouns: tuple[tuple[WrittenSex, re.Pattern[str]], ...]
    authors: tuple[tuple[str, re.Pattern[str]], ...]
    staff: re.Pattern[str]
    young: re.Pattern[str]


@lru_cache(maxsize=1)
def document_rules() -> DocumentRules:
    table = read_yaml("document.yml")
    return DocumentRules(
        note_labels=tuple(_words(labels) for labels in table["note_dates"]),
        birth_label=_words(table["birth_dates"]),
        titles=tuple(
            (sex, re.compile(rf"(?<!\w)(?:{'|'.join(_as_titles(names))})")) for sex, names in table["titles"].items()
        ),
        pronouns=tuple((sex, _words(names)) for sex, names in table["pronouns"].items()),
        authors=tuple((kind, _words(names)) for kind, names in table["author_kinds"].items()),
        staff=re.compile(rf"{_words(table['staff']).pattern}$", re.IGNORECASE),
        young=_words(table["young"]),
    )


def _as_titles(names: Iterable[str]) -> Iterable[str]:
    """Titles as they stand before a name; in capitals only before a name in capitals ("MS JONES", and not "MS. Father")."""
    for name in names:
        yield rf"{name.capitalize()}\.?(?:\s+[A-Z]|,\s+\d{{1,3}}\s?(?:y|yrs?|years)\b)"
        yield rf"{name.upper()}\.?\s+[A-Z]{{4,}}\b"


def _words(phrases: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(phrase) for phrase in ordered)})(?!\w)", re.IGNORECASE)
