"""A store of 0.1 in today's code: its runs list, show, compare and replay, and its queue is still there."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from osler.casework import DIAGNOSIS, GROUNDING
from osler.core.runs import RunDetail, kind_of, open_store
from osler.core.runs.replay import replay_run
from osler.grounding.store import open_grounding_store
from tests.stores import put_store


@pytest.fixture(autouse=True)
def _store(osler_home: Path) -> None:
    put_store("0.1", osler_home)


def stored(capability: str) -> list[RunDetail]:
    store = open_store()
    return [store.get(run.run_id) for run in store.list_runs(capability=capability, status="done")]


def test_its_runs_are_listed_and_shown() -> None:
    listed = open_store().list_runs()
    assert [(run.capability, run.status) for run in listed] == [
        ("grounding", "done"), ("diagnosis", "failed"), ("diagnosis", "done"), ("diagnosis", "done"),
    ]  # fmt: skip
    assert {(run.patient, run.label, run.outcome) for run in listed} == {(None, None, "")}
    assert all(open_store().get(run.run_id).trace for run in listed if run.status == "done")


def test_its_runs_are_read_in_todays_form() -> None:
    (grounding,) = stored("grounding")
    assert GROUNDING.output_of(grounding).state.grounded_entities
    for run in stored("diagnosis"):
        output = DIAGNOSIS.output_of(run)
        assert output.disease_candidates
        assert output.run_id == run.run_id


def test_its_runs_are_compared() -> None:
    later, earlier = stored("diagnosis")
    lines = kind_of(later).changes(earlier, later).lines()
    assert lines[0] == "new finding: Decreased circulating carnitine concentration (HP:0003234)"


@pytest.mark.parametrize("capability", ["diagnosis", "grounding"])
async def test_its_runs_are_replayed(capability: str) -> None:
    """What the result is may change with the rules and the vocabularies; that there is one may not."""
    replayed = await replay_run(stored(capability)[0])
    read = (DIAGNOSIS if capability == "diagnosis" else GROUNDING).output_type
    assert read.model_validate(replayed.result).run_id == replayed.run_id


def test_its_review_queue_is_there() -> None:
    queue = open_grounding_store().queue
    told = {
        (item.entity.text, item.status, item.decided.by if item.decided else "") for item in queue.items(status=None)
    }
    assert {(status, by) for _, status, by in told} == {("corrected", "anna"), ("pending", ""), ("rejected", "ben")}
    (corrected,) = (item for item in queue.items(status="corrected"))
    assert corrected.entity.concept_id == "SCTID:195967001"
    assert corrected.criterion == corrected.entity.text
    found = queue.override(corrected.entity.text)
    assert found is not None
    assert (found.candidate.concept_id, found.decision.reason) == ("SCTID:195967001", "local name")
    assert queue.undo(corrected.entity.entity_id, by="anna", at=datetime.now(UTC)).status == "pending"
    assert queue.override(corrected.entity.text) is None
