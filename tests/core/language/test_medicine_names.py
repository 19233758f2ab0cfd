"""Names of drugs and classes that are medicines of their own, and those that are not."""

from __future__ import annotations

import pytest

from osler.core.language import analyse


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("She takes the ACE inhibitor lisinopril.", ["lisinopril"]),
        ("Nevirapine is a reverse transcriptase inhibitor.", ["Nevirapine"]),
        ("He was on isotretinoin (Accutane) for acne.", ["isotretinoin"]),
        ("Her serum theophylline levels had increased.", []),
        ("He takes aspirin and lisinopril.", ["aspirin", "lisinopril"]),
        ("Treated with corticosteroids.", ["corticosteroids"]),
    ],
)
def test_a_class_that_describes_a_drug_is_no_second_medicine(text: str, names: list[str]) -> None:
    assert [regimen.name for regimen in analyse(text).medications] == names


def test_the_drug_in_the_name_of_a_disease_is_a_drug_but_no_medicine_taken() -> None:
    analysed = analyse("He has a history of heparin-induced thrombocytopenia.")
    assert [analysed.text[part.start : part.end] for part in analysed.medication_parts] == ["heparin"]
    assert analysed.medications == []


def test_a_medicine_stopped_in_a_month_is_stopped() -> None:
    assert [one.state for one in analyse("Spironolactone stopped May 2022 (gynaecomastia).").medications] == ["stopped"]
