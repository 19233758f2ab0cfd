"""Whether a tree was torn from its sentence: names that are no names, and numbers that it no longer holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.readings import value_test
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.asides import permits
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.known import names_something
from osler.core.criteria.parsing.qualifiers import qualifies
from osler.core.criteria.tree import atoms
from osler.core.criteria.types import Age, AllOf, AnyOf, AtLeast, Expression, Finding, MeasuredValue, Not, ValueTest
from osler.core.evidence import Span
from osler.core.terminology import Vocabularies

_CONNECTIVES = (Kind.COMMA, Kind.AND, Kind.OR)
_WORDED = frozenset({Kind.WORD, Kind.RESULT, Kind.TIME})
_TURNS = (Kind.NEGATION, Kind.EXCEPTION, Kind.UNLESS, Kind.EXAMPLES, Kind.CONDITION, Kind.COUNT, Kind.COLON)
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
    if name.lower().endswith(("naive", "na\u00efve", "experienced")):
        return False  # "Treatment-naive or previously treated"
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


def torn_member(tree: Expression, items: Sequence[Item], vocabularies: Vocabularies) -> tuple[int, int] | None:
    """Which items are the member of a list that a tree was torn in; None where it is no whole member of a plain list.

    A comma, or an "and", parts conditions that stand for themselves; a bare "or" may join two words of one.
    """
    if any(is_kind(item, *_TURNS) for item in items) or any(_waits(atom, vocabularies) for atom in _offered(tree)):
        return None
    named = [atom for atom in atoms(tree) if isinstance(atom, Finding | MeasuredValue)]
    starts = [atom.span.start for atom in named if atom.span and _is_fragment(atom, vocabularies)]
    starts += [item.start for item in _lost_numbers(tree, items)]
    place = next((n for n, item in enumerate(items) if starts and item.start <= min(starts) < item.end), None)
    if place is None:
        return None
    start = next((n + 1 for n in range(place, -1, -1) if is_kind(items[n], *_CONNECTIVES)), 0)
    end = next((n for n in range(place, len(items)) if is_kind(items[n], *_CONNECTIVES)), len(items))
    apart = [_parts(items[max(start - 2, 0) : start])] if start else []
    apart += [_parts(items[end : end + 2])] if end < len(items) else []
    says = any(is_kind(item, Kind.WORD) for item in items[start:end]) and end - start > 1
    return (start, end) if says and apart and all(apart) else None


def _parts(joints: Sequence[Item]) -> bool:
    return any(is_kind(item, Kind.COMMA, Kind.AND) for item in joints)


def _lost_number(tree: Expression, items: Sequence[Item]) -> bool:
    return next(iter(_lost_numbers(tree, items)), None) is not None


def _lost_numbers(tree: Expression, items: Sequence[Item]) -> Sequence[Item]:
    """The numbers that a sentence states outside brackets and a tree no longer holds."""
    numbered = [item for item in _stated(items) if item.kind is Kind.TIME or item.kind in _NUMBERED]
    if not numbered:
        return ()
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
        return ()
    spans = list(_told(tree))
    # Several limits of one measure are one test, which stands where the first of them does.
    tests = [test for atom in atoms(tree) if (test := getattr(atom, "test", None)) is not None]
    held = {bound.value for test in tests for bound in test.bounds}
    return [
        item
        for item in stated
        if not _holds(held, value_test(item))
        and not any(span.start < item.end and item.start < span.end for span in spans)
    ]


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
