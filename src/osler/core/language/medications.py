"""Medication regimens as written: strength, dose, route, frequency, duration, as needed and why."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import Regimen, RegimenPart, RegimenPartKind, Sentence, TextMatch

_FURTHEST = 160
"""Characters after a drug's name in which its regimen is looked for."""
_NUMBER = r"\d{1,3}(?:,\d{3}){1,2}|\d{1,6}(?:\.\d{1,4})?|\.\d{1,4}|[½¼¾]|one-half|half"
_FRACTION = r"\d\s?/\s?\d(?=\s?(?:tab|pill|cap|scoop))"
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "half": 0.5, "one-half": 0.5}
_TIME_UNIT = r"(?:days?|d|weeks?|wks?|wk|w|months?|mos?|years?|yrs?|hours?|hrs?|h|cycles?|doses?|courses?)"
_COUNT = r"(?:\d{1,3}(?:\.\d)?(?:\s?(?:-|to)\s?\d{1,3})?|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several)"


class _Rules(NamedTuple):
    strength: re.Pattern[str]
    dose: re.Pattern[str]
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
    routes: dict[str, str]
    frequencies: dict[str, float]
    not_names: frozenset[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("medications.yml")
    routes = {word.lower(): route for route, words in table["routes"].items() for word in words}
    frequencies = {word.lower(): float(times) for times, words in table["frequencies"].items() for word in words}
    units = _choice(table["dose_units"])
    dose = rf"(?P<dose>{_FRACTION}|{_NUMBER})(?:\s?(?:-|–|to)\s?(?P<high>{_NUMBER}))?[\s-]?(?P<unit>{units})"
    return _Rules(
        strength=_compiled(
            r"(?P<strength>\d{1,5}(?:\.\d{1,3})?\s?(?:mg|mcg)?(?:\s?[/-]\s?\d{1,5}(?:\.\d{1,3})?){1,2})(?:[\s-]?(?P<unit>mg|mcg|g|mL))?"
        ),
        dose=_compiled(dose),
        form=_compiled(_choice(table["forms"])),
        route=_compiled(_choice(routes)),
        frequency=_compiled(_choice(frequencies)),
        every=_compiled(
            r"(?:every|q)\s?(?P<n>\d{1,2})(?:\s?(?:-|–|to)\s?\d{1,2})?\s?(?P<u>h|hr|hrs|hours?|days?|d|weeks?|wks?|w|months?|mo)"
        ),
        as_needed=_compiled(_choice(table["as_needed"])),
        once=_compiled(_choice(table["once"])),
        duration=_compiled(
            rf"(?:for|x|×)\s?(?:the\s(?:next|following|past|last)\s)?(?:about\s|approximately\s|another\s|a\stotal\sof\s|up\sto\s)?(?P<n>{_COUNT})\s?-?{_TIME_UNIT}"
            rf"|day\s\d{{1,2}}\s?(?:/|of)\s?\d{{1,2}}|x{_COUNT}{_TIME_UNIT}|{_COUNT}[\s-]{_TIME_UNIT}\s(?:course|taper|supply)"
        ),
        between=re.compile(rf"(?:{_choice(table['between'])})(?!\w)", re.IGNORECASE),
        unnamed=re.compile(rf"(?<![\w-])(?P<name>[A-Za-z][A-Za-z-]{{2,40}})\s{{1,3}}(?={dose}(?!\w))", re.IGNORECASE),
        dosage_words=re.compile(rf"(?<!\w)(?:{_choice(table['dosage_words'])})(?!\w)", re.IGNORECASE),
        lasting=re.compile(
            rf"(?<!\w)(?:{_choice(table['durations'])})(?=\s(?:[\w-]+\s){{0,3}}(?:treatment|therapy|use|administration|exposure|course)\b)",
            re.IGNORECASE,
        ),
        routes=routes,
        frequencies=frequencies,
        not_names=frozenset(word.lower() for key in ("not_names", "dose_units", "forms") for word in table[key]),
    )


def _choice(phrases: Iterable[str]) -> str:
    ordered = sorted(map(str, phrases), key=len, reverse=True)
    return "|".join(r"\s".join(re.escape(part) for part in phrase.split()) for phrase in ordered)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?!\w)", re.IGNORECASE)


def regimens(text: str, drugs: Sequence[TextMatch] = ()) -> list[Regimen]:
    """The regimens of a text: of the drugs at known places, and of other names that stand before a dose and a schedule."""
    rules = _rules()
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
    return sorted(found, key=lambda regimen: regimen.start)


def _again(text: str, name: str, found: Sequence[Regimen], rules: _Rules) -> list[Regimen]:
    """The other places of a name that no vocabulary knows and one place has shown to be a medicine: "Stop Clenil"."""
    taken = {regimen.start for regimen in found}
    places = re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
    return [_read(text, *place.span(), (), rules) for place in places if place.start() not in taken]


def _read(text: str, start: int, end: int, concept_ids: tuple[str, ...], rules: _Rules) -> Regimen:
    """The regimen that follows a drug's name, part by part, until something else begins."""
    part: dict[str, re.Match[str]] = {}
    at = reached = end
    limit = min(len(text), end + _FURTHEST)
    line_end = text.find("\n", end, limit)
    limit = line_end if line_end >= 0 else limit
    while at < limit:
        if text[at].isspace():
            at += 1
            continue
        found = _next_part(text, at, limit, rules, part)
        if found is not None:
            kind, match = found
            # Of several doses ("10 -> 20 mg") the last one holds; of other parts the first.
            if kind != "dose" or "dose" not in part or _is_change(text, part["dose"].end(), match.start()):
                part[kind] = match
            at = reached = match.end()
            continue
        filler = rules.between.match(text, at, limit)
        if filler is None:
            bare = re.compile(r"\d{1,5}(?:\.\d{1,3})?\s?(?=->|→)").match(text, at, limit)
            if bare is None:
                break
            at = bare.end()
            continue
        at = filler.end()
    return _regimen(text, (start, end, reached), concept_ids, part, rules)


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


def _next_part(
    text: str, at: int, limit: int, rules: _Rules, part: dict[str, re.Match[str]]
) -> tuple[str, re.Match[str]] | None:
    for kind, pattern in (
        ("frequency", rules.frequency),
        ("every", rules.every),
        ("duration", rules.duration),
        ("dose", rules.dose),
        ("strength", rules.strength),
        ("as_needed", rules.as_needed),
        ("once", rules.once),
        ("route", rules.route),
        ("form", rules.form),
    ):
        if kind in part and kind not in {"form", "dose"}:
            continue
        match = pattern.match(text, at, limit)
        if match and not (kind == "strength" and _is_date(match)):
            return kind, match
    return None


_DATE = re.compile(r"(?:19|20)\d\d")


def _is_date(match: re.Match[str]) -> bool:
    """Whether numbers with a slash between them are a date ("5/16", "04/2023 - 09/2024") and no strength."""
    written = match["strength"].replace(" ", "")
    if _DATE.search(written):
        return True
    return not match["unit"] and re.fullmatch(r"\d{1,2}/\d", written) is not None


def _regimen(
    text: str,
    place: tuple[int, int, int],
    concept_ids: tuple[str, ...],
    part: dict[str, re.Match[str]],
    rules: _Rules,
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
        route=rules.routes[_plain(part["route"].group())] if "route" in part else "",
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


_REASON = re.compile(r"\s?(?:for\s)?(?P<reason>[A-Za-z][A-Za-z/ -]{2,40}?)(?=[,.;()\n]|\s\d|$|\s(?:x|po|and)\s)")


def _reason(text: str, at: int) -> str:
    """What a medicine is taken for as needed: the words after "prn"."""
    match = _REASON.match(text, at, min(len(text), at + 50))
    return match["reason"].strip() if match else ""


def _times_per_day(frequency: re.Match[str] | None, every: re.Match[str] | None, rules: _Rules) -> float | None:
    if frequency is not None:
        return rules.frequencies[_plain(frequency.group())]
    if every is None or not int(every["n"]):
        return None
    hours = {"h": 1, "d": 24, "w": 168, "m": 720}[every["u"][0].lower()] * int(every["n"])
    return round(24 / hours, 6)


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


_DOSE_LIKE = re.compile(
    r"(?<![\w.])(?:\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,4})?)(?:\s?(?:-|–|to)\s?\d{1,6}(?:\.\d{1,4})?)?[\s-]?"
    r"(?:mg|mcg|µg|μg|ug|g|ng|mL|ml|IU|units?|mEq|tablets?|tabs?|capsules?|puffs?|drops?|doses?)"
    r"(?:\s?/\s?(?:kg|m2|m²|d|day|h|hr|min|dose|week|mL|ml|L|l)){0,2}(?:\s(?:per|a)\s(?:day|kg|dose|week|hour))?(?!\w)"
)
_LENGTH = re.compile(
    rf"(?<!\w)(?:over|after)\s(?P<over>{_COUNT}[\s-](?:days?|weeks?|months?|years?|hours?))(?=\s(?:of\s(?:\w+\s){{0,3}}(?:treatment|therapy|use)|[,.)])|[,.)])|"
    rf"(?<!\w)for\s(?:the\s)?(?:following\s|about\s|approximately\s|over\s|more\sthan\s|almost\s)?{_COUNT}[\s-](?:days?|weeks?|months?|years?|hours?)(?!\w|[\s-]old|\s(?:from|ago|later))"
    rf"|(?<!\w){_COUNT}[\s-](?:days?|weeks?|months?|years?|hours?)\s(?=(?:of|course\sof)\s(?:\w+\s){{0,3}}(?:treatment|therapy|use|administration|course))",
    re.IGNORECASE,
)
_TREATED = re.compile(
    r"(?<!\w)(?:treat\w*|therap\w*|administ\w*|receiv\w*|taking|took|use|using|infus\w*|course|exposure|given|regimen|medicat\w*|prophyla\w*)(?!\w)",
    re.IGNORECASE,
)


def medication_parts(text: str, sentences: Sequence[Sentence], drugs: Sequence[Regimen]) -> Iterator[RegimenPart]:
    """The drugs of a text and every dose, route, frequency and duration that a sentence about a drug states."""
    rules = _rules()
    starts = [sentence.start for sentence in sentences]
    seen: set[int] = set()
    for drug in drugs:
        yield RegimenPart("drug", drug.start, drug.start + len(drug.name))
        index = max(bisect_left(starts, drug.start + 1) - 1, 0)
        if index in seen or not sentences:
            continue
        seen.add(index)
        yield from _sentence_parts(text, sentences[index], drugs, rules)


_GIVEN = re.compile(
    r"(?:administ\w+|therap\w+|treatment\w*|inject\w+|infus\w+|dos\w+|use|given|drug\w*|medicat\w+|route|bolus|prepar\w+|formul\w+|chemotherapy|corticosteroid\w*|steroid\w*|antibiotic\w*|instill\w+|applic\w+)",
    re.IGNORECASE,
)


def _is_route(text: str, match: re.Match[str], end: int, names: Sequence[tuple[int, int]]) -> bool:
    """Whether a word for a route is one here: an adverb or a short form, or beside a drug or a word of giving.

    "Oral mucosa", "ocular pressure" and "injection site" are no routes.
    """
    word = match.group().lower()
    if word.endswith("ly") or (len(word) <= 3 and match.group() not in {"TD", "OS", "PR"}) or " " in word:
        return True
    after = text[match.end() : min(end, match.end() + 40)]
    if re.match(r"\s?site", after):
        return False
    near = any(0 <= start - match.end() <= 30 or 0 <= match.start() - last <= 30 for start, last in names)
    given = _GIVEN.search(" ".join(after.split()[:2])) is not None
    noun = word.startswith(("inj", "infus", "ingest", "inhal"))
    follows = any(0 <= start - match.end() <= 12 for start, _ in names)
    return (
        given
        or follows
        or (noun and near)
        or (near and re.match(r"\s*(?:[,.;)]|and\b|or\b|for\b|in\b|at\b|$)", after) is not None)
    )


def _sentence_parts(text: str, sentence: Sentence, drugs: Sequence[Regimen], rules: _Rules) -> Iterator[RegimenPart]:
    start, end = sentence.start, sentence.end
    names = [(drug.start, drug.start + len(drug.name)) for drug in drugs if start <= drug.start < end]
    taken: list[tuple[int, int]] = list(names)
    patterns: list[tuple[RegimenPartKind, re.Pattern[str]]] = [
        ("dosage", rules.dosage_words),
        ("dosage", _DOSE_LIKE),
        ("freq", rules.frequency),
        ("freq", rules.every),
        ("route", rules.route),
        ("duration", rules.duration),
        ("duration", rules.lasting),
    ]
    if _TREATED.search(text, start, end):
        patterns.append(("duration", _LENGTH))
    for kind, pattern in patterns:
        for match in pattern.finditer(text, start, end):
            place = match.span()
            inside_word = match.start() > 0 and text[match.start() - 1].isalnum()
            if inside_word or (kind == "route" and not _is_route(text, match, end, names)):
                continue
            if not any(first < place[1] and place[0] < last for first, last in taken):
                taken.append(place)
                yield RegimenPart(kind, *place)
