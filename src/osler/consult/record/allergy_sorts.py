"""Which of the allergies of a record are to foods, to medicines or to what surrounds somebody, by what vocabularies and people call them.

What a record itself files an allergy under is not asked: exports put mould and animal dander under food as well.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import Literal

from osler.consult.record.answers import RecordAnswer
from osler.consult.record.asking import Answering, Rows, entries_in, types_in
from osler.consult.record.called import words
from osler.consult.record.computing.events import NO_ALLERGY, reacted, unrecorded
from osler.consult.record.computing.rows import dated, is_present, listed, truth
from osler.consult.record.computing.series import named_value
from osler.consult.record.reading.table import pattern, rules, says
from osler.consult.record.reading.types import RecordQuestion
from osler.core.terminology import Vocabularies

Sort = Literal["food", "medicine", "surroundings"]
_CALLED: dict[Sort, str] = {
    "food": "a food",
    "medicine": "a medicine",
    "surroundings": "something of the surroundings, as pollen or animals",
}
_FOOD_ALLERGIES = ("HP:0500093", "MONDO:0700226")
"""The concepts of an allergy to a food, of which others are kinds."""
BY_NAME = "The record does not mark which allergies are to {sort}; by their names these are: {named}."
NONE_BY_NAME = "By their names none of the recorded allergies is to {sort}."
OTHERS = " Recorded beside them: {others}."
ALL = " Recorded: {others}."
MEASURED = "Tested: {value}."


def sorts_asked(read: RecordQuestion) -> list[Sort]:
    """The sorts of allergies that a question asks for; empty where it asks for all of them."""
    lower = read.text.lower()
    return [sort for sort in _CALLED if pattern("allergies_to", sort).search(lower)]


def without_sort(read: RecordQuestion) -> RecordQuestion:
    """The question without a phrase that only says which sort of allergies is meant: of "allergies to foods" the foods are no thing."""
    spoken = read.phrase.split() if read.kind == "allergy" else []
    only_sorts = all(any(pattern("allergies_to", sort).search(word) for sort in _CALLED) for word in spoken)
    return read._replace(phrase="", others=()) if spoken and only_sorts else read


def asks_of_a_substance(read: RecordQuestion) -> bool:
    """Whether it is asked of an allergy to something, whatever that is."""
    told = (
        re.search(rf"\b(?:to|of|against|with) (?:\w+ )?{re.escape(read.phrase)}\b", read.asked) if read.phrase else None
    )
    return read.kind == "allergy" and told is not None


def of_sorts(read: RecordQuestion, sorts: list[Sort], rows: Rows, vocabularies: Vocabularies) -> RecordAnswer:
    """The allergies of the sorts that are asked for, and beside them the others, so that nothing is missed that a name does not tell."""
    asked = [row for row in rows if sort_of(row["name"], vocabularies) in sorts]
    others = [row for row in rows if row not in asked]
    sort = " or ".join(_CALLED[one] for one in sorts)
    said = BY_NAME.format(sort=sort, named=_named(asked)) if asked else NONE_BY_NAME.format(sort=sort)
    said += (OTHERS if asked else ALL).format(others=_named(others)) if others else ""
    if says("yes_no", read.text.lower()) or not asked:
        return truth(bool(asked), [*asked, *others], said)
    return listed(asked, tell=reacted).model_copy(
        update={"text": said, "entries": [row["uuid"] for row in (*asked, *others)]}
    )


def none_of_them(read: RecordQuestion, recorded: Rows, today: dt.date) -> Answering:
    """That no such allergy is recorded, with those that are, and the last value of a test that bears the name of what was asked about."""
    held = [row for row in recorded if is_present(row)]
    told = unrecorded(NO_ALLERGY + (ALL.format(others=_named(held)) if held else ""))
    asked = {*words(read.phrase)}
    tested = [one for one in (yield from types_in("observation")) if asked and asked <= {*words(one.name)}]
    rows = [row for row in (yield from entries_in("observation", tested)) if row["date"] and row["date"] <= today]
    measured = [f"{named_value(row)} {dated(row)}" for row in rows[-1:]]
    text = " ".join([told.text, *(MEASURED.format(value=one) for one in measured)])
    return told.model_copy(update={"text": text, "entries": [row["uuid"] for row in (*held, *rows[-1:])]})


def _named(rows: Rows) -> str:
    return listed(rows, tell=reacted).text.rstrip(".")


def sort_of(name: str, vocabularies: Vocabularies) -> Sort:
    """What an allergy is to; what is known as no food and as nothing of the surroundings may be a medicine, and is not left out as one."""
    if is_food(name, vocabularies):
        return "food"
    return "medicine" if {*rules()["surroundings"]}.isdisjoint(_substance(name)) else "surroundings"


def _substance(name: str) -> tuple[str, ...]:
    return tuple(words(pattern("kinds", "allergy").sub(" ", name.lower().replace(" to ", " "))))


@lru_cache(maxsize=512)
def is_food(name: str, vocabularies: Vocabularies) -> bool:
    """Whether an allergy is to a food: its substance is one by name, or a vocabulary has its allergy among those to foods."""
    substance = _substance(name)
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
