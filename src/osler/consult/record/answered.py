"""The answer from the entries that a question is about: which of them count, and what is computed of these."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Generator
from typing import Any

from osler.consult.record import computing, queries
from osler.consult.record.allergy_sorts import none_of_them, of_sorts, sorts_asked
from osler.consult.record.answers import RecordAnswer, entry_line, nothing
from osler.consult.record.around import found_at, visits_with_reasons, with_reasons
from osler.consult.record.asking import Answering, Rows, ask_rows, entries_in, visits_for
from osler.consult.record.called import lay_names, measure_named, panel_tests, words
from osler.consult.record.counting import counts, was_done
from osler.consult.record.derived import with_measure
from osler.consult.record.in_need import asks_whether_used, whether_used
from osler.consult.record.parts import of_a_part
from osler.consult.record.periods import Period
from osler.consult.record.question import Kind, RecordQuestion
from osler.consult.record.reading.kinds import (
    marker_named,
)
from osler.consult.record.reading.predicates import predicate_of
from osler.consult.record.reading.table import pattern, says
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

_MOST_LINES = 50
_KINDS_OF: dict[str, tuple[Kind, ...]] = {
    **dict.fromkeys(("value", "nth", "aggregate", "change", "compare", "trend", "normal"), ("observation",)),
    "value": ("observation", "procedure"),
    "dose": ("medication",),
    "reason": ("visit", "medication", "procedure"),
}
"""What an intent can be asked of: only what is measured has a value, or may have been found by a test, whatever else its words were found in."""
_OF_VALUES = {"value", "nth", "aggregate"}
"""Intents that choose among values: of those that pass a bound, where one is named."""
_MOVES = {"trend", "compare", "change"}
"""Intents for which the value before an event belongs to those after it."""
_OF_MARKERS = {"value", "normal", "ever", "list", "compare"}
"""Intents to which what was found in a tumour is the answer: whether it is positive is told by the finding."""
_OF_WHAT_COMES = {"when", "list", "name", "reason", "who", "where"}
"""Intents to which an entry that is only planned is the answer, where there is no other."""
_AHEAD = re.compile(
    r"^(?!.*\b(?:was|were|had|did|been|last|past|previous|ever|so far)\b).*\b(?:am|is|are|when|will|going to|having|getting)\b"
)
"""A question without a word of the past: when my operation is, and not when it was."""
_PLANNED = {"visit", "procedure", "vaccine", "medication"}


def answered(
    read: RecordQuestion, recorded: Rows, person: dict[str, Any], today: dt.date, vocabularies: Vocabularies
) -> Answering:
    """The answer from the entries of what is asked about."""
    recorded.sort(key=lambda entry: entry["date"] is not None)  # what is undated stands before what is known to be new
    ahead = read.period.start is not None and read.period.start > today  # a day to come holds what is planned for it
    entries = [computing.as_of(entry, today) for entry in recorded if ahead or not computing.is_to_come(entry, today)]
    held = [entry for entry in entries if counts(entry, read, today)]
    given = [entry for entry in entries if computing.is_present(entry)] if read.given_for and not held else []
    if given:
        return computing.given_before(given)
    if read.given_for and not held:
        taken = yield from entries_in("medication", None)
        return computing.not_known_for(read, [row for row in taken if computing.is_active(row, "medication", today)])
    asked_of_it = predicate_of(read, {row["name"] for row in held}, vocabularies)
    there = of_a_part(asked_of_it, held) if asked_of_it else None
    if there is not None:
        asked_of_it, held = "", there
    coming = [entry for entry in recorded if read.kind in _PLANNED and computing.is_planned(entry, today)]
    planned_only = bool(coming) and not held and read.intent == "ever"
    if asked_of_it and not planned_only and not (read.kind == "observation" and _JUDGED.search(read.asked)):
        return computing.not_told(read, held or [entry for entry in entries if was_done(entry)], asked_of_it)
    if read.intent == "ever" and not held and read.threshold is None:
        return (yield from _not_held(read, entries, coming, person, today, vocabularies))
    asked_ahead = bool(read.phrase) or _AHEAD.search(read.asked) is not None
    if read.intent in _OF_WHAT_COMES and asked_ahead and not held and coming and read.period == Period():
        return computing.planned(coming, intent=read.intent)
    if (
        read.intent in {"count", "when", "list", "time_since"}
        and read.kind == "condition"
        and read.phrase
        and not entries
    ):
        visits = yield from visits_for(read.phrase, vocabularies)
        named = [row for row in visits if counts(row, read._replace(kind="visit"), today)]
        if named:  # none of a thing that visits name would be false
            return computing.only_visited(named).model_copy(update={"type": "none", "value": None})
    if read.kind not in _KINDS_OF.get(read.intent, (read.kind,)):
        return nothing("The record gives no value of this.")
    if read.kind == "observation" and read.phrase and not held and entries and read.period != Period():
        return computing.none_in_time(read, entries, today)
    answer = yield from _computed(read, held, entries, today, person, vocabularies)
    if read.intent == "ever" and read.kind == "condition":
        answer = yield from with_measure(read, answer, person, today, vocabularies)
    earlier = computing.superseded(entries)
    by_entry = {row["uuid"]: entry_line(row, earlier=row["uuid"] in earlier) for row in entries}
    lines = [by_entry[entry] for entry in answer.entries if entry in by_entry]
    return answer.model_copy(update={"support": lines[-_MOST_LINES:]})


def _computed(
    read: RecordQuestion,
    held: Rows,
    entries: Rows,
    today: dt.date,
    person: dict[str, Any],
    vocabularies: Vocabularies,
) -> Answering:
    """The answer from the entries that count; some need another look at the graph, or at what does not count."""
    kind, intent = read.kind, read.intent
    of_one = yield from _of_its_sort(read, held, entries, today, vocabularies)
    if of_one is not None:
        return of_one
    if kind == "visit" and intent in {"who", "where"}:
        named = yield from ask_rows(queries.seen_by() if intent == "who" else queries.located_at())
        return computing.who_or_where(read, held, named)
    if intent == "who":
        named = yield from ask_rows(queries.ordered_by(kind))
        return computing.prescribed_by(held, named, (yield from ask_rows(queries.seen_by())))
    if intent == "age_at":
        return computing.age_then(person, computing.when(read, held, today))
    if kind == "procedure" and intent == "value" and held:
        done = held[0] if "first" in read.selectors else held[-1]
        asks_what = pattern("forms", "finds").search(read.asked) is not None
        found = yield from found_at(done)
        return found if asks_what or found.type != "none" else computing.without_result(done)
    if kind in {"visit", "medication", "procedure"} and intent == "reason":
        reasoned = visits_with_reasons if kind == "visit" else with_reasons
        return computing.reason(read, (yield from reasoned(held)), today)
    if kind == "medication" and intent == "list" and pattern("status", "on_hold").search(read.asked):
        return computing.listed(row for row in entries if row["status"] == "on-hold")
    if kind == "medication" and intent == "list" and (read.current or read.taken) and not read.ended:
        return computing.medicines(read, held, entries)
    each = _of_each(read, held, today)
    if each is not None:
        return each
    before = _before(read, entries) if kind == "observation" and intent in _MOVES else None
    if before is not None and says("either_way", read.asked):
        return computing.around(before, held)
    if kind == "observation" and intent == "normal" and not read.phrase:
        return computing.beyond_ranges(read, held, today)
    return _by_intent(read, [before, *computing.joined(held)] if before else held, today)


def _by_intent(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The answer that an intent computes; of values that are chosen by a bound those that pass it."""
    if read.kind == "observation" and read.intent in _OF_VALUES and read.threshold is not None:
        passing = computing.beyond(read, rows)
        return _BY_INTENT[read.intent](read, passing, today) if passing else computing.ever(read, rows, today)
    return _BY_INTENT[read.intent](read, rows, today)


def _of_its_sort(
    read: RecordQuestion, held: Rows, entries: Rows, today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """Which allergies are of a sort, whether what is kept for an emergency was used, and what only the last entry tells."""
    if read.kind == "allergy" and held and sorts_asked(read):
        return of_sorts(read, sorts_asked(read), held, vocabularies)
    if held and asks_whether_used(read):
        return (yield from whether_used(read, held, vocabularies))
    return _of_the_last(read, held, entries, today)


def _of_the_last(read: RecordQuestion, held: Rows, entries: Rows, today: dt.date) -> RecordAnswer | None:
    """What is said of an allergy or a tumour marker, and a yes or no that only the last entry gives: what a test found, whether an illness is over."""
    if read.kind == "allergy" and read.phrase and held:
        dated = [row for row in held if row["date"]] if read.intent == "when" else []
        named = [row for row in dated if {*words(read.phrase)} & {*words(row["name"])}]  # to peanuts, and not to nuts
        return computing.when(read, named or dated, today) if dated else computing.allergic(read, held)
    if read.kind == "observation" and marker_named(read.phrase) and read.intent in _OF_MARKERS:
        return computing.found_in_tumour(held, today)
    if read.intent != "ever":
        return None
    judged = _JUDGED.search(read.asked) if read.kind == "observation" and read.phrase and held else None
    if judged is not None and read.threshold is None and {"last", "first"} & {*read.selectors}:
        return computing.normal(read, held[-1:] if "last" in read.selectors else held[:1], today)
    if judged is not None and read.threshold is None:
        return computing.ever_beyond(read, held, today, high=judged["which"] != "low")
    if read.kind == "procedure" and held and pattern("asks_result").search(read.asked):
        return computing.without_result(held[-1])
    if read.kind == "condition" and read.ended and read.phrase and entries:
        return computing.whether_over(entries[-1], today)
    return None


_JUDGED = re.compile(
    r"\b(?P<which>high|low|raised|elevated)\b(?! (?:density|grade|dose|risk|sensitivity|resolution)\b)"
)
"""A measure of which only what lies outside its range is asked for."""


def _of_each(read: RecordQuestion, held: Rows, today: dt.date) -> RecordAnswer | None:
    """The answer for each of several things that one name stands for, where one of them would not do for all."""
    first = _first_of_each(held) if read.kind in {"condition", "observation"} else []
    if len(first) < 2:
        return None
    if read.intent == "time_since" and read.kind == "condition":
        return computing.listed(first, lambda row: f"{row['name']} since {row['date'] or 'an unknown day'}")
    newest = read.intent == "value" and read.selectors in {(), ("last",)}
    if read.intent == "name" and not read.phrase and "last" in read.selectors and read.nth is None:
        last = max((row["date"] for row in held if row["date"]), default=None)
        return computing.list_names(read, [row for row in held if last is not None and row["date"] == last], today)
    panel = bool(panel_tests(read.phrase))
    if read.kind == "observation" and (newest or (panel and read.intent == "normal")):
        each = [[row for row in held if row["type"] == one["type"]] for one in first]
        if panel or measure_named(read.phrase) is None:
            answer = computing.together([computing.value(read, rows, today) for rows in each])
            return computing.unjudged(answer, held) if read.intent == "normal" else answer
    return None


def _first_of_each(rows: Rows) -> Rows:
    """The first entry of each kind of thing: of several diseases the oldest does not stand for all."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        found.setdefault(row["type"], row)
    return list(found.values())


def _not_held(
    read: RecordQuestion,
    entries: Rows,
    coming: Rows,
    person: dict[str, Any],
    today: dt.date,
    vocabularies: Vocabularies,
) -> Answering:
    """Planned, recorded as not there, as ended, at another time, or not recorded at all: these are different answers."""
    kind = read.kind
    happened = [row for row in entries if was_done(row)]
    if happened and kind != "allergy":
        return computing.not_so(read, happened)
    if coming:
        return computing.planned(coming)
    if kind == "allergy":
        entries = [*entries, *(yield from entries_in(kind, None))]
    denied = next((row for row in reversed(entries) if row.get("presence") == "absent"), None)
    if denied is None and kind != "allergy":
        denied = next((row for row in reversed(entries)), None)
    if denied is not None:
        return computing.denied(denied).model_copy(update={"support": [entry_line(denied)]})
    if kind == "condition" and read.phrase:
        visits = yield from visits_for(read.phrase, vocabularies)
        named = [row for row in visits if not computing.is_to_come(row, today)]
        if named:
            return computing.only_visited(named)
        alike = _kindred(read.phrase, (yield from entries_in("condition", None)), today)
        if alike:
            return computing.kindred(alike)
    if kind == "allergy":
        return (yield from none_of_them(read, entries, today))
    told = computing.unrecorded()
    return (yield from with_measure(read, told, person, today, vocabularies))


def _kindred(phrase: str, conditions: Rows, today: dt.date) -> Rows:
    """The conditions that have a longer word with the one that is asked about at its end: prediabetes for diabetes."""
    called_so = (phrase, *lay_names().get(words(phrase), ()))  # who is diabetic has diabetes
    asked = [word for name in called_so for word in name.lower().split() if len(word) >= _LONG_WORD]
    past = [row for row in conditions if computing.is_present(row) and not computing.is_to_come(row, today)]
    return [
        row
        for row in past
        if any(word != other and word.endswith(other) for word in row["name"].lower().split() for other in asked)
    ]


_LONG_WORD = 6


def _before(read: RecordQuestion, entries: Rows) -> dict[str, Any] | None:
    """The last value before the event since which a measure is asked about, or of its day."""
    if read.anchor is None or read.anchor.edge != "after" or read.period.start is None:
        return None
    start = read.period.start
    earlier = [row for row in computing.joined(entries) if row["date"] and row["date"] < start]
    return earlier[-1] if earlier else None


_BY_INTENT: dict[str, Callable[[RecordQuestion, Rows, dt.date], RecordAnswer]] = {
    "value": computing.value,
    "nth": computing.value,
    "aggregate": computing.value,
    "change": computing.change,
    "compare": computing.compare,
    "trend": computing.trend,
    "when": computing.when,
    "ever": computing.ever,
    "count": computing.count,
    "list": computing.list_names,
    "new": computing.new_names,
    "time_since": computing.time_since,
    "repeated": computing.repeated,
    "name": computing.name,
    "most_common": computing.most_common,
    "normal": computing.normal,
    "duration": computing.duration,
    "dose": computing.dose,
    "reason": computing.reason,
    "per_period": computing.per_period,
    "range": computing.value_range,
    "ratio": computing.value,
    "interval": computing.interval,
    "oftener": computing.oftener,
}
