"""The rules' own answer to a question, told before a model's where that leaves something of it out."""

from __future__ import annotations

from collections import Counter

from osler.consult.checked.entailed import numbers_and_days
from osler.consult.record.called import words
from osler.consult.steps.consultant import ConsultantTools
from osler.consult.types import ReplySentence
from osler.core.patient import PatientRecord
from osler.core.patient.types import Fact


def with_own_answer(
    sentences: list[ReplySentence], nested: ConsultantTools, record: PatientRecord, *, cut: bool
) -> list[ReplySentence]:
    """A model's sentences, behind the rules' own answer where they do not give all of it; `cut`: some did not hold and were left out."""
    own = nested.own_answer()
    if own is None or own.text in {sentence.text for sentence in sentences}:
        return sentences
    whole = not (nested.own_is_list and _leaves_out(sentences, own, record))
    # What was taken out may have been the answer; the rules' own is whole.
    stands = nested.own_was_asked and whole and not (cut and _lacks_values(sentences, own))
    return sentences if stands else [own, *sentences]


def _lacks_values(sentences: list[ReplySentence], own: ReplySentence) -> bool:
    """Whether a number that the rules' answer gives is in none of the sentences."""
    said = {number for sentence in sentences for number in numbers_and_days(sentence.text)[0]}
    return not said.issuperset(numbers_and_days(own.text.partition(" (")[0])[0])


def _leaves_out(sentences: list[ReplySentence], own: ReplySentence, record: PatientRecord) -> bool:
    """Whether an answer names only some of the entries that the rules list: who cites an entry and does not name it leaves it out."""
    facts = {fact.id: fact for fact in record.facts()}
    names = {key: {*words(fact.label)} - _OF_KINDS for key, fact in facts.items()}
    told = {
        source.id
        for sentence in sentences
        for source in sentence.sources
        if not (named := names.get(source.id.partition("#")[0])) or named & {*words(sentence.text)}
    }
    listed = [source.id.partition("#")[0] for source in own.sources]
    alike = Counter(facts[key].label for key in dict.fromkeys(listed) if key in facts)
    days = {day for sentence in sentences for day in numbers_and_days(sentence.text)[1]}
    undated = any(
        alike[fact.label] > 1 and (day := _day_of(fact)) and day not in days
        for key in listed
        if (fact := facts.get(key)) is not None
    )  # of several of one name each is told by its day
    return undated or any(source.id not in told for source in own.sources)


def _day_of(fact: Fact) -> str | None:
    point = (fact.time.at or fact.time.start) if fact.time else None
    return point.date[:10] if point and point.date else None


_OF_KINDS = frozenset(
    ["allergy", "allergic", "oral", "tablet", "capsule", "mg", "disorder", "procedure", "to", "of", "a", "the"]
)
"""Words of a label that name no single entry."""
