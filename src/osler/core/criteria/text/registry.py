"""The eligibility module of a ClinicalTrials.gov record (API v2): its text and its own fields for age and sex."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from osler.core.criteria.parsing.eligibility import parse_eligibility
from osler.core.criteria.types import Age, Bound, Comparator, Criterion, Expression, SexIs, Unparsed, ValueTest
from osler.core.terminology import Vocabularies
from osler.errors import DataError

_NO_LIMIT = frozenset({"n/a", "na", "none", "no limit"})
_PER_DAY = {"hour": 24.0, "minute": 1440.0}
_AGE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(year|month|week|day|hour|minute)s?\s*", re.IGNORECASE)


def registry_criteria(record: Mapping[str, Any], vocabularies: Vocabularies | None = None) -> list[Criterion]:
    """Every criterion of a record: those of the fields first, then those of the text."""
    protocol = record.get("protocolSection", record)
    if not isinstance(protocol, Mapping):
        raise DataError(
            "the record has no protocol section", mend="give a study as the ClinicalTrials.gov API v2 returns it"
        )
    module = protocol.get("eligibilityModule")
    if not isinstance(module, Mapping):
        raise DataError("the record has no eligibility module", mend="ask the API for the field EligibilityModule")
    trial = str(protocol.get("identificationModule", {}).get("nctId") or "trial")
    text = str(module.get("eligibilityCriteria") or "")
    return [*_field_criteria(module, trial), *parse_eligibility(text, vocabularies, source_id=trial)]


def _field_criteria(module: Mapping[str, Any], trial: str) -> list[Criterion]:
    trees: dict[str, Expression] = {}
    for field, comparator in (("minimumAge", Comparator.GE), ("maximumAge", Comparator.LE)):
        written = str(module.get(field) or "").strip()
        if not written or written.casefold() in _NO_LIMIT:
            continue
        found = _AGE.fullmatch(written)
        if found is None:
            # A limit that cannot be read is one all the same: nobody passes it unseen.
            trees[field] = Unparsed(text=f"{field}: {written}")
            continue
        unit = found.group(2).lower()
        value, unit = (
            (float(found.group(1)) / _PER_DAY[unit], "day") if unit in _PER_DAY else (float(found.group(1)), unit)
        )
        bound = Bound(comparator=comparator, value=value, unit=f"{unit}s")
        trees[field] = Age(test=ValueTest(bounds=(bound,)))
    sex = str(module.get("sex") or "").lower()
    if sex == "female":
        trees["sex"] = SexIs(sex="female")
    elif sex == "male":
        trees["sex"] = SexIs(sex="male")
    return [
        Criterion(id=f"{trial}/{field}", kind="inclusion", text=f"{field}: {module[field]}", start=0, end=0, tree=tree)
        for field, tree in trees.items()
    ]
