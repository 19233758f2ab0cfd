"""Times that the members of a list share, written to each: "A or B within 6 months", "history of A or B"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import partial

from osler.core.criteria.lexing.episodes import episode_of
from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind
from osler.core.criteria.tree import any_of, atoms, map_atoms
from osler.core.criteria.types import Age, AllOf, AnyOf, Atom, Except, Expression, Finding, MeasuredValue, SexIs, Window


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
    if end == 1 and (told := _at_either_time(parts, joints)) is not None:
        return told
    closed = end > 1 and end <= len(joints) and joints[end - 1] in (Kind.OR, Kind.AND)
    return [*share_windows(parts[:end], joints[:end], anew), *parts[end:]] if closed else list(parts)


def _at_either_time(parts: Sequence[Expression], joints: Sequence[Kind | None]) -> list[Expression] | None:
    """ "A or B during the study or in the 3 months before it": either, at either time; None where A says when it was."""
    first, *rest = parts
    times = [_counted_of(part) for part in rest]
    one_name = len({part.name.lower() for part in rest if isinstance(part, Finding)}) == 1
    bare = isinstance(first, Finding) and not _counted_of(first)
    spelled = len(joints) == len(parts) and all(joint is Kind.OR or joint is Kind.AND for joint in joints[1:])
    if not bare or not one_name or not spelled or not all(times) or not all(isinstance(part, Finding) for part in rest):
        return None
    return [any_of([_dated(first, (), windows) for windows in times]), *rest]


def _counted_of(part: Expression) -> list[Window]:
    bare = ("ever", "current", "recent")
    return [
        window for window in _windows(part) if window.length is not None or window.anchor or window.kind not in bare
    ]


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
        if (
            later > place
            and _is_limit(parts[place])
            and not _is_dose(parts[place])
            and isinstance(parts[later], Finding)
        ):
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


_DOSE = re.compile(r"(?:mg|mcg|\u00b5g|ug|g|iu|units?)(?:\s?/\s?(?:d|day|week|kg)| (?:per|a) \w+)*", re.IGNORECASE)


def _is_dose(part: Expression) -> bool:
    """ "Aspirin (> 325 mg/day) or steroids within 7 days": what is taken is dated whatever the dose."""
    bounds = part.test.bounds if isinstance(part, MeasuredValue) else ()
    return bool(bounds) and all(_DOSE.fullmatch(bound.unit) is not None for bound in bounds)


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
            dated = tuple(one for one in _windows(first) if one.kind in ("within", "ever", "recent") or episode_of(one))
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
