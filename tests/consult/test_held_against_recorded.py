"""What was told and waits, held against what the record has: the value of the doctor's, not another that the user told."""

from __future__ import annotations

import pytest

from osler.consult.extraction import as_measured, extract_measurements
from osler.consult.graph_tools import drive
from osler.consult.home import SAID_HERE
from osler.consult.record import answer_question, measure_named
from osler.consult.record.called import measure_names
from osler.consult.record.taken_there import asks_of_theirs
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.patient.types import Observation
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT, graphs, state, talk, value
from tests.core.graph.people import anna

VOCABULARIES = bundled_vocabularies()
A1C = "Hemoglobin A1c: 6.5 % on 2021-04-01, 6.4 % on 2021-06-02; down by 0.1 %."


@pytest.fixture(scope="module")
def anna_graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    return graphs(tmp_path_factory.mktemp("anna"))


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("my a1c was 6.2 in march and 6.4 today", "is that higher than last time at the doctor's?", f"No. {A1C}"),
        ("my a1c was 6.2 in march and 6.4 today", "so is that lower than the clinic's result?", f"Yes. {A1C}"),
        ("a1c 6.4 today", "is 6.4 higher than what the lab found?", f"No. {A1C}"),
        ("a1c 6.4 today", "has it gone down since the last one?", f"Yes. {A1C}"),
        (
            "my a1c was 6.2 on monday and 6.4 today",
            "is that higher than on monday?",
            "Yes. Hemoglobin A1c: 6.2 % on 2021-05-31, 6.4 % on 2021-06-02; up by 0.2 %.",
        ),
        (
            "bp at home 118/80 yesterday and 122/82 today",
            "is that lower than at my GP?",
            "Yes. Blood pressure: 130/85 mmHg on 2021-05-01, 122/82 mmHg on 2021-06-02; systolic down by 8 mmHg, diastolic down by 3 mmHg.",
        ),
    ],
)
async def test_a_value_that_waits_is_the_newest_and_what_is_recorded_was_before(
    anna_graph: LadybugGraphs, told: str, asked: str, answer: str
) -> None:
    reply = await talk(anna(), anna_graph, told, asked, moment=MOMENT, start=state())
    assert reply.sentences[0].text == answer
    assert reply.sentences[0].sources or "monday" in asked


def told_of(name: str, number: float, unit: str, day: str, note: str | None = None) -> Observation:
    """A value that was saved from a conversation."""
    given = value(name, number, unit, day)
    return Observation.model_validate(given | {"id": f"{SAID_HERE}{day}", "note": note})


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("What was my HbA1c last time at the doctor's?", "6.5 % on 2021-04-01"),
        ("What was my HbA1c last time?", "6.9 % on 2021-05-30"),
        ("Is my HbA1c higher than last time at the clinic?", "6.5 % on 2021-04-01, 6.9 % on 2021-05-30"),
        ("Is my HbA1c higher than last time?", "6.1 % on 2021-05-20, 6.9 % on 2021-05-30"),
    ],
)
def test_where_a_value_was_taken_tells_the_recorded_ones_from_ones_own(
    tmp_path_factory: pytest.TempPathFactory, asked: str, text: str
) -> None:
    own = [told_of("Hemoglobin A1c", 6.1, "%", "2021-05-20"), told_of("Hemoglobin A1c", 6.9, "%", "2021-05-30")]
    assert text in _answer(asked, own, tmp_path_factory)


def test_a_told_value_of_the_doctor_is_one_of_the_doctor(tmp_path_factory: pytest.TempPathFactory) -> None:
    own = [
        told_of("Hemoglobin A1c", 6.1, "%", "2021-05-20", note="Measured at the doctor's."),
        told_of("Hemoglobin A1c", 6.9, "%", "2021-05-30"),
    ]
    assert "6.1 % on 2021-05-20" in _answer("What was my HbA1c last time at the doctor's?", own, tmp_path_factory)
    said = extract_measurements("my a1c was 6.1 at the doctor's yesterday", MOMENT).measurements
    assert [entry.circumstance for entry in said] == ["at the doctor's"]


def _answer(asked: str, own: list[Observation], folder: pytest.TempPathFactory) -> str:
    record: PatientRecord = anna()
    record = record.model_copy(update={"observations": [*record.observations, *own]})
    graph = LadybugGraphs(folder.mktemp("own"))
    graph.load("anna", project(record))
    said = drive(answer_question(asked, MOMENT.date(), VOCABULARIES), graph, "anna").text
    graph.close()
    return said


@pytest.mark.parametrize("asked", ["Is my weight higher than in 2019?", "Is my HbA1c better than before?"])
def test_a_time_or_what_was_before_is_no_place(asked: str) -> None:
    assert not asks_of_theirs(asked)


def test_a_measure_keeps_its_name_in_everyday_words() -> None:
    """The names of the table stay what they are where everyday names are rewritten."""
    strange = {
        name: other
        for spoken, row in measure_names().items()
        if (name := " ".join(spoken))
        and measure_named(name) is row
        and (other := measure_named(as_measured(name))) is not row
    }
    assert not {name for name in strange if "a1c" in name}


async def test_what_waits_of_something_else_is_not_compared(anna_graph: LadybugGraphs) -> None:
    reply = await talk(
        anna(),
        anna_graph,
        "my weight was 70 kg today",
        "is my a1c higher than last time?",
        moment=MOMENT,
        start=state(),
    )
    assert "kg" not in reply.sentences[0].text
