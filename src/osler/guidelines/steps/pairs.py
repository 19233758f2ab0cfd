"""Two things that a question asks in one breath ("osteoporosis and colorectal cancer screening"), each by itself.

Two names joined by "and" may as well be one thing, or what one person has: a pair says what to look for and to hold the
answer against, not that the question must be parted.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.library import stems
from osler.core.terminology import SemanticType, Vocabularies
from osler.guidelines.checking.lexicon import any_of
from osler.guidelines.steps.intent import intents_of
from osler.guidelines.steps.naming import outermost
from osler.guidelines.steps.parts import Part, asking_stems, is_named, parting_rules, stands_beside
from osler.yaml_reader import packaged_yaml


class _Rules(NamedTuple):
    joined: re.Pattern[str]
    one_person: re.Pattern[str]
    together: re.Pattern[str]


def pair_of(question: str, vocabularies: Vocabularies) -> list[Part]:
    """The two things that a question asks about, each with what is wanted of both; nothing where it asks about one."""
    joined = _rules()
    items = [item.strip(" ?.!") for item in joined.joined.split(question)]
    if len(items) != 2 or not all(items) or parting_rules().opens.match(items[1]):
        return []
    if joined.one_person.search(items[0]) or joined.together.search(question):
        return []
    one, other = items
    if not all(is_named(item, vocabularies) for item in items) and not (
        stands_beside(one, [other]) and stands_beside(other, [one])
    ):
        return []
    if _is_drug(one, vocabularies) != _is_drug(other, vocabularies) and not (intents_of(one) and intents_of(other)):
        # "Levetiracetam and depression" asks what one has to do with the other.
        return []
    return [Part(_named(one), _with_wanted(one, other)), Part(_named(other), _with_wanted(other, one))]


def _is_drug(item: str, vocabularies: Vocabularies) -> bool:
    """Whether an item names a drug and no disease."""
    kinds = [
        concept.semantic_type
        for match in outermost(vocabularies.names.find(item))
        for one in match.concept_ids[:1]
        if (concept := vocabularies.names.concept(one))
    ]
    return SemanticType.MEDICATION in kinds and SemanticType.CONDITION not in kinds


def _with_wanted(item: str, other: str) -> str:
    """An item with what the other says is wanted of both: screening, treatment, the dose."""
    if intents_of(item):
        return item
    wanted = [found.group() for intent in intents_of(other) if (found := intent.asks.search(other))]
    return " ".join([item, *wanted])


def _named(item: str) -> str:
    """An item without the words before it that only ask."""
    words = item.split()
    while len(words) > 1 and set(stems(words[0])) <= asking_stems():
        words.pop(0)
    return " ".join(words)


@cache
def _rules() -> _Rules:
    table = packaged_yaml("osler.guidelines", "parts.yml")["pairs"]
    return _Rules(*(any_of([table[name]]) for name in ("joined", "one_person", "together")))
