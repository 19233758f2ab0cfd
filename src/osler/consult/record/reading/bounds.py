"""What bounds a question: a value that is to be passed, an event of the record, a number of the newest values."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from osler.consult.record.called import measure_named
from osler.consult.record.concepts import EITHER, is_named
from osler.consult.record.reading.kinds import is_condition, is_ordinary, kind_of, kind_of_concept, phrase_of
from osler.consult.record.reading.table import pattern, rules
from osler.consult.record.reading.types import Anchor, Threshold
from osler.consult.wording.everyday import everyday
from osler.core.terminology import Vocabularies, fold_unit, measures, medicines_taken_for

_NUMBER = r"(?P<value>\d+(?:\.\d+)?)(?:\s*(?P<unit>%|[a-zµμ°]+(?:/[a-z0-9.]+){0,2}))?"
_THRESHOLD = re.compile(
    r"\b(?:(?P<above>worse than|greater than|more than|higher than|above|over|in excess of|north of|bigger than|larger than|exceed(?:s|ed|ing)?|past|beyond|cross(?:ed)?|reach(?:ed)?|hit|hits|touch(?:ed)?|top(?:s|ped)?|surpass(?:es|ed)?|breach(?:es|ed)?|break(?:s)?|broke|at least|no less than|not less than|>=?)|"
    r"(?P<below>less than|lower than|fewer than|below|beneath|underneath|under|smaller than|at most|no more than|not more than|up to|<=?))\s*(?:an? )?"
    + _NUMBER
)
_OR_MORE = re.compile(
    rf"(?:\b(?:at|of|was|were|is) )?{_NUMBER}\s*(?:or|and|&) (?:(?P<above>more|above|over|higher|up(?:wards)?|greater)"
    r"|(?P<below>less|below|under|lower|fewer|down))\b(?! times?\b)"
)
_OR_EQUAL = re.compile(r"at least|at most|no less|not less|no more|not more|up to|reach|hit|touch|>=|<=")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10}
_LONGEST_PURPOSE = 3
"""Words of what a medicine is called by."""
_OLDEST = {"first", "earliest"}
_EDGES: dict[str, Literal["after", "before"]] = {
    **dict.fromkeys(("after", "following", "since"), "after"),
    **dict.fromkeys(("before", "prior to"), "before"),
}


def read_threshold(rest: str) -> tuple[Threshold | None, str]:
    """The bound that a value is asked to pass, and the question without it."""
    match = _OR_MORE.search(rest) or _THRESHOLD.search(rest)
    if match is None:
        return None, rest
    unit = _unit(match["unit"])
    end = match.end() if unit or not match["unit"] or match.re is _OR_MORE else match.start("unit")
    inclusive = match.re is _OR_MORE or _OR_EQUAL.match(match.group()) is not None
    moved = pattern("changed_by").search(rest) is not None
    bound = Threshold(bool(match["above"]), float(match["value"]), unit, inclusive, moved)
    return bound, f"{rest[: match.start()]} {rest[end:]}"


def _unit(written: str | None) -> str | None:
    """A unit of some measure, as it is written or as people say it; None for another word."""
    if not written:
        return None
    spoken = next((code for said, code in rules()["asked_units"].items() if re.fullmatch(said, written)), None)
    return spoken or (written if fold_unit(written) in _units() else None)


def measure_of_unit(unit: str | None) -> str:
    """The measure that a unit alone stands for: kilos are a weight."""
    return next((name for name, units in rules()["measure_of_unit"].items() if unit in units), "")


@cache
def _units() -> frozenset[str]:
    return frozenset(fold_unit(unit) for row in measures() for unit in (row.unit, *row.conversions))


def read_newest(rest: str) -> int | None:
    """How many of the newest values are meant, of the oldest as a negative number."""
    match = pattern("newest").search(rest)
    if match is None:
        return None
    said, end = match["many"] or match["many2"], match["end"] or match["end2"]
    many = _COUNTS.get(said) or int(said)
    return -many if end in _OLDEST else many


def read_excluded(lower: str, vocabularies: Vocabularies) -> tuple[str, str]:
    """What is to be left out of an answer, and the question without it."""
    match = pattern("excluded").search(lower)
    what = phrase_of(match["what"], vocabularies) if match else ""
    if match is None or not what:
        return "", lower
    return what, f"{lower[: match.start()].rstrip()} {lower[match.end() :].lstrip(' ,')}".strip()


def read_given_for(rest: str, vocabularies: Vocabularies) -> tuple[str, str]:
    """What medicines are asked about by: the complaint they are for, and the question without it."""
    by_purpose = _named_by_purpose(rest, vocabularies)
    if by_purpose is not None:
        return by_purpose
    match = pattern("forms", "for_what").search(rest)
    left = f"{rest[: match.start()].rstrip()} {rest[match.end() :].lstrip()}".strip() if match else rest
    if match is None:
        return "", rest
    kind = kind_of(left, phrase_of(left, vocabularies), vocabularies)
    if kind != "medication" and not (kind == "any" and pattern("forms", "got").search(left)):
        return "", rest
    what = phrase_of(match["what"], vocabularies)
    if not what and pharmacological_class(match["what"]):
        what = match["what"]  # "for my allergies" names a kind, and what is taken for it
    if pharmacological_class(what) or measure_named(what) is not None:
        return what, left
    named = kind_of_concept(what, vocabularies)
    meant = named == "condition" or (named == "any" and what not in everyday())
    return (what, left) if what and meant else ("", rest)


_BREATHED = re.compile(r"inhaler|puffer")


def _named_by_purpose(rest: str, vocabularies: Vocabularies) -> tuple[str, str] | None:
    """Medicines that are called by what they are for ("my blood pressure pills"): the purpose, and the question without it."""
    if pattern("kinds", "allergy").search(rest):
        return None
    for match in pattern("forms", "medicine").finditer(rest):
        spoken = rest[: match.start()].split()
        for length in range(min(_LONGEST_PURPOSE, len(spoken)), 0, -1):
            what = " ".join(spoken[-length:])
            if _BREATHED.match(match.group()) and kind_of_concept(what, vocabularies) == "medication":
                return None  # a steroid inhaler is a steroid, and not one for it
            if pharmacological_class(what) or (is_named(what, vocabularies) and is_condition(what, vocabularies)):
                return what, f"{' '.join(spoken[:-length])} {rest[match.start() :]}".strip()
    return None


def pharmacological_class(complaint: str) -> str:
    """The medicines that are taken for a complaint, by their classes or names; empty where the tables know none."""
    classes = [name for said, name in rules()["taken_for"].items() if re.fullmatch(said, complaint)]
    return EITHER.join([*classes, *medicines_taken_for(complaint)])


def read_anchor(rest: str, vocabularies: Vocabularies) -> tuple[Anchor | None, str]:
    """The event that bounds the period, and the question without it; none where nothing else would be asked."""
    match = pattern("anchor").search(rest)
    if match is None:
        return None, rest
    if pattern("selectors", "before_last").search(rest):
        return None, rest  # "the reading before the last one" names no event
    event = match["event"]
    phrase = phrase_of(event, vocabularies)
    visit = not phrase and pattern("kinds", "visit").search(event) is not None
    operated = pattern("operations", "asked").search(event) is not None and (
        not phrase or is_ordinary(phrase, vocabularies)
    )
    if not visit and not operated and is_ordinary(phrase, vocabularies):
        return None, rest
    left = f"{rest[: match.start()].rstrip()} {rest[match.end() :].lstrip()}".strip(" ,;")
    kind = kind_of(left, phrase_of(left, vocabularies), vocabularies)
    told = pattern("forms", "after").search(rest) and pattern("forms", "event").search(rest)
    if (kind == "any" and not pattern("intents", "happened").search(left)) or (
        told and kind != "observation" and not operated and not phrase_of(left, vocabularies)
    ):
        return None, rest
    setting = next((code for code in rules()["setting"] if pattern("setting", code).search(event)), None)
    return Anchor(_EDGES.get(match["edge"].strip(), "during"), phrase, setting if visit else None, operated), left
