"""The period that a question speaks of, from the day it is asked: times, and the words that make a period of them."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache, lru_cache
from typing import NamedTuple

from osler.consult.record.days import Period, months_before
from osler.consult.record.time_words import COUNT, NUMBERS, UNIT, Said, back, so_long_ago, times_said
from osler.yaml_reader import packaged_yaml

__all__ = ["Period", "Periods", "day_so_long_ago", "months_before", "read_periods"]

_ANY_COUNT = rf"(?:\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_ANY_UNIT = r"(?:days?|weeks?|fortnights?|months?|half[- ]years?|years?|decades?|winters?|summers?)"
_MARK = "[\ue000-\uf8ff]"
"""A time that was read, in a text: a character of the private use area."""
_FIRST_MARK = 0xE000
_EDGES = "since|after|from|before|until|till|by|up to|up until|prior to|post|pre|following|starting(?: in| from)?|as of"
_BETWEEN = re.compile(
    rf"\b(?:(?P<between>between|from|in|during|over|of)\s+)?(?:the )?(?P<a>{_MARK})\s*(?P<join>and|to|until|till|through|up to|up until|-|–)\s*(?:the )?(?P<b>{_MARK})"
)
_LEADING = re.compile(
    rf"\b(?:in |over |during |within )?(?:the )?{COUNT}\s+{UNIT}\s+(?P<edge>before|prior to|leading up to|after|following)\s+(?:the )?(?P<a>{_MARK})"
)
_EDGE = re.compile(
    rf"\b(?P<edge>{_EDGES})[\s-]+(?:(?:about|around|the year|the month|the) |(?:the|my|his|her|that) (?:[a-z-]+ ){{1,3}}?(?:in|of|from|on) )?\s*(?P<a>{_MARK})"
)
_ADJECTIVE = re.compile(
    rf"\b(?:{_EDGES})\s+(?:the|my|his|her|that)\s+(?P<a>{_MARK})\s+(?=[a-z]{{4,}})(?!(?:when|until|till|onwards?)\b)"
)
"""A year that tells which event is meant: after the 2018 fracture."""
_ONWARDS = re.compile(
    rf"(?P<a>{_MARK})\s+(?:on(?=\W*$)|onwards?|and (?:later|after|since)|to (?:date|now|the present)|until now|till now)\b"
)
_RECENT = re.compile(
    r"\b(?<!how )(?<!most )(?<!very )(recent|recently|lately|new(?= (?:conditions?|diagnos[ei]s|problems?|illness(?:es)?|diseases?|allerg\w+)\b))\b"
)
_AGAINST = re.compile(
    r"^\W*(?:so |and )*(?:compared (?:to|with)|in comparison (?:to|with)|versus|relative to|against)\b"
)
"""A question that begins with the period it compares with."""
RECENT_MONTHS = 3
"""What "recent" means for encounters, as the source document has it; the same is used for everything else."""
_YEAR_BEFORE = re.compile(
    r"\b(?:in )?(?:the )?(?:year before|previous year|preceding year)(?: that)?(?= *(?:[?.,;]|$))"
)
_THEN = re.compile(r"\b(?P<edge>since|after|before|until) (?:then|that)\b(?! [a-z]+ed\b)")
"""An edge that points at the day or year named before it: "I stopped in 2019; what has it done since then"."""


class Periods(NamedTuple):
    """The period of a question, the other one where two are compared, and the question without their words."""

    period: Period
    other: Period | None
    rest: str
    vague: bool = False
    """Whether the period is only what "recently" is taken for."""


class _Times:
    """The times of a text, each behind its mark."""

    def __init__(self) -> None:
        self._said: list[Said] = []

    def mark(self, said: Said) -> str:
        self._said.append(said)
        return chr(_FIRST_MARK + len(self._said) - 1)

    def __getitem__(self, mark: str) -> Said:
        return self._said[ord(mark) - _FIRST_MARK]


def read_periods(question: str, today: dt.date) -> Periods:
    """The period or periods that a lower-case question names, in order."""
    times = _Times()
    question = _in_usual_words(question)
    rest = _composed(times_said(question, today, times.mark), times, today)
    found = [times[mark].period for mark in re.findall(_MARK, rest)]
    rest = re.sub(_MARK, " ", rest)
    year_before = _YEAR_BEFORE.search(rest)
    if year_before is not None and len(found) == 1 and found[0].start and found[0].end:
        rest = f"{rest[: year_before.start()]} {rest[year_before.end() :]}"
        earlier = found[0].start - dt.timedelta(days=1)
        found.append(Period(earlier.replace(month=1, day=1), earlier))
    pointed = _THEN.search(rest)
    if pointed is not None and len(found) == 1:
        rest = f"{rest[: pointed.start()]} {rest[pointed.end() :]}"
        found = [_from_edge(pointed["edge"], found[0], today)]
    vague = not found and _RECENT.search(rest) is not None
    if vague:
        found.append(Period(months_before(today, RECENT_MONTHS), today))
    first, second = [*found, None, None][:2]
    if second is not None and _AGAINST.search(question):
        first, second = second, first
    return Periods(first or Period(), second, " ".join(rest.split()), vague)


def with_times_marked(question: str, today: dt.date, mark: str) -> tuple[str, list[Period]]:
    """A lower-case question with a mark in place of each of its times, and their periods in order."""
    times = _Times()
    rest = _composed(times_said(_in_usual_words(question), today, times.mark), times, today)
    found = [times[each].period for each in re.findall(_MARK, rest)]
    return " ".join(re.sub(_MARK, mark, rest).split()), found


@lru_cache(maxsize=1024)
def _in_usual_words(question: str) -> str:
    """A question in which times are said as the grammar says them: the months just gone are the last ones."""
    for said, usual in _usual():
        question = said.sub(usual, question)
    return question


@cache
def _usual() -> tuple[tuple[re.Pattern[str], str], ...]:
    written = packaged_yaml("osler.consult.record", "times.yml")["usual"]
    return tuple(
        (re.compile(said.replace("<count>", _ANY_COUNT).replace("<unit>", _ANY_UNIT)), put)
        for said, put in written.items()
    )


def day_so_long_ago(question: str, today: dt.date) -> dt.date | None:
    """The day that lies so many months or years back, where a question says so; a year ago is no calendar year."""
    return so_long_ago(question, today)


def _composed(text: str, times: _Times, today: dt.date) -> str:
    """The text with the periods that its words make of times: from one to another, so long before one, since one."""
    text = " ".join(text.split())
    for joined in list(_BETWEEN.finditer(text))[::-1]:
        if joined["join"] == "and" and joined["between"] != "between":
            continue  # two times, and not what lies between them
        span = _spanned(times[joined["a"]], times[joined["b"]].period)
        text = f"{text[: joined.start()]} {times.mark(Said(span))} {text[joined.end() :]}"
    text = _ADJECTIVE.sub(lambda match: f"{match['a']} {match.group().replace(match['a'], '')}", text)
    for pattern, made in ((_LEADING, _beside), (_EDGE, _at_edge), (_ONWARDS, _onwards)):
        while match := pattern.search(text):
            period = made(match, times[match["a"]].period, today)
            text = f"{text[: match.start()]} {times.mark(Said(period))} {text[match.end() :]}"
    return text


def _spanned(first: Said, last: Period) -> Period:
    """From one time to another; a time without a year is the last one before the other."""
    begins = first.read_from(last.end) if first.read_from and last.end else first.period
    return Period((begins or first.period).start, last.end)


def _beside(match: re.Match[str], named: Period, today: dt.date) -> Period:
    """So long before, or after, a time."""
    if match["edge"] in {"after", "following"}:
        end = named.end or today
        length = end - back(match["count"], match["unit"], end)
        return Period(end + dt.timedelta(days=1), end + length)
    if named.start is None:
        return named
    return Period(back(match["count"], match["unit"], named.start), named.start - dt.timedelta(days=1))


def _at_edge(match: re.Match[str], named: Period, today: dt.date) -> Period:
    return _from_edge(match["edge"], named, today)


def _onwards(match: re.Match[str], named: Period, today: dt.date) -> Period:
    return Period(named.start, today)


def _from_edge(edge: str, named: Period, today: dt.date) -> Period:
    """The time since, after, before or until a period that was named."""
    if edge in {"since", "from", "as of"} or edge.startswith("starting"):
        return Period(named.start, today)
    if edge in {"after", "post", "following"}:
        return Period(named.end + dt.timedelta(days=1) if named.end else None, None)
    if edge in {"before", "prior to", "pre"}:
        return Period(None, named.start - dt.timedelta(days=1) if named.start else None)
    return Period(None, named.end)
