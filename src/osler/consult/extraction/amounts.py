"""How much of a medicine a day somebody tells to take, beside the most that anybody is given."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.consult.extraction.types import MedicationEntry
from osler.yaml_reader import packaged_yaml

_OF_A_POISON, _OF_OTHERS = 2, 5
"""How many times the most: from here on it is a poisoning."""
_TAKEN = frozenset({None, "taking", "started", "changed"})
_DOSE = re.compile(r"(?P<amount>\d+(?:[.,]\d+)?) ?(?P<unit>\S+)")


class Excess(NamedTuple):
    """More of a medicine than anybody is given, in milligrams a day."""

    name: str
    daily: float
    most: float
    source: str
    is_poisoning: bool
    """Whether it is so much that it harms."""


def excess(entry: MedicationEntry) -> Excess | None:
    """What is too much of a medicine that is taken; None where the amount is usual, unknown or not taken."""
    table = packaged_yaml("osler.consult.extraction", "amounts.yml")
    told = _DOSE.fullmatch(entry.dose or "")
    factor = table["milligrams"].get(told["unit"].lower()) if told is not None else None
    most = next(
        (most for name, most in table["most_a_day"].items() if re.search(rf"\b(?:{name})\b", entry.name, re.I)), None
    )
    if told is None or factor is None or most is None or entry.status not in _TAKEN:
        return None
    often = entry.frequency or ""
    times = next((times for said, times in table["times"].items() if re.search(rf"\b(?:{said})\b", often, re.I)), 1)
    daily = float(told["amount"].replace(",", ".")) * factor * times
    if daily <= most:
        return None
    poison = re.search(rf"\b(?:{table['poisons']})\b", entry.name, re.IGNORECASE)
    harms = daily >= most * (_OF_A_POISON if poison else _OF_OTHERS)
    return Excess(entry.name, daily, most, table["source"], harms)


def swallowed_at_once(message: str) -> str | None:
    """The medicine of which more tablets were taken at once than are given in a day; None where none were, or long ago."""
    table = packaged_yaml("osler.consult.extraction", "amounts.yml")
    lower = message.lower()
    if re.search(table["not_at_once"], lower):
        return None
    for match in re.finditer(table["swallowed"], lower):
        count = table["counts"].get(match["count"]) or (int(match["count"]) if match["count"].isdigit() else 0)
        tablet = next((mg for name, mg in table["a_tablet"].items() if re.fullmatch(name, match["name"])), None)
        most = next((mg for name, mg in table["most_a_day"].items() if re.fullmatch(name, match["name"])), None)
        if tablet is not None and most is not None and count * tablet > most:
            return str(match["name"])
    return None
