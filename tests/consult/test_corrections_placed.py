"""A correction without a name is put where its amount fits, or asked back and never lost; a word of assent may be a sentence."""

from __future__ import annotations

import pytest

from osler.consult import ConsultReply
from osler.consult.extraction import Extraction, MeasurementEntry, MedicationEntry
from osler.consult.steps.confirming import confirms
from osler.core.graph import LadybugGraphs
from tests.consult.setting import MOMENT, graphs, state, talk
from tests.core.graph.people import anna


@pytest.fixture(scope="module")
def anna_graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    return graphs(tmp_path_factory.mktemp("anna"))


async def _talk(graph: LadybugGraphs, *messages: str) -> ConsultReply:
    return await talk(anna(), graph, *messages, moment=MOMENT, start=state())


def _waits(reply: ConsultReply) -> list[tuple[str, str | float | None]]:
    assert reply.state is not None
    pending = reply.state.pending or Extraction()
    return sorted(
        [(one.name, one.value) for one in pending.measurements] + [(one.name, one.dose) for one in pending.medications]
    )


@pytest.mark.parametrize(
    ("told", "correction", "waits"),
    [
        (
            "I stopped hydrochlorothiazide yesterday and since then I have been taking lisinopril 10 mg once daily",
            "Correction: 20 mg.",
            [("hydrochlorothiazide", None), ("lisinopril", "20 mg")],
        ),
        (
            "I take ibuprofen 400 mg and my temp is 38.2",
            "oops that should be 37.2",
            [("Body temperature", 37.2), ("ibuprofen", "400 mg")],
        ),
        ("my weight is 80 kg and my glucose is 5.5", "sorry, 82", [("Body weight", 82.0), ("Glucose", 5.5)]),
        (
            "I take gabapentin 300 mg and ramipril 5 mg",
            "no, 10 mg not 5 mg",
            [("gabapentin", "300 mg"), ("ramipril", "10 mg")],
        ),
        (
            "I take gabapentin 300 mg and ramipril 5 mg",
            "I said 300 mg but it is 600 mg",
            [("gabapentin", "600 mg"), ("ramipril", "5 mg")],
        ),
        (
            "BP was 150/85 and pulse 70",
            "no wait, it was 130/85 not 150/85",
            [("Heart rate", 70.0), ("diastolic blood pressure", 85.0), ("systolic blood pressure", 130.0)],
        ),
    ],
)
async def test_a_correction_is_put_where_its_amount_fits(
    anna_graph: LadybugGraphs, told: str, correction: str, waits: list[tuple[str, str | float | None]]
) -> None:
    assert _waits(await _talk(anna_graph, told, correction)) == waits


async def test_a_correction_that_fits_several_is_asked_back_and_nothing_is_saved_before(
    anna_graph: LadybugGraphs,
) -> None:
    told = ("I take gabapentin 300 mg and ramipril 5 mg", "sorry, 10 mg")
    asked = await _talk(anna_graph, *told)
    assert "“10 mg”" in asked.entry_question
    assert "ramipril" in asked.entry_question
    again = await _talk(anna_graph, *told, "yes")
    assert again.accepted is None
    assert again.entry_question == asked.entry_question
    for answer in ("the ramipril", "2"):
        placed = await _talk(anna_graph, *told, answer)
        assert _waits(placed) == [("gabapentin", "300 mg"), ("ramipril", "10 mg")]
        assert placed.state is not None
        assert placed.state.pending is not None
        assert placed.state.pending.medications[1].quote == "sorry, 10 mg"
    left = await _talk(anna_graph, *told, "none of them", "save them")
    assert left.accepted is not None
    assert [one.dose for one in left.accepted.medications] == ["300 mg", "5 mg"]


async def test_what_was_saved_is_put_right_while_something_else_waits(anna_graph: LadybugGraphs) -> None:
    reply = await _talk(
        anna_graph,
        "BP 150/85 this morning",
        "yes",
        "I take gabapentin 300 mg",
        "no wait, BP was 130/85 not 150/85",
        "yes",
    )
    assert reply.accepted is not None
    assert reply.replaced is not None
    assert [one.value for one in reply.accepted.measurements] == [130.0, 85.0]
    assert [one.value for one in reply.replaced.measurements] == [150.0, 85.0]
    assert [one.name for one in reply.accepted.medications] == ["gabapentin"]


@pytest.mark.parametrize("message", ["I had to wait 20 minutes, sorry", "Sorry, I have 2 more questions about diet"])
async def test_a_number_that_counts_something_else_corrects_nothing(anna_graph: LadybugGraphs, message: str) -> None:
    reply = await _talk(anna_graph, "I take lisinopril 10 mg", "yes", message)
    assert reply.entry_question == ""
    assert _waits(reply) == []


_VALUES = Extraction(
    measurements=[
        MeasurementEntry(quote="x", name="Body weight", value=80, unit="kg"),
        MeasurementEntry(quote="x", name="Glucose", value=5, unit="mmol/L"),
    ]
)
_BOTH = _VALUES.model_copy(update={"medications": [MedicationEntry(quote="x", name="ramipril", dose="5 mg")]})


@pytest.mark.parametrize(
    "message",
    ["I confirm both readings.", "yes save them", "that's right, both", "go ahead", "Both values are correct", "I agree with those entries", "happy for you to save that"],
)  # fmt: skip
def test_assent_in_any_words_is_a_yes(message: str) -> None:
    assert confirms(message, _VALUES) is True


@pytest.mark.parametrize(
    "message",
    ["I do not confirm", "are both readings right?", "save only the weight", "correct the weight", "please correct that", "both readings were high", "yes but not the glucose", "I confirm the first one"],
)  # fmt: skip
def test_what_holds_back_or_asks_is_no_yes(message: str) -> None:
    assert confirms(message, _VALUES) is None


def test_assent_to_a_part_is_no_yes_to_all() -> None:
    assert confirms("I confirm both readings", _BOTH) is None
    assert confirms("I confirm all three entries", _BOTH) is True
