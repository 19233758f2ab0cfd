"""Values, results, units and times that the members of a list share, written to each: "AST, ALT < 2.5 x ULN"."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import partial

from osler.core.criteria.lexing.lexicon import cues, is_measurement
from osler.core.criteria.lexing.tokens import Kind
from osler.core.criteria.parsing.cases import measured_in_cases
from osler.core.criteria.parsing.known import names_measure
from osler.core.criteria.tree import all_of, atoms, map_atoms
from osler.core.criteria.types import Age, AllOf, AnyOf, Atom, Except, Expression, Finding, MeasuredValue, SexIs, Window
from osler.core.terminology import Vocabularies

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
            if not isinstance(part, Finding) or giver is None:
                continue
            told = step == 1 and giver.test.result is not None and any(map(is_measurement, part.name.split()))
            told = told or (step == 1 and giver.test.result is not None and _begin_alike(part.name, giver.name))
            known = is_measurement(part.name) or names_measure(part.name, vocabularies)
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
        if unit and not any(bound.unit or bound.times for bound in part.test.bounds):
            bounds = tuple(bound.model_copy(update={"unit": unit}) for bound in part.test.bounds)
            shared[index] = part.model_copy(update={"test": part.test.model_copy(update={"bounds": bounds})})
    return shared


def share_windows(
    parts: Sequence[Expression], joints: Sequence[Kind | None] = (), anew: int | None = None
) -> list[Expression]:
    """ "history of A or B", "A or B within 6 months": a window at either end is meant for every member.

    A member without a time takes that of the next which has one: "A or B within 6 months, or C within 3 months".
    """
    names = [part.name.lower() for part in parts if isinstance(part, Finding)]
    if len(set(names)) < len(names):
        return _dated_apart(parts, names, joints, anew)
    opener = (
        next((atom for atom in atoms(parts[0]) if isinstance(atom, Finding | MeasuredValue)), None) if parts else None
    )
    first = opener.windows if opener is not None else ()
    opening = [
        window
        for window in first
        if (window.length is None and not window.anchor and _begins(opener, window)) or _leads(opener, window)
    ]
    whole = any(window.span and "history" in window.span.quote.lower() for window in opening)
    reach = len(parts) if whole else _reach(joints, len(parts))
    if not whole and len(names) > 1 and names[1] != names[0] and names[1].endswith(f" {names[0]}"):
        # "Ongoing or active infection, stroke": the time is one of two kinds of the first noun, and of no other.
        reach = 1
    reach = reach if anew is None else min(reach, anew)
    if not whole:  # "Recent A, a history of B, C": another word about time ends what the first is said of
        reach = next((n for n, part in enumerate(parts[:reach]) if n and _has_history(_windows(part))), reach)
    measured = isinstance(opener, MeasuredValue)
    together = _are_used_together(parts, opener, opening)
    # "Ongoing A or B, or use of C within 6 months": what has its time before it takes none from what opens anew.
    ends = [anew if anew is not None and opening and place < anew else len(parts) for place in range(len(parts))]
    closings = [_closing(parts[:end], joints[:end], place) for place, end in enumerate(ends)]
    # "History of A, or HbA1c > 9 %": what is measured is measured now.
    shared = [
        _dated(
            part,
            opening if place < reach and (measured or not isinstance(part, MeasuredValue)) else (),
            closing,
            together=together,
        )
        for place, (part, closing) in enumerate(zip(parts, closings, strict=True))
    ]
    return _with_histories(_with_time_of_history(shared, opener, opening), joints)


def _with_time_of_history(
    parts: list[Expression], opener: Finding | MeasuredValue | None, opening: Sequence[Window]
) -> list[Expression]:
    """ "Preoperative history of A or B": a word before the history is said of each that has it."""
    told = next((window.span for window in opening if _has_history([window])), None)
    if told is None or opener is None or opener.span is None or told.start <= opener.span.start:
        return parts
    words = opener.span.quote[: told.start - opener.span.start].strip()
    if not words or " " in words or not opener.name.startswith(words):
        return parts
    return [
        part.model_copy(update={"name": f"{words} {part.name}"})
        if n and isinstance(part, Finding) and any(window.span == told for window in part.windows)
        else part
        for n, part in enumerate(parts)
    ]


def _with_histories(parts: Sequence[Expression], joints: Sequence[Kind | None]) -> list[Expression]:
    """ "Patients with A or with a history of B or C": a history that a later member opens with is one of what "or" joins to it."""
    shared = list(parts)
    for place in range(2, min(len(shared), len(joints))):
        giver, part = shared[place - 1], shared[place]
        spelled = joints[place] in (Kind.OR, Kind.AND) and joints[place - 1] in (Kind.OR, Kind.AND)
        if not spelled or not isinstance(giver, Finding) or not isinstance(part, Finding) or part.windows:
            continue
        before = next((atom.span for atom in atoms(shared[place - 2]) if atom.span is not None), None)
        histories = [
            window
            for window in giver.windows
            if _has_history([window]) and before is not None and window.span and window.span.start >= before.end
        ]
        others = cues().plans | cues().difficulties | cues().refusals | cues().abilities
        if histories and len(giver.windows) == 1 and part.name.split()[0].lower() not in others:
            shared[place] = part.model_copy(update={"windows": tuple(histories)})
    return shared


def _dated_apart(
    parts: Sequence[Expression], names: Sequence[str], joints: Sequence[Kind | None], anew: int | None
) -> list[Expression]:
    """ "Current X, or X within 4 weeks": who says the name again says the time of each; what stands before both shares its own."""
    end = next(
        (n for n, part in enumerate(parts) if isinstance(part, Finding) and names.count(part.name.lower()) > 1), 0
    )
    closed = end > 1 and end <= len(joints) and joints[end - 1] in (Kind.OR, Kind.AND)
    return [*share_windows(parts[:end], joints[:end], anew), *parts[end:]] if closed else list(parts)


def _reach(joints: Sequence[Kind | None], count: int) -> int:
    """How many members a time before the first is said of: in "recent A or B, C, D" the pair is closed before C."""
    spelled = next((n for n, joint in enumerate(joints) if joint in (Kind.OR, Kind.AND)), count)
    comma = next((n for n in range(spelled + 1, len(joints)) if joints[n] is Kind.COMMA), count)
    return comma if all(joint is Kind.COMMA for joint in joints[comma:]) else count


def _is_limit(part: Expression) -> bool:
    return isinstance(part, MeasuredValue) and bool(part.test.bounds)


def _closing(parts: Sequence[Expression], joints: Sequence[Kind | None], place: int) -> list[Window]:
    """The times after the next member that has one; none where that stands alone, or says a time of its own before it."""
    for later in range(place, len(parts)):
        windows = _windows(parts[later]) or (_before_bracket(parts[later]) if later > place else ())
        counted = [
            window for window in windows if window.length is not None or window.anchor or _ends(parts[later], window)
        ]
        if later > place and all(isinstance(parts[n], MeasuredValue) for n in (place, later)):
            # "HbA1c > 7 %, on metformin >= 1500 mg/day for 3 months": how long is said of the one alone.
            counted = [window for window in counted if window.kind != "lasting"]
        if later > place and isinstance(parts[later], MeasuredValue) and isinstance(parts[place], Finding):
            # "History of cirrhosis, ALT > 100 in the past 3 months": between commas alone, when something was measured is said of the measure.
            alone = later < len(joints) and joints[later] is Kind.COMMA
            counted = [] if alone or all(joint in (None, Kind.COMMA) for joint in joints) else counted
        if later > place and _is_limit(parts[place]) and isinstance(parts[later], Finding):
            # "Ejection fraction < 30 % or exacerbation in the past 30 days": an event is dated, and no value with it.
            counted = [window for window in counted if window.kind != "within"]
        if later > place and _is_planned(parts[later]) and not _is_planned(parts[place]):
            # "Gout, or expected to start dialysis within 3 months": what lies ahead is dated alone.
            counted = []
        if counted and later == len(parts) - 1:
            # "A, B, or history of C within 2 years": who opens with a history of its own says when that was.
            own = later > place and _has_history(windows) and not _has_history(_windows(parts[0]))
            return [] if own else counted
        if counted:
            spelled = later < len(joints) and joints[later] in (Kind.OR, Kind.AND)
            alike = isinstance(parts[place], Finding) or _have_one_test(parts[place], parts[later])
            shared = later > place and spelled and len(windows) == len(counted) and alike
            found = isinstance(parts[place], MeasuredValue) and shared
            return [window for window in counted if window.length is not None or found] if shared else []
    return []


def _is_planned(part: Expression) -> bool:
    return isinstance(part, Finding) and part.name.split()[0].lower() in cues().plans


def _have_one_test(first: Expression, second: Expression) -> bool:
    """ "Weight gain or loss > 5 kg in the last 3 months, or …": one limit of both, and one time."""
    tests = [part.test for part in (first, second) if isinstance(part, MeasuredValue)]
    if len(tests) < 2:
        return False
    one, other = tests
    # "Elevated ALT or creatinine at screening, or …": one word of both is one result.
    told = one.result is not None and one.result == other.result and one.span == other.span
    return told or (bool(one.bounds) and one.bounds == other.bounds)


def _has_history(windows: Sequence[Window]) -> bool:
    return any(window.kind == "ever" and window.span and "history" in window.span.quote.lower() for window in windows)


def _ends(part: Expression, window: Window) -> bool:
    """ "Nasal or facial surgery recently": a word for a time after the last name is said as a length would be."""
    span = part.span if isinstance(part, Finding) else None
    if (
        window.kind not in ("recent", "ever", "planned")
        or not span
        or not window.span
        or "history" in window.span.quote.lower()
    ):
        return False
    return window.span.start >= span.end


_FRAMED = 4
"""Characters between a time and the name that it opens, where words such as "treatment with" stand between them."""


_LASTING = frozenset({"uncontrolled", "chronic", "symptomatic", "ongoing", "persistent"})
_JOINT = len(", and/or ")


def _are_used_together(
    parts: Sequence[Expression], opener: Finding | MeasuredValue | None, opening: Sequence[Window]
) -> bool:
    """ "Ongoing treatment with A, B or C within 2 weeks": two times of one use, each said of all that is used."""
    now = next((window.span for window in opening if window.kind == "current"), None)
    if now is None or opener is None or opener.span is None or opener.span.start - now.end <= _FRAMED:
        return False
    spans = [part.span for part in parts if isinstance(part, Finding) and part.span is not None]
    # "… or having received C": a member with words of its own before its name is no further object of the use.
    return len(spans) == len(parts) and all(
        later.start - before.end <= _JOINT for before, later in itertools.pairwise(spans)
    )


def _dated(
    part: Expression, opening: Sequence[Window], closing: Sequence[Window], *, together: bool = False
) -> Expression:
    if isinstance(part, AllOf) or (isinstance(part, AnyOf) and part.sense == "alternatives"):
        return part.model_copy(update={"children": tuple(_dated(child, opening, closing) for child in part.children)})
    if isinstance(part, AnyOf) and part.sense in ("examples", "definition"):
        first = _dated(part.children[0], opening, closing)
        shown = part.children[1:]
        if part.sense == "examples":
            # "Heart disease (angina, infarction) or bypass within 6 months": what a time is said of, it is said of its kinds.
            dated = tuple(one for one in _windows(first) if one.kind in ("within", "ever", "recent"))
            shown = tuple(map_atoms(child, partial(_at, dated)) for child in shown) if dated else shown
        return part.model_copy(update={"children": (first, *shown)})
    if not isinstance(part, Finding | MeasuredValue):
        return part
    own = part.windows
    if part.name.split()[0].lower() in cues().plans:
        opening = ()  # "previous or planned surgery": what is planned has not been
    counted = any(w.length is not None or w.anchor for w in own)
    now = any(w.kind == "current" for w in own) and not together
    if part.name.split()[-1].lower() in cues().of_one_sex:
        # "Postmenopausal, or sterilised at least 6 months before": a state is dated by no operation.
        closing = [window for window in closing if window.kind not in ("before", "within")]
    if part.name.split()[0].lower() in _LASTING:
        # "Uncontrolled hypertension or infarction within 6 months", "recent stroke or chronic kidney disease": a state is there now.
        closing = [window for window in closing if window.kind != "within" or window in own]
        opening = [window for window in opening if window.kind != "recent"]
    if any(w.kind == "ever" for w in own):
        # "Previous radiotherapy, or likelihood of it during the study": what has been is not planned.
        closing = [window for window in closing if window.kind != "planned"]
    # What goes on now and what lay within some weeks exclude each other: "currently on X or having had Y within 60 days".
    before = [
        window
        for window in opening
        if not any(w.length is None and not w.anchor for w in own)
        and not (counted and not together and (window.kind == "current" or window.length is not None))
    ]
    # How long something is taken and how long ago are two things: "for > 14 days … within 6 months".
    lasting = bool(own) and all(w.kind == "lasting" for w in own)
    after = [
        window
        for window in closing
        if window not in own
        and (not counted or (lasting and window.kind == "within"))
        and not (now and window.length is not None)
        and not (window.kind == "ever" and not window.anchor and (now or isinstance(part, MeasuredValue)))
    ]
    if not together and any(window.length is not None for window in after):
        before = [window for window in before if window.kind != "current"]
    return part.model_copy(update={"windows": (*before, *own, *after)})


def _at(windows: tuple[Window, ...], atom: Atom) -> Atom:
    bare = isinstance(atom, Finding) and not atom.windows
    return atom.model_copy(update={"windows": windows}) if bare else atom


def _windows(part: Expression) -> tuple[Window, ...]:
    if isinstance(part, Except):
        return _windows(part.child)
    if isinstance(part, Finding | MeasuredValue):
        return part.windows
    if isinstance(part, AllOf | AnyOf):
        # What a bracket says when is said of the bracket.
        explained = isinstance(part, AnyOf) and part.sense in ("examples", "definition")
        # "Sperm (men) within 6 months": whose it is has no time.
        told: list[Expression] = [child for child in part.children if not isinstance(child, SexIs | Age)]
        told = told or list(part.children)
        return _windows(told[0 if explained else -1])
    return ()


def _before_bracket(part: Expression) -> tuple[Window, ...]:
    """ "Colitis (type A or B) within 6 months": the time of what stands before a bracket that narrows it."""
    return _windows(part.children[0]) if isinstance(part, AllOf) else ()


def _leads(part: Finding | MeasuredValue | None, window: Window) -> bool:
    """ "In the past 2 months involved in A or B": a length of time before all else."""
    span = part.span if part is not None else None
    past = window.kind in ("within", "before") and window.length is not None
    return bool(past and span and window.span and window.span.end <= span.start)


def _begins(part: Finding | MeasuredValue | None, window: Window) -> bool:
    span = part.span if part is not None else None
    # "Preoperative history of A or B": the time may stand within the name.
    return bool(span and window.span and window.span.end < span.end)
