"""Values of urine, cerebrospinal fluid, sweat and the like, which say nothing of the blood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.substances import specimens


class _Fluids(NamedTuple):
    before: re.Pattern[str]
    after: re.Pattern[str]
    source: re.Pattern[str]
    head: re.Pattern[str]


@lru_cache(maxsize=1)
def _fluids() -> _Fluids:
    table = read_yaml("results.yml")
    fluid, any_word = (
        "|".join(re.escape(word) for word, name in specimens().items() if name in kinds)
        for kinds in (table["fluids"], table["specimens"])
    )
    heads = "|".join(table["heads"])
    return _Fluids(
        re.compile(rf"(?<![\w-])(?:{fluid})\s(?:(?:{heads}|for|total|spot|random|free)\s)*$", re.IGNORECASE),
        re.compile(rf"\s(?:in|of|from)\s(?:the\s|his\s|her\s)?(?:{fluid})(?![\w-])", re.IGNORECASE),
        re.compile(rf"\b(?:in|from|of)\s(?:the\s|cultured\s|his\s|her\s)?(?:{any_word})$", re.IGNORECASE),
        re.compile(
            rf"(?<![\w-])(?:(?P<fluid>{fluid})|{any_word}|bloods)(?![\w-])(?:\s(?:{heads}))*\s?(?P<lists>:|-|showed|shows|revealed)?",
            re.IGNORECASE,
        ),
    )


_BLOOD = re.compile(r"\b(?:serum|plasma|blood)\b[^,;\n]{0,24}$", re.IGNORECASE)
_OF_THE_BLOOD = re.compile(r"\b(?:serum|plasma|bloods?)\b", re.IGNORECASE)
_CELLS = re.compile(r"[^ \t\n](?:[^\t\n ]| (?! ))*")
_WRITTEN = re.compile(r"[^ \t\n]")
_MOST_ROWS = 20
"""Lines below its head in which a table is looked for."""


def _lines_above(text: str, start: int) -> Iterator[str]:
    """The lines above the one that begins at a place, nearest first."""
    for _ in range(_MOST_ROWS):
        if start <= 0:
            return
        begins = text.rfind("\n", 0, start - 1) + 1
        yield text[begins : start - 1]
        start = begins


def _stands_below_a_fluid(text: str, at: int) -> bool:
    """Whether a value stands in a table's column that is headed by another fluid: "Serum        Urine" over two columns."""
    start = text.rfind("\n", 0, at) + 1
    if not _WRITTEN.search(text, start, at):
        return False  # the first column needs no head to be told apart
    for line in _lines_above(text, start):
        cells = list(_CELLS.finditer(line))
        if not cells:
            return False
        named = [specimens().get(cell.group().strip(" :").lower()) for cell in cells]
        if len(cells) > 1 and all(named):
            under = [name for cell, name in zip(cells, named, strict=True) if cell.start() <= at - start + 1]
            return bool(under) and under[-1] in read_yaml("results.yml")["fluids"]
    return False


def is_of_a_fluid(text: str, sentence_start: int, name: tuple[int, int], value_start: int) -> bool:
    """Whether a value is one of urine, cerebrospinal fluid, sweat and the like, and says nothing of the blood.

    The fluid stands before the name ("CSF glucose"), after it ("chloride in sweat") or heads the list that the value is in.
    The name may itself be what was looked into: the leukocytes of "activity in leukocytes 0.1" are not counted.
    """
    fluids = _fluids()
    start, end = name
    if fluids.before.search(text, sentence_start, start) or fluids.source.search(text, sentence_start, end):
        return True
    if fluids.after.match(text, end, value_start) or (
        not _BLOOD.search(text, sentence_start, end) and _stands_below_a_fluid(text, start)
    ):
        return True
    heads = [
        head
        for head in fluids.head.finditer(text, sentence_start, start)
        if head["lists"]
        or _OF_THE_BLOOD.search(head.group())  # of "CSF: 6 white cells, glucose 3" the cells head nothing
    ]
    return bool(heads) and heads[-1]["fluid"] is not None and heads[-1]["lists"] is not None


class FluidList:
    """The values of a sentence that are none of the blood: by their own words, or as the next in a list that began so."""

    _NEXT = re.compile(r"\s?(?:\([^()]{1,40}\)\s?)?(?:,|and|/|&)?\s?(?:and\s)?")
    _UNKNOWN = re.compile(_NEXT.pattern + r"(?:[A-Za-z][\w-]*\s){1,3}")
    """The same with a substance that is no measure: the protein of "CSF glucose 40, protein 120, lactate 5"."""

    _ITSELF = re.compile(r"\b(?:serum|plasma|blood|e?GFR|ratio|U?[AP]CR)\b", re.IGNORECASE)
    """A name that says itself of what it is: the ratios of urine are measures of their own."""

    def __init__(self, text: str, sentence_start: int) -> None:
        self._text, self._start = text, sentence_start
        self._end: int | None = None

    def hold(self, name: tuple[int, int] | None, match: re.Match[str]) -> bool:
        """Whether a value of the measure whose name stands there is one of another fluid; values are asked in the order of the text."""
        if name is not None and self._ITSELF.search(self._text, *name):
            self._end = None
            return False
        goes_on = self._end is not None and (
            self._UNKNOWN.fullmatch(self._text, self._end, match.start())
            if name is None
            else self._NEXT.fullmatch(self._text, self._end, name[0])
        )
        own = name is not None and is_of_a_fluid(self._text, self._start, name, match.start("value"))
        if goes_on or own:
            self._end = match.end()
        return name is not None and bool(goes_on or own)
