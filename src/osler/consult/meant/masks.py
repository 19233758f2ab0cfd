"""A message with its names, times and numbers taken for their kinds, so that what it asks is told apart from what it asks it of."""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple

from osler.consult.heard.charted import labels_of
from osler.consult.record import RecordQuestion, measure_named, read_question
from osler.consult.record.called import lay_names, measure_spans, words
from osler.consult.record.periods import Period, with_times_marked
from osler.consult.record.reading.kinds import is_clinical, kind_of_concept
from osler.consult.record.reading.table import pattern, stop
from osler.consult.record.systems import names_an_organ
from osler.consult.wording.everyday import everyday
from osler.consult.wording.folded import folded
from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies

_LETTERS = {
    "observation": "v",
    "medication": "m",
    "condition": "c",
    "symptom": "c",
    "procedure": "p",
    "vaccine": "i",
    "allergy": "a",
}
_NUMBER = re.compile(
    r"(?<![\w\[./-])\d+(?:\.\d+)?(?:/\d+)?\s?(?:%|mmol(?:/l)?|mg(?:/dl)?|mm ?hg|kg|lbs?|cm|bpm|g/d?l)?(?![\w\]])"
)
_BEFORE_A_TIME = re.compile(r"\b(?:in|on|at|during|since|for|from|of|over|within|by|before|after|until|till) \[t\]")
_WORD = re.compile(r"[a-z][a-z0-9'-]*")
_LONGEST = 4
"""Words of the longest name that people use for a thing."""
_VACCINE = re.compile(r"(?:[a-z-]+ )?(?:vaccin\w+|jabs?|shots?|boosters?|immuni[sz]ations?)\b")


class Masked(NamedTuple):
    """A message of kinds, and what stood for them, in order."""

    text: str
    names: tuple[tuple[str, str], ...]
    """The letter of each kind, and the name."""
    periods: tuple[Period, ...]
    numbers: tuple[str, ...]

    def named(self, letters: str) -> str:
        """The last name of these kinds, for what is told comes before what is asked; empty where there is none."""
        return next((name for letter, name in reversed(self.names) if letter in letters), "")

    def of_vaccines(self) -> Masked:
        """The message where vaccines are spoken of: the flu is the one against it."""
        names = tuple(("i", f"{name} vaccine") if letter == "c" else (letter, name) for letter, name in self.names)
        return self._replace(text=self.text.replace("[c]", "[i]"), names=names)


def masked(message: str, record: PatientRecord, today: dt.date, vocabularies: Vocabularies) -> Masked:
    """The message with its kinds in place of names; where no vocabulary knows a name, what the record holds by it."""
    text, periods = with_times_marked(folded(message), today, "[t]")
    text = _BEFORE_A_TIME.sub("[t]", text)
    found: list[tuple[int, int, str]] = []
    for start, end, letter in _spans(text, vocabularies):
        if all(end <= other[0] or other[1] <= start for other in found):
            found.append((start, end, letter))
    found.sort()
    names = tuple((letter, text[start:end]) for start, end, letter in found)
    if not names:
        name, letter = _as_read(message, record, today, vocabularies)
        at = text.find(name) if name else -1
        names = ((letter, name),) if name else ()
        found = [(at, at + len(name), letter)] if at >= 0 else []
    for start, end, letter in reversed(found):
        text = f"{text[:start]}[{letter}]{text[end:]}"
    numbers = tuple(match.group().strip() for match in _NUMBER.finditer(text))
    return Masked(_NUMBER.sub("[n]", text), names, tuple(periods), numbers)


def _as_read(message: str, record: PatientRecord, today: dt.date, vocabularies: Vocabularies) -> tuple[str, str]:
    """The words that the rules take for a name, where the record holds something by them, and the letter of its kind."""
    read = read_question(message, today, vocabularies)
    if not isinstance(read, RecordQuestion) or not read.phrase:
        return "", ""
    if measure_named(read.phrase) is not None:
        return read.phrase, "v"
    labels = set(labels_of(record, read.phrase, vocabularies))
    kinds = [kind for attribute, kind in _KEPT.items() for fact in getattr(record, attribute) if fact.label in labels]
    if kinds:
        asked = _LETTERS.get(read.kind, "")
        return read.phrase, asked if asked in kinds else kinds[0]
    return (
        (read.phrase, _LETTERS[read.kind])
        if read.kind in _LETTERS and is_clinical(read.phrase, vocabularies)
        else ("", "")
    )


_KEPT = {
    "conditions": "c",
    "medications": "m",
    "observations": "v",
    "procedures": "p",
    "immunisations": "i",
    "allergies": "a",
}


def _spans(text: str, vocabularies: Vocabularies) -> list[tuple[int, int, str]]:
    """Where names stand, and of which kind, the surest first."""
    found = [(match.start(), match.end(), "i") for match in _VACCINE.finditer(text) if _names_a_vaccine(match.group())]
    found += [(start, end, "v") for start, end in measure_spans(text) if text[start:end] not in stop()]
    found += _lay(text, vocabularies)
    found = [one for one in found if one[2] != "v" or not names_an_organ(text[one[0] : one[1]], vocabularies)]
    for match in sorted(vocabularies.find(text), key=lambda one: one.start - one.end):
        name = text[match.start : match.end]
        letter = _LETTERS.get(kind_of_concept(name, vocabularies), "")
        if letter and name not in everyday() and name not in stop() and not _is_a_kind(name):
            found.append((match.start, match.end, letter))
    return found


def _names_a_vaccine(said: str) -> bool:
    first = said.split()[0]
    return (
        len(said.split()) > 1
        and first not in stop()
        and first not in everyday()
        and first not in {"last", "next", "first", "new"}
    )


def _is_a_kind(name: str) -> bool:
    """Whether a name is that of a whole kind of entries: medicines, operations."""
    return any(
        pattern("kinds", kind).fullmatch(name)
        for kind in ("vaccine", "medication", "procedure", "condition", "allergy", "visit")
    )


def _lay(text: str, vocabularies: Vocabularies) -> list[tuple[int, int, str]]:
    """Where words stand that people use for something, the longest first."""
    tokens = list(_WORD.finditer(text))
    found = []
    for length in range(_LONGEST, 0, -1):
        for first, last in zip(tokens, tokens[length - 1 :], strict=False):
            said = text[first.start() : last.end()]
            if len(said) < 3 or said in stop() or said in everyday():
                continue
            clinical = lay_names().get(words(said)) if words(said) and words(said)[0] == said.split()[0] else None
            kinds = [kind_of_concept(name, vocabularies) for name in clinical or ()]
            letter = next((_LETTERS[kind] for kind in kinds if kind in _LETTERS), "")
            if letter:
                found.append((first.start(), last.end(), letter))
    return found
