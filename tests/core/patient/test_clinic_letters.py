"""What clinic letters and ward notes say in passing: changes, diets, informants, brackets, lengths of care."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Wt down 3 kg since May.", []),
        ("Haemoglobin fell by 2 g/dL.", []),
        ("Weight up 72 kg from 70.", [72.0, 70.0]),
        ("Mrs P, 81. P 104, BP 98/58.", [104.0]),
    ],
)
def test_a_change_and_an_initial_are_no_values(text: str, values: list[float]) -> None:
    assert [one.quantity.value for one in read(text).observations if one.quantity] == values


def test_a_day_in_a_bracket_dates_only_what_is_in_it() -> None:
    record = read("Seen: 3 June 2026\nBloods 28 May: creat 178 (was 155 in Nov 2025), eGFR 36.")
    days = {one.quantity.value: one.time.at.date for one in record.observations}  # type: ignore[union-attr]
    assert days == {178.0: "2026-05-28", 155.0: "2025-11", 36.0: "2026-05-28"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Advised low potassium diet.", set()),
        ("High blood pressure on a low salt diet.", {("High blood pressure", "present")}),
        ("T2DM diet controlled.", {("T2DM", "present")}),
        ("Presumed diabetic nephropathy.", {("diabetic nephropathy", "possible")}),
        ("Daughter rang - more confused since Monday.", {("confused", "present")}),
        ("Jaundiced with pale stools.", {("Jaundiced", "present"), ("pale stools", "present")}),
        ("No stigmata of CLD.", {("CLD", "absent")}),
    ],
)
def test_findings_said_in_passing(text: str, found: set[tuple[str, str]]) -> None:
    record = read(text)
    facts = (*record.conditions, *record.phenotypes, *record.family_history)
    assert {(one.label, one.presence.value) for one in facts} == found


def test_what_was_needed_for_days_did_not_begin_days_ago() -> None:
    record = read("7 year old boy. He was hypotonic and needed tube feeding for 10 days.")
    assert [one.time for one in record.phenotypes] == [None, None]


def test_a_time_after_a_semicolon_is_not_the_fathers() -> None:
    (father,) = read("Father had polycystic kidneys; the patient's ultrasound in 2020 was normal.").family_history
    assert father.time is None


def test_a_denied_variant_is_negative_and_of_its_own_gene() -> None:
    record = read("Lung adenocarcinoma. Rebiopsy: MET amplification, no T790M, no C797S.")
    assert [(one.name, one.variant, one.result) for one in record.biomarkers] == [
        ("MET", "amplification", "positive"),
        ("EGFR", "T790M", "negative"),
        ("EGFR", "C797S", "negative"),
    ]


def test_months_of_treatment_are_no_age() -> None:
    record = read("46 year old woman. NSAID-exacerbated asthma. Plan: carbimazole 5 mg, stop at 18 months.")
    assert [(one.label, one.time) for one in record.medications] == [("carbimazole", None)]


def test_what_is_in_no_relative_is_in_none_of_those_named() -> None:
    record = read("Family history: mother T2DM at 45, maternal aunt breast cancer 52, no FH of DVT.")
    assert {one.label: one.relation for one in record.family_history} == {
        "T2DM": "mother",
        "breast cancer": "maternal aunt",
        "DVT": None,
    }
