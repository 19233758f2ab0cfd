"""Questions and statements of people who do not speak in sentences made for a record."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.consult.going_on.follow_up import asked_alone
from osler.consult.going_on.subject import pointed_at
from osler.consult.graph_tools import drive
from osler.consult.heard.charted import filled
from osler.consult.record import RecordAnswer, RecordQuestion, answer_question, read_question
from osler.consult.record.periods import read_periods
from osler.consult.triage import triage
from osler.consult.types import GivenValue, Subject
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.test_slots import RECORD, TODAY

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2026, 3, 11, 9, 0, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("imprecise"))
    made.load("s", project(RECORD))
    made.load("u", project(IN_UNITS))
    return made


IN_UNITS = PatientRecord.model_validate(
    {
        "id": "u",
        "as_of": "2024-03-02",
        "observations": [
            {
                "id": "o1",
                "text": "Creatinine",
                "status": "final",
                "quantity": {"value": 135, "unit": "umol/L"},
                "reference_ranges": [{"low": {"value": 45, "unit": "umol/L"}, "high": {"value": 84, "unit": "umol/L"}}],
                "time": {"at": {"date": "2024-01-02"}},
            }
        ],
        "procedures": [
            {"id": "x1", "text": "Knee X-ray", "status": "completed", "time": {"at": {"date": "2023-05-01"}}},
            {
                "id": "x2",
                "text": "Digital Radiography",
                "status": "completed",
                "category": "imaging",
                "time": {"at": {"date": "2023-05-01"}},
            },
        ],
    }
)


def _ask(question: str, graph: LadybugGraphs, patient: str = "s") -> RecordAnswer:
    return drive(answer_question(question, TODAY, VOCABULARIES), graph, patient)


def _read(question: str) -> RecordQuestion:
    read = read_question(question, TODAY, VOCABULARIES)
    assert isinstance(read, RecordQuestion), read
    return read


@pytest.mark.parametrize(
    ("question", "intent", "kind"),
    [
        ("last omeprazole script, date?", "when", "medication"),
        ("ED attendances 2016, number", "count", "visit"),
        ("count flu shots since 2003", "count", "vaccine"),
        ("MCV checked since 2016, y/n", "ever", "observation"),
        ("hct done in 2014?", "ever", "observation"),
        ("my first hospital discharge was on what date", "when", "visit"),
        ("It's been how many days since my platelets were checked?", "time_since", "observation"),
        ("When did she last have her haemoglobin taken, in days from now?", "time_since", "observation"),
        ("Over the years, on how many occasions was my LDL measured?", "count", "observation"),
        ("How much lower or higher is my newest BMI than the one just before it?", "change", "observation"),
        ("Is the most recent eGFR below his very first?", "compare", "observation"),
        ("What did I start in 2012 that I hadn't been on in 2011?", "new", "medication"),
        ("Which interventions did he undergo at least twice?", "repeated", "procedure"),
        ("Is she putting on weight?", "trend", "observation"),
        ("What's he currently dealing with, medically speaking?", "list", "condition"),
    ],
)
def test_what_is_wanted_is_told_from_few_words(question: str, intent: str, kind: str) -> None:
    read = _read(question)
    assert (read.intent, read.kind) == (intent, kind)


def test_a_measures_name_is_read_whole() -> None:
    assert _read("mean corpuscular volume at the last check").phrase == "mean corpuscular volume"
    assert _read("mean corpuscular volume at the last check").selectors == ("last",)


def test_two_years_are_compared_the_way_round_they_are_named(graph: LadybugGraphs) -> None:
    assert _ask("Was my weight lower in 2022 than in 2020?", graph).value is False
    assert _ask("Was my weight lower in 2020 than in 2022?", graph).value is True


@pytest.mark.parametrize("question", ["temp for pt 10009035", "bp of pt. 4456781"])
def test_another_patients_number_is_told_behind_an_abbreviation(question: str, graph: LadybugGraphs) -> None:
    assert _ask(question, graph).reason == "other_patient"


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("after the start of august 2014", "2014-08-01", None),
        ("before the start of 2014", None, "2013-12-31"),
        ("after the end of 2014", "2015-01-01", None),
        ("until the end of 2014", None, "2014-12-31"),
    ],
)
def test_the_edges_of_a_time_are_its_edges(said: str, start: str | None, end: str | None) -> None:
    found = read_periods(f"first height {said}", TODAY).period
    assert start is None or str(found.start) == start
    assert end is None or str(found.end) == end


def test_a_range_is_brought_to_the_unit_that_is_asked_for(graph: LadybugGraphs) -> None:
    said = _ask("last creat in mg/dL please", graph, "u").text
    assert "1.527 mg/dL" in said
    assert "above the reference range 0.509" in said


def test_an_x_ray_and_its_pictures_are_one_act(graph: LadybugGraphs) -> None:
    assert _ask("which procedures did I have in 2023", graph, "u").value == ["Knee X-ray"]


@pytest.mark.parametrize(
    ("message", "topic", "route"),
    [
        ("has it got any worse since last year?", "ConditionCase", "consultant"),
        ("what causes it", "ConditionType", "lite"),
        ("why was I there", "EncounterNode", "consultant"),
        ("is that normal?", "Observation", "consultant"),
        ("list the blood pressure readings from March only pls", None, "consultant"),
        ("normal potassium values", None, "lite"),
        ("Where's the full list of documents you have on me?", None, "redirect_list"),
        ("where would I find every lab result you've stored", None, "redirect_list"),
        ("mark asthma as resolved", None, "redirect_share_edit"),
        ("take the penicillin allergy off my list", None, "redirect_share_edit"),
        ("can I share this with my physio?", None, "redirect_share_edit"),
        ("can I change my metformin dose?", None, "consultant"),
        ("what is a TIA", None, "lite"),
        ("no chest pain today, just tired", None, "consultant"),
    ],
)
def test_a_message_goes_where_it_belongs(message: str, topic: str | None, route: str) -> None:
    assert triage(message, VOCABULARIES, topic).route == route


def test_what_follows_a_correction_is_the_right_value() -> None:
    found = extract_measurements("BP 150/95... hang on, read it wrong, it's 140/95", NOW).measurements
    assert sorted(entry.value for entry in found) == [95, 140]


def test_what_is_usual_is_not_todays() -> None:
    (found,) = extract_measurements("peak flow only 310 this morning, normally I get about 420", NOW).measurements
    assert found.value == 310


def test_the_length_of_a_course_is_no_beginning() -> None:
    (course,) = extract_context("amoxicillin for 7 days", NOW, VOCABULARIES).medications
    (going_on,) = extract_context("I've been on amoxicillin for 7 days", NOW, VOCABULARIES).medications
    assert (course.date, going_on.date) == (None, "2026-03-04")


def test_who_somebodys_dentist_is_tells_of_no_visit() -> None:
    found = extract_context("My new dentist is Dr. Amara Reyes over at Brightwater Dental", NOW, VOCABULARIES)
    assert not found.encounters
    assert [one.name for one in found.practitioners] == ["Dr. Amara Reyes"]


def test_what_it_is_instead_is_noted() -> None:
    found = extract_findings("turns out it's not coeliac, just IBS", NOW, VOCABULARIES)
    assert [entry.name for entry in found.conditions] == ["IBS"]


@pytest.mark.parametrize("message", ["who's my kidney doctor", "when am I seeing him", "last creat in umol/L please"])
def test_a_fragment_that_names_something_is_not_filled(message: str) -> None:
    spoken_of = Subject(kind="observation", names=["INR"], day="2024-01-02")
    assert filled(message, spoken_of, None, "", TODAY, VOCABULARIES, RECORD) == message


def test_a_relative_clause_points_at_nothing() -> None:
    spoken_of = Subject(kind="observation", names=["INR"], day="2024-01-02")
    made = pointed_at("what am i taking that could push it up?", spoken_of, VOCABULARIES)
    assert made == "what am i taking that could push my INR up?"


def test_another_measure_is_asked_for_around_the_same_time() -> None:
    given = GivenValue(name="Hemoglobin A1c", day="2016-11-21")
    assert asked_alone("and my weight around then?", given) == "What was my weight in 2016?"


def test_a_risk_is_no_symptom() -> None:
    assert not extract_findings("bleeding risk - is he anticoagulated", NOW, VOCABULARIES).symptoms
