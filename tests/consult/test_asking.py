"""Questions of an open record whose first answer was wrong: classes of allergies, times, comparisons, what has ended."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult.graph_tools import drive
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.periods import Period, read_periods
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies

TODAY = dt.date(2026, 11, 15)


def _value(
    name: str, number: int, value: float, unit: str, day: str | None, high: float | None = None
) -> dict[str, object]:
    made: dict[str, object] = {
        "id": f"{name}-{number}",
        "text": name,
        "status": "final",
        "quantity": {"value": value, "unit": unit},
    }
    if day:
        made["time"] = {"at": {"date": day}}
    if high:
        made["reference_ranges"] = [{"high": {"value": high, "unit": unit}}]
    return made


RECORD = PatientRecord.model_validate(
    {
        "id": "p",
        "demographics": {"names": [{"text": "Pia Probe"}], "sex": "female", "birth_date": "1950-01-01"},
        "allergies": [{"id": "a1", "text": "Penicillin", "status": "active", "reactions": [{"text": "anaphylaxis"}]}],
        "medications": [
            {
                "id": "m1",
                "text": "Amlodipine 5 MG Oral Tablet",
                "status": "stopped",
                "time": {"end": {"date": "2026-03-01"}},
            }
        ],
        "immunisations": [
            {"id": "i1", "text": "Influenza vaccine", "status": "completed", "time": {"at": {"date": "2025-10-10"}}}
        ],
        "observations": [
            _value("INR", 1, 2.4, "{INR}", "2026-09-01"),
            _value("INR", 2, 4.6, "{INR}", "2026-11-02", high=3.0),
            _value("Systolic blood pressure", 1, 148, "mm[Hg]", "2026-04-10"),
            _value("Diastolic blood pressure", 1, 80, "mm[Hg]", "2026-04-10"),
            _value("Systolic blood pressure", 2, 162, "mm[Hg]", "2026-10-12"),
            _value("Diastolic blood pressure", 2, 90, "mm[Hg]", "2026-10-12"),
            _value("Body weight", 1, 68, "kg", "2026-08-01"),
            _value("Body weight", 2, 73.2, "kg", "2026-11-09"),
            _value("Body weight", 3, 60, "kg", None),
        ],
    }
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("asking"))
    made.load("p", project(RECORD))
    return made


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, TODAY, bundled_vocabularies()), graph, "p")


@pytest.mark.parametrize("drug", ["amoxicillin", "flucloxacillin", "penicillin"])
def test_an_allergy_to_a_class_is_one_to_its_drugs_and_its_reaction_is_told(drug: str, graph: LadybugGraphs) -> None:
    answer = _ask(f"Am I allergic to {drug}?", graph)
    assert (answer.value, answer.entries) == (True, ["a1"])
    assert "anaphylaxis" in answer.text
    assert _ask("Am I allergic to ibuprofen?", graph).value is False
    assert "anaphylaxis" in _ask("What am I allergic to?", graph).text


def test_whether_a_drug_may_be_given_is_never_answered_with_yes(graph: LadybugGraphs) -> None:
    answer = _ask("Can she have co-amoxiclav?", graph)
    assert answer.text.startswith("Caution.")
    assert "Penicillin (anaphylaxis)" in answer.text
    assert _ask("Can she have ibuprofen?", graph).reason == "out_of_scope"


def test_the_one_before_the_last_is_not_the_last(graph: LadybugGraphs) -> None:
    assert _ask("What was her INR before the last one?", graph).value == 2.4
    assert _ask("What was the INR before the latest?", graph).value == 2.4


def test_what_was_in_another_season_is_said_to_be_so(graph: LadybugGraphs) -> None:
    answer = _ask("Has she had her flu jab this winter?", graph)
    assert answer.value is False
    assert "2025-10-10" in answer.text
    assert _ask("Has she had a flu jab last winter?", graph).value is True


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("this winter", dt.date(2025, 12, 1), dt.date(2026, 2, 28)),
        ("this flu season", dt.date(2026, 9, 1), TODAY),
        ("last summer", dt.date(2026, 6, 1), dt.date(2026, 8, 31)),
        ("since august", dt.date(2026, 8, 1), TODAY),
        ("the last fourteen days", dt.date(2026, 11, 1), TODAY),
        ("within the past sixteen weeks", dt.date(2026, 7, 26), TODAY),
        ("in december", dt.date(2025, 12, 1), dt.date(2025, 12, 31)),
    ],
)
def test_seasons_and_months_without_a_year_are_the_nearest_ones(words: str, first: dt.date, last: dt.date) -> None:
    assert read_periods(words, TODAY).period == Period(first, last)


def test_a_month_is_what_the_newest_value_is_compared_with(graph: LadybugGraphs) -> None:
    none = _ask("Is her BP better than in October?", graph)
    assert none.type == "none"
    assert "162" in none.text
    told = _ask("Is her BP better than in April?", graph)
    assert "148" in told.text
    assert "162" in told.text
    assert not told.text.startswith(("Yes", "No"))
    assert _ask("Was her BP higher than in April?", graph).value is True


def test_a_dated_value_beats_an_undated_one(graph: LadybugGraphs) -> None:
    assert _ask("How much does she weigh?", graph).value == 73.2
    assert _ask("How much weight has she put on since August?", graph).value == pytest.approx(5.2)


def test_a_stopped_medicine_is_known_as_stopped(graph: LadybugGraphs) -> None:
    answer = _ask("Is she still on amlodipine?", graph)
    assert answer.value is False
    assert "stopped on 2026-03-01" in answer.text


def test_a_value_out_of_its_range_is_marked(graph: LadybugGraphs) -> None:
    assert "above the reference range" in _ask("What was her last INR?", graph).text
    assert _ask("What's her latest INR and is it normal?", graph).value is False


def test_a_value_in_a_note_has_the_day_of_the_note(tmp_path: Path) -> None:
    note = "Clinic 2026-10-12. Weight 16.4 kg."
    record = PatientRecord.model_validate(
        {
            "id": "t",
            "documents": [{"id": "note", "text": note, "written": "2026-10-12"}],
            "observations": [
                _value("Body weight", 1, 16.4, "kg", None)
                | {"evidence": [{"kind": "span", "source_id": "note", "start": 19, "end": 33, "quote": note[19:33]}]}
            ],
        }
    )
    made = LadybugGraphs(tmp_path)
    made.load("t", project(record))
    assert "2026-10-12" in drive(answer_question("What is the weight?", TODAY, bundled_vocabularies()), made, "t").text


def test_what_happened_on_one_day_holds_its_measurements(graph: LadybugGraphs) -> None:
    assert "INR" in _ask("What happened on 2 November 2026?", graph).text


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("on tuesday", dt.date(2026, 11, 10), dt.date(2026, 11, 10)),
        ("last sunday", dt.date(2026, 11, 8), dt.date(2026, 11, 8)),
        ("since friday", dt.date(2026, 11, 13), TODAY),
        ("next monday", dt.date(2026, 11, 16), dt.date(2026, 11, 16)),
    ],
)
def test_a_day_of_the_week_is_the_last_one_or_the_next(words: str, first: dt.date, last: dt.date) -> None:
    assert read_periods(words, TODAY).period == Period(first, last)


def test_a_medicine_in_another_strength_is_no_yes(graph: LadybugGraphs) -> None:
    assert "not recorded in this strength" in _ask("Was I ever on amlodipine 10 mg?", graph).text
    assert _ask("Have I ever taken the 5 mg amlodipine?", graph).value is True


def test_who_has_come_off_a_medicine_is_told_yes(graph: LadybugGraphs) -> None:
    assert _ask("Am I off amlodipine?", graph).value is True
    assert _ask("Have I come off amlodipine?", graph).value is True
    assert _ask("Am I still on amlodipine?", graph).value is False


def test_what_was_high_is_only_what_lay_above_its_range(graph: LadybugGraphs) -> None:
    answer = _ask("Which of my results were high?", graph)
    assert answer.entries == ["INR-2"]
    assert _ask("Which of my test results were low?", graph).type == "none"


def test_the_patients_temperature_is_no_height(graph: LadybugGraphs) -> None:
    assert "height" not in _ask("How high was the patient's INR?", graph).text.lower()
    assert _ask("How high was the patient's INR?", graph).value == 4.6
