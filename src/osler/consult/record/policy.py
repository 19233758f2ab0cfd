"""How the offline mind answers a question over a record: intent, concept and period, then Cypher, then arithmetic."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

from osler.consult.record import computing, queries
from osler.consult.record.ages import with_ages_dated
from osler.consult.record.answers import RecordAnswer, entry_line, nothing, unanswerable, unread, unread_number
from osler.consult.record.around import bounded_by_event, medicines_for, visits_with_reasons, with_reasons
from osler.consult.record.aside import allergy_first, aside_of
from osler.consult.record.asking import Answering, Asking, Rows, ask_rows, entries_in, visits_for
from osler.consult.record.called import measure_named
from osler.consult.record.concepts import TypeEntry
from osler.consult.record.counting import counts, is_supplement, was_done
from osler.consult.record.course import asks_course, course_of
from osler.consult.record.derived import with_measure
from osler.consult.record.finding import find_concept, without_excluded
from osler.consult.record.kin import of_the_family
from osler.consult.record.nearest import ask_back
from osler.consult.record.overview import as_answer, overview
from osler.consult.record.periods import Period
from osler.consult.record.question import Kind, RecordQuestion, Refused, as_kind, read_question
from osler.consult.record.reading.kinds import (
    is_clinical,
    is_ordinary,
    is_read,
    is_spelt_out,
    is_word,
    marker_named,
    phrase_of,
)
from osler.consult.record.reading.slots import is_of_form
from osler.consult.record.reading.table import pattern, rules, says
from osler.consult.record.systems import organ_named, system_analytes, systems_of
from osler.consult.record.understood import understood
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

__all__ = ["Answering", "answer_one"]

_MOST_LINES = 50
_KINDS_OF: dict[str, tuple[Kind, ...]] = {
    **dict.fromkeys(("value", "nth", "aggregate", "change", "compare", "trend", "normal"), ("observation",)),
    "dose": ("medication",),
    "reason": ("visit", "medication", "procedure"),
}
"""What an intent can be asked of: only what is measured has a value, whatever else its words were found in."""
_SURE_OF_NAMES = {
    "ever",
    "value",
    "nth",
    "aggregate",
    "change",
    "compare",
    "trend",
    "normal",
    "dose",
    "reason",
    "after",
}
"""Intents whose answer would be false if the thing that was named were left out."""
_MOVES = {"trend", "compare", "change"}
"""Intents for which the value before an event belongs to those after it."""
_NOT_OF_SYSTEMS = {
    "count",
    "when",
    "time_since",
    "duration",
    "change",
    "compare",
    "aggregate",
    "interval",
    "per_period",
}
"""Intents that an overview of an organ does not answer."""
_OF_ORGANS = {None, "any", "condition", "observation", "symptom"}
"""What may be asked of an organ as a whole."""
_NUMBER = re.compile(r"(?<![\w./-])\d+(?:\.\d+)?s?(?![\w/-])")
"""A number of which nobody knows what it is to the question."""
_OF_MARKERS = {"value", "normal", "ever", "list", "compare"}
"""Intents to which what was found in a tumour is the answer: whether it is positive is told by the finding."""
_DONE = re.compile(r"\w (?:replacement|transplant(?:ation)?|removal|repair|biopsy|resection|graft|amputation)s?$")
"""What is done to a part of the body, by the words for it: a hip replacement needs no vocabulary to be told."""
_PLANNED = {"visit", "procedure", "vaccine", "medication"}


def answer_one(question: str, today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The answer to one question, found through the tool that queries the graph."""
    person = (yield from ask_rows(queries.person()))[0]
    question = with_ages_dated(question, person["birth_date"])
    read = read_question(question, today, vocabularies, patient_names=[person["name"] or ""])
    if isinstance(read, Refused):
        return (yield from _refused(question, read, vocabularies))
    if read.anchor is not None:
        bounded = yield from bounded_by_event(read, today, vocabularies)
        if isinstance(bounded, RecordAnswer):
            return _said_back(bounded, read)
        read = bounded
    aside = yield from aside_of(read, person, today, vocabularies)
    if aside is not None:
        return _said_back(aside, read)
    kind, phrase, types = yield from find_concept(read, vocabularies)
    as_a_whole = not types and kind in _OF_ORGANS and read.intent not in _NOT_OF_SYSTEMS
    system = organ_named(read.phrase, vocabularies) if as_a_whole else None
    if system is not None:
        seen = overview(system, system_analytes(system), partial(systems_of, vocabularies=vocabularies), today)
        return _said_back(as_answer((yield from seen)), read, [f"{system} system"])
    if kind is None or kind == "any":
        known = is_clinical(read.phrase, vocabularies) and is_read(read.phrase, vocabularies)
        if known or _DONE.search(read.phrase):
            return _said_back(computing.unrecorded() if read.intent == "ever" else nothing(), read)
        return _said_back((yield from ask_back(read.phrase, None)), read)
    if kind == "visit" and phrase:
        read, phrase = read._replace(seen_for=phrase, phrase=""), ""
    read = as_kind(read, kind, phrase, vocabularies)
    if asks_course(read):
        return _said_back((yield from course_of(read, types, today, vocabularies)), read, [one.name for one in types])
    return (yield from _from_entries(read, kind, types, person, today, vocabularies))


def _from_entries(
    read: RecordQuestion,
    kind: Kind,
    types: list[TypeEntry],
    person: dict[str, Any],
    today: dt.date,
    vocabularies: Vocabularies,
) -> Answering:
    """The answer from the entries that a question is about; asked back where its words name none of them."""
    loose = read.intent not in _SURE_OF_NAMES and not _says_which(read)
    if not types and loose and is_ordinary(read.phrase, vocabularies):
        read = read._replace(phrase="")  # "current meds for the little one": the words name nothing of the record
    if not types and read.phrase and not _is_told(read, vocabularies):
        return _said_back(
            (yield from ask_back(read.phrase, kind)), read
        )  # none of what was not understood is no answer
    recorded = yield from without_excluded(read, (yield from _entries_of(read, types, vocabularies)), vocabularies)
    read = computing.with_unit_of_bound(read, recorded)
    unsure = (yield from _of_a_part(read, recorded, vocabularies)) or _beside_the_number(read, recorded)
    if unsure is not None:
        return _said_back(unsure, read, [row["name"] for row in recorded])
    answer = yield from _answered(read, recorded, person, today, vocabularies)
    return _said_back(answer, read, [row["name"] for row in recorded] if read.phrase else [])


def _of_a_part(
    read: RecordQuestion, recorded: Rows, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What is asked back where no visit is found for a part of the body: it is no disease, and none would be no answer."""
    if not read.seen_for or recorded or not is_ordinary(read.seen_for, vocabularies):
        return None
    return (yield from ask_back(read.seen_for, "condition"))


def _says_which(read: RecordQuestion) -> bool:
    """Whether the words stand right before the kind of thing and say which: "heart rhythm problem" is not any problem."""
    organ = re.search(
        r"\b(?:heart|lung|liver|kidney|blood|bone|joint|skin|eye|ear|stomach|bowel|brain|nerve)", read.phrase
    )
    before = re.search(rf"\b{re.escape(read.phrase)} (?P<kind>\w+)", read.asked) if read.phrase and organ else None
    return before is not None and any(pattern("kinds", kind).fullmatch(before["kind"]) for kind in rules()["kinds"])


def _beside_the_number(read: RecordQuestion, recorded: Rows) -> RecordAnswer | None:
    """What is said where a question names a number that is not the entries': another strength, or one nobody can place."""
    if read.kind == "medication":
        return computing.of_another_strength(read, recorded)
    if read.kind == "observation" and read.threshold is not None and not read.phrase:
        return unread_number(f"{read.threshold.value:g}")  # of which measure it is not said
    loose = _NUMBER.search(read.asked) if read.kind == "observation" and read.intent == "ever" else None
    return unread_number(loose.group()) if loose is not None and read.threshold is None else None


def _is_told(read: RecordQuestion, vocabularies: Vocabularies) -> bool:
    """Whether it is clear what is asked about: its name is known, or the question says what kind of thing it is."""
    outright = any(pattern("kinds", kind).search(read.asked) for kind in rules()["kinds"]) and is_word(read.phrase)
    if marker_named(read.phrase) or (_DONE.search(read.phrase) and is_word(read.phrase)):
        return True
    if read.intent == "ever":  # a no to words that nobody knows would be false
        outright = outright and is_spelt_out(read.phrase)
    return outright or is_read(read.phrase, vocabularies)


def _said_back(answer: RecordAnswer, read: RecordQuestion, names: Sequence[str] = ()) -> RecordAnswer:
    return answer.model_copy(update={"understood": understood(read, names)})


def _entries_of(read: RecordQuestion, types: list[TypeEntry], vocabularies: Vocabularies) -> Asking:
    """The entries of what is asked about, whenever they were."""
    if read.seen_for:
        visits = yield from visits_for(read.seen_for, vocabularies)
        again = pattern("forms", "again")
        follow_ups = [row for row in visits if again.search(row["name"].lower())] if again.search(read.asked) else []
        return follow_ups or visits
    recorded = yield from entries_in(read.kind, types if read.phrase and read.kind != "visit" else None)
    routine = pattern("forms", "check_up")
    if (
        read.kind == "visit"
        and routine.search(read.asked)
        and any(routine.search(row["name"].lower()) for row in recorded)
    ):
        recorded = [row for row in recorded if routine.search(row["name"].lower())]
    recorded = _called_so(read, recorded)
    if read.form and any(is_of_form(row["name"], read.form) for row in recorded):
        recorded = [row for row in recorded if is_of_form(row["name"], read.form)]
    if read.kind == "medication" and pattern("supplements").search(read.asked):
        recorded = [row for row in recorded if is_supplement(row)]
    if read.kind == "medication":
        recorded = computing.of_strength(read.asked, recorded) or recorded
    if read.in_unit:
        recorded = computing.in_asked_unit(read.in_unit, recorded)
    if read.given_for:
        return (yield from medicines_for(read.given_for, recorded, vocabularies))
    if read.setting and read.kind != "visit":  # what was given or done there
        there = {row["uuid"] for row in (yield from entries_in("visit", None)) if row["setting"] == read.setting}
        return [row for row in recorded if row["encounter"] in there]
    if read.kind == "condition" and not read.phrase and not recorded:
        return (yield from entries_in("symptom", None))  # a note states diseases as findings
    return recorded


def _called_so(read: RecordQuestion, recorded: Rows) -> Rows:
    """Of entries that share a name those that have the next word of the question too: a pregnancy test is no other care."""
    after = re.search(rf"\b{re.escape(read.phrase)} (?P<word>[a-z]{{4,}})", read.asked) if read.phrase else None
    if after is None or read.kind != "procedure":
        return recorded
    named = [row for row in recorded if re.search(rf"\b{after['word'].removesuffix('s')}s?\b", row["name"].lower())]
    return named or recorded


def _answered(
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
    if read.intent == "ever" and not held and read.threshold is None:
        coming = [entry for entry in recorded if read.kind in _PLANNED and computing.is_planned(entry, today)]
        return (yield from _not_held(read, entries, coming, today, vocabularies))
    coming = [entry for entry in recorded if read.kind in _PLANNED and computing.is_planned(entry, today)]
    if read.intent == "when" and read.phrase and not held and coming and read.period == Period():
        return computing.planned(coming)
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
        return computing.none_in_time(entries, today)
    answer = yield from _computed(read, held, entries, today, person)
    if read.intent == "ever" and read.kind == "condition":
        answer = yield from with_measure(read, answer, today, vocabularies)
    by_entry = {row["uuid"]: entry_line(row) for row in entries}
    lines = [by_entry[entry] for entry in answer.entries if entry in by_entry]
    return answer.model_copy(update={"support": lines[-_MOST_LINES:]})


def _computed(read: RecordQuestion, held: Rows, entries: Rows, today: dt.date, person: dict[str, Any]) -> Answering:
    """The answer from the entries that count; some need another look at the graph, or at what does not count."""
    kind, intent = read.kind, read.intent
    of_one = _of_the_last(read, held, entries, today)
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
    if kind == "visit" and intent == "reason":
        return computing.reason(read, (yield from visits_with_reasons(held)), today)
    if kind in {"medication", "procedure"} and intent == "reason":
        return computing.reason(read, (yield from with_reasons(held)), today)
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
    return _BY_INTENT[intent](read, [before, *computing.joined(held)] if before else held, today)


def _of_the_last(read: RecordQuestion, held: Rows, entries: Rows, today: dt.date) -> RecordAnswer | None:
    """What is said of an allergy or a tumour marker, and a yes or no that only the last entry gives: what a test found, whether an illness is over."""
    if read.kind == "allergy" and read.phrase and held:
        return computing.allergic(read, held)
    if read.kind == "observation" and marker_named(read.phrase) and read.intent in _OF_MARKERS:
        return computing.found_in_tumour(held, today)
    if read.intent != "ever":
        return None
    if read.kind == "procedure" and held and pattern("asks_result").search(read.asked):
        return computing.without_result(held[-1])
    if read.kind == "condition" and read.ended and read.phrase and entries:
        return computing.whether_over(entries[-1], today)
    return None


def _of_each(read: RecordQuestion, held: Rows, today: dt.date) -> RecordAnswer | None:
    """The answer for each of several things that one name stands for, where one of them would not do for all."""
    first = _first_of_each(held) if read.kind in {"condition", "observation"} else []
    if len(first) < 2:
        return None
    if read.intent == "time_since" and read.kind == "condition":
        return computing.listed(first, lambda row: f"{row['name']} since {row['date'] or 'an unknown day'}")
    newest = read.intent == "value" and read.selectors in {(), ("last",)}
    if read.kind == "observation" and newest and measure_named(read.phrase) is None:
        each = [[row for row in held if row["type"] == one["type"]] for one in first]
        return computing.together([computing.value(read, rows, today) for rows in each])
    return None


def _first_of_each(rows: Rows) -> Rows:
    """The first entry of each kind of thing: of several diseases the oldest does not stand for all."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        found.setdefault(row["type"], row)
    return list(found.values())


def _refused(question: str, read: Refused, vocabularies: Vocabularies) -> Answering:
    """No answer, unless the record holds what is asked of relatives, or an allergy to what somebody wants to take."""
    family = yield from of_the_family(question, vocabularies)
    if family is not None:
        return family
    lower = question.lower()
    if read.reason == "out_of_scope" and says("may_have", lower):
        wanted = re.split(
            r"\b(?:given|considering|according|based|with) ", pattern("intents", "may_have").sub(" ", lower)
        )[0]
        return (yield from allergy_first(phrase_of(wanted, vocabularies), vocabularies))
    return unread() if read.unread else unanswerable(read.reason)


def _not_held(
    read: RecordQuestion, entries: Rows, coming: Rows, today: dt.date, vocabularies: Vocabularies
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
    told = computing.unrecorded(computing.NO_ALLERGY if kind == "allergy" else computing.NOT_RECORDED)
    return (yield from with_measure(read, told, today, vocabularies))


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
