"""Questions about medicines: how much, how often, since when, and why."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record.answers import RecordAnswer, nothing, schedule
from osler.consult.record.computing.rows import Row, Rows, called, listed, string
from osler.consult.record.periods import Period
from osler.consult.record.reading.table import pattern, says
from osler.consult.record.reading.types import RecordQuestion


def regimen(row: Row) -> str:
    """How a medicine is taken, in words: dose and schedule; empty where the record gives neither."""
    dose = _amount(row["dose"], row["dose_unit"]) if row["dose"] is not None else ""
    said = ", ".join(filter(None, [dose, schedule(row["frequency"] or "")]))
    return said or row["instruction"] or ""


def _amount(dose: float | str, unit: str | None) -> str:
    """A dose in words; one that a graph holds as text is told as it is written."""
    return dose if isinstance(dose, str) else f"{dose:g} {unit or 'at a time'}"


def superseded(rows: Rows) -> set[str]:
    """The entries of medicines in whose place a later one of the same name says another dose or schedule."""
    newest: dict[str, Row] = {}
    out: set[str] = set()
    for row in rows:
        if row.get("status") not in {None, "active"} or "dose_unit" not in row:
            continue
        before = newest.get(row["type"])
        if before is not None and regimen(row) and regimen(before) != regimen(row):
            out.add(before["uuid"])
        newest[row["type"]] = row
    return out


def taken(row: Row) -> str:
    """A medicine with its dose, its schedule and its beginning."""
    how = regimen(row)
    since = f"since {row['date']}" if row["date"] else ""
    rest = ", ".join(filter(None, [how or "dose and schedule not recorded", since]))
    return f"{called(row['name'])} ({rest})"


def dose(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How much of a medicine, and how often."""
    if not rows:
        return nothing()
    if says("change", read.asked) and len({row["name"] for row in rows}) > 1:
        return listed(rows)
    row = rows[-1]
    beside = [one for one in rows if one["date"] == row["date"] and one["name"] != row["name"]]
    if beside:  # of two insulins nobody knows which is meant
        return listed([*beside, row], taken)
    how = regimen(row)
    said = string(how or row["name"], row)
    named = called(row["name"])
    none = f"{named}; the record does not say how much of it is taken" if _STRENGTH.search(named.lower()) else ""
    text = taken(row) if how else none or f"The record gives no dose of {named}"
    return said.model_copy(update={"text": text + "."})


def reason(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Why the last visit was made or the medicine was given, where the record says it."""
    given = [row for row in rows if row["reason"]]
    several = pattern("forms", "each").search(read.asked) or (read.period != Period() and not read.selectors)
    if given and several and read.kind == "visit" and len({row["reason"] or row["name"] for row in rows}) > 1:
        return listed(rows, lambda row: row["reason"] or row["name"])
    if len(given) > 1 and pattern("forms", "each").search(read.asked):
        return listed(given, lambda row: f"{row['date'] or 'without a date'}: {called(row['reason'])}")
    if given and read.kind == "visit" and given[-1]["uuid"] != rows[-1]["uuid"]:
        return _last_without_reason(rows[-1], given[-1])
    if given:
        row = given[-1]
        answer = string(row["reason"], row)
        if not row.get("visit"):
            return answer
        said = f"The record gives no reason with {called(row['name'])}; the visit of that day was for: {answer.text}"
        return answer.model_copy(update={"text": said, "entries": [row["uuid"], row["visit"]]})
    return nothing(
        f"The record does not say why: {called(rows[-1]['name'])}." if rows else "There is no such entry in the record."
    )


def _last_without_reason(last: Row, earlier: Row) -> RecordAnswer:
    """What the last visit is called where the record gives no reason for it, and the last reason that it does give."""
    said = string(last["name"], last)
    text = f"The record gives no reason for the last visit: {said.text} The last reason it gives: {called(earlier['reason'])} ({earlier['date'] or 'without a date'})."
    return said.model_copy(update={"text": text, "entries": [last["uuid"], earlier["uuid"]]})


def prescribed_by(rows: Rows, named: Rows, seen: Rows) -> RecordAnswer:
    """Who prescribed a medicine or did a procedure last; where the record does not say, who was seen at that visit."""
    if not rows:
        return nothing()
    row = rows[-1]
    people = [one["name"] for one in named if one["uuid"] == row["uuid"]]
    if people:
        return string("; ".join(people), row).model_copy(
            update={"text": f"{'; '.join(people)}: {called(row['name'])} ({row['date'] or 'without a date'})."}
        )
    at_visit = [one["name"] for one in seen if one["uuid"] == row.get("encounter")]
    if not at_visit:
        return nothing(f"The record does not say who it was: {called(row['name'])}, {row['date'] or 'without a date'}.")
    who = "; ".join(dict.fromkeys(at_visit))
    said = f"The record does not say who it was; seen at the visit of that day ({row['date']}): {who}."
    return string(who, row).model_copy(update={"text": said})


def given_before(rows: Rows) -> RecordAnswer:
    """The medicines that were given for a complaint, where none of them is taken now."""
    found = listed(rows)
    return found.model_copy(update={"text": f"None is recorded as taken now; given before: {found.text}"})


def not_known_for(read: RecordQuestion, current: Rows) -> RecordAnswer:
    """No medicine is recorded for a complaint; those that are taken, since the record may only not say what for."""
    names = "; ".join(dict.fromkeys(called(row["name"]) for row in current))
    taken_now = f" Taken now: {names}." if names else ""
    text = f"The record names no medicine for this: {read.given_for}.{taken_now}"
    if read.intent == "ever":
        return RecordAnswer(type="bool", value=False, text=text)
    return nothing(text).model_copy(update={"entries": [row["uuid"] for row in current]})


def was_taken(row: Row, period: Period) -> bool:
    """Whether a medicine was taken in a period, as far as the record tells: begun before its end and not ended before it."""
    if row["date"] is None or (period.end and row["date"] > period.end):
        return False
    if row["end_date"]:
        return period.start is None or bool(row["end_date"] >= period.start)
    return row["status"] in {"active", None} or period.holds(row["date"])


def medicines(read: RecordQuestion, rows: Rows, recorded: Rows) -> RecordAnswer:
    """The medicines that are or were taken; beside them those on hold, and those of which nobody knows when they ended."""
    answer = listed(rows, tell=taken if read.current else None)
    if read.period == Period():
        apart, said = [row for row in recorded if row["status"] == "on-hold"], "On hold"
    else:
        known = {row["uuid"] for row in rows}
        apart = [
            row
            for row in recorded
            if row["uuid"] not in known
            and row["date"]
            and not row["end_date"]
            and was_taken(row | {"status": None}, read.period)
        ]
        said = "Prescribed before and stopped, the record does not say when"
    if not apart:
        return answer
    names = "; ".join(dict.fromkeys(called(row["name"]) for row in apart))
    return answer.model_copy(
        update={"text": f"{answer.text} {said}: {names}.", "entries": [*answer.entries, *(r["uuid"] for r in apart)]}
    )


_STRENGTH = re.compile(
    r"(?<![\w./-])(?P<before>\d+(?:\.\d+)?)[ -]?"
    r"(?:mgs?|milligrams?|mcgs?|micrograms?|g|grams?|ml|units?|iu|strength|dose|tablets?|pills?)\b"
    r"|\bstrength (?:of )?(?P<behind>\d+(?:\.\d+)?)"
)


def of_strength(asked: str, rows: Rows) -> Rows:
    """The medicines of the strength that a question names; all of them where it names none."""
    match = _STRENGTH.search(asked)
    if match is None:
        return rows
    wanted = float(match["before"] or match["behind"])
    return [row for row in rows if wanted in _amounts(row)]


def of_another_strength(read: RecordQuestion, rows: Rows) -> RecordAnswer | None:
    """That a medicine is recorded in another strength than the one asked about; None where it is in this one."""
    if read.intent != "ever" or not read.phrase or not rows or of_strength(read.asked, rows):
        return None
    if not any(map(_amounts, rows)):
        return None  # a record that gives no strength denies none
    found = listed(rows)
    text = f"No. It is not recorded in this strength; recorded: {found.text}"
    return RecordAnswer(type="bool", value=False, entries=found.entries, text=text)


def _amounts(row: Row) -> set[float]:
    """The numbers that stand for the strength or the dose of a medicine."""
    written = f"{row['name']} {row.get('dose') or ''}"
    return {float(number) for number in re.findall(r"\d+(?:\.\d+)?", written)}
