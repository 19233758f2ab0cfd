"""The clinical policy interprets silence only: what a record touches, however little, is never assumed absent."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from osler.trials.types import CriterionVerdict
from tests.trials.patients import criterion, view

UNKNOWN, NOT_MET = CriterionVerdict.UNKNOWN, CriterionVerdict.NOT_MET


@pytest.mark.parametrize(
    ("note", "text", "kind"),
    [
        ("A 72-year-old man had an MI.", "Myocardial infarction within 6 months", "exclusion"),
        ("A 72-year-old man received immunotherapy until June.", "Prior anti-PD-1 antibody", "exclusion"),
        ("A 60-year-old woman. Rule out diabetes.", "Diabetes mellitus", "exclusion"),
        ("A 60-year-old woman had breast cancer in 2019.", "Other malignancy within 5 years", "exclusion"),
        ("A 60-year-old woman. Possible brain mets, MRI pending.", "Brain metastases", "exclusion"),
        ("A 60-year-old woman on haemodialysis.", "Chronic kidney disease", "exclusion"),
        ("A 58-year-old man with eGFR 38 mL/min/1.73m2.", "Chronic kidney disease", "exclusion"),
        ("A 58-year-old man takes prednisone 40 mg and tacrolimus.", "Systemic immunosuppression", "exclusion"),
        ("A 58-year-old man, BP 190/110 mmHg, on amlodipine.", "Uncontrolled hypertension", "exclusion"),
        ("A 58-year-old man received cyclophosphamide.", "No prior chemotherapy", "inclusion"),
        ("A 66-year-old man. ICD check 2022: normal.", "Implantable cardioverter defibrillator", "exclusion"),
        ("A 66-year-old man with a cochlear implant.", "Implanted cochlear device", "exclusion"),
        ("A 66-year-old man who lies flat with effort.", "Inability to lie flat", "exclusion"),
        ("A 60-year-old man. Last ranibizumab in May.", "Anti-angiogenic agents within 3 months", "exclusion"),
        ("A 40-year-old woman. Adalimumab in 2020.", "Anti-TNF therapy within 8 weeks", "exclusion"),
        ("A 40-year-old woman. IVIg at home.", "Immunoglobulin therapy within 3 months", "exclusion"),
        ("A 40-year-old woman, weekly immunoglobulins.", "Subcutaneous immunoglobulin within 3 months", "exclusion"),
    ],
)
def test_what_the_note_touches_stays_open(note: str, text: str, kind: CriterionKind) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "clinical")
    assert result.verdict is UNKNOWN, result.reasoning
    assert result.evidence
    assert "not mentioned" not in result.reasoning
    assert result.assumptions == []


@pytest.mark.parametrize(
    "note", ["A 58-year-old man with eGFR 38 mL/min/1.73m2.", "A 58-year-old man. His mother had epilepsy."]
)
def test_what_nothing_touches_is_assumed_and_marked(note: str) -> None:
    result = judge_criterion(criterion("Epilepsy", "exclusion"), view(note), "clinical")
    assert result.verdict is NOT_MET
    assert result.assumptions


def test_an_allergy_in_shorthand_is_the_one_that_is_asked_for() -> None:
    found = judge_criterion(
        criterion("Allergy to sulfonamides", "exclusion"), view("Man, 58. Sulfa allergy (hives)."), "clinical"
    )
    assert found.verdict is CriterionVerdict.MET


def test_what_strict_cites_is_cited_by_clinical_too() -> None:
    note = "A 72-year-old man had an MI."
    asked = criterion("Myocardial infarction within 6 months", "exclusion")
    strict, clinical = (judge_criterion(asked, view(note), policy) for policy in ("strict", "clinical"))
    assert set(strict.evidence_sentences) <= set(clinical.evidence_sentences)


@pytest.mark.parametrize("remark", ["(washout)", "(run-in phase)", "(mandatory stop)"])
def test_a_remark_in_brackets_defines_nothing(remark: str) -> None:
    note = "A 52-year-old man takes azathioprine 100 mg daily. He took rituximab."
    ongoing = criterion(f"Azathioprine within 8 weeks before randomisation {remark}", "exclusion")
    assert judge_criterion(ongoing, view(note), "clinical").verdict is CriterionVerdict.MET
    undated = criterion(f"Rituximab within 6 months before randomisation {remark}", "exclusion")
    assert judge_criterion(undated, view(note), "clinical").verdict is UNKNOWN


def test_a_treatment_that_stands_in_notes_by_its_drugs_is_not_assumed_absent() -> None:
    note = "A 61-year-old man with gout takes allopurinol 300 mg daily and colchicine 500 mcg daily."
    asked = criterion("Standard urate-lowering treatment including allopurinol and colchicine")
    assert judge_criterion(asked, view(note), "clinical").verdict is not NOT_MET
