"""Values, results and units that the members of a list share, written to each: "AST, ALT < 2.5 x ULN"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import get_args

from osler.core.criteria.lexing.lexicon import is_measurement
from osler.core.criteria.lexing.tokens import Kind
from osler.core.criteria.parsing.cases import measured_in_cases
from osler.core.criteria.parsing.known import names_measure
from osler.core.criteria.tree import all_of, map_atoms
from osler.core.criteria.types import AllOf, Atom, Expression, Finding, MeasuredValue, SexIs, TimeUnit
from osler.core.terminology import Vocabularies, singular

_GAP = 3
"""Characters between a result and the name beside it; more than that is a phrase of its own."""


def share_values(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """ "AST, ALT < 2.5 x ULN": a measurement without a value takes that of its neighbour."""
    if len(parts) > 1 and isinstance(first := parts[0], AllOf) and isinstance(first.children[0], SexIs):
        # "A woman's serum test and urine test must be negative": whose they are is said of none of them.
        whose, *named = first.children
        row = share_values([*named, *parts[1:]], vocabularies) if len(named) == 1 else [*named, *parts[1:]]
        return [all_of([whose, *row[: len(named)]]), *row[len(named) :]]
    shared = list(parts)
    for order in (range(len(shared) - 2, -1, -1), range(1, len(shared))):
        step = 1 if order.step < 0 else -1
        for index in order:
            part, whole = shared[index], shared[index + step]
            giver = measured_in_cases(whole)
            limited = giver is not None and bool(giver.test.bounds)
            if isinstance(part, AllOf) and step == 1 and limited and isinstance(ending := part.children[-1], Finding):
                # "Anaemia with hemoglobin and hematocrit < 30": what a member ends with waits for the value.
                *rest, told_last = [*part.children[:-1], *share_values([ending, whole], vocabularies)[:1]]
                shared[index] = part.model_copy(update={"children": (*rest, told_last)})
            if not isinstance(part, Finding) or giver is None:
                continue
            told = step == 1 and giver.test.result is not None and any(map(is_measurement, part.name.split()))
            told = told or (step == 1 and giver.test.result is not None and _begin_alike(part.name, giver.name))
            known = is_measurement(part.name) or names_measure(part.name, vocabularies)
            known = known or (step == 1 and _are_lengths(part.name, giver))
            if (
                not told
                and not known
                and not (step == 1 and giver.test.bounds and _has_same_head(part.name, giver.name))
            ):
                continue
            if step == -1 and giver.test.result is None:
                continue
            before = _last(shared[index - 1]) if index and step == 1 and giver.test.result is None else None
            if isinstance(before, MeasuredValue) and before.test.result is not None:
                # "Positive HBsAg and HBeAg, viral load > 10^8": a result before it comes first.
                continue
            if part.name.lower() != giver.name.lower() and part.name.lower().endswith(giver.name.lower()):
                # "Irregular pulse, or pulse > 100": who says the measure again says something else of it.
                continue
            same = {"name": part.name, "windows": part.windows, "span": part.span}
            shared[index] = map_atoms(whole, partial(_named_as, giver, same))
    return shared


def share_with_nouns(before: Sequence[Expression], parts: Sequence[Expression]) -> list[Expression]:
    """ "Lumpy or hard stools in 25 % of defecations": a member that took the noun of a measured one has its value.

    `before` are the same members as they were written.
    """
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        written, part, giver = before[index], shared[index], shared[index + 1]
        if not isinstance(written, Finding) or not isinstance(part, Finding) or not isinstance(giver, MeasuredValue):
            continue
        waited = written.name != part.name and part.name.split()[-1].lower() == giver.name.split()[-1].lower()
        told, span = giver.test.span, giver.span
        bracketed = told is not None and span is not None and told.start > span.end + 1  # "at low altitude (< 800 m)"
        if waited and giver.test.bounds and giver.scale is None and not bracketed:
            shared[index] = _as_measured(part, giver)
    return shared


def share_counts(parts: Sequence[Expression], joints: Sequence[Kind | None]) -> list[Expression]:
    """ "5 or more migraines or probable migraines" counts both; "> 5 cigarettes or > 1 cigar per day" are two rates."""
    shared = list(parts)
    for index in range(1, len(shared)):
        giver, part = shared[index - 1], shared[index]
        if not isinstance(giver, MeasuredValue) or not isinstance(part, Finding) or joints[index] is not Kind.OR:
            continue
        first, second = giver.name.lower().split(), part.name.lower().split()
        again = len(second) > len(first) and singular(first[-1]) in map(singular, second)
        if again and _is_count(giver):
            shared[index] = _as_measured(part, giver)
    rates = [_RATE.search(part.name) if isinstance(part, MeasuredValue) else None for part in shared]
    last = rates[-1] if rates else None
    if last is None or not all(isinstance(part, MeasuredValue) and _is_count(part) for part in shared):
        return shared
    if any(rates[:-1]):
        return shared
    told = last.group()
    return [
        part.model_copy(update={"name": f"{part.name}{told}"})
        for part in shared[:-1]
        if isinstance(part, MeasuredValue)
    ] + shared[-1:]


_RATE = re.compile(r"\s(?:(?:per|a|each|every)\s(?:day|week|month|year)|daily|weekly|monthly)$", re.IGNORECASE)


def _is_count(part: MeasuredValue) -> bool:
    """Whether a value says how many there are of what stands after it."""
    plain = all(not bound.unit and not bound.times for bound in part.test.bounds)
    ahead = part.test.span is not None and part.span is not None and part.test.span.end <= part.span.start
    return bool(part.test.bounds) and plain and ahead and part.scale is None


def _as_measured(part: Finding, giver: MeasuredValue) -> MeasuredValue:
    return MeasuredValue(
        name=part.name, test=giver.test, windows=part.windows, qualifier=part.qualifier, span=part.span
    )


def _are_lengths(name: str, giver: MeasuredValue) -> bool:
    """ "Duration of the stay and time on steroids > 3 days": two lengths of time."""
    heads = [one.lower().split(" of ")[0].split(" on ")[0].split()[-1] for one in (name, giver.name)]
    units = {bound.unit for bound in giver.test.bounds}
    return units <= set(get_args(TimeUnit)) and all(
        head in ("duration", "length", "time", "interval") for head in heads
    )


def _begin_alike(first: str, second: str) -> bool:
    """ "Hepatitis B or hepatitis C positivity": two of one kind by their numbers."""
    one, other = first.lower().split(), second.lower().split()
    return len(one) == len(other) > 1 and one[:-1] == other[:-1]


def _has_same_head(first: str, second: str) -> bool:
    """ "Anxiety scale and depression scale < 50": two kinds of one thing that is measured."""
    one, other = first.lower().split(), second.lower().split()
    return len(one) > 1 and len(other) > 1 and one[-1] == other[-1] and one[-2] != other[-2]


def _named_as(giver: MeasuredValue, same: Mapping[str, object], atom: Atom) -> Atom:
    alike = isinstance(atom, MeasuredValue) and (atom.name, atom.span) == (giver.name, giver.span)
    return atom.model_copy(update={**same, "scale": None, "codes": (), "mentions": ()}) if alike else atom


def share_results(parts: Sequence[Expression]) -> list[Expression]:
    """ "Positive for A, B or C": what stands after "for" are the things that the one result is of."""
    shared = list(parts)
    for index in range(1, len(shared)):
        giver, part = _last(shared[index - 1]), shared[index]
        if not isinstance(giver, MeasuredValue) or not isinstance(part, Finding) or giver.test.result is None:
            continue
        told, name = giver.test.span, giver.span
        opening, found, _ = giver.name.partition(" for ")
        ahead = bool(told and name and name.start - told.end > _GAP)
        # "Positive alcohol or drug screen": one noun, one result.
        alike = part.name.split()[-1].lower() == giver.name.split()[-1].lower()
        # "Positive HBsAg and HBeAg": two tests by their initials.
        tests = bool(told and name and told.end <= name.start) and all(map(_is_test, (giver.name, part.name)))
        if ahead or found or tests or (alike and " " in part.name):
            grown = f"{opening} for {part.name}" if found else part.name
            shared[index] = MeasuredValue(name=grown, test=giver.test, windows=part.windows, span=part.span)
    return shared


def _is_test(name: str) -> bool:
    return " " not in name and sum(map(str.isupper, name)) > 1 and is_measurement(name)


def _last(tree: Expression) -> Expression:
    """What a member ends with: "women with a positive HBsAg and HBeAg" have two results."""
    return _last(tree.children[-1]) if isinstance(tree, AllOf) else tree


def share_units(parts: Sequence[Expression]) -> list[Expression]:
    """ "> 27 and < 47 kg/m2": a bare number is meant in the unit of the next value of the same measure."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        # A value without a name of its own has that of the one before it, and its place in the text.
        if not isinstance(part, MeasuredValue) or not isinstance(giver, MeasuredValue) or part.span != giver.span:
            continue
        unit = next((bound.unit for bound in giver.test.bounds), "")
        if unit and not any(bound.times or not _is_part_of(bound.unit, unit) for bound in part.test.bounds):
            bounds = tuple(bound.model_copy(update={"unit": unit}) for bound in part.test.bounds)
            shared[index] = part.model_copy(update={"test": part.test.model_copy(update={"bounds": bounds})})
    return shared


def _is_part_of(unit: str, whole: str) -> bool:
    """Whether a unit is none, or only begins the other: "> 140 mg and < 400 mg/dl"."""
    return not unit or whole.startswith(f"{unit}/")
