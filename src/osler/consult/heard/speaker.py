"""Who is spoken of: the words by which a user who cares for the patient, or treats the patient, means the patient.

A child does not write to its record: whoever writes "my daughter" there means the patient. Elsewhere "she" is the patient
where nobody else was named. Such words become "the patient", and what is later quoted is given back in the user's words.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from osler.consult.extraction import KINDS, Extraction
from osler.consult.record.called import measure_named
from osler.consult.record.reading.table import stop
from osler.consult.wording.people import by_age, somebody, who_writes_of
from osler.core.patient import PatientRecord
from osler.yaml_reader import RuleTable

_CHART = RuleTable("osler.consult.heard", "charted.yml")
_GROWN_UP = 14.0
"""Below this age somebody else writes."""
_SMALL = 4.0
"""From this age on a baby that is spoken of is somebody else."""
_MONTHS_OLD = re.compile(r"\b(?:days?|weeks?|wks?|months?|mths?|mo)[- ]?old\b", re.IGNORECASE)
_OF_AGE = 18.0
"""Below this age whoever writes of a son or a daughter is a parent."""
_WHO_ELSE = re.compile(r"\bwho else\b", re.IGNORECASE)
_MINE = re.compile(
    r"\b(?:my|mine)\b(?! (?:patient|pt|client|resident|next|colleague|notes?|chart|list|clinic|shift|question|records?)\b)",
    re.IGNORECASE,
)
"""Who writes of what is his own means somebody else by "he"."""
_SHE = {"female": "she", "male": "he"}
_PRONOUN = {
    "female": re.compile(r"\b(she|hers?|her)(?P<is>'s)?\b", re.IGNORECASE),
    "male": re.compile(r"\b(he|his|him)(?P<is>'s)?\b", re.IGNORECASE),
}


class Spoken(NamedTuple):
    """A message with the patient called the patient, and where each replaced piece stood."""

    text: str
    original: str
    pieces: tuple[tuple[int, int, int, int], ...] = ()
    """Start and end in the text, start and end in the original."""

    def in_own_words(self, quote: str) -> str:
        """A piece of the text as the user wrote it."""
        start = self.text.lower().find(quote.lower())
        if start < 0 or not self.pieces:
            return quote
        return self.original[self._back(start, first=True) : self._back(start + len(quote), first=False)]

    def quoted(self, found: Extraction) -> Extraction:
        """What was extracted, with the quotes in the user's words."""
        if not self.pieces:
            return found
        kinds: dict[str, Any] = {
            kind: [entry.model_copy(update={"quote": self.in_own_words(entry.quote)}) for entry in getattr(found, kind)]
            for kind in KINDS
        }
        return found.model_copy(update=kinds)

    def _back(self, place: int, *, first: bool) -> int:
        shift = 0
        for start, end, was, until in self.pieces:
            if place >= end:
                shift = until - end
            elif place > start:
                return was if first else until
        return place + shift


def spoken_of(message: str, record: PatientRecord, today: dt.date, *, cared_for: bool = False) -> Spoken:
    """The message, with the words that mean the patient replaced; `cared_for`: somebody else writes for an adult."""
    sex = record.demographics.sex if record.demographics.sex in _SHE else None
    age = record.age_at(today)
    young = age is not None and age < _GROWN_UP
    youth = age is not None and not young and age < _OF_AGE
    pieces: list[tuple[int, int, str]] = []
    if young or youth or cared_for:
        table = who_writes_of("children" if young else "youths" if youth else "elders")
        small = age is not None and age < _SMALL
        names = "|".join(filter(None, (table.get(str(sex)), table.get("any"), table.get("small") if small else None)))
        old = rf"|(?:{by_age()})" if young else ""
        unnamed = r"(?:^|(?<=, ))(?=(?:baby|newborn|toddler|infant|little one)\b)|" if small else ""
        own = re.compile(
            rf"(?:{unnamed}\b(?:my|our) )(?:(?:{by_age()}) )?(?:(?:{names}){old})(?P<of>['’]s)?", re.IGNORECASE
        )
        pieces = [
            (m.start(), m.end(), "the patient" + ("'s" if m["of"] else ""))
            for m in own.finditer(message)
            if small or not _MONTHS_OLD.search(m.group())
        ]
        pieces += _called_by_name(message, names if cared_for else "", record, pieces)
        pieces += _of_the_carer(message) if cared_for else []
    else:
        pieces = _called_by_name(message, "", record, [])
    if sex and not (_MINE.search(message) and not (young or youth or cared_for)):
        first = min((start for start in _others_in(message, pieces)), default=len(message))
        pieces += [
            (m.start(), m.end(), _in_place_of(m, message))
            for m in _PRONOUN[sex].finditer(message)
            if m.start() <= first and not any(start <= m.start() < end for start, end, _ in pieces)
        ]
    return _replaced(message, sorted(pieces))


_CARER = re.compile(
    r"(?<![\w'’])(?:i['’]m|i am|i['’]ve been|i have been)(?= (?:on|taking|allergic|coughing|sneezing|feverish|sick|ill|unwell|diabetic|pregnant|intolerant|using)\b)"
    r"|(?<![\w'’])i(?= (?:(?:also|too|myself|only|still|always) )*(?:take|took|use|weigh|weighed|smoke|cough|suffer|feel|felt|have (?:an? )?(?:cough|cold|fever|rash|headache|allerg\w+|asthma|diabetes|hypertension))\b)"
    r"|(?<![\w'’])my(?= (?:own )?(?:allerg\w+|blood pressure|bp|weight|temperature|temp|sugar|cholesterol|pulse|heart rate|medicines?|medication|meds|tablets?|pills?|cough|fever|headache|rash)\b)",
    re.IGNORECASE,
)
_CARERS = {"i": "my friend", "my": "my friend's"}
"""Somebody who writes for another and speaks of the own body speaks of somebody else than the patient."""


def _of_the_carer(message: str) -> list[tuple[int, int, str]]:
    return [
        (match.start(), match.end(), _CARERS.get(match.group().lower(), "my friend is"))
        for match in _CARER.finditer(message)
    ]


def _called_by_name(
    message: str, kin: str, record: PatientRecord, pieces: Sequence[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Where a carer calls the patient by name, or "Dad" as if it were one."""
    given = [part for name in record.demographics.names for part in name.label.split() if len(part) > 2]
    names = [f"(?i:{re.escape(part)})" if part.lower() not in stop() else re.escape(part) for part in given]
    called = "|".join(filter(None, [*names, f"(?i:{kin})" if kin else ""]))
    if not called:
        return []
    found = re.compile(
        rf"(?<!['’\w])(?<!my )(?<!his )(?<!her )(?<!a )(?<!the )(?:(?i:mr|mrs|ms|miss|mister)\.? )?(?:{called})(?: (?:{called}))*(?P<of>['’]s)?(?!\w)"
    )
    return [
        (m.start(), m.end(), _is_or_has(m, message))
        for m in found.finditer(message)
        if not any(start <= m.start() < end for start, end, _ in pieces)
    ]


_VALUE_OF = re.compile(r"\s+(?:last |latest |current |newest )?(?P<name>[\w-]+(?: [\w-]+)?)\W*$")
"""A measure right behind a name: "Ann Lee a1c"."""
_GOT = re.compile(r"\s+(?:got|been|had|not|taking|having|feeling|on)\b", re.IGNORECASE)


def _is_or_has(match: re.Match[str], message: str) -> str:
    """ "Dad's got" is no possession."""
    if not match["of"]:
        after = _VALUE_OF.match(message[match.end() :])
        return "the patient's" if after is not None and measure_named(after["name"]) is not None else "the patient"
    return "the patient has" if _GOT.match(message[match.end() :]) else "the patient's"


def names_another(message: str, own: Sequence[tuple[int, int, str]] = ()) -> bool:
    """Whether a message names a relative or a friend, outside the places that mean the patient."""
    return bool(_others_in(message, own))


def tells_of_another(message: str) -> bool:
    """Whether a message is of somebody else, also one who is called so without "my": "baby is floppy"."""
    return somebody(called=True).search(message) is not None or names_another(message)


def _others_in(message: str, own: Sequence[tuple[int, int, str]]) -> list[int]:
    """Where a message names a relative or a friend, outside the places that mean the patient."""
    named = [*somebody().finditer(message), *_WHO_ELSE.finditer(message)]
    return [match.start() for match in named if not any(start <= match.start() < end for start, end, _ in own)]


def _in_place_of(match: re.Match[str], message: str) -> str:
    word = match[1].lower()
    after = message[match.end() :]
    possessive = word in {"his", "hers"} or (word == "her" and re.match(r"\s+[a-z]", after, re.IGNORECASE))
    if possessive:
        return "the patient's"
    return "the patient is" if match["is"] else "the patient"


def _replaced(message: str, pieces: list[tuple[int, int, str]]) -> Spoken:
    text, done, places = "", 0, []
    for start, end, put in pieces:
        text += message[done:start]
        places.append((len(text), len(text) + len(put), start, end))
        text, done = text + put, end
    return Spoken(text + message[done:], message, tuple(places))


def tells_of_care(message: str) -> bool:
    """Whether somebody says to write for the patient: what is the writer's own is then somebody else's."""
    return _CHART.says(message.lower().replace("’", "'"), "carer")
