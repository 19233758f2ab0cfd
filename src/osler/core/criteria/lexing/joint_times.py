"""Two times of one event: "within 3 months prior to or during the study", "at the time of or after transplantation"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token

_PLACES = r"prior\s+to|before|preceding|after|following|during|since|until|upon|at(?:\s+the\s+time\s+of)?|at\s+time\s+of|of|from|concurrent(?:ly)?\s+with"
_WAITS = re.compile(rf"(?P<length>.*?)\s*\b(?:{_PLACES})$")
"""A time that ends in its preposition: the event it is counted from stands after the next one."""
_EVENT = re.compile(rf".*?\b(?:{_PLACES})\s+(?P<event>(?!\d)\S.*)$")
_BARE = re.compile(r"(?:prior\s+to|before|after|following)\b")
_LENGTH = re.compile(r"\d")
_VISIT = re.compile(r"(?:at|on|upon|during)\s+(?!\d)")
_LEADS = (
    ("at", "the", "time", "of"),
    ("at", "time", "of"),
    ("prior", "to"),
    ("before",),
    ("during",),
    ("after",),
    ("at",),
)


def with_events(row: Sequence[Token]) -> list[Token]:
    """The tokens with the event that two times share written to each of them."""
    if not any(token.kind is Kind.TIME for token in row):
        return list(row)
    found = _with_visits(_with_endings(_without_present(row)))
    for place in range(len(found) - 1, 0, -1):
        joint, second = found[place - 1], found[place]
        event = _EVENT.fullmatch(second.text) if second.kind is Kind.TIME else None
        if event is None or joint.kind not in (Kind.OR, Kind.AND) or place < 2:
            continue
        first = found[place - 2]
        waits = _WAITS.fullmatch(first.text) if first.kind is Kind.TIME else None
        if waits is not None:
            found[place - 2] = first._replace(text=f"{first.text} {event['event']}")
            if _LENGTH.search(waits["length"]) and _BARE.match(second.text):
                # "Within 30 days before or after the procedure": so long on either side.
                found[place] = second._replace(text=f"{waits['length']} {second.text}")
            continue
        start = _lead(found[: place - 1])
        if start is not None:
            words = " ".join(token.text for token in found[start : place - 1])
            told = Token(Kind.TIME, found[start].start, found[place - 2].end, f"{words} {event['event']}")
            return [*with_events(found[:start]), told, *found[place - 1 :]]
    return found


_PRESENT = frozenset({"actual", "present"})
_PAST = re.compile(r"(?:previous|prior|past|history)\b")


def _without_present(row: Sequence[Token]) -> list[Token]:
    """The tokens where "actual or previous" is one time: what was ever so includes what is so."""
    if not any(token.text in _PRESENT for token in row):
        return list(row)
    found = list(row)
    for place in range(len(found) - 1, 1, -1):
        first, joint, second = found[place - 2 : place + 1]
        present = first.kind is Kind.WORD and first.text in _PRESENT and joint.kind is Kind.OR
        if present and second.kind is Kind.TIME and _PAST.match(second.text):
            found[place - 2 : place + 1] = [second._replace(start=first.start)]
    return found


def _with_endings(row: Sequence[Token]) -> list[Token]:
    """The tokens where an event of two kinds is one event: "after the last dose of first- or second-line chemotherapy"."""
    found = list(row)
    for place in range(len(found) - 2):
        first, joint, second = found[place : place + 3]
        if first.kind is not Kind.TIME or not first.text.endswith("-") or joint.kind not in (Kind.OR, Kind.AND):
            continue
        if second.kind is not Kind.WORD or "-" not in second.text:
            continue
        end = next((n for n in range(place + 2, len(found)) if found[n].kind is not Kind.WORD), len(found))
        words = " ".join(token.text for token in found[place:end])
        return [*found[:place], first._replace(end=found[end - 1].end, text=words), *_with_endings(found[end:])]
    return found


def _with_visits(row: Sequence[Token]) -> list[Token]:
    """The tokens where two visits of a study are one time: "at the screening visit and the baseline visit"."""
    found = list(row)
    for place in range(len(found) - 2):
        first, joint = found[place : place + 2]
        if first.kind is not Kind.TIME or joint.kind not in (Kind.OR, Kind.AND) or not _VISIT.match(first.text):
            continue
        end = next((n for n in range(place + 2, len(found)) if found[n].kind is not Kind.WORD), len(found))
        words = [token.text for token in found[place + 2 : end]]
        named = [word for word in words if not word.isdigit()]
        # "During pelvic examination or colposcopy": two occasions on which something is found.
        ways = not cues().ways.isdisjoint(first.text.split()) and cues().ways.issuperset(named)
        if words and (ways or _of_visits().issuperset(named)):
            told = first._replace(end=found[end - 1].end, text=" ".join([first.text, joint.text, *words]))
            return [*found[:place], told, *_with_visits(found[end:])]
    return found


@cache
def _of_visits() -> frozenset[str]:
    """The words by which the steps of a study are named."""
    named = {word for anchor in cues().anchors for word in anchor.split()}
    return frozenset({*named, "the", "at", "visit", "visits", "day", "week"})


def _lead(row: Sequence[Token]) -> int | None:
    """Where words begin that end a row and wait for an event."""
    for words in _LEADS:
        start = len(row) - len(words)
        if start > 0 and tuple(token.text for token in row[start:]) == words:
            return start
    return None
