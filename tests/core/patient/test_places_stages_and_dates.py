"""Bare organs, diseases of pregnancy, fluids, and which finding a date is of; impossible numbers are named."""

from __future__ import annotations

import json

import pytest

from osler.core.patient import PatientRecord, read_patient, summarise


def read(text: str) -> PatientRecord:
    return read_patient(text, "note").record


def facts(text: str) -> set[str]:
    record = read(text)
    return {coding.id for fact in (*record.phenotypes, *record.conditions) for coding in fact.codings}


@pytest.mark.parametrize("text", ["He denies pancreas surgery.", "No cervix biopsy so far.", "Pituitary MRI pending."])
def test_an_organ_is_no_tumour_of_it(text: str) -> None:
    assert not any(code.startswith("MONDO:") for code in facts(text))


@pytest.mark.parametrize(
    ("text", "codes", "not_codes"),
    [
        ("Gestational diabetes during her first pregnancy.", {"MONDO:0005406"}, {"HP:0000819", "HP:0005978"}),
        ("Pregnancy-induced hypertension in 2019.", {"MONDO:0024664"}, {"HP:0000822"}),
        ("24 h urinary copper raised.", {"HP:0010839"}, set()),
        ("Urine calcium was high.", {"HP:0002150"}, {"HP:0003072"}),
        ("Hexosaminidase A activity reduced in leukocytes.", set(), {"HP:0001882"}),
        ("Low leukocytes.", {"HP:0001882"}, set()),
    ],
)
def test_what_a_word_before_or_after_makes_of_a_finding(text: str, codes: set[str], not_codes: set[str]) -> None:
    found = facts(text)
    assert codes <= found
    assert not not_codes & found


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("He had hypotonia and she had seizures at 3 years.", {"HP:0001250"}),
        ("Poor feeding was seen and there was jaundice at birth.", {"HP:0000952"}),
        ("Short stature, hearing loss, and cataract diagnosed at 9 years.", {"HP:0000518"}),
        ("Hypotonia and seizures from birth.", {"HP:0001252", "HP:0001250"}),
        ("Hypotonia, ataxia, and seizures from 2 years.", {"HP:0001252", "HP:0001251", "HP:0001250"}),
    ],
)
def test_a_time_dates_the_finding_of_its_own_statement(text: str, dated: set[str]) -> None:
    assert {fact.codings[0].id for fact in read(text).phenotypes if fact.time is not None} == dated


def test_a_stage_of_life_is_shown_as_it_was_told() -> None:
    shown = summarise(read("A 40-year-old man. Epilepsy since childhood. Deafness since the age of 7 years."))
    assert "since childhood" in shown
    assert "6 years" not in shown
    assert "7 years" in shown


@pytest.mark.parametrize("value", ["NaN", "9" * 5000])
def test_a_number_that_is_none_is_left_out_and_named(value: str) -> None:
    body = {
        "resourceType": "Observation",
        "code": {"text": "Creatinine"},
        "valueQuantity": {"value": 0, "unit": "mg/dL"},
    }
    bundle = json.dumps(
        {"resourceType": "Bundle", "entry": [{"resource": {"resourceType": "Patient"}}, {"resource": body}]}
    )
    problems = read_patient(bundle.replace('"value": 0', f'"value": {value}')).problems
    assert any("valueQuantity.value" in problem.message for problem in problems)


def test_a_code_that_is_a_list_is_named() -> None:
    body = {"resourceType": "Condition", "code": ["x"]}
    bundle = {"resourceType": "Bundle", "entry": [{"resource": {"resourceType": "Patient"}}, {"resource": body}]}
    assert any("ignored: code" in problem.message for problem in read_patient(json.dumps(bundle)).problems)
