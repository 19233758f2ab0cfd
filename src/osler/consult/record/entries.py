"""Which entries of a record a question is about, whenever they were."""

from __future__ import annotations

import re

from osler.consult.record import computing
from osler.consult.record.around import medicines_for
from osler.consult.record.asking import Asking, Rows, entries_in, visits_for
from osler.consult.record.concepts import TypeEntry
from osler.consult.record.counting import is_supplement, is_there
from osler.consult.record.question import RecordQuestion
from osler.consult.record.reading.slots import is_of_form, says_a_form
from osler.consult.record.reading.table import pattern
from osler.core.terminology import Vocabularies


def entries_of(read: RecordQuestion, types: list[TypeEntry], vocabularies: Vocabularies) -> Asking:
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
    if read.kind == "observation" and _CENTILE.search(read.asked):
        recorded = [row for row in recorded if _CENTILE.search(row["name"].lower())]  # a place among others is no value
    if read.kind == "observation" and not read.phrase:
        recorded = _of_the_sort(read, recorded)
    if read.form:
        recorded = [row for row in recorded if is_of_form(row["name"], read.form)] or [
            row for row in recorded if not says_a_form(row["name"])
        ]
    if read.kind == "medication" and pattern("supplements").search(read.asked):
        recorded = [row for row in recorded if is_supplement(row)]
    if read.kind == "medication":
        recorded = computing.of_strength(read.asked, recorded) or recorded
    if read.in_unit:
        recorded = computing.in_asked_unit(read.in_unit, recorded)
    if read.given_for:
        return (yield from medicines_for(read.given_for, recorded, vocabularies))
    if read.setting and read.kind != "visit":  # what was given or done there
        there = {row["uuid"] for row in (yield from entries_in("visit", None)) if is_there(row, read.setting)}
        return [row for row in recorded if row["encounter"] in there]
    if read.kind == "condition" and not read.phrase and not recorded:
        return (yield from entries_in("symptom", None))  # a note states diseases as findings
    return recorded


_CENTILE = re.compile(r"\b(?:per)?centiles?\b")
_SORTS = {
    "laboratory": {"vital-signs", "survey", "social-history", "exam"},
    "vitals": {"laboratory", "survey", "social-history"},
}
"""What is not among the results of a laboratory, and what is no vital sign."""


def _of_the_sort(read: RecordQuestion, recorded: Rows) -> Rows:
    """Of all that was measured what a laboratory found, or the vital signs, where only these are asked for."""
    left_out = next((others for sort, others in _SORTS.items() if pattern("sorts", sort).search(read.asked)), None)
    return [row for row in recorded if row.get("category") not in left_out] if left_out else recorded


def _called_so(read: RecordQuestion, recorded: Rows) -> Rows:
    """Of entries that share a name those that have the next word of the question too: a pregnancy test is no other care."""
    after = re.search(rf"\b{re.escape(read.phrase)} (?P<word>[a-z]{{4,}})", read.asked) if read.phrase else None
    if after is None or read.kind != "procedure":
        return recorded
    named = [row for row in recorded if re.search(rf"\b{after['word'].removesuffix('s')}s?\b", row["name"].lower())]
    return named or recorded
