"""Procedures with several days, with the part of the body, and genetic tests by their names."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, Status, read_patient


def _record(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def _done(text: str) -> list[tuple[str, str | None]]:
    return [
        (one.label, one.time.at.date if one.time and one.time.at else None)
        for one in _record(text).procedures
        if one.presence is Presence.PRESENT and one.status is not Status.PLANNED
    ]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("PCI to LAD 2016, repeat PCI to RCA 2021.", ["2016", "2021"]),
        ("Colonoscopy on 3 April 2024 and again on 2 September 2024 was clear.", ["2024-04-03", "2024-09-02"]),
        ("Previous caesarean sections 2005 and 2009.", ["2005", "2009"]),
        ("Colonoscopies in 2015, 2018 and 2021 were normal.", ["2015", "2018", "2021"]),
        ("He had a colonoscopy in 2019. The colonoscopy was normal.", ["2019"]),
    ],
)
def test_procedure_is_one_fact_for_each_day(text: str, days: list[str]) -> None:
    assert [day for _, day in _done(text)] == days


def test_day_that_opens_the_next_item_is_not_joined() -> None:
    assert _done("Appendicectomy 2009, 2012 hernia repair.") == [("Appendicectomy", "2009"), ("hernia repair", "2012")]


def test_procedures_done_together_have_one_day() -> None:
    done = dict(_done("Letter of 1 Dec 2024. ERCP and sphincterotomy 12 September 2024."))
    assert done == {"ERCP": "2024-09-12", "sphincterotomy": "2024-09-12"}


def test_day_and_month_by_numbers_date_a_study_and_its_values() -> None:
    record = _record("Date: 30 June 2024. Echo 19/6: EF 40%, repeat echo 27/6 EF 60%. Power 4/5.")
    days = [one.time.at.date for one in record.observations if one.time and one.time.at]
    assert days == ["2024-06-19", "2024-06-27"]


def test_operation_has_the_day_at_the_head_of_its_note() -> None:
    text = "OPERATION NOTE\nDate of operation: 6 December 2024\nOperation: open cholecystectomy\nFindings: gallstones\n"
    record = _record(text)
    assert [one.time.at.date for one in record.procedures if one.time and one.time.at] == ["2024-12-06"]
    assert all(one.status is not Status.RESOLVED for one in (*record.conditions, *record.phenotypes))


def test_biopsies_of_two_places_are_two() -> None:
    names = [name for name, _ in _done("Renal biopsy in 2019, skin biopsy in 2020. Surgical resection was refused.")]
    assert names == ["Renal biopsy", "skin biopsy"]


@pytest.mark.parametrize(
    "text", ["Liver biopsy not taken.", "Operating time 135 minutes.", "Coronary angiogram planned."]
)
def test_what_was_not_done_is_no_procedure(text: str) -> None:
    assert not _done(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Microarray (March 2021): normal.", "Microarray"),
        ("Her previous epilepsy gene panel was negative.", "epilepsy gene panel"),
        ("Trio exome sequencing (reported 2 May 2023): pathogenic variant in ARID1B.", "Trio exome sequencing"),
        ("He had a normal chromosomal microarray and Fragile X test.", "chromosomal microarray, Fragile X test"),
        ("A pathogenic variant in FBN1 was found.", "FBN1"),
    ],
)
def test_genetic_test_is_called_by_its_name(text: str, label: str) -> None:
    assert [one.label for one in _record(text).genetic_tests] == [label]


def test_father_of_the_baby_is_no_father_of_the_patient() -> None:
    record = _record("31-year-old G4P2. The baby's father has sickle cell trait. Her father has gout.")
    assert [(one.relation, one.label) for one in record.family_history] == [("father", "gout")]


def test_what_comes_again_is_not_over() -> None:
    record = _record("Background: recurrent UTIs.")
    assert [one.status for one in record.conditions + record.phenotypes] == [None]


def test_age_and_sex_after_the_day_of_a_note() -> None:
    record = _record("Date: 30 June 2024. 59 F. ICU day 12.")
    assert record.age_at() == 59
    assert record.demographics.sex == "female"
