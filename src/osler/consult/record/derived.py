"""What code makes of a record's values: two in proportion, and the measure that tells more than a diagnosis."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Generator
from typing import Any

from osler.consult.record import computing
from osler.consult.record.answers import RecordAnswer
from osler.consult.record.asking import Answering, Rows, entries_in, types_in
from osler.consult.record.called import measure_named, words
from osler.consult.record.concepts import matching
from osler.consult.record.periods import Period
from osler.consult.record.question import RecordQuestion
from osler.consult.record.reading.table import rules, stop
from osler.consult.record.usual_limits import adult_class, person_of
from osler.core.agents import Call, ToolOutcome
from osler.core.language import usual_limit
from osler.core.terminology import Measure, Vocabularies, measure


def with_measure(
    read: RecordQuestion, answer: RecordAnswer, person: dict[str, Any], today: dt.date, vocabularies: Vocabularies
) -> Answering:
    """An answer with the last value of the measure that tells more of what is asked, where there is one."""
    name = next((name for said, name in rules()["measured_by"].items() if re.search(said, read.asked)), None)
    if name is None:
        return answer
    types = matching(name, (yield from types_in("observation")), vocabularies, measured=True)
    rows = [row for row in (yield from entries_in("observation", types)) if not computing.is_to_come(row, today)]
    if not rows:
        return answer
    then = [row for row in rows if read.period.holds(row["date"])]
    last = computing.value(RecordQuestion(read.text, "value", "observation", name, Period()), then or rows, today)
    if answer.value is True and read.period == Period() and _OF_NOW.search(read.asked):
        against = _against(read, computing.joined(rows)[-1], person, today)
        if against is not None:  # a problem that was noted once is told behind the value that speaks of now
            noted = answer.text.removeprefix("Yes. ")
            text = f"{last.text} {against} Recorded as a problem all the same: {noted}"
            return answer.model_copy(update={"text": text, "entries": [*last.entries, *answer.entries]})
    text = f"{answer.text} {last.text}{_class_of(computing.joined(then or rows)[-1], person, today)}"
    return answer.model_copy(update={"text": text, "entries": [*answer.entries, *last.entries]})


def _class_of(row: dict[str, Any], person: dict[str, Any], today: dt.date) -> str:
    """The class of adults that a value belongs to, as a sentence of its own; empty where there are none."""
    known, value = _canonical(row)
    graded = adult_class(known, value, person_of(person, today)) if known is not None and value is not None else None
    return f" That is {graded.called} by the classes of adults ({graded.source})." if graded is not None else ""


def _canonical(row: dict[str, Any]) -> tuple[Measure | None, float | None]:
    """What a row measures, and its value in the measure's own unit."""
    measured = measure_named(row["name"])
    known = measure(measured.id) if measured is not None else None
    exact = known is not None and row.get("value") is not None and not row.get("comparator")
    return known, known.to_canonical(row["value"], row["unit"]) if known is not None and exact else None


_OF_NOW = re.compile(r"^(?:(?:so|and|but|ok|okay|then)[ ,]+)*(?:am|is|are|does|do)\b(?!.*\bever\b)")
"""Asks how it is, and not how it was."""
_LOW = re.compile(r"\b(?:low|an(?:a)?emic|under\w+)\b")


def _against(read: RecordQuestion, row: dict[str, Any], person: dict[str, Any], today: dt.date) -> str | None:
    """What the newest value says against the state that is asked about: that it is not beyond its limit; None where it may be."""
    known, value = _canonical(row)
    if known is None or value is None:
        return None
    low = _LOW.search(read.asked) is not None
    own = row.get("low") if low else row.get("high")
    if own is not None:
        limit, told = known.to_canonical(own, row["unit"]), "the range recorded with it"
    else:
        whose = person_of(person, today)
        graded = adult_class(known, value, whose)
        if graded is not None:
            return None if graded.beyond else f"That is {graded.called} ({graded.source})."
        usual = usual_limit(known.id, "low" if low else "high", whose.age, whose.sex)
        limit, told = usual or (None, "")
    if limit is None or (value < limit if low else value > limit):
        return None
    return f"That is not {'below' if low else 'above'} {f'{limit:g} {known.unit}' if own is None else told}{f' ({told})' if own is None else ''}."


def is_state(read: RecordQuestion) -> bool:
    """Whether a question is how somebody is or was, of which a measure only tells more: a fever, and not a temperature."""
    return any(re.search(said, read.asked) for said in rules()["measured_by"])


def ratio_of(
    read: RecordQuestion, today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """Two measures in proportion, where the record holds no such measure of its own."""
    types = yield from types_in("observation")
    asked = {word for name in read.ratio or () for word in words(name) if word not in stop()}
    if any(asked <= _words_of(entry.name) and _is_ratio(entry.name) for entry in types):
        return None
    each: list[Rows] = []
    for name in read.ratio or ():
        rows = yield from entries_in("observation", matching(name, types, vocabularies, measured=True))
        each.append([row for row in rows if not computing.is_to_come(row, today) and read.period.holds(row["date"])])
    if each[0] and each[0] == each[1]:
        return None  # one measure is both: it has the proportion of two already
    return computing.ratio(each[0], each[1], today)


def _words_of(name: str) -> set[str]:
    return set(words(name.replace("/", " ")))


def _is_ratio(name: str) -> bool:
    return "/" in name or "ratio" in words(name)
