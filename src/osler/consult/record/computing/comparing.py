"""How values of a measure compare: what changed, which is more, before and after an event, rising or falling."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from osler.consult.record.answers import RecordAnswer, nothing, shown
from osler.consult.record.computing.rows import Row, Rows, called, dated, number, truth, with_unit
from osler.consult.record.computing.series import (
    Series,
    ids,
    in_difference,
    joined,
    named_value,
    newest,
    series,
    valued,
)
from osler.consult.record.periods import Period
from osler.consult.record.reading.table import pattern, says
from osler.consult.record.reading.types import RecordQuestion, Threshold

_TREND_VALUES = 5
_RISE = 0.06
_KENDALL = 0.6
_STABLE_RANGE = 0.03
"""A trend: the last five values, at least 6 % of change and a Kendall score of 0.6; stable within 3 % of the mean."""


def change(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The last value minus the one it is compared with."""
    found = series(joined(rows), exact=True)
    numbers = _sides(read, found.rows)
    if len(numbers) < 2:
        return _one_side(numbers, today, missing="since then") if read.anchor else _too_few(found)
    if {"maximum", "minimum"} <= set(read.selectors):
        low, high = (pick(numbers, key=lambda row: row["measured"]) for pick in (min, max))
        spread = high["measured"] - low["measured"]
        text = f"{with_unit(spread, found.unit)} between the lowest and the highest value."
        return number(spread, found.unit, [low, high], f"{text}{found.apart()}")
    last = numbers[-1]
    before = numbers[-2] if _from_the_one_before(read) else numbers[0]
    if read.threshold is not None and read.threshold.of_change:
        return _moved_beyond(read, read.threshold, before, last, found)
    said = f"{_from_to(before, last, found.unit)}{found.apart()}"
    return _with_entries(number(last["measured"] - before["measured"], found.unit, [before, last], said), before, last)


def _moved_beyond(read: RecordQuestion, bound: Threshold, before: Row, last: Row, found: Series) -> RecordAnswer:
    """Whether a value moved, in the way that is asked about, by more or by less than a bound."""
    by = last["measured"] - before["measured"]
    less = _asks("less", read.text.lower())
    limit = in_difference(bound.value, bound.unit, found.unit, last)
    said = f"{_from_to(before, last, found.unit)}{found.apart()}"
    if limit is None:
        return _told(before, last, found)
    moved = -by if less else by
    held = moved > limit if bound.above else 0 < moved < limit
    return _with_entries(truth(held or (bound.inclusive and moved == limit), [before, last], said), before, last)


def _from_the_one_before(read: RecordQuestion) -> bool:
    """Whether the newest value is held against the one before it, and not against the first."""
    if "first" in read.selectors:
        return False  # "at the last test than at the first": both ends are named
    return "before_last" in read.selectors or _asks("last_step", read.text.lower())


def _too_few(found: Series) -> RecordAnswer:
    there = f" There is {named_value(found.rows[-1])} {dated(found.rows[-1])}." if found.rows else ""
    told = nothing(f"There are not two values to compare.{there}{found.apart()}")
    return told.model_copy(update={"entries": ids(found.rows[-1:])})


def _with_entries(answer: RecordAnswer, *rows: Row) -> RecordAnswer:
    """An answer with the values that it was computed from: a no rests on them as a yes does."""
    return answer.model_copy(update={"entries": ids(rows)})


def _sides(read: RecordQuestion, numbers: Rows) -> Rows:
    """Of two periods that are compared the last value of each, the earlier one first."""
    if read.other_period is None:
        return numbers
    each = [[row for row in numbers if period.holds(row["date"])] for period in (read.period, read.other_period)]
    return sorted((rows[-1] for rows in each if rows), key=lambda row: row["date"] or dt.date.min)


def _from_to(before: Row, last: Row, unit: str | None) -> str:
    """How a value went from one day to another."""
    path = f"{_in_both(before, unit)} {dated(before)}, {_in_both(last, unit)} {dated(last)}"
    moved = _moved(last["measured"] - before["measured"], unit)
    if last.get("lower") and before.get("lower"):
        parts = [(part[0], part[1]["value"], part[2]["value"]) for part in _both(before, last)]
        moved = ", ".join(f"{name} {_moved(float(round(now) - round(then)), unit)}" for name, then, now in parts)
    return f"{called(last['name'])}: {path}; {moved}."


def _both(before: Row, last: Row) -> list[tuple[str, Row, Row]]:
    return [("systolic", before, last), ("diastolic", before["lower"], last["lower"])]


def _moved(by: float, unit: str | None) -> str:
    if not by:
        return "no change"
    return f"up by {with_unit(by, unit)}" if by > 0 else f"down by {with_unit(-by, unit)}"


def _in_both(row: Row, unit: str | None) -> str:
    """A value as it was recorded, and in the unit in which it is compared where that is another."""
    if row["measured"] == row["value"]:
        return valued(row)
    return f"{valued(row)} (= {with_unit(row['measured'], unit)})"


def compare(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last value is greater, or less, than the one it is compared with."""
    found = series(joined(rows), exact=True)
    numbers = found.rows
    lower = read.text.lower()
    if read.other_period is not None:
        return _of_two_periods(read, found)
    if read.against is not None:
        then = [row for row in numbers if read.against.holds(row["date"])]
        after = [row for row in numbers if row["date"] and read.against.end and row["date"] > read.against.end]
        first = next((row for row in numbers if row["date"]), None)
        if not then and _SO_LONG_AGO.search(lower) and len(after) > 1 and first is not None:
            return _from_the_earliest(first, after[-1], found)
        if not then or not after:
            return _one_side([*then, *after] or numbers, today, missing="then" if not then else "since then")
        numbers = [then[-1], after[-1]]
    if len(numbers) < 2:
        return _one_side(numbers, today, missing="since then") if read.anchor else _too_few(found)
    last = numbers[-1]
    opinion = _asks("opinion", f"{lower} {read.asked}") and not _asks("outright", lower)
    if read.earlier and not opinion:
        return _against_all_earlier(numbers, found, less=_asks("less", lower))
    if "average" in read.selectors:
        return _against_the_mean(numbers, found, less=_asks("less", lower))
    other = numbers[-2] if read.against or _from_the_one_before(read) else numbers[0]
    only_told = opinion or _asks("by_how_much", read.asked) or read.asked.startswith("how ")
    only_told = only_told or not (says("yes_no", read.asked) or _asks("outright", lower))
    if only_told:  # the values are told, the judgement is not made
        told = _told(other, last, found)
        if _asks("by_how_much", read.asked) and not last.get("lower"):
            by = last["measured"] - other["measured"]
            return number(by, found.unit, [], told.text).model_copy(update={"entries": told.entries})
        return told
    less = _asks("less", lower)
    held = last["measured"] < other["measured"] if less else last["measured"] > other["measured"]
    said = f"{_from_to(other, last, found.unit)}{found.apart()}"
    answer = _with_entries(truth(held, [other, last], said), other, last)
    step = last["measured"] - numbers[-2]["measured"]
    turned = other is numbers[0] and (step < 0 if less else step > 0) != held and step
    if not turned or _asks("since_when", lower) or read.period != Period() or read.anchor is not None:
        return answer
    return _with_the_last_step(answer, numbers, held, found)


def _from_the_earliest(first: Row, last: Row, found: Series) -> RecordAnswer:
    """The newest value held against the earliest, where none is as old as the time that was asked for."""
    told = _told(first, last, found)
    said = f"No value is that old; from the earliest there is: {told.text}"
    return told.model_copy(update={"value": said, "text": said})


def _with_the_last_step(answer: RecordAnswer, numbers: Rows, held: bool, found: Series) -> RecordAnswer:
    """A comparison over all values with the one before the last, which says the opposite: neither alone is the answer."""
    first, before, last = numbers[0], numbers[-2], numbers[-1]
    over_all, of_late = ("yes", "no") if held else ("no", "yes")
    told = _from_to(before, last, found.unit).removeprefix(f"{called(last['name'])}: ")
    whole = answer.text.partition(". ")[2]
    said = f"Since the last time {of_late}: {told} Since the first value {over_all}: {whole}"
    return answer.model_copy(update={"text": said, "entries": ids([first, before, last])})


def _against_all_earlier(numbers: Rows, found: Series, *, less: bool) -> RecordAnswer:
    """Whether any earlier value was more, or less, than the newest; the extreme one of them."""
    *earlier, last = numbers
    then = (min if less else max)(earlier, key=lambda row: row["measured"])
    held = then["measured"] < last["measured"] if less else then["measured"] > last["measured"]
    which = "lowest" if less else "highest"
    said = (
        f"{called(last['name'])}: the {which} earlier value is {_in_both(then, found.unit)} {dated(then)}, "
        f"the newest {_in_both(last, found.unit)} {dated(last)}.{found.apart()}"
    )
    return _with_entries(truth(held, [then, last], said), then, last)


def _against_the_mean(numbers: Rows, found: Series, *, less: bool) -> RecordAnswer:
    """Whether the newest value is more, or less, than the mean of all."""
    last = numbers[-1]
    mean = sum(row["measured"] for row in numbers) / len(numbers)
    held = last["measured"] < mean if less else last["measured"] > mean
    told = _mean_told(numbers, mean, found.unit)
    said = (
        f"{called(last['name'])}: {_in_both(last, found.unit)} {dated(last)}; "
        f"the mean of {len(numbers)} values is {told}.{found.apart()}"
    )
    return _with_entries(truth(held, numbers, said), *numbers)


def _mean_told(rows: Rows, mean: float, unit: str | None) -> str:
    """A mean with its unit; of blood pressures both of theirs."""
    lowers = [row["lower"]["value"] for row in rows if row.get("lower")]
    if len(lowers) != len(rows):
        return with_unit(mean, unit)
    return f"{mean:.0f}/{sum(lowers) / len(lowers):.0f} {with_unit(0, unit).removeprefix('0').strip()}"


def _told(before: Row, last: Row, found: Series) -> RecordAnswer:
    said = f"{_from_to(before, last, found.unit)}{found.apart()}"
    return RecordAnswer(type="string", value=said, entries=ids([before, last]), text=said)


def _of_two_periods(read: RecordQuestion, found: Series) -> RecordAnswer:
    """The last values of two periods: which is the higher or the lower, or whether the first named is."""
    if set(read.selectors) & _CHOSEN.keys():
        return _chosen_of_each(read, found)
    numbers = _sides(read, found.rows)
    if len(numbers) < 2:
        only = f" Recorded: {named_value(numbers[0])} {dated(numbers[0])}." if numbers else ""
        return nothing(f"There is no value in both of these times.{only}").model_copy(update={"entries": ids(numbers)})
    if numbers[0]["uuid"] == numbers[-1]["uuid"]:
        return _one_side(numbers[:1], None, missing="since then")
    said = _from_to(numbers[0], numbers[-1], found.unit)
    lower = read.text.lower()
    either = _EITHER.search(lower) is not None
    less = _asks("less", lower if either else read.asked)
    if says("yes_no", read.asked) and not _asks("opinion", lower) and not either:
        first, second = sorted(numbers, key=lambda row: not read.period.holds(row["date"]))
        held = first["measured"] < second["measured"] if less else first["measured"] > second["measured"]
        return _with_entries(truth(held, numbers, said), *numbers)
    pick = min if less else max
    chosen = pick(numbers, key=lambda row: row["measured"])
    which = "lower" if less else "higher"
    answer = f"{chosen['date']}"
    return RecordAnswer(
        type="string", value=answer, entries=ids(numbers), text=f"The {which} is that of {answer}. {said}"
    )


_SO_LONG_AGO = re.compile(r"\bago\b")
"""A time that need not be met to the day."""
_EITHER = re.compile(r"\bor\b(?! not\b)")
"""Between two times of which one is asked for: neither yes nor no is the answer."""
_CHOSEN = {"average": "mean", "maximum": "highest", "minimum": "lowest"}


def _chosen_of_each(read: RecordQuestion, found: Series) -> RecordAnswer:
    """The mean, the highest or the lowest value of each of two periods, and how they differ."""
    way = next(way for way in _CHOSEN if way in read.selectors)
    sides = sorted((one for one in (read.period, read.other_period) if one), key=lambda one: one.start or dt.date.min)
    each = [[row for row in found.rows if row["date"] and one.holds(row["date"])] for one in sides]
    told, numbers, rests_on = [], [], []
    for rows in filter(None, each):
        ordered = sorted(rows, key=lambda row: row["measured"])
        rests_on += rows if way == "average" else [ordered[-1] if way == "maximum" else ordered[0]]
        made = sum(row["measured"] for row in rows) / len(rows) if way == "average" else rests_on[-1]["measured"]
        numbers.append(made)
        shown_as = _mean_told(rows, made, found.unit) if way == "average" else _in_both(rests_on[-1], found.unit)
        of = f"of {len(rows)} from {rows[0]['date']} to {rows[-1]['date']}"
        told.append(f"{shown_as}, the {_CHOSEN[way]} {of}" if len(rows) > 1 else f"{shown_as} {dated(rows[0])}")
    name = called(found.rows[-1]["name"]) if found.rows else ""
    said = f"{name}: {'; '.join(told)}"
    if len(numbers) < 2:
        only = f" Recorded: {said}." if numbers else ""
        return nothing(f"There is no value in both of these times.{only}").model_copy(update={"entries": ids(rests_on)})
    said = f"{said}; {_moved(numbers[1] - numbers[0], found.unit)}.{found.apart()}"
    return RecordAnswer(type="string", value=said, entries=ids(rests_on), text=said)


def _one_side(rows: Rows, today: dt.date | None, *, missing: str) -> RecordAnswer:
    """There is nothing to compare with: what is missing, and what there is."""
    if not rows:
        return nothing("There are not two values to compare.")
    row = rows[-1]
    said = f"The last is {named_value(row)} {dated(row, today)}."
    return nothing(f"There is no value {missing} to compare. {said}").model_copy(update={"entries": ids([row])})


def around(before: Row, rows: Rows) -> RecordAnswer:
    """A measure before and after an event, in its values: the last before it, the first after it, the newest."""
    after = joined(rows)
    told = [f"before: {valued(before)} {dated(before)}"]
    told += [f"first after: {valued(after[0])} {dated(after[0])}"] if after else ["no value after"]
    told += [f"newest: {valued(after[-1])} {dated(after[-1])}"] if len(after) > 1 else []
    said = f"{called(before['name'])}: {'; '.join(told)}."
    return RecordAnswer(type="string", value=said, entries=ids([before, *after[:1], *after[1:][-1:]]), text=said)


def _one_of(numbers: Rows) -> str:
    """The one value that there is, where no trend can be told of it."""
    return "".join(f"{called(row['name'])}: {valued(row)} {dated(row)}. " for row in numbers)


def trend(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last values rise, fall or stay; as yes or no where the question names one of these."""
    found = series(joined(rows), exact=True)
    numbers = newest(read, found.rows) if read.newest else found.rows[-_TREND_VALUES:]
    if len(numbers) < 2:
        said = f"{_one_of(numbers)}There are too few values for a trend.{found.apart()}"
        return nothing(said).model_copy(update={"entries": ids(numbers)})
    label = trend_of([row["measured"] for row in numbers])
    period = f"{numbers[0]['date']} to {numbers[-1]['date']}"
    text = f"{called(numbers[-1]['name'])} is {label}: {_path(numbers, found.unit)} ({period}).{found.apart()}"
    lower = read.text.lower()
    asked = [way for way in ("rising", "falling", "stable") if _asks(way, lower)]
    if len(asked) == 1 and says("yes_no", read.asked):
        answer = truth(label == asked[0], numbers, text).model_copy(update={"trend": label})
        return _with_entries(answer, *numbers)
    return RecordAnswer(type="string", value=label, trend=label, entries=ids(numbers), text=text)


def _path(numbers: Rows, unit: str | None) -> str:
    """The values one after another, with their unit once."""
    if numbers[-1].get("lower"):
        pairs = [f"{row['value']:.0f}/{row['lower']['value']:.0f}" for row in numbers]
        return f"{', '.join(pairs)} {with_unit(0, unit).removeprefix('0').strip()}"
    said = with_unit(numbers[-1]["measured"], unit).removeprefix(shown(numbers[-1]["measured"])).strip()
    return f"{', '.join(shown(row['measured']) for row in numbers)} {said}".rstrip()


def _asks(way: str, lower: str) -> bool:
    return pattern("ways", way).search(lower) is not None


def trend_of(values: Sequence[float]) -> str:
    """rising, falling, stable or mixed."""
    pairs = [(a, b) for index, a in enumerate(values) for b in values[index + 1 :]]
    score = sum((b > a) - (b < a) for a, b in pairs) / len(pairs)
    mean = sum(values) / len(values)
    first, last = values[0], values[-1]
    if first and abs(last - first) / abs(first) >= _RISE and abs(score) >= _KENDALL:
        return "rising" if score > 0 else "falling"
    if mean and (max(values) - min(values)) / abs(mean) <= _STABLE_RANGE:
        return "stable"
    if abs(score) >= _KENDALL:
        return "rising" if score > 0 else "falling"
    return "stable" if mean and (max(values) - min(values)) / abs(mean) <= 2 * _STABLE_RANGE else "mixed"
