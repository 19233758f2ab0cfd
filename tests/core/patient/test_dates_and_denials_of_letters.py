"""Whose a date is, where a denial ends, and ages and centiles as letters write them."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, read_patient


def _record(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def _dated(record: PatientRecord) -> dict[str, str | None]:
    facts = [*record.conditions, *record.phenotypes, *record.procedures]
    return {
        fact.label: str(fact.time.at.date) if fact.time and fact.time.at and fact.time.at.date else None
        for fact in facts
    }


@pytest.mark.parametrize(
    ("text", "label", "date"),
    [
        ("T2DM (HbA1c 58 mmol/mol in June)", "T2DM", None),
        ("ECG: AF, rate 64, LBBB. K 5.1, creatinine 162 (148 in March), Hb 121.", "AF", None),
        ("Fetal distress, one miscarriage in 2018.", "Fetal distress", None),
        ("Fetal distress, one miscarriage in 2018.", "miscarriage", "2018"),
        ("Admitted with pneumonia in March 2019.", "pneumonia", "2019-03"),
        ("Psoriasis and asthma since 2011.", "Psoriasis", "2011"),
    ],
)
def test_a_date_belongs_to_what_it_stands_at(text: str, label: str, date: str | None) -> None:
    dated = _dated(_record("Date of clinic: 5 October 2024\n" + text))
    assert dated[label] == date


def test_the_day_of_a_note_is_no_onset() -> None:
    dated = _dated(_record("Renal clinic 17/10/2024: 45M, ESRD due to IgAN, DDKT 3/2022."))
    assert (dated["ESRD"], dated["DDKT"]) == (None, "2022-03")


def test_an_item_with_a_year_takes_no_age_from_the_next() -> None:
    [procedure] = _record("Hysterectomy for fibroids 1998, lap appendix age 12.").procedures
    assert procedure.time is None


@pytest.mark.parametrize(
    ("text", "present"),
    [
        ("Sent: B12, folate, ferritin, HIV, syphilis.", []),
        ("Plan: screening bloods incl. hep B, VZV; then review.", []),
        ("B12, ANA, HIV normal.", []),
        ("Hepatitis B serology pending.", []),
        ("Will check HIV and hepatitis B.", []),
        ("PMH: HIV, hepatitis C, gout.", ["HIV", "gout", "hepatitis C"]),
        ("Admitted with malaria, checked FBC.", ["malaria"]),
        ("Influenza, CRP 3.", ["Influenza"]),
    ],
)
def test_an_infection_in_a_list_of_tests_is_a_test(text: str, present: list[str]) -> None:
    record = _record(text)
    facts = [fact for fact in [*record.conditions, *record.phenotypes] if fact.presence is Presence.PRESENT]
    assert sorted({fact.label for fact in facts} - {"hepatitis"}) == present


def test_the_fever_of_a_named_illness_is_none_today() -> None:
    record = _record("She had glandular fever at 17.")
    assert [fact.label for fact in [*record.conditions, *record.phenotypes]] == ["glandular fever"]
    assert not record.observations


def test_a_plan_goes_on_behind_a_condition() -> None:
    record = _record("Repeat PSA, then refer if still up, US liver, stop naproxen, ramipril 5 to 10.")
    assert [one.label for one in record.medications][:1] == ["naproxen"]


def test_who_does_not_use_a_device_has_what_the_list_goes_on_with() -> None:
    record = _record("PMH: OSA not using CPAP, GERD, s/p chole, L TKA 2019")
    facts = {fact.label: fact.presence for fact in [*record.conditions, *record.phenotypes, *record.procedures]}
    assert facts["CPAP"] is Presence.ABSENT
    assert facts["GERD"] is facts["TKA"] is Presence.PRESENT


@pytest.mark.parametrize(
    ("text", "age", "sex"),
    [
        ("Re: Amelia JONES, 3 yr 2 m old girl\nSeen with both parents.", "P3Y2M", "female"),
        ("3y2m girl with fits", "P3Y2M", "female"),
        ("3 6/12 yo boy", "P3Y6M", "male"),
        ("2 7/12 year old girl", "P2Y7M", "female"),
        ("15 m old boy", "P1Y3M", "male"),
    ],
)
def test_years_and_months_of_children(text: str, age: str, sex: str) -> None:
    person = _record(text).demographics
    assert (str(person.age), str(person.sex)) == (age, sex)


def test_an_ordinal_in_a_bracket_is_a_centile() -> None:
    record = _record("A 3 year old girl. Weight 13 kg (25th), height 91 cm (9th), OFC 45.8 cm (<0.4th).")
    assert [fact.label for fact in record.phenotypes] == ["Microcephaly"]


def test_a_value_for_which_a_medicine_is_held_is_no_result() -> None:
    record = _record("amlodipine 10 (held for SBP <100), nifedipine allergy (edema). BP 138/84.")
    assert [one.label for one in record.observations] == ["BP"]
    assert not record.phenotypes


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("DVT 2010 - completed 6 months of warfarin.", "completed"),
        ("Finished her course of prednisolone.", "completed"),
        ("Isoniazid, completed 6 months.", "completed"),
    ],
)
def test_a_course_that_was_completed_is_over(text: str, status: str) -> None:
    [medicine] = _record(text).medications
    assert str(medicine.status) == status
