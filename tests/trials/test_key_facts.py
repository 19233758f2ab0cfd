"""INGEST: what a search needs of a patient, each fact with its place."""

from __future__ import annotations

import json

from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, judge_criterion
from osler.trials.steps.key_facts import key_facts
from tests.trials.patients import criterion, patient

NOTE = (
    "A 58-year-old woman with stage IV non-small cell lung cancer, EGFR exon 19 deletion positive, ECOG 1. "
    "She progressed on first-line osimertinib. Creatinine 0.9 mg/dL. She denies diabetes."
)


def test_an_oncology_note() -> None:
    facts = key_facts(patient(NOTE), bundled_vocabularies())
    assert (facts.age_years, facts.sex) == (58, "female")
    assert any("lung" in fact.name for fact in facts.conditions)
    assert not any("diabetes" in fact.name for fact in (*facts.conditions, *facts.findings))
    assert [fact.name for fact in facts.stage] == ["stage IV"]
    assert [(fact.name, "exon 19" in fact.value) for fact in facts.biomarkers] == [("EGFR", True)]
    assert any("osimertinib" in fact.name and fact.value == "line 1" for fact in facts.therapies)
    assert any(fact.value.startswith("1") for fact in facts.performance_status)
    assert any(fact.value.startswith("0.9") for fact in facts.labs)
    stated = [*facts.conditions, *facts.stage, *facts.biomarkers, *facts.therapies, *facts.labs]
    assert all(fact.evidence for fact in stated)


def test_what_is_told_first_comes_first() -> None:
    facts = key_facts(patient("A 44-year-old woman with asthma. She has hypertension."), bundled_vocabularies())
    assert [fact.name for fact in facts.conditions] == ["asthma", "hypertension"]


def test_a_code_that_is_joined_to_nothing_is_what_its_words_name() -> None:
    def condition(code: str, text: str) -> dict[str, object]:
        coding = {"system": "http://snomed.info/sct", "code": code, "display": text}
        return {
            "resourceType": "Condition",
            "subject": {"reference": "Patient/p"},
            "code": {"coding": [coding], "text": text},
        }

    person = {"resourceType": "Patient", "id": "p", "gender": "male", "birthDate": "1960-01-01"}
    told = [condition("90560007", "Gout"), condition("160903007", "Full-time employment (finding)")]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": one} for one in (person, *told)]}
    record = read_patient(json.dumps(bundle), "fhir").record
    assert [fact.name for fact in key_facts(record, bundled_vocabularies()).conditions] == ["Gout"]
    asked = criterion("History of gout or pseudogout")
    assert judge_criterion(asked, PatientView(record, bundled_vocabularies()), "strict").verdict.value == "MET"


def test_a_disease_that_is_graded_and_not_named_is_likely() -> None:
    note = "A 72-year-old man with ischaemic cardiomyopathy. LVEF 31 %. NYHA class III."
    facts = key_facts(patient(note), bundled_vocabularies())
    assert [fact.name for fact in facts.likely] == ["heart failure"]
    assert facts.likely[0].evidence
    named = key_facts(patient("A 72-year-old man with heart failure, NYHA class III."), bundled_vocabularies())
    assert named.likely == []
    well = key_facts(patient("A 72-year-old man. NYHA class I."), bundled_vocabularies())
    assert well.likely == []


def test_a_disease_that_was_coded_as_a_phenotype_is_a_diagnosis() -> None:
    note = (
        "Diagnosis: Seropositive rheumatoid arthritis since 2019, erosive. She had shingles in 2020, fully recovered."
    )
    facts = key_facts(patient(note), bundled_vocabularies())
    assert "rheumatoid arthritis" in facts.conditions[0].name
    wheezing = key_facts(patient("A man with wheezing and cough."), bundled_vocabularies())
    assert not wheezing.conditions
