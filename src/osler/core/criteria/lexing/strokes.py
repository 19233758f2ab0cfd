"""The limits that registries lost the strokes of: "creatinine = 2 mg/dl" leaves out who has 2 mg/dl or more."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel, ConfigDict

from osler.core.criteria.lexing.lexicon import cue_pattern, words_pattern
from osler.core.criteria.tree import atoms, map_atoms
from osler.core.criteria.types import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Bound,
    Comparator,
    CriterionKind,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    ValueTest,
    Window,
)
from osler.yaml_reader import packaged_yaml

_GROWN, _ELDERLY = (16, 65), 60
"""The years from which an inclusion takes people, and those from which an exclusion leaves them out."""


class Directions(BaseModel):
    """The word lists of `strokes.yml`; what each is for is said there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ill_when_low: tuple[str, ...]
    ill_when_high: tuple[str, ...]
    of_either_end: tuple[str, ...]
    at_least: tuple[str, ...]
    at_most: tuple[str, ...]
    says_low: tuple[str, ...]
    says_high: tuple[str, ...]


def with_strokes(tree: Expression, kind: CriterionKind) -> Expression:
    """The tree with the limits that were meant; an equality whose direction nothing tells stays one."""
    named = list(atoms(tree))
    if any(map(_holds_equal_time, named)):
        tree = map_atoms(tree, _in_time)
    equal = [atom for atom in named if isinstance(atom, MeasuredValue | Age) and _is_equal(atom.test)]
    graded = [atom.scale for atom in equal if isinstance(atom, MeasuredValue) and atom.scale]
    # "ECOG = 1 or ECOG = 2": grades that are named one by one are meant so.
    return _restored(tree, kind == "exclusion") if equal and len(graded) == len(set(graded)) else tree


def _holds_equal_time(atom: Atom) -> bool:
    return any(window.comparator is Comparator.EQ for window in getattr(atom, "windows", ()))


def _in_time(atom: Atom) -> Atom:
    """ "For = 4 weeks" is so long or longer, "= 1 month before" not longer ago."""
    signs = {"lasting": Comparator.GE, "before": Comparator.GE, "within": Comparator.LE}

    def meant(window: Window) -> Window:
        sign = signs.get(window.kind) if window.comparator is Comparator.EQ else None
        return window if sign is None else window.model_copy(update={"comparator": sign})

    if not _holds_equal_time(atom):
        return atom
    return atom.model_copy(update={"windows": tuple(map(meant, getattr(atom, "windows", ())))})


def _restored(tree: Expression, ill: bool, *, defines: bool = False) -> Expression:
    """A tree of which the ill or the sound end is asked for; a value that defines an illness is a limit without any sign."""
    if isinstance(tree, AnyOf) and tree.sense == "definition":
        ill, defines = _is_illness(tree.children[0], ill), True

    def inside(child: Expression, asked: bool = ill) -> Expression:
        return _restored(child, asked, defines=defines)

    if isinstance(tree, AnyOf) and tree.sense == "requirement":
        return tree.model_copy(update={"children": (tree.children[0], *map(inside, tree.children[1:]))})
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        return tree.model_copy(update={"children": tuple(map(inside, tree.children))})
    if isinstance(tree, Not):
        return tree.model_copy(update={"child": inside(tree.child, not ill)})
    if isinstance(tree, Except):
        spared = tuple(inside(one, not ill) for one in tree.exceptions)
        return tree.model_copy(update={"child": inside(tree.child), "exceptions": spared})
    if isinstance(tree, MeasuredValue | Age) and (_is_equality(tree.test) or (defines and _is_bare(tree))):
        bound = tree.test.bounds[0]
        sign = _age_sign(bound, ill) if isinstance(tree, Age) else _sign(tree, bound, ill)
        if sign is not None:
            test = tree.test.model_copy(update={"bounds": (bound.model_copy(update={"comparator": sign}),)})
            return tree.model_copy(update={"test": test})
    return tree


def _is_equal(test: ValueTest) -> bool:
    return len(test.bounds) == 1 and test.bounds[0].comparator is Comparator.EQ and test.bounds[0].value != 0


def _is_bare(atom: MeasuredValue | Age) -> bool:
    """Whether a measured amount stands without a sign: "severe anaemia (Hb 7 g/dl)"."""
    measured = isinstance(atom, MeasuredValue) and atom.scale is None
    return measured and _is_equal(atom.test) and bool(atom.test.bounds[0].unit)


def _is_equality(test: ValueTest) -> bool:
    """Whether a test is one equality that is written as a sign, or one of a multiple of normal, which nobody has."""
    if not _is_equal(test):
        return False
    return bool(test.bounds[0].times) or (test.span is not None and "=" in test.span.quote)


def _is_illness(term: Expression, ill: bool) -> bool:
    """Whether what is defined is an illness ("renal impairment (…)") or a sound state ("adequate renal function (…)")."""
    if not isinstance(term, Finding):
        return ill
    if cue_pattern("sound_states").search(term.name):
        return False
    return ill or cue_pattern("bracket_states").search(term.name) is not None


def _age_sign(bound: Bound, ill: bool) -> Comparator | None:
    """Nobody is asked to be just so old."""
    if bound.unit not in ("years", ""):
        return None
    if not ill:
        return Comparator.GE if _GROWN[0] <= bound.value <= _GROWN[1] else None
    return Comparator.GE if bound.value >= _ELDERLY else None


def _sign(measure: MeasuredValue, bound: Bound, ill: bool) -> Comparator | None:
    """How a value is to be compared with its limit; None where neither its name nor its unit tells."""
    name = " ".join((measure.name, *measure.also, bound.unit)).lower()
    for listed, sign in (("at_least", Comparator.GE), ("at_most", Comparator.LE)):
        if _named(listed).search(name):
            return sign
    # "Creatinine clearance" is one of those of which less is ill.
    low = bound.times != "ULN" and _named("ill_when_low").search(name) is not None
    if not low and bound.times != "ULN" and not _named("ill_when_high").search(name):
        return None
    # "Elevated triglycerides (= 150 mg/dl)": what is said of the value may stand beside its name.
    told = f"{name} {measure.qualifier.lower()}"
    if _named("says_high").search(told):
        return Comparator.GE
    if low and _named("says_low").search(told):
        return Comparator.LE
    if not ill and _named("of_either_end").search(name):
        return None
    return Comparator.LE if ill == low else Comparator.GE


@cache
def _named(listed: str) -> re.Pattern[str]:
    words: tuple[str, ...] = getattr(_directions(), listed)
    return re.compile(words_pattern(words))


@cache
def _directions() -> Directions:
    return Directions.model_validate(packaged_yaml(__package__, "strokes.yml"))
