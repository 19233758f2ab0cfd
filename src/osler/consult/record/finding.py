"""Where a record holds what a question names: as which kind of thing, by which words, of which types."""

from __future__ import annotations

import re
from collections.abc import Generator

from osler.consult.record.asking import Asking, Rows, types_in, visits_for
from osler.consult.record.called import words
from osler.consult.record.concepts import TypeEntry, covering, is_named, is_whole_name, matching, said_in_parts, tells
from osler.consult.record.derived import is_state
from osler.consult.record.nearest import spelt_as_recorded
from osler.consult.record.question import Kind, RecordQuestion, is_condition
from osler.consult.record.reading.kinds import is_clinical, marker_named
from osler.consult.record.reading.predicates import is_asked_of_a_thing
from osler.consult.record.reading.table import pattern, rules, says
from osler.consult.wording.everyday import everyday
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

_ALSO: dict[Kind, tuple[Kind, ...]] = {
    "observation": ("procedure",),
    "procedure": ("observation",),
    "condition": ("symptom", "procedure"),
    "medication": ("vaccine",),
    "vaccine": ("procedure", "medication"),  # the Depo shot is no vaccine
}
"""Where else a thing may be recorded than where its words say: a test as a procedure, a procedure as a test."""
_IN_PARTS = {"condition", "symptom", "procedure"}
"""Kinds whose names are clinical words that are made of plain ones."""
_ANY_ORDER: tuple[Kind, ...] = ("observation", "condition", "symptom", "medication", "procedure", "vaccine", "allergy")
OF_VALUES = frozenset({"value", "nth", "aggregate", "change", "compare", "trend", "normal", "range"})
"""Intents that only what is measured can answer."""
Found = tuple[Kind | None, str, list[TypeEntry]]


def without_excluded(read: RecordQuestion, rows: Rows, vocabularies: Vocabularies) -> Asking:
    """The rows without those of what is to be left out."""
    if not read.excluded or read.kind == "any":
        return rows
    if read.kind == "visit":
        left_out = {row["uuid"] for row in (yield from visits_for(read.excluded, vocabularies))}
        return [row for row in rows if row["uuid"] not in left_out]
    out = {entry.uuid for entry in matching(read.excluded, (yield from types_in(read.kind)), vocabularies)}
    return [row for row in rows if row["type"] not in out]


def find_concept(read: RecordQuestion, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, Found]:
    """The kind of thing that is meant, the words that mean it, and its types in this record."""
    if read.kind == "visit":
        return (yield from _visits(read, vocabularies))
    if not read.phrase:
        return read.kind, "", []
    found = yield from _recorded(read, read.phrase, vocabularies)
    of_values = read.intent in OF_VALUES or (read.intent == "list" and read.kind == "observation")
    if of_values and (found is None or found[0] != "observation"):
        found = (yield from _standing_in(read, vocabularies)) or found
    if found is not None:
        return found
    if read.phrase in everyday() or not is_named(read.phrase, vocabularies):  # what names nothing hides no name
        for phrase in read.others:
            found = yield from _recorded(read, phrase, vocabularies)
            if found is not None:
                return found
    if read.others:
        found = yield from _in_parts(read, " ".join((read.phrase, *read.others)))
        if found is not None:
            return found
    found = yield from _said_otherwise(read, vocabularies)
    if found is not None:
        return found
    found = yield from _without_what_is_asked(read, vocabularies)
    if found is not None:
        return found
    return (read.kind if read.kind != "any" else None), read.phrase, []


_BY_NAME = re.compile(r"\be?gfr\b|\bfiltration\b", re.IGNORECASE)
"""A measure that is asked for by its own name: another tells of the same organ, and is not it."""


def _standing_in(read: RecordQuestion, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, Found | None]:
    """The values that tell of a test or an organ which has none of its own here: those of the lung test are FEV1/FVC."""
    named = [names for said, names in rules()["stand_ins"].items() if re.fullmatch(said, read.phrase)]
    if not named or _BY_NAME.search(read.text):
        return None
    types = yield from types_in("observation")
    for name in named[0]:
        found = matching(name, types, vocabularies, measured=True)
        if found:
            return "observation", name, found
    return None


def _visits(read: RecordQuestion, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, Found]:
    """The visits that are meant: those for what is named, none where the words before "visits" name others, or any."""
    if is_clinical(read.phrase, vocabularies):  # not any visit, but those for what is named
        return "visit", (read.phrase if (yield from visits_for(read.phrase, vocabularies)) else ""), []
    if _names_the_visits(read):
        return ("visit" if (yield from visits_for(read.phrase, vocabularies)) else None), read.phrase, []
    return "visit", "", []


_OF_A_DAY = {"when", "time_since", "name"}


def _said_otherwise(read: RecordQuestion, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, Found | None]:
    """Where this record holds it in plainer words, as the reason of a visit, or spelt otherwise."""
    plainer = " ".join(word for word in read.phrase.split() if word not in everyday())
    whole = is_whole_name(read.phrase, vocabularies)  # of an ACE inhibitor the inhibitor is not what is meant
    if plainer != read.phrase and not whole and tells(plainer) and is_named(plainer, vocabularies):
        found = yield from _recorded(read, plainer, vocabularies)
        if found is not None:
            return found
    if read.intent in _OF_A_DAY and (
        {"last", "first"} & set(read.selectors) or read.nth is not None
    ):  # the last tetanus is a jab
        given = [
            entry
            for entry in matching(read.phrase, (yield from types_in("vaccine")), vocabularies)
            if read.phrase not in everyday()
        ]
        if given:
            return "vaccine", read.phrase, given
    operated = (
        pattern("operations", "asked").search(read.asked) is not None
    )  # a visit for the heart is no operation on it
    if read.kind in {"any", "procedure"} and not operated and (yield from visits_for(read.phrase, vocabularies)):
        return "visit", read.phrase, []
    if read.kind in {"any", "medication", "condition"} and not says("taken_or_given", read.asked):
        types = yield from types_in("allergy")  # "my peanut thing"
        found_there = matching(read.phrase, types, vocabularies)
        if found_there:
            return "allergy", read.phrase, found_there
    spelt = yield from spelt_as_recorded(read.phrase, _kinds_of(read), vocabularies)
    if spelt:
        found = yield from _recorded(read, spelt, vocabularies)
        if found is not None:
            return found
    return None


def _without_what_is_asked(
    read: RecordQuestion, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, Found | None]:
    """Where this record holds a thing of which a yes-or-no question asks more: of "throat culture positive" the culture."""
    spoken = read.phrase.split()
    if not is_asked_of_a_thing(read):
        return None
    for length in range(len(spoken) - 1, 0, -1):
        thing, asked = " ".join(spoken[:length]), " ".join(spoken[length:])
        if not tells(thing) or _A_NAME.search(asked) or is_named(asked, vocabularies):
            return None
        found = yield from _recorded(read, thing, vocabularies)
        if found is not None and (is_named(thing, vocabularies) or any(_is_whole(thing, one) for one in found[2])):
            return found
    return None


_A_NAME = re.compile(
    r"(?:ment|tion|plant|graft|stent|scan|test|ray|tomy|pathy|itis|osis|disease|disorder|injury|pain)s?$"
)
"""The end of a word that is of a name: a knee replacement is no knee of which more is asked."""


def _is_whole(thing: str, entry: TypeEntry) -> bool:
    """Whether words say all of a type's name."""
    return {*words(entry.name)} <= {*words(thing)}


def _names_the_visits(read: RecordQuestion) -> bool:
    """Whether the words stand right beside "visits" or "the one with" and are none of every day: no others were asked for."""
    if not read.phrase or read.phrase in everyday():
        return False
    named = re.escape(read.phrase)
    return re.search(
        rf"\b{named} (?:visits?|check-?ups?|appointments?)\b|\bones? (?:with|for|about) (?:the |my |his |her |an? )?{named}\b",
        read.asked,
    ) is not None  # fmt: skip


def _kinds_of(read: RecordQuestion) -> tuple[Kind, ...]:
    """Where in the record what is asked about may stand, the likeliest first."""
    if marker_named(read.phrase):
        return ("observation",)
    if read.kind == "medication" and _TREATED_FOR.search(read.asked):
        return ("condition", "medication")  # what somebody was treated for is no medicine, nor is too much of one
    return _ANY_ORDER if read.kind == "any" else (read.kind, *_ALSO.get(read.kind, ()))


_TREATED_FOR = re.compile(r"\b(?:treated|seen|admitted) for\b|\boverdos\w*|\bpoison\w*")


def _recorded(
    read: RecordQuestion, phrase: str, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, Found | None]:
    """Where this record holds what a phrase names, if it does."""
    for kind in _kinds_of(read):
        if (
            read.kind == "condition"
            and kind == "procedure"
            and is_condition(phrase, vocabularies)
            and is_named(phrase, vocabularies)
        ):
            continue  # a test for a disease is no disease
        if kind in {"observation", "procedure"} and read.intent == "ever" and read.threshold is None and is_state(read):
            continue  # a temperature that was taken is no fever
        types = yield from types_in(kind)
        found = matching(phrase, types, vocabularies, measured=kind == "observation")
        if kind == "allergy":
            found += [entry for entry in covering(phrase, types, vocabularies) if entry not in found]
        if found:
            return kind, phrase, found
    return (yield from _in_parts(read, phrase))


def _in_parts(read: RecordQuestion, phrase: str) -> Generator[Call, ToolOutcome, Found | None]:
    """Where this record holds something whose clinical words are made of those of a phrase."""
    for kind in (kind for kind in _kinds_of(read) if kind in _IN_PARTS):
        found = said_in_parts(phrase, (yield from types_in(kind)), told=read.kind == kind)
        if found:
            return kind, phrase, found
    return None
