"""Which of the allergies of a record are to foods, by what vocabularies and people call food.

What a record itself files an allergy under is not asked: exports put mould and animal dander under food as well.
"""

from __future__ import annotations

import re
from functools import lru_cache

from osler.consult.record.answers import RecordAnswer
from osler.consult.record.asking import Rows
from osler.consult.record.called import words
from osler.consult.record.computing.events import reacted
from osler.consult.record.computing.rows import listed, truth
from osler.consult.record.reading.table import rules, says
from osler.consult.record.reading.types import RecordQuestion
from osler.core.terminology import Vocabularies

_ASKS = re.compile(r"\bfoods?\b")
_FOOD_ALLERGIES = ("HP:0500093", "MONDO:0700226")
"""The concepts of an allergy to a food, of which others are kinds."""
_ALLERGY = re.compile(r"\b(?:allerg\w+|intoleran\w+|hypersensitiv\w+|to|of)\b", re.IGNORECASE)
BY_NAME = "The record does not mark which allergies are to foods; by their names these are: {foods}."
NONE_BY_NAME = "By their names none of the recorded allergies is to a food."
OTHERS = " Recorded beside them: {others}."
ALL = " Recorded: {others}."


def asks_for_foods(read: RecordQuestion) -> bool:
    """Whether it is asked which allergies are to foods."""
    return _ASKS.search(read.text.lower()) is not None


def foods_among(read: RecordQuestion, rows: Rows, vocabularies: Vocabularies) -> RecordAnswer:
    """The allergies to foods, and beside them the others, so that nothing is missed that a name does not tell."""
    foods = [row for row in rows if is_food(row["name"], vocabularies)]
    others = [row for row in rows if row not in foods]
    said = BY_NAME.format(foods=_named(foods)) if foods else NONE_BY_NAME
    said += (OTHERS if foods else ALL).format(others=_named(others)) if others else ""
    if says("yes_no", read.text.lower()) or not foods:
        return truth(bool(foods), [*foods, *others], said)
    return listed(foods, tell=reacted).model_copy(
        update={"text": said, "entries": [row["uuid"] for row in (*foods, *others)]}
    )


def _named(rows: Rows) -> str:
    return listed(rows, tell=reacted).text.rstrip(".")


@lru_cache(maxsize=512)
def is_food(name: str, vocabularies: Vocabularies) -> bool:
    """Whether an allergy is to a food: its substance is one by name, or a vocabulary has its allergy among those to foods."""
    substance = words(_ALLERGY.sub(" ", name))
    if not {*rules()["foods"]}.isdisjoint(substance):
        return True
    said = f"{' '.join(substance)} allergy"
    return any(
        concept == root or vocabularies.hierarchy.is_a(concept, root)
        for match in vocabularies.find(said)
        if (match.start, match.end) == (0, len(said))
        for concept in match.concept_ids
        for root in _FOOD_ALLERGIES
    )
