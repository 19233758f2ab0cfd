"""What is said before a question: a complaint denied, a joke, news, "anyway"; the question after it stands by itself."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.consult.record.called import lay_names, measure_named, words
from osler.consult.record.reading.kinds import is_clinical, phrase_of
from osler.consult.record.reading.normal import plain, written_out
from osler.consult.record.reading.refusing import beyond_records
from osler.consult.record.reading.table import pattern, rules
from osler.core.terminology import Vocabularies


class LeadIn(NamedTuple):
    """What is told, and what is asked after it."""

    told: str
    asked: str


_FEW = 3
"""Words of a bare noun, which may be the thing that is asked about."""


def lead_in(text: str, vocabularies: Vocabularies) -> LeadIn | None:
    """What a message tells and what it asks of something else; None where it does not, or where the question needs what is told."""
    lower = text.lower().replace("’", "'")
    if len(lower) != len(text):
        return None
    for begins in pattern("lead_in", "begins").finditer(lower):
        told, asked = text[: begins.start()].strip(" ,;:–-"), text[begins.end() :].strip()
        ended = begins.group().lstrip()[:1] in {".", "!"}
        if (
            (not told or _is_told(told.lower(), ended=ended))
            and asked != text.strip()
            and _stands_alone(asked.lower(), told.lower(), vocabularies)
        ):
            return LeadIn(told, asked)
        if told and pattern("lead_in", "asks").search(told.lower()):
            return None
    return None


def _is_told(told: str, *, ended: bool) -> bool:
    """Whether words are a statement or nothing but a word of passing on: no time, no condition, no question, no thing to be asked of."""
    last = re.split(r"[.!?;,]\s*", told.rstrip(" .!?;,"))[-1].strip()
    if "?" in told or pattern("lead_in", "asks").search(told) or pattern("lead_in", "bounds").match(last):
        return False
    has_verb = pattern("lead_in", "verb").search(last) is not None
    if pattern("lead_in", "placed").match(last) and not (ended and has_verb):
        return False
    passing = pattern("lead_in", "passing").fullmatch(last) is not None
    denied = pattern("lead_in", "denies").match(last) is not None
    return passing or denied or has_verb or len(last.split()) > _FEW


def _stands_alone(asked: str, told: str, vocabularies: Vocabularies) -> bool:
    """Whether a question names what it is about, points at nothing that was told and is no matter of what was told."""
    first = re.split(r"(?<=\?)\s+", asked)[0]
    if pattern("lead_in", "needs").search(first) or pattern("modal").search(first):
        return False
    lower = plain(written_out(first), vocabularies)
    measured = measure_named(lower)
    before = measure_named(plain(written_out(told), vocabularies))
    if measured is not None:  # a value that is told may be what the question judges
        return before is None or before.id != measured.id or not re.search(r"\d", told)
    if beyond_records(lower) == "out_of_scope" and not pattern("lead_in", "in_general").match(lower):
        return False
    named = phrase_of(lower, vocabularies)
    if named and (is_clinical(named, vocabularies) or words(named) in lay_names()):
        return True
    return any(pattern("kinds", kind).search(lower) for kind in rules()["kinds"])
