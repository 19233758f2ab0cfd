"""The time of what is told before a question: "I had a stroke back in 1995, what did they give me" asks of 1995."""

from __future__ import annotations

import re

_TIME = re.compile(r"\b(?:(?:way )?back )?(?P<time>in (?:[a-z]+ )?(?:19|20)\d\d)\b")
_GIVEN_FOR = re.compile(r"which medications was i prescribed for\b")


def at_the_time_told(question: str, told: str) -> str:
    """A question of what was given for something that was told with its time, with that time."""
    said = _TIME.search(told.lower())
    if said is None or not _GIVEN_FOR.match(question) or _TIME.search(question):
        return question
    return f"{question.rstrip(' ?!.')} {said['time']}?"


def without_its_time(told: str) -> str:
    """What is told without its time, whose words are of no name."""
    return _TIME.sub(" ", told)
