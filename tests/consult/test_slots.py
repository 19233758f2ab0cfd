"""What a question says beside its concept: by the year, in which unit, of which form, against what; and several in one."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.graph_tools import drive
from osler.consult.record import RecordAnswer, answer_question, asks_something
from osler.consult.record.reading.several import questions_in
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies

TODAY = dt.date(2024, 6, 1)


def _value(name: str, value: float, unit: str, day: str) -> dict[str, object]:
    when = {"at": {"date": day}}
    return {
        "id": f"{name}-{day}",
        "text": name,
        "status": "final",
        "quantity": {"value": value, "unit": unit},
        "time": when,
    }


def _medicine(number: str, name: str, status: str, day: str, **more: object) -> dict[str, object]:
    made = {"id": number, "text": name, "status": status, "intent": "order", "recorded": day}
    return made | {"time": {"start": {"date": day}}} | more


def _visit(number: str, name: str, day: str) -> dict[str, object]:
    return {"id": number, "text": name, "status": "completed", "time": {"start": {"date": day}, "end": {"date": day}}}


RECORD = PatientRecord.model_validate(
    {
        "id": "s",
        "demographics": {"names": [{"text": "Sami Slot"}], "sex": "male", "birth_date": "1960-01-01"},
        "practitioners": [{"id": "d1", "names": [{"text": "Dr. Ada Brown"}]}],
        "conditions": [
            {"id": "c1", "text": "Asthma", "status": "active", "time": {"at": {"date": "2021-03"}}},
            {"id": "c2", "text": "Fracture of wrist", "status": "resolved", "time": {"at": {"date": "2019-02-03"}}},
        ],
        "medications": [
            _medicine("m1", "Salbutamol 0.1 MG/ACTUAT Metered Dose Inhaler", "active", "2021-03-10",
                      reason_text="Asthma", practitioner_ids=["d1"]),
            _medicine("m2", "Metformin 500 MG Oral Tablet", "active", "2023-01-02"),
            _medicine("m3", "Naproxen 220 MG Oral Tablet", "stopped", "2019-02-03", reason_text="Fracture of wrist"),
        ],
        "immunisations": [
            {"id": f"i{year}", "text": "Influenza vaccine", "status": "completed", "time": {"at": {"date": f"{year}-10-01"}}}
            for year in (2021, 2022)
        ],
        "encounters": [
            _visit("e1", "Encounter for check up", "2021-05-01"),
            _visit("e2", "Encounter for check up", "2023-05-01"),
            _visit("e3", "Encounter for symptom", "2023-06-01"),
        ],
        "observations": [
            _value("Body weight", 80, "kg", "2020-01-05"),
            _value("Body weight", 90, "kg", "2022-01-05"),
            _value("Body weight", 85, "kg", "2024-01-05"),
            _value("Total cholesterol", 200, "mg/dL", "2024-01-05"),
            _value("HDL cholesterol", 50, "mg/dL", "2024-01-05"),
            _value("Hemoglobin A1c", 6.0, "%", "2023-01-05"),
            _value("Hemoglobin A1c", 6.4, "%", "2024-01-05"),
        ],
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("slots"))
    made.load("s", project(RECORD))
    return made


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, TODAY, bundled_vocabularies()), graph, "s")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("appointments each year?", "2021: 1; 2023: 2."),
        ("Which weight did I have, in pounds?", "187.4 lb"),
        ("between what values has my weight ranged?", "from 80 kg on 2020-01-05 to 90 kg on 2022-01-05"),
        ("Has my weight ever been higher?", "Yes. Body weight: the highest earlier value is 90 kg"),
        ("was my weight lower in the past", "Yes. Body weight: the lowest earlier value is 80 kg"),
        ("ratio of cholesterol to HDL", "4, calculated"),
        ("how often was my A1c 6 or higher", "2 (2023-01-05 to 2024-01-05)"),
        ("Which puffer do I have?", "Salbutamol"),
        ("Who put me on the inhaler?", "Dr. Ada Brown"),
        ("What is the salbutamol for?", "Asthma"),
        ("what did they give me for my wrist fracture", "Naproxen"),
        ("months since I broke a bone?", "since 2019-02-03"),
        ("when did I switch to metformin", "2023-01-02"),
        ("longest gap between my check-ups", "from 2021-05-01 to 2023-05-01"),
        ("did I get both flu shots", "Yes. 2 "),
        ("which tablets and inhalers do I take?", "Metformin"),
        ("what drugs and puffers do I have", "Metformin"),
        ("Since when do I have asthma?", "2021-03: Asthma."),
        ("did my cholesterol ever go over 7", "No. The highest is Total cholesterol 200 mg/dL"),
        ("was my cholesterol ever over 5", "Yes. Total cholesterol 200 mg/dL"),
        ("did I gain more than 4 kilos since 2021", "No. Body weight: 90 kg"),
        ("have I lost over 10 lbs since 2022?", "Yes. Body weight: 90 kg"),
        ("how has my weight moved since 2019", "up by 5 kg"),
        ("gap between my highest and lowest weight", "10 kg between the lowest and the highest value"),
        ("my A1c over the last three years", "rising"),
        ("who treated the wrist fracture", "no such entry"),
        ("which year did I have most visits", "2023: 2."),
        ("how many appointments did I have in 2023", "2 (2023-05-01 to 2023-06-01)"),
        ("what was my weight on my 60th birthday", "none in that time"),
        ("how much did I weigh in 2022, and when", "(2) 2022-01-05"),
        ("did I have more visits in 2023 than in 2021?", "Yes. 2 in the first of these times, 1 in the other."),
        ("is the asthma over?", "No. Asthma is recorded as active"),
        ("which medicines did I get after the 2019 fracture", "Naproxen"),
        ("most recent flu vaccine?", "2022-10-01"),
    ],
)
def test_what_is_asked_beside_the_concept_is_answered(question: str, said: str, graph: LadybugGraphs) -> None:
    assert said in _ask(question, graph).text


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("newest cholesterol and A1c", "200 mg/dL", "6.4 %"),
        ("What is my weight now, and what was it before that?", "85 kg", "90 kg"),
        ("which inhaler do I take and since when", "Salbutamol", "2021-03-10"),
        ("I weighed 70 kg in 2010. What was my last A1c?", "6.4 %", ""),
    ],
)
def test_several_questions_are_all_answered_and_what_is_only_told_is_none(
    question: str, first: str, second: str, graph: LadybugGraphs
) -> None:
    text = _ask(question, graph).text
    assert first in text
    assert second in text


@pytest.mark.parametrize(
    "question",
    [
        "Since 2013, has this patient had a stroke?",
        "Do I take any new medicines? which ones?",
        "What was Mr. Slot's last weight?",
        "My LDL is 190, what does that mean?",
        "systolic and diastolic at the last visit",
    ],
)
def test_one_question_stays_one(question: str) -> None:
    assert len(questions_in(question, bundled_vocabularies())) == 1


def test_an_answer_says_how_the_question_was_read(graph: LadybugGraphs) -> None:
    assert _ask("highest weight in 2022", graph).understood == "highest value · Body weight · 2022"
    assert _ask("how many flu vaccines", graph).understood == "how many · Influenza vaccine · any time"
    assert _ask("Did I ever have gout?", graph).understood == "whether it is recorded · “gout” · any time"


@pytest.mark.parametrize(
    "question", ["How often did they frobnicate my wotsit?", "Was my weight 77?", "how many readings above 150"]
)
def test_what_was_not_understood_is_no_zero_and_no_yes(question: str, graph: LadybugGraphs) -> None:
    answer = _ask(question, graph)
    assert answer.type == "unanswerable"
    assert "could not read" in answer.text


def test_an_organ_is_answered_by_its_conditions_and_values(graph: LadybugGraphs) -> None:
    assert "Asthma (since 2021-03)" in _ask("anything the matter with my lungs?", graph).text


def test_a_statement_asks_nothing_and_a_question_needs_no_mark() -> None:
    assert not asks_something("Had a fever last night and took paracetamol when I woke")
    assert asks_something("I weigh 80 kg, what was it last year")
