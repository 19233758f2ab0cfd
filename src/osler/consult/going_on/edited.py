"""A follow-up that fills one slot of the question before: its count, its time, which of them still last; the others stand.

The question before is read into its slots, one of them is filled anew, and what is made of them must read back as the
same thing of the same kind in the time that was meant; otherwise the message is left to others.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import cache
from typing import Any

from osler.consult.record import RecordQuestion, read_question
from osler.consult.record.periods import Period, read_periods
from osler.consult.wording.folded import folded
from osler.core.terminology import Vocabularies
from osler.yaml_reader import packaged_yaml

_LONGEST = 12


def edited(message: str, asked: str, today: dt.date, vocabularies: Vocabularies) -> str:
    """The message; where it fills one slot of the question before, that question with the slot filled."""
    before = read_question(asked, today, vocabularies) if asked else None
    if not isinstance(before, RecordQuestion) or before.threshold is not None or len(message.split()) > _LONGEST:
        return message
    lower = re.sub(f"^{_table()['opens']}", "", folded(message).rstrip(" ?!."))
    if before.intent == "count" and before.kind != "any":
        earlier = _counted_before(lower, before, today, vocabularies)
        if earlier is not None:
            return earlier
    if before.kind == "any" or before.kind == "observation" or before.seen_for:
        return message
    for edit in _table()["edits"]:
        match = re.fullmatch(edit["says"], lower)
        if match is None or before.kind not in edit.get("of", [before.kind]):
            continue
        said = match.groupdict()
        period = read_periods(said["time"], today).period if said.get("time") else before.period
        slots = {"thing": _thing(before), "things": _things(before), "within": _within(before.period)}
        made = f"{edit['reads'].format(**slots, **said)}?"
        return made if _reads_as(made, before, period, today, vocabularies) else message
    return message


def _counted_before(lower: str, before: RecordQuestion, today: dt.date, vocabularies: Vocabularies) -> str | None:
    """The count that was asked for, of the time before the one it was asked of; None where no such is asked for."""
    start, end = before.period
    if start is None:
        return None
    if re.fullmatch(_table()["earlier"], lower):
        time = f"before {start}"
    elif re.fullmatch(_table()["year_before"], lower) and end is not None and (start.year, end.year) == (end.year,) * 2:
        time = f"in {start.year - 1}"
    else:
        return None
    made = f"{_counted(before)} {time}?"
    again = read_question(made, today, vocabularies)
    same = isinstance(again, RecordQuestion) and again.intent == "count" and again.period.start != start
    return made if same else None


def _counted(read: RecordQuestion) -> str:
    """A count as it is asked for."""
    if read.kind == "observation":
        return f"how many times was my {read.phrase} measured"
    thing = f"visits for {read.seen_for}" if read.seen_for else _things(read)
    return f"how many {thing} have I had"


def _thing(read: RecordQuestion) -> str:
    """What a question is about, as a noun."""
    several: dict[str, str] = _table()["several"]
    noun = several.get(read.kind, "")
    if read.given_for:
        return f"medicines for {read.given_for}"
    if not read.phrase:
        return noun
    return f"{read.phrase} vaccine" if read.kind == "vaccine" and "vaccin" not in read.phrase else read.phrase


def _things(read: RecordQuestion) -> str:
    thing = _thing(read)
    return f"{thing}s" if read.kind == "vaccine" and thing.endswith("vaccine") else thing


def _within(period: Period) -> str:
    """A time as a question says it."""
    start, end = period
    if start is not None and end is not None:
        return f" between {start} and {end}"
    return f" from {start} on" if start else f" until {end}" if end else ""


def _reads_as(made: str, before: RecordQuestion, period: Period, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether what was made is understood as the same thing in the time that was meant."""
    again = read_question(made, today, vocabularies)
    if not isinstance(again, RecordQuestion):
        return False
    same_time = again.period == period or "active" in made or "current" in made or "resolved" in made
    thing = {again.phrase, again.given_for, *again.others}
    return same_time and (before.phrase in thing or not before.phrase)


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml("osler.consult.going_on", "edited.yml")
    return table
