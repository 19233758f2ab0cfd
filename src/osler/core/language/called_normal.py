"""What a text calls normal: the items of the list before the word for it, or behind it ("haemoglobin, CRP and calcium normal")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from osler.core.language.analyse import AnalysedText
from osler.core.language.types import Experiencer, Polarity

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
    for found in _NORMAL.finditer(text):
        sentence = analysed.sentence_at(found.start())
        said = analysed.assertion_at(*found.span())
        if said.polarity is not Polarity.PRESENT or said.experiencer is not Experiencer.PATIENT:
            continue
        yield CalledNormal(
            *found.span(),
            found["plain"] is not None,
            tuple(_before(text, sentence.start, found.start())),
            tuple(_after(text, found.end(), sentence.end)),
        )


def _before(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    bridge = _BRIDGE.search(text, start, stop)
    end = bridge.start() if bridge else stop
    begin = max((one.end() for one in _CLAUSE.finditer(text, start, end)), default=start)
    for piece in reversed(_pieces(text, begin, end)):
        if _NORMAL.search(text, *piece):
            return
        yield piece


def _after(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    clause = _CLAUSE.search(text, start, stop)
    for piece in _pieces(text, start, clause.start() if clause else stop):
        if _NORMAL.search(text, *piece):
            return
        yield piece


def _pieces(text: str, start: int, stop: int) -> list[tuple[int, int]]:
    joints = list(_JOINT.finditer(text, start, stop))
    starts = [start, *(joint.end() for joint in joints)]
    ends = [*(joint.start() for joint in joints), stop]
    return list(zip(starts, ends, strict=True))
