"""Scales whose classes are ranges of points ("Child-Pugh A" is 5 or 6 points): a note may give the one and a criterion ask for the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from osler.core.criteria import Atom, Comparator, MeasuredValue, Proof, TruthValue, names_of_scale
from osler.core.evidence import Evidence
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.core.patient import Presence
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import rules
from osler.trials.judging.view import PatientView

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_BETWEEN = r"(?:[\s:,=(-]|\b(?:class|score|grade|stage|is|was|of|now)\b)*"
_GRADE = re.compile(r"(?P<letter>[A-C])?[\s-]?\(?(?P<points>\d{1,2})?\b", re.IGNORECASE)


class _Points(NamedTuple):
    """The points that a record tells of, at least and at most, and where."""

    least: int
    most: int
    evidence: list[Evidence]


def by_scale_class(atom: Atom, view: PatientView) -> Proof | None:
    """The proof by class or points; None where the atom is of no such scale or the record has nothing of it."""
    if not isinstance(atom, MeasuredValue) or atom.scale is None or not atom.test.bounds:
        return None
    if atom.scale not in rules()["scale_classes"]:
        return None
    classes: dict[int, tuple[int, int]] = rules()["scale_classes"][atom.scale]
    told = [*_written(atom.scale, classes, view), *_recorded(atom.scale, classes, view)]
    if not told:
        return None
    truths = {_held(atom, one, classes) for one in told}
    evidence = list(dict.fromkeys(item for one in told for item in one.evidence))
    if len(truths) != 1:
        return proof_of(UNKNOWN, atom, "the record gives values of which some pass", evidence)
    said = f"{told[0].least}" if told[0].least == told[0].most else f"{told[0].least} to {told[0].most}"
    return proof_of(truths.pop(), atom, f"the record gives {said} points", evidence)


def _held(atom: MeasuredValue, told: _Points, classes: dict[int, tuple[int, int]]) -> TruthValue:
    """Whether the points pass; a limit that is no number of points is one of a class."""
    truths = set()
    for bound in atom.test.bounds:
        least, most, limit = told.least, told.most, bound.value
        if limit in classes:
            least, most = _class_of(least, classes), _class_of(most, classes)
        passes = {_passes(bound.comparator, value, limit) for value in (least, most)}
        truths.add(UNKNOWN if len(passes) > 1 else MET if passes == {True} else NOT_MET)
    if bounds_equal := [bound for bound in atom.test.bounds if bound.comparator is Comparator.EQ]:
        inside = any(told.least < bound.value < told.most for bound in bounds_equal if bound.value not in classes)
        truths |= {UNKNOWN} if inside else set()
    return NOT_MET if NOT_MET in truths and UNKNOWN not in truths else UNKNOWN if UNKNOWN in truths else MET


def _passes(comparator: Comparator, value: float, limit: float) -> bool:
    held = {
        Comparator.LT: value < limit,
        Comparator.LE: value <= limit,
        Comparator.GT: value > limit,
        Comparator.GE: value >= limit,
    }
    return held.get(comparator, value == limit)


def _class_of(points: int, classes: dict[int, tuple[int, int]]) -> int:
    return next(number for number, (least, most) in classes.items() if least <= points <= most)


def _written(scale: str, classes: dict[int, tuple[int, int]], view: PatientView) -> Iterator[_Points]:
    for sentence in view.sentences:
        for place in _form(scale).finditer(sentence.text):
            said = assert_mention(sentence.text, *place.span())
            if said.experiencer is not Experiencer.PATIENT or said.polarity is not Polarity.PRESENT or said.historical:
                continue
            if (points := _points(sentence.text[place.end() :], classes)) is not None:
                yield _Points(*points, [sentence.span])


def _recorded(scale: str, classes: dict[int, tuple[int, int]], view: PatientView) -> Iterator[_Points]:
    """What coded records hold; a note's own values are read from its sentences."""
    if view.sentences:
        return
    for item in view.record.observations:
        if item.presence is not Presence.PRESENT or item.is_withdrawn or not _form(scale).search(item.label):
            continue
        number = item.quantity.value if item.quantity is not None else None
        text = item.value_text or ("" if number is None else f"{number:g}")
        if (points := _points(f" {text}", classes)) is not None:
            yield _Points(*points, list(item.evidence))


def _points(text: str, classes: dict[int, tuple[int, int]]) -> tuple[int, int] | None:
    """The points at the beginning of a text: a letter, a number, or a letter with its number."""
    start = re.match(_BETWEEN, text, re.IGNORECASE)
    found = _GRADE.match(text, start.end() if start else 0)
    if found is None or not (found["letter"] or found["points"]):
        return None
    own = classes["ABC".index(found["letter"].upper()) + 1] if found["letter"] else None
    if not found["points"]:
        return own
    number = int(found["points"])
    low, high = own or (min(low for low, _ in classes.values()), max(high for _, high in classes.values()))
    return (number, number) if low <= number <= high else None


@cache
def _form(scale: str) -> re.Pattern[str]:
    names = sorted(names_of_scale(scale), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
