"""How notes write the parts of a regimen: the patterns of `medications.yml`, made once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.schedules import duration, rate, sig_rate
from osler.core.language.weekdays import OTHER_DAYS, WEEKDAYS

_NUMBER = r"\d{1,3}(?:,\d{3}){1,2}|\d{1,6}(?:\.\d{1,4})?|\.\d{1,4}|[½¼¾]|one-half|half"
_PLAIN = r"\d{1,4}(?:\.\d{1,3})?(?![./]?\d)"
_JOINT = r"[\s-]"
COUNTS = {"one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "i": 1.0, "ii": 2.0, "iii": 3.0}
"""Numbers in words, before what is counted: "two tablets", "ii sachets"."""
_FRACTION = r"(?:\d\s)?\d\s?/\s?\d(?=\s?(?:tab|pill|cap|scoop))|\d\s?[½¼¾]"


class MedicationRules(NamedTuple):
    """How notes write the parts of a regimen."""

    concentration: re.Pattern[str]
    """How much is in how much of a liquid: "200mg/5ml"."""
    strength: re.Pattern[str]
    dose: re.Pattern[str]
    bare_dose: re.Pattern[str]
    """A dose whose unit is left out, before how often it is taken: the "500" of "metformin 500 bd"."""
    form: re.Pattern[str]
    route: re.Pattern[str]
    frequency: re.Pattern[str]
    rate: re.Pattern[str]
    """A rate that is one wherever it stands."""
    every: re.Pattern[str]
    """A rate after a dose, where fewer words are needed."""
    part_of_day: re.Pattern[str]
    """When a part of the day's or the week's amount is taken, so that another part may follow."""
    as_needed: re.Pattern[str]
    once: re.Pattern[str]
    duration: re.Pattern[str]
    between: re.Pattern[str]
    unnamed: re.Pattern[str]
    dosage_words: re.Pattern[str]
    lasting: re.Pattern[str]
    counted_units: frozenset[str]
    only_routes: frozenset[str]
    no_route_before: re.Pattern[str]
    routes: dict[str, str]
    form_routes: dict[str, str]
    frequencies: dict[str, float]
    not_names: frozenset[str]


@lru_cache(maxsize=1)
def medication_rules() -> MedicationRules:
    table = read_yaml("medications.yml")
    routes = _routes(table["routes"])
    frequencies = {word.lower(): float(times) for times, words in table["frequencies"].items() for word in words}
    units, counted = _choice(table["dose_units"]), _choice(table["counted_units"])
    dose = rf"(?P<dose>{_FRACTION}|{_NUMBER})(?:\s?(?:-|–|to)\s?(?P<high>{_NUMBER}))?[\s-]?(?P<unit>{units})"
    in_words = rf"{'|'.join(COUNTS)})(?=\s(?:{counted})(?!\w)"
    return MedicationRules(
        concentration=_compiled(
            r"(?P<strength>\d{1,5}(?:\.\d{1,3})?\s?(?:mg|mcg|micrograms|g|units|mmol)\s?(?:/|in|per)\s?\d{1,3})\s?(?P<unit>mL)"
        ),
        strength=_compiled(
            r"(?P<strength>\d{1,5}(?:\.\d{1,3})?\s?(?:mg|mcg)?(?:\s?[/-]\s?\d{1,5}(?:\.\d{1,3})?){1,2})(?:[\s-]?(?P<unit>mg|mcg|g|mL))?"
        ),
        dose=_compiled(dose.replace(f"{_NUMBER})", f"{_NUMBER}|(?:{in_words}))", 1)),
        bare_dose=re.compile(
            rf"(?P<dose>{_PLAIN})(?P<high>(?!))?(?P<unit>)(?=\s(?:(?:{_choice(routes)})\s)?(?:{_choice(frequencies, joint=_JOINT)}|{_choice(table['as_needed'])}|(?-i:ON))(?!\w))",
            re.IGNORECASE,
        ),
        form=_compiled(_choice(table["forms"])),
        route=_compiled(_choice(routes)),
        frequency=_compiled(_choice(frequencies, joint=_JOINT)),
        rate=_compiled(rate()),
        every=_compiled(sig_rate()),
        part_of_day=_compiled(rf"{_choice(table['parts_of_day'], joint=_JOINT)}|{WEEKDAYS}|{OTHER_DAYS}"),
        as_needed=_compiled(_choice(table["as_needed"])),
        once=_compiled(_choice(table["once"])),
        duration=_compiled(duration()),
        between=re.compile(rf"(?:{_choice(table['between'])})(?!\w)", re.IGNORECASE),
        unnamed=re.compile(
            rf"(?<![\w-])(?P<name>[A-Za-z][A-Za-z-]{{2,40}}(?:[A-Z]\d{{1,2}})?)\s{{1,3}}(?={dose}(?!\w))", re.IGNORECASE
        ),
        dosage_words=re.compile(rf"(?<!\w)(?:{_choice(table['dosage_words'])})(?!\w)", re.IGNORECASE),
        lasting=re.compile(
            rf"(?<!\w)(?:{_choice(table['durations'])})(?=\s(?:[\w-]+\s){{0,3}}(?:treatment|therapy|use|administration|exposure|course)\b)",
            re.IGNORECASE,
        ),
        counted_units=frozenset(table["counted_units"]),
        only_routes=frozenset(table["only_routes"]),
        no_route_before=_compiled(rf"\s(?:{_choice(table['no_route_before'])})"),
        routes=routes,
        form_routes={word: route for route, words in table["form_routes"].items() for word in words},
        frequencies=frequencies,
        not_names=frozenset(word.lower() for key in ("not_names", "dose_units", "forms") for word in table[key]),
    )


def _routes(table: dict[str, list[str]]) -> dict[str, str]:
    """Every way to write a route, with the route; of an adjective also the adverb ("intrathecal": "intrathecally")."""
    written = {word.lower(): route for route, words in table.items() for word in (route, *words)}
    adverbs = {f"{word}ly": route for word, route in written.items() if word.endswith(("al", "ous", "ar"))}
    return adverbs | written


def _choice(phrases: Iterable[str], joint: str = r"\s") -> str:
    ordered = sorted(map(str, phrases), key=len, reverse=True)
    return "|".join(joint.join(re.escape(part) for part in phrase.split()) for phrase in ordered)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?!\w)", re.IGNORECASE)
