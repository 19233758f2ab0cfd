"""Heights in feet and inches or told by how tall somebody is, and weights in stones, pounds and ounces: two numbers that are one value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.language.types import Sentence
from osler.core.language.vitals import Vital
from osler.first_letters import each_match

_HEIGHT = re.compile(
    r"(?:\b(?P<name>height|ht|stature)\b[\s:=]{1,3}(?:(?:is|was|of|about|approximately)\s)?)?"
    r"(?<![\d.,/'])(?P<feet>[1-8])\s?(?:['’′]|ft\.?|feet|foot)\s{0,2}(?:(?P<inches>\d{1,2}(?:\.\d)?|½)\s?(?:[\"”″]|['’′]{2}|in\.?|inch(?:es)?)?)?"
    r"(?P<tall>\s?tall\b)?(?![\w.]*\d)",
    re.IGNORECASE,
)
_TALL = re.compile(
    r"(?<![\d.,/])(?P<value>\d{2,3}(?:\.\d)?|[12]\.\d{1,2})\s?(?P<unit>cm|m|centimetres|centimeters)\s(?:tall\b|in\sheight\b)",
    re.IGNORECASE,
)
_STONE = re.compile(
    r"(?:\b(?P<name>weight|wt|weighs|weighed|weighing)\b[\s:=]{1,3}(?:(?:is|was|of|about|approximately)\s)?)?"
    r"(?<![\d.,/])(?P<stone>\d{1,2}(?:\.\d|½)?)\s?(?:st\b\.?|stones?\b)(?:,?\s{0,2}(?P<pounds>\d{1,2})\s?(?:lbs?\b\.?|pounds?\b)?)?",
    re.IGNORECASE,
)
_POUNDS_AND_OUNCES = re.compile(
    r"(?:\b(?P<name>(?:birth\s?)?(?:weight|wt)|BW|weighed|weighing)\b[\s:=]{1,3}(?:(?:is|was|of|about|approximately)\s)?)?"
    r"(?<![\d.,/])(?P<pounds>\d{1,2})\s?(?:lbs?\b\.?|pounds?\b),?\s{0,2}(?P<ounces>\d{1,2})\s?(?:oz\b\.?|ounces?\b)",
    re.IGNORECASE,
)
_OF_BIRTH = re.compile(r"\b(?:birth|BW|born|delivered|baby|newborn)\b[^.\n]{0,60}$", re.IGNORECASE)
_CHANGED = re.compile(
    r"\b(?:lost|lose|losing|loss|gain(?:ed|ing)?|put\son|dropped|down|up|shed)\b(?:\s(?:of|by|about|around|over|nearly|almost|approximately|another|a|weight))*\s$",
    re.IGNORECASE,
)
_INCHES, _POUNDS, _OUNCES = 12, 14, 16
"""Inches in a foot, pounds in a stone, ounces in a pound."""


def imperial_sizes(text: str, sentence: Sentence) -> Iterator[Vital]:
    """The heights and weights of a sentence that are written as two numbers, each in its smaller unit."""
    for match in each_match(_HEIGHT, text, sentence.start, sentence.end):
        inches = _number(match["inches"])
        if (match["name"] or match["tall"]) and inches < _INCHES:
            total = int(match["feet"]) * _INCHES + inches
            yield Vital(match["name"] or "height", "LAB:height", total, None, "in", *match.span())
    for match in each_match(_TALL, text, sentence.start, sentence.end):
        unit = "m" if match["unit"].lower() == "m" else "cm"
        yield Vital("height", "LAB:height", float(match["value"]), None, unit, *match.span())
    for match in each_match(_STONE, text, sentence.start, sentence.end):
        pounds = _number(match["pounds"])
        said = match["name"] or match["pounds"] or "stone" in match.group().lower()
        if said and pounds < _POUNDS and not _is_a_change(text, match):  # the "1st" of a toe is no stone
            total = _number(match["stone"]) * _POUNDS + pounds
            yield Vital(match["name"] or "weight", "LAB:weight", total, None, "lb", *match.span())
    for match in each_match(_POUNDS_AND_OUNCES, text, sentence.start, sentence.end):
        ounces = _number(match["ounces"])
        if ounces < _OUNCES and not _is_a_change(text, match):
            total = int(match["pounds"]) + ounces / _OUNCES
            yield Vital(match["name"] or "weight", _weight_of(text, match), total, None, "lb", *match.span())


def _is_a_change(text: str, match: re.Match[str]) -> bool:
    """Whether so much was lost or gained, and is no weight: "lost 2 stone", "weight loss of 1 st 4 lb"."""
    return _CHANGED.search(text, max(0, match.start() - 30), match.start()) is not None


def _weight_of(text: str, match: re.Match[str]) -> str:
    born = _OF_BIRTH.search(text, max(0, match.start() - 80), match.start("pounds"))
    return "LAB:birth_weight" if born else "LAB:weight"


def _number(written: str | None) -> float:
    """A number with the half that may end it; nothing is zero."""
    if not written:
        return 0.0
    whole = written.removesuffix("½")
    return float(whole or 0) + (0.5 if written.endswith("½") else 0.0)
