"""The values of one patient in a sentence: whoever says "with her eGFR of 26" uses the rule for an eGFR below 30.

A rule with a limit holds for every value within it. A value that lies within a limit of the sources is put as that limit, and
the sentence is then held against them as any other; one that does not, or a comparison that is reckoned wrong, is a fault.
Where the patient is known, the value must be theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

from osler.core.library import stems
from osler.guidelines.checking.amounts import Amount, amounts
from osler.guidelines.checking.bare_ages import ages_around
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import claim_stems

_N = r"\d+(?:\.\d+)?"
_UNIT_NAME = r"(?:%|°\s?C\b|mm ?Hg\b|kg/m[2²]|[A-Za-zµμ]+/(?!\d)[\w.²]+(?:/[\w.²]+)*(?:\s?m[2²])?|kg\b|points?\b|cm\b)"
_UNIT = rf"\s?{_UNIT_NAME}"
_WRITTEN = re.compile(rf"{_N}(?P<unit>{_UNIT})?")
_SIGNS: dict[str, str] = {
    "below": "<", "under": "<", "less than": "<", "lower than": "<", "smaller than": "<", "fewer than": "<", "<": "<", "at most": "<=", "≤": "<=",
    "up to": "<=", "no more than": "<=", "above": ">", "over": ">", "more than": ">", "higher than": ">", "greater than": ">", "exceeds": ">",
    "exceeding": ">", ">": ">", "at least": ">=", "≥": ">=", "no less than": ">=",
}  # fmt: skip
_SIGN = "|".join(re.escape(word) for word in sorted(_SIGNS, key=len, reverse=True))
_MORE, _LESS = "more|above|higher|over|greater|heavier", "less|below|lower|under|lighter|fewer"
_LIMITS = re.compile(
    rf"(?:(?:between )?(?P<from>{_N})(?:{_UNIT})? ?(?:and|to|-|–) ?(?P<to>{_N})|(?P<sign>{_SIGN}) ?(?P<at>{_N})|(?P<only>{_N}))(?P<unit>{_UNIT})?"
    rf"(?:\s*(?:or|and) (?P<side>{_MORE}|{_LESS})\b)?",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    rf"^,?\s*(?:which |that )?(?:is |lies |falls |being )?(?:clearly |well |just |far |still )?(?P<sign>{_SIGN}) ?"
    rf"(?:the (?:limit|threshold|cut-?off|ceiling|mark)(?: value)?(?: of| at)? )?(?P<at>{_N})(?:{_UNIT})?",
    re.IGNORECASE,
)
_JOIN_BEFORE = re.compile(
    r"\s+(?:of|is|was|at|has (?:fallen|risen|dropped|climbed) to|comes to|now)\s*$", re.IGNORECASE
)
_REASON = re.compile(r"\b(?:because|since|as|given that)(?= (?:your|his|her|their|the|an?)\b)", re.IGNORECASE)
_SO = re.compile(
    r",? (?:and so|so|hence|therefore|and therefore|where|which means that|meaning that)(?= )", re.IGNORECASE
)
_OWNER = re.compile(r"^(?:your|his|her|their|the (?:patient's)?)(?= )", re.IGNORECASE)
_NAME_WORDS, _BEHIND_WORDS = 6, 3
_WHO = r"(?:you|he|she|they|(?:the|this|your|our) (?:patient|person|man|woman|lady|gentleman|boy|girl|child))"
_YEARS = r"(?:[ -]years?(?:[ -]old| of age)?)?"
_NO_UNIT = rf"(?![\w.]|[-/]\w|,\d|\s?(?:%|°|mg|g\b|kg|mc|ml|m?mol|mm|cm|ng|pg|units?|IU|times|weeks?|months?|days?|hours?|minutes?|doses?|or (?:more|less|older|younger|above|over)|and (?:older|over|above)|to \d|and \d|{_UNIT_NAME}))"


class _Limit(NamedTuple):
    words: str
    low: float
    high: float
    strict: bool
    unit: str
    about: frozenset[str]
    """The stems of the words before it, which say what is measured."""

    def holds(self, value: float) -> bool:
        return self.low < value < self.high if self.strict else self.low <= value <= self.high


class Put(NamedTuple):
    """A sentence with its values put as limits, and what is wrong with them, in words."""

    text: str
    wrong: str = ""


def with_own_values(
    text: str,
    sources: Sequence[str],
    ages: Sequence[tuple[float | None, float | None]],
    own: Sequence[str] | None = None,
) -> Put:
    """A sentence as its sources would put it: the age and the values of one patient as the limits within which they lie.

    `own` is what is known of the patient, in words; without it any value may be somebody's.
    """
    put = _with_own_age(_in_digits(text), ages, own)
    if put.wrong:
        return put
    text = put.text
    known = [one for source in sources for one in amounts(source)]
    limits = [limit for source in sources for limit in _limits(source)]
    for amount in sorted(amounts(text), key=lambda one: -one.at):
        if amount.side or (
            amount.kind in {"time", "rate", "mass", "g/kg", "volume", "doses"} and not _is_weight(amount)
        ):
            continue
        put = _put(text, amount, limits, known, own)
        if put.wrong:
            return put
        text = put.text
    return Put(text)


def _put(
    text: str, amount: Amount, limits: Sequence[_Limit], known: Sequence[Amount], own: Sequence[str] | None
) -> Put:
    """A sentence with one value put as the limit of a source in which it lies."""
    written = _WRITTEN.match(text, amount.at)
    if (
        written is None
        or "/" in text[amount.at - 1 : amount.at]
        or text[amount.at + len(f"{amount.value:g}") :][:1] == "/"
    ):
        return Put(text)
    before, after, unit = text[: amount.at], text[written.end() :], _folded(written["unit"] or "")
    about = frozenset(claim_stems(" ".join([*before.split()[-_NAME_WORDS:], *after.split()[:_BEHIND_WORDS]])))
    near = [one for one in limits if _is_of(one, about, unit, limits)]
    compared = _COMPARED.match(after)
    if compared and not _is_so(amount.value, compared["sign"], float(compared["at"])):
        return Put(text, f"{amount.text} is not {compared['sign']} {compared['at']}")
    if not near or (any(amount.agrees(one) for one in known) and not compared and not _JOIN_BEFORE.search(before)):
        return Put(text)
    if not compared and any(amount.agrees(one) and not one.side for one in known):
        return Put(text)  # the source gives it as it is: "a score of 5 or 6"
    if any(one.holds(amount.value) and amount.value in {one.low, one.high} for one in near):
        return Put(text)
    fitting = next((one for one in near if one.holds(amount.value)), None)
    if fitting is None:
        equal = any(amount.agrees(one) for one in known)
        return (
            Put(text)
            if not equal or compared
            else Put(text, f"{amount.text} is not within the limit of the cited passage")
        )
    if own is not None and not _is_theirs(amount.value, about, unit, own):
        return Put(text, f"{amount.text} is no value of this patient")
    if compared and float(compared["at"]) not in {fitting.low, fitting.high}:
        return Put(text)
    rest = after[compared.end() :] if compared else after
    joined = _JOIN_BEFORE.sub(" is" if _JOIN_BEFORE.search(before) and " is" in before[-4:] else "", before)
    told = _SO.sub(",", f"{joined.rstrip()} {fitting.words}{rest}", count=1)
    told = _REASON.sub("if", told, count=1)
    return Put(_OWNER.sub("if the", told))


def _limits(source: str) -> Iterable[_Limit]:
    """The limits that a source gives, each with the words before it; how long a thing lasts is none."""
    timed = {
        one.at for one in amounts(source) if one.kind == "time" and not one.text.lower().endswith(("years", "year"))
    }
    for match in _LIMITS.finditer(source):
        if timed & {match.start(name) for name in ("from", "at", "only")}:
            continue
        about = frozenset(claim_stems(" ".join(source[: match.start()].split()[-_NAME_WORDS:])))
        unit, words = _folded(match["unit"] or ""), match.group().strip().rstrip(".")
        side = (match["side"] or "").lower()
        if match["from"]:
            yield _Limit(words, float(match["from"]), float(match["to"]), False, unit, about)
        elif match["sign"] or side:
            sign = (">=" if side in _MORE.split("|") else "<=") if side else _SIGNS[match["sign"].lower()]
            at = float(match["at"] or match["only"])
            low, high = (at, float("inf")) if sign[0] == ">" else (float("-inf"), at)
            yield _Limit(words, low, high, len(sign) == 1, unit, about)


def _is_of(limit: _Limit, about: frozenset[str], unit: str, limits: Sequence[_Limit]) -> bool:
    """Whether a limit is one of the value: of the same unit where both have one, and of the same name or alone with that unit."""
    if unit and limit.unit and unit != limit.unit:
        return False
    if unit and not limit.unit and any(one.unit == unit for one in limits):
        return False
    alone = unit and unit == limit.unit and sum(one.unit == unit for one in limits) == 1
    return bool(alone or limit.about & about)


def _is_theirs(value: float, about: frozenset[str], unit: str, own: Sequence[str]) -> bool:
    """Whether a patient has a value: a number of what is known of them, of that name or with that unit."""
    return any(
        any(abs(one.value - value) <= 0.005 * abs(value) for one in amounts(told))
        and (about & set(stems(told)) or (unit and unit in _folded(told)))
        for told in own
    )


def _is_so(value: float, sign: str, limit: float) -> bool:
    return {"<": value < limit, "<=": value <= limit, ">": value > limit, ">=": value >= limit}[_SIGNS[sign.lower()]]


def _is_weight(amount: Amount) -> bool:
    return amount.kind == "mass" and amount.text.lower().endswith(("kg", "kilograms"))


def _folded(unit: str) -> str:
    return re.sub(r"\s|/1\.73\s?m[2²]", "", unit).lower().rstrip(".")


_AGES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), told)
    for pattern, told in (
        (rf"\b(?:(?:because|since|as|given that) )?{_WHO} (?:is|are)(?: only| just| now| already)? (?P<age>\d{{1,3}}){_YEARS}{_NO_UNIT}(?: and (?=should|must|may|can|needs?\b))", "People {ages} "),
        (rf"\b(?:(?:because|since|as|given that) )?{_WHO} (?:is|are)(?: only| just| now| already)? (?P<age>\d{{1,3}}){_YEARS}{_NO_UNIT}(?:,? (?:and so|so|hence|therefore|and therefore)\b|,)?", "in people {ages}"),
        (rf"^(?P<lead>being [\w-]+) and (?P<age>\d{{1,3}}){_YEARS}{_NO_UNIT}", "{lead} and aged {ages}"),
        (rf"^being (?:only |just |now )?(?P<age>\d{{1,3}}){_YEARS}{_NO_UNIT}", "in people {ages}"),
        (rf"\bat (?:(?:the|your|his|her|their) age of |age |only |just )?(?P<age>\d{{1,3}}){_YEARS}{_NO_UNIT}", "in people {ages}"),
    )
)  # fmt: skip
_ONE_AGED = re.compile(r"\b(?P<lead>an?|this|the|your|our) (?P<age>\d{1,3})[- ]year[- ]old\b", re.IGNORECASE)


def _with_own_age(text: str, ages: Sequence[tuple[float | None, float | None]], own: Sequence[str] | None) -> Put:
    """A sentence with the age of one person put as the ages of the sources in which it lies."""
    wrong: list[str] = []
    for pattern, told in _AGES:
        text = pattern.sub(partial(_age_put, told, ages, own, wrong), text)
    if own is not None:
        wrong += [
            f"nobody of {one['age']} years is asked about"
            for one in _ONE_AGED.finditer(text)
            if not _is_aged(one["age"], own)
        ]
        if not ages:
            text = _ONE_AGED.sub(lambda match: f"{match['lead']} patient", text)
    return Put(text, wrong[0] if wrong else "")


def _age_put(
    told: str,
    ages: Sequence[tuple[float | None, float | None]],
    own: Sequence[str] | None,
    wrong: list[str],
    match: re.Match[str],
) -> str:
    if own is not None and not _is_aged(match["age"], own):
        wrong.append(f"this patient is not {match['age']} years old")
        return match.group()
    around = ages_around(float(match["age"]), ages)
    if not around:
        return match.group() if ages or own is None else "this patient "
    return told.format(ages=around, **{name: value for name, value in match.groupdict().items() if name == "lead"})


def _is_aged(age: str, own: Sequence[str]) -> bool:
    return any(float(age) == one.value for told in own for one in amounts(told) if one.kind in {"", "time"})


def _in_digits(text: str) -> str:
    """Ages in words as digits: "at nine years"."""
    return _age_in_words().sub(lambda match: f"{match['before']}{lexicon().numbers[match['number'].lower()]:g}", text)


@cache
def _age_in_words() -> re.Pattern[str]:
    words = "|".join(word for word, number in lexicon().numbers.items() if number > 1)
    return re.compile(
        rf"\b(?P<before>(?:at|is|aged|only) |an? |this )(?P<number>{words})(?=[ -]years?\b)", re.IGNORECASE
    )
