"""Questions over a record in other words: around them, in their times, in the parts of one message."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.graph_tools import drive
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.periods import Period, read_periods
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import Status
from osler.core.patient.types import ClinicalTime, Procedure
from osler.core.terminology import bundled_vocabularies
from tests.consult.test_slots import RECORD, TODAY

VOCABULARIES = bundled_vocabularies()


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("worded"))
    made.load("s", project(RECORD))
    return made


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, TODAY, VOCABULARIES), graph, "s")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("could you dig out my newest weight figure", "85 kg"),
        ("pull up the most recent a1c for me would you", "6.4 %"),
        ("hi, i keep worrying about my weight. what was it last time", "85 kg"),
        ("It feels like ages since my last A1c was done. How many days exactly?", "148 days"),
        ("2019 was my bad year. What all did they diagnose then?", "Fracture of wrist"),
        ("Could I get a rundown of my vaccines, my new job is asking", "Influenza vaccine"),
        ("am I heavier than I was in 2020", "Yes."),
        ("Do I weigh more today than I did at my first weighing?", "Yes."),
        ("what is the highest my weight has ever climbed to", "90 kg"),
        ("mean weight across 2020 and 2022", "85 kg, the mean of 2 values"),
        ("have I put on weight since 2020 and how much", "up by 5 kg"),
        ("By how many kilos did I go up or down between the last two times I stood on the scale?", "down by 5 kg"),
        ("which medicines came in during 2023", "Metformin"),
        ("weights since 2021", "2022-01-05: 90 kg; 2024-01-05: 85 kg"),
        ("did my weight ever top 88", "Yes."),
        ("last time my weight was beneath 86", "2024-01-05"),
        ("what did I catch in 2019", "Fracture of wrist"),
        ("what have I come off", "Naproxen"),
        ("A1c (long-term sugar)?", "6.4 %"),
        ("what conditions came up over the last 10 years", "Asthma"),
        ("was I over 50 when I got asthma", "61 years old"),
        ("do i have pneumoasthma", "could not read"),
    ],
)
def test_a_question_in_other_words_is_the_same_question(question: str, said: str, graph: LadybugGraphs) -> None:
    assert said in _ask(question, graph).text


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("when was my dads last weight taken and what was it", "other_patient"),
        ("what is the normal dose of ibuprofen for an adult", "out_of_scope"),
    ],
)
def test_what_no_record_answers_stays_refused(question: str, reason: str, graph: LadybugGraphs) -> None:
    assert _ask(question, graph).reason == reason


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("in the three months just gone", "2024-03-01", "2024-06-01"),
        ("over the course of 2019", "2019-01-01", "2019-12-31"),
        ("at any point in 2019", "2019-01-01", "2019-12-31"),
        ("in the most recent 6 weeks", "2024-04-20", "2024-06-01"),
        ("year to date", "2024-01-01", "2024-06-01"),
        ("no earlier than 2020", "2020-01-01", "2024-06-01"),
        ("going back a year and a half", "2022-12-01", "2024-06-01"),
        ("back in 2019", "2019-01-01", "2019-12-31"),
    ],
)
def test_a_time_is_said_in_many_ways(said: str, start: str, end: str) -> None:
    found = read_periods(f"what was prescribed {said}", TODAY).period
    assert found == Period(dt.date.fromisoformat(start), dt.date.fromisoformat(end))


def test_a_test_that_is_recorded_as_done_is_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    done = [
        Procedure(id=f"p{year}", text="Spirometry", status=Status.COMPLETED, time=ClinicalTime.on(f"{year}-02-03"))
        for year in (2020, 2022)
    ]
    made = LadybugGraphs(tmp_path_factory.mktemp("counted"))
    made.load("s", project(RECORD.model_copy(update={"procedures": done})))
    assert _ask("number of spirometries on file for this lady?", made).value == 2


def test_who_asks_for_an_illness_is_told_of_one_that_is_called_alike(tmp_path_factory: pytest.TempPathFactory) -> None:
    alike = RECORD.model_copy(
        update={"conditions": [RECORD.conditions[0].model_copy(update={"id": "c9", "text": "Prediabetes"})]}
    )
    made = LadybugGraphs(tmp_path_factory.mktemp("alike"))
    made.load("s", project(alike))
    answer = _ask("do i have diabetes", made)
    assert answer.value is False
    assert "Prediabetes" in answer.text
    assert answer.entries == ["c9"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what meds did i start in 2023", "Metformin"),
        ("pls list what tablets I'm meant to be on", "Metformin"),
        ("how old was i at XQ diagnosis", "could not read"),
        ("conditions resolved since 2018", "Fracture of wrist"),
        ("total no. of flu vaccinations", "2 ("),
        ("was naproxen d/c'd", "Yes."),
    ],
)
def test_a_clinicians_shorthand_is_read(question: str, said: str, graph: LadybugGraphs) -> None:
    answer = _ask(question, graph)
    assert said in answer.text
    assert "Asthma" not in answer.text
