"""Medication regimens as written: strength, dose, route, frequency, duration, as needed and why."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.schedules import duration, rate, times_per_day
from osler.core.language.tapers import with_steps
from osler.core.language.types import Regimen, RegimenPart, RegimenPartKind, TextMatch

_FURTHEST = 240
"""Characters after a drug's name in which its regimen is looked for."""
_NUMBER = r"\d{1,3}(?:,\d{3}){1,2}|\d{1,6}(?:\.\d{1,4})?|\.\d{1,4}|[½¼¾]|one-half|half"
_PLAIN = r"\d{1,4}(?:\.\d{1,3})?(?![./]?\d)"
_JOINT = r"[\s-]"
_FRACTION = r"\d\s?/\s?\d(?=\s?(?:tab|pill|cap|scoop))"
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "half": 0.5, "one-half": 0.5}


class MedicationRules(NamedTuple):
    """How notes write the parts of a regimen."""

    strength: re.Pattern[str]
    dose: re.Pattern[str]
    bare_dose: re.Pattern[str]
    """A dose whose unit is left out, before how often it is taken: the "500" of "metformin 500 bd"."""
    form: re.Pattern[str]
    route: re.Pattern[str]
    frequency: re.Pattern[str]
    every: re.Pattern[str]
    as_needed: re.Pattern[str]
    once: re.Pattern[str]
    duration: re.Pattern[str]
    between: re.Pattern[str]
    unnamed: re.Pattern[str]
    dosage_words: re.Pattern[str]
    lasting: re.Pattern[str]
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
    units = _choice(table["dose_units"])
    dose = rf"(?P<dose>{_FRACTION}|{_NUMBER})(?:\s?(?:-|–|to)\s?(?P<high>{_NUMBER}))?[\s-]?(?P<unit>{units})"
    return MedicationRules(
        strength=_compiled(
            r"(?P<strength>\d{1,5}(?:\.\d{1,3})?\s?(?:mg|mcg)?(?:\s?[/-]\s?\d{1,5}(?:\.\d{1,3})?){1,2})(?:[\s-]?(?P<unit>mg|mcg|g|mL))?"
        ),
        dose=_compiled(dose),
        bare_dose=re.compile(
            rf"(?P<dose>{_PLAIN})(?P<high>(?!))?(?P<unit>)(?=\s(?:(?:{_choice(routes)})\s)?(?:{_choice(frequencies, joint=_JOINT)}|{_choice(table['as_needed'])})(?!\w))",
            re.IGNORECASE,
        ),
        form=_compiled(_choice(table["forms"])),
        route=_compiled(_choice(routes)),
        frequency=_compiled(_choice(frequencies, joint=_JOINT)),
        every=_compiled(rate()),
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


def regimens(text: str, drugs: Sequence[TextMatch] = ()) -> list[Regimen]:
    """The regimens of a text: of the drugs at known places, and of other names that stand before a dose and a schedule."""
    rules = medication_rules()
    found = [_read(text, drug.start, drug.end, drug.concept_ids, rules) for drug in drugs]
    taken = sorted((regimen.start, regimen.end) for regimen in found)
    others: dict[str, None] = {}
    for match in rules.unnamed.finditer(text):
        name = match["name"].lower()
        before = bisect_left(taken, (match.end(), 0)) - 1
        if name in rules.not_names or (before >= 0 and taken[before][1] > match.start()):
            continue
        regimen = _read(text, match.start("name"), match.end("name"), (), rules)
        if regimen.route or regimen.frequency or regimen.as_needed or regimen.dose_unit.endswith(("/d", "/day")):
            found.append(regimen)
            others[regimen.name] = None
    for name in others:
        found += _again(text, name, found, rules)
    return [with_steps(text, regimen) for regimen in sorted(found, key=lambda regimen: regimen.start)]


def _again(text: str, name: str, found: Sequence[Regimen], rules: MedicationRules) -> list[Regimen]:
    """The other places of a name that no vocabulary knows and one place has shown to be a medicine: "Stop Clenil"."""
    taken = {regimen.start for regimen in found}
    places = re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
    return [_read(text, *place.span(), (), rules) for place in places if place.start() not in taken]


def _read(text: str, start: int, end: int, concept_ids: tuple[str, ...], rules: MedicationRules) -> Regimen:
    """The regimen that follows a drug's name, part by part, until something else begins."""
    limit = min(len(text), end + _FURTHEST)
    line_end = text.find("\n", end, limit)
    limit = line_end if line_end >= 0 else limit
    place, part = (start, end, end), dict[str, re.Match[str]]()
    steps = []
    for kind, match in _parts_after(text, end, limit, rules, part):
        if kind == "dose" and "dose" in part and _is_of_next_drug(text, match, limit, rules):
            break
        if kind == "dose" and _is_next_step(text, place[2], match, part):
            steps.append((place, dict(part)))
            place = (match.start(), match.start(), match.end())
            part.clear()
        # Of several doses ("10 -> 20 mg") the last one holds; of other parts the first.
        if kind not in part or (kind == "dose" and _is_change(text, part["dose"].end(), match.start())):
            part[kind] = match
        place = (*place[:2], match.end())
    first, *others = (_regimen(text, *step, concept_ids, rules) for step in (*steps, (place, part)))
    if not others:
        return first
    whole = text[start : place[2]]
    return replace(first, end=place[2], text=whole, steps=tuple(replace(one, name=first.name) for one in others))


def _parts_after(
    text: str, at: int, limit: int, rules: MedicationRules, known: dict[str, re.Match[str]]
) -> Iterator[tuple[str, re.Match[str]]]:
    """The parts of a regimen from a place on, across the words that may stand between them."""
    if (second := _SECOND_NAME.match(text, at, limit)) and rules.dose.match(text, second.end(), limit):
        at = second.end()
    while at < limit:
        if text[at].isspace():
            at += 1
            continue
        found = _next_part(text, at, limit, rules, known)
        if found is not None:
            yield found
            at = found[1].end()
            continue
        filler = rules.between.match(text, at, limit) or _ARROW.match(text, at, limit)
        if filler is None:
            return
        at = filler.end()


_SECOND_NAME = re.compile(r"\s?\([A-Za-z][\w -]{2,25}\)\s")
"""Another name of the medicine before its dose: "tacrolimus (Adoport) 3 mg bd"."""
_ARROW = re.compile(r"\d{1,5}(?:\.\d{1,3})?\s?(?=->|→)")
_THEN = re.compile(r"\bthen\b|\bfollowed\b|\bthereafter\b|\bafter that\b", re.IGNORECASE)


_OF = re.compile(r"\s+of\b", re.IGNORECASE)


def _is_of_next_drug(text: str, match: re.Match[str], limit: int, rules: MedicationRules) -> bool:
    """Whether a further dose stands before the name it belongs to: "x 14 days, 2 g ceftriaxone daily"."""
    return _OF.match(text, match.end(), limit) is not None or _goes_on_otherwise(text, match.end(), limit, rules)


def _is_next_step(text: str, end: int, match: re.Match[str], part: dict[str, re.Match[str]]) -> bool:
    """Whether a further dose is the next step of a taper: after "then", or after a dose for which a length was given."""
    if "dose" not in part:
        return False
    return "duration" in part or _THEN.search(text, end, match.start()) is not None


def _is_change(text: str, start: int, end: int) -> bool:
    return re.search(r"->|→|\bto\b", text[start:end]) is not None


_PART_KINDS: dict[str, RegimenPartKind] = {
    "strength": "dosage",
    "dose": "dosage",
    "route": "route",
    "frequency": "freq",
    "every": "freq",
    "as_needed": "freq",
    "duration": "duration",
}


_REPEATED = frozenset({"form", "dose", "route", "frequency", "every"})
"""Parts that may stand twice: "nasal spray, each nostril", "daily in the morning"."""


def _next_part(
    text: str, at: int, limit: int, rules: MedicationRules, part: dict[str, re.Match[str]]
) -> tuple[str, re.Match[str]] | None:
    for kind, pattern in (
        ("frequency", rules.frequency),
        ("every", rules.every),
        ("duration", rules.duration),
        ("dose", rules.dose),
        ("strength", rules.strength),
        ("dose", rules.bare_dose),
        ("as_needed", rules.as_needed),
        ("once", rules.once),
        ("route", rules.route),
        ("form", rules.form),
    ):
        if kind in part and kind not in _REPEATED:
            continue
        match = pattern.match(text, at, limit)
        if match is None or (kind == "strength" and _is_date(match)):
            continue
        if kind == "route" and _is_of_another(text, match, limit, rules):
            continue
        return kind, match
    return None


_ADJECTIVE = re.compile(r"\w{2,}(?:al|ic|ar|ous|ed)", re.IGNORECASE)
_NEXT_WORD = re.compile(r"\s+(?=[A-Za-z])")


def _is_of_another(text: str, match: re.Match[str], limit: int, rules: MedicationRules) -> bool:
    """Whether an adjective for a route belongs to the word after it: "danazol, oral ulcers", "vancomycin, intravenous fluids"."""
    return _ADJECTIVE.fullmatch(match.group()) is not None and _goes_on_otherwise(text, match.end(), limit, rules)


def _goes_on_otherwise(text: str, end: int, limit: int, rules: MedicationRules) -> bool:
    """Whether the next word is no part of a regimen."""
    following = _NEXT_WORD.match(text, end, limit)
    if following is None:
        return False
    going_on = (
        rules.form,
        rules.frequency,
        rules.every,
        rules.duration,
        rules.as_needed,
        rules.once,
        rules.route,
        rules.between,
    )
    return not any(pattern.match(text, following.end(), limit) for pattern in going_on)


_DATE = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"\d{1,2}/\d|(?:[0-2]?\d|3[01])/(?:0?[1-9]|1[0-2])(?:-\d{1,2}|/\d\d)")
"""A day, or the beginning of a stretch of days: "5/1", "14/5/26", "2/9-4"."""


def _is_date(match: re.Match[str]) -> bool:
    """Whether numbers with a slash between them are a date ("5/16", "04/2023 - 09/2024") and no strength."""
    written = match["strength"].replace(" ", "")
    if _DATE.search(written):
        return True
    return not match["unit"] and _DAY.fullmatch(written) is not None


def _regimen(
    text: str,
    place: tuple[int, int, int],
    part: dict[str, re.Match[str]],
    concept_ids: tuple[str, ...],
    rules: MedicationRules,
) -> Regimen:
    start, name_end, end = place
    dose, frequency, every = part.get("dose"), part.get("frequency"), part.get("every")
    written = frequency or every
    strength = part.get("strength")
    return Regimen(
        start=start,
        end=end,
        text=text[start:end],
        name=text[start:name_end],
        concept_ids=concept_ids,
        strength=strength.group().strip() if strength else "",
        dose=_number(dose["dose"]) if dose else None,
        dose_high=_number(dose["high"]) if dose and dose["high"] else None,
        dose_unit=dose["unit"] if dose else "",
        route=_route(part, rules),
        frequency=written.group() if written else "",
        times_per_day=_times_per_day(frequency, every, rules),
        as_needed="as_needed" in part,
        reason=_reason(text, part["as_needed"].end()) if "as_needed" in part else "",
        duration=part["duration"].group() if "duration" in part else "",
        once="once" in part,
        parts=tuple(
            RegimenPart(_PART_KINDS[kind], *match.span()) for kind, match in part.items() if kind in _PART_KINDS
        ),
    )


def _route(part: dict[str, re.Match[str]], rules: MedicationRules) -> str:
    """The route as written, else the only one by which the form is given ("cream", "patch")."""
    if "route" in part:
        return rules.routes[_plain(part["route"].group())]
    return rules.form_routes.get(_plain(part["form"].group()), "") if "form" in part else ""


_REASON = re.compile(r"\s?(?:for\s)?(?P<reason>[A-Za-z][A-Za-z/ -]{2,40}?)(?=[,.;()\n]|\s\d|$|\s(?:x|po|and)\s)")


def _reason(text: str, at: int) -> str:
    """What a medicine is taken for as needed: the words after "prn"."""
    match = _REASON.match(text, at, min(len(text), at + 50))
    return match["reason"].strip() if match else ""


def how_often(text: str) -> set[float]:
    """How often a day a text says that something is taken, each schedule in it once: "twice daily" is 2, "weekly" 1/7."""
    rules = medication_rules()
    composed = list(rules.every.finditer(text))
    spans = [match.span() for match in composed]
    found = {times_per_day(match) for match in composed}
    for match in rules.frequency.finditer(text):
        if not any(start <= match.start() < end or match.start() <= start < match.end() for start, end in spans):
            found.add(_times_per_day(match, None, rules))
    return {round(times, 3) for times in found if times is not None}


def _times_per_day(
    frequency: re.Match[str] | None, every: re.Match[str] | None, rules: MedicationRules
) -> float | None:
    if frequency is not None:
        return rules.frequencies[_plain(frequency.group()).replace("-", " ")]
    return times_per_day(every) if every is not None else None


def _plain(written: str) -> str:
    return " ".join(written.lower().split())


def _number(written: str) -> float:
    plain = written.strip().lower()
    if plain in _FRACTIONS:
        return _FRACTIONS[plain]
    if "/" in plain:
        over, under = plain.split("/")
        return float(over) / float(under) if float(under) else float(over)
    return float(plain.replace(",", ""))
