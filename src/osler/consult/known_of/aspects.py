"""What a general question asks of a thing, what it is or something else of it, and whether a text speaks of that."""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.consult.record.reading.table import stop
from osler.consult.wording.everyday import everyday
from osler.yaml_reader import RuleTable

_TOPICS = RuleTable("osler.consult.outside", "outgoing.yml", flags=re.IGNORECASE)
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
NORMAL = "normal range"
"""The aspect that a range answers."""
FIRST_AID = "first aid"
HELP = " In an emergency, or where somebody has taken in something harmful, call your local emergency number (112, 911 or 999) or a poison centre at once."
NOTHING_ON = "I found nothing on this ({aspect}) in the local vocabularies and library."
NOTHING_TO_THIS = "I found nothing in the local vocabularies and library that answers this."
ONLY_WHAT_IT_IS = " What follows only says what it is:"
ONLY_NAMED = " What follows speaks of it, and not of that:"


def aspects_of(question: str) -> list[str]:
    """What is asked of something beside what it is, in the order of the table: its treatment, its causes."""
    return [topic for topic in _TOPICS.rules["topics"] if _TOPICS.says(question, "topics", topic)]


def asks_what_it_is(question: str, named: Iterable[str] = ()) -> bool:
    """Whether a question is answered by a definition: it asks what something is, or only names it, and asks nothing else of it."""
    if aspects_of(question):
        return False
    alone = question.strip(" ?.!").lower()
    if any(alone == name.lower() for name in named):
        return True
    return _TABLE.says(question, "lite", "defines") and not (named and _asks_more(alone, named))


def _asks_more(lower: str, named: Iterable[str]) -> bool:
    """Whether a question has words beside the thing and those that ask what it is: "the usual target of that in this"."""
    for name in named:
        lower = lower.replace(name.lower(), " ")
    left = re.findall(r"[a-z][a-z'-]{3,}", _TABLE.pattern("lite", "frame").sub(" ", lower))
    return any(word not in stop() and word not in everyday() for word in left)


def speaks_of(text: str, aspects: list[str]) -> bool:
    """Whether a text speaks of what is asked; nobody knows where the aspect has no name."""
    said = _TOPICS.rules["speaks_of"]
    return any(_TOPICS.says(text, "speaks_of" if aspect in said else "topics", aspect) for aspect in aspects)


def thing_asked(question: str) -> str | None:
    """The words that say of what something is asked: the treatment of this, how that is caused; None where nothing tells it."""
    match = _TOPICS.pattern("things").search(question)
    return (match["acted"] or match["named"]) if match is not None else None


def nothing_on(aspects: list[str], *, defined: bool = False, named: bool = False) -> str:
    """That nothing was found on what is asked, and what follows instead."""
    lead = NOTHING_ON.format(aspect=aspects[0]) if aspects else NOTHING_TO_THIS
    lead += HELP if aspects and aspects[0] == FIRST_AID else ""
    return lead + (ONLY_WHAT_IT_IS if defined else ONLY_NAMED if named else "")


def says_nothing_on(text: str, question: str) -> bool:
    """Whether a sentence only says that nothing was found on what is asked."""
    asked = aspects_of(question)
    forms = [(False, False), (True, False), (False, True)]
    return text in {nothing_on(asked, defined=defined, named=named) for defined, named in forms}
