"""A later sentence that explains the one before it: "Shock is defined as …", "These include …", "Exceptions are …"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.exceptions import alternatives
from osler.core.criteria.parsing.grouping import Item, first_index, is_kind
from osler.core.criteria.parsing.shown import names_examples
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.tree import any_of, atoms, defined_as, examples_of, map_expression
from osler.core.criteria.types import Atom, Except, Expression, Finding, MeasuredValue

_LONGEST_TERM = 6

Read = Callable[[Sequence[Item]], Expression | None]


def explains(told: Expression, items: Sequence[Item], read: Read) -> Expression | None:
    """What was told before with a sentence that says what it means, names examples of it, or takes something out of it."""
    place = first_index(items, Kind.EXAMPLES, Kind.EXCEPTION)
    if place is None or place > _LONGEST_TERM or place + 1 == len(items):
        return None
    term = _term(items[:place])
    if term is None:
        return None
    body = read(items[place + 1 :])
    if body is None:
        return None
    if is_kind(items[place], Kind.EXCEPTION):
        return None if term else Except(child=told, exceptions=alternatives(body))
    shown = names_examples(items[place])
    body = any_of(alternatives(body)) if shown else body
    explained = examples_of if shown else defined_as
    if not term:
        return explained(told, body)
    named = next((atom for atom in atoms(told) if _names(atom, term)), None)
    if named is None:
        return None
    return map_expression(told, lambda atom: explained(atom, body) if atom is named else atom)


def _term(items: Sequence[Item]) -> list[str] | None:
    """The words that a sentence explains, none where it points back ("this includes"); None where it is no such sentence."""
    if not all(is_kind(item, Kind.WORD) for item in items):
        return None
    words = strip_frames([item for item in items if isinstance(item, Token)])
    while words and words[-1].text in cues().verbs:
        words = words[:-1]
    if [word.text for word in words[:2]] in (["examples", "of"], ["example", "of"]):
        words = words[2:]
    return [word.text for word in words if word.text not in cues().points_back | cues().possibilities]


def _names(atom: Atom, term: Sequence[str]) -> bool:
    return isinstance(atom, Finding | MeasuredValue) and set(term) <= set(atom.name.lower().split())
