"""What single criteria say."""

from typing import Any

import pytest

from osler.core.criteria import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    CriterionKind,
    Except,
    Finding,
    MeasuredValue,
    Not,
    Unparsed,
    atoms,
    parse_criterion,
    parse_eligibility,
    render,
)
from osler.core.evidence import Span


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("ANC ≥ 1.5 x 10^9/L and creatinine ≤ 1.5 x ULN", "inclusion", "ANC >= 1.5 x 10^9/l and creatinine <= 1.5 x ULN"),
        ("AST, ALT < 2.5 x ULN", "inclusion", "AST < 2.5 x ULN and ALT < 2.5 x ULN"),
        ("Platelets \\>= 100,000/mm3", "inclusion", "Platelets >= 100000 /mm3"),
        ("HbA1c between 7 and 10%", "inclusion", "HbA1c 7 - 10 %"),
        ("BMI ≥ 30 kg/m2", "inclusion", "BMI >= 30 kg/m2"),
        ("Life expectancy greater than three (3) months", "inclusion", "Life expectancy > 3 months"),
        ("Eastern Cooperative Oncology Group (ECOG) performance status of 0 - 2", "inclusion", "ECOG performance status 0 - 2"),
        ("ECOG 0 or 1", "inclusion", "ECOG performance status 0 - 1"),
        ("NYHA class III or IV", "exclusion", "New York Heart Association class 3 - 4"),
        ("Child-Pugh B or C", "exclusion", "Child-Pugh class 2 - 3"),
        ("Karnofsky Performance Status > 60", "inclusion", "Karnofsky performance status > 60"),
        ("18 years of age or older", "inclusion", "age >= 18 years"),
        ("Age 18-65 years", "inclusion", "age 18 - 65 years"),
        ("Aged at least 18 years", "inclusion", "age >= 18 years"),
        ("Male or female, age 18 years and older.", "inclusion", "(male or female) and age >= 18 years"),
        ("Pregnant or breastfeeding", "exclusion", "pregnant or breastfeeding"),
        ("If female, must not be pregnant", "inclusion", "if female: no pregnant"),
        ("HIV positive", "exclusion", "positive HIV"),
        (
            "History of myocardial infarction or stroke within 6 months prior to screening",
            "exclusion",
            ("history of myocardial infarction within 6 months prior to screening or "
            "history of stroke within 6 months prior to screening"),
        ),
        ("Asthma for at least 3 months", "inclusion", "Asthma for 3 months"),
        ("Cancer in the past 5 years", "exclusion", "Cancer within 5 years"),
        ("Surgery at least 6 months prior to randomization", "inclusion", "Surgery >= 6 months prior to randomization"),
        ("No history of seizures, stroke or head trauma", "inclusion", "no (history of seizures or history of stroke or history of head trauma)"),
        ("Absence of liver disease", "inclusion", "no liver disease"),
        ("Diabetes without retinopathy", "inclusion", "Diabetes and (no retinopathy)"),
        ("Patients must not have severe renal or hepatic impairment", "inclusion", "no (severe renal impairment or severe hepatic impairment)"),
        ("Malignancy other than basal cell carcinoma", "exclusion", "Malignancy except basal cell carcinoma"),
        ("Infection except for onychomycosis", "exclusion", "Infection except onychomycosis"),
        ("At least 2 of the following: fever, cough or dyspnea", "inclusion", "at least 2 of the following: fever, cough, dyspnea"),
        ("Infections such as HIV, hepatitis B and tuberculosis", "exclusion", "Infections such as (HIV or hepatitis B or tuberculosis)"),
        ("Bilirubin ≤ 2 mg/dL; or Gilbert syndrome", "inclusion", "Bilirubin <= 2 mg/dl or Gilbert syndrome"),
        ("Creatinine ≤ 2 mg/dL unless on dialysis", "inclusion", "Creatinine <= 2 mg/dl or dialysis"),
        ("Cancer unless cured", "exclusion", "Cancer except cured"),
        ("HIV-negative", "inclusion", "negative HIV"),
        ("At least one measurable lesion", "inclusion", "measurable lesion"),
        ("GFR < 40 ml/min as measured by the MDRD formula", "exclusion", "GFR < 40 ml/min"),
        ("Fever and cough or rash", "inclusion", "(Fever and cough) or rash"),
    ],
)  # fmt: skip
def test_what_a_criterion_says(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


def test_a_nested_list_follows_its_lead_in() -> None:
    body = ":\n\n  * fever\n  * cough\n  * rash"
    any_of = parse_criterion("Any of the following" + body)
    assert isinstance(any_of, AnyOf)
    assert isinstance(parse_criterion("All of the following" + body, kind="exclusion"), AllOf)
    two = parse_criterion("At least two of the following" + body)
    assert isinstance(two, AtLeast)
    assert (two.count, len(two.children)) == (2, 3)
    none = parse_criterion("None of the following" + body)
    assert isinstance(none, Not)
    spelled = parse_criterion("One symptom\n  * fever; or\n  * cough", kind="inclusion")
    assert "fever or cough" in render(spelled)


def test_a_label_that_names_patients_is_a_condition() -> None:
    tree = parse_criterion("Females of childbearing potential: negative serum or urine pregnancy test")
    assert render(tree) == (
        "if (female and childbearing potential): negative serum pregnancy test or negative urine pregnancy test"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Written informed consent obtained", "consent"),
        ("Willing to comply with all study procedures", "consent"),
        ("Any condition that, in the opinion of the investigator, makes the patient unsuitable", "judgement"),
        ("of the", "not_understood"),
    ],
)
def test_what_cannot_be_parsed_is_a_typed_atom(text: str, reason: str) -> None:
    tree = parse_criterion(text)
    assert isinstance(tree, Unparsed)
    assert tree.reason == reason


def test_every_span_is_a_quote_of_the_criterion() -> None:
    text = "No history of stroke within 6 months, and HbA1c \\>= 7 % (except for gestational diabetes)"
    tree = parse_criterion(text, kind="inclusion", source_id="c1")
    spans = _spans(tree.model_dump())
    assert len(spans) > 4
    for span in spans:
        assert text[span["start"] : span["end"]] == span["quote"]
        assert span["source_id"] == "c1"


def _spans(value: object) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        own = [value] if value.get("kind") == "span" else []
        return own + [span for part in value.values() for span in _spans(part)]
    if isinstance(value, list | tuple):
        return [span for part in value for span in _spans(part)]
    return []


def test_the_same_text_gives_the_same_tree() -> None:
    text = "Stroke, MI or TIA within 3 months, other than lacunar stroke"
    assert parse_criterion(text, kind="exclusion") == parse_criterion(text, kind="exclusion")


def test_the_target_of_a_reaction_is_told_apart() -> None:
    (atom,) = atoms(parse_criterion("Known hypersensitivity to penicillin", kind="exclusion"))
    assert isinstance(atom, Finding)
    assert atom.target == "penicillin"


def test_exceptions_and_measures_keep_their_parts() -> None:
    tree = parse_criterion("Prior malignancy within 5 years other than skin cancer", kind="exclusion")
    assert isinstance(tree, Except)
    assert isinstance(tree.child, Finding)
    assert [window.kind for window in tree.child.windows] == ["ever", "within"]
    assert isinstance(tree.cue, Span)
    measure = parse_criterion("Hemoglobin > 10 g/dL")
    assert isinstance(measure, MeasuredValue)
    assert measure.test.span is not None
    assert measure.test.span.quote == "> 10 g/dL"


def test_a_whole_text() -> None:
    text = "Inclusion Criteria:\n* Age ≥ 18 years\n\nExclusion Criteria:\n* Stroke"
    first, second = parse_eligibility(text, source_id="NCT1")
    assert (first.id, first.kind, isinstance(first.tree, Age)) == ("NCT1/1", "inclusion", True)
    assert (second.kind, render(second.tree)) == ("exclusion", "Stroke")
    assert text[second.start : second.end] == second.text


def test_words_that_two_trials_share_are_read_as_each_ones_own() -> None:
    text = "Exclusion Criteria:\n* No prior surgery for glaucoma within 6 months except iridotomy (ECOG 0-1)"
    trials = {name: parse_eligibility(text, source_id=name)[0] for name in ("NCT1", "NCT2")}
    for name, criterion in trials.items():
        alone = parse_criterion(criterion.text, kind=criterion.kind, source_id=f"{name}/1")
        assert criterion.tree == alone
        assert f'"{name}/1"' in criterion.tree.model_dump_json()
