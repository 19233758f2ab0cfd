"""Numbers that are not those of the source, and doses that are those of another drug."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from functools import cache

from osler.core.library import stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount, agrees_converted, converted
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.homes import drug_parts, homes_of
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, read_statement

_EVERY = -10.0
_WHICH = {"single": 1.0, "first": -1.0, "second": -2.0, "third": -3.0, "last": -9.0, "final": -9.0, "every": _EVERY, "each": _EVERY}  # fmt: skip
"""Which of several, as a number that is no count."""
_THINGS = (
    "visits?|appointments?|consultations?|contacts?|trimesters?|occasions?|doses?|measurements?|readings?|samples?"
    "|attacks?|episodes?|courses?|risk factors?"
)
_SINGLE = re.compile(r"\b(?:single|one|loading) (?:[\w-]+ )?dose\b", re.IGNORECASE)
"""What is given once is not given daily."""
_CLAUSE = re.compile(r"[;:]|\.(?!\d)|\b(?:max\w*|up to|no more than|at most|if|when|who|unless)\b", re.IGNORECASE)


def missing_numbers(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Numbers and limits that the sources do not give."""
    there = [amount for source in basis for amount in source.amounts]
    own = [amount._replace(bound="") for amount in there]
    there += [
        amount
        for amount in (read_statement(context, vocabularies).amounts if context else ())
        if not any(amount._replace(bound="").agrees(other) for other in own)
    ]
    other_units = [amount for source in basis for amount in converted(source.text)]
    for amount in said.amounts:
        # How often something is given is no count: three exacerbations are not three times a day.
        rated = [other for other in there if other.kind == "rate"] if amount.kind == "rate" else []
        if any(amount.agrees(other) for other in rated or there):
            continue
        if amount.kind != "rate" and agrees_converted(amount, other_units):
            continue
        turned = any(amount._replace(bound="", end="").agrees(other._replace(bound="", end="")) for other in there)
        if not amount.kind and not (turned and amount.side) and _in_words(amount.value, basis):
            continue
        single = any(_SINGLE.search(one.text) for one in basis)
        if (
            amount.kind == "rate"
            and not any(other.kind == "rate" for other in there)
            and amount.value == 1.0
            and not single
        ):
            continue
        if any(amount._replace(bound="").agrees(other._replace(bound="")) for other in rated or there):
            yield "number", f"the limit at {amount.text!r} is not the one of the cited passage"
        else:
            yield "number", f"{amount.text!r} is not in the cited passages"


def number_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Numbers that the sources give otherwise: one end of a range, another count, another drug's dose."""
    yield from _half_ranges(said, basis)
    yield from _counts(said, basis)
    yield from _regimens(said, basis)
    yield from _repeated(said, basis)
    for part in drug_parts(said, vocabularies):
        # Of several drugs each has its own dose, in a sentence or a part of one that names it.
        homes = [one for source in basis for one in homes_of(part, [drug_parts(source, vocabularies) or [source]])]
        for amount in part.amounts:
            if amount.kind == "mass" and not any(amount.agrees(other) for one in homes for other in one.amounts):
                yield "number", f"{amount.text!r} is the dose of another drug in the cited passages"


def _in_words(value: float, basis: Sequence[Statement]) -> bool:
    """Whether a source gives a count as a word: one or two, for 1 or 2."""
    words = [word for word, number in lexicon().numbers.items() if number == value]
    return any(re.search(rf"\b{re.escape(word)}\b", one.text, re.IGNORECASE) for word in words for one in basis)


def _regimens(said: Statement, basis: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """A dose more or less often than the source gives that dose: 70 mg a day for 70 mg a week."""
    there = [pair for source in basis for pair in _often(source)]
    for dose, rate in _often(said):
        rates = [other for same, other in there if dose.agrees(same)]
        if rates and not any(rate.agrees(other) for other in rates):
            yield "number", f"the cited passages give {dose.text!r} {rates[0].text!r}, not {rate.text!r}"


def _repeated(said: Statement, basis: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """A dose in the place of another: 200 mg and then 200 mg, where the source goes on with 100 mg."""
    here = [one for one in said.amounts if one.kind in {"mass", "g/kg"}]
    there = [one for source in basis for one in source.amounts if one.kind in {"mass", "g/kg"}]
    if len(here) != len(there):
        return
    left = [one for one in there if not any(one.agrees(other) for other in here)]
    for one in here:
        twice = sum(one.agrees(other) for other in here) > sum(one.agrees(other) for other in there)
        if twice and left and any(one.agrees(other) for other in there):
            yield "number", f"the cited passage gives {left[0].text!r} beside {one.text!r}"
            return


def _often(one: Statement) -> list[tuple[Amount, Amount]]:
    """Each dose with how often it is given: the first such word behind it, before another dose or clause."""
    placed = sorted((amount for amount in one.amounts if amount.kind in {"mass", "g/kg", "rate"}), key=lambda a: a.at)
    return [
        (dose, rate)
        for dose, rate in itertools.pairwise(placed)
        if dose.kind != "rate" and rate.kind == "rate" and not _CLAUSE.search(one.text, dose.at, rate.at)
    ]


def _counts(said: Statement, basis: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """Another count of the same thing: one visit for two visits."""
    there = [pair for source in basis for pair in _counted(source.text)]
    for thing, count in _counted(said.text):
        others = {other for same, other in there if same == thing}
        if (others and count not in others) or (count == _EVERY and not others):
            yield "number", f"the cited passage counts otherwise: {thing!r}"


def _counted(text: str) -> set[tuple[str, float]]:
    """What a text counts in words, by stem: "two separate visits", "one visit"."""
    pattern, numbers = _count_words()
    return {(stems(match["thing"])[-1], numbers[match["count"].lower()]) for match in pattern.finditer(text)}


@cache
def _count_words() -> tuple[re.Pattern[str], dict[str, float]]:
    """A number or an ordinal in words with what it counts, and the values of these words."""
    numbers = lexicon().numbers | _WHICH
    return re.compile(
        rf"\b(?P<count>{'|'.join(numbers)}) (?:(?!of\b|in\b|and\b|or\b|to\b)[a-z-]+ ){{0,2}}?(?P<thing>{_THINGS})\b",
        re.IGNORECASE,
    ), numbers


def _half_ranges(said: Statement, basis: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """One end of a range of the source as if it stood alone; of a dose or a time, "at least" and "up to" may."""
    for amount in (one for one in said.amounts if not one.end and one.kind != "rate"):
        same = [other for source in basis for other in source.amounts if amount.agrees(other)]
        if not same or not all(other.end for other in same):
            continue
        bounded = amount.bound and amount.kind in {"mass", "g/kg", "time", "volume", "doses"}
        if not bounded and not any(_other_end(other, source, said) for source in basis for other in source.amounts):
            yield "number", f"the cited passage gives a range, not {amount.text!r} alone"


def _other_end(end: Amount, source: Statement, said: Statement) -> bool:
    """Whether a sentence has both ends of a range."""
    place = source.amounts.index(end)
    pair = source.amounts[place : place + 2]
    return [one.end for one in pair] == ["low", "high"] and all(
        any(_near(one, other) for other in said.amounts) for one in pair
    )


def _near(one: Amount, other: Amount) -> bool:
    return one._replace(bound="", end="").agrees(other._replace(bound="", end=""))
