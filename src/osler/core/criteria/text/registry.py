"""The eligibility module of a ClinicalTrials.gov record (API v2): its text and its own fields for age and sex."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from osler.core.criteria.parsing.parse import parse_eligibility
from osler.core.criteria.types import Age, Bound, Comparator, Criterion, Expression, SexIs, ValueTest
from osler.core.terminology import Vocabularies
from osler.errors import DataError

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
        found = _AGE.fullmatch(str(module.get(field) or ""))
        if found and found.group(2).lower() in ("year", "month", "week", "day"):
            bound = Bound(comparator=comparator, value=float(found.group(1)), unit=f"{found.group(2).lower()}s")
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
