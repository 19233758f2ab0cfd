"""How an illness was treated: the medicines that were given for it, and what was done where it was diagnosed."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record import computing
from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.around import medicines_for
from osler.consult.record.asking import Answering, entries_in
from osler.consult.record.computing.rows import called, dated
from osler.consult.record.concepts import TypeEntry
from osler.consult.record.question import RecordQuestion
from osler.consult.record.reading.table import pattern
from osler.core.terminology import Vocabularies

_ALLERGIES = "allergies"
_ROUTINE = re.compile(r"\bdocumentation of current medications?\b|\bmedication reconciliation\b", re.IGNORECASE)
"""What is done at every visit."""


def asks_treatment(read: RecordQuestion) -> bool:
    """Whether it is asked how an illness or an allergy was treated: that it is there is no answer to that."""
    return (
        read.kind in {"condition", "allergy"}
        and bool(read.phrase)
        and pattern("treatment_of").search(read.asked) is not None
    )


def treatment_of(read: RecordQuestion, types: list[TypeEntry], today: dt.date, vocabularies: Vocabularies) -> Answering:
    """What was given for an illness, and done at the visits or on the days of its diagnosis; which was for it the record may not say."""
    recorded = (yield from entries_in(read.kind, types)) if types else []
    rows = [row for row in recorded if computing.is_present(row) and not computing.is_to_come(row, today)]
    if not rows:
        return nothing("Nothing of this name is recorded.")
    visits = {row["encounter"] for row in rows if row.get("encounter")}
    days = {row["date"] for row in rows if row["date"]}
    medicines = yield from entries_in("medication", None)
    # A medicine is given for allergies, whichever the patient has; what was done on the day an allergy was found is not for it.
    complaint = _ALLERGIES if read.kind == "allergy" else read.phrase
    given_for = yield from medicines_for(complaint, medicines, vocabularies)
    meant = {row["uuid"] for row in given_for}
    done = [row for row in (yield from entries_in("procedure", None)) if not _ROUTINE.search(row["name"])]
    visits, days = (set(), set()) if read.kind == "allergy" else (visits, days)
    held = [row for row in medicines if row["uuid"] in meant or row["encounter"] in visits]
    held += [row for row in done if row["encounter"] in visits or (not row["encounter"] and row["date"] in days)]
    begun = min(days, default=None)  # what was taken before it began was not given for it
    held = [row for row in held if not computing.is_to_come(row, today)]
    held = [row for row in held if begun is None or row["date"] is None or row["date"] >= begun]
    named = f"{called(rows[-1]['name'])} ({dated(rows[-1]).removeprefix('on ').removeprefix('in ')})"
    entries = [row["uuid"] for row in (rows[-1], *held)]
    if not held:
        said = f"The record names no treatment of it: {named}."
        return nothing(said).model_copy(update={"entries": entries})
    if read.kind == "allergy":
        said = f"The record names no treatment of it: {named}. Of the kinds that are taken for allergies it has: {computing.listed(held).text}"
        return RecordAnswer(type="list", value=[row["name"] for row in held], entries=entries, text=said)
    said = f"{named}: given for it, or given or done where it was diagnosed: {computing.listed(held).text}"
    return RecordAnswer(type="list", value=[row["name"] for row in held], entries=entries, text=said)
