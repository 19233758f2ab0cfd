"""Results and growth as findings."""

from __future__ import annotations

import pytest

from osler.core.language import analyse, quantities
from osler.core.language.centiles import centile_findings
from osler.core.language.laboratory import beyond_range
from osler.core.language.rules import read_table
from osler.core.terminology import hpo, measures


def test_the_tables_name_real_terms_and_measures() -> None:
    known = {measure.id for measure in measures()}
    for measure_id, side, *_, hpo_id, name, source in read_table("abnormal.tsv"):
        assert (measure_id in known, side in {"low", "high"}, bool(source)) == (True, True, True)
        assert hpo().label(hpo_id) == name
    for measure_id, _, _, hpo_id, name, _ in read_table("centiles.tsv"):
        assert measure_id in known or measure_id in {"aortic_root", "ascending_aorta"}
        assert hpo().label(hpo_id) == name


@pytest.mark.parametrize(
    ("text", "age", "sex", "term"),
    [
        ("CK 18,500 U/L", 30, "male", "HP:0003236"),
        ("Hb 6.2", 40, "female", "HP:0001903"),
        ("Hb 12.5 g/dL", 40, "female", None),
        ("Serum sodium levels of 130-132 mmol/L", 40, "female", "HP:0002902"),
        ("Serum sodium 130-140 mmol/L", 40, "female", None),
        ("Blood urea 325 mg/dL", 40, "female", "HP:0003138"),
        ("Hb 12.5 g/dL", 40, "male", "HP:0001903"),
        ("Plt 48", 50, None, "HP:0001873"),
        ("Height 194 cm", 15, "male", "HP:0000098"),
        ("She is 182 cm tall", 17, "female", "HP:0000098"),
        ("Height 194 cm", 40, "male", None),
        ("Height 175 cm", 15, "male", None),
        ("T 38.6", 2, None, "HP:0001945"),
        ("creatinine 0.9 mg/dL", 50, "male", None),
        ("ALP 35 U/L (normal 40-129)", 40, None, "HP:0003282"),
        ("ALP 100 U/L (normal 40-129)", 40, None, None),
    ],
)
def test_a_value_beyond_its_range_is_a_finding(text: str, age: float, sex: str | None, term: str | None) -> None:
    found = beyond_range(text, quantities(text)[0], age, sex)
    assert (found.hpo_id if found else None) == term


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("OFC was 47.2 cm (<0.4th centile).", "HP:0000252"),
        ("Head circumference was 3 SD below the mean.", "HP:0000252"),
        ("Height at the 50th percentile.", None),
        ("Height -2.8 SD", "HP:0004322"),
        ("Head circumference of the patient was 42.8 cm, which was below third percentile.", "HP:0000252"),
        ("Head circumference between -1SD to -2 SD", None),
        ("Birth weight below the 10th centile", "HP:0001518"),
        ("BMI >97th percentile", "HP:0001513"),
    ],
)
def test_centiles_are_findings(text: str, term: str | None) -> None:
    found = list(centile_findings(text, analyse(text).sentences))
    assert [one.hpo_id for one in found] == ([term] if term else [])


def test_words_about_several_measures() -> None:
    found = {mention.concept_id for mention in analyse("AST and ALT were markedly elevated.").mentions}
    assert {"HP:0031956", "HP:0031964"} <= found
    assert "HP:0003565" in {one.concept_id for one in analyse("The ESR showed an elevation.").mentions}
    negated = [one.assertion.negated for one in analyse("No elevated CRP.").mentions if one.concept_id == "HP:0011227"]
    assert negated == [True]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Renin and aldosterone high.", {"HP:0000848", "HP:0000859"}),
        ("Lactate and pyruvate raised.", {"HP:0002151", "HP:0003542"}),
        ("Cortisol normal and ACTH high.", {"HP:0003154"}),
        ("Glucose low.", {"HP:0001943"}),
        ("C4 low, C1 inhibitor low.", {"HP:0045042", "HP:0034204"}),
    ],
)
def test_two_results_that_are_said_together_are_both_found(text: str, labels: set[str]) -> None:
    found = {one.concept_id for one in analyse(text).mentions if one.assertion.affirmed_of_patient}
    assert {one for one in found if one.startswith("HP:")} == labels


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("No rise in glucose, lactate went up to 12.", {"HP:0003074"}),
        ("Elevated AST, ALT was normal.", {"HP:0031956"}),
        ("Elevated AST, ALT and GGT were found.", {"HP:0031956", "HP:0031964", "HP:0030948"}),
    ],
)
def test_a_list_of_what_is_high_ends_before_a_clause(text: str, named: set[str]) -> None:
    assert {one.concept_id for one in analyse(text).mentions if one.concept_id.startswith("HP:")} == named
