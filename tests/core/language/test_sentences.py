"""Where sentences, headings and list items begin and end."""

from __future__ import annotations

import pytest

from osler.core.language import sentences


def texts(text: str) -> list[str]:
    return [sentence.text for sentence in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He has a cough. She does not.", ["He has a cough.", "She does not."]),
        ("Seen by Dr. Smith today. Stable.", ["Seen by Dr. Smith today.", "Stable."]),
        ("Creatinine was 1.2 mg/dL. Potassium 4.5.", ["Creatinine was 1.2 mg/dL.", "Potassium 4.5."]),
        ("Take 5 mg p.o. b.i.d. with food.", ["Take 5 mg p.o. b.i.d. with food."]),
        ("Take 5 mg p.o. b.i.d. Return if worse.", ["Take 5 mg p.o. b.i.d.", "Return if worse."]),
        ("Pt. has e.g. fever, i.e. 39 C.", ["Pt. has e.g. fever, i.e. 39 C."]),
        ("Improved vs. Monday. Good.", ["Improved vs. Monday.", "Good."]),
        ("He has hepatitis B. She has hepatitis C.", ["He has hepatitis B.", "She has hepatitis C."]),
        ("Reviewed with J. Doe. Agreed.", ["Reviewed with J. Doe.", "Agreed."]),
        ("See Fig. 2 for details. No. She said no.", ["See Fig. 2 for details.", "No.", "She said no."]),
        ("Is it fever? No! It is (really) nothing.", ["Is it fever?", "No!", "It is (really) nothing."]),
        ('He said "it hurts." Then he left.', ['He said "it hurts."', "Then he left."]),
        (
            "The rash was seen on the trunk, on both arms and on\nboth legs.",
            ["The rash was seen on the trunk, on both arms and on\nboth legs."],
        ),
        ("Problems:\n1. Cough\n2. Fever", ["Problems:", "1. Cough", "2. Fever"]),
        ("- cough\n- fever\r\n• rash", ["- cough", "- fever", "• rash"]),
        ("Cough\n\nFever", ["Cough", "Fever"]),
        ("FAMILY HISTORY\nMother has asthma", ["FAMILY HISTORY", "Mother has asthma"]),
        ("  \n ", []),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_a_wrapped_line_is_joined_but_a_heading_on_the_next_line_is_not() -> None:
    text = (
        "The patient was admitted with a three-day history of cough and seen by\n"
        "Doctor Smith in the morning\n"
        "Plan: antibiotics"
    )
    assert texts(text) == [text[: text.index("\nPlan")], "Plan: antibiotics"]


def test_kinds() -> None:
    kinds = [sentence.kind for sentence in sentences("# Note\nAllergies:\n- penicillin\n[x] latex\nHe is well.")]
    assert kinds == ["heading", "heading", "bullet", "bullet", "prose"]


def test_text_without_any_full_stop_is_cut_so_that_work_stays_bounded() -> None:
    text = "cough " * 5_000
    found = sentences(text)
    assert len(found) > 1
    assert max(len(sentence.text) for sentence in found) <= 5_000
    assert " ".join(sentence.text for sentence in found) == text.strip()
