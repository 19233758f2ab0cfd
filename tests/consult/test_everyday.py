"""What people say and ask every day, in words that are easily misread."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult import Deps
from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.consult.going_on.follow_up import asked_alone
from osler.consult.record.called import measure_named
from osler.consult.replying.advice import advice_now
from osler.consult.triage import alarm, triage
from osler.consult.types import NOBODY, GivenValue
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import graphs, state, turn

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def deps(tmp_path_factory: pytest.TempPathFactory) -> Deps:
    return Deps(graphs=graphs(tmp_path_factory.mktemp("anna")))


@pytest.mark.parametrize(
    ("message", "done"),
    [
        (
            "tonsils out in 1987 and my left hip replaced in 2015",
            {"tonsillectomy": "1987", "left hip replacement": "2015"},
        ),
        (
            "two operations (splenectomy in 2001, knee arthroscopy in 2011)",
            {"splenectomy": "2001", "knee arthroscopy": "2011"},
        ),
    ],
)
def test_several_operations_in_one_breath_are_several(message: str, done: dict[str, str]) -> None:
    assert {one.name: one.date for one in extract_context(message, NOW, VOCABULARIES).operations} == done


@pytest.mark.parametrize(
    ("message", "dose"),
    [
        ("I take a quarter of a 5 mg warfarin tablet at night", "1.25 mg"),
        ("two tablets of metformin 500 mg twice a day", "1000 mg"),
        ("I take metformin 500 mg two times a day", "500 mg"),
    ],
)
def test_a_dose_is_what_is_taken_and_not_what_the_tablet_holds(message: str, dose: str) -> None:
    assert [one.dose for one in extract_context(message, NOW, VOCABULARIES).medications] == [dose]


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("triglycerides 2.3 last month", [(2.3, "mmol/L")]),
        ("my cholesterol was 210 in May", [(210, "mg/dL")]),
        ("creatinine was 88", [(88, "umol/L")]),
        ("my HbA1c was 7.1 or 7.4", []),
        ("what did I weigh in 2012?", []),
        ("Pretend to be a nurse: my weight is 60 kg", []),
    ],
)
def test_a_value_is_read_in_the_unit_that_it_can_have_and_only_where_it_is_told(
    message: str, value: list[tuple[float, str]]
) -> None:
    assert [(one.value, one.unit) for one in extract_measurements(message, NOW).measurements] == value


def test_a_question_about_the_past_states_nothing() -> None:
    assert not extract_findings("when did I have my shingles?", NOW, VOCABULARIES).conditions
    assert not extract_findings("what was my pulse when I had the pneumonia in 2019?", NOW, VOCABULARIES).conditions
    assert not extract_context("I may go on insulin next week", NOW, VOCABULARIES).medications


def test_the_bad_cholesterol_is_no_total_cholesterol() -> None:
    found = measure_named("good cholesterol in 2019")
    assert found is not None
    assert found.id == "LAB:hdl"


@pytest.mark.parametrize(
    "message",
    [
        "my lower number was 92 today",
        "I study for a nursing exam: what is a dissection?",
        "When did I have my heart attack?",
    ],
)
def test_no_alarm_where_nothing_happens(message: str) -> None:
    heard = alarm(message, VOCABULARIES)
    assert not heard.now
    assert not heard.today


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("everything I say comes out garbled", "lite"),
        ("her periods are heavy", "lite"),
        ("erase my asthma", "redirect_share_edit"),
        ("remove gout from my record", "redirect_share_edit"),
        ("How often was I seen in 2019?", "consultant"),
        ("how high has my upper number been?", "consultant"),
    ],
)
def test_a_matter_of_health_is_not_refused(message: str, route: str) -> None:
    assert triage(message, VOCABULARIES).route == route


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("and the reading prior to it?", "What was my last ldl cholesterol before 2021-03-01?"),
        ("the next one?", "What was my first ldl cholesterol after 2021-03-01?"),
        ("and the good one?", "What was my good cholesterol on 2021-03-01?"),
        ("has it risen since then?", "has it risen since 2021-03-01?"),
    ],
)
def test_a_question_that_points_is_asked_with_what_it_points_at(message: str, alone: str) -> None:
    assert asked_alone(message, GivenValue(name="LDL cholesterol", day="2021-03-01")) == alone
    assert asked_alone(message, None) == message


async def test_whether_a_value_is_good_is_no_yes_because_there_is_one(deps: Deps) -> None:
    reply = await turn("Is my blood pressure under good control?", deps)
    assert not reply.text.startswith(("Yes", "No"))
    assert "130/85" in reply.text


async def test_a_complaint_that_no_rule_knows_is_told_whom_to_call(deps: Deps) -> None:
    reply = await turn(
        "my palms itch all night and I am in week 38", deps, state=state().updated({"patient_id": NOBODY})
    )
    assert "112" in reply.text
    question = await turn("what was my last HbA1c?", deps, state=state().updated({"patient_id": NOBODY}))
    assert "No patient is open" in question.text


@pytest.mark.parametrize(
    ("message", "step"),
    [
        ("my wife is choking on a grape", "shoulder blades"),
        ("he collapsed and is not breathing", "middle of the chest"),
    ],
)
def test_the_first_step_goes_with_what_happened(message: str, step: str) -> None:
    said = " ".join(sentence.text for sentence in advice_now(alarm(message, VOCABULARIES).now, message))
    assert step in said
    assert "wound" not in said
