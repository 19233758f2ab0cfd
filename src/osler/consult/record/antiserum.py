"""Antitoxin and immunoglobulin beside a vaccine: who asks for a tetanus jab may mean them, and they are none."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Generator

from osler.consult.record import computing
from osler.consult.record.answers import RecordAnswer
from osler.consult.record.asking import entries_in, types_in
from osler.consult.record.concepts import matching
from osler.consult.record.question import Kind, RecordQuestion
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

_ANTISERUM = re.compile(r"\b(?:anti-?toxin|anti-?serum|anti-?venom|immun(?:e|o) ?globulin)\b", re.IGNORECASE)


def with_antiserum(
    answer: RecordAnswer, read: RecordQuestion, kind: Kind, today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer]:
    """The answer on vaccines against a disease, with the antibodies against it that were injected."""
    if kind != "vaccine" or not read.phrase:
        return answer
    held = [one for one in (yield from types_in("procedure")) if _ANTISERUM.search(one.name)]
    types = matching(read.phrase, held, vocabularies)
    rows = (yield from entries_in("procedure", types)) if types else []
    given = [row for row in rows if row["date"] and row["date"] <= today and computing.is_present(row)]
    given = [row for row in given if read.period.holds(row["date"]) and row["uuid"] not in answer.entries]
    if not given:
        return answer
    told = "; ".join(f"{row['name']} on {row['date']}" for row in given)
    return answer.model_copy(
        update={
            "text": f"{answer.text} Also recorded, and no vaccine: {told}.".strip(),
            "entries": [*answer.entries, *(row["uuid"] for row in given)],
        }
    )
