"""What a sentence says beside its conditions is kept with them, and what is not understood is kept whole."""

import pytest

from osler.core.criteria import Finding, outline_text, parse_criterion, render
from osler.core.criteria.types import CriterionKind


@pytest.mark.parametrize(
    ("text", "kind", "outline"),
    [
        ("Functional dyspepsia, based on the Rome IV criteria", "inclusion", "Functional dyspepsia (based on the Rome IV criteria)  [finding]"),
        ("Chronic migraine: by ICHD-III criteria", "inclusion", "Chronic migraine (by ICHD-III criteria)  [finding]"),
        ("Heart failure as defined by the American Heart Association", "exclusion", "Heart failure (as defined by the American Heart Association)  [finding]"),
        ("Age 19 years or older on screening", "inclusion", "age >= 19 years (on screening)  [age]"),
        ("Refusal of participant [or parent/guardian]", "exclusion", "Refusal of participant (or parent/guardian)  [finding]"),
        ("Asthma with or without eczema", "inclusion", "Asthma (with or without eczema)  [finding]"),
        ("Creatinine clearance >= 60 ml/min (Cockcroft-Gault formula)", "inclusion", "Creatinine clearance >= 60 ml/min (Cockcroft-Gault formula)  [measure]"),
        ("Adults with asthma", "inclusion", "ALL of\n  age >= 18 years  [age]\n  asthma  [finding]"),
        ("Antibiotics: rifampin, nafcillin", "exclusion", "ANY of\n  rifampin (Antibiotics)  [finding]\n  nafcillin (Antibiotics)  [finding]"),
        ("Intraocular pressure (IOP) > 20 mmHg", "exclusion", "Intraocular pressure > 20 mmhg  [measure]"),
    ],
)  # fmt: skip
def test_words_that_no_condition_holds_stay_with_the_nearest(text: str, kind: CriterionKind, outline: str) -> None:
    assert outline_text(parse_criterion(text, kind=kind)) == outline


def test_what_is_said_besides_is_no_part_of_a_name() -> None:
    told, plain = (parse_criterion(text) for text in ("Gout according to the ACR criteria", "Gout"))
    assert isinstance(told, Finding)
    assert (render(told), told.qualifier) == (render(plain), "according to the ACR criteria")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Written informed consent", "[agreement]"),
        ("Any condition that in the opinion of the investigator precludes participation", "[judgement]"),
        ("Patients with eczema may be included", "[no condition]"),
        ("Patients:", "[unparsed]"),
    ],
)
def test_an_outline_says_why_no_record_answers(text: str, label: str) -> None:
    assert outline_text(parse_criterion(text)).endswith(label)


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Asthma, or low or intermediate risk surgery, or stroke", "exclusion", "Asthma or low risk surgery or intermediate risk surgery or stroke"),
        ("Low or intermediate risk surgery", "exclusion", "Low risk surgery or intermediate risk surgery"),
        ("Heart failure, or chronic diseases that may affect the results", "exclusion", "Heart failure or chronic diseases that may affect the results"),
        ("Uncontrolled illness including stroke, or psychiatric illness that would limit compliance", "exclusion", "Uncontrolled illness such as (stroke or psychiatric illness that would limit compliance)"),
        ("Greater than age 16 years", "exclusion", "age > 16 years"),
        ("Less than age 18 years", "exclusion", "age < 18 years"),
        ("Suspected or known stricture, or perforation of the bowel", "exclusion", "Suspected or known stricture or Suspected or known perforation of the bowel"),
        ("Pulmonary, hepatic or renal functional abnormality", "exclusion", "Pulmonary functional abnormality or hepatic functional abnormality or renal functional abnormality"),
        ("Reactions or intolerance to drugs or supplements containing folic acid", "exclusion", "Reactions to drugs containing folic acid or Reactions to supplements containing folic acid or intolerance to drugs containing folic acid or intolerance to supplements containing folic acid"),
        ("Preoperative history of epilepsy or gout", "exclusion", "history of Preoperative epilepsy or history of Preoperative gout"),
        ("Recent stroke or chronic kidney disease", "exclusion", "(recent stroke) or (chronic kidney disease)"),
        ("Uncontrolled hypertension or myocardial infarction within 6 months", "exclusion", "(Uncontrolled hypertension) or (myocardial infarction within 6 months)"),
        ("Echocardiographic evidence of thrombus or vegetation", "exclusion", "Echocardiographic evidence of thrombus or Echocardiographic evidence of vegetation"),
        ("Hospitalization for surgery including bypass, or for a significant illness", "exclusion", "(Hospitalization for surgery such as bypass) or Hospitalization for a significant illness"),
        ("Aspirin 100 mg daily", "exclusion", "Aspirin 100 mg daily"),
        ("Use of stimulants. Participants who take them will be asked to stop", "exclusion", "stimulants"),
    ],
)  # fmt: skip
def test_what_is_said_of_several_is_said_of_each(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


def test_a_group_is_not_picked_out_by_judgement() -> None:
    text = "Subjects who the investigator believes that they can and will comply with the protocol"
    assert outline_text(parse_criterion(text)) == f"{text}  [judgement]"
