"""Centiles, z-scores and standard deviations of growth and of the aorta, and the findings that they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.rules import read_table
from osler.core.language.types import Sentence
from osler.first_letters import each_match

_NAMES = {
    "LAB:head_circumference": r"head circumference|occipito-?frontal circumference|OFC|HC|head circ\.?|FOC|head(?=\s(?:is\s|was\s|now\s)?(?:on|at|below|above|under|<|>)\s)",
    "LAB:birth_weight": r"birth ?weight|BW",
    "LAB:height": r"height|length|stature|Ht|(?:tall|short) for (?:(?:his|her|their) )?age|(?<=\bcm )tall|(?<=\bm )tall",
    "LAB:weight": r"weight|Wt",
    "LAB:bmi": r"BMI|body mass index",
    "LAB:bp": r"blood pressure|BP",
    "aortic_root": r"aortic (?:root|sinus(?:es)?)|sinus(?:es)? of Valsalva",
    "ascending_aorta": r"ascending aorta|tubular aorta",
}
_MEASURE = re.compile(
    "|".join(rf"(?P<{name.removeprefix('LAB:')}>(?<![\w-])(?:{pattern})(?![\w]))" for name, pattern in _NAMES.items()),
    re.IGNORECASE,
)
_SIDE = r"(?P<side>below|under|less than|lower than|<|≤|above|over|greater than|more than|>|≥|at|on|along|between)?\s?(?:the\s)?"
_ORDINALS = {
    "first": 1.0,
    "second": 2.0,
    "third": 3.0,
    "fifth": 5.0,
    "tenth": 10.0,
    "ninety-fifth": 95.0,
    "ninety-seventh": 97.0,
}
_CENTILE = re.compile(
    rf"{_SIDE}(?:(?P<word>{'|'.join(_ORDINALS)})|(?P<value>\d{{1,2}}(?:\.\d)?)(?:st|nd|rd|th)?)(?:\s?(?:-|–|to|and)\s?(?P<upper>\d{{1,2}}(?:\.\d)?)(?:st|nd|rd|th)?)?\s?(?:per)?(?:centile|cent\b|%ile|%tile)s?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(
    rf"(?<=\(){_SIDE}(?P<word>(?!))?(?P<value>\d{{1,2}}(?:\.\d)?)(?:st|nd|rd|th)(?:\s?[-–]\s?(?P<upper>\d{{1,2}})(?:st|nd|rd|th))?(?=[),;])",
    re.IGNORECASE,
)
"""An ordinal alone in the bracket behind a measure: "OFC 45.8 cm (<0.4th)"."""
_DEVIATION = re.compile(
    rf"{_SIDE}(?P<sign>[-+−–±]|minus\s|plus\s)?\s?(?P<value>\d(?:\.\d{{1,2}})?)\s?(?:SDs?|SDS|standard deviations?|z-?scores?)(?:\s(?P<where>below|above|under|over)(?:\sthe\smean)?)?"
    r"|(?:(?<!\w)z[\s-]?score|SDS|(?<![\w-])z)\s?(?:of|:|=|was)?\s?(?P<zsign>[-+−–])?\s?(?P<z>\d(?:\.\d{1,2})?)",
    re.IGNORECASE,
)
_BELOW = frozenset({"below", "under", "less than", "lower than", "<", "≤"})
_ABOVE = frozenset({"above", "over", "greater than", "more than", ">", "≥"})
_RANGE_END = re.compile(r"(?:SDs?|SDS|standard deviations?)\s?(?:to|and|-|–)\s?$", re.IGNORECASE)
"""What stands before the far end of a range; the near end decides: "between -1 SD and -2 SD" is no finding."""
_FROM = re.compile(r"\bfrom(?:\sthe)?\s?$", re.IGNORECASE)
"""Before two centiles the first of which is left behind: "weight jumped from 2nd to 98th centile"."""
_AND = re.compile(r"\s?(?:,|,?\s?and|&|/|\+)\s?", re.IGNORECASE)
_FURTHEST = 70
"""Characters between the name of a measure and its centile."""


class _Row(NamedTuple):
    side: str
    centile: float
    hpo_id: str
    name: str
    source: str


@lru_cache(maxsize=1)
def _table() -> dict[str, list[_Row]]:
    found: dict[str, list[_Row]] = {}
    for measure_id, side, centile, hpo_id, name, source in read_table("centiles.tsv"):
        found.setdefault(measure_id.removeprefix("LAB:"), []).append(_Row(side, float(centile), hpo_id, name, source))
    return found


def centile_findings(text: str, sentences: Sequence[Sentence]) -> Iterator[MeasuredFinding]:
    """The findings that centiles and z-scores of growth are ("OFC < 3rd centile" is microcephaly)."""
    for sentence in sentences:
        named = list(each_match(_MEASURE, text, sentence.start, sentence.end))
        if not named:
            continue
        for match in (
            *each_match(_CENTILE, text, sentence.start, sentence.end),
            *each_match(_BRACKETED, text, sentence.start, sentence.end),
            *each_match(_DEVIATION, text, sentence.start, sentence.end),
        ):
            before = [name for name in named if name.end() <= match.start() and match.start() - name.end() <= _FURTHEST]
            place = _centile(match)
            if (
                not before
                or place is None
                or _RANGE_END.search(text, max(sentence.start, match.start() - 30), match.start())
            ):
                continue
            for name in _of_one(text, before):
                row = _row(name.lastgroup or "", *place)
                if row is not None:
                    words = " ".join(text[name.start() : match.end()].split())
                    yield MeasuredFinding(name.start(), match.end(), row.hpo_id, row.name, f"{words}: {row.source}")


def _of_one(text: str, named: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """The measures that one centile is told of: the last, and what is joined with it ("height and weight")."""
    told = [named[-1]]
    for name in reversed(named[:-1]):
        if _AND.fullmatch(text, name.end(), told[0].start()) is None:
            break
        told.insert(0, name)
    return told


def _centile(match: re.Match[str]) -> tuple[float, str] | None:
    """The centile that a match names, and whether the value lies below or above it or at it."""
    side = (match["side"] or "").lower().strip()
    where = "below" if side in _BELOW else "above" if side in _ABOVE else "at"
    if (
        match.re is _CENTILE
        and match["upper"]
        and _FROM.search(match.string, max(0, match.start() - 12), match.start())
    ):
        return float(match["upper"]), "at"
    if match.re is not _DEVIATION:
        return _ORDINALS[match["word"].lower()] if match["word"] else float(match["value"]), where
    if match["z"]:
        deviations = -float(match["z"]) if match["zsign"] in ("-", "−", "–") else float(match["z"])
        return NormalDist().cdf(deviations) * 100, "at"
    sign = (match["sign"] or "").strip().lower()
    said = (match["where"] or "").lower()
    negative = sign in ("-", "−", "–", "minus") or said in ("below", "under")
    if not negative and where == "below" and not sign:
        negative = True
    deviations = -float(match["value"]) if negative else float(match["value"])
    if not sign and not said and where == "at":
        return None  # "within 2 SD" says nothing
    return NormalDist().cdf(deviations) * 100, where


def _row(measured: str, centile: float, where: str) -> _Row | None:
    for row in _table().get(measured, ()):
        if (
            row.side == "low"
            and (centile < row.centile or (centile <= row.centile and where == "below"))
            and where != "above"
        ):
            return row
        if (
            row.side == "high"
            and (centile > row.centile or (centile >= row.centile and where == "above"))
            and where != "below"
        ):
            return row
    return None
