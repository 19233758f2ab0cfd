"""What is asked of a thing beyond its being recorded: the record's yes or no answers none of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from osler.consult.graph_tools import drive
from osler.consult.heard.charted import asks_the_chart
from osler.consult.record import RecordAnswer, RecordQuestion, answer_question, read_question
from osler.consult.record.reading.predicates import predicate_of
from osler.consult.record.systems import organ_named, system_asked
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import done as _done

VOCABULARIES = bundled_vocabularies()
TODAY = dt.date(2024, 6, 4)


def _entry(ident: str, text: str, start: str, end: str | None = None) -> dict[str, Any]:
    time = {"start": {"date": start}, **({"end": {"date": end}} if end else {})}
    return {"id": ident, "text": text, "status": "resolved" if end else "active", "time": time}


RECORD = PatientRecord.model_validate(
    {
        "id": "o",
        "as_of": "2024-03-02",
        "demographics": {"names": [{"text": "Olga Open"}], "sex": "female", "birth_date": "1970-03-14"},
        "conditions": [
            _entry("k1", "Prostate cancer", "2015-05-04"),
            _entry("k2", "Anemia (disorder)", "2006-07-22"),
            _entry("k3", "Normal pregnancy", "2001-02-01", "2001-10-20"),
            _entry("k4", "Preeclampsia", "2001-06-06", "2001-07-25"),
            _entry("k5", "Stroke", "2010-01-02"),
        ],
        "medications": [_entry("m1", "Digoxin 0.125 MG Oral Tablet", "2021-02-19")],
        "procedures": [
            _done("p1", "Throat culture (procedure)", "2016-09-21"),
            _done("p2", "Ankle X-ray", "2011-09-30"),
        ],
        "observations": [
            {
                "id": "v1",
                "text": "Body weight",
                "category": "vital-signs",
                "status": "final",
                "quantity": {"value": 70, "unit": "kg"},
                "time": {"at": {"date": "2020-02-01"}},
            }
        ],
    }
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LadybugGraphs]:
    folder: Path = tmp_path_factory.mktemp("graph")
    graphs = LadybugGraphs(folder)
    graphs.load("o", project(RECORD))
    yield graphs
    graphs.close()


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, TODAY, VOCABULARIES), graph, "o")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("was the throat culture positive?", "positive"),
        ("is the prostate cancer aggressive?", "aggressive"),
        ("is my anemia caused by iron deficiency?", "caused iron deficiency"),
        ("is digoxin addictive?", "addictive"),
        ("does my anemia go away?", "go away"),
        ("have i recovered from my stroke?", "recovered"),
        ("do i have to take digoxin for life?", "life"),
        ("my anemia is curable, right?", "curable"),
        ("did the digoxin help my anemia?", "help"),
        ("was my stroke found early?", "early"),
    ],
)
def test_what_is_left_of_a_question_gets_no_yes(graph: LadybugGraphs, question: str, asked: str) -> None:
    answer = _ask(question, graph)
    assert answer.type == "none", answer
    assert answer.text.startswith("The record does not say whether this is so. It holds: ")
    assert answer.entries
    assert asked in answer.understood


@pytest.mark.parametrize(
    "question",
    [
        "did i have a stroke?",
        "has a doctor ever prescribed digoxin?",
        "was an ankle x-ray ever taken?",
        "is anemia one of my diagnoses?",
        "does the record say i had a stroke?",
        "was i told i have anemia?",
        "is digoxin still active?",
        "has the medicine aspirin, digoxin, or gabapentin been prescribed to me?",
        "was the pregnancy normal?",
    ],
)
def test_what_asks_only_for_its_being_there_is_answered_yes(graph: LadybugGraphs, question: str) -> None:
    answer = _ask(question, graph)
    assert (answer.type, answer.value) == ("bool", True), answer


def test_a_thing_of_another_name_that_is_over_is_no_flat_no(graph: LadybugGraphs) -> None:
    answer = _ask("do i have high blood pressure?", graph)
    assert answer.value is False
    assert answer.text.startswith("None is recorded by this name; Preeclampsia is recorded as resolved")


def test_a_number_below_nothing_is_asked_of_no_value(graph: LadybugGraphs) -> None:
    assert "-5" in _ask("weight -5 kg", graph).text
    assert _ask("weight in 2010 - 2020", graph).value == 70


def test_every_medicine_from_a_year_is_of_that_year(graph: LadybugGraphs) -> None:
    assert _ask("every medicine from 2018", graph).entries == []
    assert _ask("every medicine from 2021", graph).entries == ["m1"]


@pytest.mark.parametrize(
    ("message", "charted"),
    [
        ("is anemia hereditary?", False),
        ("does anemia go away with age?", False),
        ("is my anemia hereditary?", True),
        ("is anemia on file?", True),
        ("anemia?", True),
        ("which antibiotic for low-severity pneumonia?", False),
    ],
)
def test_what_is_asked_of_a_thing_of_nobody_is_general(message: str, charted: bool) -> None:
    assert asks_the_chart(message, RECORD, TODAY, VOCABULARIES) is charted


def test_a_word_that_every_entry_has_is_told_by_them() -> None:
    read = read_question("was the pregnancy normal?", TODAY, VOCABULARIES)
    assert isinstance(read, RecordQuestion)
    assert predicate_of(read, ["Normal pregnancy"], VOCABULARIES) == ""
    assert predicate_of(read, ["Normal pregnancy", "Ectopic pregnancy"], VOCABULARIES) == "normal"


@pytest.mark.parametrize(("organ", "system"), [("teeth", "dental"), ("womb", "reproductive"), ("problems", None)])
def test_more_systems_and_no_system_by_a_word_of_every_name(organ: str, system: str | None) -> None:
    assert organ_named(organ, VOCABULARIES) == system
    assert system_asked(f"how are my {organ} doing?", VOCABULARIES) == system


def test_what_lasts_into_a_time_is_no_flat_no(graph: LadybugGraphs) -> None:
    answer = _ask("did i have anemia in 2016?", graph)
    told = "None is recorded as begun in that time. Recorded as lasting into it: Anemia since 2006-07-22."
    assert (answer.text, answer.entries) == (told, ["k2"])
    assert _ask("was i diagnosed with anemia in 2016?", graph).text.startswith("No. ")
    assert _ask("did i have preeclampsia in 2016?", graph).text.startswith("No. ")


@pytest.mark.parametrize(
    "question", ["did i have the ankle x-ray at the right time?", "do i need digoxin?", "am i taking enough digoxin?"]
)
def test_a_judgement_in_plain_words_gets_no_yes(graph: LadybugGraphs, question: str) -> None:
    assert _ask(question, graph).type != "bool"


def test_the_problems_of_an_organ_are_those_of_its_system(tmp_path: Path) -> None:
    entries = [
        _entry("c1", "Cardiac Arrest", "1985-12-21", "1985-12-22"),
        _entry("c2", "Atrial Fibrillation", "1995-09-02"),
        _entry("c3", "Osteoporosis", "2012-03-04"),
    ]
    record = PatientRecord.model_validate(
        {**RECORD.model_dump(mode="json", exclude_defaults=True), "conditions": entries}
    )
    graphs = LadybugGraphs(tmp_path)
    graphs.load("o", project(record))
    for question in ("what heart problems does he have", "any heart conditions?"):
        text = _ask(question, graphs).text
        assert "Atrial Fibrillation" in text
        assert "Osteoporosis" not in text
    graphs.close()


@pytest.mark.parametrize(
    "question",
    [
        "im writing for my mum, she has anemia. when was she diagnosed",
        "She has anemia. When was she diagnosed?",
        "she has anemia, when was she diagnosed with it?",
    ],
)
def test_a_diagnosis_that_was_told_is_the_one_whose_day_is_asked(graph: LadybugGraphs, question: str) -> None:
    assert "2006-07-22" in _ask(question, graph).text
