"""Several values under one name, in their usual order or by their times: "ABG 7.33/38/82", "Apgars 5 and 8", "OGTT 0 h 5.4, 2 h 9.1"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import Sentence
from osler.core.language.vitals import Vital
from osler.first_letters import each_match

_NUMBER = r"\d{1,3}(?:\.\d{1,2})?"
_SIDE = r"(?:(?:R|L|RE|LE|OD|OS|right|left)\s?[:=]?\s?)?"
_AT_TIME = r"(?:\s?(?:at|@)\s?\d{1,2}\s?(?:min\w*|['’])?)?"
_TIME = re.compile(_AT_TIME.removesuffix("?"))
_WEIGHT = r"(?<![\w.])(?P<weight>\d{1,3}(?:\.\d{1,2})?)\s?kg"
_HEIGHT = r"(?P<height>\d{2,3}(?:\.\d)?)\s?cm"
_WEIGHT_HEIGHT = re.compile(rf"(?:^|(?<=[,;(:]\s)|(?<=\()){_WEIGHT}\s?[,;/]\s?{_HEIGHT}(?!\w)", re.MULTILINE)
_HEIGHT_WEIGHT = re.compile(rf"(?:^|(?<=[,;(:]\s)|(?<=\()){_HEIGHT}\s?[,;/]\s?{_WEIGHT}(?!\w)", re.MULTILINE)
_BIRTH_WEIGHT = re.compile(
    r"\b(?:birth|born|delivered)\b(?:(?!placent|blood)[^.;\n]){0,60}?[,:]\s(?P<value>[3-9]\d\d|[1-6]\d{3}|[0-6]\.\d{1,3})\s?(?P<unit>(?<=\d\d\d\s)g|(?<=\d\d\d)g|kg)(?!\w)",
    re.IGNORECASE,
)
_UNIT = re.compile(r"mmol/[lL]|mg/d[lL]|kPa|mmHg")


class _Panel(NamedTuple):
    written: re.Pattern[str]
    measures: tuple[tuple[str, str], ...]
    """Name and measure in the order of the values; where they are timed, none."""
    first: tuple[float, float]
    """Between what the first value lies."""
    times: tuple[tuple[str, re.Pattern[str]], ...] = ()


@lru_cache(maxsize=1)
def _panels() -> tuple[_Panel, ...]:
    return tuple(_panel(row) for row in read_yaml("quantities.yml")["panels"])


def _panel(row: dict[str, Any]) -> _Panel:
    label = rf"(?<!\w)(?P<name>{'|'.join(map(re.escape, row['labels']))})(?!\w)(?:\s(?:scores?|were|was|is|of))*[\s:=]{{1,3}}"
    if "times" in row:
        times = tuple(
            (
                measure_id,
                re.compile(rf"(?<![\w.])(?:{words})[\s:=]{{0,3}}(?P<value>{_NUMBER})(?![\d.]*\d)", re.IGNORECASE),
            )
            for measure_id, words in row["times"].items()
        )
        return _Panel(re.compile(label, re.IGNORECASE), (), (0, 0), times)
    joint = "|".join(
        rf"\s{one}\s" if one.isalpha() else rf"\s?{re.escape(one)}\s?" if one else r"\s" for one in row["between"]
    )
    values = rf"(?P<values>{_SIDE}{_NUMBER}{_AT_TIME}(?:(?:{joint}){_SIDE}{_NUMBER}{_AT_TIME}){{1,{len(row['measures']) - 1}}})(?![\d/]|\.\d)"
    low, high = map(float, row["first"])
    return _Panel(
        re.compile(label + values, re.IGNORECASE),
        tuple((name, measure_id) for name, measure_id in row["measures"]),
        (low, high),
    )


_WEIGHT_OF_PERSON = re.compile(
    r"(?:\b|(?<=\d)(?=[MF]\b))(?:old|boy|girl|man|woman|male|female|child|infant|baby|[MF]|(?:he|she)(?:\sis|'s|\snow\sweighs|\sweighs)(?:\snow)?),?\s\(?(?P<weight>\d{1,3}(?:\.\d{1,2})?)\s?kg\b"
    r"(?!\s(?:weight|more|less|lighter|heavier|over|under|below|above|of|in|since|last|this|/|loss|gain)|/)",
    re.IGNORECASE,
)
"""The weight alone right after the person: "10-year-old girl, 36 kg", "he is 15.2 kg now"."""
_WEIGHT_BEFORE_PERSON = re.compile(
    r"(?<![\d.,/+-])(?<!gained )(?<!lost )(?P<weight>\d{1,3}(?:\.\d{1,2})?)[\s-]?kg,?\s(?:\d{1,3}[\s-]?(?:years?|yrs?|y/?o|y)[\s-]?(?:old)?\s)?(?:man|woman|male|female|lady|gentleman|patient|adult|[MF])\b"
    r"|^\W*(?P<young>\d{1,3}(?:\.\d{1,2})?)[\s-]?kg,?\s(?:boy|girl|child|infant)\b",
    re.IGNORECASE,
)
"""The weight alone right before the person: "82 kg woman"; of a child it opens its sentence, or it may be one who was born."""


def panel_values(text: str, sentence: Sentence) -> list[Vital]:
    """The values of every panel in a sentence, each with the name of the panel."""
    found: list[Vital] = []
    for panel in _panels():
        for match in each_match(panel.written, text, sentence.start, sentence.end):
            found += _timed(text, panel, match, sentence.end) if panel.times else _ordered(panel, match)
    return [*found, *_build(text, sentence), *_at_birth(text, sentence)]


def _at_birth(text: str, sentence: Sentence) -> list[Vital]:
    """The weight among the facts of a birth: "Birth: term, 3020 g"."""
    match = _BIRTH_WEIGHT.search(text, sentence.start, sentence.end)
    if match is None:
        return []
    return [Vital("birth weight", "LAB:birth_weight", float(match["value"]), None, match["unit"], *match.span("value"))]


def _build(text: str, sentence: Sentence) -> list[Vital]:
    """Weight and height that stand side by side without their names: "84.5 kg, 176 cm"."""
    match = _WEIGHT_HEIGHT.search(text, sentence.start, sentence.end) or _HEIGHT_WEIGHT.search(
        text, sentence.start, sentence.end
    )
    if match is None:
        return _weight_alone(text, sentence)
    parts = (("weight", "LAB:weight", "kg"), ("height", "LAB:height", "cm"))
    return [
        Vital(name, measure_id, float(match[name]), None, unit, *match.span(name)) for name, measure_id, unit in parts
    ]


def _weight_alone(text: str, sentence: Sentence) -> list[Vital]:
    """The weight that stands without its name after or before the person whose it is."""
    after = _WEIGHT_OF_PERSON.search(text, sentence.start, sentence.end)
    before = None if after else _WEIGHT_BEFORE_PERSON.search(text[sentence.start : sentence.end])
    if after:
        return [Vital("weight", "LAB:weight", float(after["weight"]), None, "kg", *after.span("weight"))]
    if before:
        start, end = before.span("weight" if before["weight"] else "young")
        value = float(before["weight"] or before["young"])
        return [Vital("weight", "LAB:weight", value, None, "kg", sentence.start + start, sentence.start + end)]
    return []


def _ordered(panel: _Panel, match: re.Match[str]) -> list[Vital]:
    start = match.start("values")
    plain = _TIME.sub(lambda said: " " * len(said.group()), match["values"])
    numbers = list(re.finditer(_NUMBER, plain))
    if not panel.first[0] <= float(numbers[0].group()) <= panel.first[1]:
        return []
    return [
        Vital(name, measure_id, float(one.group()), None, "", start + one.start(), start + one.end())
        for (name, measure_id), one in zip(panel.measures, numbers, strict=False)
    ]


def _timed(text: str, panel: _Panel, match: re.Match[str], end: int) -> list[Vital]:
    unit = _UNIT.search(text, match.end(), end)
    values = ((measure_id, pattern.search(text, match.end(), end)) for measure_id, pattern in panel.times)
    return [
        Vital(match["name"], measure_id, float(one["value"]), None, unit.group() if unit else "", *one.span())
        for measure_id, one in values
        if one is not None
    ]
