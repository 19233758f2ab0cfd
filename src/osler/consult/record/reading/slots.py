"""What a question says beside its concept and its period: by the year, in which unit, of which form, against what."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from osler.consult.record.called import measure_named
from osler.consult.record.reading.table import pattern, rules
from osler.consult.record.reading.types import RecordQuestion

Each = Literal["year", "month"]


class Slots(NamedTuple):
    """The slots of a question, and the question without the words that filled them."""

    rest: str
    per: Each | None = None
    unit: str = ""
    """The unit that a value is asked for in, as UCUM."""
    form: str = ""
    """The form of the medicine that is meant, as people say it."""
    ratio: tuple[str, str] | None = None
    spread: bool = False
    earlier: bool = False
    interval: bool = False

    def fill(self, question: RecordQuestion) -> RecordQuestion:
        """The question with its slots."""
        measured = question.kind == "observation"
        return question._replace(
            per=self.per,
            in_unit=self.unit if measured else "",
            form=self.form if question.kind == "medication" else "",
            ratio=self.ratio,
            spread=self.spread and measured,
            earlier=self.earlier and measured,
            interval=self.interval,
        )


def read_slots(rest: str) -> Slots:
    """The slots that a question in known words fills."""
    per, rest = _per(rest)
    unit, rest = _unit(rest)
    switched = pattern("switched").search(rest)
    if switched is not None and measure_named(rest) is None:
        rest = f"when was {switched['new']} started" if pattern("intents", "when").search(rest) else rest
    rest = _of_any_form(rest)
    return Slots(
        rest,
        per,
        unit,
        _form(rest),
        _ratio(rest),
        pattern("spread").search(rest) is not None,
        pattern("earlier").search(rest) is not None,
        pattern("interval").search(rest) is not None,
    )


def _per(rest: str) -> tuple[Each | None, str]:
    match = pattern("per").search(rest)
    if match is None:
        return None, rest
    said = match["each"] or match["a"] or match["by"] or ("month" if match["adverb"] == "monthly" else "year")
    each: Each = "month" if said == "month" else "year"
    kept = match.group() if match["a"] else ""  # of "how many … a year" the question itself stays
    kept = re.sub(r"\ba (?:year|month)$", "", kept)
    return each, f"{rest[: match.start()]}{kept}{rest[match.end() :]}".strip()


@cache
def _units() -> tuple[tuple[re.Pattern[str], str], ...]:
    written = rules()["asked_units"].items()
    return tuple((re.compile(rf"\b(?:in|as) (?:{said})(?=\W|$)"), code) for said, code in written)


def _unit(rest: str) -> tuple[str, str]:
    for said, code in _units():
        match = said.search(rest)
        if match is not None:
            return code, f"{rest[: match.start()].rstrip()} {rest[match.end() :].lstrip()}".strip()
    return "", rest


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(rf"\b(?:{said})\b"), said) for said in rules()["medicine_forms"])


def _form(rest: str) -> str:
    return next((said for heard, said in _forms() if heard.search(rest)), "")


@cache
def _beside_a_form() -> re.Pattern[str]:
    """A form side by side with another, or with a general word for medicines."""
    forms = "|".join(rules()["medicine_forms"])
    one = rf"(?:(?:my|the|his|her|any|other) )?(?:{pattern('any_medicine').pattern}|{forms})"
    return re.compile(rf"\b{one}(?:(?: ?, ?| )(?:and |or |and/or |& ?|plus )|/| ?, ?){one}(?:,? (?:and |or )?{one})*\b")


def _of_any_form(rest: str) -> str:
    """What asks for tablets and inhalers asks for medicines: a form narrows nothing where another stands beside it."""
    return _beside_a_form().sub("medicines", rest)


def is_form(phrase: str) -> bool:
    """Whether a phrase is nothing but the name of a form."""
    return any(re.fullmatch(said, phrase) for said in rules()["medicine_forms"])


def is_of_form(name: str, form: str) -> bool:
    """Whether a product's name says that it is of a form."""
    return re.search(rules()["medicine_forms"][form], name.lower()) is not None


def says_a_form(name: str) -> bool:
    """Whether a product's name says of which form it is: a cream is none of the tablets that are asked for."""
    return any(re.search(said, name.lower()) for said in rules()["medicine_forms"].values())


def _ratio(rest: str) -> tuple[str, str] | None:
    """Two different measures that are asked for in proportion."""
    match = pattern("ratio").search(rest)
    if match is None:
        return None
    both = (match["a"] or match["c"], match["b"] or match["d"])
    found = [measure_named(name) for name in both]
    whole = measure_named("/".join(name.split()[-1] for name in both[:1]) + f"/{both[1]}")
    if whole is not None and whole not in found:
        return None  # what is measured as one is not made of two: FEV1/FVC
    return both if found[0] and found[1] and found[0] != found[1] else None
