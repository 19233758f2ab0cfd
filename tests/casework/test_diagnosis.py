"""A diagnosis on the record: stored, gated, replayed, compared with an earlier one."""

from __future__ import annotations

import json

import pytest

from osler.casework import Minds, changes_since, diagnose_case
from osler.config import Settings
from osler.core.patient import PatientRecord, read_patient
from osler.core.runs import Event, open_store
from osler.core.runs.replay import replay_run
from osler.errors import PrivacyBlocked, UsageError
from tests.diagnosis.notes import PATIENT_10
from tests.servers.models import ModelServer, Says

NOTE = "Mr. Quentin Zebrowski is seen. He has ataxia. No seizures. Hearing is normal."
OFFLINE = Minds(Settings())


def patient(*terms: str, text: str | None = None) -> PatientRecord:
    form = {"hpo_terms": list(terms), "free_text": text, "age": "5 years", "sex": "male"}
    return read_patient(json.dumps({key: value for key, value in form.items() if value}), "input").record


async def test_a_diagnosis_is_a_stored_run_that_can_be_watched() -> None:
    seen: list[Event] = []
    output = await diagnose_case(patient(*PATIENT_10), minds=OFFLINE, watchers=[seen.append])
    assert output.run_id is not None
    stored = open_store().get(output.run_id)
    assert stored.status == "done"
    assert stored.capability == "diagnosis"
    assert stored.result["differential"] == [entry.model_dump(mode="json") for entry in output.differential]
    assert stored.versions["HPO"] == output.versions["HPO"]
    assert next(event.step for event in seen if event.kind == "step_done") == "Red Flag Check"
    assert {call.tool for call in stored.tool_calls} >= {"red_flag", "hpo_lookup", "disease_match"}


async def test_an_offline_run_is_replayed_to_the_same_result() -> None:
    output = await diagnose_case(patient("HP:0001250", text=NOTE), minds=OFFLINE)
    replayed = await replay_run(open_store().get(output.run_id or ""))
    assert replayed.differences == []
    assert replayed.same_result


async def test_a_model_run_is_replayed_from_its_own_exchanges_with_the_server_gone() -> None:
    async with ModelServer(Says('[{"raw_text": "No seizures", "finding": "Seizures"}]')) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat", "gemma-test")})
        output = await diagnose_case(patient("HP:0001250", text=NOTE), minds=Minds(settings))
    assert output.minds["excluded"] == "openai-chat:gemma-test"
    replayed = await replay_run(open_store().get(output.run_id or ""))
    assert replayed.same_result, replayed.differences


async def test_only_what_changed_since_an_earlier_run_is_told() -> None:
    first = await diagnose_case(patient(*PATIENT_10), minds=OFFLINE)
    again = await diagnose_case(patient(*PATIENT_10), minds=OFFLINE)
    assert changes_since(first.run_id or "", again).lines() == []
    more = await diagnose_case(patient(*PATIENT_10, "HP:0003234", "-HP:0000365"), minds=OFFLINE)
    changed = changes_since(first.run_id or "", more)
    assert changed.new_findings == ["Decreased circulating carnitine concentration (HP:0003234)"]
    assert changed.new_exclusions == ["Hearing impairment (HP:0000365)"]
    assert changed.dropped_findings == []
    assert changed.ranks


async def test_a_run_that_is_no_diagnosis_cannot_be_compared() -> None:
    output = await diagnose_case(patient(*PATIENT_10), minds=OFFLINE)
    with pytest.raises(UsageError):
        changes_since("no-such-run", output)


async def test_a_hosted_model_is_refused_unless_allowed() -> None:
    settings = Settings.model_validate({"models": {"fast": {"model": "anthropic:claude-x"}}})
    with pytest.raises(PrivacyBlocked):
        await diagnose_case(patient("HP:0001250", text=NOTE), minds=Minds(settings))


async def test_the_session_keeps_the_packet_and_the_output() -> None:
    from osler.core.runs.sessions import SessionManager

    output = await diagnose_case(patient(*PATIENT_10), minds=OFFLINE)
    sessions = SessionManager.from_settings(Settings())
    context = sessions.get_context(output.session_id)
    assert context is not None
    assert set(context) >= {"patient_hpo_matches", "disease_candidates", "disease_profiles", "data_completeness"}
    assert sessions.get_output(output.session_id) is not None
    assert len(sessions.get_tool_log(output.session_id)) >= 5
