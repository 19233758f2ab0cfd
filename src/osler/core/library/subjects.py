"""A row of a table → a passage that says what its table is about: a dose that is quoted without it is nobody's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.language import quantities
from osler.core.library.populations import population_of, read_rules
from osler.core.library.readers.footnotes import KEPT
from osler.core.library.readers.front_lines import any_word
from osler.core.library.rows import LONGEST_ABOUT, Row, row_of, told_about
from osler.core.library.types import Block

_NUMBER = re.compile(
    r"^\W*(?:(?:table|box|chart)\s+[\dA-Z]{1,3}(?:\.\d+)*|\d{1,2}(?:\.\d{1,2})*(?=[.:]|\s+(?-i:[A-Z])))(?:[.:]|\s+[-–])?\s+",
    re.IGNORECASE,
)
"""The number of a heading or a caption, which names nothing."""
_ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]")
_ARRANGED = re.compile(r"\b(?:by|according to|based on|depending on)\b[^,;:]*", re.IGNORECASE)
"""By what a table is ordered, which is not what it is about: "by renal function"."""
_WORD = re.compile(r"[a-z]{3,}")
_COUNTED = re.compile(r"(?:[A-Za-z]+ )?\d{1,2}")
_ENOUGH = 2
"""Words of headings that name something from which on a reader knows what a row is about."""


def with_subject(block: Block) -> Block:
    """A block; a row of a table that names only a value stands behind the caption or the heading that tells what it is about."""
    row = row_of(block.text) if block.kind == "table" else None
    about = _subject(block.heading, row) if row and not row.about and _names_nothing(row) else ""
    return block.model_copy(update={"text": told_about(block.text, about)}) if about else block


def _names_nothing(row: Row) -> bool:
    """Whether a row is of a value or a number ("Weight 50 to 69 kg", "Bag 2"), and of nothing that its label names."""
    return not row.head and bool(quantities(row.first) or _COUNTED.fullmatch(row.first))


def _subject(headings: Sequence[str], row: Row) -> str:
    """The nearest heading of a row, behind those above it as far as it only says whom or when, or names little by itself: "Doses"."""
    parts: list[str] = []
    size = named = 0
    own = set(_WORD.findall(" ".join([row.first, *(f"{name} {cell}" for name, cell in row.cells)]).casefold()))
    names = set(_WORD.findall(" ".join([row.head, *(name for name, _ in row.cells)]).casefold()))
    for heading in reversed(headings):
        said = _NUMBER.sub("", KEPT.sub("", heading)).strip(" .:")
        size += len(said) + 2
        if size > LONGEST_ABOUT:
            break
        telling = [word for word in _words(said) if word not in names]
        if telling or not parts or _is_of_some(said):
            parts.insert(0, said)
        named += 0 if _is_of_some(said) else len(telling)
        if named >= _ENOUGH:
            break
    about = ", ".join(filter(None, parts))
    return "" if set(_words(about)) <= own else about


def _is_of_some(heading: str) -> bool:
    """Whether a heading says whom or when, for which the thing itself stands above it: "Children", "Renal impairment"."""
    told = _ASIDE.sub(" ", heading)
    states = any_word(tuple(read_rules()["columns"]["states"]))
    return bool(states.search(told)) or not population_of(told).is_everyone


def _words(text: str) -> list[str]:
    """The words of a heading that name something of their own."""
    columns = read_rules()["columns"]
    general = any_word((*columns["attributes"], *columns["small"]))
    return _WORD.findall(general.sub(" ", _ARRANGED.sub(" ", _ASIDE.sub(" ", text)).casefold()))
