"""What a note says of itself and its patient."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.core.language import analyse


@pytest.mark.parametrize(
    ("text", "years", "sex"),
    [
        ("72yo F with chest pain", 72, "female"),
        ("Haematology 31F. Nosebleeds.", 31, "female"),
        ("Girl 12y8m. Short.", 12 + 8 / 12, "female"),
        ("Ayaan 5y 2m, boy. Spots.", 5 + 2 / 12, "male"),
        ("S: 45M here for follow up", 45, "male"),
        ("I reviewed this 5 year 8 month old boy today.", 5.67, "male"),
        ("Age: 9 months   Sex: M", 0.75, "male"),
        ("61 M w/ cirrhosis", 61, "male"),
        ("A 67 year old woman", 67, "female"),
        ("58 y/o never-smoker. She is well.", 58, "female"),
        ("Clinic, 4 May 2021. Man of 33 with deafness.", 33, "male"),
        ("Woman 51, seen on 2 June 2020.", 51, "female"),
        ("Referral: girl of 8 with patches.", 8, "female"),
        ("Boy 5 months. Floppy.", 0.42, "male"),
        ("Retired man of 70, fit.", 70, "male"),
        ("Overweight widowed woman of 58 with hypertension.", 58, "female"),
        ("A very fit, active retired gentleman of 72", 72, "male"),
        ("Retired teacher, female, aged 66.", 66, "female"),
        ("Wheelchair-bound woman of 33 with MS", 33, "female"),
        ("Wife, woman of 60, died. Man of 62 with gout.", 62, "male"),
        ("Re: J. Doe, M, 40y\nSiblings: Tom, boy, 6y.", 40, "male"),
        ("Eldest child, 6, has asthma. Woman of 35 with cough.", 35, "female"),
    ],
)
def test_age_and_sex_in_their_usual_forms(text: str, years: float, sex: str) -> None:
    about = analyse(text).about
    assert about.age_years is not None
    assert about.age_years.value == pytest.approx(years, abs=0.02)
    assert about.sex is not None
    assert about.sex.value == sex


BOOKING = """\
BOOKING VISIT 02/11/2026  - Midwife S. Gallagher, St Gobnait's Hospital
DOB 21/03/1992
12+4 weeks, EDD 13/05/2027
PSH: emergency LSCS 14/08/2023 (Dr O'Shea)
O/E: BP 118/72
Plan: clinic (Dr O'Shea) 07/12/2026. Anomaly scan 22/12/2026."""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Clinic date: 14.06.2019  Date typed: 18.06.2019\nSeen today.", dt.date(2019, 6, 14)),
        ("Collected: 04/02/2023 Reported: 04/06/2023", dt.date(2023, 4, 6)),
        ("MICU NOTE\n05/19/2024 07:15\nStable.", dt.date(2024, 5, 19)),
        ("Date: 11/02/2021\nPaediatric note. Diarrhoea. Paracetamol.", dt.date(2021, 2, 11)),
        ("Well today.\nSigned 9/5/23", dt.date(2023, 9, 5)),
        ("DOB: 02/03/1970\nVisit date: 01/05/2024", dt.date(2024, 1, 5)),
        (
            BOOKING,
            dt.date(2026, 11, 2),
        ),
        ("Diabetes annual review: Tue 3 March 2026\nWell. Next appointment 3 March 2027.", dt.date(2026, 3, 3)),
    ],
)
def test_the_day_of_the_note(text: str, day: dt.date) -> None:
    written = analyse(text).about.written
    assert written is not None
    assert written.value.date == day


@pytest.mark.parametrize(
    "text",
    [
        "Mrs A.\nPSH: caesarean 14/08/2023 (Dr O'Shea)\nO/E: BP 118/72. All well with her and the baby, no complaints.",
        "Since her last visit 3 May 2020 she has been well, as the family told us at length today in the room.",
        "Vaccinations: influenza 12/10/2021\nWell, no complaints at all today, as ever.",
    ],
)
def test_a_day_of_what_was_before_is_no_note_date(text: str) -> None:
    assert analyse(text).about.written is None


def test_a_birth_date_is_no_note_date() -> None:
    about = analyse("DOB: 02.10.2013\nThe child is well.").about
    assert about.birth is not None
    assert about.birth.value.date == dt.date(2013, 10, 2)
    assert about.written is None


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("His brother is a 12-year-old boy with epilepsy.", None),
        ("Her 34-year-old sister had a stroke.", None),
        ("She lives with her 5-year-old son.", None),
        ("Brother: 34M, epilepsy. The patient is 20 years old.", 20),
        ("Mother brought her 5-year-old son with fever.", 5),
        ("The mother of this 3-year-old boy noted fever.", 3),
    ],
)
def test_the_age_of_a_relative_is_not_that_of_the_patient(text: str, age: float | None) -> None:
    assert analyse(text).patient_age == age


def test_a_number_after_a_person_that_is_no_age_of_the_patient_is_not_read() -> None:
    for text in (
        "Female 20 weeks pregnant.",
        "She has a girl of 6 and a boy of 4.",
        "Infant 3.2 kg at birth.",
        "Child 2019 born.",
    ):
        assert analyse(text).about.age_years is None, text


@pytest.mark.parametrize(
    ("note", "birth"),
    [
        ("29 yo woman, para 1, baby born 20 August 2025, breastfeeding. Type 2 diabetes.", None),
        ("Clinic 3 May 2026. She has asthma. Her son was born on 2 May 2025.", None),
        ("She came with her grandson, born on 1 June 2020. COPD.", None),
        ("He is the father of a boy born on 14 July 2019. Gout.", None),
        ("Re: boy, born 02.03.2021, seen 11.06.2026 (5 years 3 months).", "2021-03-02"),
        ("This daughter of consanguineous parents, born on 3 May 2020, has seizures.", "2020-05-03"),
    ],
)
def test_a_childs_birth_date_is_not_the_patients(note: str, birth: str | None) -> None:
    found = analyse(note).about.birth
    assert (found.value.date.isoformat() if found else None) == birth
