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
        ("Father d. 61 stroke. Well.", ["Father d. 61 stroke.", "Well."]),
        ("Tired. ? anaemia. Fever ? no.", ["Tired.", "? anaemia.", "Fever ?", "no."]),
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
        # A small letter begins a sentence where a statement ended, and never after an abbreviation or a decimal.
        (
            "stop atenolol. amlodipine 5 mg od. lisinopril 10 mg.",
            ["stop atenolol.", "amlodipine 5 mg od.", "lisinopril 10 mg."],
        ),
        ("stop atenolol 50 mg. amlodipine 5 mg. daily.", ["stop atenolol 50 mg.", "amlodipine 5 mg. daily."]),
        ("no cough. my aunt has gout.", ["no cough.", "my aunt has gout."]),
        ("no abd. pain. hiv neg. gout.", ["no abd. pain.", "hiv neg.", "gout."]),
        ("a mass of 2 cm. in the neck", ["a mass of 2 cm. in the neck"]),
        ("sister has MS. brother is well.", ["sister has MS.", "brother is well."]),
        ("no chills\nhas daily vomiting\nweak legs", ["no chills", "has daily vomiting", "weak legs"]),
        ("no chills or\nvomiting, nor\nrash", ["no chills or\nvomiting, nor\nrash"]),
        ("denies fever (or\nchills)", ["denies fever (or\nchills)"]),
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


def test_a_narrow_page_is_known_by_several_full_lines_and_a_list_by_its_short_ones() -> None:
    page = "There is no evidence of any deep\nvein thrombosis in either of the\nlegs, and the lungs are without\ninfiltrate"
    assert texts(page) == [page]
    lines = ["no swelling of either of the legs", "wheeze at night", "weekly migraine", "takes nothing"]
    assert texts("\n".join(lines)) == lines


def test_kinds() -> None:
    kinds = [sentence.kind for sentence in sentences("# Note\nAllergies:\n- penicillin\n[x] latex\nHe is well.")]
    assert kinds == ["heading", "heading", "bullet", "bullet", "prose"]


def test_text_without_any_full_stop_is_cut_so_that_work_stays_bounded() -> None:
    text = "cough " * 5_000
    found = sentences(text)
    assert len(found) > 1
    assert max(len(sentence.text) for sentence in found) <= 5_000
    assert " ".join(sentence.text for sentence in found) == text.strip()
