"""A sentence behind a limit that lets some have another value: "Bilirubin < 1.5 x ULN. If on atazanavir, < 5 x ULN is acceptable"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, first_index, is_kind
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.silent import before_words
from osler.core.criteria.tree import all_of, any_of, atoms, map_expression
from osler.core.criteria.types import Expression, MeasuredValue, Unparsed

Read = Callable[[Sequence[Item]], Expression | None]
_NOTES = frozenset({"note", "notes", "nb", "n.b", "remark", "exception", "exceptions"})
_VALUES = frozenset({"value", "values", "level", "levels", "result", "results"})
_LIMITS = (Kind.VALUE, Kind.SCALED)


def states_limit(items: Sequence[Item]) -> bool:
    """Whether a sentence states a value, which one that only permits something does not."""
    return any(is_kind(item, *_LIMITS) for item in items)


def or_permitted(
    told: Expression, items: Sequence[Item], start: int, end: int, source: AtomSource, read: Read
) -> Expression:
    """What was asked before, or what a sentence permits in its place; `start` and `end` are those of "is acceptable".

    `read` reads alternatives. What is not understood stays as it is written, beside the one limit that it is said of.
    """
    row = _without_note(items)
    before = before_words(row, start)
    after = [item for item in row if item.start >= end]
    limits = [atom for atom in atoms(told) if isinstance(atom, MeasuredValue)]
    alternative = _alternative(_named(before, limits), after, read)
    stated = (
        {atom.name.lower() for atom in atoms(alternative) if isinstance(atom, MeasuredValue)} if alternative else set()
    )
    spoken_of = [atom for atom in limits if atom.name.lower() in stated]
    if alternative is not None and len(spoken_of) == 1:
        other = alternative
        return map_expression(told, lambda atom: any_of([atom, other]) if atom is spoken_of[0] else atom)
    span = source.span(items[0].start, items[-1].end)
    if len(limits) != 1:
        return told
    kept = Unparsed(text=span.quote, span=span)
    return map_expression(told, lambda atom: any_of([atom, kept]) if atom is limits[0] else atom)


def _without_note(items: Sequence[Item]) -> Sequence[Item]:
    colon = first_index(items, Kind.COLON)
    labels = colon is not None and colon < 2 and items[0].text in _NOTES and len(items) > colon + 1
    return items[colon + 1 :] if labels and colon is not None else items


def _named(items: list[Item], limits: Sequence[MeasuredValue]) -> list[Item]:
    """The items, in which a value that begins a clause has the name of the one limit that was told before."""
    items = [item for item in items if item.text not in _VALUES]
    place = first_index(items, *_LIMITS)
    name = limits[0].span if limits and len({limit.name for limit in limits}) == 1 else None
    bare = place is not None and (place == 0 or is_kind(items[place - 1], Kind.COMMA))
    if place is None or name is None or not bare:
        return items
    word = Token(Kind.WORD, name.start, name.end, limits[0].name.lower())
    return [*items[:place], word, *items[place:]]


def _alternative(before: Sequence[Item], after: Sequence[Item], read: Read) -> Expression | None:
    """What is permitted, with whom it is permitted to: "for patients with A", "if B"."""
    main = read(before) if before else None
    if main is None or any(isinstance(atom, Unparsed) for atom in atoms(main)):
        return None
    if not after:
        return main
    first = after[0]
    leads = is_kind(first, Kind.CONDITION) or first.text.split()[0] in {*cues().for_whom, "with", "who"}
    whom = read(after[1:]) if leads and len(after) > 1 else None
    if whom is None or any(isinstance(atom, Unparsed) for atom in atoms(whom)):
        return None
    return all_of([main, whom])
