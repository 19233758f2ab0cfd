"""How often something is done, as times a day: "twice a week", "every 3 months", "at six-monthly intervals", "bd"."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.guidelines.checking.lexicon import lexicon

_PERIOD = r"(?:hour|day|night|week|fortnight|month|year)"
_ALTERNATE = 2
_GIVEN = r"\b(?:mg|mcg|[µμ]g|micrograms?|g|units?|ml|tablets?|puffs?|capsules?)(?:/kg)? (?:po |orally |by mouth )?"
"""What a sign such as "bd" stands behind: a dose."""


class Frequency(NamedTuple):
    """A phrase that says how often, where it stands, and its times a day."""

    text: str
    start: int
    end: int
    per_day: float


def frequencies(text: str) -> list[Frequency]:
    """Every phrase of a text that says how often, in order."""
    return [
        Frequency(text[start : match.end()], start, match.end(), _rate(match))
        for match in _pattern().finditer(text)
        for start in [match.start("sign") if match["sign"] else match.start()]
    ]


def with_single_doses(text: str) -> str:
    """A text with the amount of a day as that of each dose: "1 g a day in two doses" is 0.5 g twice daily."""
    return _divided().sub(_each, text)


def _each(match: re.Match[str]) -> str:
    count = _number(match["count"] or match["count2"])
    return f"{float(match['amount']) / count:g} {match['unit']}{match['what'] or ''} {count:g} times daily"


def _rate(match: re.Match[str]) -> float:
    table = lexicon().frequency
    if adverb := match["adverb"]:
        return _times(match["of_adverb"]) * table.adverbs[adverb.lower()]
    if sign := match["sign"]:
        return table.signs[sign.lower().replace(".", "")]
    if match["in_24"]:
        return _times(match["of_24"])
    if period := match["every_period"]:
        return 1 / (_number(match["every"]) * _days(period)) * _times(match["of_every"])
    if period := match["spaced_period"]:
        return 1 / (_number(match["spaced"]) * _days(period))
    return _times(match["times"]) / _days(match["period"])


def _times(words: str | None) -> float:
    """How many times: "once", "three times"; nothing said is once."""
    if not words:
        return 1.0
    first = words.lower().split()[0]
    return {"once": 1.0, "twice": 2.0, "thrice": 3.0}.get(first) or _number(first)


def _number(word: str | None) -> float:
    if not word:
        return 1.0
    word = word.lower().strip()
    if word in {"other", "second", "alternate"}:
        return float(_ALTERNATE)
    return float(word) if word[0].isdigit() else {"third": 3.0, "fourth": 4.0}.get(word) or lexicon().numbers[word]


def _days(period: str) -> float:
    name = period.lower().removesuffix("s")
    return {"night": 1.0, "hour": 1 / 24, "fortnight": 14.0}.get(name) or lexicon().units[name][1]


@cache
def _divided() -> re.Pattern[str]:
    number = rf"(?:[2-6]|{'|'.join(word for word, value in lexicon().numbers.items() if 2 <= value <= 6)})"
    doses = r"(?:equal |divided |separate )?doses"
    return re.compile(
        r"(?<![\d.])(?P<amount>\d+(?:\.\d+)?) ?(?P<unit>(?:mg|g|mcg|micrograms?|units?)(?:/kg)?)(?P<what> of [\w-]+| [a-z][\w-]+)?"
        rf" (?:(?:a|per|each) day|daily)(?:,? (?:divided|split|given))? (?:in|into|over|as) (?:(?P<count>{number}) {doses}|divided doses (?P<count2>{number}) times)",
        re.IGNORECASE,
    )


@cache
def _pattern() -> re.Pattern[str]:
    table = lexicon()
    number = rf"(?:\d+(?:\.\d+)?|{'|'.join(table.numbers)})"
    times = rf"(?:once|twice|thrice|{number} times)"
    adverbs = "|".join(sorted(table.frequency.adverbs, key=len, reverse=True))
    signs = "|".join(r"\.?".join(sign) + r"\.?" for sign in table.frequency.signs)
    return re.compile(
        rf"\b(?:(?P<of_every>{times}) )?(?:every|each)\s+(?:(?P<every>other|second|third|fourth|alternate|{number})[\s-]+)?(?P<every_period>{_PERIOD}s?)\b"
        rf"|\b(?P<spaced>{number})[\s-](?P<spaced_period>hour|week|month|year)(?:ly\b(?: intervals?\b)?| intervals?\b)"
        rf"|\b(?:(?P<of_24>{times}) )?(?P<in_24>(?:in|per|over) (?:24|twenty-four) (?:hours?|h)\b)"
        rf"|\b(?:(?P<of_adverb>{times}) )?(?P<adverb>{adverbs})\b"
        rf"|\b(?:(?P<times>{times}) )?(?:an?|per|each|(?:in|during|over) (?:an?|the (?:first|second|third|next|last))) (?P<period>{_PERIOD})\b"
        rf"|{_GIVEN}(?P<sign>{signs})(?!\.?\w)",
        re.IGNORECASE,
    )
