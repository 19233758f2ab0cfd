"""The diagnosis' view of a record, whichever format it came in."""

from __future__ import annotations

import json

import pytest

from osler.core.patient import PatientRecord, read_patient, summarise
from osler.core.patient.types import Coding, Condition, Presence
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import case_of, diagnose


def test_a_condition_counts_where_its_code_is_that_of_a_phenotype() -> None:
    record = PatientRecord(
        id="p",
        conditions=[
            Condition(id="c1", codings=[Coding(system="SCTID", code="38341003", display="Hypertension")]),
            Condition(id="c2", codings=[Coding(system="SCTID", code="91175000")], presence=Presence.ABSENT),
            Condition(id="c3", codings=[Coding(system="SCTID", code="195662009", display="Viral pharyngitis")]),
        ],
    )
    assert [(item.term, item.excluded) for item in case_of(record, bundled_vocabularies()).findings] == [
        ("HP:0000822", False),
        ("HP:0001250", True),
    ]


def test_phenotypes_read_from_a_note_are_left_to_the_note() -> None:
    form = {"hpo_terms": ["HP:0001250", "-HP:0000365"], "free_text": "She has ataxia."}
    case = case_of(read_patient(json.dumps(form), "input").record, bundled_vocabularies())
    assert [(item.term, item.excluded) for item in case.findings] == [("HP:0001250", False), ("HP:0000365", True)]
    assert [note.text for note in case.notes] == ["She has ataxia."]


def test_presence_and_onset_are_fields_of_a_finding() -> None:
    form = {
        "hpo_terms": [
            {"term": "HP:0001250", "onset": "3y"},
            {"term": "Hearing impairment", "excluded": True},
            "-HP:0000365",
            "HP:9999999",
            {"term": "HP:0001252", "onset": "never"},
        ]
    }
    read = read_patient(json.dumps(form), "input")
    assert [
        (item.term, item.excluded, item.onset_years) for item in case_of(read.record, bundled_vocabularies()).findings
    ] == [
        ("HP:0001250", False, 3.0),
        ("Hearing impairment", True, None),
        ("HP:0000365", True, None),
        ("HP:9999999", False, None),
        ("HP:0001252", False, None),
    ]
    assert [(item.path, item.level.value) for item in read.problems] == [
        ("hpo_terms[2]", "warning"),
        ("hpo_terms[3]", "error"),
        ("hpo_terms[4].onset", "error"),
    ]


@pytest.mark.parametrize("age", ["seven", "-3y", "200y", -3, 200, "-3 years"])
def test_an_age_that_nobody_has_is_a_problem(age: object) -> None:
    read = read_patient(json.dumps({"hpo_terms": ["HP:0001250"], "age": age}), "input")
    assert [item.path for item in read.problems] == ["age"]
    assert case_of(read.record, bundled_vocabularies()).age_years is None


def test_prior_tests_keep_kind_date_and_genes() -> None:
    form = {
        "hpo_terms": ["HP:0001250"],
        "prior_tests": [
            {"type": "epilepsy gene panel", "date": "2019-05-02", "genes": ["SCN1A"]},
            "Whole exome sequencing in 2021: negative",
        ],
    }
    panel, exome = case_of(read_patient(json.dumps(form), "input").record, bundled_vocabularies()).prior_tests
    assert panel.type == "gene_panel"
    assert panel.date is not None
    assert panel.date.isoformat() == "2019-05-02"
    assert panel.genes == ["SCN1A"]
    assert exome.type == "exome_or_genome"


def _bundle(*resources: dict[str, object]) -> PatientRecord:
    person = {"resourceType": "Patient", "id": "p", "gender": "female", "birthDate": "1980-01-01"}
    given = [{"id": f"r{place}", "subject": {"reference": "Patient/p"}} | one for place, one in enumerate(resources)]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": one} for one in (person, *given)]}
    return read_patient(json.dumps(bundle), "fhir").record


def _named(text: str) -> dict[str, object]:
    return {"resourceType": "Condition", "clinicalStatus": {"coding": [{"code": "active"}]}, "code": {"text": text}}


def _sodium(value: float, status: str = "final") -> dict[str, object]:
    return {
        "resourceType": "Observation",
        "status": status,
        "code": {"coding": [{"system": "http://loinc.org", "code": "2951-2"}]},
        "valueQuantity": {"value": value, "unit": "mmol/L"},
    }


def test_a_bundle_with_nothing_but_a_value_is_something_to_reason_from() -> None:
    case = case_of(_bundle(_sodium(104)), bundled_vocabularies())
    assert not case.is_empty
    assert diagnose(case).status == "urgent"


@pytest.mark.parametrize("status", ["cancelled", "entered-in-error"])
def test_a_withdrawn_value_is_no_result(status: str) -> None:
    record = _bundle(_sodium(104, status))
    assert case_of(record, bundled_vocabularies()).is_empty
    assert record.observations_of("LOINC:2951-2") == []
    assert "104" not in summarise(record)


def test_conditions_in_words_alone_are_looked_up_as_names_are() -> None:
    case = case_of(_bundle(_named("Polydactyly"), _named("Septic shock"), _named("Gout")), bundled_vocabularies())
    assert "Polydactyly" in [item.term for item in case.findings]
    assert diagnose(case).status == "urgent"
    calm = diagnose(case_of(_bundle(_named("Polydactyly"), _named("Retinal dystrophy")), bundled_vocabularies()))
    assert calm.status == "complete"
    assert {match.label for match in calm.hpo_matches} == {"Polydactyly", "Retinal dystrophy"}
