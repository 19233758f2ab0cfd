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
