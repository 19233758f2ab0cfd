"""What was saved and then put right: the right entry takes the place of the wrong one, which stays as entered in error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from osler.consult import Deps
from osler.consult.extraction import Extraction, amended
from osler.consult.writing import write
from osler.core.patient import PatientRecord, Status
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT, graphs, state, turn
from tests.core.graph.people import anna


@pytest.fixture(scope="module")
def deps(tmp_path_factory: pytest.TempPathFactory) -> Deps:
    return Deps(graphs=graphs(tmp_path_factory.mktemp("anna")))


async def _record_after(deps: Deps, *messages: str) -> PatientRecord:
    """The record when each message was confirmed with a yes."""
    record, now = anna(), state()
    for message in messages:
        asked = await turn(message, deps, state=now, record=record)
        assert "Shall I save this?" in asked.text, asked.text
        said = await turn("yes", deps, state=asked.state, record=record)
        assert said.accepted is not None
        assert said.state is not None
        record = write(record, said.accepted, message, MOMENT, bundled_vocabularies(), replaced=said.replaced)
        now = said.state
    return record


def _standing(facts: Sequence[Any], word: str) -> list[Any]:
    held = [f for f in facts if word in f.label.lower() and f.status is not Status.ENTERED_IN_ERROR]
    return [fact for fact in held if fact.id.startswith("chat-")]


@pytest.mark.parametrize("correction", ["oh sorry, it's 5 mg", "I got that wrong, 5", "make that 5 mg"])
async def test_a_dose_that_was_saved_wrong_is_replaced(correction: str, deps: Deps) -> None:
    record = await _record_after(deps, "started ramipril 10 mg in the morning on Monday", correction)
    (held,) = _standing(record.medications, "ramipril")
    assert held.regimens[0].dose.value == 5
    assert held.regimens[0].schedule.text == "in the morning"
    wrong = [m for m in record.medications if m.status is Status.ENTERED_IN_ERROR]
    assert [m.regimens[0].dose.value for m in wrong if m.regimens[0].dose] == [10]


@pytest.mark.parametrize(
    ("correction", "value", "day"),
    [
        ("actually the potassium was 4.1", 4.1, "2021-02"),
        ("correction: that was in January", 5.1, "2021-01"),
        ("that was from April", 5.1, "2021-04"),
    ],
)
async def test_a_dated_value_is_replaced_in_what_was_wrong_alone(
    correction: str, value: float, day: str, deps: Deps
) -> None:
    record = await _record_after(deps, "my potassium was 5.1 in February", correction)
    (held,) = _standing(record.observations, "potassium")
    assert held.quantity.value == value
    assert held.time.at.date == day


async def test_another_substance_and_another_year_are_corrections_too(deps: Deps) -> None:
    record = await _record_after(deps, "I'm allergic to latex", "no wait, not latex, it's lanolin")
    assert not _standing(record.allergies, "latex")
    assert _standing(record.allergies, "lanolin")
    record = await _record_after(deps, "I was diagnosed with gout in 2017", "sorry, I meant 2019")
    (held,) = _standing(record.conditions, "gout")
    assert held.time.at.date == "2019"


async def test_a_medicine_that_was_ended_by_mistake_goes_on(deps: Deps) -> None:
    record = await _record_after(deps, "I stopped metformin on Sunday", "sorry, I meant ibuprofen")
    (metformin,) = [m for m in record.medications if "metformin" in m.label.lower()]
    assert metformin.status is Status.ACTIVE
    assert metformin.time is None or metformin.time.end is None


def test_an_addition_and_a_question_correct_nothing() -> None:
    told = Extraction.model_validate({"measurements": [{"name": "LDL cholesterol", "value": 3.1, "time": "2021-03"}]})
    other = Extraction.model_validate({"symptoms": [{"name": "headache"}]})
    assert amended([told], other, "sorry, I have a headache too", MOMENT, just_told=True) is None
    assert amended([told], Extraction(), "actually, what was my LDL?", MOMENT, just_told=True) is None
    later = Extraction.model_validate({"measurements": [{"name": "LDL cholesterol", "value": 2.5, "time": "2021-05"}]})
    assert amended([told], later, "sorry, LDL 2.5 in May", MOMENT, just_told=False) is None


async def test_a_value_of_the_laboratory_without_a_day_is_asked_for_it_and_kept_without(deps: Deps) -> None:
    asked = await turn("ferritin 40", deps)
    assert "when Ferritin was measured" in asked.text
    dated = await turn("the day before yesterday", deps, state=asked.state)
    assert "2021-05-31" in dated.text
    record = await _record_after(deps, "ferritin 40")
    assert _standing(record.observations, "ferritin")[0].time.at is None
    assert "measured" not in (await turn("BP 128/82", deps)).text


async def test_a_medicine_that_is_taken_did_not_begin_today(deps: Deps) -> None:
    record = await _record_after(deps, "I take amlodipine 5 mg daily")
    (held,) = _standing(record.medications, "amlodipine")
    assert held.time.start is None


async def test_what_was_saved_is_taken_back_on_a_word(deps: Deps) -> None:
    asked = await turn("I have an allergy to latex", deps)
    saved = await turn("yes", deps, state=asked.state)
    denied = await turn("It turns out I am not allergic to latex", deps, state=saved.state)
    assert "Shall I take back what I saved: allergy to latex" in denied.text
    kept = await turn("no", deps, state=denied.state)
    assert kept.accepted is None
    assert kept.state is not None
    assert kept.state.saved
    gone = await turn("yes", deps, state=denied.state)
    assert gone.accepted is not None
    assert gone.replaced is not None
    assert "Taken back: allergy to latex" in gone.text
    assert gone.state is not None
    assert not gone.state.saved


async def test_a_value_that_was_somebody_elses_is_taken_back(deps: Deps) -> None:
    asked = await turn("temperature 38.1 this morning", deps)
    saved = await turn("yes", deps, state=asked.state)
    denied = await turn("Sorry, that one was my husband's", deps, state=saved.state)
    assert "Shall I take back what I saved: Body temperature" in denied.text


async def test_what_the_record_says_otherwise_is_told_with_the_way_to_put_it_right(deps: Deps) -> None:
    reply = await turn("I don't have type 2 diabetes mellitus", deps)
    assert "The record says otherwise: Type 2 diabetes mellitus" in reply.text
    assert "osler patient add" in reply.text


async def test_an_operation_to_come_is_written_as_planned(deps: Deps) -> None:
    record = await _record_after(deps, "I'm having my hip replaced next month", "I had my appendix out in 2010")
    assert [one.status for one in record.procedures] == [Status.PLANNED, Status.COMPLETED]


async def test_a_request_is_no_day_of_what_waits(deps: Deps) -> None:
    asked = await turn("ferritin 40", deps)
    reply = await turn("Every visit since 2019", deps, state=asked.state)
    assert reply.extraction.is_empty


async def test_a_yes_is_no_reaction(deps: Deps) -> None:
    asked = await turn("I am allergic to peanuts", deps)
    saved = await turn("yes", deps, state=asked.state)
    assert saved.accepted is not None
    assert saved.accepted.allergies[0].reaction is None
    assert saved.extraction.is_empty


async def test_a_question_in_between_loses_no_correction(deps: Deps) -> None:
    record, now = anna(), state()
    asked = await turn("started ramipril 10 mg in the morning on Monday", deps, state=now, record=record)
    said = await turn("yes", deps, state=asked.state, record=record)
    assert said.accepted is not None
    record = write(record, said.accepted, "", MOMENT, bundled_vocabularies(), replaced=said.replaced)
    offered = await turn("oh sorry, it's 5 mg", deps, state=said.state, record=record)
    between = await turn("when was my last visit?", deps, state=offered.state, record=record)
    assert "take back" not in between.text
    again = await turn("yes", deps, state=between.state, record=record)
    assert again.accepted is not None
    assert again.replaced is not None
    record = write(record, again.accepted, "", MOMENT, bundled_vocabularies(), replaced=again.replaced)
    (held,) = _standing(record.medications, "ramipril")
    assert held.regimens[0].dose.value == 5
