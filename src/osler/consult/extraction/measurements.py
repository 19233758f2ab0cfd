"""Measurements in what a user says: the measure, the value, the unit, when."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from osler.consult.extraction.beside import values_beside
from osler.consult.extraction.body_sizes import BELOW_NOUGHT, beside_height, feet, stones, weight, without_sizes
from osler.consult.extraction.circumstances import taken_how
from osler.consult.extraction.clauses import Clause, clauses, pattern, says, words
from osler.consult.extraction.everyday_measures import as_measured, measure_meant
from osler.consult.extraction.inexact import with_halves, without_inexact
from osler.consult.extraction.lone import in_feet, in_figures, lone_value
from osler.consult.extraction.moved import in_the_end, under_strain
from osler.consult.extraction.same_day import of_the_same_day, shared, without_replaced
from osler.consult.extraction.stated import has_a_verb
from osler.consult.extraction.this_time import of_this_time, without_codes
from osler.consult.extraction.times import moment, when
from osler.consult.extraction.types import MeasurementEntry, MedicalMeasurementsExtraction
from osler.consult.extraction.uncounted import without_uncounted
from osler.consult.extraction.wrong_numbers import without_taken_back
from osler.consult.record.called import measure_named
from osler.core.language import Quantity, plausible_ranges, quantities
from osler.core.terminology import measure

_PRESSURE = "LAB:bp"
_AGE = "LAB:age"
"""What a birthday tells, and no measuring."""
_PARTS = {"LAB:sbp": "systolic blood pressure", "LAB:dbp": "diastolic blood pressure"}
_PAIR = re.compile(r"(?<![\d/.])(\d{2,3})/(\d{2,3})(?![\d/])")
_SEGMENT = re.compile(
    r"[,;]\s*|\s+and\s+|\s+(?=then \d)|(?:(?<=morning)|(?<=evening)|(?<=night)|(?<=bedtime))\s+(?=\d)|(?<=[a-z])\s+(?=\d[\d.]*\s?%? (?:resting|walking|standing|lying|sitting|fasting|at rest)\b)"
)
_INCHES = "in"
"""A unit, and the word before a month: a cholesterol of 5.2 in March."""
_OWN = ("mine ", "and mine ", "but mine ")
"""How a clause begins whose measure stands in one about somebody else."""
_LIKELY_SYSTOLIC = range(60, 280)
_LIKELY_DIASTOLIC = range(30, 180)


def measurements(message: str, now: dt.datetime) -> MedicalMeasurementsExtraction:
    """The measurements that a message states of the patient; a correction replaces what it corrects."""
    found: list[MeasurementEntry] = []
    last_time: str | None = None
    meant = others = aims = ""
    to_follow = False
    for told in clauses(message):
        right = without_taken_back(told.text)
        clause, before, on_day = in_the_end(told._replace(text=right, lower=right.lower()), now)
        others = measure_meant(clause.text) if clause.other else others
        aimed, aims = aims, _aimed_at(clause.text) if clause.target and not clause.other else ""
        asked_of, meant = (
            meant or (others if clause.lower.startswith(_OWN) else ""),
            "" if clause.other or clause.question else measure_meant(clause.text) or meant,
        )
        if _states_no_value(clause):
            continue
        several = _readings(clause.text, now)
        if several:
            found += several
            continue
        made, text = _values(clause, asked_of, aimed, now)
        if clause.correction and found and not made:
            meant_part = part_meant(text, found[-2:])
            made = corrected(text, meant_part or found[-1], part=meant_part is not None)
        corrects = clause.correction or to_follow
        if corrects and found and made:
            made = of_the_same_day(made, found, clause.text, now)
            found = without_replaced(found, made)
        to_follow = corrects and not made  # "hang on, I misread it": the right value stands in what follows
        dated = pattern("earlier_value").sub(" ", clause.text)
        time = _not_to_come(moment(_own_part(dated, made, now) or dated, now), now)
        if made and time is _TO_COME:
            continue  # what is measured tomorrow was not measured
        last_time = _day(time if made or not _LASTS.search(clause.text) else None) or last_time
        further = _further(pattern("earlier_value").sub(" ", text), clause.text, made, now)
        if further:  # each value has its own day
            time = moment(_SEGMENT.split(clause.text)[0], now) or _day(time)
        earlier = _earlier(clause.text, made, now)
        if before is not None and on_day is not None and len(made) == 1:
            earlier = [made[0].model_copy(update={"value": before, "time": on_day})]
        made = made + further if further else _each_of_its_day(made, clause.text, now) + under_strain(text, made)
        found += [entry.model_copy(update={"quote": told.text}) for entry in earlier]
        time = time if further else shared(time, clause.text, made)
        found += [entry.model_copy(update={"time": entry.time or time, "quote": told.text}) for entry in made]
    found = [_with_circumstance(entry) for entry in (_all_dated(found, last_time) if last_time else found)]
    return MedicalMeasurementsExtraction(measurements=list({(e.name, e.time, e.value): e for e in found}.values()))


def _states_no_value(clause: Clause) -> bool:
    """Whether a clause is of somebody else, of an aim, a question, a doubt or a thing: it states no value of the patient."""
    if clause.other or clause.target or clause.question or (clause.known and has_a_verb(clause.lower)):
        return True
    supposed = says(clause.lower, "measurements", "supposed") or says(clause.lower, "doubted")
    return supposed or says(clause.lower, "measurements", "of_a_thing")


def _values(clause: Clause, asked_of: str, aimed: str, now: dt.datetime) -> tuple[list[MeasurementEntry], str]:
    """The values of a clause, and its text as the measures read it; `asked_of` is the measure of an "it", `aimed` that of an aim."""
    own = without_uncounted(without_codes(clause.text))
    text = without_inexact(as_measured(with_halves(in_figures(in_feet(of_this_time(own))))))
    text = pattern("measurements", "it").sub(rf"{asked_of} ", text) if asked_of else text
    if aimed:
        text = _BARE_SO_FAR.sub(rf"{aimed} ", pattern("measurements", "so_far").sub(rf"{aimed} ", text))
    sizes = [*stones(text), *feet(text)]
    text = without_sizes(text) if sizes else text
    made = _then_and_now(text, now) or _of_quantities(text)
    if not clause.hypothetical and not any(entry.name in _PARTS.values() for entry in made):
        made = _pressure_alone(text) + made
    made = made or _lone_of_parts(text, hypothetical=clause.hypothetical)
    made = sizes + [entry for entry in made if entry.name.lower() not in {size.name for size in sizes}]
    return made + ([] if clause.hypothetical or clause.correction else _beside(text, made)), text


def _day(time: str | None) -> str | None:
    """A time without its hour, which is of the one value with which it is told."""
    return time[:10] if time is not None else None


def _with_circumstance(entry: MeasurementEntry) -> MeasurementEntry:
    """A value with the circumstances that are told in its own part of the words, or of the only part that has a value."""
    parts = [part for part in _BETWEEN.split(entry.quote) if part and re.search(r"\d", part)]
    own = [part for part in parts if re.search(rf"(?<![\d.]){entry.value:g}(?![\d.])", part)]
    how = taken_how(entry.quote if len(parts) == 1 else own[0] if own else "")
    return entry if how is None or how in entry.name.lower() else entry.model_copy(update={"circumstance": how})


_LASTS = re.compile(r"\b(?:for|since|over|past)\b", re.IGNORECASE)
"""Words of how long a complaint has lasted: that is no day on which something was measured."""


def _own_part(text: str, made: Sequence[MeasurementEntry], now: dt.datetime) -> str | None:
    """The part between commas in which the values stand, where it names their day: what is told before is of its own."""
    parts = [part for part in re.split(r"[,;]\s+", text) if any(f"{entry.value:g}" in part for entry in made)]
    return parts[0] if len(parts) == 1 and when(parts[0], now) is not None else None


def _all_dated(found: list[MeasurementEntry], last_time: str) -> list[MeasurementEntry]:
    """Values with the last time told, but for those of which one has a day of its own: they are of another day."""
    dated = {entry.name for entry in found if entry.time}
    return [
        entry if entry.time or entry.name in dated else entry.model_copy(update={"time": last_time}) for entry in found
    ]


_BARE_SO_FAR = re.compile(r"^\s*(?:(?:and|but|so|it|i|still|only) )*(?:(?:was|is|am) )?(?=\d)", re.IGNORECASE)
"""How a value is told behind what is aimed at, of the same measure: "was 94"."""
_TO_COME = "to come"


def _not_to_come(day: str | None, now: dt.datetime) -> str | None:
    """The day of a value; a value is of no day that is still to come."""
    return _TO_COME if day is not None and day[:10] > now.date().isoformat() else day


_FROM = re.compile(
    r"\b(?:down|up|lower|higher|risen|fallen|dropped|better|worse) (?:from|than) (?:the )?(?P<value>\d{1,3}(?:\.\d+)?)\s*(?:%|[a-zµ]+/[a-z]+|kgs?|kilos?|lbs?)?(?P<when> [^,;.]*)",
    re.IGNORECASE,
)


def _earlier(said: str, made: list[MeasurementEntry], now: dt.datetime) -> list[MeasurementEntry]:
    """What the one measure of a clause was before, where its day is told: "7.1 in February, down from 8.3 last November"."""
    match = _FROM.search(said) if len(made) == 1 and made[0].name not in _PARTS.values() else None
    day = moment(match["when"], now) if match is not None else None
    if match is None or day is None or day[:10] >= now.date().isoformat():
        return []
    return [made[0].model_copy(update={"value": float(match["value"]), "time": day})]


def _each_of_its_day(made: list[MeasurementEntry], said: str, now: dt.datetime) -> list[MeasurementEntry]:
    """Several values of one clause, each with the day that is told beside it: 38.4 last night, 37.1 now."""
    if len(made) < 2:
        return made
    parts = _SEGMENT.split(said)
    own = [next((part for part in parts if f"{entry.value:g}" in part), "") for entry in made]
    return [
        entry.model_copy(update={"time": entry.time or moment(part, now)})
        for entry, part in zip(made, own, strict=True)
    ]


def _aimed_at(text: str) -> str:
    """The measure of which a target is told; a number of kilos to get down to is a weight."""
    return measure_meant(text) or ("body weight" if says(text.lower(), "measurements", "aimed_weight") else "")


_BETWEEN = re.compile(r"[,;]\s*|\s(?:and|but|to|then)\s")
"""Where what is told of one reading ends and what is told of the next begins."""


def _readings(text: str, now: dt.datetime) -> list[MeasurementEntry]:
    """Several blood pressures in one clause, each with its time: all before their values, or all after them."""
    pairs = [] if says(text, "measurements", "of_a_drug") else list(_PAIR.finditer(text))
    found: list[MeasurementEntry] = []
    if len(pairs) < 2:
        return []
    time: str | None = None
    told_first = moment(text[: pairs[0].end()], now) is not None
    for pair, previous, following in zip(pairs, [None, *pairs], [*pairs[1:], None], strict=False):
        before = text[previous.end() if previous else 0 : pair.end()]
        after = text[pair.start() : following.start() if following else len(text)]
        leading = _BETWEEN.split(before)[-1] if previous else before
        trailing = _BETWEEN.split(after)[0] if following else after
        own = (
            moment(leading, now) or moment(trailing, now)
            if told_first
            else moment(trailing, now) or moment(leading, now)
        )
        moved = previous is not None and _MOVED.search(before) is not None  # from one value to the next within a day
        time = own or (time if told_first else _day(time) if moved else None)
        made = _pressure_alone(before)
        beside = text[pair.end() : following.start() if following else len(text)]
        made += [entry for entry in _of_quantities(as_measured(beside)) if entry.name not in _PARTS.values()]
        found += [entry.model_copy(update={"time": time, "quote": text}) for entry in made]
    if time is not None and _ONE_AFTER_ANOTHER.search(text):  # the day at the end is of all of them
        found = [entry if entry.time else entry.model_copy(update={"time": time}) for entry in found]
    return found


_MOVED = re.compile(
    r"\b(?:(?:gone|come|came|went|dropped|fell|rose|climbed|settled|crept|shot|was|is|it's) )?(?:back )?(?:(?:down|up) )?(?:to|at) (?=\d)",
    re.IGNORECASE,
)
_ONE_AFTER_ANOTHER = re.compile(r"\b(?:and then|then|twice|again|both|each time|three times)\b", re.IGNORECASE)


def _further(text: str, said: str, made: list[MeasurementEntry], now: dt.datetime) -> list[MeasurementEntry]:
    """Further values of the one measure that a clause names: "91 at rest, 84 after the stairs"."""
    if len(made) != 1 or made[0].name in _PARTS.values():
        return []
    found = []
    for segment in _SEGMENT.split(text)[1:]:
        match = pattern("next_reading").search(segment)
        if match is not None and float(match["value"]) != made[0].value:
            unit = match["unit"] or made[0].unit
            own = next((part for part in _SEGMENT.split(said) if match["value"] in part), segment)
            update = {"value": float(match["value"]), "unit": unit, "time": moment(own, now) or _day(moment(said, now))}
            found.append(made[0].model_copy(update=update | _after_a_meal(made[0], segment)))
    return found


def _after_a_meal(first: MeasurementEntry, segment: str) -> dict[str, str]:
    """The name of a second glucose where the first was a fasting one and this is told after eating."""
    fed, fasting = measure("LAB:glucose"), measure("LAB:fasting_glucose")
    eaten = says(segment, "measurements", "eaten") and fasting is not None and first.name == fasting.name
    return {"name": fed.name} if eaten and fed is not None else {}


def _lone_of_parts(text: str, *, hypothetical: bool) -> list[MeasurementEntry]:
    """The lone values of the parts of a clause where several measures are named, or that of the whole."""
    parts = _SEGMENT.split(text)
    named = [part for part in parts if measure_named(part) is not None]
    if len(named) < 2:
        return _lone(text, hypothetical=hypothetical)
    return [entry for part in named for entry in _lone(part, hypothetical=hypothetical)]


def _lone(text: str, *, hypothetical: bool) -> list[MeasurementEntry]:
    """The only number of a clause that names one measure, where it is a value that a body can have."""
    found = None if hypothetical else lone_value(text)
    if found is None or found[0].id in {_PRESSURE, _AGE}:
        return []
    row, value, written = found
    if row.id in _PARTS:
        return [_part(row.id, value)]
    within = [unit for low, high, unit in plausible_ranges(row.id) if low <= value <= high]
    unit = written or unit_meant(row.id, value) or (within[0] if within else "")
    return [MeasurementEntry(name=row.name, value=value, unit=unit)] if unit or not plausible_ranges(row.id) else []


def _beside(text: str, made: Sequence[MeasurementEntry]) -> list[MeasurementEntry]:
    """The values of the measures that a clause names and of which nothing was read so far."""
    read = {row.id for entry in made if (row := measure_named(entry.name)) is not None}
    found = values_beside(text, {*read, *_PARTS, _PRESSURE, _AGE})
    return [
        MeasurementEntry(name=row.name, value=value, unit=unit_meant(row.id, value) or unit)
        for row, value, unit in found
    ]


def _then_and_now(text: str, now: dt.datetime) -> list[MeasurementEntry]:
    """What is measured now, where a clause tells first what it was: an earlier value without a day is not noted."""
    match = pattern("measurements", "then_now").search(text)
    made = _of_quantities(text[: match.start("now")]) if match else []
    if match is None or len(made) != 1:
        return []
    today, day = now.date().isoformat(), moment(text[: match.start("now")], now)
    update = {"value": float(match["now"]), "unit": match["unit"] or made[0].unit, "time": today}
    before = [made[0].model_copy(update={"time": day})] if day is not None and day < today[: len(day)] else []
    return [*before, made[0].model_copy(update=update)]


def _of_quantities(text: str) -> list[MeasurementEntry]:
    found: list[MeasurementEntry] = []
    for quantity in quantities(text):
        if quantity.measure_id is None or quantity.comparator in {"<", "<=", ">", ">="}:
            continue
        if BELOW_NOUGHT.search(text[max(0, quantity.start - 2) : quantity.end]):
            continue  # no body has a value below nought
        if not quantity.unit and says(text[: quantity.end].lower(), "measurements", "year"):
            continue  # "what did I weigh in 2012" tells a year
        if not quantity.unit and _is_a_year(quantity):
            continue  # "hba1c 2020" asks for one
        found += _entries(quantity)
    return (found + beside_height(text) if found else []) or weight(text)


_YEARS = range(1950, 2051)


def _is_a_year(quantity: Quantity) -> bool:
    """Whether a number is a year, and no value that its measure can have."""
    ranges = plausible_ranges(quantity.measure_id or "")
    return (
        quantity.value in _YEARS and bool(ranges) and not any(low <= quantity.value <= high for low, high, _ in ranges)
    )


def _entries(quantity: Quantity) -> list[MeasurementEntry]:
    row = measure(quantity.measure_id or "")
    if row is None or row.id == _AGE:
        return []
    if row.id == _PRESSURE:
        if quantity.high is None:
            return []
        return [_part("LAB:sbp", quantity.value), _part("LAB:dbp", quantity.high)]
    if row.id in _PARTS:
        return [_part(row.id, quantity.value)]
    written = "" if quantity.unit == _INCHES and row.to_canonical(1.0, _INCHES) is None else quantity.unit
    if written and row.to_canonical(quantity.value, written) is None:
        return []  # "HbA1c in the last 2 years": the number is of something else
    unit = written or _plain_unit(row.id, quantity)
    return [MeasurementEntry(name=row.name, value=quantity.value, unit=unit)]


def _part(measure_id: str, value: float) -> MeasurementEntry:
    return MeasurementEntry(name=_PARTS[measure_id], value=value, unit="mm[Hg]")


def _plain_unit(measure_id: str, quantity: Quantity) -> str:
    """The unit of a value that was said without one, by what is possible; none where the value fits no unit."""
    row = measure(measure_id)
    if measure_id in words()["plain_units"]:
        return unit_meant(measure_id, quantity.value)
    return quantity.meant_unit or (row.unit if row else "")


def unit_meant(measure_id: str, value: float) -> str:
    """The unit in which a bare value is possible; none where no living body has it, or where one unit alone is used."""
    known: list[tuple[float, float, str]] = words()["plain_units"].get(measure_id, [])
    return next((unit for low, high, unit in known if low <= value <= high), "")


def _pressure_alone(text: str) -> list[MeasurementEntry]:
    """Two numbers with a slash that can only be a blood pressure."""
    named = pattern("measurements", "pressure").search(text)
    if named is not None:  # what is called a blood pressure is one, however strange
        return [_part("LAB:sbp", float(named["high"])), _part("LAB:dbp", float(named["low"]))]
    match = _PAIR.search(text)
    dosed = says(text, "measurements", "of_a_drug")
    if (
        match is None
        or dosed
        or re.search(r"\b(20|19)\d\d\b/", text)
        or says(text[: match.start()], "measurements", "limit")
    ):
        return []
    high, low = int(match[1]), int(match[2])
    if high not in _LIKELY_SYSTOLIC or low not in _LIKELY_DIASTOLIC or low >= high:
        return []
    return [_part("LAB:sbp", float(high)), _part("LAB:dbp", float(low))]


def corrected(text: str, last: MeasurementEntry, *, part: bool = False) -> list[MeasurementEntry]:
    """A bare number after a correction stands for the value before it; of a pressure only where it is known for which part."""
    match = pattern("measurements", "bare").search(text)
    if match is None or (last.name in _PARTS.values() and not part):
        return []
    return [last.model_copy(update={"value": float(match[1]), "unit": match[2] or last.unit})]


def part_meant(text: str, entries: Sequence[MeasurementEntry]) -> MeasurementEntry | None:
    """The part of a blood pressure that one bare number corrects: the one it is nearest to."""
    match = pattern("measurements", "bare").search(text)
    parts = [entry for entry in entries if entry.name in _PARTS.values()]
    if match is None or len(parts) != len(_PARTS) or len(entries) != len(_PARTS) or _PAIR.search(text):
        return None
    return min(parts, key=lambda entry: abs(entry.value - float(match[1])))
