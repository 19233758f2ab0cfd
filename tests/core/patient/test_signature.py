"""Who wrote a letter, and where, says nothing of its patient."""

from __future__ import annotations

import pytest

from osler.core.patient import read_patient
from osler.core.patient.readers.signature import unsigned

OWN = "A 52-year-old woman with vertigo."


@pytest.mark.parametrize(
    "below",
    [
        "Yours sincerely\n\nProf A Hale\nHead of Migraine and Gout Services",
        "Best wishes,\nTim Poole\nAsthma & Lupus Team",
        "With kind regards, Dr Ann Poole, Lupus Unit",
        "Many thanks. Ann Poole (Gout lead)",
        "-- \nDr Poole, Lupus Unit\nGout mailing list\nOn this list we speak of seizures.",
        "DISCLAIMER: we treat gout, HIV and lupus.",
    ],
)
def test_a_signature_states_no_finding(below: str) -> None:
    record, problems = read_patient(f"{OWN}\n\n{below}\n")
    assert [fact.text for fact in record.facts()] == ["vertigo"]
    assert [(problem.code, problem.level) for problem in problems] == [("input.not_read", "info")]


def test_a_letterhead_states_no_finding() -> None:
    record, problems = read_patient(f"Centre for Lupus and Gout\nMigraine Department\n\nDear Tim,\n\n{OWN}")
    assert [fact.text for fact in record.facts()] == ["vertigo"]
    assert "7 words of a letterhead" in problems[0].message


@pytest.mark.parametrize(
    "more",
    [
        "Kind regards\nDr Poole\n\nPS: she has gout.",
        "Regards,\nDr Poole\n\nDiagnoses:\n- gout",
        "Thanks\n3 May 2025: gout.",
        "Thank you\nShe has gout as well, which was not known to the clinic before this day.",
        "--\nBackground of gout",
        "Thanks, she has gout.",
        "Thank you for seeing her. She has gout.",
    ],
)
def test_what_is_said_of_the_patient_below_a_closing_is_read(more: str) -> None:
    record, _ = read_patient(f"{OWN}\n\n{more}\n")
    assert [fact.text for fact in record.facts()] == ["vertigo", "gout"]


def test_a_letter_without_writers_is_left_as_it_is() -> None:
    assert unsigned(f"Problem list\n\n{OWN}\n") == (f"Problem list\n\n{OWN}\n", [])
