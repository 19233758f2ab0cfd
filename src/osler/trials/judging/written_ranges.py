"""The range of normal that a note writes behind a result: "creatinine 68 umol/L (45-84)"."""

from __future__ import annotations

import re

from osler.core.evidence import Span
from osler.core.language import usual_limit
from osler.core.patient import PatientRecord
from osler.core.patient.types import Observation, Quantity, ReferenceRange
from osler.core.terminology import measures

_RANGE = re.compile(
    r"\s*[\[(]\s*(?P<called>(?:normal|reference|ref|range|nr|nv)[\s.:]*(?:range[\s.:]*)?)?"
    r"(?P<low>\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(?P<high>\d+(?:\.\d+)?)\s*(?P<unit>[^\d\s)\]]*)\s*[)\]]",
    re.IGNORECASE,
)
_APART = 2
"""Laboratories differ by less: a range whose end is farther from the usual one is a range of something else."""


def with_written_ranges(record: PatientRecord) -> PatientRecord:
    """A record whose results have the ranges of normal that the notes write behind them."""
    texts = {document.id: document.text for document in record.documents}
    sex = record.demographics.sex
    person = (record.age_at(), sex.value if sex else None)
    read = [_ranged(item, texts, person) for item in record.observations]
    if all(one is item for one, item in zip(read, record.observations, strict=True)):
        return record
    return record.model_copy(update={"observations": read})


def _ranged(item: Observation, texts: dict[str, str], person: tuple[float | None, str | None]) -> Observation:
    value = item.quantity
    if item.reference_ranges or value is None or value.value is None:
        return item
    for place in item.evidence:
        if not isinstance(place, Span) or place.source_id not in texts:
            continue
        found = _RANGE.match(texts[place.source_id], place.end)
        if found is None or not _is_of_normal(found, item, person):
            continue
        unit = found["unit"] or value.unit
        low, high = (Quantity(value=float(found[end]), unit=unit) for end in ("low", "high"))
        return item.model_copy(update={"reference_ranges": [ReferenceRange(low=low, high=high)]})
    return item


def _is_of_normal(found: re.Match[str], item: Observation, person: tuple[float | None, str | None]) -> bool:
    """Whether a range is called normal, or ends about where the usual one does; a range of the day does neither."""
    if float(found["low"]) >= float(found["high"]):
        return False
    if found["called"]:
        return True
    unit = item.quantity.unit if item.quantity else None
    own = {coding.id for coding in item.codings}
    measure = next((one for one in measures() if one.id in own), None)
    if measure is None or not unit:
        return False
    usual = usual_limit(measure.id, "high", *person)
    high = measure.to_canonical(float(found["high"]), unit)
    return usual is not None and high is not None and usual[0] / _APART <= high <= usual[0] * _APART
