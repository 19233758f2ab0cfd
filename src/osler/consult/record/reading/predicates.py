"""What a yes-or-no question asks of a thing beyond its being there: "is my anaemia curable?", "did I survive the stroke undamaged?".

That a thing is recorded is a yes only where nothing of the question is left over once its name, its time and its
standing, and the words for being recorded, are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from osler.consult.record.called import lay_names, words
from osler.consult.record.concepts import EITHER, is_whole_name
from osler.consult.record.reading.table import pattern, rules, stop
from osler.consult.record.reading.types import RecordQuestion
from osler.core.terminology import Vocabularies, in_plain_words, plain_meanings, singular

_WORD = re.compile(r"[a-z][a-z0-9'-]*")
_GLOSSED = re.compile(r"[,(–—-]\s*(?:the |an? |that is |i\.?e\.? )*$")
"""Before a name that says in other words what was just said."""
_OTHER_BEFORE = re.compile(r"\b[\w-]+,? or (?:an? |any |the )?$")
_OTHER_AFTER = re.compile(r"^(?:, (?:an? |any )?[\w-]+)*,? or (?:an? |any |the )?[\w-]+(?: [\w-]+)?")


def predicate_of(read: RecordQuestion, names: Collection[str], vocabularies: Vocabularies) -> str:
    """What is asked of the thing that a yes-or-no question names; empty where only its being there is asked.

    `names` are those of the entries that were found for it: a word that all of them have, or say otherwise, is told by them.
    """
    opened = _opening().match(read.asked) if read.intent == "ever" and read.threshold is None else None
    judged = re.search(rules()["predicates"]["judged"], read.text.lower()) if opened is not None and names else None
    if opened is None or judged is not None or not (read.phrase or names):
        return judged.group() if judged is not None else ""
    told = _unasked().sub(" ", opened["told"].replace("'s", ""))
    agent = _agent().match(told)
    if agent is not None and (not read.phrase or read.kind == "visit"):
        return ""  # "did I take anything" names no thing of which more could be asked
    held = [{*words(name), *in_plain_words(name).meanings} for name in names]
    phrase = read.phrase or read.seen_for
    thing = {*words(phrase)} if is_whole_name(phrase, vocabularies) else _thing_in(phrase, held)
    left = _left_by_agent(told[agent.end() :], read.phrase, thing) if agent else _left_of_thing(told, thing)
    return " ".join(word for word in left if not (held and all({*words(word)} <= one for one in held)))


def is_asked_of_a_thing(read: RecordQuestion) -> bool:
    """Whether a yes-or-no question has a thing as its subject, and not who has it, does it or records it."""
    opened = _opening().match(read.asked) if read.intent == "ever" and read.threshold is None else None
    return opened is not None and _agent().match(opened["told"]) is None


def _thing_in(phrase: str, held: list[set[str]]) -> set[str]:
    """The words of a phrase that name the thing: what stands behind the last that the entries have is asked of it."""
    if EITHER in phrase:
        return {word for name in phrase.split(EITHER) for word in _thing_in(name, held)}
    spoken = words(phrase)
    ends = [place for place, word in enumerate(spoken) if any({word, *plain_meanings(word)} & name for name in held)]
    ends += [length - 1 for length in range(1, len(spoken) + 1) if spoken[:length] in lay_names()]
    return {*spoken[: max(ends, default=len(spoken)) + 1]}


def _left_of_thing(told: str, named: set[str]) -> list[str]:
    """The words that are left where a thing is the subject: all but its name, its standing and being recorded."""
    for standing in (*rules()["status"], "existed"):
        told = (pattern("intents", standing) if standing == "existed" else pattern("status", standing)).sub(" ", told)
    for table in ("kinds", "setting"):
        for name in rules()[table]:
            told = pattern(table, name).sub(" ", told)
    return [word for word in _content(told) if not {*words(word)} <= named]


def _left_by_agent(told: str, phrase: str, named: set[str]) -> list[str]:
    """The words that are left where somebody had, did or recorded something: another verb, or what stands beside the name."""
    before, said, after = told.partition(phrase)
    if not said or _GLOSSED.search(before):
        return []
    before, after = _OTHER_BEFORE.sub("", before), _OTHER_AFTER.sub("", after)  # one of several is enough
    unknown = [word for word in _content(before) if not _acts().fullmatch(word) and not _is_kind(word)]
    beside = [word for word in _content(after) if word not in stop() and not _acts().fullmatch(word)]
    within = [word for word in _content(said) if not {*words(word)} <= named]
    return [*unknown, *within, *(word for word in beside if not _is_kind(word))]


def _content(told: str) -> list[str]:
    plain = _plain()
    found = (word.removesuffix("'s") for word in _WORD.findall(told))
    return [word for word in found if word not in plain and singular(word) not in plain]


def _is_kind(word: str) -> bool:
    return any(pattern("kinds", kind).fullmatch(word) for kind in rules()["kinds"])


@cache
def _unasked() -> re.Pattern[str]:
    return re.compile(rules()["predicates"]["unasked"])


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(rules()["predicates"]["opens"])


@cache
def _agent() -> re.Pattern[str]:
    return re.compile(rules()["predicates"]["agents"])


@cache
def _acts() -> re.Pattern[str]:
    return re.compile(rules()["predicates"]["acts"])


@cache
def _plain() -> frozenset[str]:
    return frozenset(rules()["predicates"]["plain"].split())
