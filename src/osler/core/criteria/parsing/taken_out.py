"""What a bracket takes out of what stands before it: "(apart from X)", "(does not apply to X)", "(topical X is allowed)"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.asides import says_nothing
from osler.core.criteria.parsing.exceptions import alternatives
from osler.core.criteria.parsing.grouping import Group, Item, is_kind, split_at
from osler.core.criteria.parsing.known import names_something
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.verdicts import before_permission
from osler.core.criteria.tree import all_of
from osler.core.criteria.types import CriterionKind, Except, Expression, Finding, Not

_SEVERAL = re.compile(r"[a-z]{3}(?<![siu])s$", re.IGNORECASE)
"""How a noun ends that names several things."""


def taken_out(group: Group, kind: CriterionKind) -> tuple[Item, Sequence[Item]] | None:
    """The cue and the words of what a bracket takes out of what stands before it; None where it takes out nothing."""
    first, last = group.items[0], group.items[-1]
    if (spared := _spared_by(group)) is not None:
        return spared
    permitted = before_permission(group.items) if kind == "exclusion" else None
    if permitted and last is not permitted[-1]:
        # "Steroids (topical steroids are allowed)"
        return last, permitted
    if _excludes(group):
        return last, group.items[:-1]
    denies = is_kind(first, Kind.NEGATION) and not says_nothing(group)
    excepts = denies or _excepts(group, kind) or is_kind(first, Kind.EXCEPTION, Kind.UNLESS)
    return (first, group.items[1:]) if excepts else None


def several_permitted(group: Group, kind: CriterionKind) -> list[tuple[Sequence[Item], Sequence[Item]]]:
    """What the sentences of a bracket permit, each with the proviso that it makes: "(A is permitted; B is allowed if treated)"."""
    if kind != "exclusion":
        return []
    told: list[tuple[Sequence[Item], Sequence[Item]]] = []
    for sentence in split_at(group.items, lambda item: is_kind(item, Kind.STOP, Kind.COMMA)):
        place = next((n for n, item in enumerate(sentence) if n and is_kind(item, Kind.CONDITION)), len(sentence))
        permitted = before_permission(sentence[:place])
        if not permitted:
            return []
        told.append((permitted, sentence[place + 1 :]))
    # One sentence without a proviso is read as a bracket that takes something out.
    return told if len(told) > 1 or (told and told[0][1]) else []


def lifted_from(
    part: Expression,
    permitted: Sequence[tuple[Sequence[Item], Sequence[Item]]],
    clause: Callable[..., Expression | None],
    depth: int,
) -> Expression:
    """A condition without what the sentences of its bracket permit."""
    spared: list[Expression] = []
    for row, proviso in permitted:
        whom = clause(row, inside_not=True, depth=depth)
        asked = clause(proviso, depth=depth) if proviso else None
        if whom is not None:
            spared += alternatives(whom) if asked is None else [all_of([whom, asked])]
    return Except(child=part, exceptions=tuple(spared)) if spared else part


def shown_and_permitted(group: Group, kind: CriterionKind) -> tuple[Group, Item, Sequence[Item]] | None:
    """A bracket of examples whose last member is permitted, in two: "(e.g. A, B; inhaled C is allowed)"; None where it is none."""
    permitted = before_permission(group.items) if kind == "exclusion" else None
    if not permitted or not is_kind(group.items[0], Kind.EXAMPLES):
        return None
    comma = max((n for n, item in enumerate(permitted) if is_kind(item, Kind.COMMA)), default=0)
    if comma < 2 or comma + 1 == len(permitted):
        return None
    return group._replace(items=group.items[:comma]), group.items[-1], permitted[comma + 1 :]


def _spared_by(group: Group) -> tuple[Item, Sequence[Item]] | None:
    """Whom a bracket says that something does not apply to: "(does not apply to X)"; None where it says no such thing."""
    place = next((n for n, item in enumerate(group.items) if is_kind(item, Kind.NEGATION)), None)
    if place is None or place + 3 >= len(group.items):
        return None
    verb, to = [item.text if isinstance(item, Token) else "" for item in group.items[place + 1 : place + 3]]
    spares = verb in ("apply", "applicable") and to in ("to", "for")
    return (group.items[place + 1], group.items[place + 3 :]) if spares else None


def _excepts(group: Group, kind: CriterionKind) -> bool:
    """ "(apart from X)", and among exclusions "(must be on a stable dose)": who meets the demand is not left out."""
    first = group.items[0]
    demands = kind == "exclusion" and isinstance(first, Token) and first.text in ("must", "should")
    return len(group.items) > 1 and isinstance(first, Token) and (demands or first.text in cues().bracket_excepts)


def _excludes(group: Group) -> bool:
    """ "Skin lesions (melanoma excluded)"."""
    last = group.items[-1]
    return len(group.items) > 1 and isinstance(last, Token) and last.text == "excluded"


def without(
    part: Expression,
    cue: Item,
    row: Sequence[Item],
    source: AtomSource,
    clause: Callable[..., Expression | None],
    depth: int,
) -> Expression:
    """A condition without what its bracket takes out of it."""
    inside = clause(row, depth=depth)
    if inside is None or (isinstance(row[0], Token) and row[0].text == "otherwise"):
        # "(unless otherwise advised)" names no exception.
        return part
    told = source.span(cue.start, cue.end)
    if is_kind(cue, Kind.NEGATION) and not _is_one_of(part, cue, inside, source):
        return all_of([part, Not(child=inside, cue=told)])
    return Except(child=part, exceptions=alternatives(inside), cue=told)


def _is_one_of(part: Expression, cue: Item, denied: Expression, source: AtomSource) -> bool:
    """ "Inotropic drugs (not norepinephrine)": a name that is denied of several things is one of them; a state is denied of the whole."""
    if cue.text != "not" or not isinstance(part, Finding) or not isinstance(denied, Finding) or denied.windows:
        return False
    several = _SEVERAL.search(part.name.split()[-1]) is not None
    return several and names_something(denied.name, source.vocabularies)
