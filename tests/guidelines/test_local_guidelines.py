"""Guidelines as a hospital writes them: dose lines, rows, versions, scope, and what two of them say otherwise."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest

from osler.core.library import Library
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, AskOptions, Deps, PatientFacts, ask
from osler.guidelines.checking import SourceText, check_sentence, stance_of
from osler.guidelines.steps.context import facts_of
from osler.guidelines.steps.either import either_of
from osler.guidelines.types import LabValue

FITS = """---
title: Seizures in hospital
issuer: Northmoor Hospital
version: "2"
date: 2024-01-01
---
# Seizures in hospital

For adults. Febrile convulsions are not covered: call the paediatric registrar.

## Doses

- Levetiracetam 60 mg/kg IV over 10 minutes (maximum 4500 mg). If creatinine clearance is below 30 mL/min: 30 mg/kg (maximum 1500 mg).

## Contraindications

- Valproate is contraindicated in mitochondrial disease (POLG).
- Phenytoin is contraindicated in heart block.
"""
LUNG = """---
title: Flare of COPD
issuer: Northmoor Hospital
version: "{version}"
date: {date}
---
# Flare of COPD

It does not apply to pregnant women.

## Steroids

- Prednisolone {dose}. Do not extend the course unless a consultant advises it.
"""
OTHER = """---
title: Antibiotics in flares of COPD
issuer: Southmoor Trust
version: "1"
date: 2024-03-01
---
# Antibiotics in flares of COPD

- Doxycycline is not recommended for flares of COPD.
"""
OURS = """---
title: Antibiotics for COPD
issuer: Northmoor Hospital
version: "1"
date: 2024-05-01
---
# Antibiotics for COPD

| Situation | Drug | Dose |
|---|---|---|
| First choice | Doxycycline | 100 mg once daily for 5 days |
| Doxycycline unsuitable | Amoxicillin | 500 mg three times daily for 5 days |
"""


@cache
def _library() -> Library:
    folder = Path(tempfile.mkdtemp(prefix="osler-local-"))
    library = Library(folder / "library")
    old = LUNG.format(version=1, date="2020-01-01", dose="40 mg once daily for 14 days")
    new = LUNG.format(version=2, date="2025-01-01", dose="30 mg once daily for 5 days")
    for name, text in (("a", FITS), ("b", old), ("c", new), ("d", OTHER), ("e", OURS)):
        (folder / f"{name}.md").write_text(text)
        library.add(folder / f"{name}.md")
    return library


def _asked(question: str, patient: PatientFacts | None = None) -> AgenticResult:
    return ask(question, patient, options=AskOptions(retriever="bm25"), deps=Deps(libraries=[_library()]))


def _renal(**more: object) -> PatientFacts:
    labs = [LabValue(measure_id="LAB:creatinine_clearance", name="creatinine clearance", value=24, unit="mL/min")]
    return PatientFacts(age_from=60, age_to=60, medications=["levetiracetam"], labs=labs, **more)


def test_a_dose_of_another_drug_is_no_warning() -> None:
    result = _asked("doxycycline dose in COPD", _renal())
    assert not any("30 mg/kg" in one for one in (*result.warnings, result.final_answer_text))


def test_a_changed_dose_is_told_with_the_sentence_that_names_its_drug() -> None:
    result = _asked("levetiracetam dose in a seizure", _renal())
    told = result.final_answer_text
    assert told.index("Levetiracetam 60 mg/kg") < told.index("30 mg/kg (maximum 1500 mg)")
    assert all("Levetiracetam" in one for one in result.warnings if "30 mg/kg" in one)


def test_a_dose_line_answers_and_the_replaced_one_is_marked_behind_it() -> None:
    result = _asked("prednisolone dose", PatientFacts(age_from=70, age_to=70, sex="male", problems=["COPD"]))
    assert "Prednisolone 30 mg once daily for 5 days." in result.final_answer_text
    assert "40 mg" not in result.final_answer_text
    replaced = [row for row in result.recommendations if "40 mg" in row.text]
    assert all(row.fit != "applies" and "superseded by version 2" in row.reasons for row in replaced)
    assert any("superseded" in one for one in result.warnings)


def test_a_row_whose_state_names_a_drug_gives_no_dose_of_it() -> None:
    first = next(one for one in _asked("doxycycline dose in COPD").sentences if one.about == "evidence")
    assert "100 mg" in first.text


def test_what_a_cited_passage_bars_for_a_condition_is_warned_of() -> None:
    patient = PatientFacts(age_from=30, age_to=30, sex="male", problems=["mitochondrial disease"])
    result = _asked("is phenytoin or valproate contraindicated in seizures?", patient)
    assert any("Valproate is contraindicated" in one for one in result.warnings)


@pytest.mark.parametrize(
    ("question", "patient", "told"),
    [
        ("lorazepam for febrile convulsions in hospital?", None, "Febrile convulsions are not covered"),
        (
            "prednisolone dose in COPD",
            PatientFacts(age_from=30, age_to=30, pregnant=True),
            "does not apply to pregnant",
        ),
    ],
)
def test_what_a_guideline_leaves_out_is_said_and_nothing_of_it_advised(
    question: str, patient: PatientFacts | None, told: str
) -> None:
    answer = _asked(question, patient).final_answer_text
    assert told in answer
    assert "30 mg once daily" not in answer


def test_two_issuers_at_odds_over_a_drug_are_told_and_cited() -> None:
    result = _asked("doxycycline for COPD?")
    assert any("Guidelines contradict each other" in one for one in result.warnings)
    assert {"Southmoor Trust", "Northmoor Hospital"} <= {one.issuer for one in result.citations}


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("Prednisolone 30 mg once daily for 5 days.", "for"),
        ("First choice: amoxicillin 500 mg three times daily.", "for"),
        ("If the patient cannot swallow: hydrocortisone 100 mg IV twice daily.", "for"),
        ("Patients received prednisolone 40 mg daily for 14 days.", "none"),
        ("Prednisolone 40 mg daily for 5 days was as good as 14 days.", "none"),
        ("LDL cholesterol 70 mg/dL or more for 3 months", "none"),
    ],
)
def test_a_dose_line_advises_and_a_finding_does_not(text: str, stance: str) -> None:
    assert stance_of(text) == stance


INSULIN = "When the glucose falls below 14 mmol/L, reduce the insulin to 0.05 units/kg/hour. In pregnancy call the obstetric team; do not reduce the insulin rate below 0.1 units/kg/hour."


@pytest.mark.parametrize(
    ("sentence", "text", "heading", "holds"),
    [
        ("Prednisolone 30 mg is given for 5 days, then tapered over 2 weeks.", "Give prednisolone 30 mg for 5 days.", "2. Drugs / 2.2 Steroids", False),
        ("Prednisolone 30 mg is given for 5 days.", "Give prednisolone 30 mg for 5 days.", "2. Drugs / 2.2 Steroids", True),
        ("In pregnancy the insulin rate should be reduced to 0.05 units/kg/hour.", INSULIN, "Insulin", False),
        ("In pregnancy the insulin rate must not be reduced below 0.1 units/kg/hour.", INSULIN, "Insulin", True),
    ],
)  # fmt: skip
def test_section_numbers_support_nothing_and_a_ban_is_not_turned(
    sentence: str, text: str, heading: str, holds: bool
) -> None:
    assert (not check_sentence(sentence, [SourceText("a", text, heading)], bundled_vocabularies())) is holds


@pytest.mark.parametrize(
    ("note", "weight"),
    [("82 kg woman with sepsis, chart says wt 48 kg last year", 82), ("Wt 48 kg last year, now 82 kg", 82)],
)
def test_the_weight_that_holds_now_is_taken_and_the_other_told(note: str, weight: float) -> None:
    facts = facts_of(read_patient(note).record, bundled_vocabularies())
    assert [lab.value for lab in facts.labs if lab.measure_id == "LAB:weight"] == [weight]
    assert any("48 kg is stated as well" in one for one in facts.unsettled)


def test_of_a_list_the_pregnant_are_one_and_the_others_another_group() -> None:
    assert len(either_of("Give less to patients over 70 years, pregnant, or with heart failure: halve it.")) == 2
    assert either_of("Do not use it in pregnant women with asthma.") == (
        "Do not use it in pregnant women with asthma.",
    )
