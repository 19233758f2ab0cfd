"""What a bracket says of the words before it: another name, a definition, a refinement, examples, an exception."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.lexicon import is_measurement
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.atoms import stage_atom
from osler.core.criteria.parsing.combine import alternatives, modified
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.shared import is_numbered, only_adjectives
from osler.core.criteria.tree import all_of, atoms, examples_of
from osler.core.criteria.types import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Comparator,
    CriterionKind,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
)

_SHORT_NAME = 6
_ASIDE = re.compile(r"(?:see|as|per|according|by|at|both|either|any|all|or|and|for|whichever|inclusive|total|all)\b")
_MODIFIERS = (Kind.TIME, Kind.VALUE, Kind.DURATION, Kind.GRADE, Kind.RESULT)
_PERMITS = frozenset({"accepted", "acceptable", "allowed", "permitted"})
_CODED = re.compile(r"icd|cpt\b|codes?$|procedure codes?$")
_YEAR = re.compile(r"(?:19|20)\d\d")
_INSTEAD = frozenset({Kind.VALUE, Kind.GRADE, Kind.SCALED, Kind.RESULT})

Clause = Callable[..., Expression | None]


def with_bracket(
    part: Expression | None, group: Group, source: AtomSource, clause: Clause, depth: int, kind: CriterionKind
) -> Expression | None:
    """A condition with its bracket. A bracket defines or narrows what stands before it; it is never an alternative."""
    if not group.items:
        return part
    first = group.items[0]
    if part is None:
        return clause(group.items, depth=depth)
    if is_kind(first, Kind.EXCEPTION, Kind.UNLESS, Kind.NEGATION):
        inside = clause(group.items[1:], depth=depth)
        if inside is None:
            return part
        cue = source.span(first.start, first.end)
        if is_kind(first, Kind.NEGATION):
            return all_of([part, Not(child=inside, cue=cue)])
        return Except(child=part, exceptions=alternatives(inside), cue=cue)
    if is_kind(first, Kind.EXAMPLES):
        inside = clause(group.items[1:], inside_not=names_examples(first), depth=depth)
        return part if inside is None else explained(part, first, inside)
    if isinstance(first, Token) and (stage := stage_atom(first, source)) is not None and isinstance(part, Finding):
        return all_of([part, stage])
    if is_kind(first, *_MODIFIERS) and not any(is_kind(item, Kind.WORD) for item in group.items):
        tokens = [item for item in group.items if isinstance(item, Token) and item.kind is not Kind.WORD]
        return modified(part, tokens, source)
    return _plain(part, group, source, clause, depth, kind)


def _plain(
    part: Expression, group: Group, source: AtomSource, clause: Clause, depth: int, kind: CriterionKind
) -> Expression:
    """A condition with a bracket that no word announces."""
    if is_kind(group.items[0], Kind.REGARDLESS) or names_again(part, group, source) or _says_nothing(group):
        return part
    inside = clause(group.items, inside_not=True, depth=depth)
    if inside is None or isinstance(part, Age):
        # What stands in a bracket after an age is of a place or a cohort: "(18 years onward in Cambodia)".
        return part
    if (counted := _so_many_of(part, inside)) is not None:
        return counted
    open_ended = isinstance(last := group.items[-1], Token) and last.text == "etc"
    joints = [item for item in group.items if is_kind(item, Kind.OR, Kind.AND, Kind.COMMA)]
    closed = bool(joints) and not is_kind(joints[-1], Kind.COMMA)
    listed = kind == "exclusion" and not closed and _lists_kinds(part, inside)
    return examples_of(part, inside) if open_ended or listed else _narrowed(part, inside)


def _lists_kinds(part: Expression, inside: Expression) -> bool:
    """Whether a bracket lists kinds of a condition: "(myasthenia gravis, myopathy)" after "muscle diseases"."""
    if not isinstance(part, Finding) or not isinstance(inside, AnyOf):
        return False
    names = [child.name.split() for child in inside.children if isinstance(child, Finding)]
    if len(names) < len(inside.children) or inside.sense != "alternatives":
        return False
    return not any(is_numbered(words) or only_adjectives(words) for words in names)


def explained(part: Expression, cue: Item, inside: Expression) -> Expression:
    """What follows "such as" are examples; what follows "defined as" or "confirmed by" narrows."""
    if (counted := _so_many_of(part, inside)) is not None:
        return counted
    if isinstance(cue, Token) and _BY_WHOM.fullmatch(cue.text) and not any(map(_is_test, atoms(inside))):
        # "As defined by the DSM" names who defined it.
        return part
    return examples_of(part, inside) if names_examples(cue) else _narrowed(part, inside)


def _is_test(atom: Atom) -> bool:
    return isinstance(atom, MeasuredValue | Age)


def _so_many_of(part: Expression, inside: Expression) -> AtLeast | None:
    """ "At least two symptoms of heart failure (dyspnoea, fatigue, oedema)": so many of those that are listed."""
    if not isinstance(part, MeasuredValue) or is_measurement(part.name) or len(part.test.bounds) != 1:
        return None
    bound, listed = part.test.bounds[0], alternatives(inside)
    if bound.comparator not in (Comparator.GE, Comparator.GT) or bound.unit or bound.times:
        return None
    count = int(bound.value) + (bound.comparator is Comparator.GT)
    fits = bound.value.is_integer() and 1 < count < len(listed)
    return AtLeast(count=count, children=listed) if fits else None


def names_examples(cue: Item) -> bool:
    """Whether a cue announces examples, and not a definition."""
    return isinstance(cue, Token) and bool(_EXAMPLE.match(cue.text))


_BY_WHOM = re.compile(r"(?:as )?defined by")
_EXAMPLE = re.compile(r"e\.?g|such as|for (?:example|instance)|includ|especially|in particular")


def _narrowed(part: Expression, inside: Expression) -> Expression:
    """A condition with what defines it: "diabetes (type 2)" is one name, "obesity (BMI > 30)" two conditions."""
    head = part.children[-1] if isinstance(part, AllOf) else part
    if isinstance(inside, Finding) and isinstance(head, Finding) and not inside.windows:
        words = inside.name.split()
        if is_numbered(words) or only_adjectives(words):
            grown = head.model_copy(update={"name": f"{inside.name} {head.name}"})
            return all_of([*part.children[:-1], grown]) if isinstance(part, AllOf) else grown
    if isinstance(part, MeasuredValue) and isinstance(inside, Finding):
        # Beside a value a bracket says how it is measured: "creatinine clearance > 60 (Cockcroft-Gault)".
        return part
    return all_of([part, inside])


def names_again(part: Expression, group: Group, source: AtomSource) -> bool:
    """Whether a bracket holds only other names of what stands before it: "(AST or SGOT)", "(heart attack)"."""
    words = [source.text[item.start : item.end] for item in group.items if is_kind(item, Kind.WORD, Kind.SCALE)]
    if any(is_kind(item, *_INSTEAD) for item in group.items):
        return False
    if isinstance(part, Finding | MeasuredValue) and _spelled_out(part.name.split()[-1], words):
        return True
    return all(len(word) <= _SHORT_NAME and not word.islower() for word in words)


def _spelled_out(short: str, words: Sequence[str]) -> bool:
    """Whether words spell an abbreviation out: "RIF (repeated implantation failure)"."""
    initials = "".join(part[0] for word in words for part in word.split("-") if part).lower()
    return len(short) > 1 and short.isupper() and initials == short.lower()


def _says_nothing(group: Group) -> bool:
    """Whether a bracket is an aside: a reference, a method, a code, a remark."""
    first = group.items[0]
    if any(isinstance(item, Token) and _YEAR.fullmatch(item.text) for item in group.items):
        # A work and its year: "(European Society of Cardiology, 2016)".
        return True
    if any(isinstance(item, Token) and _CODED.match(item.text) for item in group.items):
        return True
    if isinstance(last := group.items[-1], Token) and last.text in _PERMITS:
        return True
    return isinstance(first, Token) and first.kind in (Kind.WORD, Kind.AND, Kind.OR) and bool(_ASIDE.match(first.text))
