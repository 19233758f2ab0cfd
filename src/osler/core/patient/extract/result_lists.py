"""Where a note lists results: behind a label such as "Bloods:", or in a line with several of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache

from osler.core.language import AnalysedText, SectionKind
from osler.core.patient.extract.unlisted_names import choice, table

_OF_THE_BODY = frozenset({"LAB:age", "LAB:weight", "LAB:height", "LAB:bmi", "LAB:temperature", "LAB:birth_weight"})
"""Measures that are told outside of any list of results."""
_FEW = 2
"""Named results that make a list of their line."""


@cache
def _label() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{choice(table()['labels'])})\b[^:\n]{{0,40}}:", re.IGNORECASE)


class ResultLists:
    """Which places of a text stand in a list of results: behind its label, or in a line with several of them."""

    def __init__(self, analysed: AnalysedText) -> None:
        self._analysed = analysed
        named = [one for one in analysed.quantities if one.measure_id and one.measure_id not in _OF_THE_BODY]
        self._starts = sorted(one.start for one in named)

    def holds(self, place: int) -> bool:
        """Whether a place stands in a list of results."""
        text = self._analysed.text
        start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
        end = len(text) if end < 0 else end
        if self._analysed.section_at(place).kind in (SectionKind.LABS, SectionKind.IMAGING, SectionKind.VITALS):
            return True
        if bisect_left(self._starts, end) - bisect_left(self._starts, start) >= _FEW:
            return True
        sentence = self._analysed.sentence_at(place)
        return _label().search(text, max(start, min(sentence.start, place)), place) is not None or (
            _label().match(text, start, place) is not None
        )
