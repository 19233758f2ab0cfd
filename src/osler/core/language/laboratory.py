"""Laboratory results and vital signs as findings by a value beyond its range."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.flags import flag_after
from osler.core.language.rules import read_table, read_yaml
from osler.core.language.stated_ranges import column_after
from osler.core.language.substances import Side
from osler.core.language.types import Quantity
from osler.core.terminology import measure

_NORMAL = re.compile(
    r"(?:\s?\(?[\[(,;]?\s?(?:normal|reference|ref\.?|nl|NR|N|RR|range)(?:\srange|\svalues?|\slimits?|\sinterval)?\s?(?:is|of)?[:=,]?\s?"
    r"|\s?[\[(](?=\d[\d.,]*\s?(?:-|–|to)\s?\d))"
    r"(?P<sign>[<>≤≥]=?|up to|less than|below|above|more than)?\s?(?P<low>\d+(?:,\d{3})*(?:\.\d+)?)(?:\s?(?:-|–|to)\s?(?P<high>\d+(?:,\d{3})*(?:\.\d+)?))?",
    re.IGNORECASE,
)
_ADULT = 16.0
_PRESSURES = frozenset(["LAB:bp", "LAB:sbp", "LAB:dbp"])
"""What has two values that are no range."""
_VITAL_SIGNS = frozenset(f"LAB:{name}" for name in ("heart_rate", "bp", "sbp", "dbp", "temperature", "spo2", "weight"))
"""After these RR is the respiratory rate and no reference range: "HR 110 RR 24"."""
_RESPIRATION = re.compile(r"[\s(\[,;]*RR\b", re.IGNORECASE)


class Rule(NamedTuple):
    """A row of the table: from which limit on a result is which finding."""

    measure_id: str
    side: Side
    limit: float | None
    from_age: float | None
    to_age: float | None
    sex: str
    hpo_id: str
    name: str
    source: str


class Beyond(NamedTuple):
    """A value beyond its range: the finding that it is, and the rule in words."""

    hpo_id: str
    name: str
    why: str


@lru_cache(maxsize=1)
def result_rules() -> dict[tuple[str, str], list[Rule]]:
    found: dict[tuple[str, str], list[Rule]] = {}
    for measure_id, side, limit, from_age, to_age, sex, hpo_id, name, source in read_table("abnormal.tsv"):
        low_age, high_age = (float(cell) if cell else None for cell in (from_age, to_age))
        which: Side = "low" if side == "low" else "high"
        most = float(limit) if limit else None
        rule = Rule(measure_id, which, most, low_age, high_age, sex, hpo_id, name, source)
        found.setdefault((measure_id, side), []).append(rule)
    return found


def beyond_range(
    text: str, quantity: Quantity, age: float | None, sex: str | None, *, young: bool = False
) -> Beyond | None:
    """The finding that a value beyond its range is: by the range that the text gives, else by the table.

    `young` says of a patient of unknown age that it is a child: only limits of every childhood age hold.
    """
    if quantity.measure_id is None or (quantity.high is not None and quantity.measure_id in _PRESSURES):
        return None
    if quantity.unit and quantity.canonical_value is None:
        return None  # in a unit that the measure does not have, something else was measured
    stated = _stated_side(text, quantity)
    if stated is not None and quantity.high is not None:
        return None
    if stated is not None:
        side, range_words = stated
        rules = result_rules().get((quantity.measure_id, side), ()) if side else ()
        return Beyond(rules[0].hpo_id, rules[0].name, f"{quantity.text} ({range_words})") if rules else None
    if quantity.canonical_value is None:
        return _beyond_in_any_unit(quantity, age, sex, young=young)
    sides: tuple[Side, Side] = ("high", "low")
    for side in sides:
        for rule in result_rules().get((quantity.measure_id, side), ()):
            if rule.limit is not None and _fits(rule, age, sex, young=young) and _beyond(quantity, rule):
                sign = ">" if side == "high" else "<"
                return Beyond(
                    rule.hpo_id,
                    rule.name,
                    f"{quantity.text}: {sign} {_limit_words(quantity, rule.limit)} ({rule.source})",
                )
    return None


def _possible_values(quantity: Quantity) -> list[float]:
    """A bare number in the measure's own unit, once for each unit in which it is possible."""
    row = measure(quantity.measure_id) if quantity.measure_id and not quantity.unit else None
    if row is None or quantity.high is not None:
        return []
    units = read_yaml("quantities.yml")["plausible"].get(row.id, ())
    found = [row.to_canonical(quantity.value, unit) for low, high, unit in units if low <= quantity.value <= high]
    return [value for value in found if value is not None]


def _beyond_in_any_unit(quantity: Quantity, age: float | None, sex: str | None, *, young: bool) -> Beyond | None:
    """The finding that a bare number is in whichever unit of its measure it may be: a phosphate of 0.7 is low in mmol/L and mg/dL."""
    readings = [replace(quantity, canonical_value=value) for value in _possible_values(quantity)]
    sides: tuple[Side, Side] = ("high", "low")
    for side in sides if readings else ():
        rule = next(
            (
                rule
                for rule in result_rules().get((quantity.measure_id or "", side), ())
                if rule.limit is not None and _fits(rule, age, sex, young=young)
            ),
            None,
        )
        if rule is not None and all(_beyond(one, rule) for one in readings):
            sign = ">" if side == "high" else "<"
            return Beyond(
                rule.hpo_id, rule.name, f"{quantity.text}: {sign} the limit in any of its units ({rule.source})"
            )
    return None


def _limit_words(quantity: Quantity, limit: float) -> str:
    """A limit in the unit of the value that it is held against, with the unit that it was published in."""
    published = f"{limit:g} {quantity.canonical_unit}"
    row = measure(quantity.measure_id) if quantity.measure_id else None
    own = row.from_canonical(limit, quantity.meant_unit) if row and quantity.meant_unit else None
    if own is None or own == limit:
        return published
    return f"{own:.4g} {quantity.meant_unit}, which is {published}"


def usual_limit(measure_id: str, side: Side, age: float | None, sex: str | None) -> tuple[float, str] | None:
    """The limit of normal that the table gives for a patient, in the measure's own unit, with its source."""
    rules = (rule for rule in result_rules().get((measure_id, side), ()) if _fits(rule, age, sex))
    return next(((rule.limit, rule.source) for rule in rules if rule.limit is not None), None)


def findings_of(measure_id: str) -> frozenset[str]:
    """The HPO terms that a result of a measure can be, high or low: what was looked at where it was measured."""
    return frozenset(rule.hpo_id for side in ("low", "high") for rule in result_rules().get((measure_id, side), ()))


class FindingLimit(NamedTuple):
    """Beyond which limit, in the measure's own unit, a result of a measure is a finding."""

    measure_id: str
    side: Side
    limit: float


def limits_of(findings: frozenset[str], age: float | None, sex: str | None) -> list[FindingLimit]:
    """The results that would be one of some HPO terms in a patient: the first row of each measure and side that fits."""
    found: dict[tuple[str, str], FindingLimit] = {}
    places = sorted(place for finding in findings for place in _places_of_terms().get(finding, ()))
    for (measure_id, side), rule in (_rows()[place] for place in places):
        if rule.limit is not None and _fits(rule, age, sex):
            found.setdefault((measure_id, side), FindingLimit(measure_id, rule.side, rule.limit))
    return list(found.values())


@lru_cache(maxsize=1)
def _rows() -> list[tuple[tuple[str, str], Rule]]:
    return [(key, rule) for key, rows in result_rules().items() for rule in rows]


@lru_cache(maxsize=1)
def _places_of_terms() -> dict[str, list[int]]:
    """Where the rows of each HPO term stand in the table."""
    places: dict[str, list[int]] = {}
    for place, (_, rule) in enumerate(_rows()):
        places.setdefault(rule.hpo_id, []).append(place)
    return places


def _stated_side(text: str, quantity: Quantity) -> tuple[Side | None, str] | None:
    """On which side of the range that follows it in the text a value lies; None where no range follows."""
    flag = flag_after(text, quantity.end)
    end = flag.end if flag else quantity.end
    match = _NORMAL.match(text, end) or column_after(text, end)
    if match is None or _is_respiration(match, quantity):
        return (flag.side, f"flagged {flag.code}") if flag else None
    low, high = _number(match["low"]), _number(match["high"]) if match["high"] else None
    words = match.group().strip(" (,;[")
    if high is None:
        upper = (match["sign"] or "<").lower() not in {">", "≥", ">=", "above", "more than"}
        beyond = quantity.value > low if upper else quantity.value < low
        return ("high" if upper else "low") if beyond else None, words
    side: Side | None = "high" if quantity.value > high else "low" if quantity.value < low else None
    return side, words


def _is_respiration(match: re.Match[str], quantity: Quantity) -> bool:
    """Whether the RR after a value is the respiratory rate: it follows a vital sign, or one bare number follows it."""
    bare = match["high"] is None and match["sign"] is None
    return bool(_RESPIRATION.match(match.group())) and (bare or quantity.measure_id in _VITAL_SIGNS)


def _number(written: str) -> float:
    return float(written.replace(",", ""))


def _fits(rule: Rule, age: float | None, sex: str | None, *, young: bool = False) -> bool:
    if rule.sex and rule.sex != sex:
        return False
    if age is None and young:
        return not rule.from_age and (rule.to_age is None or rule.to_age >= _ADULT)
    if age is None:
        return rule.to_age is None and (rule.from_age is None or rule.from_age >= _ADULT or rule.from_age <= 1)
    return (rule.from_age is None or age >= rule.from_age) and (rule.to_age is None or age < rule.to_age)


def _beyond(quantity: Quantity, rule: Rule) -> bool:
    """Whether a value lies beyond a limit; of a range ("130-132 mmol/L") both ends must."""
    is_low_range = quantity.high is not None and rule.side == "low"
    value = quantity.canonical_high if is_low_range else quantity.canonical_value
    if value is None or rule.limit is None:
        return False
    if rule.side == "high":
        return value > rule.limit and quantity.comparator not in ("<", "<=")
    return value < rule.limit and quantity.comparator not in (">", ">=")
