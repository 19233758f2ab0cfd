"""The capabilities as Python functions: in a script, in a notebook's running loop, awaited; recorded or not."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from osler.casework import ask, diagnose, functions, ground, match, read, read_all
from osler.core.patient import read_patient
from osler.core.runs import open_store
from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError, UsageError
from osler.grounding.store import open_grounding_store


def test_a_diagnosis_in_a_script_is_used_as_its_result_and_recorded() -> None:
    answer = diagnose("HP:0001250", "Ataxia", exclude=["HP:0000365"], sex="male", label="first")
    assert [match.hpo_id for match in answer.hpo_matches] == ["HP:0001250", "HP:0001251"]
    stored = open_store().get(answer.run_id)
    assert (stored.label, stored.status) == ("first", "done")
    assert stored.result == answer.model_dump(mode="json")


def test_a_call_says_for_whom_who_and_from_which_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSLER_STORES__TENANT", "north")
    first = ground("History of stroke", actor="Dr Grey").run_id
    others: dict[str, Any] = {"tenant": "south", "actor": "Dr Grey", "parent": first, "label": "again"}
    answers: list[Any] = [
        ground("History of stroke", **others),
        match({"hpo_terms": ["HP:0001250"]}, **others),
        diagnose("HP:0001250", **others),
        ask("When is metformin stopped?", libraries=["demo"], **others),
    ]
    for answer in answers[:3]:
        answer.wait()
    with pytest.raises(DataError):
        answers[3].wait()  # no library is there: the run that failed says the same
    store = open_store()
    assert (store.get(first).tenant, store.get(first).actor) == ("north", "Dr Grey")
    assert [run.run_id for run in store.list_runs(tenant="north")] == [first]
    made = store.list_runs(tenant="south", parent=first)
    assert {run.capability for run in made} == {"grounding", "trials", "diagnosis", "guidelines"}
    assert {(run.actor, run.label) for run in made} == {("Dr Grey", "again")}


def test_who_asks_is_configured_for_an_account_that_several_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSLER_STORES__ACTOR", "Dr Grey")
    store = open_store()
    assert store.get(ground("History of stroke").wait().run_id or "").actor == "Dr Grey"
    assert store.get(ground("History of stroke", actor="Dr White").wait().run_id or "").actor == "Dr White"


async def test_in_a_running_loop_it_is_used_as_it_is_or_awaited() -> None:
    assert diagnose("HP:0001250", record=False).disease_candidates
    output = await diagnose("HP:0001250", record=False)
    assert output.disease_candidates


async def test_under_a_loop_the_input_is_read_beside_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The reader waits for something that only the caller's loop can do."""
    released = threading.Event()

    def read(*given: Any) -> Any:
        assert released.wait(60)
        return read_patient(*given)

    monkeypatch.setattr(functions, "read_patient", read)
    answer = diagnose({"hpo_terms": ["HP:0001250"]}, record=False)
    assert not answer.done
    asyncio.get_running_loop().call_soon(released.set)
    assert (await answer).disease_candidates
    assert answer.done


async def test_under_a_loop_what_is_wrong_is_told_to_whoever_waits(tmp_path: Path) -> None:
    answer = match(tmp_path / "nobody.json", record=False)
    with pytest.raises(DataError, match="no such file"):
        await answer
    with pytest.raises(DataError, match="no such file"):
        answer.wait()
    answer.cancel()
    assert answer.done


async def test_a_call_that_is_called_off_while_it_reads_never_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(functions, "read_patient", lambda *_: released.wait(60))
    answer = diagnose({"hpo_terms": ["HP:0001250"]}, record=False)
    answer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await answer
    released.set()


def test_the_configuration_is_read_as_on_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OSLER_STORES__RUNS_URL", f"sqlite:///{tmp_path / 'mine.db'}")
    output = ground("History of osteoarthritis").wait()
    assert output.stored
    assert output.grounded_entities == output.state.grounded_entities != []
    assert (tmp_path / "mine.db").is_file()


def test_without_a_record_no_trace_is_left(osler_home: Path) -> None:
    output = ground("History of zebraitis", record=False)
    assert (output.status, output.stored, len(output.state.for_review)) == ("complete", False, 1)
    diagnose("HP:0001250", record=False).wait()
    assert list(osler_home.iterdir()) == []


def test_what_experts_decided_holds_without_a_record_as_well() -> None:
    from tests.grounding.test_review import ANNA, asthma

    ground("History of zebraitis").wait()
    queue = open_grounding_store().queue
    queue.correct(queue.items()[0].entity.entity_id, asthma(), ANNA, bundled_vocabularies())
    assert ground("History of zebraitis", record=False).state.grounded_entities[0].snomed_code == "195967001"


def test_a_file_is_a_path_and_a_patient_is_one(tmp_path: Path) -> None:
    file = tmp_path / "patient.json"
    file.write_text(json.dumps({"hpo_terms": ["HP:0001250"]}))
    assert diagnose(file, record=False).hpo_matches[0].hpo_id == "HP:0001250"
    with pytest.raises(UsageError, match="nothing was given"):
        diagnose(record=False)
    for wrong in ((file, file), (file, "HP:0001250")):
        with pytest.raises(UsageError, match="one patient"):
            diagnose(*wrong)


async def test_trials_and_guidelines_are_asked_in_the_same_way(tmp_path: Path) -> None:
    from osler.core.library import open_library
    from osler.trials.registry import LocalRegistry
    from osler.trials.registry.local import RawRecord
    from tests.core.library import files
    from tests.trials.patients import ASTHMA_NOTE
    from tests.trials.studies import record

    index = tmp_path / "index"
    registry = LocalRegistry(index)
    registry.import_records([RawRecord("one", json.dumps(record("NCT99000012")).encode())])
    registry.store.close()
    matched = match(ASTHMA_NOTE, index=index, record=False)
    assert matched.trials[0].nct_id == "NCT99000012"
    assert "NCT99000012" in matched._repr_html_()
    assert (await match({"free_text": ASTHMA_NOTE}, index=index, label="one")).stored

    open_library("mine", create=True).add(files.markdown(tmp_path))
    question = "What should adults with a Centor score of 4 receive?"
    answer = ask(question, libraries=["mine"], record=False)
    assert answer.citations
    assert "penicillin" in answer._repr_html_()
    note = tmp_path / "note.txt"
    note.write_text("Woman, 30. Allergic to penicillin.")
    about = await ask(question, note, libraries=["mine"])
    assert about.patient_summary
    assert open_store().get(about.run_id or "").capability == "guidelines"


def test_a_patient_goes_by_its_file_as_on_the_command_line(tmp_path: Path) -> None:
    first, second = tmp_path / "rounds.txt", tmp_path / "clinic.txt"
    first.write_text("9-year-old girl with seizures and ataxia.")
    second.write_text("A 30-year-old man with seizures and hearing loss.")
    assert [read(file).record.id for file in (first, second)] == ["rounds.txt", "clinic.txt"]
    answer = diagnose(first)
    answer.wait()
    stored = open_store().get(answer.run_id)
    assert (stored.patient, stored.label) == ("rounds.txt", "rounds.txt")
    assert read("A 30-year-old man with gout.").record.id == "patient"


def test_all_patients_of_a_table_are_read_but_the_one_that_says_nothing_and_that_is_named(tmp_path: Path) -> None:
    table = tmp_path / "clinic.csv"
    table.write_text("case,age,note\na,4,ataxia\nb,,\n,7,seizures\n")
    with pytest.warns(UserWarning, match=r"clinic\.csv:3: the row says nothing") as told:
        found = read_all(table)
    assert len(told) == 1
    assert [one.record.id for one in found] == ["a", "clinic.csv:4"]
    table.write_text("case,age,note\nb,,\n")
    with pytest.raises(DataError, match=r"clinic\.csv:2"):
        read_all(table)
