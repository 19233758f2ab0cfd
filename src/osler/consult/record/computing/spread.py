"""Questions about many values or entries at once: by the year, from lowest to highest, in proportion, from one to the next."""

from __future__ import annotations

import datetime as dt
import itertools
import re

from osler.consult.record.answers import RecordAnswer, nothing, shown
from osler.consult.record.computing.lengths import in_words
from osler.consult.record.computing.rows import Row, Rows, called, dated, number, with_unit
from osler.consult.record.computing.series import ids, joined, newest, series, valued
from osler.consult.record.reading.table import says
from osler.consult.record.reading.types import RecordQuestion

_MONTH = len("YYYY-MM")


def per_period(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How many entries, or the mean of the values, of each year or month."""
    known = joined(rows) if read.kind == "observation" else rows
    groups: dict[str, Rows] = {}
    for row in known:
        if row["date"]:
            day = row["date"].isoformat()
            groups.setdefault(day[:4] if read.per == "year" else day[:_MONTH], []).append(row)
    if not groups:
        return nothing()
    if read.kind == "observation" and not says("count", read.asked):
        told = {each: _mean(group) for each, group in groups.items()}
    else:
        told = {each: str(len(group)) for each, group in groups.items()}
    most = re.search(r"\b(most|fewest|least)\b", read.asked)
    if most is not None and read.kind != "observation":
        often = (max if most[1] == "most" else min)(sorted(groups), key=lambda each: len(groups[each]))
        text = f"{often}: {told[often]}."
        return RecordAnswer(type="string", value=often, entries=ids(groups[often]), text=text)
    lines = [f"{each}: {said}" for each, said in sorted(told.items()) if said]
    held = [row for group in groups.values() for row in group]
    return RecordAnswer(type="list", value=lines, entries=ids(held), text="; ".join(lines) + ".")


def _mean(group: Rows) -> str:
    """The mean of a few values, of a blood pressure both numbers of it."""
    found = series(group, exact=True)
    if not found.rows:
        return ""
    many = f" (mean of {len(found.rows)})" if len(found.rows) > 1 else ""
    if found.rows[-1].get("lower"):
        upper, lower = (sum(part) / len(found.rows) for part in zip(*map(_pair, found.rows), strict=True))
        return f"{valued(_averaged(found.rows[-1], upper, lower))}{many}"
    mean = sum(row["measured"] for row in found.rows) / len(found.rows)
    return f"{with_unit(mean, found.unit)}{many}"


def _pair(row: Row) -> tuple[float, float]:
    return row["value"], row["lower"]["value"]


def _averaged(row: Row, upper: float, lower: float) -> Row:
    return row | {"value": upper, "lower": row["lower"] | {"value": lower}}


def value_range(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The lowest and the highest value."""
    found = series(newest(read, joined(rows)))
    if not found.rows:
        return nothing()
    low, high = (pick(found.rows, key=lambda row: row["measured"]) for pick in (min, max))
    text = f"{called(high['name'])}: from {valued(low)} {dated(low)} to {valued(high)} {dated(high)}, of {len(found.rows)} values."
    span = [low["measured"], high["measured"]]
    return RecordAnswer(
        type="list", value=[shown(one) for one in span], unit=found.unit, entries=ids([low, high]), text=text
    )


def interval(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How long it was from each of these entries to the next; the last two where no number is said."""
    known = [row for row in (joined(rows) if read.kind == "observation" else rows) if row["date"]]
    days = list(dict.fromkeys(row["date"] for row in known))
    longest = re.search(r"\b(longest|biggest|largest|shortest|smallest)\b", read.asked)
    if longest and len(days) > 2:
        steps_apart = sorted(itertools.pairwise(days), key=lambda pair: pair[1] - pair[0])
        chosen = list(steps_apart[0 if longest[1] in {"shortest", "smallest"} else -1])
    else:
        chosen = days[: -read.newest] if read.newest and read.newest < 0 else days[-(read.newest or 2) :]
    if len(chosen) < 2:
        return nothing("There are not two of these on different days.")
    steps = [(later - earlier).days for earlier, later in itertools.pairwise(chosen)]
    told = "; ".join(
        f"{in_words(step)} from {earlier} to {later}"
        for step, earlier, later in zip(steps, chosen, chosen[1:], strict=False)
    )
    held = [row for row in known if row["date"] in chosen]
    return RecordAnswer(type="number", value=float(steps[-1]), unit="d", entries=ids(held), text=f"{told}.")


def ratio(upper: Rows, lower: Rows, today: dt.date) -> RecordAnswer:
    """One value divided by another of the same day, the newest such; only where both are in one unit."""
    for row in reversed(series(upper, exact=True).rows):
        other = next((one for one in reversed(lower) if one["date"] == row["date"] and one.get("value")), None)
        if other is not None and row["date"] and other["unit"] == row["unit"] and not other.get("comparator"):
            found = row["value"] / other["value"]
            text = (
                f"{shown(found)}, calculated: {called(row['name'])} {valued(row)} divided by "
                f"{called(other['name'])} {valued(other)}, both {dated(row, today)}."
            )
            return number(found, None, [row, other], text)
    return nothing("There are no two such values of one day and one unit, of which a ratio could be made.")
