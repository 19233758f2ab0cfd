"""Results whose day is told from that of the note, the day of the note itself, and what a patient has not unlike a relative."""

from __future__ import annotations

from datetime import date

import pytest

from osler.core.patient import PatientRecord, Presence, read_patient
from osler.core.patient.types import Observation


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def one_result(words: str) -> Observation:
    (found,) = read(f"10 April 2024\nMr Field, 58 years. {words}").observations
    return found


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("Creatinine 1.1 mg/dL today.", (4, 10), (4, 10)),
        ("Creatinine today 1.1.", (4, 10), (4, 10)),
        ("Creatinine is 1.1 mg/dL this morning.", (4, 10), (4, 10)),
        ("Creatinine 1.1 mg/dL (yesterday).", (4, 9), (4, 9)),
        ("Creatinine yesterday was 1.1 mg/dL.", (4, 9), (4, 9)),
        ("Creatinine 1.1 mg/dL three days ago.", (4, 7), (4, 7)),
        ("Creatinine 1.1 mg/dL last week.", (4, 1), None),
        ("Last week creatinine was 1.1 mg/dL.", (4, 1), None),
        ("Creatinine 1.1 mg/dL two weeks ago.", (3, 23), None),
        ("Creatinine 1.1 mg/dL last month.", (3, 1), None),
        ("Creatinine 1.1 mg/dL (8/4).", (4, 8), (4, 8)),
        ("Bloods today: creatinine 1.1 mg/dL.", (4, 10), (4, 10)),
    ],
)
def test_a_result_has_the_day_that_is_told_from_that_of_the_note(
    words: str, first: tuple[int, int], last: tuple[int, int] | None
) -> None:
    time = one_result(words).time
    assert time is not None
    assert (time.earliest(), time.latest()) == (date(2024, *first), date(2024, *last) if last else None)


@pytest.mark.parametrize(
    "words",
    [
        "Creatinine 1.1 mg/dL. Today he feels well.",
        "Creatinine 1.1 mg/dL, today ramipril was started.",
        "Ramipril was started last week, creatinine 1.1 mg/dL.",
        "Creatinine 1.1 mg/dL three days earlier.",
    ],
)
def test_a_day_of_something_else_is_not_that_of_a_result(words: str) -> None:
    assert one_result(words).time is None


def test_a_day_at_the_head_of_a_line_stays_that_of_its_results() -> None:
    found = one_result("\n2 April 2024: well, seen today, creatinine 1.1 mg/dL.")
    assert found.time is not None
    assert found.time.earliest() == date(2024, 4, 2)


def test_without_a_day_of_the_note_today_is_no_day() -> None:
    (found,) = read("Mr Field, 58 years. Creatinine 1.1 mg/dL today.").observations
    assert found.time is None


@pytest.mark.parametrize(
    "title", ["Cardiac catheterisation laboratory report and letter", "Renal clinic letter and summary of the results"]
)
def test_a_title_of_two_kinds_of_document_has_the_day_of_the_note(title: str) -> None:
    assert read(f"{title}, 11 January 2025\n\nMr Hill, 66 years. Asthma.").as_of == "2025-01-11"


def test_a_first_line_that_tells_of_two_things_is_no_title() -> None:
    text = "He had a fall at home in the garden and a fracture, 11 January 2025\n\nMr Hill, 66 years. Asthma."
    assert read(text).as_of is None


@pytest.mark.parametrize(
    "words",
    [
        "She is not pregnant or lactating.",
        "She is not pregnant or breastfeeding.",
        "Not pregnant/breastfeeding.",
        "She is not pregnant, breastfeeding or planning a pregnancy.",
    ],
)
def test_what_follows_not_pregnant_in_a_list_is_denied_too(words: str) -> None:
    found = [
        one for one in read(f"Ms Lane, 31 years. {words}").conditions if one.text in {"lactating", "breastfeeding"}
    ]
    assert [one.presence for one in found] == [Presence.ABSENT]


def test_what_follows_not_pregnant_in_a_statement_of_its_own_is_there() -> None:
    record = read("Ms Lane, 31 years. She is not pregnant, has asthma.")
    assert [one.presence for one in (*record.conditions, *record.phenotypes) if one.text == "asthma"] == [
        Presence.PRESENT
    ]


@pytest.mark.parametrize(
    "words",
    [
        "His brother has asthma; he himself does not.",
        "His mother has asthma, but he does not.",
        "His father had asthma. He himself has never had it.",
    ],
)
def test_what_a_relative_has_and_the_patient_not_is_absent(words: str) -> None:
    record = read(f"Mr Moor, 40 years. {words}")
    assert [one.presence for one in (*record.conditions, *record.phenotypes)] == [Presence.ABSENT]
    assert [one.presence for one in record.family_history] == [Presence.PRESENT]


@pytest.mark.parametrize(
    "words",
    ["His brother has asthma; he does not smoke.", "His sister has asthma; she does not.", "His brother has asthma."],
)
def test_what_only_a_relative_has_says_nothing_of_the_patient(words: str) -> None:
    record = read(f"Mr Moor, 40 years. {words}")
    assert [one for one in (*record.conditions, *record.phenotypes) if one.text == "asthma"] == []


@pytest.mark.parametrize("change", ["has come down", "has gone down", "went down", "fell"])
def test_of_a_value_that_came_from_another_the_newer_counts(change: str) -> None:
    (found,) = read(f"Mr Jay, 55 years. HbA1c {change} from 9.4 % to 6.5 %.").observations
    assert found.quantity is not None
    assert found.quantity.value == 6.5
