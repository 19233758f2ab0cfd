"""Limits that hold in some cases only: "ALT <= 2.5 x ULN (<= 5 x ULN if liver metastases)", "(6 weeks for mitomycin)"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.readings import lasting
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.combine import like
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.tree import all_of, any_of, atoms, map_atoms, requirement
from osler.core.criteria.types import AllOf, AnyOf, Atom, Bound, Expression, Finding, MeasuredValue, Not, Window
from osler.core.terminology import Vocabularies

_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LIMITS = (Kind.VALUE, Kind.GRADE, Kind.SCALED, Kind.DURATION)

_DAYS = {"minutes": 1 / 1440, "hours": 1 / 24, "days": 1.0, "weeks": 7.0, "months": 30.44, "years": 365.25}

Clause = Callable[..., Expression | None]


def groups_of_values(rows: Sequence[Sequence[Item]], vocabularies: Vocabularies) -> list[int]:
    """Where in each row the words end that say of whom its value is asked: "< 20 % in patients with A", ">= 900 in B"; none where a row has no such words."""
    places = [_end_of_whom(row) for row in rows]
    told = [place for place in places if place is not None]
    if len(rows) < 2 or len(told) < len(rows):
        return []
    grouped = all(first_index(row, Kind.JOINING, words=cues().in_groups) is not None for row in rows)
    named = [" ".join(_words(row[place + 1 :])) for row, place in zip(rows, told, strict=True)]
    limits = all(is_kind(row[0], Kind.VALUE) for row in rows[1:])
    known = limits and any(names_condition(name, vocabularies) for name in named)
    return told if grouped or known else []


def _end_of_whom(row: Sequence[Item]) -> int | None:
    place, value = first_index(row, Kind.JOINING, words=cues().in_groups), first_index(row, Kind.VALUE)
    if place is not None or value is None:
        return place
    words = _words(row[value + 1 :])
    if words[:1] not in (["in"], ["for"]):
        return None
    of_people = words[1:2] != [] and words[1] in cues().persons and words[2:3] == ["in"]
    return value + (3 if of_people else 1)


def _words(row: Sequence[Item]) -> list[str]:
    return [item.text if isinstance(item, Token) and item.kind is Kind.WORD else "" for item in row]


_GIVEN = frozenset({"relief", "benefit", "improvement", "response", "evidence", "consent", "information"})


def without_deeds(items: Sequence[Item]) -> list[Item]:
    """ "Injections that provided relief": what something provided is no condition on it."""
    if not any(item.text == "provided" for item in items):
        return list(items)
    return [
        item._replace(kind=Kind.WORD)
        if isinstance(item, Token) and item.kind is Kind.CONDITION and _is_deed(items, place)
        else item
        for place, item in enumerate(items)
    ]


def _is_deed(items: Sequence[Item], place: int) -> bool:
    if items[place].text != "provided" or not place or not is_kind(items[place - 1], Kind.WORD, Kind.JOINING):
        return False
    told = {item.text for item in items[place + 1 :] if isinstance(item, Token)}
    given = not _GIVEN.isdisjoint(told) and cues().verbs.isdisjoint(told)
    return items[place - 1].text in cues().relative.things or given


def if_any(items: Sequence[Item], place: int) -> int | None:
    """Where what is asked begins in "liver metastases, if any, ALT < 5 x ULN"; None where no such words stand between two clauses."""
    after = [item.text for item in items[place + 1 : place + 2]]
    ends = place + 3 < len(items) and is_kind(items[place + 2], Kind.COMMA)
    return place + 3 if place > 1 and ends and after[0] in ("any", "present") else None


def in_some_cases(part: Expression, group: Group, source: AtomSource, clause: Clause, depth: int) -> Expression | None:
    """A condition with the limit that a bracket sets in some cases; None where the bracket sets none."""
    items = list(group.items)
    while items and is_kind(items[0], *CONNECTIVES):
        items.pop(0)
    if (
        len(items) > 2
        and is_kind(items[0], Kind.CONDITION)
        and is_kind(items[-1], *_LIMITS)
        and isinstance(part, MeasuredValue)
    ):
        # "(in case of liver metastases < 5 x ULN)": the limit stands behind its case.
        items = [items[-1], *items[:-1]]
    items = _named_again(items, part)
    limit = _limit(items[0], part) if len(items) > 2 else None
    if limit is None or not _opens_case(items[1]):
        return None
    named = [atom for atom in atoms(part) if isinstance(atom, Finding | MeasuredValue)]
    case = clause(items[1:] if is_kind(items[1], Kind.WORD) else items[2:], depth=depth) if named else None
    if case is None:
        return None
    if limit.kind is Kind.DURATION and isinstance(named[-1], Finding):
        if is_kind(items[1], Kind.CONDITION):
            return _within_in_case(part, named[-1], limit, case)
        return _at_other_length(part, named[-1], limit, case)
    other = like(part, [limit], source)
    return _with_case(part, named[-1], other, case) if isinstance(other, MeasuredValue) else None


def _named_again(items: list[Item], part: Expression) -> list[Item]:
    """ "Bilirubin <= 1.5 x ULN (patients with Gilbert's syndrome bilirubin <= 3 x ULN)": the limit before the case, without the name."""
    name = part.name.lower().split() if isinstance(part, MeasuredValue) else []
    words = [item.text if isinstance(item, Token) else "" for item in items]
    people = bool(words) and words[0] in cues().persons and len(items) > len(name) + 3
    if not name or not people or not is_kind(items[-1], Kind.VALUE) or words[-1 - len(name) : -1] != name:
        return items
    return [items[-1], *items[1 : -1 - len(name)]]


def measured_in_cases(tree: Expression) -> MeasuredValue | None:
    """The measure that a member tests, by one limit or by others in some cases; None where it tests no one measure."""
    if isinstance(tree, AllOf | AnyOf):
        usual = tree.children[0]
        again = [atom for atom in atoms(tree) if isinstance(atom, MeasuredValue)]
        alone = isinstance(usual, MeasuredValue) and len(again) > 1 and {(atom.name, atom.span) for atom in again}
        return usual if isinstance(usual, MeasuredValue) and alone and len(alone) == 1 else None
    return tree if isinstance(tree, MeasuredValue) else None


def _limit(item: Item, part: Expression) -> Token | None:
    """The limit that a bracket begins with; after a scale a bare number is one too: "ECOG 0-1 (or 2 if …)"."""
    if not isinstance(item, Token) or item.kind in _LIMITS:
        return item if isinstance(item, Token) else None
    scaled = isinstance(part, MeasuredValue) and part.scale is not None
    if scaled and item.text.isdigit():
        return item._replace(kind=Kind.GRADE)
    if not isinstance(part, MeasuredValue) or len(part.test.bounds) != 1 or not _PLAIN_NUMBER.fullmatch(item.text):
        return None
    # "> 3.0 ng/mL (or 1.5 if on finasteride)": the same comparison with another number.
    return item._replace(kind=Kind.VALUE, text=f"{part.test.bounds[0].comparator.value} {item.text}")


def _opens_case(item: Item) -> bool:
    if is_kind(item, Kind.CONDITION):
        return True
    if not isinstance(item, Token):
        return False
    first = item.text.split()[0]
    return first == "with" or first in cues().for_whom


def _with_case(
    part: Expression, usual: Finding | MeasuredValue, other: MeasuredValue, case: Expression
) -> Expression | None:
    """The usual limit, or in the case the other one; a stricter one is asked for in the case besides."""
    if not isinstance(usual, MeasuredValue) or part is not usual:
        return None
    other = _in_unit_of(usual, other)
    if (wider := _is_wider(usual, other)) is None:
        told = any_of([all_of([Not(child=case), usual]), all_of([case, other])])
    elif wider:
        told = any_of([usual, all_of([case, other])])
    else:
        told = all_of([usual, requirement(case, other)])
    return told


def _in_unit_of(usual: MeasuredValue, other: MeasuredValue) -> MeasuredValue:
    """The other limit, where it is a bare number, in the unit of the usual one."""
    unit = next((bound.unit for bound in usual.test.bounds), "")
    bounds = tuple(
        bound if bound.unit or bound.times else bound.model_copy(update={"unit": unit}) for bound in other.test.bounds
    )
    return other.model_copy(update={"test": other.test.model_copy(update={"bounds": bounds})})


def _is_wider(usual: MeasuredValue, other: MeasuredValue) -> bool | None:
    """Whether who passes the usual limit passes the other; None where they are not of one kind."""
    if len(usual.test.bounds) != 1 or len(other.test.bounds) != 1:
        # One more value of a scale: "0-1 (or 2 if …)".
        return True if usual.scale is not None else None
    first, second = usual.test.bounds[0], other.test.bounds[0]
    if (first.unit and second.unit and first.unit != second.unit) or first.times != second.times:
        return None
    sides = _side(first), _side(second)
    if sides[0] != sides[1] or sides[0] == "=":
        return None
    return second.value > first.value if sides[0] == "<" else second.value < first.value


def _side(bound: Bound) -> str:
    return bound.comparator.value[0]


def _at_other_length(part: Expression, usual: Finding, limit: Token, case: Expression) -> Expression | None:
    """ "Chemotherapy within 4 weeks (6 weeks for mitomycin)": the same window, longer or shorter, of what is named."""
    window, length = _last_length(usual.windows), next(iter(lasting(limit)), None)
    if window is None or length is None:
        return None
    told = window.model_copy(update={"length": length.length, "unit": length.unit})

    def dated(atom: Atom) -> Atom:
        return atom.model_copy(update={"windows": (*atom.windows, told)}) if isinstance(atom, Finding) else atom

    return any_of([part, map_atoms(case, dated)])


def _within_in_case(part: Expression, usual: Finding, limit: Token, case: Expression) -> Expression | None:
    """ "Embolization within 6 months (1 month if there are other lesions)": the shorter time in the case, else the longer one."""
    window, length = _last_length(usual.windows), next(iter(lasting(limit)), None)
    if window is None or length is None or length.length is None or length.unit is None:
        return None
    told = window.model_copy(update={"length": length.length, "unit": length.unit})
    other = map_atoms(part, lambda atom: _instead(atom, window, told))
    shorter = length.length * _DAYS[length.unit] < (window.length or 0.0) * _DAYS[window.unit or length.unit]
    return any_of([other, all_of([part, Not(child=case)])]) if shorter else any_of([part, all_of([other, case])])


def _instead(atom: Atom, old: Window, new: Window) -> Atom:
    """A condition with one of its times in place of another."""
    if not isinstance(atom, Finding) or old not in atom.windows:
        return atom
    return atom.model_copy(update={"windows": tuple(new if one == old else one for one in atom.windows)})


def _last_length(windows: Sequence[Window]) -> Window | None:
    return next((one for one in reversed(windows) if one.length is not None and one.kind == "within"), None)


_LASTING = frozenset({"persistent", "persisting", "sustained", "confirmed", "repeated", "reproducible", "verified"})


def behind_value(body: Expression, condition: Expression) -> Expression | None:
    """What "if" says behind a value of an inclusion; None where it says of whom the value is asked.

    "WBC < 3 if persistent" asks for both; "ALT < 3 x ULN, or < 5 x ULN if there are metastases" lets some have more.
    """
    first = next(atoms(condition))
    if isinstance(first, Finding) and first.name.split()[0].lower() in _LASTING:
        return all_of([body, condition])
    offered = body.children if isinstance(body, AnyOf) and body.sense == "alternatives" else ()
    values = [one for one in offered[-2:] if isinstance(one, MeasuredValue)]
    if len(values) == 2 and values[0].name == values[1].name:
        return any_of([*offered[:-1], all_of([values[1], condition])])
    return None
