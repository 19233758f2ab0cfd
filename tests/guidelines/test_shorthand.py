"""Shorthand, lists and stated values of a question, over a plain text with numbers, captions and a table of doses."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest

from osler.core.library import Library
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, ask
from osler.guidelines.steps.shorthand import understood
from tests.guidelines.demo import person

TEXT = """HILLSIDE SOCIETY OF RESPIRATORY CARE

Guideline for Bronchiectasis in Adults

Version 1.0, published May 2022

Airway clearance

1.1.1 Offer airway clearance techniques to adults with bronchiectasis. [2022]

1.1.2 Do not use recombinant human deoxyribonuclease in adults with bronchiectasis. [2022]

Long-term antibiotics

1.2.1 Consider long-term oxygen therapy for adults with a PaO2 below 7.3 kPa. [2022]

1.2.2 Offer azithromycin 250 mg three times a week to adults with three or more exacerbations a year. [2022]

1.2.3 Azithromycin should not be given to people with a prolonged QT interval. [2022]

Table 2. Colistin dosing by kidney function

Creatinine clearance | Dose
CrCl above 50 mL/min | 2 million units three times daily
CrCl 20 to 50 mL/min | 1 million units twice daily
"""


@cache
def _library() -> Library:
    folder = Path(tempfile.mkdtemp(prefix="osler-shorthand-"))
    (folder / "bronchiectasis.txt").write_text(TEXT, encoding="utf-8")
    library = Library(folder / "library")
    library.add(folder / "bronchiectasis.txt")
    return library


def _asked(question: str, **patient: object) -> AgenticResult:
    facts = person(**patient) if patient else None  # type: ignore[arg-type]
    return ask(question, facts, deps=Deps(libraries=[_library()]))


def test_a_plain_text_is_read_with_its_issuer_numbers_captions_and_rows() -> None:
    document = _library().documents()[0]
    assert document.metadata.title == "Guideline for Bronchiectasis in Adults"
    assert document.metadata.issuer == "HILLSIDE SOCIETY OF RESPIRATORY CARE"
    places = {chunk.text.partition(" [")[0]: chunk.heading[-1] for chunk in _library().chunks()}
    assert places["Offer airway clearance techniques to adults with bronchiectasis."] == "Airway clearance, 1.1.1"
    rows = [chunk for chunk in _library().chunks() if chunk.heading[-1].startswith("Table 2")]
    assert len(rows) == 2


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("LTOT criteria?", ["7.3 kPa"]),
        ("azithro dose?", ["azithromycin 250 mg three times a week"]),
        ("colistin CrCl 30 dose & frequency?", ["1 million units twice daily"]),
        (
            "azithromycin, LTOT & airway clearance in bronchiectasis?",
            ["azithromycin 250 mg", "7.3 kPa", "airway clearance"],
        ),
    ],
)
def test_shorthand_lists_and_values_of_a_question_are_understood(question: str, says: list[str]) -> None:
    result = _asked(question)
    assert all(one in result.final_answer_text for one in says), result.final_answer_text


def test_initials_are_said_to_have_been_read_as_the_phrase() -> None:
    assert any("long term oxygen therapy" in one.message for one in _asked("LTOT criteria?").problems)


def test_a_value_in_the_question_excludes_the_other_rows() -> None:
    said = [one.text for one in _asked("colistin CrCl 30 dose?").sentences if one.about == "evidence"]
    assert not any("2 million units" in one for one in said)


def test_a_table_without_a_row_for_the_patient_says_so() -> None:
    labs = [{"measure_id": "LAB:creatinine_clearance", "name": "creatinine clearance", "value": 9, "unit": "mL/min"}]
    result = _asked("What dose of colistin?", age=70, sex="male", labs=labs)
    assert (
        "The table has no row for this patient (the patient's creatinine clearance is 9 mL/min)"
        in result.final_answer_text
    )


def test_the_contraindication_of_what_is_advised_is_stated_with_it() -> None:
    assert "prolonged QT" in _asked("Which antibiotic for frequent exacerbations?").final_answer_text


def test_an_unknown_acronym_is_not_answered_by_the_other_words() -> None:
    assert _asked("HFpEF first drugs and doses?").status == "no_evidence"


def test_documents_of_an_earlier_reading_are_named(tmp_path: Path) -> None:
    library = Library(tmp_path / "old")
    (tmp_path / "bronchiectasis.txt").write_text(TEXT, encoding="utf-8")
    library.add(tmp_path / "bronchiectasis.txt")
    assert library.outdated() == []
    document = library.documents()[0]
    library.add_chunks(document.model_copy(update={"reading": 1}), library.chunks())
    assert "earlier Osler" in library.outdated()[0].message
    assert library.add(tmp_path / "bronchiectasis.txt").outcome == "updated"
    assert library.outdated() == []


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("newly confirmed htn, 71 yrs", "newly confirmed HTN, 71 yrs"),
        ("t2dm and dvt, 200 mcg bd", "T2DM and DVT, 200 mcg bd"),
        ("pts at 12 wks, 3rd visit", "pts at 12 wks, 3rd visit"),
    ],
)
def test_initials_in_small_letters_are_initials(question: str, read: str) -> None:
    assert understood(question, [], bundled_vocabularies()).text == read
