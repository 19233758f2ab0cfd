"""Operations and interventions by the words they are built from: "-ectomy", "anterior resection", "chest drain inserted"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from osler.core.language.month_names import MONTH_NAME
from osler.core.language.rules import read_yaml
from osler.core.language.shorthand import NOTE_PREFIX
from osler.core.language.types import TextMatch
from osler.core.terminology import Match
from osler.first_letters import each_match


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    table = read_yaml("operations.yml")
    ends, whole, things, done, how = (
        "|".join(re.escape(word).replace(r"\ ", r"[ \t]") for word in sorted(table[key], key=len, reverse=True))
        for key in ("ends", "operations", "things", "done", "how")
    )
    never = "|".join(map(re.escape, table["never"]))
    return re.compile(
        rf"(?<![\w-])(?P<name>(?:(?:{how})[ \t]){{0,3}}"
        rf"(?:(?!(?:{never})\b)[a-z]{{3,}}(?:{ends})s?|(?:{whole})s?|(?P<thing>{things})(?P<done>[ \t](?:{done}))))(?![\w-])",
        re.IGNORECASE,
    )


_DATED = rf"[ \t](?:in[ \t]|on[ \t])?(?:(?:{MONTH_NAME}\.?[ \t])?(?:19|20)\d\d|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}|\d{{1,2}}/\d{{4}})\b"
"""When a device was put in, where nothing else is said of it: "biliary stent Oct 2025"."""


@lru_cache(maxsize=1)
def _insertion() -> re.Pattern[str]:
    done = "|".join(re.escape(word) for word in read_yaml("operations.yml")["inserted"])
    return re.compile(rf"[^.;\n]{{0,40}}?\b(?:was|were|been|is|has been)?[ \t]?(?:{done})\b|{_DATED}", re.IGNORECASE)


@lru_cache(maxsize=1)
def _device() -> re.Pattern[str]:
    table = read_yaml("operations.yml")
    things, how = ("|".join(map(re.escape, table[key])) for key in ("devices", "how"))
    return re.compile(rf"(?<![\w-])(?:(?:{how})[ \t]){{0,2}}(?:{things})(?![\w-])", re.IGNORECASE)


_DONE = re.compile(
    r"\s(?:surgery\s|operation\s|procedure\s)?(?:(?:is|was|were|are|has|have|had|been|will|would|be|being|to|should|could|may|not|now|still|also|yet)\s){1,4}"
    r"(?:planned|scheduled|booked|arranged|performed|carried\sout|undertaken|done|offered|recommended|advised|proposed|declined|postponed|undergone|considered(?=[\s.,;]|$))"
    r"|\s(?:surgery|operation|procedure)\b",
    re.IGNORECASE,
)
_TO_DO = re.compile(
    r"\b(?:under(?:went|go|goes|going|gone)|(?:listed|booked|scheduled|waiting|referred|consented)\sfor|awaiting|awaits|s/p|status\spost|plan(?:ned|ning)?(?:\sfor)?|perform(?:ed)?|"
    r"offered|declined|needs?|needed|requires?|required|(?:previous|prior|elective|surgical|operative|balloon|instrumented))\s(?:(?:an?|the|her|his|for|posterior|anterior|left|right|bilateral|elective|surgical|later|repeat|revision)\s){0,4}$",
    re.IGNORECASE,
)
_LEAD = 60


def is_operated(text: str, match: TextMatch) -> bool:
    """Whether the words of a finding are what a surgeon does there: "spinal fusion is planned" tells of no fused vertebrae."""
    if not match.concept_ids[0].startswith("HP:") or not _either().search(text, match.start, match.end):
        return False
    before = (max(0, match.start - _LEAD), match.start)
    return _DONE.match(text, match.end) is not None or _TO_DO.search(text, *before) is not None


@lru_cache(maxsize=1)
def _either() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(read_yaml('operations.yml')['either'])})$", re.IGNORECASE)


def operations_in(text: str, known: Sequence[TextMatch]) -> Iterator[Match]:
    """The operations that a text names and no vocabulary knows, each under its own words.

    A device is an operation where the words after it say that it was put in: "a chest drain was inserted".
    """
    places = sorted((match.start, match.end) for match in known if not match.concept_ids[0].startswith("LAB:"))
    starts = [start for start, _ in places]
    for found in each_match(_pattern(), text):
        if not _is_known(found.start("name"), found.end("name"), places, starts):
            yield _named(text, *found.span("name"))
    for found in each_match(_device(), text):
        follows = _insertion().match(text, found.end())
        if follows and not _is_known(*found.span(), places, starts):
            yield _named(text, *found.span())


def _named(text: str, start: int, end: int) -> Match:
    return Match(start, end, (f"{NOTE_PREFIX}procedure:{' '.join(text[start:end].lower().split())}",))


def _is_known(start: int, end: int, places: Sequence[tuple[int, int]], starts: Sequence[int]) -> bool:
    """Whether a name that is known already ends where the operation's does or beyond, and so speaks of it."""
    near = places[max(0, bisect_left(starts, start) - 4) : bisect_left(starts, end)]
    return any(first < end <= last for first, last in near)
