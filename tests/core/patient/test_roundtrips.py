"""A record that is written and read back is the same record, or says what it lost."""

from __future__ import annotations

import json

import pytest
from fhir.resources.R4B import get_fhir_model_class
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from osler.core.patient import PatientRecord, read_patient, to_fhir, to_phenopacket
from osler.core.patient.phenopacket import read_phenopacket, read_phenopacket_bytes, to_phenopacket_bytes
from osler.core.patient.types import Presence
from osler.core.patient.types.base import Part
from tests.core.patient.strategies import PARTS, people, records_with

QUICK = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)
PACKET_FIELDS = ("phenotypes", "conditions", "observations", "procedures", "medications", "genomic_interpretations")


def _compare(record: PatientRecord) -> None:
    written = to_fhir(record)
    for entry in written.document["entry"]:
        get_fhir_model_class(entry["resource"]["resourceType"]).model_validate(dict(entry["resource"]))
    back, problems = read_patient(json.dumps(written.document), "fhir")
    assert [problem.message for problem in problems if problem.level == "error"] == []
    for name in PatientRecord.model_fields:
        # Without a stated day, the reader takes the last day of care.
        if name != "as_of" or record.as_of is not None:
            assert getattr(back, name) == getattr(record, name), name
    assert written.not_carried == []


@pytest.mark.parametrize("field", PARTS)
@given(data=st.data())
@QUICK
def test_fhir_is_valid_and_gives_back_every_field(field: str, data: st.DataObject) -> None:
    _compare(data.draw(records_with(field)))


@given(record=people)
@QUICK
def test_fhir_gives_back_the_person(record: PatientRecord) -> None:
    _compare(record)


@pytest.mark.parametrize("field", PACKET_FIELDS)
@given(data=st.data())
@QUICK
def test_phenopacket_names_every_field_it_loses(field: str, data: st.DataObject) -> None:
    record = data.draw(records_with(field))
    written = to_phenopacket(record)
    back = read_phenopacket(written.document).record
    kept = [fact for index, fact in enumerate(getattr(record, field)) if f"{field}[{index}]" not in written.not_carried]
    again = getattr(back, field)
    assert len(again) == len(kept)
    lost = set(written.not_carried)
    for one, other in zip(kept, again, strict=True):
        assert {f"{field}.{name}" for name in _lost(one, other)} <= lost
    for presence in (Presence.PRESENT, Presence.ABSENT):
        before = sum(fact.presence is presence for fact in getattr(record, field))
        assert sum(fact.presence is presence for fact in again) <= before, "doubt became certainty"
    assert read_phenopacket_bytes(to_phenopacket_bytes(written.document)).record == back


@given(record=people)
@QUICK
def test_phenopacket_names_what_it_loses_of_the_person(record: PatientRecord) -> None:
    written = to_phenopacket(record)
    back = read_phenopacket(written.document).record
    lost = _lost(record.demographics, back.demographics)
    assert {f"demographics.{name}" for name in lost} <= set(written.not_carried)


def _lost(part: Part, again: Part) -> set[str]:
    """The fields that had something which did not come back."""
    fields = {name: getattr(part, name) for name in type(part).model_fields}
    return {name for name, value in fields.items() if value not in (None, "", []) and value != getattr(again, name)}
