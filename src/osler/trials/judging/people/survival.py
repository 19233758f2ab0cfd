"""How long somebody is expected to live, by the sentence that says so: "life expectancy of more than six months"."""

from __future__ import annotations

import re

from osler.core.criteria import Bound, Comparator, MeasuredValue, Proof, TruthValue
from osler.core.language import NUMBER_OF_WORD, Experiencer, Polarity, assert_mention
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import PatientView
from osler.trials.judging.windows import DAYS

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_FOR_EVER = float("inf")


def by_survival(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by what a note expects; None where it expects nothing, or where the limit lies inside of what it says."""
    if not pattern("survival", "asked").search(atom.name.casefold()) or not atom.test.bounds:
        return None
    for sentence in reversed(view.sentences):
        words = sentence.text.casefold()
        between = pattern("survival", "range").search(words)
        told = between or pattern("survival", "told").search(words)
        if told is None:
            continue
        said = assert_mention(sentence.text, *told.span())
        if said.experiencer is not Experiencer.PATIENT or said.polarity is not Polarity.PRESENT:
            continue
        low, high = _between(told) if between else _expected(told)
        truths = {_held(bound, low, high) for bound in atom.test.bounds}
        if truths == {MET} or NOT_MET in truths:
            truth = NOT_MET if NOT_MET in truths else MET
            return proof_of(truth, atom, "the note says what is expected", [sentence.span])
    return None


def _between(told: re.Match[str]) -> tuple[float, float]:
    """The fewest and the most days of what is told from a shorter to a longer time."""
    unit = _unit(told["unit"])
    low_unit = _unit(told["low_unit"] or told["unit"])
    low = _number(told["low"]) * DAYS[low_unit] if told["low"] else _without_number(low_unit)[0]
    return low, (_number(told["high"]) * DAYS[unit] if told["high"] else _without_number(unit)[1])


def _unit(word: str) -> str:
    return f"{word.removesuffix('s')}s"


def _number(word: str) -> float:
    return float(NUMBER_OF_WORD.get(word, 0) or word)


def _without_number(unit: str) -> tuple[float, float]:
    low, high = rules()["survival"]["without_number"].get(unit, (0, _FOR_EVER))
    return float(low), float(high)


def _expected(told: re.Match[str]) -> tuple[float, float]:
    """The fewest and the most days that a sentence expects."""
    unit, number = _unit(told["unit"]), told["number"]
    if number is None:
        return _without_number(unit)
    days = _number(number) * DAYS[unit]
    if told["more"]:
        return days, _FOR_EVER
    return (0, days) if told["less"] else (days, days)


def _held(bound: Bound, low: float, high: float) -> TruthValue:
    """Whether every length from the low to the high one passes a bound, or none."""
    unit = re.sub(r"s?$", "s", bound.unit.casefold().strip(), count=1) if bound.unit else ""
    if unit not in DAYS or bound.times:
        return UNKNOWN
    limit = bound.value * DAYS[unit]
    if bound.comparator in (Comparator.GE, Comparator.GT):
        return MET if low >= limit else NOT_MET if high < limit or (high == limit and low < high) else UNKNOWN
    if bound.comparator in (Comparator.LE, Comparator.LT):
        return MET if high <= limit else NOT_MET if low >= limit and low < high else NOT_MET if low > limit else UNKNOWN
    return UNKNOWN
