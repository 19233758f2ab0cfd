"""How often something comes, as criteria ask for it and notes tell it: "at least 4 seizures per 28 days", "6 seizures/month"."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.core.criteria import Atom, MeasuredValue, Proof, TruthValue
from osler.core.language import NUMBER_OF_WORD, Polarity, assert_mention
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.stated import said_of_patient
from osler.trials.judging.view import PatientView

_DAYS = {"day": (1.0, 1.0), "week": (7.0, 7.0), "month": (28.0, 31.0), "year": (365.0, 366.0)}
"""How many days a unit has, at least and at most: four weeks are often called a month."""
_OF_SOMETHING = frozenset({"days", "nights", "hours", "times"})
_ASKED = re.compile(
    r"^(?:(?:average|mean|number|frequency|monthly|of|an?)\s)*(?P<what>[a-z][a-z -]*?)\s(?:per|a|each|every)(?:\s(?:(?P<number>\d{1,3})[\s-])?(?P<unit>day|week|month|year)s?)?$",
    re.IGNORECASE,
)
_TOLD = (
    r"\b(?P<low>\d{1,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty))(?:\s?(?:-|–|to)\s?(?P<high>\d{1,3}))?"
    r"\s(?:[\w-]+\s){0,2}?%ss?\s?(?:/|\b(?:per|a|each|every|in the last|last)\s)(?P<unit>day|week|month|year)\b"
)


class _Rate(NamedTuple):
    """A number in a time of so many days, at least and at most."""

    low: float
    high: float


def by_rate(atom: Atom, view: PatientView) -> Proof | None:
    """The proof by the frequency that a sentence gives; none where the length of a month would decide."""
    if not isinstance(atom, MeasuredValue) or not atom.test.bounds:
        return None
    asked = _ASKED.match(" ".join(atom.name.split()))
    days = _days_of(atom, asked)
    if asked is None or days is None or any(bound.unit or bound.times for bound in atom.test.bounds):
        return None
    words = asked["what"].casefold().split()
    # Days are days of something.
    thing = " ".join(words[-2:] if words[-1] in _OF_SOMETHING else words[-1:]).removesuffix("s")
    told = re.compile(_TOLD % re.escape(thing), re.IGNORECASE)
    for sentence in view.sentences:
        found = told.search(sentence.text)
        if found is None or not said_of_patient(sentence, *found.span()):
            continue
        if assert_mention(sentence.text, *found.span("low")).polarity is not Polarity.PRESENT:
            continue
        if pattern("not_this_rate").search(sentence.text[: found.start("low")].casefold()):
            continue
        rate = _rate(found, days)
        held = {
            all(HOLDS[bound.comparator.value](value, bound.value) for bound in atom.test.bounds)
            for value in (rate.low, rate.high)
        }
        if len(held) == 1:
            truth = TruthValue.MET if held.pop() else TruthValue.NOT_MET
            return proof_of(truth, atom, f"the note tells how often: {found[0]}", [sentence.span])
    return None


def _days_of(atom: MeasuredValue, asked: re.Match[str] | None) -> tuple[float, float] | None:
    """The days of the time for which a criterion gives a number."""
    if asked is None:
        return None
    if asked["unit"]:
        least, most = _DAYS[asked["unit"].casefold()]
        return float(asked["number"] or 1) * least, float(asked["number"] or 1) * most
    lengths = [w for w in atom.windows if w.kind == "lasting" and w.length and w.unit]
    if len(lengths) != 1 or (unit := _DAYS.get((lengths[0].unit or "").removesuffix("s"))) is None:
        return None
    length = lengths[0].length or 0.0
    return length * unit[0], length * unit[1]


def _rate(found: re.Match[str], days: tuple[float, float]) -> _Rate:
    low = float(NUMBER_OF_WORD.get(found["low"].casefold()) or found["low"])
    high = float(found["high"] or low)
    unit = _DAYS[found["unit"].casefold()]
    same = days == unit
    return _Rate(low if same else low * days[0] / unit[1], high if same else high * days[1] / unit[0])
