"""Finding what the record already knows: names whole and in parts, numbers, contacts, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from osler.core.privacy.patterns import patterns
from osler.core.privacy.types import Identifying, Kind, KnownIdentifiers

_SHORTEST = 3
"""Shorter numbers and addresses would be found in doses and lab values."""


class KnownFinder:
    """Looks for the identifiers of one record."""

    def __init__(self, known: KnownIdentifiers) -> None:
        self._whole = [
            *self._compiled("NAME", (name for name in known.names if len(name.split()) > 1)),
            # Programs call a person without a number "patient" or "example": words, not identifiers.
            *self._compiled("RECORD", (number for number in known.ids if not (number.isalpha() and number.islower()))),
            *self._compiled("PHONE", known.contacts),
            *self._compiled("ADDRESS", known.addresses),
            # A year alone does not identify.
            *self._compiled("DATE", (day for day in known.birth_dates if len(day) > len("1961"))),
            *self._compiled("OTHER", known.others),
        ]
        self._parts = _alternatives(_name_parts(known.names))
        self._learnt: set[str] = set()
        self._learnt_pattern: re.Pattern[str] | None = None

    def learn(self, name: str) -> None:
        """Look also for the parts of a name that a title or a label gave away, as they were written there."""
        rules = patterns()
        parts = {part for part in _name_parts([name]) if len(part) >= _SHORTEST and part.lower() not in rules.words}
        new = parts - rules.not_names - self._learnt
        if new:
            self._learnt |= new
            self._learnt_pattern = _alternatives(self._learnt, flags=0)

    def find(self, text: str) -> Iterator[Identifying]:
        """Every place where the record's identifiers stand in the text."""
        for kind, pattern in self._whole:
            for match in pattern.finditer(text):
                yield Identifying(*match.span(), kind, known=True)
        for pattern in filter(None, (self._parts, self._learnt_pattern)):
            for match in pattern.finditer(text):
                if _is_name_here(text, match):
                    yield Identifying(*match.span(), "NAME", known=True)

    @staticmethod
    def _compiled(kind: Kind, values: Iterable[str]) -> Iterator[tuple[Kind, re.Pattern[str]]]:
        pattern = _alternatives({value for value in values if len("".join(value.split())) >= _SHORTEST})
        if pattern is not None:
            yield kind, pattern


def _name_parts(names: Iterable[str]) -> set[str]:
    parts = {part.strip(".,;()") for name in names for part in name.split()}
    parts |= {piece for part in parts for piece in part.split("-")}
    return {part for part in parts if len(part) >= 2 and any(letter.isalpha() for letter in part)}


def _alternatives(values: Iterable[str], flags: int = re.IGNORECASE) -> re.Pattern[str] | None:
    """Any of the values as whole words, longest first, with any white space where a value has some."""
    ordered = sorted({" ".join(value.split()) for value in values} - {""}, key=lambda value: (-len(value), value))
    if not ordered:
        return None
    written = []
    for value in ordered:
        before = r"(?<!\w)" if re.match(r"\w", value) else ""
        after = r"(?!\w)" if re.search(r"\w\Z", value) else ""
        written.append(before + r"\s+".join(map(re.escape, value.split(" "))) + after)
    return re.compile("|".join(written), flags)


def _is_name_here(text: str, match: re.Match[str]) -> bool:
    word = match.group()
    if patterns().eponym.match(text, match.end()):
        return False
    looks_like_a_word = len(word) <= 2 or word.lower() in patterns().words
    return not looks_like_a_word or word[0].isupper()
