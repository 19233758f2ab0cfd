"""A patient's record in short, for whoever goes to an appointment: what is so now, what is taken, and the last visit."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Generator

from osler.consult.record import measure_named
from osler.consult.record.periods import read_periods
from osler.consult.record.reading.normal import plain
from osler.consult.record.systems import system_asked
from osler.consult.steps.taking import NO_ALLERGIES, TO_SHOW, asked_of_the_record, entries_of
from osler.consult.types import ReplySentence
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

_ANY_DAY = dt.date(2020, 1, 1)
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
IN_SHORT = (
    *TO_SHOW,
    ("Last visit:", "When was my last visit?"),
    ("Last blood pressure:", "What was my last blood pressure?"),
)
NOTHING_MORE = "This is not everything that is recorded; the whole record: osler patient show"


def asks_for_summary(question: str, vocabularies: Vocabularies) -> bool:
    """Whether the record is asked for in short, and no single body system or measure, nor what was in one time."""
    if read_periods(question.lower(), _ANY_DAY).period.start is not None:
        return False
    of_one = system_asked(question, vocabularies) is not None or measure_named(plain(question.lower(), vocabularies))
    return not of_one and _TABLE.says(question, "consultant", "summary")


def summary_of() -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """The record in short; what it does not hold is left out, but for allergies."""
    made: list[ReplySentence] = []
    for lead, question in IN_SHORT:
        found = yield from asked_of_the_record(question)
        if found is not None and found.entries:
            made.append(ReplySentence(text=f"{lead} {found.text}", sources=entries_of(found)))
        elif found is not None and "Allergies" in lead:
            made.append(ReplySentence(text=NO_ALLERGIES))
    return [*made, ReplySentence(text=NOTHING_MORE)]
