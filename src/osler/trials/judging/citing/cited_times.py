"""Whether what cited sentences name has happened, and when: a plan is no treatment, and a time that is asked for has to be told."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria import Comparator, Expression, Finding, MeasuredValue, Unparsed, atoms
from osler.core.evidence import Span
from osler.core.language import time_expressions
from osler.trials.judging.findings import named
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import KnownFact, NumberedSentence, PatientView
from osler.trials.judging.windows import DAYS, reach_of

LONG_AGO = 180
"""Days after which what ended says nothing of today."""


def only_planned(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Why the cited sentences show no treatment that was given: all that they name of it is to come, or was turned down."""
    for atom in atoms(tree):
        if not isinstance(atom, Finding) or any(window.kind == "planned" for window in atom.windows):
            continue
        asked = named(atom.name, view.vocabularies).concepts
        told = [
            fact
            for fact in view.facts
            if fact.kind in ("medication", "procedure") and fact.lineage & asked and _stands_in(fact, cited)
        ]
        if told and not any(fact.present for fact in told):
            return f"{told[0].label} is planned or was not given, by the sentence"
    return ""


def untold_time(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> bool:
    """Whether all that a criterion asks lies within a time, and no cited sentence has a time or says that it goes on."""
    asked = [atom for atom in atoms(tree) if isinstance(atom, Finding)]
    if not asked or not all(reach_of(atom) for atom in asked):
        return False
    return not any(
        time_expressions(sentence.text)
        or view.times_in(sentence)
        or pattern("goes_on").search(sentence.text.casefold())
        for sentence in cited
    )


def told_as_earlier(
    atom: Finding | MeasuredValue | Unparsed,
    reach: Sequence[float],
    ago: Sequence[tuple[int, int]],
    cited: Sequence[NumberedSentence],
) -> str:
    """Why sentences that tell of something as past do not show it for a time near to now, or as active today."""
    words = [one.text.casefold() for one in cited]
    if reach and not ago and all(pattern("untimed_past").search(one) for one in words):
        return "the sentence tells of it as earlier, and not when"
    active = isinstance(atom, Finding) and pattern("of_today").search(atom.name.casefold())
    if active and ago and not any(pattern("goes_on").search(one) for one in words):
        nearest = min(nearest for nearest, _ in ago)
        return f"what the sentence dates is {nearest} days ago" if nearest > LONG_AGO else ""
    return ""


def asked_of_now(atom: Finding | MeasuredValue) -> bool:
    """Whether something is asked for as it is today."""
    return any(window.kind in ("current", "at") for window in atom.windows)


def tells_an_end(sentence: NumberedSentence) -> bool:
    """Whether a sentence says that something ended."""
    return bool(pattern("told_end").search(sentence.text.casefold()))


def lasting(atom: Finding) -> float:
    """The days that a finding has to have lasted; none where no length is asked."""
    at_least = (None, Comparator.GE, Comparator.GT)
    windows = (w for w in atom.windows if w.kind == "lasting" and w.comparator in at_least and w.unit in DAYS)
    return max((float(w.length or 0) * DAYS[w.unit or ""] for w in windows), default=0)


def _stands_in(fact: KnownFact, cited: Sequence[NumberedSentence]) -> bool:
    spans = [item for item in fact.evidence if isinstance(item, Span)]
    return bool(spans) and all(
        any(one.source_id == item.source_id and one.start <= item.start < one.end for one in cited) for item in spans
    )
