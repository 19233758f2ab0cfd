"""Whether a tree was torn from its sentence: names that are no names, and numbers that it no longer holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.readings import value_test
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.asides import permits
from osler.core.criteria.parsing.grouping import Group, Item
from osler.core.criteria.parsing.known import names_something
from osler.core.criteria.parsing.qualifiers import qualifies
from osler.core.criteria.tree import atoms
from osler.core.criteria.types import Age, AllOf, AnyOf, AtLeast, Expression, Finding, MeasuredValue, Not, ValueTest
from osler.core.evidence import Span
from osler.core.terminology import Vocabularies

_CONNECTIVES = (Kind.COMMA, Kind.AND, Kind.OR)
_WORDED = frozenset({Kind.WORD, Kind.RESULT, Kind.TIME})
_NUMBERED = (Kind.VALUE, Kind.DURATION, Kind.SCALED)
_DIGIT = re.compile(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b")

# "At least one lesion" says no more than a lesion; a number of members is that of the list.
_COUNT = re.compile(r"at least (?:one|two|three|1|2|3)|(?:one|1) or more")


def is_torn(tree: Expression, items: Sequence[Item], vocabularies: Vocabularies) -> bool:
    """Whether a tree holds half a phrase, or has lost a number that the sentence states outside brackets."""
    named = [atom for atom in atoms(tree) if isinstance(atom, Finding | MeasuredValue)]
    if any(_is_fragment(atom, vocabularies) for atom in named) or _is_of_spread(named, items):
        return True
    return any(_waits(atom, vocabularies) for atom in _offered(tree)) or _lost_number(tree, items)


def rejoined(tree: Expression, items: Sequence[Item], vocabularies: Vocabularies) -> list[Item] | None:
    """The items, with what cannot stand alone one word with its neighbour ("low or intermediate" risk); None where nothing is so."""
    if not any(item.kind is Kind.COMMA for item in items):
        return None  # one phrase, which stays whole
    for atom in _offered(tree):
        if atom.span is not None and _waits(atom, vocabularies):
            place = next((n for n, item in enumerate(items) if item.start >= atom.span.end), 0)
            if (row := _one_word(items, place)) is not None:
                return row
    return None


def _one_word(items: Sequence[Item], place: int) -> list[Item] | None:
    """The items with the words on both sides of a connective as one; None where there is none."""
    end = place
    while end < len(items) and items[end].kind in _CONNECTIVES:
        end += 1
    if not 0 < place < end < len(items) or not {items[place - 1].kind, items[end].kind} <= _WORDED:
        return None
    text = " ".join(item.text for item in items[place - 1 : end + 1])
    return [*items[: place - 1], Token(Kind.WORD, items[place - 1].start, items[end].end, text), *items[end + 1 :]]


def _is_of_spread(named: Sequence[Finding | MeasuredValue], items: Sequence[Item]) -> bool:
    """ "More than 2 standard deviations below the mean": the number is one of deviations, and of no measure."""
    if not any(item.text in ("deviation", "deviations") for item in items):
        return False
    tests = [atom.test for atom in named if isinstance(atom, MeasuredValue) and atom.scale is None]
    return any(bound.value and not bound.unit and not bound.times for test in tests for bound in test.bounds)


def without_remarks(items: Sequence[Item]) -> list[Item]:
    """The items without brackets that state no number."""
    return [item for item in items if not isinstance(item, Group) or _states_number(item)]


def _states_number(group: Group) -> bool:
    return any(token.kind in _NUMBERED or _DIGIT.search(token.text) for token in _stated(group.items))


def _offered(tree: Expression) -> Iterator[Finding]:
    """The findings that a tree offers beside others."""
    if isinstance(tree, AnyOf) and tree.sense == "alternatives":
        named = [child for child in tree.children if isinstance(child, Finding)]
        # What stands last beside names alone has no noun to wait for: "in need of admission or suicidal".
        yield from named[:-1] if len(named) == len(tree.children) else named
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        yield from (atom for child in tree.children for atom in _offered(child))
    elif isinstance(tree, Not):
        yield from _offered(tree.child)


def _waits(atom: Finding, vocabularies: Vocabularies) -> bool:
    """Whether one of several names is an adjective that waits for its noun: "illegal or prescribed drugs"."""
    name = atom.name
    if " " in name or atom.windows or name.lower() in cues().attributive or name.lower() in cues().of_one_sex:
        return False
    if name.lower() in cues().ranks:
        return True
    return qualifies(name, vocabularies) and not names_something(name, vocabularies)


def _is_fragment(atom: Finding | MeasuredValue, vocabularies: Vocabularies) -> bool:
    """Whether a name is no name: it begins or ends in the middle of a phrase, or only qualifies one."""
    # A capital may be a name where the small letter is an article: "hepatitis A".
    name = atom.name[:1].lower() + atom.name[1:]
    if _dangling().search(name):
        return True
    if isinstance(atom, MeasuredValue) and name == "duration":
        return False  # "cycles with a duration of 24 to 35 days"
    return name in cues().only_qualify and not names_something(name, vocabularies)


@cache
def _dangling() -> re.Pattern[str]:
    """What no name begins with, ends in, or holds where a number was taken out of its middle."""
    lexicon = cues()
    opening, ending = ("|".join(map(re.escape, words)) for words in (lexicon.no_opening, lexicon.no_ending))
    before, after = ("|".join(map(re.escape, words)) for words in (lexicon.gap_before, lexicon.gap_after))
    return re.compile(
        rf"^(?:{opening})\b|\b(?:{ending})$|(?<!cared )(?<!called )\b(?:{before}) (?:{after})\b|\bbetween \d+$"
    )


def _lost_number(tree: Expression, items: Sequence[Item]) -> bool:
    numbered = [item for item in _stated(items) if item.kind is Kind.TIME or item.kind in _NUMBERED]
    if not numbered:
        return False
    aged = any(isinstance(atom, Age) for atom in atoms(tree))
    stated = [
        item
        for item in numbered
        # "18 years of age at visit 1": the day of an age is none of its limits.
        if not (aged and item.kind is Kind.TIME and item.text.startswith("at "))
        and (item.kind in _NUMBERED or (item.kind is Kind.TIME and _DIGIT.search(item.text)))
        and not _COUNT.fullmatch(item.text)
    ]
    if not stated:
        return False
    spans = list(_told(tree))
    # Several limits of one measure are one test, which stands where the first of them does.
    tests = [test for atom in atoms(tree) if (test := getattr(atom, "test", None)) is not None]
    held = {bound.value for test in tests for bound in test.bounds}
    return any(
        not _holds(held, value_test(item))
        and not any(span.start < item.end and item.start < span.end for span in spans)
        for item in stated
    )


def _holds(held: set[float], test: ValueTest | None) -> bool:
    return test is not None and {bound.value for bound in test.bounds} <= held


def _stated(items: Sequence[Item], *, inside: bool = False) -> Iterator[Token]:
    """The tokens of a sentence; of brackets, only values, for a length of time is often said in two ways."""
    for place, item in enumerate(items):
        if isinstance(item, Group):
            if (place and _restates(items[place - 1], item)) or _allows(item):
                continue
            yield from _stated(item.items, inside=True)
        elif not inside or item.kind is Kind.VALUE:
            yield item


def _allows(group: Group) -> bool:
    """ "(5 % deviation allowed)": how exactly a value is meant is no value."""
    last = group.items[-1] if group.items else None
    return (isinstance(last, Token) and last.text in cues().bracket_permits) or permits(group)


def _restates(before: Item, group: Group) -> bool:
    """Whether a bracket says a value again in another unit: "< 15 mmol/L (270 mg/dL)"."""
    plain = isinstance(before, Token) and before.kind is Kind.VALUE
    first = group.items[0] if group.items else None
    if plain and isinstance(first, Token) and first.text in cues().approximations:
        return True
    return plain and len(group.items) == 1 and isinstance(group.items[0], Token) and group.items[0].kind is Kind.VALUE


def _told(tree: Expression) -> Iterator[Span]:
    """Where the values, times and names of a tree stand."""
    for atom in atoms(tree):
        parts = [atom, getattr(atom, "test", None), *getattr(atom, "windows", ())]
        yield from (span for part in parts if (span := getattr(part, "span", None)) is not None)
