"""What a note says of itself and its patient: when it was written, birth date, age, sex, who wrote it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from osler.core.language.document_rules import DocumentRules, document_rules
from osler.core.language.note_age import HEAD_CHARACTERS, HER_CHILD, Found
from osler.core.language.note_sex import DELIVERED, sex_in
from osler.core.language.title_lines import stands_at_right
from osler.core.language.types import TimeExpression

_HEAD_LINES = 6
_TAIL_CHARACTERS = 200
_LABEL_REACH = 24
"""Characters between a label and the date it belongs to, at most."""
_TO_AN_EVENT = re.compile(
    r"(?:\b(?:since|in|of|on|from|until|last|dose|given|done|begun|due|comparison:?|LMP:?|LNMP:?|EDD:?|EDC:?)"
    r"|\b(?:since|last|previous|prior)(?:\s\w+){0,2}"
    r"|\b(?!(?:dated|reviewed|attended|examined|assessed|consulted|visited|updated|printed|created)\b)\w{3,}ed)\s*$",
    re.IGNORECASE,
)
"""What makes the date after it that of something else than the note: "CT of", "IVIG finished"."""


@dataclass(frozen=True, slots=True)
class AboutNote:
    """What a note says of itself and of whom it speaks."""

    written: Found | None = None
    """The date (a TimeExpression) the note is about."""
    birth: Found | None = None
    age_years: Found | None = None
    sex: Found | None = None
    author_kind: str | None = None


def about_note(text: str, times: Sequence[TimeExpression], age: Found | None) -> AboutNote:
    """Everything that a note says of itself and its patient, whose age it tells, as far as it says it."""
    rules = document_rules()
    dates = [time for time in times if time.kind == "date" and time.date is not None]
    birth = _labelled(text, dates, rules.birth_label) or _born_on(text, dates)
    if birth is not None and _is_of_another(text, birth, age):
        birth = None
    # A second birth date is another person's, and no more the day of the note than the first.
    others = [
        date for date in dates if _labelled(text, [date], rules.birth_label) is None and _born_on(text, [date]) is None
    ]
    return AboutNote(
        written=_written(text, others, rules),
        birth=birth,
        age_years=age,
        sex=sex_in(text, age, rules),
        author_kind=_author(text, rules),
    )


_RELATIVE_BORN = re.compile(
    r"\b(?:sons?|daughters?|grandsons?|granddaughters?|grandchild(?:ren)?|brothers?|sisters?|siblings?|nephews?|nieces?|twins"
    r"|(?:father|mother|parent) of [^.;\n]{0,20})\b(?! of\b)[^.;\n]{0,30}$",
    re.IGNORECASE,
)
"""A relative directly before the day of a birth: "with her grandson, born on"."""
_OLDER_BY = 2
"""Years by which somebody who is said to be of an age cannot be younger by their birth date."""


def _is_of_another(text: str, birth: Found, age: Found | None) -> bool:
    """Whether a birth date is a relative's: one stands before it, or the patient is older than whoever was born then can be."""
    if _RELATIVE_BORN.search(text, max(0, birth.start - _BORN_REACH), birth.start):
        return True
    day = birth.value.date
    if age is None or day is None:
        return False
    oldest = (dt.datetime.now(tz=dt.UTC).date() - day).days / 365.25
    return bool(oldest < age.value - _OLDER_BY)


_EARLIER_VISIT = re.compile(
    r"\b(?:last|first|previously|initially|originally|when|before|not)\s+(?:\w+\s+)?$", re.IGNORECASE
)


_OF_A_STAY = re.compile(r"\b(?:adm|admit|admitted|admission|doa)\b[^\n]*$", re.IGNORECASE)
"""What stands before a discharge on its line, and before no end of a medicine."""


def _labelled(text: str, dates: Sequence[TimeExpression], label: re.Pattern[str]) -> Found | None:
    for date in dates:
        before = text[max(0, date.start - _LABEL_REACH - 24) : date.start]
        found = next(reversed(list(label.finditer(before))), None)
        if found is not None and len(before) - found.end() <= _LABEL_REACH and "\n\n" not in before[found.end() :]:
            gap = before[found.end() :].strip(" \t:=-*|([")
            if _EARLIER_VISIT.search(before[: found.start()]):
                continue  # "last seen" dates another visit
            if found.group().lower() == "date" and before[: found.start()].rstrip(" \t")[-1:].isalpha():
                continue  # "Admission date" is no plain "Date"
            if found.group().lower() in ("d/c", "dc") and not _OF_A_STAY.search(before[: found.start()]):
                continue  # a medicine is "d/c" as well
            if not gap or gap.lower() in {"on", "the", "by", "at", "and time"}:
                return Found(date, date.start, date.end)
    return None


_BORN_ON = re.compile(
    r"(?:^|[.\n:;]\s*)(?:(?:this|the|a|term|preterm|premature|male|female|twin|ex)[\s-]){0,3}(?:baby|infant|boy|girl|neonate|newborn|child|he|she|patient)\s(?:[\w-]+\s){0,3}?(?:was\s)?born\s"
    r"(?:(?!to\b)[^.;\n]){1,80}?\son\s(?:the\s)?$",
    re.IGNORECASE,
)
_BORN_REACH = 140


def _born_on(text: str, dates: Sequence[TimeExpression]) -> Found | None:
    """The day on which a sentence says that the patient was born: "Baby girl born by caesarean at 29 weeks on 1 October 2024"."""
    for date in dates:
        if date.date_precision == "day" and _BORN_ON.search(text, max(0, date.start - _BORN_REACH), date.start):
            return Found(date, date.start, date.end)
    return None


def _written(text: str, dates: Sequence[TimeExpression], rules: DocumentRules) -> Found | None:
    exact = [date for date in dates if date.date_precision == "day"]
    if exact and _OPENS.fullmatch(text, 0, exact[0].start):
        return Found(exact[0], exact[0].start, exact[0].end)
    for number, label in enumerate(rules.note_labels):
        if number == _OF_THE_VISIT and (titled := _titled(text, exact)):
            return titled
        found = _labelled(text, exact, label)
        if found:
            return found
    head = _head_end(text)
    for date in exact:
        if date.end > head or _is_reference(text, date):
            continue
        if stands_at_right(text, date):
            return Found(date, date.start, date.end)
        if _is_told_in_passing(text, date):
            continue
        if not _is_outlived(text, date, dates):
            return Found(date, date.start, date.end)
    last = exact[-1] if exact else None
    if last is None or _is_outlived(text, last, dates):
        return None
    if last.start >= len(text) - _TAIL_CHARACTERS and _ends_with(text, last):
        return Found(last, last.start, last.end)
    return None


_OPENS = re.compile(
    r"\s*(?:(?:the|this|outpatient|out-patient|clinic|follow[- ]up|screening|study|home|annual|first|routine|new|patient|ward|[A-Z][\w-]+(?<=ology))\s)*"
    r"(?:visit|clinic|consultation|review|appointment|assessment|attendance|examination)\s(?:of|on)\s(?:the\s)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s)?"
    r"|\s*(?:(?!(?:last|previous|prior|next|since|after|before|until|no|missed)\b)[\w'’/&-]+\s){0,3}(?:visit|clinic|consultation|review|appointment|assessment|attendance|encounter|ward round|post-take)"
    r"\s?[:,–-]?\s?(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s)?",
    re.IGNORECASE,
)
"""The first words of a note before its day: "Visit of 14 April 2025", "Booking visit 02/11/2026"."""
_OF_THE_VISIT = 2
"""So many rows of labels tell the day of the visit; the others stand in prose as well ("received 9 January"), and a title goes before them."""


def _titled(text: str, exact: Sequence[TimeExpression]) -> Found | None:
    """The day that ends the title of a note, its first line."""
    opened = len(text) - len(text.lstrip())
    line = text.find("\n", opened)
    for date in exact:
        title = text[opened : date.start]
        if date.end > (line if line >= 0 else len(text)):
            return None
        if title.strip() and _ENDS_LINE.match(text, date.end) and _is_title(title) and not _is_reference(text, date):
            return Found(date, date.start, date.end)
    return None


_ENDS_LINE = re.compile(r"[ \t.]*\n")
_IN_PROSE = 8
"""Words beside a date on its line from which on the line tells something, and is no head."""
_OPENING = 4
"""Words that a line of prose may have before the day on which it was written: "Ward round, Tuesday 3/6/26: well"."""
_ENDS_HEAD = re.compile(
    r"[ \t]*(?:\([^()\n]{1,30}\)|,?[ \t]?(?:at[ \t])?\d{1,2}[:.h]\d\d(?:[ \t]?(?:h|hrs|am|pm))?)?[ \t.,;:-]*(?:\n|$)"
)
"""What may follow the day of a title on its line: its hour, or a remark in brackets."""
_TELLS = re.compile(
    r"\b(?:is|was|were|are|has|had|have|with|after|since|for|from|until|showed|who|which|and)\b", re.IGNORECASE
)
_JOINED_DOCUMENTS = re.compile(
    r"\b(?:report|letter|note|notes|summary|results?|clinic|ward round|review|consultation|visit|record|assessment|referral|discharge|history)"
    r"\s(?P<and>and|for|to|from)\b|\band(?=\s(?:\w+\s){0,2}(?:report|letter|notes?|summary|results?|clinic|review|consultation|visit|record|assessment)\b)",
    re.IGNORECASE,
)
"""Where "and" stands beside a kind of document, as in the title of one."""
_TO_COME = re.compile(
    r"\b(?:plan(?:ned)?|book(?:ed)?|due|next|will|follow[- ]?up|f/u|review|appointment|repeat|until|expir\w+|scheduled|list(?:ed)?|rebook\w*|valid|EDD)\b[^.\n]{0,40}$",
    re.IGNORECASE,
)


def _is_told_in_passing(text: str, date: TimeExpression) -> bool:
    """Whether a date stands far inside a line of prose, where it dates what is told: "… relapsed, second course 14/5/26"."""
    start = text.rfind("\n", 0, date.start) + 1
    if text[start : date.start].endswith("   "):
        return False  # set apart at the end of a line, as the heads of letters have it
    if not text[:start].strip() and _ENDS_HEAD.match(text, date.end) and _is_title(text[start : date.start]):
        return False  # a long title with its day: "Infectious Diseases ward round, Tue 8 Oct 2024 (day 3)"
    return _is_prose(text, date) and len(text[start : date.start].split()) > _OPENING


def _is_title(words: str) -> bool:
    """Whether the words before a day tell nothing; an "and" may join two kinds of document ("laboratory report and letter")."""
    return _TELLS.search(_JOINED_DOCUMENTS.sub("", words)) is None


_HISTORY = re.compile(
    r"[ \t]*(?:P[MSO]H|[FS]H|PMHx|PSHx|[FS]Hx|(?:past |previous )?(?:medical|surgical|obstetric|family|social|drug|oncological|cardiac|psychiatric) history|history|background"
    r"|medications?|meds|allergies|procedures?|operations?|vaccin\w+|immuni[sz]ations?|diagnos[ie]s|problems?)[ \t]*[:–-]",
    re.IGNORECASE,
)
"""How a line begins whose days are those of what was before."""


def _is_to_come(text: str, date: TimeExpression) -> bool:
    """Whether a date is that of something to come, by the words before it or by a line of plans."""
    before = text[text.rfind("\n", 0, date.start) + 1 : date.start]
    return _TO_COME.search(text[max(0, date.start - 60) : date.start]) is not None or _PLANS.match(before) is not None


_PLANS = re.compile(r"\W*(?:plan|follow[- ]?up|next steps?|to do|appointments?|f/u)\b[^\n]*:|\W*plan\b", re.IGNORECASE)


def _is_prose(text: str, date: TimeExpression) -> bool:
    """Whether the line of a date tells something, and is no head."""
    start, end = text.rfind("\n", 0, date.start) + 1, text.find("\n", date.start)
    return len(text[start : end if end >= 0 else len(text)].split()) >= _IN_PROSE


def _is_outlived(text: str, date: TimeExpression, dates: Sequence[TimeExpression]) -> bool:
    """Whether a date in a line of prose is older than something that the note tells: then the note is no older than that."""
    if date.date is None or not _is_prose(text, date):
        return False
    return any(one.date is not None and one.date > date.date and not _is_to_come(text, one) for one in dates)


def _head_end(text: str) -> int:
    position = 0
    for _ in range(_HEAD_LINES):
        found = text.find("\n", position)
        if found < 0:
            return min(len(text), HEAD_CHARACTERS)
        position = found + 1
    return min(position, HEAD_CHARACTERS)


def _is_reference(text: str, date: TimeExpression) -> bool:
    """Whether a date stands in a sentence about something else ("CT of 03/02/2020 showed"), or in a line of what was before."""
    line = text[text.rfind("\n", 0, date.start) + 1 : date.start]
    return _TO_AN_EVENT.search(line[-20:]) is not None or _HISTORY.match(line) is not None


def _ends_with(text: str, date: TimeExpression) -> bool:
    """Whether a note is closed by a date: a line of its own, or one after a name."""
    if _is_reference(text, date):
        return False
    line = text[text.rfind("\n", 0, date.start) + 1 : date.start]
    return len(line.split()) <= 4


def opens_with_a_child(text: str) -> bool:
    """Whether the opening of a note calls its patient a baby or a child, and not one that the patient has or was delivered of."""
    head = text[:HEAD_CHARACTERS]
    return any(
        not DELIVERED.search(head, 0, one.start()) and not HER_CHILD.search(head, 0, one.start())
        for one in document_rules().young.finditer(head)
    )


def _author(text: str, rules: DocumentRules) -> str | None:
    """The profession of the author: by the signature, then by the title of the note."""
    lines = [line for line in text.splitlines() if line.strip()]
    ends = ("\n".join(lines[-3:]), "\n".join(lines[:3]))
    for part in ends if len(lines) > 3 else ends[1:]:
        for kind, pattern in rules.authors:
            if pattern.search(part):
                return kind
    return None
