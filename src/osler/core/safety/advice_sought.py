"""Questions of what to do, and how bad it is: what they are put around is told of now, and not asked in general."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from osler.yaml_reader import packaged_yaml

_END = re.compile(r"(?P<told>.*?)(?P<end>[\s.!?]*)", re.DOTALL)
_MOST = 3
"""Questions around one thing: "help, what do i do, my chest hurts, is it bad?"."""


@lru_cache(maxsize=512)
def without_advice_sought(sentence: str) -> str:
    """What a sentence tells without the question of advice that it is put around; the sentence itself where nothing is told by it.

    A condition tells nothing ("what do I do if ..."), and neither does the name of something that is feared.
    """
    said = sentence
    for _ in range(_MOST):
        told = _without_tail(_without_head(said))
        if told == said:
            break
        said = told
    return said if re.search(r"\w", said) else sentence


def _without_head(sentence: str) -> str:
    for head in _heads("own"):
        asked = head.match(sentence)
        told = sentence[asked.end() :].rstrip(" ?!") if asked else ""
        if told and not _pattern("supposed").match(told) and not _pattern("in_general").search(told):
            return told
    asked = next(filter(None, (head.match(sentence) for head in _heads("common"))), None)
    told = sentence[asked.end() :].rstrip(" ?!") if asked else ""
    if around := _pattern("around").fullmatch(sentence):
        told = around["told"]
    is_of_now = _pattern("concrete").search(told) and not _pattern("in_general").search(told)
    return told if told and is_of_now and not _pattern("supposed").match(told) else sentence


def _without_tail(sentence: str) -> str:
    """A sentence without the question at its end; the longest one that there is."""
    ends = _END.fullmatch(sentence)
    body = ends["told"] if ends else sentence
    starts = (found.start() for tail in _tails() if (found := tail.search(body)) and body[: found.start()].strip())
    start = min(starts, default=None)
    return sentence if start is None else body[:start]


def _written(pattern: str) -> str:
    parts: dict[str, str] = packaged_yaml(__package__, "advice_sought.yml")["parts"]
    while (said := re.sub(r"(?<!P)<(\w+)>", lambda named: parts[named[1]], pattern)) != pattern:
        pattern = said
    return pattern


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_written(packaged_yaml(__package__, "advice_sought.yml")[name]), re.IGNORECASE)


@cache
def _heads(kind: str) -> tuple[re.Pattern[str], ...]:
    heads = packaged_yaml(__package__, "advice_sought.yml")["heads"][kind]
    return tuple(re.compile(rf"\W*{_written(head)}", re.IGNORECASE) for head in heads)


@cache
def _tails() -> tuple[re.Pattern[str], ...]:
    tails = packaged_yaml(__package__, "advice_sought.yml")["tails"]
    return tuple(re.compile(rf"(?:{_written(tail)})$", re.IGNORECASE) for tail in tails)
