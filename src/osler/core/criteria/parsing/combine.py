"""Small joins of half-read conditions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.lexicon import cues, is_measurement
from osler.core.criteria.lexing.numbers import NUMBER_WORDS
from osler.core.criteria.lexing.readings import lasting, window, windows
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.atoms import build, passed
from osler.core.criteria.parsing.fractions import is_pressure, pressures
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.qualifiers import is_kind_word, is_numeral
from osler.core.criteria.parsing.rows import AtomSource, merged, sort_out
from osler.core.criteria.tree import all_of, any_of, atoms, defined_as, map_atoms
from osler.core.criteria.types import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Bound,
    Comparator,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
    ValueTest,
    Window,
)
from osler.core.evidence import Span

_STAGES = frozenset({"stage", "grade", "class"})
_AT_MOST = re.compile(r"(?:a )?maximum|at most|no more than")


def join(left: Expression | None, right: Expression | None, joint: Kind) -> Expression | None:
    """Both sides by "and" or "or"; where one is missing, the other."""
    if left is None or right is None:
        return left or right
    return any_of([left, right]) if joint is Kind.OR else all_of([left, right])


def on_last(tree: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The tree with its last list member changed: what follows a list is said of its last member.

    A disease and its stage are one member.
    """
    if isinstance(tree, AllOf) and isinstance(stage := tree.children[-1], MeasuredValue) and stage.name in _STAGES:
        return change(tree)
    if isinstance(tree, AllOf) or (isinstance(tree, AnyOf) and tree.sense == "alternatives"):
        return tree.model_copy(update={"children": (*tree.children[:-1], on_last(tree.children[-1], change))})
    return change(tree)


def so_many_of(words: Sequence[str], parts: Sequence[Expression], cue: Span) -> Expression:
    """The list after "any of", "at least two of", "none of", "maximum one of" and the like."""
    if "none" in words:
        return Not(child=any_of(parts), cue=cue)
    if "all" in words:
        return all_of(parts)
    numbers = (int(NUMBER_WORDS.get(word, 0)) or int(word) for word in words if word in NUMBER_WORDS or word.isdigit())
    count = next(numbers, 1) + (words[:2] == ["more", "than"])
    if _AT_MOST.match(" ".join(words)):
        # "Maximum one of the following": not two of them.
        return Not(child=AtLeast(count=count + 1, children=tuple(parts)), cue=cue)
    if count > 1 and len(parts) == 1 and isinstance(named := parts[0], Finding):
        # "2 or more of the features listed above": so many of what is not named one by one.
        test = ValueTest(bounds=(Bound(comparator=Comparator.GE, value=float(count)),), span=cue)
        return MeasuredValue(name=named.name, test=test, windows=named.windows, span=named.span)
    return any_of(parts) if count <= 1 or len(parts) == 1 else AtLeast(count=count, children=tuple(parts))


def is_pregnancy(tree: Expression) -> bool:
    """Whether a member speaks of pregnancy or breast-feeding, with or without the word for a woman."""
    if isinstance(tree, AllOf):
        return all(isinstance(child, Pregnancy | SexIs) for child in tree.children)
    return isinstance(tree, Pregnancy)


def is_range(first: Expression, second: Expression) -> bool:
    """Whether two values bound one measure from both sides: "> 100 and < 2000"."""
    if not isinstance(first, MeasuredValue) or not isinstance(second, MeasuredValue) or first.name != second.name:
        return False
    signs = [bound.comparator.value[0] for part in (first, second) for bound in part.test.bounds]
    return sorted(signs) == ["<", ">"]


def exclude_each_other(first: Expression, second: Expression) -> bool:
    """Whether nobody can meet both: "ASA class 2 and ASA class 3 patients" are two groups, "lobar and sublobar resections" two kinds."""
    measured = isinstance(first, MeasuredValue) and isinstance(second, MeasuredValue) and first.test == second.test
    if measured or (isinstance(first, Finding) and isinstance(second, Finding)):
        one, other = (
            part.name.lower().split() for part in (first, second) if isinstance(part, Finding | MeasuredValue)
        )
        if not measured or _are_contraries(one, other):
            return _are_contraries(one, other)
    first, second = _graded(first), _graded(second)
    if _lie_apart(first, second):
        return True  # "< 18 years and > 70 years"
    if not isinstance(first, MeasuredValue) or not isinstance(second, MeasuredValue) or first.name != second.name:
        return False
    bounds = [*first.test.bounds, *second.test.bounds]
    if not (first.scale and second.scale) or any(bound.comparator is not Comparator.EQ for bound in bounds):
        return False
    return {bound.value for bound in first.test.bounds}.isdisjoint(bound.value for bound in second.test.bounds)


def _lie_apart(first: Expression, second: Expression) -> bool:
    """Whether two limits of one measure leave nothing between them: one below, the other above it."""
    if isinstance(first, MeasuredValue) and isinstance(second, MeasuredValue):
        if first.name != second.name:
            return False
    elif not isinstance(first, Age) or not isinstance(second, Age):
        return False
    ends = sorted((*first.test.bounds, *second.test.bounds), key=lambda bound: bound.value)
    if len(first.test.bounds) != 1 or len(second.test.bounds) != 1 or ends[0].unit != ends[1].unit:
        return False
    signs = [bound.comparator.value[0] for bound in ends]
    return signs == ["<", ">"] and ends[0].value < ends[1].value and ends[0].times == ends[1].times


def _graded(tree: Expression) -> Expression:
    """The one grade of a scale that a member asks for beside other things: "stable ASA 3 patients"."""
    graded = (
        [part for part in tree.children if isinstance(part, MeasuredValue) and part.scale]
        if isinstance(tree, AllOf)
        else []
    )
    return graded[0] if len(graded) == 1 else tree


def _are_contraries(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two names differ in one prefix of one word: "lobar" and "sublobar" before one noun."""
    if list(second) == ["non", *first] or list(second) == ["no", *first]:
        return True  # "diabetics and non diabetics"
    if first[-1:] == second[-1:] and any(f"non-{word}" in second for word in first):
        return True  # "supratentorial malignant and non-malignant tumors"
    differ = [pair for pair in zip(first, second, strict=False) if pair[0] != pair[1]]
    if len(first) != len(second) or len(first) < 2 or len(differ) != 1 or differ[0] == (first[-1], second[-1]):
        return False
    if any(set(differ[0]) == set(pair) for pair in cues().contraries):
        return True
    at = list(first).index(differ[0][0])
    if all(map(is_numeral, differ[0])) and at and is_kind_word(first[at - 1]):
        return True  # "genotype 1 and genotype 4 infection"
    short, long = sorted(differ[0], key=len)
    prefix = long.removesuffix(short).rstrip("-") if long.endswith(short) else ""
    return prefix in {*cues().prefixes, "non", "un", "in"}


def of_other_sex(first: Expression, second: Expression) -> bool:
    """Whether two conditions are on women and on men, so that nobody can meet both."""
    sexes = [{atom.sex for atom in atoms(part) if isinstance(atom, SexIs)} for part in (first, second)]
    return all(len(one) == 1 for one in sexes) and sexes[0] != sexes[1]


def denied(inside: Expression, cue: Span, *, narrow: bool) -> Expression:
    """What a negation denies; "non-lactating women" are women, and only the adjective is denied."""
    if isinstance(inside, AnyOf) and inside.sense == "definition" and (narrow or _is_sound(inside.children[1])):
        # "Non-pregnant (postmenopausal or sterile)"; "No liver disease (AST < 2 x ULN)": what is within the limits is meant by the denial, not by the disease.
        return defined_as(Not(child=inside.children[0], cue=cue), inside.children[1])
    people = [child for child in inside.children if isinstance(child, SexIs | Age)] if isinstance(inside, AllOf) else []
    if not narrow or not people or not isinstance(inside, AllOf) or len(people) == len(inside.children):
        return Not(child=inside, cue=cue)
    first = min((child for child in inside.children if child not in people), key=_begins)
    others = [child for child in inside.children if child is not first]
    return all_of([*others, Not(child=first, cue=cue)])


def _is_sound(tree: Expression) -> bool:
    """Whether values that lie within a limit of normal are all that is told: "AST < 2.5 x ULN"."""
    tests = [atom.test for atom in atoms(tree) if isinstance(atom, MeasuredValue)]
    within = {"ULN": (Comparator.LT, Comparator.LE), "LLN": (Comparator.GT, Comparator.GE)}
    limited = all(
        test.bounds and all(bound.comparator in within.get(bound.times, ()) for bound in test.bounds) for test in tests
    )
    return bool(tests) and limited and len(tests) == len(list(atoms(tree)))


def _begins(tree: Expression) -> int:
    return min((atom.span.start for atom in atoms(tree) if atom.span is not None), default=0)


def denies(left: Expression | None, negated: Not) -> bool:
    """Whether a denial is of just what stands before it: "smokers and non-smokers" names everybody."""
    if not isinstance(left, Finding) or not isinstance(negated.child, Finding):
        return False
    return left.name.lower() == negated.child.name.lower() and left.windows == negated.child.windows


def names_patient_group(tree: Expression) -> bool:
    """Whether a label says for whom a requirement holds ("Females of childbearing potential:")."""
    if isinstance(tree, AllOf | AnyOf):
        return any(names_patient_group(child) for child in tree.children)
    return isinstance(tree, SexIs | Pregnancy)


def like(previous: Expression, row: Sequence[Token], source: AtomSource) -> Expression | None:
    """A member that has only a value or a time ("< 4 or > 10") and takes its name from the one before it."""
    told = previous.child if isinstance(previous, Except) else previous
    named = [atom for atom in atoms(told) if isinstance(atom, Finding | MeasuredValue | Age)]
    last = named[-1] if named else previous
    if isinstance(last, Age):
        limits = [token for token in row if token.kind in (Kind.DURATION, Kind.VALUE, Kind.TIME)]
        age = build([Token(Kind.WORD, limits[0].start, limits[0].start, "age"), *limits], source) if limits else None
        # "18 years of age and at screening": a time alone is no second age.
        return None if isinstance(age, Finding) else age
    if not isinstance(last, Finding | MeasuredValue):
        return None
    return modified(last.model_copy(update={"windows": ()}), row, source, replace=True)


def time_of_all(
    tree: Expression, exception: Sequence[Item], source: AtomSource, *, of_all: bool = False
) -> tuple[Expression, Sequence[Item]]:
    """ "Cancer other than X within 5 years": a time after the exception is one of the whole, where that has none yet.

    How long ago the exception itself must lie ("except X more than 5 years ago") stays with the exception.
    """
    # "Malignancy, including A or B within 5 years, except C": the time closes the examples.
    end = first_index(exception, Kind.EXCEPTION) or len(exception)
    end -= 1 if end < len(exception) and is_kind(exception[end - 1], Kind.COMMA) else 0
    last = exception[end - 1] if exception else None
    if not isinstance(last, Token) or last.kind is not Kind.TIME or end == 1:
        return tree, exception
    if window(last).kind != "within" or any(map(_says_when, atoms(tree))):
        return tree, exception
    span = source.span(last.start, last.end)
    stated = tuple(one.model_copy(update={"span": span}) for one in windows(last))

    def told(atom: Atom) -> Atom:
        if not isinstance(atom, Finding | MeasuredValue):
            return atom
        return atom.model_copy(update={"windows": (*atom.windows, *stated)})

    dated = map_atoms(tree, told) if of_all else on_last(tree, lambda part: map_atoms(part, told))
    return dated, [*exception[: end - 1], *exception[end:]]


def _says_when(atom: Atom) -> bool:
    """Whether a condition says when it was, or that it is there now; for how long is another thing."""
    told = getattr(atom, "windows", ())
    return any(window.kind == "current" or (window.length and window.kind != "lasting") for window in told)


def dated(tree: Expression, times: Sequence[Item], source: AtomSource) -> Expression:
    """The tree with times that were said of all of it before it began."""
    windows = tuple(sort_out([item for item in times if isinstance(item, Token)], source).windows)

    def told(atom: Atom) -> Atom:
        return atom.model_copy(update={"windows": windows}) if isinstance(atom, Finding) and not atom.windows else atom

    return map_atoms(tree, told) if windows else tree


def at_other_time(tree: Expression, first: Token, second: Token, source: AtomSource) -> Expression:
    """The tree with what was said of one time said of another."""
    others = tuple(sort_out([second], source).windows)
    span = source.span(first.start, first.end)
    findings = [atom for atom in atoms(tree) if isinstance(atom, Finding | MeasuredValue)]
    if not all(any(one.span == span for one in atom.windows) for atom in findings):
        return tree
    if any(one.kind == "lasting" for one in (*others, window(first))):
        return tree  # "for more than 14 days and within 6 months": how long, and when

    def told(atom: Atom) -> Atom:
        if not isinstance(atom, Finding | MeasuredValue | Pregnancy) or all(one.span != span for one in atom.windows):
            return atom
        return atom.model_copy(update={"windows": (*(one for one in atom.windows if one.span != span), *others)})

    return map_atoms(tree, told)


def timed_within(part: Expression, groups: Sequence[Group]) -> tuple[Window, ...]:
    """The times of a condition that stand in some brackets."""
    if not isinstance(part, Finding | MeasuredValue) or not groups:
        return ()
    spans = [(window, window.span) for window in part.windows if window.span is not None]
    return tuple(
        window for window, span in spans if any(one.start <= span.start and span.end <= one.end for one in groups)
    )


def without_windows(part: Expression, windows: Sequence[Window]) -> Expression:
    """A condition without some of its times."""
    if not windows or not isinstance(part, Finding | MeasuredValue):
        return part
    return part.model_copy(update={"windows": tuple(one for one in part.windows if one not in windows)})


def with_windows(part: Expression, windows: tuple[Window, ...]) -> Expression:
    """A condition with further times."""
    if not windows or not isinstance(part, Finding | MeasuredValue):
        return part
    return part.model_copy(update={"windows": (*part.windows, *windows)})


def never_within(tree: Expression, *, narrow: bool = False) -> Expression:
    """What is denied "for at least 4 weeks before enrolment" did not happen within them, nor what a non-smoker for a year did."""

    def since(window: Window) -> bool:
        return _goes_on(window) or (narrow and window.kind == "lasting" and window.comparator is Comparator.GE)

    def told(atom: Atom) -> Atom:
        if not isinstance(atom, Finding) or not any(map(since, atom.windows)):
            return atom
        within = {"kind": "within", "comparator": Comparator.LE}
        windows = tuple(one.model_copy(update=within) if since(one) else one for one in atom.windows)
        return atom.model_copy(update={"windows": windows})

    return map_atoms(tree, told)


def at_any_time(tree: Expression, cue: Item) -> Expression:
    """What must "never" have been, which is more than that it is not now: who gave up smoking is no never smoker."""
    if not isinstance(cue, Token) or cue.text != "never":
        return tree

    def told(atom: Atom) -> Atom:
        if not isinstance(atom, Finding) or atom.windows:
            return atom
        return atom.model_copy(update={"windows": (Window(kind="ever"),)})

    return map_atoms(tree, told)


def _goes_on(window: Window) -> bool:
    """Whether a window reaches up to an event; without one it is how long something is done ("not on X for > 4 years")."""
    said = window.span.quote.lower() if window.span is not None else ""
    return window.kind in ("before", "lasting") and bool(window.anchor) and said.startswith("for ")


def _follows_time(part: Finding | MeasuredValue, row: Sequence[Token]) -> bool:
    spans = [window.span for window in part.windows if window.length]
    return any(span is None or span.end <= row[0].start for span in spans)


def _as_past(length: Window, *signs: Comparator | None) -> Window:
    """How long ago, where something is said to be recent: "recent surgery (< 3 months)"."""
    short = length.kind == "lasting" and length.comparator in (*signs, Comparator.LT, Comparator.LE)
    within = (
        {"kind": "within"} if length.comparator is Comparator.LT else {"kind": "within", "comparator": Comparator.LE}
    )
    return length.model_copy(update=within) if short else length


def _is_event(part: Expression, length: Window) -> bool:
    """ "Malignancy (< 5 years)": how long ago, of what is no state that lasts so short."""
    long = length.unit in ("months", "years")
    return long and isinstance(part, Finding) and not {"acute", "chronic", "pain"} & set(part.name.lower().split())


def modified(part: Expression, row: Sequence[Token], source: AtomSource, *, replace: bool = False) -> Expression | None:
    """A condition with the value and the windows that a row of tokens adds to it."""
    found = sort_out([token for token in row if token.kind is not Kind.WORD], source)
    test = merged(found.tests)
    # A bracket after a time says it again: "within 6 months (180 days)".
    lengths = (
        []
        if isinstance(part, Finding | MeasuredValue) and _follows_time(part, row)
        else [(token, length) for token in found.durations for length in lasting(token)]
    )
    recent = any(one.kind == "recent" for one in getattr(part, "windows", ()))
    name = getattr(part, "name", "")
    for token, length in lengths:
        bare = (None, Comparator.EQ, Comparator.GE) if recent and token.text[0].isdigit() else ()
        told = _as_past(length, *bare) if recent or _is_event(part, length) else length
        stated = source.span(token.start, token.end)
        found.windows.append(passed(told, name).model_copy(update={"span": stated}))
    if not isinstance(part, Finding | MeasuredValue):
        return None if replace else part
    if test is None and not found.windows:
        return None if replace else part
    windows = (*part.windows, *found.windows)
    if test is not None and (two := pressures(test, is_pressure(part.name.split()))) is not None:
        return two if replace or isinstance(part, MeasuredValue) else all_of([part, two])
    if test is None:
        return part.model_copy(update={"windows": windows})
    if isinstance(part, MeasuredValue) and not replace and not (part.test.result and test.bounds):
        return part.model_copy(update={"windows": windows})
    scale = part.scale if isinstance(part, MeasuredValue) else None
    if isinstance(part, Finding) and not replace and _is_unnamed(part, test, source):
        measured = MeasuredValue(name=part.name, codes=part.codes, test=test, windows=windows, span=part.span)
        return defined_as(part, measured)
    return MeasuredValue(name=part.name, scale=scale, codes=part.codes, test=test, windows=windows, span=part.span)


def _is_unnamed(part: Finding, test: ValueTest, source: AtomSource) -> bool:
    """ "Hepatic dysfunction (> 3 times normal)": a multiple of what is normal for tests that are not named; the disease stays one."""
    stated = bool(test.bounds) and all(bound.times for bound in test.bounds)
    name = " ".join(word for word in part.name.split() if word.lower() not in cues().degrees)
    return stated and names_condition(name, source.vocabularies) and not is_measurement(name)
