"""What people put around a question: courtesies, tags and negations change nothing of what is asked."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.record.ages import with_ages_dated
from osler.consult.record.nearest import spelt_as_recorded
from osler.consult.record.periods import Period, read_periods
from osler.consult.record.question import RecordQuestion, Refused, read_question
from osler.consult.record.reading.framing import unframed
from osler.core.agents import ToolOutcome
from osler.core.terminology import bundled_vocabularies

TODAY = dt.date(2021, 2, 11)


def _read(question: str) -> RecordQuestion | Refused:
    return read_question(question, TODAY, bundled_vocabularies(), patient_names=["Ann Lee"])


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("would you be good enough to let me know when i had my last tetanus shot", "when i had my last tetanus shot"),
        ("sorry, i can't remember what my potassium was", "what my potassium was"),
        ("wasn't i on warfarin?", "was i on warfarin?"),
        ("i've never had gout, correct?", "whether have i ever had gout?"),
        ("measles vaccine, yes or no?", "whether measles vaccine?"),
        ("in what month was my ldl highest", "when was my ldl highest"),
        ("can i take ibuprofen?", "can i take ibuprofen?"),
        ("what could i do when my knee hurts?", "what could i do when my knee hurts?"),
    ],
)
def test_what_stands_around_a_question_is_taken_off(said: str, asked: str) -> None:
    assert unframed(said) == asked


@pytest.mark.parametrize(
    ("question", "intent", "kind"),
    [
        ("Didn't she have pneumonia once?", "ever", "condition"),
        ("He's never had asthma, right?", "ever", "condition"),
        ("What was done at the hospital in March 2019?", "list", "procedure"),
        ("Could you possibly tell me how heavy she is?", "value", "observation"),
        ("How strong are my warfarin tablets?", "dose", "medication"),
        ("How many appointments did my son Ann have in 2018?", "count", "visit"),
    ],
)
def test_a_framed_question_is_read_as_the_plain_one(question: str, intent: str, kind: str) -> None:
    read = _read(question)
    assert isinstance(read, RecordQuestion)
    assert (read.intent, read.kind, read.planned) == (intent, kind, False)


def test_a_courtesy_makes_no_question_of_the_record_of_advice() -> None:
    assert _read("Could you kindly tell me which cream to try against eczema?") == Refused("out_of_scope")


def test_somebody_else_of_the_family_is_still_somebody_else() -> None:
    assert _read("How many appointments did my son Peter have in 2018?") == Refused("other_patient")


def test_then_points_at_the_time_named_before_it() -> None:
    since = read_periods("i gave up butter in 2017, how did my ldl develop since then", TODAY)
    assert since.period == Period(dt.date(2017, 1, 1), TODAY)
    assert with_ages_dated("visits after she turned fifty", dt.date(1950, 4, 2)) == "visits after 2000-04-02"


def test_so_long_ago_is_held_against_the_value_of_that_day() -> None:
    read = _read("Is my weight higher than two years back?")
    assert isinstance(read, RecordQuestion)
    assert (read.intent, read.against) == ("compare", Period(None, dt.date(2019, 2, 11)))


@pytest.mark.parametrize(
    ("question", "intent", "selectors"),
    [
        ("What was his worst eGFR?", "aggregate", ("minimum",)),
        ("worst cholesterol ever", "aggregate", ("maximum",)),
        ("best HDL since 2015", "aggregate", ("maximum",)),
    ],
)
def test_the_worst_value_is_at_the_end_that_is_worse(question: str, intent: str, selectors: tuple[str, ...]) -> None:
    read = _read(question)
    assert isinstance(read, RecordQuestion)
    assert (read.intent, read.selectors) == (intent, selectors)


def test_an_operation_is_the_edge_of_a_period_and_what_is_left_out_is_kept() -> None:
    read = _read("Which painkillers was I given after my hip operation?")
    assert isinstance(read, RecordQuestion)
    assert read.kind == "medication"
    assert read.anchor is not None
    assert (read.anchor.edge, read.anchor.phrase, read.anchor.operated) == ("after", "hip", True)
    left = _read("Besides asthma, which diagnoses do I have?")
    assert isinstance(left, RecordQuestion)
    assert (left.excluded, left.kind, left.phrase) == ("asthma", "condition", "")


def test_the_first_years_and_the_day_of_birth_are_dated() -> None:
    born = dt.date(2015, 5, 1)
    assert with_ages_dated("his weight at birth", born) == "his weight on 2015-05-01"
    assert "between 2015-05-01 and 2017-04-30" in with_ages_dated("shots in her first two years of life?", born)


def test_a_slip_in_a_name_is_mended_by_the_words_of_the_record() -> None:
    held = ToolOutcome(
        tool="query_graph", status="success", result=[{"uuid": "t", "name": "rotavirus, monovalent", "codes": ""}]
    )
    asking = spelt_as_recorded("rotaviruz vaccine", ("vaccine",), bundled_vocabularies())
    next(asking)
    with pytest.raises(StopIteration) as done:
        asking.send(held)
    assert done.value.value == "rotavirus vaccine"
