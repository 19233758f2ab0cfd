"""Which allergies are to foods, what was given in need, what a test found, a stay over night, a value that turned, and follow-ups to these."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from osler.consult.going_on.asked_again import as_meant
from osler.consult.going_on.follow_up import asked_alone
from osler.consult.going_on.of_the_same import of_the_same
from osler.consult.going_on.subject import pointed_at
from osler.consult.graph_tools import drive
from osler.consult.record import RecordQuestion, answer_question, read_question
from osler.consult.record.allergy_sorts import is_food
from osler.consult.record.reading.several import questions_in
from osler.consult.steps.summary import asks_for_summary
from osler.consult.types import GivenValue, Subject
from osler.core.graph import LadybugGraphs, QueryLimits, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import done, entry, value

TODAY = dt.date(2024, 1, 9)
VOCABULARIES = bundled_vocabularies()


def _allergy(ident: str, text: str) -> dict[str, Any]:
    return {
        "id": ident,
        "text": text,
        "status": "active",
    }


RECORD = PatientRecord.model_validate(
    {
        "id": "f",
        "as_of": "2024-01-09",
        "demographics": {"names": [{"text": "Fay Found"}], "sex": "female", "birth_date": "1960-02-01"},
        "allergies": [_allergy("a1", "Allergy to mould"), _allergy("a2", "Allergy to peanuts")],
        "conditions": [
            entry("c1", "Otitis media", "2003-04-05", "resolved"),
            entry("c2", "Chronic sinusitis", "2004-04-05", "active"),
        ],
        "medications": [entry("m1", "Epinephrine 1 MG/ML Auto-Injector", "2001-02-03", "active")],
        "procedures": [
            done("p1", "Injection of adrenaline", "2015-06-07"),
            done("p2", "Bone density scan", "2018-09-21"),
            done("p3", "Chest X-ray", "2018-09-21"),
            {**done("p4", "Thrombectomy", "2016-11-05"), "encounter_id": "e1"},
        ],
        "observations": [
            value("DXA [T-score] Bone density", -3.6, "{T-score}", "2018-09-21"),
            value("Body Weight", 70.0, "kg", "2012-01-01"),
            value("Body Weight", 80.0, "kg", "2018-01-01"),
            value("Body Weight", 75.0, "kg", "2020-01-01"),
        ],
        "encounters": [
            {
                "id": "e1",
                "text": "Emergency Encounter",
                "status": "completed",
                "setting": {"system": "v3", "code": "EMER"},
                "time": {"start": {"date": "2016-11-05"}, "end": {"date": "2016-11-09"}},
            }
        ],
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(Path(tmp_path_factory.mktemp("found")), limits=QueryLimits(seconds=60))
    made.load("f", project(RECORD))
    return made


@pytest.mark.parametrize(
    ("question", "held", "not_held"),
    [
        ("any food allergies?", "Yes. The record does not mark", "No."),
        ("which of my allergies are foods?", "these are: Allergy to peanuts", "these are: Allergy to mould"),
        ("have I ever had to use my epipen?", "Yes. Injection of adrenaline", "Auto-Injector"),
        ("do I have an epipen?", "Auto-Injector", "adrenaline"),
        ("what did the bone density scan show?", "-3.6", "not what it found"),
        ("what did the chest x-ray show?", "not what it found", "-3.6"),
        ("which infections did I have?", "Otitis media", "Chronic sinusitis"),
        ("have I lost any weight?", "Since the last time yes", "Yes."),
        ("have I lost any weight since 2012?", "No.", "Since the last time"),
        ("what was done in hospital in November 2016?", "Thrombectomy", "no such entry"),
    ],
)
def test_what_is_found_beside_what_is_asked_for_is_told(
    question: str, held: str, not_held: str, graph: LadybugGraphs
) -> None:
    told = drive(answer_question(question, TODAY, VOCABULARIES), graph, "f").text
    assert held in told
    assert not_held not in told


@pytest.mark.parametrize(
    ("name", "food"),
    [
        ("Allergy to nut", True),
        ("Shellfish allergy", True),
        ("Dander (animal) allergy", False),
        ("Penicillin allergy", False),
    ],
)
def test_a_food_is_told_by_its_name(name: str, food: bool) -> None:
    assert is_food(name, VOCABULARIES) is food


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("I had a stroke back in 1995, what tablets did they give me?", "which medications was i prescribed for stroke in 1995?"),
        ("The patient has asthma. When did they find out?", "when was asthma diagnosed"),
        ("what are my meds and when did they start", "when did my medicines start"),
    ],
)  # fmt: skip
def test_what_is_told_before_a_question_is_asked_of_with_its_time(message: str, asked: str) -> None:
    assert questions_in(message, VOCABULARIES)[-1] == asked


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("when did they find out I had gout", "gout"),
        ("when did i have my wisdom teeth out", "wisdom teeth removal"),
    ],
)
def test_what_comes_out_is_removed_and_what_is_found_out_is_not(question: str, phrase: str) -> None:
    read = read_question(question, TODAY, VOCABULARIES)
    assert isinstance(read, RecordQuestion)
    assert read.phrase == phrase


def test_of_a_measure_no_summary_of_the_record_is_asked_for() -> None:
    assert asks_for_summary("summarise the record please", VOCABULARIES)
    assert not asks_for_summary("summarise the last three blood pressures", VOCABULARIES)


PRESSURE = GivenValue(name="Blood pressure", day="2020-04-13")
PILL = Subject(kind="medication", names=["Errin 28 Day Pack"], day="2020-08-01")
ALLERGIES = Subject(kind="allergy", names=["Allergy to nut", "Allergy to mould"])


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("Was the last one high?", "Was my last blood pressure high?"),
        ("how much had he gained since the year before?", "How did my blood pressure change from 2019 to 2020?"),
        ("Was the last one from the hospital?", "Was the last one from the hospital?"),
    ],
)
def test_a_value_of_another_time_is_judged_or_compared(message: str, alone: str) -> None:
    assert asked_alone(message, PRESSURE) == alone


def test_what_was_taken_before_is_of_the_same_class() -> None:
    asked = "when did i start errin"
    before = of_the_same("what was i on before that", asked, PILL, VOCABULARIES)
    assert before == "which contraceptives was I taking before 2020-08-01?"
    by_class = Subject(kind="medication", names=["Errin"], day="2020-08-01")
    assert of_the_same("what was i on before that", "When did I start birth control?", by_class, VOCABULARIES) == before
    tablet = Subject(kind="medication", names=["Ramipril"], day="2020-08-01")
    assert of_the_same("what was i on before that", "when did i start ramipril", tablet, VOCABULARIES) == (
        "what was i on before that"
    )


@pytest.mark.parametrize(
    ("message", "subject", "alone"),
    [
        ("none of those are foods are they?", ALLERGIES, "Which of my allergies are foods?"),
        ("what does that mean", Subject(kind="condition", names=["Osteoporosis"]), "What is osteoporosis?"),
        ("what happened that day", Subject(kind="procedure", names=["Injection"], day="2015-06-07"), "What happened to my health on 2015-06-07?"),
    ],
)  # fmt: skip
def test_a_follow_up_is_of_what_was_told(message: str, subject: Subject, alone: str) -> None:
    assert pointed_at(message, subject, VOCABULARIES) == alone


def test_the_other_one_is_the_one_that_is_named() -> None:
    record = PatientRecord.model_validate({"id": "p", "conditions": [entry("c1", "Rheumatoid arthritis", "2019-02-19", "active")]})  # fmt: skip
    meant = as_meant("the other one I mean, the rheumatoid", "when did my arthritis start", VOCABULARIES, record)
    assert meant == "when did my rheumatoid arthritis start"
