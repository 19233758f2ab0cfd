"""Tables and lists of alternatives, each row and each alternative held against the patient by itself."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from osler.core.library import Library, without_subject
from osler.guidelines import AgenticResult, AskOptions, Deps, PatientFacts, ask
from osler.guidelines.types import LabValue
from tests.guidelines.demo import person

SOURCE = """# Synthetic guideline: gout, migraine and clots

## Gout flare

Offer one of the following within 24 hours of onset [Grade A]:

- naproxen 500 mg twice daily;
- colchicine 500 micrograms twice daily;
- prednisolone 30 mg once daily for 5 days.

Naproxen should not be used in people with heart failure. (Grade A)

Do not combine colchicine with clarithromycin. (Grade A)

## Urate-lowering therapy

| eGFR (mL/min/1.73 m2) | Starting dose of allopurinol |
|---|---|
| 60 or more | 100 mg once daily |
| 30 to 59 | 50 mg once daily |
| below 30 | 50 mg on alternate days |

## Prevention of migraine

| Medicine | Dose | Do not use in |
|---|---|---|
| Propranolol | 40 mg twice daily | asthma; heart block |
| Topiramate | 25 mg at night | pregnancy; history of kidney stones |
| Amitriptyline | 10 mg at night | glaucoma |

## Clots in pregnancy

Pregnant women should receive enoxaparin 1 mg/kg twice daily; apixaban is contraindicated in pregnancy. (Grade A)

When creatinine clearance is below 30 mL/min, enoxaparin should be reduced to 1 mg/kg once daily. (Grade A)

## Duration of anticoagulation

| Situation | Duration |
|---|---|
| Provoked by surgery | 3 months |
| Active cancer | as long as the cancer is active |
"""


@cache
def _library() -> Library:
    folder = Path(tempfile.mkdtemp(prefix="osler-tables-"))
    (folder / "source.md").write_text(SOURCE)
    library = Library(folder / "library")
    library.add(folder / "source.md")
    return library


def _asked(question: str, patient: PatientFacts | None) -> AgenticResult:
    return ask(question, patient, options=AskOptions(retriever="bm25"), deps=Deps(libraries=[_library()]))


def _fits(result: AgenticResult) -> dict[str, str]:
    return {
        without_subject(row.text)
        .split(";")[0]
        .removeprefix("Offer one of the following within 24 hours of onset: "): row.fit
        for row in result.recommendations
    }


def _told(result: AgenticResult) -> str:
    return " ".join(one.text for one in result.sentences if one.about == "evidence")


def _value(measure: str, name: str, value: float, unit: str) -> LabValue:
    return LabValue(measure_id=measure, name=name, value=value, unit=unit)


def test_only_the_row_of_the_patients_value_applies() -> None:
    patient = person(68, "male", problems=["Gout"], labs=[_value("LAB:egfr", "eGFR", 22, "mL/min/1.73m2")])
    result = _asked("What starting dose of allopurinol?", patient)
    fits = _fits(result)
    assert fits["eGFR below 30 mL/min/1.73 m2"] == "applies"
    assert fits["eGFR 60 mL/min/1.73 m2 or more"] == fits["eGFR 30 to 59 mL/min/1.73 m2"] == "does_not_apply"
    assert "100 mg once daily" not in _told(result)


def test_a_value_that_a_problem_or_the_question_states_decides_as_well() -> None:
    by_problem = _asked(
        "What starting dose of allopurinol?", person(68, "male", problems=["Gout", "eGFR 22 mL/min/1.73m2"])
    )
    by_question = _asked("Starting dose of allopurinol with a kidney function of 22?", None)
    for result in (by_problem, by_question):
        assert "50 mg on alternate days" in _told(result)
        assert "100 mg once daily" not in _told(result)


def test_a_row_is_barred_by_its_own_column_and_the_others_are_told() -> None:
    result = _asked(
        "Which medicine prevents migraine?", person(36, "female", problems=["Migraine", "Asthma"], pregnant=False)
    )
    assert _fits(result)["Propranolol"] == "does_not_apply"
    assert "Amitriptyline" in _told(result)
    assert "Topiramate" in _told(result)
    assert "Propranolol" not in _told(result)
    assert any("asthma" in warning and "Propranolol" in warning for warning in result.warnings)


def test_a_barred_medicine_that_is_asked_about_is_warned_of_and_not_told() -> None:
    result = _asked("Can I give topiramate for migraine?", person(29, "female", problems=["Migraine"], pregnant=True))
    assert _fits(result)["Topiramate"] == "does_not_apply"
    assert "25 mg" not in _told(result)
    assert any("Topiramate" in warning for warning in result.warnings)


def test_the_alternative_that_fits_remains() -> None:
    patient = person(61, "male", problems=["Gout", "Heart failure"], medications=["Clarithromycin"])
    fits = _fits(_asked("What should I give for the gout flare?", patient))
    assert {name.split()[0]: fit for name, fit in fits.items() if " mg" in name or "microgram" in name} == {
        "naproxen": "does_not_apply",
        "colchicine": "does_not_apply",
        "prednisolone": "applies",
    }


def test_a_dose_that_another_passage_overrules_is_not_told() -> None:
    value = _value("LAB:creatinine_clearance", "creatinine clearance", 24, "mL/min")
    result = _asked(
        "Which enoxaparin dose?", person(30, "female", problems=["Deep vein thrombosis"], pregnant=True, labs=[value])
    )
    assert "once daily" in _told(result)
    assert "twice daily" not in _told(result)


def test_how_long_is_answered_by_the_row_of_the_patients_state() -> None:
    patient = person(66, "male", problems=["Pulmonary embolism", "Active pancreatic cancer"])
    assert "as long as the cancer is active" in _told(
        _asked("How long is anticoagulation with enoxaparin given?", patient)
    )


def test_what_names_nothing_is_asked_of_what_the_patient_has() -> None:
    result = _asked(
        "Which preventive suits her?", person(36, "female", problems=["Migraine", "Asthma"], pregnant=False)
    )
    assert "Amitriptyline" in _told(result)
