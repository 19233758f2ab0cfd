"""What is asked of a record as people and clinicians ask: how an illness goes, markers, everyday words and times, and how often a medicine is taken."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from osler.consult.checked.entailed import Entry, entailed
from osler.consult.extraction import (
    Extraction,
    MedicationEntry,
)
from osler.consult.graph_tools import drive
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.called import measure_named
from osler.consult.record.periods import Period, read_periods
from osler.consult.triage import triage
from osler.consult.writing import write
from osler.core.graph import LadybugGraphs, project
from osler.core.language import in_another_language
from osler.core.terminology import bundled_vocabularies
from tests.consult.pia import NOW, RECORD, TODAY

VOCABULARIES = bundled_vocabularies()


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("pia"))
    made.load("p", project(RECORD))
    return made


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, TODAY, VOCABULARIES), graph, "p")


@pytest.mark.parametrize("question", ["is my hypertension under control", "has my hypertension got better"])
def test_how_an_illness_goes_is_told_by_values_and_never_by_its_being_there(
    question: str, graph: LadybugGraphs
) -> None:
    answer = _ask(question, graph)
    assert answer.text.startswith("The record does not say whether it is better or worse.")
    assert "148/80, 162/90 mmHg" in answer.text
    assert answer.entries


def test_an_illness_without_values_has_no_course(graph: LadybugGraphs) -> None:
    answer = _ask("did my gout get better?", graph)
    assert answer.type == "none"
    assert "does not say" in answer.text


def test_a_no_cites_the_values_that_it_is_computed_from(graph: LadybugGraphs) -> None:
    answer = _ask("were my triglycerides higher at the last test than at the first one?", graph)
    assert answer.value is False
    assert answer.entries == ["Triglycerides-1", "Triglycerides-3"]


def test_the_newest_value_is_held_against_the_mean(graph: LadybugGraphs) -> None:
    answer = _ask("are my triglycerides higher than my average?", graph)
    assert answer.value is True
    assert "the mean of 3 values is 115.7 mg/dL" in answer.text


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what is her EGFR mutation status?", "positive, L858R"),
        ("what is her PD-L1?", 60.0),
        ("what is her eGFR?", None),
        ("was BRAF tested?", False),
    ],
)
def test_a_tumour_marker_has_a_place_and_is_no_kidney_value(question: str, value: Any, graph: LadybugGraphs) -> None:
    assert _ask(question, graph).value == value


def test_all_tumour_markers_are_told_by_name(graph: LadybugGraphs) -> None:
    assert _ask("which mutations does she have?", graph).value == [
        "EGFR tumour marker: positive, L858R without a date", "PD-L1 tumour marker: 60 % without a date",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How's my haemoglobin A1c looking at present", 5.9),
        ("A1c in '93", 6.1),
        ("A1c in feb 93?", 6.1),
        ("obs: A1c last documented", 5.9),
        ("My GP mentioned my sugar. What was the A1c that made her say that, the newest one?", 5.9),
        ("remind me what my haemoglobin was", 15.0),
        ("when is my colonoscopy", "2024-09-01"),
        (
            "are my triglycerides better since 2020?",
            "Triglycerides: 124 mg/dL on 2020-01-01, 121 mg/dL on 2024-01-01; down by 3 mg/dL.",
        ),
        ("how old am I", 62.0),
    ],
)
def test_what_is_asked_in_everyday_words_is_found(question: str, value: Any, graph: LadybugGraphs) -> None:
    assert _ask(question, graph).value == (pytest.approx(value) if isinstance(value, float) else value)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("who drove me home after the ER?", "not_in_record"),
        ("does she have a living will?", "not_in_record"),
        ("how many of your patients have gout?", "other_patient"),
        ("what about my colleague Dave, is he on statins?", "other_patient"),
        ("what foods bring an A1c down?", "out_of_scope"),
    ],
)
def test_what_no_record_answers_is_refused_in_everyday_words_too(
    question: str, reason: str, graph: LadybugGraphs
) -> None:
    assert _ask(question, graph).reason == reason


def test_british_names_of_measures_are_whole_names() -> None:
    found = measure_named("haemoglobin a1c")
    assert found is not None
    assert found.id == "LAB:hba1c"


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("in winter 2019", dt.date(2019, 12, 1), dt.date(2020, 2, 29)),
        ("in '93", dt.date(1993, 1, 1), dt.date(1993, 12, 31)),
        ("in march 95?", dt.date(1995, 3, 1), dt.date(1995, 3, 31)),
    ],
)
def test_times_as_people_write_them(words: str, first: dt.date, last: dt.date) -> None:
    assert read_periods(words, TODAY).period == Period(first, last)


def test_a_day_of_a_month_is_no_year() -> None:
    assert read_periods("on march 12", TODAY).period.start != dt.date(2012, 3, 1)


@pytest.mark.parametrize(
    "message",
    ["any hx of MI?", "any history of heart attack?", "which conditions are resolved?", "problem list 2013",
     "immunizations 2014", "How many ED visits?", "what problems did I have in 2013?"],
)  # fmt: skip
def test_a_record_is_asked_as_clinicians_do(message: str) -> None:
    assert triage(message, VOCABULARIES).route == "consultant"


@pytest.mark.parametrize("message", ["history of medicine", "what are allergies?", "which conditions cause anemia?"])
def test_a_question_of_general_interest_stays_one(message: str) -> None:
    assert triage(message, VOCABULARIES).route != "consultant"


def test_another_script_is_another_language() -> None:
    assert in_another_language("मुझे सीने में दर्द है")
    assert not in_another_language("α-blockers and β-blockers")


@pytest.mark.parametrize("claim", ["Metformin is 1000 mg daily.", "You take metformin 1000 mg once a day."])
def test_daily_is_not_twice_daily(claim: str) -> None:
    entry = Entry("medicine: Metformin 1000 mg, twice daily, active, since 2020-01-01")
    assert not entailed(claim, entry, VOCABULARIES)


def test_a_medicine_of_the_record_with_a_slip_of_the_pen_is_that_medicine() -> None:
    stopped = Extraction(
        medications=[MedicationEntry(name="simvastatin", status="stopped", date="2024-06-01", quote="x")]
    )
    record = write(RECORD, stopped, "x", NOW, VOCABULARIES)
    assert [(one.label, one.status) for one in record.medications] == [("Simvistatin 10 MG", "stopped")]


def test_how_often_a_medicine_is_taken_is_written() -> None:
    told = Extraction(
        medications=[MedicationEntry(name="simvastatin", status="taking", frequency="twice a day", quote="x")]
    )
    record = write(RECORD, told, "x", NOW, VOCABULARIES)
    (medicine,) = record.medications
    assert medicine.regimens[-1].schedule is not None
    assert medicine.regimens[-1].schedule.text == "twice a day"


def test_a_file_is_only_read(tmp_path: Path) -> None:
    """What is confirmed changes the copy that is open, never the record that was given."""
    before = RECORD.model_dump_json()
    told = Extraction(medications=[MedicationEntry(name="simvastatin", status="stopped", date="2024-06-01", quote="x")])
    write(RECORD, told, "x", NOW, VOCABULARIES)
    assert RECORD.model_dump_json() == before
