"""Tests that are done together, what a test found, doses told apart by a letter, and values of the time of an event."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from osler.consult.going_on.asked_again import as_meant
from osler.consult.going_on.follow_up import asked_alone, without_kind
from osler.consult.going_on.of_the_same import of_the_same
from osler.consult.going_on.subject import pointed_at
from osler.consult.graph_tools import drive
from osler.consult.known_of.definitions import definition
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.called import panel_tests, words
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.record.reading.several import questions_in
from osler.consult.triage.recorded import asks_what_is_recorded
from osler.consult.types import GivenValue, Subject
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies

VOCABULARIES = bundled_vocabularies()
TODAY = dt.date(2021, 1, 15)


def _value(ident: str, text: str, day: str, value: float, unit: str) -> dict[str, Any]:
    return {
        "id": ident,
        "text": text,
        "category": "laboratory",
        "status": "final",
        "quantity": {"value": value, "unit": unit},
        "time": {"at": {"date": day}},
    }


def _at(ident: str, text: str, day: str, **more: Any) -> dict[str, Any]:
    return {"id": ident, "text": text, "status": "completed", "time": {"at": {"date": day}}, **more}


RECORD = PatientRecord.model_validate(
    {
        "id": "r",
        "as_of": "2021-01-10",
        "demographics": {"names": [{"text": "Rita Result"}], "sex": "female", "birth_date": "1970-03-14"},
        "conditions": [
            {"id": "k1", "text": "Prediabetes", "status": "active", "time": {"start": {"date": "2012-05-04"}}},
            {"id": "k2", "text": "Emphysema", "status": "active", "time": {"start": {"date": "2013-09-12"}}},
        ],
        "procedures": [
            _at("p1", "Colonoscopy", "2020-02-20"),
            _at("p2", "Blood typing, RH typing", "2018-12-20"),
            _at("p3", "Childbirth", "2019-07-25"),
        ],
        "immunisations": [
            _at("i1", "Hep A, adult", "2011-09-08"),
            _at("i2", "Hep B, adult", "2012-01-08"),
            _at("i3", "Hep B, adult", "2012-02-08"),
        ],
        "observations": [
            _value("v1", "Hemoglobin", "2015-09-17", 14.1, "g/dL"),
            _value("v2", "Platelets", "2015-09-17", 414, "10*3/uL"),
            _value("v3", "Hemoglobin", "2020-10-15", 16.9, "g/dL"),
            _value("v4", "Platelets", "2020-10-15", 266, "10*3/uL"),
            _value("v5", "FEV1/FVC", "2013-09-12", 80.4, "%"),
            _value("v6", "FEV1/FVC", "2016-09-08", 68.5, "%"),
            _value("v7", "FEV1/FVC", "2019-10-24", 64.5, "%"),
            _value("v8", "FEV1/FVC", "2020-10-15", 56.1, "%"),
            _value("v9", "Alanine aminotransferase", "2020-10-15", 20, "U/L"),
            _value("v10", "Alkaline phosphatase", "2020-10-15", 134, "U/L"),
        ],
    }
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LadybugGraphs]:
    folder: Path = tmp_path_factory.mktemp("graph")
    graphs = LadybugGraphs(folder)
    graphs.load("r", project(RECORD))
    yield graphs
    graphs.close()


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, TODAY, VOCABULARIES), graph, "r")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("full blood count", {"16.9", "266"}),
        ("CBC please", {"16.9", "266"}),
        ("what were my LFTs?", {"20", "134"}),
        ("were my blood counts normal?", {"16.9", "266", "no reference ranges"}),
    ],
)
def test_tests_that_are_done_together_are_all_told(graph: LadybugGraphs, question: str, told: set[str]) -> None:
    answer = _ask(question, graph)
    assert all(one in answer.text for one in told), answer.text


def test_tests_that_are_done_together_are_one_occasion(graph: LadybugGraphs) -> None:
    assert _ask("how many full blood counts have I had?", graph).value == 2
    assert not panel_tests("kidney function")  # one measure or the other tells it


@pytest.mark.parametrize(
    ("question", "count"), [("how many hep A doses have I had?", 1), ("how many doses of hepatitis B have I had?", 2)]
)
def test_a_letter_tells_one_vaccine_from_another(graph: LadybugGraphs, question: str, count: int) -> None:
    assert _ask(question, graph).value == count


def test_an_article_is_no_letter_of_a_name() -> None:
    assert words("hepatitis a few years ago")[:2] != ("hepatitis", "a")
    assert words("Hep A, adult") == ("hep", "a", "adult")
    assert "a" not in words("have a seizure")


def test_a_dose_that_was_not_given_is_told_with_those_that_were(graph: LadybugGraphs) -> None:
    answer = _ask("when was my second dose of hep A?", graph)
    assert answer.type == "none"
    assert "2011-09-08" in answer.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when was my last colonoscopy and what was found?", "not what it found"),
        ("what did my colonoscopy show?", "not what it found"),
        ("what's my blood group?", "Blood typing, RH typing on 2018-12-20"),
        ("am I diabetic?", "Prediabetes"),
        ("what was my FEV1/FVC when I was first diagnosed with emphysema?", "80.4"),
        ("when did I have my last baby?", "2019-07-25"),
        ("was it a normal birth?", "does not say"),
        ("whats my fev1/fvc been over the last 5 years", "68.5, 64.5, 56.1"),
        ("what's my fev1/fvc like compared to 5 yrs ago", "80.4 % on 2013-09-12, 56.1"),
    ],
)
def test_the_question_is_answered_and_not_another(graph: LadybugGraphs, question: str, told: str) -> None:
    assert told in _ask(question, graph).text


def test_the_last_value_is_one_value_where_no_stretch_of_time_is_named(graph: LadybugGraphs) -> None:
    assert _ask("what is my fev1/fvc?", graph).value == 56.1


@pytest.mark.parametrize(
    ("question", "own"),
    [
        ("my friend's cholesterol is 7, when was mine last checked?", "when was my cholesterol last checked"),
        ("my sister's a1c was 9, how often was mine measured", "how often was my a1c measured"),
        ("my friend's car is 7, when was mine last checked?", None),
    ],
)
def test_what_is_mine_beside_another_is_named(question: str, own: str | None) -> None:
    both = own_beside_another(question)
    assert (both[1] if both else None) == own


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("my medication and allergies please", ["my medication?", "my allergies?"]),
        ("salt and pepper", ["salt and pepper"]),
    ],
)
def test_two_kinds_side_by_side_are_two_questions(message: str, asked: list[str]) -> None:
    assert questions_in(message, VOCABULARIES) == asked


VALUE = GivenValue(name="FEV1/FVC ratio", day="2020-10-15")


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("what was it at the time of my stroke", "what was my fev1/fvc ratio at the time of my stroke"),
        ("and the ones after?", "What was my first fev1/fvc ratio after 2020-10-15?"),
        ("difference to now?", "How did my fev1/fvc ratio change since 2020-10-15?"),
        ("what is it made of", "what is it made of"),
    ],
)
def test_the_value_is_asked_for_at_another_time(message: str, alone: str) -> None:
    assert asked_alone(message, VALUE) == alone


def test_whose_age_a_number_is_for_is_left_out() -> None:
    assert without_kind("is 56 ok for someone my age?") == "is 56 ok?"
    assert without_kind("is swimming ok for someone my age?") == "is swimming ok for someone my age?"


VISIT = Subject(kind="visit", names=["Emergency room admission"], day="2019-04-27")
VACCINE = Subject(kind="vaccine", names=["IPV"], day=None)
FRACTURE = Subject(kind="condition", names=["Fracture of ankle"], day="2011-09-30")
TEST = Subject(kind="procedure", names=["Electroencephalogram (EEG)"], day="2012-08-29")


@pytest.mark.parametrize(
    ("message", "subject", "alone"),
    [
        ("what happened at that visit?", VISIT, "What happened to my health on 2019-04-27?"),
        ("what was the reason for the latest one", VISIT, "Why was my latest emergency room visit?"),
        ("did they xray it?", FRACTURE, "Was there an xray on 2011-09-30?"),
        ("when was the second dose?", VACCINE, "When was my second IPV vaccine?"),
        ("and the third?", VACCINE, "When was my third IPV vaccine?"),
        ("what did it show?", TEST, "what did electroencephalogram (EEG) show?"),
        ("what happened in the war?", VISIT, "what happened in the war?"),
    ],
)
def test_what_was_spoken_of_is_named(message: str, subject: Subject, alone: str) -> None:
    assert pointed_at(message, subject, VOCABULARIES) == alone


def test_the_first_year_is_asked_of_what_was_counted() -> None:
    before = "how many times did I go to rehab"
    assert of_the_same("which year was the first?", before, None, VOCABULARIES) == "when was my first rehab?"


def test_a_question_with_a_not_in_it_puts_nothing_right() -> None:
    message = "have I got any fractures that have not healed"
    assert as_meant(message, "when was my last tetanus shot?", VOCABULARIES) == message


def test_a_birth_of_ones_own_is_recorded() -> None:
    assert asks_what_is_recorded("when did i have my last baby", VOCABULARIES)
    assert not asks_what_is_recorded("when did i have my last holiday", VOCABULARIES)


def test_a_ratio_is_told_by_its_two_parts() -> None:
    told = definition("FEV1/FVC", VOCABULARIES)
    assert told is not None
    assert "forced vital capacity" in told["text"]
    same = definition("ALT/SGPT", VOCABULARIES)
    assert same is None or "the ratio of" not in same["text"]
