"""Sections and the headings that open them."""

from __future__ import annotations

import itertools

import pytest

from osler.core.language import SectionKind, sections

NOTE = """CHIEF COMPLAINT: cough

HISTORY OF PRESENT ILLNESS:
Two weeks of cough.

Past Medical History
1. Asthma

## Family History
Mother has diabetes.

**Medications:**
- metformin 500 mg BID

Foo bar:
Something else.
Assessment and Plan: cough. PLAN: rest.
"""


def test_sections_of_a_note_in_order() -> None:
    found = [(section.kind, section.title) for section in sections(NOTE)]
    assert found == [
        (SectionKind.CHIEF_COMPLAINT, "CHIEF COMPLAINT"),
        (SectionKind.HISTORY_OF_PRESENT_ILLNESS, "HISTORY OF PRESENT ILLNESS"),
        (SectionKind.PAST_MEDICAL_HISTORY, "Past Medical History"),
        (SectionKind.FAMILY_HISTORY, "Family History"),
        (SectionKind.MEDICATIONS, "Medications"),
        (SectionKind.OTHER, "Foo bar"),
        (SectionKind.ASSESSMENT, "Assessment and Plan"),
        (SectionKind.PLAN, "PLAN"),
    ]


def test_sections_cover_the_text_without_gaps() -> None:
    found = sections("Before any heading.\n" + NOTE)
    assert found[0].kind is SectionKind.NARRATIVE
    assert found[0].start == 0
    assert found[-1].end == len("Before any heading.\n" + NOTE)
    assert all(before.end == after.start for before, after in itertools.pairwise(found))
    assert all(section.start <= section.body_start <= section.end for section in found)


@pytest.mark.parametrize(
    "text",
    ["", "Just a sentence.", "Cough: no\nFever: yes", "He was well: no complaints.", "plan\nto rest", "12:30 seen"],
)
def test_what_is_no_heading(text: str) -> None:
    assert [section.kind for section in sections(text)] == [SectionKind.NARRATIVE]


def test_headings_inside_a_paragraph() -> None:
    text = "He is well. FAMILY HISTORY: Mother has asthma. Allergies: none."
    kinds = [section.kind for section in sections(text)]
    assert kinds == [SectionKind.NARRATIVE, SectionKind.FAMILY_HISTORY, SectionKind.ALLERGIES]


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("Family history: mother has epilepsy.\n\nHis ears were low-set.", "epilepsy", "low-set"),
        ("Family history: mother has epilepsy. On examination his ears were low-set.", "epilepsy", "low-set"),
        ("Allergies: NKDA, sulfa\n- metformin 500 mg BID\n- aspirin 81 mg daily", "sulfa", "metformin"),
        ("Allergies: penicillin\nLung bases: clear", "penicillin", "clear"),
        ("PMH:\n- asthma\n\n- eczema\n\nShe came with fever.", "eczema", "fever"),
    ],
)
def test_a_section_ends_where_its_content_does(text: str, inside: str, outside: str) -> None:
    found = sections(text)
    kinds = {
        word: next(one.kind for one in found if one.start <= text.index(word) < one.end) for word in (inside, outside)
    }
    assert kinds[inside] is found[0].kind
    assert kinds[outside] in (SectionKind.NARRATIVE, SectionKind.EXAMINATION)
