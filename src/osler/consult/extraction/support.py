"""Whether an extracted entry is what the user said: its name and its numbers stand in the quoted words, asserted of the user."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from osler.consult.extraction.clauses import clauses, pattern
from osler.consult.extraction.clauses import words as tables
from osler.consult.record.concepts import measure_named, words
from osler.core.language import Polarity, analyse
from osler.core.terminology import Vocabularies

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NEGATED = re.compile(
    r"\b(?:no|not|don'?t|do not|doesn'?t|didn'?t|never|without|denies|deny|isn'?t|wasn'?t|haven'?t)\b[^.;,]*$"
)


def unsupported(entry: Any, message: str, vocabularies: Vocabularies) -> str | None:
    """Why an entry is not what the message says; None where it is."""
    quote, said = _plain(entry.quote), _plain(message)
    if not quote or quote not in said:
        return "the message does not say these words"
    name = getattr(entry, "name", None) or getattr(entry, "substance", None) or entry.type
    if not _named(name, quote, vocabularies):
        return "the quoted words do not name it"
    given = [getattr(entry, field, None) for field in ("value", "dose")]
    numbers = {float(number) for value in given if value is not None for number in _NUMBER.findall(str(value))}
    if not numbers <= {float(number) for number in _NUMBER.findall(quote)}:
        return "the quoted words do not give this value"
    reaction = getattr(entry, "reaction", None)
    if reaction and not set(words(reaction)) <= set(words(said)):
        return "the message does not say this reaction"
    if not _status_is_said(entry, quote, message):
        return "the quoted words do not say this status"
    if not _asserted(name, quote, message):
        return "the message does not state this of the user"
    return None


def _status_is_said(entry: Any, quote: str, message: str) -> bool:
    """Whether words of the quote say that something was begun, changed, ended, is over or is to come."""
    status = getattr(entry, "status", None)
    if status in {None, "taking", "active"}:
        ended = pattern("intake", "stopped").search(quote) if status == "taking" else None
        return ended is None
    if status == "planned":
        return any(clause.planned for clause in clauses(message))
    if status in {"past", "resolved"}:
        return bool(pattern("over").search(quote) or pattern("intake", "stopped").search(quote))
    return bool(pattern("intake", status).search(quote))


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").split()).lower()


def _named(name: str, quote: str, vocabularies: Vocabularies) -> bool:
    """By its words, by the measure, or by a concept that a part of the quoted words names."""
    if set(words(name)) and set(words(name)) <= set(words(quote)):
        return True
    measured = measure_named(name)
    if measured is not None:
        heard = measure_named(_in_measures_words(quote))
        return heard is not None and (heard.id == measured.id or {heard.id, measured.id} <= _PRESSURES)
    return bool(_concepts(name, vocabularies) & _concepts(quote, vocabularies))


_PRESSURES = frozenset({"LAB:bp", "LAB:sbp", "LAB:dbp"})


def _in_measures_words(quote: str) -> str:
    for spoken, replacement in tables()["rewrites"]:
        quote = re.sub(spoken, replacement, quote, flags=re.IGNORECASE)
    return quote


@lru_cache(maxsize=512)
def _concepts(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    return frozenset(concept for match in vocabularies.find(text) for concept in match.concept_ids)


def _asserted(name: str, quote: str, message: str) -> bool:
    """Whether the clauses that the quoted words stand in state something of the user, and do not deny it."""
    around = [clause for clause in clauses(message) if _plain(clause.text) in quote or quote in _plain(clause.text)]
    if not around or any(not clause.states_own or clause.target for clause in around):
        return False
    wanted = set(words(name))
    for clause in around:
        for mention in analyse(clause.text).mentions:
            if wanted & set(words(mention.text)) and mention.assertion.polarity is not Polarity.PRESENT:
                return False
        place = next((m.start() for w in wanted for m in re.finditer(re.escape(w), clause.lower)), None)
        if place is not None and _NEGATED.search(clause.lower[:place]):
            return False
    return True
