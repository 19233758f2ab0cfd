"""The classes of adults that a value belongs to, where guidelines give classes and no single limit: blood pressure, BMI, HbA1c, lipids."""

from __future__ import annotations

from typing import Any, NamedTuple

from osler.core.language.rules import read_yaml

_TABLE = "adult_classes.yml"
_AS_TOLD = 1
"""Decimals to which classes are told: what was converted is no more exact than they are."""
ADULT = 18
"""Years of age from which the classes hold."""


def is_adult(age: float | None) -> bool:
    """Whether the classes hold at an age in years; of nobody's age they do."""
    return age is None or age >= ADULT


class AdultClass(NamedTuple):
    """What a value is called in an adult, by which source, and whether it is beyond normal or to be seen today."""

    called: str
    source: str
    beyond: bool = False
    seen: bool = False


class AdultRange(NamedTuple):
    """What is normal in adults, by which source, and what is to be said beside it."""

    words: str
    source: str
    remark: str = ""


def pressure_range() -> AdultRange:
    """What is normal of blood pressure."""
    return _range(read_yaml(_TABLE)["pressure"])


def pressure_class(systolic: float, diastolic: float) -> AdultClass:
    """The class of a blood pressure; one number that reaches the limit decides, but a low one beside a high one does not."""
    rule = read_yaml(_TABLE)["pressure"]
    low = rule["low"]
    if systolic < low["systolic"] or (diastolic < low["diastolic"] and systolic < rule["classes"][-2]["systolic"]):
        return AdultClass(low["called"], low["source"], beyond=True, seen=systolic < low["systolic"])
    row = next(
        row
        for row in rule["classes"]
        if systolic >= row["systolic"] or (row["diastolic"] is not None and diastolic >= row["diastolic"])
    )
    return _class(row, rule)


def value_range(measure_id: str) -> AdultRange | None:
    """What is normal of a measure that is told by classes; None for any other."""
    rule = read_yaml(_TABLE)["graded"].get(measure_id)
    return _range(rule) if rule is not None else None


def value_class(measure_id: str, value: float) -> AdultClass | None:
    """The class of a value in its measure's own unit; None for a measure that is not told by classes."""
    rule = read_yaml(_TABLE)["graded"].get(measure_id)
    if rule is None:
        return None
    return _class(next(row for row in rule["classes"] if round(value, _AS_TOLD) >= row["from"]), rule)


def _range(rule: dict[str, Any]) -> AdultRange:
    return AdultRange(rule["range"], rule["source"], rule.get("remark", ""))


def _class(row: dict[str, Any], rule: dict[str, Any]) -> AdultClass:
    return AdultClass(row["called"], rule["source"], row.get("beyond", False), row.get("seen", False))
