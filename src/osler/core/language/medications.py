"""Medication regimens as written: strength, dose, route, frequency, duration, as needed and why."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from osler.core.language.medication_rules import COUNTS, MedicationRules, medication_rules
from osler.core.language.schedules import times_per_day
from osler.core.language.tapers import with_steps
from osler.core.language.types import Regimen, RegimenPart, RegimenPartKind, TextMatch
from osler.core.language.weekdays import ONE_DAY, OTHER_DAYS
from osler.first_letters import each_match

_FURTHEST = 240
"""Characters after a drug's name in which its regimen is looked for."""
_COMBINATION = re.compile(r"[a-z]{5}\s?[-/]\s?[a-z]{5}", re.IGNORECASE)
"""A name of two substances, whose two numbers are no range: "amlodipine-atorvastatin 5-20 mg"."""
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "half": 0.5, "one-half": 0.5}


def regimens(text: str, drugs: Sequence[TextMatch] = ()) -> list[Regimen]:
    """The regimens of a text: of the drugs at known places, and of other names that stand before a dose and a schedule."""
    rules = medication_rules()
    names = frozenset(drug.start for drug in drugs)
    found = [_read(text, drug.start, drug.end, drug.concept_ids, rules, names) for drug in drugs]
    taken = sorted((regimen.start, regimen.end) for regimen in found)
    others: dict[str, None] = {}
    for match in each_match(rules.unnamed, text):
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


def _read(
    text: str,
    start: int,
    end: int,
    concept_ids: tuple[str, ...],
    rules: MedicationRules,
    names: frozenset[int] = frozenset(),
) -> Regimen:
    """The regimen that follows a drug's name, part by part, until something else begins."""
    limit = min(len(text), end + _FURTHEST)
    line_end = text.find("\n", end, limit)
    limit = line_end if line_end >= 0 else limit
    place, part = (start, end, end), dict[str, re.Match[str]]()
    steps = []
    earlier = frozenset[str]()
    for kind, match in _parts_after(text, end, limit, rules, part):
        if kind == "dose" and _NEXT_ITEM.search(text, place[2], match.start()) and _leads(text, match.end(), names):
            break
        if kind == "dose" and "dose" in part:
            if _is_of_next_drug(text, match, limit, rules):
                break
            if _is_next_step(text, place[2], match, part, rules):
                steps.append((place, dict(part)))
                place = (match.start(), match.start(), match.end())
                days = part.get("days") or part.get("every")
                part.clear()
                if days is not None:
                    part["days"] = days
            elif _is_change(text, part["dose"].end(), match.start()):
                # Of several doses ("10 mg od -> 20 mg bd") the last one holds, with what is said of it.
                part["dose"] = match
                earlier = frozenset({"frequency", "every", "duration"})
            elif _is_count_of(part, match, rules):
                part["of_one"], part["dose"] = part["dose"], match
            else:
                part.setdefault("piece", match)
        if kind in earlier:
            for old in {"frequency", "every"} if kind in {"frequency", "every"} else {kind}:
                part.pop(old, None)
            earlier -= {"frequency", "every"} if kind in {"frequency", "every"} else {kind}
        part.setdefault(kind, match)
        place = (*place[:2], match.end())
    first, *others = (_regimen(text, *step, concept_ids, rules) for step in (*steps, (place, part)))
    if not others:
        return first
    whole = text[start : place[2]]
    return replace(first, end=place[2], text=whole, steps=_in_turn(first, others, rules))


def _in_turn(first: Regimen, others: Sequence[Regimen], rules: MedicationRules) -> tuple[Regimen, ...]:
    """The further doses, each of the medicine of the first: its strength, where pieces are counted, and the days left over."""
    weighed = first.dose is not None and first.dose_unit.lower() not in rules.counted_units
    strength = first.strength or (f"{first.dose:g} {first.dose_unit}" if weighed else "")
    left = 1 - sum(one.times_per_day or 0 for one in (first, *others) if (one.times_per_day or 0) < 1)
    result = []
    for one in others:
        counted = one.dose_unit.lower() in rules.counted_units or first.strength
        other_days = one.times_per_day is None and _OTHER_DAYS.fullmatch(one.frequency) is not None and left > 0
        times = round(left, 6) if other_days else one.times_per_day
        result.append(
            replace(one, name=first.name, strength=one.strength or (strength if counted else ""), times_per_day=times)
        )
    return tuple(result)


def _is_count_of(part: dict[str, re.Match[str]], match: re.Match[str], rules: MedicationRules) -> bool:
    """Whether a dose tells how many pieces are taken of the strength before it: "25 mg: ½ tab"; one piece is the dose itself."""
    pieces = match["unit"].lower() in rules.counted_units and number_of_dose(match["dose"]) != 1
    told = {"frequency", "every", "duration", "of_one"} & part.keys()
    return pieces and not told and part["dose"]["unit"].lower() not in rules.counted_units


def _parts_after(
    text: str, at: int, limit: int, rules: MedicationRules, known: dict[str, re.Match[str]]
) -> Iterator[tuple[str, re.Match[str]]]:
    """The parts of a regimen from a place on, across the words that may stand between them."""
    while at < limit:
        leads = _SECOND_NAME.match(text, at, limit) or _TO_THE_DOSE.match(text, at, limit)
        if leads and rules.dose.match(text, leads.end(), limit):
            at = leads.end()
        if text[at].isspace():
            at += 1
            continue
        found = _next_part(text, at, limit, rules, known)
        if found is not None:
            yield found
            at = found[1].end()
            continue
        filler = (
            rules.between.match(text, at, limit) or _ARROW.match(text, at, limit) or _AT_MOST.match(text, at, limit)
        )
        if filler is None:
            return
        at = filler.end()


_SECOND_NAME = re.compile(r"\s?\([A-Za-z][\w -]{2,25}\)\s")
"""Another name of the medicine before its dose: "tacrolimus (Adoport) 3 mg bd"."""
_TO_THE_DOSE = re.compile(
    r"\((?=\d)|\s?(?:\||-{1,2}>|→)\s?(?:increase|decrease|reduce|change|titrate)\s(?:the\s)?(?:dose\s)?to\s(?=\d)(?![\d.]+[^.;\n]{0,25}\b(?:next|if|when|once|after|in\s\d))"
    r"|(?:,|[-–(]\s?)?\s?(?:(?:was|recently|just|dose|since)\s){0,2}(?:"
    r"(?:increased|decreased|reduced|titrated|uptitrated|up-titrated|changed|raised|lowered|cut|weaned)\s(?:[\w./-]+\s){0,5}?to\s"
    r"|(?:reducing|weaning|tapering|decreasing|increasing)\sby\s[\d.]+\s?m?c?g\s?(?:/|per\s|a\s|every\s|each\s)\s?\w+,?\s(?:(?:currently|now)\s(?:on\s|at\s)?)?"
    r"|(?:was|now|currently)\s(?:on\s|at\s|taking\s)?)(?=\d)",
    re.IGNORECASE,
)
"""What leads to the dose that holds: "increased today to 1000 mg", "decreased from 30 to 24 units", "was 325 mg daily, NOW 81 mg"."""
_ARROW = re.compile(r"\d{1,5}(?:\.\d{1,3})?\s?(?=->|→)")
_AT_MOST = re.compile(
    r"(?:max(?:imum)?|no\smore\sthan|at\smost)\s(?=(?:every\s)?\d{1,2}[\s-]?(?:hourly|hours|hrs|h\b)|(?:qds|tds|bd|od|once|twice|three\stimes|four\stimes)\b)",
    re.IGNORECASE,
)
"""Before the most often that something may be taken: "PRN max 4 hourly"."""
_THEN = re.compile(r"\bthen\b|\bfollowed\b|\bthereafter\b|\bafter that\b|\btaper|\balt", re.IGNORECASE)
_CHANGE = re.compile(r"->|→|\bto\b|\bnow\b", re.IGNORECASE)
_OTHER_DAYS = re.compile(OTHER_DAYS, re.IGNORECASE)


_OF = re.compile(r"\s+of\b", re.IGNORECASE)
_NEXT_ITEM = re.compile(r"[,;+&]|\b(?:then|and|plus)\b", re.IGNORECASE)


def _leads(text: str, end: int, names: frozenset[int]) -> bool:
    """Whether the name of a medicine follows a dose, which is then its own: "IV daily, then 500 mg amoxicillin"."""
    gap = _TO_NAME.match(text, end)
    return gap is not None and gap.end() in names


_TO_NAME = re.compile(r"\s(?:of\s)?", re.IGNORECASE)


def _is_of_next_drug(text: str, match: re.Match[str], limit: int, rules: MedicationRules) -> bool:
    """Whether a further dose stands before the name it belongs to: "x 14 days, 2 g ceftriaxone daily"."""
    return _OF.match(text, match.end(), limit) is not None or _goes_on_otherwise(text, match.end(), limit, rules)


def _is_next_step(
    text: str, end: int, match: re.Match[str], part: dict[str, re.Match[str]], rules: MedicationRules
) -> bool:
    """Whether a further dose is the next one in turn: of a taper, or of another hour of the day or day of the week."""
    between = text[end : match.start()]
    if "duration" in part or _THEN.search(between):
        return True
    often = part.get("frequency") or part.get("every")
    following = _NEXT_PART.match(text, match.end())
    return (
        often is not None
        and following is not None
        and not _CHANGE.search(between)
        and rules.part_of_day.fullmatch(often.group()) is not None
        and (rules.part_of_day.match(text, following.end()) or ONE_DAY.match(text, following.end())) is not None
    )


_NEXT_PART = re.compile(r"\s?(?:\([^()\n]{1,20}\)\s?)?")


def _is_change(text: str, start: int, end: int) -> bool:
    return _CHANGE.search(text, start, end) is not None


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
    if "days" in part and "every" not in part and (one_day := ONE_DAY.match(text, at, limit)):
        return "one_day", one_day
    for kind, pattern in (
        ("frequency", rules.frequency),
        ("every", rules.every),
        ("duration", rules.duration),
        ("strength", rules.concentration),
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
        ONE_DAY,
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
    written = frequency or every or part.get("one_day")
    strength = part.get("strength") or part.get("of_one")
    if dose and dose["high"] and strength is None and _COMBINATION.search(text, start, name_end):
        dose, strength = part.get("piece"), dose
    return Regimen(
        start=start,
        end=end,
        text=text[start:end],
        name=text[start:name_end],
        concept_ids=concept_ids,
        strength=strength.group().strip() if strength else "",
        dose=number_of_dose(dose["dose"]) if dose else None,
        dose_high=number_of_dose(dose["high"]) if dose and dose["high"] else None,
        dose_unit=dose["unit"] if dose else "",
        route=_route(part, rules),
        frequency=written.group() if written else "",
        times_per_day=_times_per_day(frequency, every, rules) if frequency or every or not written else 1 / 7,
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


_REASON = re.compile(
    r"\s?(?:for\s)?(?!(?:max|maximum|up\sto|every|each|not|no|only|had|has|used|uses|using|repeat|doses?|once|twice|daily|bd|tds|qds|od|bid|tid|qid|nocte"
    r"|mane|po|iv|sc|im|pr|sl|per|and|but|or|given|currently|usually|rarely|continued?|start|stop|stopped|if|when|with|via|plus|while)\b)"
    r"(?P<reason>[A-Za-z][A-Za-z/ -]{2,40}?)(?=[,.;()\n]|\s\d|$|\s(?:x|po|and|max|maximum|up\sto|not|only)\s)",
    re.IGNORECASE,
)


def _reason(text: str, at: int) -> str:
    """What a medicine is taken for as needed: the words after "prn"."""
    match = _REASON.match(text, at, min(len(text), at + 50))
    return match["reason"].strip() if match else ""


def how_often(text: str) -> set[float]:
    """How often a day a text says that something is taken, each schedule in it once: "twice daily" is 2, "weekly" 1/7."""
    rules = medication_rules()
    composed = list(each_match(rules.rate, text))
    spans = [match.span() for match in composed]
    found = {times_per_day(match) for match in composed}
    for match in each_match(rules.frequency, text):
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


def number_of_dose(written: str) -> float:
    """An amount as notes write it: in figures, with a fraction, or in a word."""
    plain = written.strip().lower().replace("ı", "i")  # patterns without case take the dotless letter for an i
    if plain in _FRACTIONS:
        return _FRACTIONS[plain]
    if plain in COUNTS:
        return COUNTS[plain]
    if plain[-1] in _FRACTIONS:
        return float(plain[:-1]) + _FRACTIONS[plain[-1]]
    if "/" in plain:
        *whole, over, under = re.split(r"[\s/]+", plain)
        part = float(over) / float(under) if float(under) else float(over)
        return part + sum(map(float, whole))
    return float(plain.replace(",", ""))
