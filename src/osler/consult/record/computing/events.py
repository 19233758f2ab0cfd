"""Questions about what happened: when, ever, how often, which, with whom and where."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter

from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.called import words
from osler.consult.record.computing.medicines import taken
from osler.consult.record.computing.rows import (
    Row,
    Rows,
    called,
    dated,
    days_of,
    ending,
    is_active,
    listed,
    state,
    string,
    truth,
)
from osler.consult.record.computing.series import beyond, ids, joined, named_value, newest, series, valued
from osler.consult.record.periods import Period
from osler.consult.record.reading.table import says
from osler.consult.record.reading.types import RecordQuestion

_MOST_NAMES = 5
_STOPPED = re.compile(r"\b(stop\w*|quit|end(ed)?|discontinu\w*|come off|came off)\b")
_OVER = re.compile(
    r"\b(?:end(?:ed|ing)?|resolv\w*|clear(?:ed)? up|go(?:ne)? away|went away|heal(?:ed)?|finish(?:ed)?|stop(?:ped)?|over|recover(?:ed)?|disappear(?:ed)?|(?:get|got) (?:better|rid|over))\b(?! \d)"
)
"""The end of an illness."""
_LEFT = re.compile(r"\b(leav\w*|left|discharged?|sent home|let out|go home|went home|released?)\b")
NO_ALLERGY = "No such allergy is recorded; that does not mean that there is none."
NO_STAY = {
    "IMP": "No. No stay in hospital is recorded.",
    "EMER": "No. No visit to an emergency department is recorded.",
}
NOT_RECORDED = "This is not recorded; that does not mean that it is not so."


def when(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The day of the first, the last, the extreme one, or of the first or last beyond a threshold."""
    held = beyond(read, rows)
    if (read.kind == "medication" and _STOPPED.search(read.asked)) or (
        (read.kind == "visit" and _LEFT.search(read.asked)) or (read.kind == "condition" and _OVER.search(read.asked))
    ):
        ended = [row | {"date": row["end_date"]} for row in held if row["end_date"]]
        if held and not ended:
            return nothing(f"The record does not say when this ended: {called(held[-1]['name'])}.")
        held = ended
    if {"maximum", "minimum"} & set(read.selectors) and any(row.get("value") is not None for row in held):
        numbers = series(joined(held)).rows
        pick = max if "maximum" in read.selectors else min
        extreme = pick(row["measured"] for row in numbers)
        held = [row for row in numbers if row["measured"] == extreme]
    dated = sorted((row for row in held if row["date"]), key=lambda row: (row["date"], str(row["time"])))
    if not dated:
        return nothing()
    if read.nth is not None:
        index = read.nth - 1 if read.nth > 0 else read.nth
        if not -len(dated) <= index < len(dated):
            there = f"{len(dated)} {'is' if len(dated) == 1 else 'are'} recorded: {_evidence(dated)}"
            return nothing(f"There is no such entry in the record; {there}").model_copy(update={"entries": ids(dated)})
        row = dated[index]
    else:
        # What is highest on several days became so on the first of them.
        once = {"maximum", "minimum", "first"} & set(read.selectors) or read.kind == "condition"
        first = "first" in read.selectors or (once and "last" not in read.selectors)
        row = dated[0] if first else dated[-1]
    return RecordAnswer(type="date", value=row["date"].isoformat(), entries=ids([row]), text=_on_day(row))


def ever(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether there is such an entry at all."""
    held = beyond(read, rows)
    if read.threshold and read.kind == "observation" and {"last", "first"} & set(read.selectors) and rows:
        each = joined(rows)
        row = each[-1] if "last" in read.selectors else each[0]
        return truth(row["uuid"] in {one["uuid"] for one in held}, [row], f"{valued(row)} {dated(row)}.")
    if not held:
        return _never_beyond(read, rows)
    if read.at_least:
        return truth(
            len(held) >= read.at_least, held, f"{_counted(len(held), held).removesuffix('.')}: {_evidence(held)}"
        )
    if read.threshold:
        days = days_of(row["date"] for row in held)
        several = f" ({days})" if len(held) > 1 else ""
        return truth(True, held, f"{named_value(held[-1])} {dated(held[-1])}{several}.")
    return truth(True, held, _evidence(held))


def oftener(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether there was more, or less, of something in one period than in the other."""
    other = read.other_period or Period()
    first, second = ([row for row in rows if period.holds(row["date"])] for period in (read.period, other))
    said = f"{len(first)} in the first of these times, {len(second)} in the other."
    if not says("yes_no", read.asked):
        both = [str(len(first)), str(len(second))]
        return RecordAnswer(type="list", value=both, entries=ids([*first, *second]), text=said)
    less = re.search(r"\b(?:less|fewer)\b", read.asked) is not None
    held = len(first) < len(second) if less else len(first) > len(second)
    return truth(held, [*first, *second], said)


def without_result(row: Row) -> RecordAnswer:
    """A test was done, and the record does not say what it found: that it was done is no yes."""
    said = f"The record holds the test, but not what it found: {called(row['name'])} {dated(row)}."
    return nothing(said).model_copy(update={"entries": ids([row])})


def whether_over(row: Row, today: dt.date) -> RecordAnswer:
    """Whether the last time that something was there has ended; that an earlier one did is no answer."""
    over = not is_active(row, "condition", today)
    said = (
        f"{called(row['name'])} is recorded as {state(row)} (begun {dated(row)})."
        if row["date"]
        else called(row["name"])
    )
    return truth(over, [row], said)


def _never_beyond(read: RecordQuestion, rows: Rows) -> RecordAnswer:
    """No value lies beyond a bound: the one that comes nearest; where there is no value, that none is recorded."""
    values = series(joined(rows)) if read.threshold and rows and "value" in rows[0] else None
    if read.threshold is None or values is None or not values.rows:
        return truth(False, [], "").model_copy(update={"text": NOT_RECORDED})
    nearest = (max if read.threshold.above else min)(values.rows, key=lambda row: row["measured"])
    which = "highest" if read.threshold.above else "lowest"
    return truth(False, [nearest], f"The {which} is {named_value(nearest)} {dated(nearest)}.{values.apart()}")


def unrecorded(text: str = NOT_RECORDED) -> RecordAnswer:
    """No, as far as the record goes."""
    return RecordAnswer(type="bool", value=False, text=text)


def kindred(rows: Rows) -> RecordAnswer:
    """No such diagnosis, but one whose name holds the same word: who asks for diabetes is told of prediabetes."""
    told = "; ".join(
        dict.fromkeys(f"{called(row['name'])} ({state(row)}, {row['date'] or 'without a date'})" for row in rows)
    )
    text = f"{NOT_RECORDED} Recorded is: {told}."
    return RecordAnswer(type="bool", value=False, entries=ids(rows), text=text)


def only_visited(rows: Rows) -> RecordAnswer:
    """No such diagnosis, but visits that name it."""
    row = rows[-1]
    told = f"It is not recorded as a condition, but visits name it: {called(row['reason'] or row['name'])}, the last {dated(row)}."
    return RecordAnswer(type="bool", value=False, entries=[row["uuid"]], text=told)


def allergic(read: RecordQuestion, rows: Rows) -> RecordAnswer:
    """The allergies to a thing or to the class that it belongs to, with what they did."""
    return truth(True, rows, _allergies(read.phrase, rows))


def beware(phrase: str, rows: Rows) -> RecordAnswer:
    """What an allergy says to whether a drug may be given: no yes, and no advice."""
    said = f"Caution. {_allergies(phrase, rows)} Ask a doctor or pharmacist before it is taken."
    return RecordAnswer(type="string", value=said, entries=[row["uuid"] for row in rows], text=said)


def _allergies(phrase: str, rows: Rows) -> str:
    told = "; ".join(dict.fromkeys(reacted(row) for row in rows))
    named = any(set(words(phrase)) & set(words(row["name"])) for row in rows)
    belongs = "" if named else f" {phrase} is the same or belongs to it."
    return f"Recorded as an allergy: {told}.{belongs}"


def reacted(row: Row) -> str:
    """An allergy with its reaction, where the record gives one."""
    return f"{called(row['name'])} ({row['reaction']})" if row.get("reaction") else called(row["name"])


def not_so(read: RecordQuestion, rows: Rows) -> RecordAnswer:
    """No, and what is recorded instead: that it has ended, or that it was at another time."""
    row = rows[-1]
    if read.kind == "visit" and read.setting:
        return unrecorded(NO_STAY[read.setting])
    lasting = [each for each in rows if _lasts_into(each, read.period)]
    if read.kind == "condition" and lasting and not _BEGAN.search(read.asked):
        # What was there before may have been there then: that none began is no flat no.
        since = "; ".join(f"{called(each['name'])} since {each['date']}" for each in lasting)
        return unrecorded(f"None is recorded as begun in that time. Recorded as lasting into it: {since}.").model_copy(
            update={"entries": ids(lasting)}
        )
    if read.period != Period():
        return truth(False, [row], f"None is recorded in that time; the last: {called(row['name'])} {dated(row)}.")
    if not read.phrase and read.current:
        return nothing("None is recorded as active now.")
    latest = list({each["type"]: each for each in rows}.values())  # of each thing that is asked about the newest entry
    ended = "; ".join(_as_it_ended(each) for each in latest)
    if any({*words(read.phrase)} & {*words(each["name"])} for each in rows):
        return truth(False, latest, f"{ended}.")
    # That a thing of another name is over is no flat no.
    return unrecorded(f"None is recorded by this name; {ended}.").model_copy(update={"entries": ids(latest)})


_BEGAN = re.compile(r"\b(?:diagnos\w*|new\w*|start\w*|began|begin|develop\w*|got|get|catch|caught|first)\b")
"""Asks for what began in a time."""


def _lasts_into(row: Row, period: Period) -> bool:
    """Whether what began before a time is recorded as not over by then."""
    if period.start is None or not row["date"] or row["date"] >= period.start:
        return False
    ended = row.get("end_date")
    return ended >= period.start if ended else state(row) == "active"


def _as_it_ended(row: Row) -> str:
    ended = f" on {row['end_date']}" if row.get("end_date") else ""
    begun = f" (begun on {row['date']})" if row.get("date") else ""
    return f"{called(row['name'])} is recorded as {state(row)}{ended}{begun}"


def planned(rows: Rows, *, intent: str = "ever") -> RecordAnswer:
    """When something is planned; to who asks whether it was done, that it was not yet."""
    told = "; ".join(dict.fromkeys(f"{called(row['name'])}, {row['date'] or 'without a date'}" for row in rows))
    days = [row["date"].isoformat() for row in rows if row["date"]]
    if intent == "when" and days:
        return RecordAnswer(type="date", value=days[0], entries=ids(rows), text=f"Planned: {told}.")
    if intent != "ever":
        names = list(dict.fromkeys(called(row["name"]) for row in rows))
        return RecordAnswer(type="list", value=names, entries=ids(rows), text=f"Planned: {told}.")
    return RecordAnswer(type="bool", value=False, entries=ids(rows), text=f"No, not yet. Planned: {told}.")


def not_told(read: RecordQuestion, rows: Rows, asked_of_it: str) -> RecordAnswer:
    """That a thing is recorded is no yes to what else is asked of it: the entries alone are told."""
    latest = list({each["type"] if "type" in each else each["name"]: each for each in rows}.values())
    held = "; ".join(f"{_with_value(row)} {dated(row)}" for row in latest[-_MOST_NAMES:])
    more = len(latest) - _MOST_NAMES
    held += f"; and {more} more" if more > 0 else ""
    holds = f"It holds: {held}." if held else f"It holds no entry by the name “{read.phrase}” either."
    return nothing(f"The record does not say whether this is so. {holds}").model_copy(
        update={"entries": ids(latest), "understood": f"whether it is so: “{asked_of_it}”"}
    )


def _with_value(row: Row) -> str:
    return named_value(row) if row.get("value") is not None else called(row["name"])


def denied(row: Row) -> RecordAnswer:
    """The record itself says no: ruled out, not done, or suspected and not confirmed."""
    day = f" ({row['date']})" if row["date"] else ""
    name = called(row["name"])
    if row.get("presence") == "possible":
        said = f"Not confirmed. Recorded as suspected: {name}{day}."
    elif row.get("status") in {"not-done", "missed"}:
        said = f"No. Recorded as not done: {name}{day}."
    else:
        said = f"No. Recorded: {'' if name.lower().startswith('no ') else 'no '}{name}{day}."
    return RecordAnswer(type="bool", value=False, entries=ids([row]), text=said)


def count(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How many entries, or how many different names where drugs or kinds are counted."""
    held = beyond(read, rows)
    lower = read.text.lower()
    distinct = any(
        word in lower for word in ("distinct", "unique", "different", "how many drugs", "how many medic", "kinds of")
    )
    if distinct or (
        read.kind == "medication" and not read.phrase and "times" not in lower and "prescriptions" not in lower
    ):
        number = len({row["name"] for row in held})
    else:
        number = len(joined(held) if read.kind == "observation" else held)
    return RecordAnswer(
        type="number", value=float(number), entries=[row["uuid"] for row in held], text=_counted(number, held)
    )


def list_names(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The names of the entries; their days where days are asked for; their values where values are."""
    if read.kind == "observation" and read.phrase and says("which_days", read.asked):
        held = [row for row in joined(beyond(read, rows)) if row["date"]]
        days = listed(held, lambda row: row["date"].isoformat(), unit="date")
        told = "; ".join(f"{row['date']} ({valued(row)})" for row in held)
        return days.model_copy(update={"text": f"{told}."}) if held else days
    if read.kind == "observation" and read.phrase:
        held = newest(read, joined(beyond(read, rows)))
        several = len({row["name"] for row in held}) > 1  # a value of one of several measures says of which
        return listed(
            held,
            lambda row: (
                f"{row['date'] or 'without a date'}: {called(row['name']) + ' ' if several else ''}{valued(row)}"
            ),
        )
    if read.kind == "visit" or "date" in read.text.lower().split() or "dates" in read.text.lower():
        return listed(rows, lambda row: row["date"].isoformat() if row["date"] else row["name"], unit="date")
    if {"last", "first"} & set(read.selectors) and not read.current and not read.phrase and rows:
        day = (rows[-1] if "last" in read.selectors else rows[0])["date"]
        rows = [row for row in rows if row["date"] == day]
    if read.kind == "allergy":
        return listed(rows, tell=reacted)
    if read.kind == "observation":
        return listed(rows, tell=lambda row: f"{named_value(row)} {dated(row)}")
    return listed(rows, tell=taken if read.kind == "medication" and read.current else None)


def new_names(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """What is there in one period and not in the one it is compared with."""
    if read.other_period is None:
        return listed(rows)
    earlier = {row["name"] for row in rows if read.other_period.holds(row["date"])}
    return listed(row for row in rows if read.period.holds(row["date"]) and row["name"] not in earlier)


def repeated(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """What there is at least so many times."""
    often = Counter(row["name"] for row in rows)
    return listed(row for row in rows if often[row["name"]] >= (read.at_least or 2))


def name(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The name of the first or the last."""
    dated = [row for row in rows if row["date"]]
    if not dated:
        return nothing()
    row = dated[0] if "first" in read.selectors and "last" not in read.selectors else dated[-1]
    if read.kind == "procedure" and read.setting is not None:  # what was done there, and not one thing of it
        return listed([each for each in dated if each["date"] == row["date"]])
    if read.kind == "visit":
        return RecordAnswer(
            type="date", value=row["date"].isoformat(), entries=[row["uuid"]], text=f"{row['date']}: {row['name']}."
        )
    return string(row["name"], row)


def most_common(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """What there is most often."""
    often = Counter(row["name"] for row in rows)
    if not often:
        return nothing()
    top, _ = often.most_common(1)[0]
    return string(top, next(row for row in reversed(rows) if row["name"] == top))


def who_or_where(read: RecordQuestion, rows: Rows, named: Rows) -> RecordAnswer:
    """Who was seen, or where, at the last of these visits."""
    places = {row["uuid"]: row["name"] for row in named}
    known = [row for row in rows if row["uuid"] in places]
    if not known:
        return nothing()
    row = known[0] if "first" in read.selectors and "last" not in read.selectors else known[-1]
    return string(places[row["uuid"]], row)


def happened(groups: dict[str, Rows]) -> RecordAnswer:
    """What the record holds of a period, kind by kind, in the order of time."""
    rows = sorted((row for rows in groups.values() for row in rows if row["date"]), key=lambda row: row["date"])
    return listed(
        rows, lambda row: f"{row['date']} {row['name']}", tell=lambda row: f"{row['date']}: {called(row['name'])}"
    )


def _on_day(row: Row) -> str:
    said = f" {valued(row)}" if row.get("value") is not None else ""
    return f"{row['date']}: {called(row['name'])}{said}."


def _evidence(held: Rows) -> str:
    """The kinds of entries that answer a yes, each with its last days, and how the last one ended."""
    groups: dict[str, Rows] = {}
    for row in held:
        groups.setdefault(called(row["name"]), []).append(row)
    told = []
    for name, rows in groups.items():
        days = days_of(row["date"] for row in rows)
        ended = ending(rows[-1])
        told.append(f"{name}{': ' if days else ''}{days}{f' ({ended})' if ended else ''}")
    return "; ".join(told[-_MOST_NAMES:]) + "."


def _counted(number: int, held: Rows) -> str:
    known = sorted(row["date"] for row in held if row["date"])
    between = f" ({known[0]} to {known[-1]})" if known and known[0] != known[-1] else f" ({known[0]})" if known else ""
    return f"{number}{between}."
