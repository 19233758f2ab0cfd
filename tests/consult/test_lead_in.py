"""What is told before a question is told, and the question is answered as it is; both sides of a comparison are times."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult.extraction import Extraction, MeasurementEntry
from osler.consult.graph_tools import drive
from osler.consult.heard.of_kin import OfKin, asked_of_patient
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.reading.lead_in import lead_in
from osler.consult.replying.advice import advice_now
from osler.consult.triage import alarm
from osler.consult.writing import write
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import entry, value

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2024, 6, 4, 9, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("message", "told", "asked"),
    [
        (
            "no swelling, no breathlessness today, just wondering what my last potassium was",
            "no swelling, no breathlessness today",
            "what my last potassium was",
        ),
        ("no cough today, what was my last weight?", "no cough today", "what was my last weight?"),
        (
            "that queue nearly killed me lol. anyway what was my weight in 2018",
            "that queue nearly killed me",
            "what was my weight in 2018",
        ),
        ("anyway what was my weight in 2018", "", "what was my weight in 2018"),
        ("ok so quick one while im here when did i last have a flu jab", "", "when did i last have a flu jab"),
        ("bad cough since monday, did i have bronchitis", "bad cough since monday", "did i have bronchitis"),
        ("I saw a film about a heroin overdose. What does naloxone do?", "I saw a film about a heroin overdose", "What does naloxone do?"),
    ],
)  # fmt: skip
def test_a_question_stands_by_itself_behind_what_is_told(message: str, told: str, asked: str) -> None:
    assert lead_in(message, VOCABULARIES) == (told, asked)


@pytest.mark.parametrize(
    "message",
    [
        "since 2013, has my weight changed",
        "before my stroke, what was my bp",
        "for my asthma, what am i taking",
        "my blood pressure, what is the latest",
        "my mum had emphysema, does smoking make it worse?",
        "i'm pregnant, is ibuprofen safe?",
        "my weight was 80 kg, is my weight normal",
        "my dad has diabetes. what is his last a1c",
        "I had my appendix out in 2010",
        "had my flu jab yesterday",
        "what was my weight and when was my last flu jab",
    ],
)
def test_a_question_keeps_what_it_needs(message: str) -> None:
    assert lead_in(message, VOCABULARIES) is None


RECORD = PatientRecord.model_validate(
    {
        "id": "p",
        "observations": [
            value("Body weight", 80, "kg", "2013-03-01"),
            value("Body weight", 79, "kg", "2013-09-01"),
            value("Body weight", 84, "kg", "2023-02-01"),
        ],
        "conditions": [entry("stroke", "Stroke", "2013-06-01", "active")],
        "medications": [entry("drug", "Clopidogrel 75 MG Oral Tablet", "2013-10-01", "active")],
    }
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("compared"))
    made.load("p", project(RECORD))
    return made


def _answer(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, NOW.date(), VOCABULARIES), graph, "p")


@pytest.mark.parametrize(
    ("question", "held", "days"),
    [
        ("did i weigh less in 2013 than now", True, ("2013-09-01", "2023-02-01")),
        ("was my weight higher in 2013 than it is today", False, ("2013-09-01", "2023-02-01")),
        ("is my weight higher today than in 2013", True, ("2013-09-01", "2023-02-01")),
        ("is my weight higher than when I started clopidogrel", True, ("2013-09-01", "2023-02-01")),
        ("is my weight lower than before the stroke", False, ("2013-03-01", "2023-02-01")),
        ("was my weight lower when I had the stroke than now", True, ("2013-03-01", "2023-02-01")),
    ],
)
def test_both_sides_of_than_are_times(question: str, held: bool, days: tuple[str, str], graph: LadybugGraphs) -> None:
    answer = _answer(question, graph)
    assert (answer.type, answer.value) == ("bool", held)
    assert all(day in answer.text for day in days)


def test_a_time_is_not_compared_within_itself(graph: LadybugGraphs) -> None:
    answer = _answer("was my weight higher in 2023 than now", graph)
    assert answer.type == "none"
    assert "no value since then" in answer.text


def _told(record: PatientRecord, kilos: float, minute: int) -> PatientRecord:
    found: Any = Extraction(
        measurements=[
            MeasurementEntry(name="Body weight", value=kilos, unit="kg", time="2024-06-04", quote=f"{kilos:g} kg")
        ]
    )
    return write(record, found, f"{kilos:g} kg", NOW.replace(minute=minute), VOCABULARIES)


def test_values_of_one_day_stand_in_the_order_in_which_they_were_told(tmp_path: Any) -> None:
    record = RECORD
    for minute, kilos in enumerate((88, 87, 89, 86)):
        record = _told(record, kilos, minute)
    graph = LadybugGraphs(tmp_path)
    graph.load("p", project(record))
    assert _answer("what is my weight now?", graph).value == 86


def test_what_reads_more_of_the_words_is_named_first() -> None:
    flags = alarm("my arm's gone numb and I can't get my words out", VOCABULARIES).now
    said = advice_now(flags)[-1].text
    assert said.startswith("Say that it may be this: Possible stroke")


def test_what_a_relative_had_is_answered_with_no_yes() -> None:
    asked = asked_of_patient(OfKin("your grandad", "stroke"), "my grandad had a stroke, does that raise my risk?")
    assert asked.startswith("when did I")
