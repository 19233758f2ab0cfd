"""A line on allergies ends where a sentence speaks of something else."""

from __future__ import annotations

import pytest

from osler.core.patient import read_patient


@pytest.mark.parametrize(
    ("text", "allergies", "medicines"),
    [
        ("58F. Allergy: penicillin. PMH HTN on amlodipine.", ["penicillin"], ["amlodipine"]),
        ("Allergies: penicillin (rash). On amlodipine and metformin.", ["penicillin"], ["amlodipine", "metformin"]),
        ("Allergies: penicillin, latex. Takes ramipril 5 mg.", ["penicillin", "latex"], ["ramipril"]),
        ("Allergies: Penicillin - rash. Codeine - vomiting. Asthma since childhood.", ["Penicillin", "Codeine"], []),
        (
            "Allergies: peanuts. She avoids eggs. He had a rash with amoxicillin.",
            ["peanuts", "eggs", "amoxicillin"],
            [],
        ),
        ("Allergies: penicillin. No regular medication.", ["penicillin"], []),
        ("Allergy: codeine (nausea). Married, two children. Works as a teacher.", ["codeine"], []),
        ("Allergies:\n1. Penicillin - rash.\n2) Plums", ["Penicillin", "Plums"], []),
        ("Allergies: bee stings. Latex.", ["bee stings", "Latex"], []),
        ("Allergies: penicillin. Sulfa. Iodine.", ["penicillin", "sulfonamide", "Iodine"], []),
    ],
)
def test_what_follows_is_no_allergy(text: str, allergies: list[str], medicines: list[str]) -> None:
    record = read_patient(text, format="note").record
    assert [fact.label for fact in record.allergies] == allergies
    assert [fact.label for fact in record.medications] == medicines
