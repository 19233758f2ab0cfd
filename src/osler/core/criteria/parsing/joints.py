"""Lists whose members are alternatives, whatever joins them: exclusions with "and", kinds of one thing between commas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.lists import Member
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.parsing.shared import are_diseases, has_one_noun
from osler.core.criteria.parsing.turns import begins_predicate
from osler.core.criteria.tree import any_of
from osler.core.criteria.types import AllOf, AnyOf, Expression, Finding, MeasuredValue
from osler.core.terminology import Vocabularies

_OF_ONE = frozenset({*cues().cannot, *cues().modals, *cues().refusals, *cues().difficulties})
"""What goes on with the same patient: "hyperthyroidism and failure to correct it"."""
_BRACKET = re.compile(r"\s*\([^()]*\)$")
_DISEASES = 3
"""So many diseases between commas are kinds of patients; two may be asked for together."""


def are_two_exclusions(parts: Sequence[Expression], found: Sequence[Member], place: int, before: str) -> bool:
    """Whether "A and B" among exclusions names two of them, of which either leaves somebody out.

    A predicate ("and has failed therapy"), a preposition, "both", or what something was found in spite of, asks for both.
    """
    first, second = _head(parts[place - 1]), _head(parts[place])
    if first is None or second is None or len(found) != len(parts):
        return False
    if isinstance(first, MeasuredValue) or isinstance(second, MeasuredValue):
        return _are_people(first, second) or _have_one_result(first, second)
    items, previous = found[place].items, found[place - 1].items
    opening = items[0]
    if not isinstance(opening, Token) or not is_kind(opening, Kind.WORD, Kind.TIME) or begins_predicate(items):
        return False
    if opening.text in cues().prepositions or opening.text in _OF_ONE:
        return False
    if previous[0].text in cues().refusals or _is_done(items):
        return False
    if any(item.text == "both" for item in previous) or before.split()[-1:] in (["despite"], ["between"], ["both"]):
        return False
    if _are_degrees(first, second) or only_adjectives(second.name.split()):
        return False
    return not _waits(previous)


def are_kinds(parts: Sequence[Expression], joints: Sequence[Kind | None], vocabularies: Vocabularies) -> bool:
    """Whether commas alone part kinds of one thing, of which nobody is asked to have all: "A arthritis, B arthritis, C arthritis".

    The members are taken as they are written: adjectives before one noun are asked for together.
    """
    if len(parts) < 2 or any(joint not in (None, Kind.COMMA) for joint in joints):
        return False
    if not all(isinstance(part, Finding) for part in parts):
        return False
    if len(parts) >= _DISEASES and are_diseases(parts, vocabularies):
        return True
    # A bracket after a name says more of it: "heart disease associated hypertension (with shunt)".
    bare = [
        part.model_copy(update={"name": _BRACKET.sub("", part.name)}) for part in parts if isinstance(part, Finding)
    ]
    names = {part.name.lower() for part in bare}
    return len(names) == len(parts) and all(" " in name for name in names) and has_one_noun(any_of(bare))


def is_open(found: Sequence[Member]) -> bool:
    """Whether a list ends in "etc": what it names are examples, of which nobody has all."""
    return len(found) > 2 and (found[-1].items[-1]).text.rstrip(".") == "etc"


def _head(part: Expression) -> Finding | MeasuredValue | None:
    """The condition that a member is, with its examples or its definition."""
    if isinstance(part, AnyOf) and part.sense in ("examples", "definition"):
        part = part.children[0]
    if isinstance(part, AllOf) and isinstance(part.children[0], Finding):
        part = part.children[0]  # "diabetics requiring insulin"
    return part if isinstance(part, Finding | MeasuredValue) else None


def _have_one_result(first: Expression, second: Expression) -> bool:
    """ "Positive for ova and parasites": one word of two tests, of which either leaves somebody out."""
    tests = [part.test for part in (first, second) if isinstance(part, MeasuredValue)]
    return len(tests) == 2 and tests[0].result is not None and tests[0].span is not None and tests[0] == tests[1]


def _are_people(first: Expression, second: Expression) -> bool:
    """Whether two values are those of two kinds of people: "hypertriglyceridemic (> 400) and hypercholesterolemic (> 260) subjects"."""
    values = [part for part in (first, second) if isinstance(part, MeasuredValue) and part.test.bounds]
    return len(values) == 2 and all(part.name.lower().split()[-1] in cues().persons for part in values)


def _are_degrees(first: Finding | MeasuredValue, second: Finding | MeasuredValue) -> bool:
    """Whether two names are one with two degrees: "active and uncontrolled malignancy" is one that is both."""
    one, other = first.name.lower().split(), second.name.lower().split()
    degree = set(one[:1]) <= set(cues().degrees) or set(other[:1]) <= set(cues().degrees)
    return degree and one[1:] == other[1:]


def _is_done(items: Sequence[Item]) -> bool:
    """Whether a member only says how something is done: "regularly followed up"."""
    words = [item.text for item in items[:2]]
    return len(words) > 1 and words[0].endswith("ly") and words[1].endswith(("ed", "ed-up"))


def _waits(items: Sequence[Item]) -> bool:
    """Whether a member ends in a verb or a preposition, so that the next one goes on with it."""
    return items[-1].text in {*cues().prepositions, *cues().verbs}
