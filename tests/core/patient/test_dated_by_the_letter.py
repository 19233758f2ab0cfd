"""Days and months without a year, windows that count back from the letter, and times that belong to what was not."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.patient import PatientRecord, read_patient
from osler.core.patient.types import Fact

LETTER = "14 March 2024. 57-year-old woman. "


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def point(text: str, name: str) -> str | None:
    """The date or age of the fact that a name is part of."""
    record = read(text)
    facts: list[Fact] = [*record.medications, *record.conditions, *record.phenotypes, *record.procedures]
    fact = next(one for one in facts if name in (one.text or "").casefold() and one.presence.value == "present")
    at = (fact.time.at or fact.time.start or fact.time.end) if fact.time else None
    return (at.date or at.age) if at else None


@pytest.mark.parametrize(
    ("said", "name", "when"),
    [
        ("The only systemic steroids in the past year were six weeks of prednisolone in October.", "prednisolone", "2023-10"),
        ("She had prednisolone for five days in October.", "prednisolone", "2023-10"),
        ("Over the last year she had antibiotics; the last was doxycycline in February.", "doxycycline", "2024-02"),
        ("On apixaban since last August.", "apixaban", "2023-08"),
        ("Azathioprine was stopped in late July.", "azathioprine", "2023-07"),
        ("Hospitalised in March with pancreatitis.", "pancreatitis", "2024-03"),
        ("Laparoscopic cholecystectomy on 22 February.", "cholecystectomy", "2024-02-22"),
        ("Hysterectomy on December 3rd.", "hysterectomy", "2023-12-03"),
        ("STEMI 2 March.", "stemi", "2024-03-02"),
        ("Hip replacement planned for 22 May.", "hip replacement", "2024-05-22"),
        ("Pembrolizumab last given on 15 January.", "pembrolizumab", "2024-01-15"),
    ],
)  # fmt: skip
def test_what_has_no_year_has_that_of_the_letter(said: str, name: str, when: str) -> None:
    assert point(LETTER + said, name) == when


def test_without_a_day_of_the_letter_a_month_stays_undated() -> None:
    assert point("57-year-old woman. She had prednisolone for five days in October.", "prednisolone") is None


@pytest.mark.parametrize("said", ["She may 2 days later return.", "They march 3 times a week.", "Flares every May."])
def test_words_and_months_that_come_again_are_no_days(said: str) -> None:
    assert [time for time in analyse(LETTER + said).times if time.kind == "date"][1:] == []


@pytest.mark.parametrize(
    ("said", "ahead"),
    [
        ("Sick leave until 22 March.", "2024-03-22"),
        ("Took prednisolone until October.", "2023-10-01"),
        ("Seen in clinic on 2 February.", "2024-02-02"),
        ("Review due in October.", "2024-10-01"),
        ("Anaemia due to a bleed in October.", "2023-10-01"),
    ],
)
def test_a_day_to_come_is_the_next_one_of_its_name(said: str, ahead: str) -> None:
    dates = [time.date for time in analyse(LETTER + said).times if time.date is not None]
    assert dates[-1].isoformat() == ahead


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("She was treated with rituximab in the past year.", "rituximab"),
        ("Two courses of prednisolone within the last year.", "prednisolone"),
        ("Over the past two years she has received methotrexate.", "methotrexate"),
        ("Stroke in the last 6 months.", "stroke"),
        ("She had a deep vein thrombosis in the past year.", "deep vein thrombosis"),
    ],
)
def test_what_lay_within_a_time_is_not_dated_to_its_beginning(said: str, name: str) -> None:
    assert point(LETTER + said, name) is None


def test_what_has_lasted_for_a_time_began_then() -> None:
    assert point(LETTER + "She has had psoriasis for the past 10 years.", "psoriasis") == "P47Y"


@pytest.mark.parametrize(
    ("said", "name", "when"),
    [
        ("New-onset eczema about 18 months ago (no childhood eczema).", "eczema", "P55Y6M"),
        ("Asthma since 2019, never had asthma as a child.", "asthma", "2019"),
        ("Urticaria for six months (no history of childhood atopy).", "urticaria", "P56Y6M"),
        ("Hay fever, no eczema as a child.", "hay fever", None),
        ("Eczema since 2022, none in childhood.", "eczema", "2022"),
        ("Type 1 diabetes since childhood.", "type 1 diabetes", "P6Y"),
    ],
)
def test_the_time_of_what_was_not_dates_nothing_that_is(said: str, name: str, when: str | None) -> None:
    assert point(LETTER + said, name) == when


@pytest.mark.parametrize(
    "title",
    [
        "Adult CF / Lung Transplant Outpatients                              22 May 2024",
        "Breast Oncology - summary for study office                           22 May 2024",
        "Department of Gastroenterology and Hepatology, Outpatient Clinic\t22 May 2024",
        "Children and Young People Epilepsy Service, Nurse Led Clinic        May 22, 2024",
        "Report of a visit to the joint hepatology clinic for the GP   |  22nd May 2024, 14:30",
    ],
)
@pytest.mark.parametrize("below", ["\n\nRe: Mrs. Ann Lee, 57-year-old woman.\n", "\n\nDear Dr Jones,\n\nShe is 57.\n"])
def test_the_day_at_the_right_of_a_title_is_that_of_the_letter(title: str, below: str) -> None:
    assert read(f"{title}{below}Transplant in 2019.\n").documents[0].written == "2024-05-22"
