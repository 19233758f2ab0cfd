"""How the offline mind answers a question over a record: intent, concept and period, then Cypher, then arithmetic."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Generator, Sequence
from typing import Any

from osler.consult.record import computing, queries
from osler.consult.record.answers import RecordAnswer, entry_line, nothing, unanswerable
from osler.consult.record.concepts import TypeEntry, covering, is_named, matching, words
from osler.consult.record.question import Kind, RecordQuestion, Refused, as_kind, is_condition, read_question
from osler.consult.record.reading.kinds import is_clinical, is_ordinary, phrase_of
from osler.consult.record.reading.table import pattern, says
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

Rows = list[dict[str, Any]]
Asking = Generator[Call, ToolOutcome, Rows]
Answering = Generator[Call, ToolOutcome, RecordAnswer]

_MOST_LINES = 50
_KINDS_OF: dict[str, tuple[Kind, ...]] = {
    **dict.fromkeys(("value", "nth", "aggregate", "change", "compare", "trend", "normal"), ("observation",)),
    "dose": ("medication",),
    "reason": ("visit", "medication", "procedure"),
}
"""What an intent can be asked of: only what is measured has a value, whatever else its words were found in."""
QUERY_TOOL = "query_graph"
_PRESENT = {None, "present"}
_ALSO: dict[Kind, tuple[Kind, ...]] = {
    "observation": ("procedure",),
    "procedure": ("observation",),
    "condition": ("symptom", "procedure"),
    "medication": ("vaccine",),
    "vaccine": ("procedure",),
}
"""Where else a thing may be recorded than where its words say: a test as a procedure, a procedure as a test."""
_SURE_OF_NAMES = {"ever", "value", "nth", "aggregate", "change", "compare", "trend", "normal", "dose", "after"}
"""Intents whose answer would be false if the thing that was named were left out."""
_EVENTS: tuple[Kind, ...] = ("visit", "condition", "procedure", "medication", "vaccine", "allergy")
_ANY_ORDER: tuple[Kind, ...] = ("observation", "condition", "symptom", "medication", "procedure", "vaccine", "allergy")


def answer_question(question: str, today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The answer to a question, found through the tool that queries the graph."""
    person = (yield from ask_rows(queries.person()))[0]
    read = read_question(question, today, vocabularies, patient_names=[person["name"] or ""])
    if isinstance(read, Refused):
        return (yield from _of_the_family(question, vocabularies)) or unanswerable(read.reason)
    aside = yield from _aside(read, person, today, vocabularies)
    if aside is not None:
        return aside
    kind, phrase, types = yield from _concept(read, vocabularies)
    if kind is None:
        unheard = read.intent == "ever" and is_clinical(read.phrase, vocabularies)
        return computing.unrecorded() if unheard else unanswerable("not_in_record")
    read = as_kind(read, kind, phrase, vocabularies)
    if not types and read.intent not in _SURE_OF_NAMES and is_ordinary(read.phrase, vocabularies):
        read = read._replace(phrase="")  # "current meds for the little one": the words name nothing of the record
    entries = yield from _entries(kind, types if read.phrase and kind != "visit" else None)
    if kind == "condition" and not read.phrase and not entries:
        entries = yield from _entries("symptom", None)  # a note states diseases as findings
    entries.sort(key=lambda entry: entry["date"] is not None)  # what is undated stands before what is known to be new
    held = [entry for entry in entries if _counts(entry, read, today)]
    if read.intent == "ever" and not held and read.threshold is None:
        return (yield from _not_held(read, entries))
    if kind == "allergy" and read.phrase and held:
        return computing.allergic(read, held)
    if kind == "visit" and read.intent in {"who", "where"}:
        named = yield from ask_rows(queries.seen_by() if read.intent == "who" else queries.located_at())
        return computing.who_or_where(read, held, named)
    if kind == "observation" and read.phrase and not entries and read.intent == "value" and not types:
        return nothing()
    if kind not in _KINDS_OF.get(read.intent, (kind,)):
        return nothing("The record gives no value of this.")
    if read.intent == "age_at":
        return computing.age_then(person, computing.when(read, held, today))
    answer = _BY_INTENT[read.intent](read, held, today)
    by_entry = {row["uuid"]: entry_line(row) for row in held}
    lines = [by_entry[entry] for entry in answer.entries if entry in by_entry]
    return answer.model_copy(update={"support": lines[-_MOST_LINES:]})


def ask_rows(cypher: str, parameters: dict[str, Any] | None = None) -> Asking:
    arguments: dict[str, Any] = {"cypher": cypher}
    if parameters:
        arguments["parameters"] = parameters
    outcome = yield Call(QUERY_TOOL, arguments)
    return [_with_days(row) for row in outcome.result] if outcome.status == "success" else []


_DAYS = frozenset({"date", "end_date", "birth_date", "death_date"})


def _with_days(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its days as days; a graph that came from elsewhere may hold them as text."""
    return {key: _day(value) if key in _DAYS and isinstance(value, str) else value for key, value in row.items()}


def _day(value: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value[:10])
    except ValueError:
        return None


Found = tuple[Kind | None, str, list[TypeEntry]]


def _concept(read: RecordQuestion, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, Found]:
    """The kind of thing that is meant, the words that mean it, and its types in this record."""
    if not read.phrase or read.kind == "visit":
        return read.kind, read.phrase, []
    found = yield from _recorded(read, read.phrase, vocabularies)
    if found is not None:
        return found
    if not is_named(read.phrase, vocabularies):  # words that name nothing do not hide those that do
        for phrase in read.others:
            found = yield from _recorded(read, phrase, vocabularies)
            if found is not None:
                return found
    return (read.kind if read.kind != "any" else None), read.phrase, []


def _recorded(
    read: RecordQuestion, phrase: str, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, Found | None]:
    """Where this record holds what a phrase names, if it does."""
    kinds = _ANY_ORDER if read.kind == "any" else (read.kind, *_ALSO.get(read.kind, ()))
    for kind in kinds:
        if (
            read.kind == "condition"
            and kind == "procedure"
            and is_condition(phrase, vocabularies)
            and is_named(phrase, vocabularies)
        ):
            continue  # a test for a disease is no disease
        types = yield from _types(kind)
        found = matching(phrase, types, vocabularies, measured=kind == "observation")
        if kind == "allergy":
            found += [entry for entry in covering(phrase, types, vocabularies) if entry not in found]
        if found:
            return kind, phrase, found
    return None


def _types(kind: Kind) -> Generator[Call, ToolOutcome, list[TypeEntry]]:
    rows = yield from ask_rows(queries.types_of(kind))
    return [TypeEntry(row["uuid"], row["name"], tuple((row["codes"] or "").split("|"))) for row in rows]


def _entries(kind: Kind, types: Sequence[TypeEntry] | None) -> Asking:
    if types is None:
        return (yield from ask_rows(queries.entries_of(kind, of_types=False)))
    if not types:
        return []
    return (yield from ask_rows(queries.entries_of(kind, of_types=True), {"types": [entry.uuid for entry in types]}))


def _counts(entry: dict[str, Any], read: RecordQuestion, today: dt.date) -> bool:
    """Whether an entry is something that happened to this patient, in the period that is asked about."""
    if entry.get("presence") not in _PRESENT or entry.get("status") in {"not-done", "missed"}:
        return False
    if _is_no_operation(entry, read):
        return False
    if read.kind == "visit":
        if entry["status"] == "planned" or (entry["date"] and entry["date"] > today):
            return False
        if read.setting and entry["setting"] != read.setting:
            return False
    if _is_status_question(read):
        return computing.is_active(entry, read.kind, today) != read.ended
    other = read.other_period
    return read.period.holds(entry["date"]) or (other is not None and other.holds(entry["date"]))


def _is_no_operation(entry: dict[str, Any], read: RecordQuestion) -> bool:
    """Whether operations are asked for and an entry is what is done at every visit."""
    asked = read.kind == "procedure" and not read.phrase and pattern("operations", "asked").search(read.asked)
    return bool(asked) and pattern("operations", "none").search(entry["name"].lower()) is not None


def _is_status_question(read: RecordQuestion) -> bool:
    if read.intent not in {"list", "ever", "count"} or read.period != type(read.period)():
        return False
    return read.kind == "allergy" or (read.kind in {"condition", "medication"} and (read.current or read.ended))


def _not_held(read: RecordQuestion, entries: Rows) -> Answering:
    """Recorded as not there, as ended, at another time, or not recorded at all: these are different answers."""
    kind = read.kind
    happened = [row for row in entries if row.get("presence") in _PRESENT and row.get("status") != "not-done"]
    if happened and kind != "allergy":
        return computing.not_so(read, happened)
    if kind == "allergy":
        entries = [*entries, *(yield from _entries(kind, None))]
    absent = next((row for row in entries if row.get("presence") == "absent"), None)
    if absent is not None:
        name = absent["name"] if absent["name"].lower().startswith("no ") else f"no {absent['name']}"
        return RecordAnswer(type="bool", value=False, text=f"No. Recorded: {name}.", support=[entry_line(absent)])
    if kind == "condition" and read.phrase:
        visits = yield from _entries("visit", None)
        named = [row for row in visits if set(words(read.phrase)) <= set(words(f"{row['name']} {row['reason'] or ''}"))]
        if named:
            return computing.only_visited(named)
    return computing.unrecorded(computing.NO_ALLERGY if kind == "allergy" else computing.NOT_RECORDED)


def _aside(
    read: RecordQuestion, person: dict[str, Any], today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What is not asked of one kind of thing: the person, a whole period, what is to come, what followed."""
    if read.intent == "demographic":
        return (yield from _cause_of_death(read, vocabularies)) or computing.of_person(read, person, today)
    if says("may_have", read.text.lower()) and read.phrase:
        return (yield from _allergy_first(read, vocabularies))
    if read.intent == "events":
        return (yield from _happened(read, today))
    if read.planned and not read.selectors and read.kind != "medication":
        return (yield from _planned(today))
    return (yield from _after(read, today, vocabularies)) if read.intent == "after" else None


def _allergy_first(read: RecordQuestion, vocabularies: Vocabularies) -> Answering:
    """Whether a drug may be given is no question of a record, but an allergy to it or to its class is."""
    types = covering(read.phrase, (yield from _types("allergy")), vocabularies)
    rows = [row for row in (yield from _entries("allergy", types)) if row.get("presence") in _PRESENT]
    return computing.beware(read, rows) if rows else unanswerable("out_of_scope")


def _of_the_family(question: str, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What the record holds of relatives, where it holds any and they are asked about."""
    lower = question.lower()
    asked = pattern("relatives").findall(lower)
    if not asked:
        return None
    rows = [row for row in (yield from ask_rows(queries.family())) if row["presence"] in _PRESENT]
    of = [row for row in rows if (row["relation"] or "").lower() in asked] or rows
    named = [
        row
        for row in of
        if matching(phrase_of(lower, vocabularies), [TypeEntry(row["uuid"], row["name"])], vocabularies)
    ]
    if not rows:
        return None
    found = named or ([] if is_condition(phrase_of(lower, vocabularies), vocabularies) else of)
    return computing.listed(found, tell=lambda row: f"{row['relation'] or 'a relative'}: {row['name']}")


def _cause_of_death(
    read: RecordQuestion, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What a death is recorded to have come from."""
    if read.field != "alive" or not pattern("cause_of_death").search(read.text.lower()):
        return None
    types = matching("cause of death", (yield from _types("observation")), vocabularies, measured=True)
    rows = [row for row in (yield from _entries("observation", types)) if row["text"]]
    return computing.value(read, rows, dt.date.max) if rows else nothing("No cause of death is recorded.")


def _happened(read: RecordQuestion, today: dt.date) -> Answering:
    """Everything that is dated in a period; measurements only of a single day, of which they are the story."""
    groups: dict[str, Rows] = {}
    one_day = read.period.start is not None and read.period.start == read.period.end
    for kind in (*_EVENTS, "observation") if one_day else _EVENTS:
        rows = yield from _entries(kind, None)
        groups[kind] = [row for row in rows if _counts(row, read._replace(kind=kind), today)]
    return computing.happened(groups)


def _planned(today: dt.date) -> Answering:
    """What is still to come, where the record holds any such thing."""
    visits = yield from ask_rows(queries.entries_of("visit", of_types=False))
    coming = [row for row in visits if row["status"] == "planned" or (row["date"] and row["date"] > today)]
    if not coming:
        return unanswerable("not_in_record")
    return computing.listed(coming, lambda row: f"{row['date']} {row['name']}")


def _after(read: RecordQuestion, today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The medicines or procedures of the days on which something was diagnosed or done."""
    conditions = yield from _types("condition")
    found = matching(read.phrase, conditions, vocabularies)
    first: Kind = "condition"
    if not found:
        procedures = yield from _types("procedure")
        found, first = matching(read.phrase, procedures, vocabularies), "procedure"
    days = {row["date"] for row in (yield from _entries(first, found)) if read.period.holds(row["date"])}
    rows = yield from _entries(read.kind, None)
    held = [row for row in rows if row["date"] in days]
    return computing.listed(held)


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
    "dose": computing.dose,
    "reason": computing.reason,
}
