"""Verdicts over a record, and the proofs that they come with."""

import zipfile
from datetime import date
from pathlib import Path

import pytest

from osler.core.criteria import (
    CriterionKind,
    Finding,
    TruthValue,
    evaluate,
    judge,
    parse_criterion,
    parse_eligibility,
    proof_text,
    with_codes,
)
from osler.core.evidence import Pointer
from osler.core.patient import PatientRecord, Presence, Status, read_patient
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.demographics import Demographics
from osler.core.patient.types.facts import Allergy, Condition, Phenotype, Procedure
from osler.core.patient.types.measures import Observation, Quantity, ReferenceRange
from osler.core.patient.types.medication import Medication
from osler.core.patient.types.status import Sex
from osler.core.patient.types.time import ClinicalTime

MI = Pointer(source_id="bundle", path="Condition/mi")


def _lab(name: str, value: float, unit: str, *, day: str = "2024-05-20", high: float | None = None) -> Observation:
    ranges = [ReferenceRange(high=Quantity(value=high, unit=unit))] if high is not None else []
    quantity = Quantity(value=value, unit=unit)
    return Observation(id=name, text=name, quantity=quantity, reference_ranges=ranges, time=ClinicalTime.on(day))


RECORD = PatientRecord(
    id="p",
    as_of="2024-06-01",
    demographics=Demographics(sex=Sex.FEMALE, birth_date="1958-11-20"),
    conditions=[
        Condition(
            id="mi",
            text="Acute myocardial infarction",
            status=Status.RESOLVED,
            time=ClinicalTime.on("2024-03-01"),
            evidence=[MI],
        ),
        Condition(id="dm", text="Type 2 diabetes mellitus", status=Status.ACTIVE, time=ClinicalTime.on("2010")),
        Condition(id="bcc", text="Basal cell carcinoma", status=Status.ACTIVE),
        Condition(id="hep", text="Hepatitis B", presence=Presence.ABSENT),
        Condition(id="gout", text="Gout", presence=Presence.POSSIBLE),
        Condition(id="wrong", text="Epilepsy", status=Status.ENTERED_IN_ERROR),
    ],
    phenotypes=[Phenotype(id="sz", codings=[Coding.of("HP:0002133", "Status epilepticus")])],
    medications=[Medication(id="met", text="Metformin 500 mg oral tablet", status=Status.ACTIVE)],
    procedures=[Procedure(id="app", text="Appendectomy", time=ClinicalTime.on("2001"))],
    allergies=[Allergy(id="pen", text="Penicillin", status=Status.ACTIVE)],
    observations=[
        _lab("Hemoglobin", 9.5, "g/dL"),
        _lab("Creatinine", 88.4, "umol/L", high=100.0),
        _lab("Platelet count", 150.0, "10*3/uL"),
        _lab("HbA1c", 9.0, "%", day="2022-01-01"),
        _lab("HbA1c", 6.9, "%"),
        _lab("ECOG performance status", 1.0, ""),
        Observation(id="hiv", text="HIV", value_text="Negative", time=ClinicalTime.on("2024-05-01")),
    ],
)


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        # by windows
        ("Myocardial infarction within 6 months prior to screening", "MET"),
        ("Myocardial infarction within 1 month prior to screening", "NOT_MET"),
        ("History of myocardial infarction", "MET"),
        ("Current myocardial infarction", "NOT_MET"),
        ("Myocardial infarction", "UNKNOWN"),  # over, and the criterion does not say whether the past counts
        ("Myocardial infarction at least 6 months prior to screening", "NOT_MET"),
        ("Diabetes for at least 5 years", "MET"),
        ("Diabetes for at least 20 years", "NOT_MET"),
        ("Appendectomy", "MET"),
        ("Appendectomy within 5 years", "NOT_MET"),
        ("Metformin within 3 months", "MET"),
        # by what the record says, or does not say
        ("Stroke", "UNKNOWN"),
        ("No stroke", "UNKNOWN"),
        ("Hepatitis B", "NOT_MET"),
        ("No hepatitis B", "MET"),
        ("Gout", "UNKNOWN"),
        ("Epilepsy", "UNKNOWN"),
        ("Penicillin", "UNKNOWN"),  # an allergy is not a treatment
        ("Allergy to penicillin", "MET"),
        ("Carcinoma other than basal cell carcinoma", "NOT_MET"),
        ("Carcinoma other than melanoma", "MET"),
        # by measures
        ("Hemoglobin ≥ 10 g/dL", "NOT_MET"),
        ("Hemoglobin ≥ 90 g/L", "MET"),
        ("Hemoglobin ≥ 10", "UNKNOWN"),
        ("Creatinine ≤ 1.5 mg/dL", "MET"),
        ("Creatinine ≤ 1.5 x ULN", "MET"),
        ("Creatinine > ULN", "NOT_MET"),
        ("Hemoglobin > 1.5 x ULN", "UNKNOWN"),
        ("Platelet count ≥ 100,000/mm3", "MET"),
        ("HbA1c < 7%", "MET"),
        ("HbA1c < 7% within 5 days", "UNKNOWN"),
        ("Ferritin > 10 ng/mL", "UNKNOWN"),
        ("ECOG 0-1", "MET"),
        ("ECOG ≥ 2", "NOT_MET"),
        ("HIV positive", "NOT_MET"),
        ("HIV negative", "MET"),
        # by who the patient is
        ("Age 18 to 65 years", "MET"),  # 65 and a half is 65 in completed years
        ("Age > 65 years", "NOT_MET"),
        ("Male", "NOT_MET"),
        ("Women", "MET"),
        ("Pregnant", "UNKNOWN"),
        # together
        ("Stroke or diabetes", "MET"),
        ("Stroke and hepatitis B", "NOT_MET"),
        ("At least 2 of the following: diabetes, appendectomy, stroke", "MET"),
        ("Written informed consent", "UNKNOWN"),
    ],
)
def test_verdicts(text: str, truth: str) -> None:
    proof = evaluate(parse_criterion(text, kind="inclusion"), RECORD)
    assert proof.truth.value == truth, proof_text(proof)


def test_the_day_of_judgement_moves_the_window() -> None:
    tree = parse_criterion("Myocardial infarction within 6 months")
    assert evaluate(tree, RECORD, on=date(2024, 6, 1)).truth is TruthValue.MET
    assert evaluate(tree, RECORD, on=date(2025, 6, 1)).truth is TruthValue.NOT_MET
    undated = RECORD.model_copy(update={"as_of": None})
    assert evaluate(tree, undated).truth is TruthValue.UNKNOWN


def test_a_partial_date_that_could_fall_on_either_side_is_unknown() -> None:
    condition = Condition(id="s", text="Stroke", status=Status.RESOLVED, time=ClinicalTime.on("2024"))
    record = PatientRecord(id="p", as_of="2024-12-31", conditions=[condition])
    assert evaluate(parse_criterion("Stroke within 6 months"), record).truth is TruthValue.UNKNOWN
    assert evaluate(parse_criterion("Stroke within 2 years"), record).truth is TruthValue.MET


def test_a_result_below_the_limit_of_detection_is_an_interval() -> None:
    observation = Observation(id="o", text="Troponin", quantity=Quantity(value=5, comparator="<", unit="ng/L"))
    record = PatientRecord(id="p", observations=[observation])
    assert evaluate(parse_criterion("Troponin < 14 ng/L"), record).truth is TruthValue.MET
    assert evaluate(parse_criterion("Troponin < 3 ng/L"), record).truth is TruthValue.UNKNOWN


def test_codes_decide_before_names_and_reach_descendants() -> None:
    seizure = with_codes(Finding(name="zorping"), {"zorping": ["HP:0001250"]})
    assert evaluate(seizure, RECORD).truth is TruthValue.MET
    assert evaluate(Finding(name="zorping"), RECORD).truth is TruthValue.UNKNOWN
    assert evaluate(Finding(name="convulsions"), RECORD).truth is TruthValue.MET
    # The record codes the finding in the same vocabulary as something else, whatever the atom is called.
    other = Finding(name="status epilepticus", codes=("HP:0000365",))
    assert evaluate(other, RECORD).truth is TruthValue.UNKNOWN
    # The condition bears no such code, so its name is compared.
    assert evaluate(Finding(name="diabetes", codes=("HP:0000819",)), RECORD).truth is TruthValue.MET


def test_a_man_is_not_pregnant() -> None:
    man = RECORD.model_copy(update={"demographics": Demographics(sex=Sex.MALE)})
    assert evaluate(parse_criterion("Pregnant or breastfeeding"), man).truth is TruthValue.NOT_MET


def test_a_disease_of_organs_that_a_patient_does_not_have_is_not_met() -> None:
    proof = evaluate(parse_criterion("Prostate cancer", kind="exclusion"), RECORD)
    assert (proof.truth.value, "male organs" in proof.reason) == ("NOT_MET", True)
    other = Condition(id="bph", text="Benign prostatic hyperplasia", status=Status.ACTIVE)
    contradicted = RECORD.model_copy(update={"conditions": [*RECORD.conditions, other]})
    assert evaluate(parse_criterion("Prostate cancer"), contradicted).truth.value == "UNKNOWN"
    assert evaluate(parse_criterion("Breast cancer"), RECORD).truth.value == "UNKNOWN"


def test_a_bare_number_is_meant_in_the_only_unit_of_its_measure() -> None:
    record = PatientRecord(
        id="p", as_of="2024-06-01", observations=[_lab("BMI", 31, "kg/m2"), _lab("Glucose", 7, "mmol/L")]
    )
    assert evaluate(parse_criterion("BMI > 30"), record).truth.value == "MET"
    assert evaluate(parse_criterion("Glucose > 126"), record).truth.value == "UNKNOWN"


def test_the_proof_names_the_fact_and_its_evidence() -> None:
    proof = evaluate(parse_criterion("Stroke or myocardial infarction within 6 months", kind="exclusion"), RECORD)
    stroke, infarction = proof.children
    assert stroke.reason == "the record does not mention it"
    assert infarction.evidence == [MI]
    assert "92 days ago" in infarction.reason
    text = proof_text(proof)
    assert text.splitlines()[0].startswith("✓")
    assert "? Stroke" in text


def test_a_real_record_is_judged_with_evidence(shared_data: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(shared_data / "fhir_r4.zip") as archive:
        name = next(name for name in archive.namelist() if name.endswith(".json"))
        (tmp_path / "bundle.json").write_bytes(archive.read(name))
    record = read_patient(tmp_path / "bundle.json").record
    text = "* Age ≥ 2 years\n* Body mass index > 5 kg/m2\n* Systolic blood pressure < 400 mmHg\n* Cystic fibrosis\n"
    judged = [judge(criterion, record) for criterion in parse_eligibility(text)]
    assert [judgement.truth.value for judgement in judged] == ["MET", "MET", "MET", "UNKNOWN"]
    assert all(judgement.proof.evidence for judgement in judged[:3])


@pytest.mark.parametrize(
    ("kind", "text", "eligibility"),
    [
        ("inclusion", "Diabetes", "eligible"),
        ("exclusion", "Diabetes", "ineligible"),
        ("exclusion", "Hepatitis B", "eligible"),
        ("inclusion", "Hepatitis B", "ineligible"),
        ("exclusion", "Stroke", "unknown"),
    ],
)
def test_what_a_criterion_means_for_taking_part(kind: CriterionKind, text: str, eligibility: str) -> None:
    (criterion,) = parse_eligibility(f"{kind} criteria:\n* {text}")
    assert judge(criterion, RECORD).eligibility == eligibility
