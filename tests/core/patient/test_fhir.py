"""FHIR R4 → record: what each resource becomes, and what happens to bad ones."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from osler.core.evidence import Pointer
from osler.core.patient import PatientRecord, Presence, ReadResult, Status, read_patient
from osler.core.patient.fhir.shape import shaped
from osler.errors import DataError

SCT, LOINC, HPO = "http://snomed.info/sct", "http://loinc.org", "http://human-phenotype-ontology.org"
SUBJECT = {"reference": "Patient/p"}
PATIENT = {"resourceType": "Patient", "id": "p", "gender": "female", "birthDate": "1980-01-02"}


def concept(system: str, code: str) -> dict[str, Any]:
    return {"coding": [{"system": system, "code": code}]}


def verified(word: str) -> dict[str, Any]:
    return concept("http://terminology.hl7.org/CodeSystem/condition-ver-status", word)


def read(*resources: dict[str, Any]) -> ReadResult:
    entries = [{"resource": resource} for resource in (PATIENT, *resources)]
    return read_patient(json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}))


def record_of(*resources: dict[str, Any]) -> PatientRecord:
    record, problems = read(*resources)
    assert problems == []
    return record


@pytest.mark.parametrize(
    ("word", "presence"),
    [("confirmed", Presence.PRESENT), ("refuted", Presence.ABSENT), ("differential", Presence.POSSIBLE)],
)
def test_a_refuted_condition_is_absent(word: str, presence: Presence) -> None:
    condition = {
        "resourceType": "Condition",
        "id": "c",
        "subject": SUBJECT,
        "code": concept(SCT, "38341003"),
        "verificationStatus": verified(word),
        "onsetAge": {"value": 5, "unit": "a", "system": "http://unitsofmeasure.org", "code": "a"},
    }
    [fact] = record_of(condition).conditions
    assert (fact.presence, fact.codings[0].id) == (presence, "SCTID:38341003")
    assert fact.time is not None
    assert fact.time.first_age() == 5
    assert fact.evidence == [Pointer(source_id="fhir", path="Bundle.entry[1].resource", reference="Condition/c")]


def test_what_is_coded_in_hpo_is_a_phenotype() -> None:
    observed = {"resourceType": "Condition", "id": "c", "subject": SUBJECT, "code": concept(HPO, "HP:0001250")}
    excluded = {
        "resourceType": "Observation",
        "id": "o",
        "status": "final",
        "subject": SUBJECT,
        "code": concept(HPO, "HP:0000365"),
        "valueBoolean": False,
    }
    record = record_of(observed, excluded)
    assert [(fact.codings[0].id, fact.presence) for fact in record.phenotypes] == [
        ("HP:0001250", Presence.PRESENT),
        ("HP:0000365", Presence.ABSENT),
    ]


def test_an_observation_keeps_value_unit_range_and_reading() -> None:
    observation = {
        "resourceType": "Observation",
        "id": "o",
        "status": "final",
        "subject": SUBJECT,
        "code": concept(LOINC, "2160-0"),
        "effectiveDateTime": "2020-01-01",
        "valueQuantity": {"value": 1.4, "comparator": ">", "unit": "mg/dL"},
        "referenceRange": [{"low": {"value": 0.6}, "high": {"value": 1.1}}],
        "interpretation": [concept("http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation", "H")],
    }
    [fact] = record_of(observation).observations
    assert fact.quantity is not None
    assert (fact.quantity.value, fact.quantity.comparator, fact.quantity.unit) == (1.4, ">", "mg/dL")
    assert fact.reference_ranges[0].high is not None
    assert fact.reference_ranges[0].high.value == 1.1
    assert fact.interpretations[0].code == "H"


def test_a_drug_that_is_not_taken_is_absent_and_a_contained_one_is_found() -> None:
    base = {"resourceType": "MedicationStatement", "subject": SUBJECT}
    not_taken = {**base, "id": "a", "status": "not-taken", "medicationCodeableConcept": {"text": "aspirin"}}
    contained = {
        **base,
        "id": "b",
        "status": "active",
        "contained": [{"resourceType": "Medication", "id": "m", "code": {"text": "metformin"}}],
        "medicationReference": {"reference": "#m"},
    }
    first, second = record_of(not_taken, contained).medications
    assert (first.label, first.presence) == ("aspirin", Presence.ABSENT)
    assert (second.label, second.status) == ("metformin", Status.ACTIVE)


def test_a_family_member_with_two_conditions_gives_two_facts() -> None:
    family = {
        "resourceType": "FamilyMemberHistory",
        "id": "f",
        "status": "completed",
        "patient": SUBJECT,
        "relationship": {"text": "mother"},
        "condition": [{"code": {"text": "migraine"}}, {"code": {"text": "asthma"}}],
    }
    record = record_of(family)
    assert [(fact.id, fact.relation, fact.label) for fact in record.family_history] == [
        ("f-1", "mother", "migraine"),
        ("f-2", "mother", "asthma"),
    ]


def test_a_document_is_read_with_its_sections() -> None:
    text = "MEDICATIONS:\nmetformin\nALLERGIES:\nnone"
    data = base64.b64encode(text.encode()).decode()
    document = {
        "resourceType": "DocumentReference",
        "id": "d",
        "status": "current",
        "subject": SUBJECT,
        "content": [{"attachment": {"contentType": "text/plain", "data": data}}],
    }
    [note] = record_of(document).documents
    assert note.text == text
    assert [section.kind for section in note.sections] == ["medications", "allergies"]


def test_one_bad_resource_does_not_lose_the_others() -> None:
    good = {"resourceType": "Condition", "id": "g", "subject": SUBJECT, "code": {"text": "asthma"}}
    impossible = {**good, "id": "b", "onsetDateTime": "2020-02-31"}
    unknown_field = {**good, "id": "u", "surprise": "Secret Name"}
    record, problems = read(impossible, good, unknown_field)
    # An element that R4 does not know is passed over; a date that cannot be is left out and named, and the disease stays.
    assert [fact.id for fact in record.conditions] == ["b", "g", "u"]
    assert record.conditions[0].time is None
    assert {problem.path for problem in problems} == {"Bundle.entry[1].resource"}
    assert "Secret" not in str(problems)
    assert "onsetDateTime" in problems[0].message


def test_facts_of_another_patient_are_left_out() -> None:
    other = {"resourceType": "Condition", "id": "c", "subject": {"reference": "Patient/q"}, "code": {"text": "asthma"}}
    record, problems = read(other)
    assert record.conditions == []
    assert "another patient" in problems[0].message


def test_a_missing_reference_is_a_problem_and_the_fact_stays() -> None:
    condition = {
        "resourceType": "Condition",
        "id": "c",
        "subject": SUBJECT,
        "code": {"text": "asthma"},
        "encounter": {"reference": "Encounter/gone"},
    }
    record, problems = read(condition)
    assert record.conditions[0].encounter_id == "gone"
    assert "1 reference(s) to Encounter" in problems[0].message


def test_two_patients_are_refused() -> None:
    with pytest.raises(DataError, match="2 patients"):
        read({**PATIENT, "id": "q"})


def test_lines_are_read_and_a_broken_line_is_named() -> None:
    condition = {"resourceType": "Condition", "id": "c", "subject": SUBJECT, "code": {"text": "asthma"}}
    lines = "\n".join([json.dumps(PATIENT), '{"resourceType": "Cond', json.dumps(condition)])
    record, problems = read_patient(lines)
    assert [fact.label for fact in record.conditions] == ["asthma"]
    assert [problem.path for problem in problems] == ["line 2"]


def test_types_without_a_place_are_counted() -> None:
    _, problems = read({"resourceType": "Claim"}, {"resourceType": "Claim"})
    assert [problem.level for problem in problems] == ["info"]
    assert "2 Claim" in problems[0].message


@pytest.mark.parametrize("damaged", ["{", '"no age"', "[" * 5000])
def test_a_damaged_extension_is_a_problem_and_not_a_crash(damaged: str) -> None:
    extension = [{"url": "urn:osler:field:time", "valueString": damaged}]
    condition = {"resourceType": "Condition", "id": "c", "subject": SUBJECT, "extension": extension}
    record, problems = read(condition)
    assert record.conditions == []
    assert [problem.path for problem in problems] == ["Bundle.entry[1].resource"]
    age = [{"url": "urn:osler:field:age", "valueString": damaged}]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": {**PATIENT, "extension": age}}]}
    record, problems = read_patient(json.dumps(bundle))
    assert record.demographics.birth_date == "1980-01-02"
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"code": {"coding": None, "text": "asthma"}}, True),
        ({"code": {"coding": {"system": SCT, "code": "195967001"}}}, True),
        ({"code": {"coding": [None, "x"]}, "note": None}, True),
        ({"code": "asthma"}, True),
        ({"subject": None, "encounter": 7}, True),
        ({"onsetAge": {"value": 1e400, "unit": "a"}}, True),
        ({"onsetAge": {"value": 10**400, "unit": "a"}}, True),
        ({"stage": None, "bodySite": None, "category": None, "extension": None}, True),
        ({"recordedDate": "yesterday"}, True),
        ({"onsetDateTime": "2020-02-31", "abatementDateTime": "no longer"}, True),
    ],
)
def test_odd_shapes_lose_at_most_their_own_resource(change: dict[str, Any], kept: bool) -> None:
    good = {"resourceType": "Condition", "id": "g", "subject": SUBJECT, "code": {"text": "asthma"}}
    record, _ = read({**good, **change, "id": "odd"}, good)
    assert [fact.id for fact in record.conditions] == (["odd", "g"] if kept else ["g"])


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 1e400, 10**400, "many", None, [], {"value": 1}])
def test_a_value_that_is_no_number_is_left_out_of_its_observation(value: object) -> None:
    result = {
        "resourceType": "Observation",
        "id": "o",
        "status": "final",
        "subject": SUBJECT,
        "code": {"text": "creatinine"},
        "valueQuantity": {"value": value, "unit": "mg/dL"},
    }
    good = {"resourceType": "Condition", "id": "g", "subject": SUBJECT, "code": {"text": "asthma"}}
    record, _ = read(result, good)
    assert [fact.id for fact in record.conditions] == ["g"]
    assert all(one.quantity is None or one.quantity.value is None for one in record.observations)


def test_an_appointment_without_a_type_is_known_by_its_description() -> None:
    appointment = {
        "resourceType": "Appointment",
        "id": "a",
        "status": "booked",
        "description": "Eye clinic",
        "start": "2031-01-02T09:00:00Z",
        "end": "2031-01-02T09:30:00Z",
        "participant": [{"actor": SUBJECT, "status": "accepted"}],
    }
    [booked] = record_of(appointment).appointments
    assert booked.label == "Eye clinic"


def test_the_condition_that_a_prescription_or_a_procedure_refers_to_is_its_reason() -> None:
    reason = [{"reference": "Condition/c"}]
    order: dict[str, Any] = {"resourceType": "MedicationRequest", "status": "active", "intent": "order"}
    order |= {"medicationCodeableConcept": {"text": "Alendronate"}}
    record = record_of(
        {"resourceType": "Condition", "id": "c", "code": concept("http://snomed.info/sct", "64859006")},
        order | {"id": "m", "reasonReference": reason},
        order | {"id": "n", "reasonReference": [{"display": "Hip pain"}]},
        {
            "resourceType": "Procedure",
            "id": "d",
            "status": "completed",
            "code": {"text": "Scan"},
            "reasonReference": reason,
        },
    )
    assert [coding.id for coding in record.medications[0].reasons] == ["SCTID:64859006"]
    assert [coding.id for coding in record.procedures[0].reasons] == ["SCTID:64859006"]
    assert record.medications[1].reason_text == "Hip pain"


def test_a_resource_in_its_usual_shape_is_taken_as_it_is() -> None:
    sound = {
        "resourceType": "Observation",
        "code": {"coding": [{"code": "1"}]},
        "valueQuantity": {"value": 3.5},
        "note": [],
    }
    assert shaped(sound) == (sound, [])
    assert shaped(sound)[0] is sound
    for broken in (
        {"code": None},
        {"code": [{"text": "a"}, {"text": "b"}]},
        {"coding": {"code": "1"}},
        {"valueQuantity": "3.5"},
        {"component": [None]},
        {"value": float("inf")},
        {"value": 10**400},
    ):
        assert shaped({**sound, **broken})[0] != {**sound, **broken}
