"""How much of a medicine somebody takes: what it was changed to, and a figure that is told without its unit."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FIGURE = r"(?<![\w.,/])(?P<amount>\d{1,5}(?:[.,]\d+)?)(?![\d/:%]|[.,]\d|(?:st|nd|rd|th)\b)"
_UNIT = r"(?:mgs?|milligrams?|mcgs?|micrograms?|µg|ug|grams?|g|ml|iu|units?|puffs?|tablets?|pills?|capsules?|drops?|sprays?|sachets?)"
_OTHERWISE = (
    r"(?!\s*-?\s*(?:x\b|times\b|hours?\b|hrs?\b|minutes?\b|mins?\b|days?\b|nights?\b|weeks?\b|wks?\b|months?\b|mths?\b|mos\b|years?\b|yrs?\b|am\b|pm\b|o'clock|a day\b|per\b"
    r"|january\b|february\b|march\b|april\b|may\b|june\b|july\b|august\b|september\b|october\b|november\b|december\b))"
)
"""A number before these tells when or how often."""
_CHANGED_TO = re.compile(
    rf"(?:\b(?:up to|down to|to|now)\s+|(?:-+>|=+>|→)\s*)(?:just |only |about )?{_FIGURE}(?:\s*-?\s*(?P<unit>{_UNIT})\b)?{_OTHERWISE}",
    re.IGNORECASE,
)
_NEXT = re.compile(rf"^\s*(?:at |of |is |was )?{_FIGURE}(?!\s*-?\s*{_UNIT}\b){_OTHERWISE}", re.IGNORECASE)
_WITH_UNIT = re.compile(rf"\d\s*-?\s*(?P<unit>{_UNIT})\b", re.IGNORECASE)
_YEARS = range(1950, 2051)


_DAY = r"(?:mon|tues?|wed(?:nes|s)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?"
_DAYS = rf"(?:{_DAY}(?:(?:\s*[,/&+–-]\s*|\s+(?:and|to)\s+|\s+){_DAY})*|weekdays|(?:the )?weekends?|(?:the |all |every |on )*other days?|(?:the )?rest(?: of the week)?|alternate days|odd days|even days)"
_WITH = r"\d+(?:[.,]\d+)?\s*(?:mg|mcg|µg|g|units?|tablets?)"
_BY_DAYS = re.compile(
    rf"(?P<first>{_WITH})(?: of (?:my |the )?[\w-]+)?\s*(?:on |at )?(?P<days>{_DAYS})[,;]?\s*(?:and|then|&|but)?\s*(?P<second>{_WITH})\s*(?:on |at )?(?P<others>{_DAYS})\b",
    re.IGNORECASE,
)
_IN_TURN = re.compile(
    rf"(?P<first>{_WITH})\s*(?:alt(?:ernating)?(?: days)?(?: with)?|one day,?(?: and)?)\s*(?P<second>{_WITH})(?: the next)?",
    re.IGNORECASE,
)


def by_days(text: str) -> tuple[str, str] | None:
    """The dose of some days and how the others differ, where one is not taken on all: 5 mg; mon wed fri, 3 mg other days."""
    match = _BY_DAYS.search(text)
    if match is not None:
        days, second, others = (_spaced(match[name]) for name in ("days", "second", "others"))
        return _spaced(match["first"]), f"{days}, {second} {others}"
    match = _IN_TURN.search(text)
    return (_spaced(match["first"]), f"alternating with {_spaced(match['second'])}") if match is not None else None


def _spaced(amount: str) -> str:
    return re.sub(r"(?<=\d)(?=[a-zµ])", " ", re.sub(r"\s+", " ", amount.strip().lower()))


_OF_TWO = re.compile(r"^\s*(?P<amount>\d{1,3}/\d{1,4})(?![\d/]|\s*(?:mmhg|in \d{4}))", re.IGNORECASE)


def of_two(after: str) -> str | None:
    """The strengths of the two drugs of one tablet, right behind its name: 30/500."""
    match = _OF_TWO.match(after)
    return match["amount"] if match is not None else None


def changed_to(text: str) -> str | None:
    """The dose that one was changed to."""
    found = list(_CHANGED_TO.finditer(text))
    if not found:
        return None
    last = found[-1]
    unit = last["unit"] or _unit_in(text[: last.start()])
    return f"{last['amount']} {unit.lower()}" if unit else last["amount"]


def bare_dose(after: str) -> str | None:
    """The figure right behind the name of a medicine, as it was said."""
    match = _NEXT.match(after)
    if match is None or (match["amount"].isdigit() and int(match["amount"]) in _YEARS):
        return None
    return str(match["amount"])


def with_unit(dose: str | None, label: str) -> str | None:
    """A dose in the unit of the record, where none was said; `label` is what the record calls the medicine."""
    unit = _unit_in(label)
    lacking = dose is not None and dose.replace(",", ".").replace(".", "", 1).isdigit()
    return f"{dose} {unit.lower()}" if lacking and unit else dose


def label_of(name: str, own: Sequence[str]) -> str:
    """What the record calls a medicine; nothing where it does not know it."""
    return next((label for label in own if name.lower() in label.lower()), "")


def _unit_in(text: str) -> str | None:
    match = _WITH_UNIT.search(text)
    return match["unit"] if match is not None else None


_TAKEN_BACK = re.compile(
    r"(?P<wrong>\d+(?:[.,]\d+)?)(?P<unit>\s*-?\s*(?:mg|mcg|µg|ug|g|ml|iu|units?|puffs?|tablets?|pills?|capsules?|drops?)\b)"
    r"(?P<between>[^.;!?]*?)[,;–-]*\s*\b(?:sorry|i mean|i meant|no wait|wait|no|rather|actually|correction|make that|oops)\b[,: ]*"
    r"(?:no,? |i mean |i meant |make that |it'?s |it is |it was |that'?s )*(?P<right>\d+(?:[.,]\d+)?)(?P<own>\s*(?:mg|mcg|µg|ug|g|ml|iu|units?|puffs?|tablets?|pills?|capsules?|drops?)\b)?",
    re.IGNORECASE,
)


def put_right(message: str) -> str:
    """A message in which a dose that is taken back in the same breath stands as it is right."""
    return _TAKEN_BACK.sub(lambda match: f"{match['right']}{match['own'] or match['unit']}{match['between']}", message)
