"""Answers over Clara's record keep the unit, the bound, the state, the end, the plan and the day of asking."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult.extraction import Extraction
from osler.consult.extraction.types import OperationEntry
from osler.consult.graph_tools import drive
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.writing import write
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import Status
from osler.core.terminology import bundled_vocabularies
from tests.consult.clara import clara
from tests.consult.setting import MOMENT

TODAY = dt.date(2020, 6, 1)


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("clara"))
    made.load("clara", project(clara()))
    return made


def _ask(question: str, graphs: LadybugGraphs, today: dt.date = TODAY) -> RecordAnswer:
    return drive(answer_question(question, today, bundled_vocabularies()), graphs, "clara")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What's the most I ever weighed?", 82.0),  # 176 lb are 79.8 kg
        ("By how much did my weight change?", 2.0),
        ("What did my A1c average?", 6.198),  # 42 mmol/mol are 6.0 %
        ("Lowest HbA1c on file?", 42.0),
        ("How often was my A1c above 43 mmol/mol?", 2.0),
        ("Mean of my two latest A1c results?", 6.097),
        ("How many times was my blood pressure above 155?", 2.0),
        ("How many days did my bronchitis last?", 10.0),
        ("How long did they keep me in hospital?", 8.0),
        ("How many times did I see a doctor for bronchitis?", 2.0),
        ("How often have I been to the ER because of bronchitis?", 1.0),
        ("How many times was I seen with bronchitis?", 2.0),
    ],
)
def test_a_number_is_of_one_unit_and_of_what_is_asked(graphs: LadybugGraphs, question: str, value: float) -> None:
    assert _ask(question, graphs).value == pytest.approx(value, abs=0.002)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How has my weight changed?", "80 kg on 2018-01-10, 82 kg on 2020-01-10; up by 2 kg"),
        ("Which way is my HbA1c heading?", "6.4, 6.2, 5.994 %"),
        ("What way is my BP heading?", "170/100, 160/110, 150/95 mmHg"),
        ("When was my blood pressure lowest?", "2020-01-10: Blood pressure 150/95 mmHg"),
        ("Was my BP higher or lower after the stroke?", "before: 170/100 mmHg on 2018-01-10"),
        ("List my BP readings in 2019", "2019-01-10: 160/110 mmHg."),
        ("How low was my sodium the last time?", "128 mmol/L (preliminary) on 2020-03-01"),
        ("What's my D-dimer?", "<0.2 mg/L"),
        ("Which was lower, my HbA1c in 2018 or in 2020?", "The lower is that of 2020-01-10"),
        ("Which illness of mine was the longest?", "Lymphoma: 365 days, from 2010-05-01 to 2011-05-01"),
        ("What was my weight at the time of the bronchitis?", "There is none in that time. The nearest is"),
        ("Which medication is on hold?", "Digoxin 0.125 MG Oral Tablet (2018-06-01, on hold)."),
        ("Is my hypertension cured?", "No. Hypertension is recorded as active"),
        ("What diseases are on file?", "Lymphoma (2010-05-01, in remission, until 2011-05-01)"),
        ("What was my BP before my stroke?", "170/100 mmHg on 2018-01-10"),
        ("Did I gain or lose weight?", "Body weight is stable: 80, 79.83, 82 kg"),
        ("Did any visits follow after the bronchitis?", "2019-11-20"),
        ("What pills do I take?", "On hold: Digoxin 0.125 MG Oral Tablet."),
        ("Which tablets was I taking in 2015?", "Lisinopril 10 MG Oral Tablet (2012-01-01)."),
        ("What do I take for hypertension?", "Lisinopril 10 MG Oral Tablet"),
        ("What did I get for my bronchitis?", "Doxycycline 100 MG Oral Tablet (2019-02-01, stopped)."),
        ("Why did I get doxycycline?", "the visit of that day was for: Acute bronchitis"),
        ("Can I take amoxicillin?", "Caution. Recorded as an allergy: Penicillin"),
        ("Is any operation coming up?", "2020-09-01 Total hip replacement"),
        ("What operation am I having?", "Planned: Total hip replacement, 2020-09-01"),
        ("When is my operation?", "Planned: Total hip replacement, 2020-09-01"),
        ("Is my hip being replaced?", "not yet. Planned: Total hip replacement, 2020-09-01"),
        ("How many operations are planned?", "1. Planned: Total hip replacement, 2020-09-01"),
        ("Is a hip replacement planned?", "Yes. Planned: Total hip replacement, 2020-09-01"),
        ("Is a knee replacement planned?", "Nothing of this kind is recorded as planned"),
        ("How long have I had hypertension?", "8 years"),
    ],
)
def test_the_words_of_an_answer_tell_it_whole(graphs: LadybugGraphs, question: str, text: str) -> None:
    assert text in _ask(question, graphs).text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Have I got lymphoma?", "in remission on 2011-05-01"),
        ("Did I have a hip replacement?", "not yet. Planned: Total hip replacement, 2020-09-01"),
        ("Ever had a clot in my leg?", "No. Recorded: no Deep vein thrombosis"),
        ("Do I have gout?", "Not confirmed. Recorded as suspected: Gout"),
        ("Was an angiogram done?", "No. Recorded as not done: Coronary angiography"),
        ("Have I had the shingles jab?", "No. Recorded as not done: zoster"),
        ("Have I put on weight since the stroke?", None),
        ("Did my weight fall?", "up by 2 kg"),
        ("Did I ever have a mammogram?", "not recorded"),
    ],
)
def test_what_the_record_says_no_to_is_told_with_its_state(graphs: LadybugGraphs, question: str, text: Any) -> None:
    answer = _ask(question, graphs)
    assert answer.type == "bool"
    assert answer.value is (text is None)
    assert text is None or text in answer.text


def test_what_came_after_the_day_of_asking_is_not_seen(graphs: LadybugGraphs) -> None:
    then = dt.date(2018, 12, 31)
    assert _ask("What was my last weight?", graphs, then).value == 80.0
    assert _ask("Have I ever had bronchitis?", graphs, then).value is False
    assert "2019" not in _ask("Have I ever had bronchitis?", graphs, then).text
    assert _ask("How many visits have I had?", graphs, then).value == 1.0
    during = _ask("Do I have bronchitis?", graphs, dt.date(2019, 2, 5))
    assert (during.value, during.text) == (True, "Yes. Acute bronchitis: 2019-02-01.")
    assert _ask("Do I have bronchitis?", graphs).value is False


@pytest.mark.parametrize(("day", "status"), [("2021-07", Status.PLANNED), ("2021-06", Status.COMPLETED)])
def test_an_operation_that_is_to_come_is_written_as_planned(day: str, status: Status) -> None:
    said = Extraction(operations=[OperationEntry(name="cataract surgery", quote="cataract surgery", date=day)])
    record = write(clara(), said, message="cataract surgery", moment=MOMENT, vocabularies=bundled_vocabularies())
    assert record.procedures[-1].status is status


def test_an_eponym_is_nobody_else(graphs: LadybugGraphs) -> None:
    assert _ask("Have I been diagnosed with Parkinson's?", graphs).type == "bool"
    assert _ask("Does Maria's record show gout?", graphs).reason == "other_patient"
