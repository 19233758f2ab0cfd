"""One text about several patients: only the first is read, and that is told."""

from __future__ import annotations

import pytest

from osler.core.patient import ReadResult, read_patient


def read(text: str) -> tuple[ReadResult, set[str]]:
    result = read_patient(text, format="note")
    facts = (*result.record.conditions, *result.record.phenotypes)
    return result, {(one.text or "").casefold() for one in facts}


@pytest.mark.parametrize(
    "text",
    [
        "Mrs A, 60 years, asthma. ----- NEXT PATIENT ----- Mr B, 30 years, epilepsy, HIV positive.",
        "Mrs Adams, 60 years, asthma.\n\n----- NEXT PATIENT -----\n\nMr Brown, 30 years, epilepsy.",
        "60F with asthma.\n=== next case ===\n30M with epilepsy.",
        "Patient 1: asthma, on salbutamol.\n\nPatient 2: epilepsy, on valproate.",
        "PATIENT A: 71-year-old man with asthma. PATIENT B: 33-year-old woman with epilepsy.",
        "First patient: Mr Hill, 55 y, asthma.\nSecond patient: Mrs Poe, 40 y, epilepsy.",
        "1. Mr Hill, 55 y, asthma.\n2. Mrs Poe, 40 y, epilepsy.",
        "Ms Clark, 41 years old, asthma.\n\nMs Dean, 72 years old, epilepsy.",
        "Mr. John Lane is a 71-year-old with asthma. He smokes. Mrs. Ann Fry is a 33-year-old with epilepsy.",
        "Mrs Fry, DOB 1/2/1991, asthma.\n\nMr Lane, DOB 5/6/1953, epilepsy.",
        "Patient: Peter Hill, male, 61 years. Asthma.\n\nPatient: John Poe, male, 34 years. Epilepsy.",
        "Patient: Peter Hill, male, 61 years. Asthma.\n\nPatient: Ann Poe, female, 34 years. Epilepsy.",
        "Patient A (61 years, male): asthma. Patient B (34 years, male): epilepsy.",
        "Patient A (61 years, male): asthma.\nPatient B (34 years, male): epilepsy.",
        "1. Mr Hill, 61 years, asthma. 2. Mr Poe, 34 years, epilepsy.",
        "- Mr Hill, 61 years, asthma.\n- Mr Poe, 34 years, epilepsy.",
        "1) Peter Hill, 61 years, male, asthma.\n2) John Poe, 34 years, male, epilepsy.",
        "Mr Hill, 61 years, has asthma. In the afternoon I saw Mr Poe, 34 years, who has epilepsy.",
        "Mr Hill, 61 years, has asthma. Later Mrs Poe, aged 34, came with epilepsy.",
        "Peter Hill is a 61-year-old man with asthma. I then saw Mr Poe, 34 years, with epilepsy.",
    ],
)
def test_only_the_first_of_several_patients_is_read(text: str) -> None:
    result, found = read(text)
    assert found == {"asthma"}
    assert "only the first was read" in next(
        one.message for one in result.problems if one.code == "input.contradictory"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Mrs Adams, 60 years, asthma. Her husband, Mr Adams, 62 years, attended. She has epilepsy.",
        "Mrs Fry, 33 years, asthma. Mr Fry, 35, her husband, attended with her. She also has epilepsy.",
        "Mr Lane, 71 years, asthma. Cholestanol was raised (patient 1: 119; patient 2: 120) in both. Epilepsy.",
        "New patient\n\nMr Lane, 71 years, asthma and epilepsy.",
        "Mr Hill, 55 years, asthma. Patient 2 weeks after surgery. Epilepsy.",
        "Mr Hill, 55 years, asthma. He waits for the next patient slot. Epilepsy.",
        "Mr John Lane, 71, asthma. In 2010 Mr Lane, 56 then, had epilepsy.",
        "Patient: Peter Hill, male, 61 years. Asthma.\n\nPatient: Hill, Peter, male, 61 years. Epilepsy.",
        "Mr Hill, 61 years, asthma. Seen by Mr Poe, 34 years a surgeon, and by Dr Jones. Epilepsy.",
        "Mr Hill, 61 years, asthma. I also saw his brother Mr Carl Hill, 34 years. He has epilepsy.",
        "Mr Hill, 61 years, asthma.\n1. Eczema, 20 years\n2. Epilepsy, 10 years",
        "A 61-year-old man with asthma. In March we saw Mr Hill, 61 years, again. Epilepsy.",
    ],
)
def test_one_patient_is_read_to_the_end(text: str) -> None:
    result, found = read(text)
    assert {"asthma", "epilepsy"} <= found
    assert [one for one in result.problems if one.code == "input.contradictory"] == []
