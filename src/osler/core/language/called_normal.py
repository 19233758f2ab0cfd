"""What a text calls normal: the items of the list before the word for it, or behind it ("haemoglobin, CRP and calcium normal")."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from osler.core.language.analyse import AnalysedText
from osler.core.language.types import Experiencer, Polarity
from osler.first_letters import each_match

_NORMAL = re.compile(
    r"\b(?:(?P<plain>normal|unremarkable|within\s(?:the\s)?(?:normal|reference)\s(?:limits|range)|WNL|NAD)"
    r"|negative|not\s(?:raised|elevated|increased|reduced|decreased|low))\b"
    r"(?!\s(?:range|limits|variant|saline|diet|size|pressure)\b|-)",
    re.IGNORECASE,
)
_BRIDGE = re.compile(
    r"(?:[\s:=–-]|\b(?:is|was|are|were|all|both|remains?|remained|came|back|now|again|also|levels?|concentrations?|results?|checked|today|in|the)\b)*$",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s*(?:,\s*(?:and\s)?|\band\b|\bor\b|&|/)\s*", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:(\n](?!\d)|\b(?:but|although|though|while|whereas|except)\b", re.IGNORECASE)

_LONGEST_BRIDGE = 120
"""Characters between the last item of a list and the word for normal."""


class CalledNormal(NamedTuple):
    """A word that calls something normal of the patient, with the places of the items that it may be said of."""

    start: int
    end: int
    plain: bool
    """Whether it says normal; else that a test was negative, or a value not raised or not low."""
    before: tuple[tuple[int, int], ...]
    """The items of the list that ends where the word begins, nearest first."""
    after: tuple[tuple[int, int], ...]
    """The items of the list that follows the word."""


def called_normal(analysed: AnalysedText) -> Iterator[CalledNormal]:
    """Every place where the text calls something normal of the patient, in order."""
    text = analysed.text
    lists: _Lists | None = None
    for found in each_match(_NORMAL, text):
        sentence = analysed.sentence_at(found.start())
        said = analysed.assertion_at(*found.span())
        if said.polarity is not Polarity.PRESENT or said.experiencer is not Experiencer.PATIENT:
            continue
        if lists is None or lists.start != sentence.start:
            lists = _Lists(text, sentence.start, sentence.end)
        before, after = tuple(lists.before(found.start())), tuple(lists.after(found.end()))
        yield CalledNormal(*found.span(), found["plain"] is not None, before, after)


class _Lists:
    """The lists of a sentence, whose marks are looked for once however many words for normal it has."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self.start = start
        self._end = end
        self._joints = [joint.span() for joint in each_match(_JOINT, text, start, end)]
        self._clauses = [clause.span() for clause in each_match(_CLAUSE, text, start, end)]
        self._normal = [one.span() for one in each_match(_NORMAL, text, start, end)]

    def before(self, stop: int) -> Iterator[tuple[int, int]]:
        """The items of the list that ends at a place, nearest first, up to one with a word for normal of its own."""
        bridge = _BRIDGE.search(self._text, max(self.start, stop - _LONGEST_BRIDGE), stop)
        end = bridge.start() if bridge else stop
        ended = bisect_right(self._clauses, end, key=lambda clause: clause[1])
        begin = self._clauses[ended - 1][1] if ended else self.start
        for place in range(bisect_left(self._joints, (end,)) - 1, -1, -1):
            joint = self._joints[place]
            if joint[1] <= begin:
                break
            if self._is_normal(piece := (min(joint[1], end), end)):
                return
            yield piece
            end = max(joint[0], begin)
        if not self._is_normal((begin, end)):
            yield begin, end

    def after(self, start: int) -> Iterator[tuple[int, int]]:
        """The items of the list that begins at a place, in order, up to one with a word for normal of its own."""
        place = bisect_left(self._clauses, (start,))
        stop = self._clauses[place][0] if place < len(self._clauses) else self._end
        for at in range(bisect_left(self._joints, (start,)), len(self._joints)):
            joint = self._joints[at]
            if joint[0] >= stop:
                break
            if self._is_normal(piece := (start, joint[0])):
                return
            yield piece
            start = min(joint[1], stop)
        if not self._is_normal((start, stop)):
            yield start, stop

    def _is_normal(self, piece: tuple[int, int]) -> bool:
        place = bisect_left(self._normal, (piece[0],))
        return place < len(self._normal) and self._normal[place][1] <= piece[1]
