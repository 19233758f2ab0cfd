"""Which words of a text are its own, and which it quotes or forwards from another message.

What an e-mail quotes was often written of somebody else. It is left out, unless the e-mail says nothing of a patient
itself: then it was sent for the sake of the message below it, and that one is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from osler.core.patient.problems import Level, Problem
from osler.core.patient.readers.page import left_out
from osler.core.patient.readers.signature import signed
from osler.yaml_reader import packaged_yaml

_MARK = re.compile(r"^ ?(?:>[ \t]?|(?:\|[ \t]?)+(?!.*\|))+")
"""How programs mark each line that they quote; bars that stand between cells mark none."""
_AGE = re.compile(r"\d{1,3}[ \t-]?(?:[MF]\b|y/?o\b|(?:years?|yrs?|months?|weeks?|days?)[ \t-]old)", re.IGNORECASE)
_ADDRESS = re.compile(r"\S@\S")
_DATED = re.compile(r"\d|\b(?:mon|tue|wed|thu|fri|sat|sun|today|yesterday)", re.IGNORECASE)
_HEADER = re.compile(r"[ \t]*\*{0,2}(?P<name>[^\W\d_][\w' -]{0,14}?)[ \t]?:\*{0,2}(?:[ \t]+(?P<value>\S.*))?[ \t]*")
_SENT = re.compile(r"\S@\S|\b\d{1,2}[:.]\d\d\b")
"""What a mail program states when it says who wrote, and a letter does not: an address, or the minute."""
_WHO = r"[^:!?]{1,80}"
_LONGEST_ATTRIBUTION = 300
_FEWEST_HEADERS = 3


class _Words(NamedTuple):
    separator: re.Pattern[str]
    attribution: re.Pattern[str]
    headers: dict[str, str]
    courtesy: re.Pattern[str]


@cache
def _words() -> _Words:
    table = packaged_yaml(__package__, "quoting.yml")
    told = "|".join(
        rf"{begin}\b.{{1,{_LONGEST_ATTRIBUTION}}}\b{end}{_WHO if who else ''}"
        for who, pairs in ((False, table["attributions"]), (True, table["attributions_before_the_name"]))
        for begin, end in pairs
    )
    return _Words(
        separator=re.compile(rf"[ \t>*_-]*(?:{_any(table['separators'])})[ \t:*_-]*", re.IGNORECASE),
        attribution=re.compile(rf"[ \t]*(?:{told})[ \t\xa0]?:[ \t]*", re.IGNORECASE | re.DOTALL),
        headers={name: kind for kind, names in table["headers"].items() for name in names},
        courtesy=re.compile(rf"\b(?:{_any(sorted(table['courtesies'], key=len, reverse=True))})\b", re.IGNORECASE),
    )


def _any(phrases: list[str]) -> str:
    return "|".join(map(re.escape, phrases))


def own_words(text: str, says: Callable[[str], bool], *, mail: bool = False) -> tuple[str, list[Problem]]:
    """The words of a text that are its own; `says` tells whether words speak of a patient.

    In a text that is no `mail`, marks begin a quotation where they open a paragraph or present a person; elsewhere
    they may be the bullets of a list.
    """
    messages = _messages(text.replace("\r\n", "\n").split("\n"), mail=mail)
    if len(messages) < 2:
        return text, []
    bodies = ["\n".join(lines).strip("\n") for lines in messages]
    chosen = 0
    if not says(spoken(bodies[0])):
        chosen = next((place for place, body in enumerate(bodies) if place and says(spoken(body))), 0)
    problems = [forwarded()] if chosen else []
    count = sum(len(body.split()) for place, body in enumerate(bodies) if place and place != chosen)
    if count:
        mend = "give a message that is about this patient as a file of its own"
        problems.append(left_out({"that are quoted or forwarded from another message": count}, mend=mend))
    return bodies[chosen] + "\n", problems


def spoken(body: str) -> str:
    """The words of a message that are neither courtesy nor signature."""
    return _words().courtesy.sub(" ", signed(body)[0])


def forwarded() -> Problem:
    """That not the message itself was read, but the one for whose sake it was sent."""
    return Problem(
        code="input.read_as",
        level=Level.WARNING,
        message="the message says nothing of a patient itself; the one that it forwards or quotes was read",
        mend="see that it is about this patient, and give it alone",
    )


def _messages(lines: list[str], *, mail: bool) -> list[list[str]]:
    """The lines of a text's own words, then those of each message below them, without their envelopes."""
    found: list[list[str]] = [[]]
    below, place, quoting = 0, 0, False
    while place < len(lines):
        within = mail or len(found) > 1
        if length := _begins_message(lines, place, mail=within):
            found.append([])
            place += length
            # Marks end where the quotation ends; without them all that follows is the other message.
            quoting = _is_marked(lines, place)
            below = below if quoting else len(found) - 1
            continue
        line = lines[place]
        if _is_quoted(lines, place, quoting=quoting) and (within or quoting or _opens_quotation(lines, place)):
            if not quoting:
                found.append([])
            quoting = True
            found[-1].append(_MARK.sub("", line))
        elif quoting and not line.strip():
            found[-1].append("")
        else:
            quoting = False
            found[below].append(line)
        place += 1
    return [found[0], *map(_without_envelope, found[1:])]


def _begins_message(lines: list[str], place: int, *, mail: bool) -> int:
    """How many lines, from a place on, say that another message begins; 0 where they say no such thing."""
    words = _words()
    if words.separator.fullmatch(lines[place]):
        return 1
    for count in (1, 2, 3):
        told = " ".join(_MARK.sub("", one) for one in lines[place : place + count])
        sign = _DATED if mail else _SENT
        if words.attribution.fullmatch(told) and (sign.search(told) or _is_marked(lines, place + count)):
            return count
    headers = _envelope(_from(lines, place))
    kinds = [kind for kind, _ in headers]
    if len(headers) < _FEWEST_HEADERS or kinds[0] != "sender" or not {"sent", "subject"} & set(kinds):
        return 0
    # A note of a ward is from one and to another as well, with a date; only mail is sent, or has addresses.
    sure = mail or "sent" in kinds or any(_ADDRESS.search(value) for _, value in headers)
    return len(headers) if sure else 0


def _envelope(lines: Iterable[str]) -> list[tuple[str, str]]:
    """The headers with which lines begin: kind and value."""
    found = []
    for line in lines:
        header = _HEADER.fullmatch(_MARK.sub("", line))
        kind = _words().headers.get(header["name"].casefold()) if header else None
        if header is None or kind is None:
            break
        found.append((kind, header["value"] or ""))
    return found


def _without_envelope(lines: list[str]) -> list[str]:
    start = next((place for place, line in enumerate(lines) if line.strip()), len(lines))
    headers = _envelope(lines[start:])
    subjects = [value for kind, value in headers if kind == "subject" and value]
    return [*subjects, *lines[start + len(headers) :]]


def _from(lines: list[str], place: int) -> Iterator[str]:
    """The lines from a place on, not copied: long notes are asked at every line."""
    return (lines[at] for at in range(place, len(lines)))


def _is_marked(lines: list[str], place: int) -> bool:
    following = next((line for line in _from(lines, place) if line.strip()), "")
    return _MARK.match(following) is not None


def _is_quoted(lines: list[str], place: int, *, quoting: bool) -> bool:
    """Whether a line is quoted; a `>` before an amount says that something is greater."""
    mark = _MARK.match(lines[place])
    if mark is None or quoting or mark.group().strip() != ">":
        return mark is not None
    if not _is_amount(lines[place]):
        return True
    block = takewhile(_MARK.match, _from(lines, place))
    return not (place and lines[place - 1].strip()) and not all(map(_is_amount, block))


def _opens_quotation(lines: list[str], place: int) -> bool:
    """Whether a marked line of a note quotes: below a heading, or in the midst of lines, it may be of a list."""
    if _AGE.match(_MARK.sub("", lines[place])):
        return True
    above = next((line for line in reversed(lines[max(0, place - 3) : place]) if line.strip()), "")
    return not (place and lines[place - 1].strip()) and not above.rstrip().endswith(":")


def _is_amount(line: str) -> bool:
    rest = _MARK.sub("", line)
    return rest[:1].isdigit() and not _AGE.match(rest)
