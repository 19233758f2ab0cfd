"""The names of people, of places of care and of streets in what is told: what they are called like is no illness of anybody."""

from __future__ import annotations

import re

from osler.consult.extraction.context import organizations, practitioners

_WORD = r"[A-ZÀ-Þ][\w'’-]+"
_TITLED = re.compile(
    rf"\b(?:Dr|Prof|Professor|Mr|Mrs|Ms|Miss|Sir|Lady|Lord|Sister|Nurse|Doctor)\b\.? {_WORD}(?: {_WORD})?"
)
_SAINT = re.compile(rf"\b(?:St|Saint|SS)\b\.? {_WORD}['’]?")
_PLACE = re.compile(
    rf"(?:\d+\w? )?\b{_WORD}(?: {_WORD}){{0,3}} "
    r"(?:Road|Rd|Street|Lane|Ln|Avenue|Ave|Close|Crescent|Drive|Way|Hill|Court|House|Building|Wing|Tower|Ward|Unit|Suite|Centre|Center|"
    r"Square|Park|Green|Terrace|Surgery|Practice|Hospital|Clinic|Hospice|Institute|Chemists?|Pharmacy|School|College|Church|Inn|Arms)\b"
    rf"|\b{_WORD}(?='s)?(?:'s)? the (?:[Cc]hemist|[Pp]harmacist|[Bb]utcher|[Bb]aker|[Dd]entist|[Oo]ptician)s?\b"
)
_CALLED = re.compile(
    rf"\b(?:named|called|by the name of|(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:daughter|son|wife|husband|sister|brother|mum|mom|dad|mother|father|friend|neighbour|neighbor|aunt|uncle|partner|gran|niece|nephew|carer)) (?P<name>{_WORD})"
)


def proper_names(text: str) -> list[tuple[int, int]]:
    """Where a text names somebody or a place."""
    found = [match.span() for form in (_TITLED, _SAINT, _PLACE) for match in form.finditer(text)]
    found += [match.span("name") for match in _CALLED.finditer(text)]
    for entry in (*practitioners(text), *organizations(text)):
        start = text.find(entry.quote)
        if start >= 0 and entry.quote:
            found.append((start, start + len(entry.quote)))
    return found
