"""Notes in another language are told from English ones, and nothing is read out of them."""

from __future__ import annotations

import pytest

from osler.core.language import language_of_note
from osler.core.patient import read_patient


@pytest.mark.parametrize(
    ("note", "language"),
    [
        ("Patientin 45 Jahre alt, Diabetes mellitus Typ 2, HbA1c 8,4 %, keine HIV-Infektion.", "German"),
        ("Paciente de 60 años con diabetes tipo 2, sin antecedentes de cáncer. Niega fumar.", "Spanish"),
        ("Patient de 54 ans, sans antécédents, hospitalisé pour une pneumonie. Pas de fièvre depuis hier.", "French"),
        ("Paziente di 70 anni, affetto da diabete, senza febbre. In terapia con metformina.", "Italian"),
        ("Patiënt van 61 jaar, geen hartklachten, bekend met COPD.", "Dutch"),
        ("Пациент 45 лет, сахарный диабет, ВИЧ не выявлен.", "another script"),
        ("61yo M, DM2, HTN. Seen in ER. HbA1c 8.4 %.", None),
        ("Mme Dupont is a 60-year-old woman with diabetes. No HIV.", None),
        ("CC: SOB x 3d. PMH: CAD, DM, CKD 3. Meds: ASA 81, metformin.", None),
        ("Café au lait spots and grand mal seizures since infancy; forme fruste of La Tourette.", None),
    ],
)
def test_the_language_of_a_note(note: str, language: str | None) -> None:
    assert language_of_note(note) == language


def test_nothing_is_taken_from_a_note_in_another_language() -> None:
    read = read_patient("Patientin 45 Jahre alt, Diabetes mellitus Typ 2, keine HIV-Infektion.", format="note")
    assert not list(read.record.facts())
    (problem,) = read.problems
    assert problem.code == "input.not_read"
    assert "German" in problem.message
