"""Grounding on the record: stored, gated, replayed."""

from __future__ import annotations

import json

import pytest

from osler.casework import GROUNDING, Minds, ground_document
from osler.config import Settings
from osler.core.runs import Event, open_store
from osler.core.runs.replay import replay_run
from osler.core.terminology import bundled_vocabularies
from osler.errors import PrivacyBlocked
from osler.grounding.documents import read_document
from osler.grounding.store import open_grounding_store
from tests.grounding.test_review import ANNA, asthma
from tests.servers.models import ModelServer, Says

CRITERIA = b"Inclusion Criteria:\n- History of osteoarthritis\n- eGFR >= 30 mL/min\nExclusion Criteria:\n- zebraitis\n"
OFFLINE = Minds(Settings())
EXTRACTED = json.dumps(
    {
        "action_type": "extract",
        "entities": [
            {"criterion_id": "", "text": "osteoarthritis", "entity_type": "Condition", "search_term": "osteoarthritis"}
        ],
    }
)
CHOSEN = json.dumps(
    {
        "action_type": "evaluate",
        "selections": [{"entity_text": "osteoarthritis", "concept_id": "SCTID:396275006", "confidence": 0.95}],
    }
)


async def test_a_grounding_is_a_stored_run_with_its_searches() -> None:
    seen: list[Event] = []
    output = await ground_document(read_document(CRITERIA), minds=OFFLINE, watchers=[seen.append])
    stored = open_store().get(output.state.run_id or "")
    assert (stored.status, stored.capability) == ("done", "grounding")
    assert {call.tool for call in stored.tool_calls} == {"concept_search"}
    assert stored.result["state"]["entity_ids"] == output.state.entity_ids
    assert {"n": 3, "of": 3} in [event.data for event in seen if event.kind == "step_progress"]
    assert [item.entity.text for item in open_grounding_store().queue.items()] == ["zebraitis"]


async def test_an_offline_run_is_replayed_to_the_same_result() -> None:
    output = await ground_document(read_document(CRITERIA), minds=OFFLINE)
    replayed = await replay_run(open_store().get(output.state.run_id or ""))
    assert replayed.same_result, replayed.differences


async def test_a_model_run_is_replayed_from_its_own_exchanges_with_the_server_gone() -> None:
    async with ModelServer(Says(EXTRACTED), Says(CHOSEN)) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat", "medgemma-4b-it")})
        output = await ground_document(read_document(b"History of osteoarthritis"), minds=Minds(settings))
    (entity,) = output.state.grounded_entities
    assert (entity.grounding_method, entity.snomed_code, entity.status) == ("agentic_medgemma", "396275006", "accepted")
    mind = "openai-chat:medgemma-4b-it"
    assert output.minds == {"extract": mind, "evaluate": mind}
    assert output.usage.requests == 2
    replayed = await replay_run(open_store().get(output.state.run_id or ""))
    assert replayed.same_result, replayed.differences


async def test_two_groundings_are_compared_code_by_code() -> None:
    before = await ground_document(read_document(CRITERIA, name="trial"), minds=OFFLINE)
    queue = open_grounding_store().queue
    queue.correct(queue.items()[0].entity.entity_id, asthma(), ANNA, bundled_vocabularies())
    after = await ground_document(read_document(CRITERIA, name="trial"), minds=OFFLINE)
    lines = GROUNDING.compare(before, after).lines()
    assert len(lines) == 1
    assert "zebraitis: no code (expert review) to " in lines[0]
    assert "SCTID:195967001" in lines[0]
    assert GROUNDING.compare(after, after).lines() == []


async def test_a_hosted_model_is_refused_unless_allowed() -> None:
    settings = Settings.model_validate({"models": {"medical": {"model": "anthropic:claude-x"}}})
    with pytest.raises(PrivacyBlocked):
        await ground_document(read_document(CRITERIA), minds=Minds(settings))


async def test_a_note_is_grounded_by_a_model() -> None:
    note = b"Mr. Quentin Zebrowski, phone 555-123-4567, has osteoarthritis."
    async with ModelServer(Says(EXTRACTED), Says(CHOSEN)) as server:
        models = server.settings("openai-chat", "medgemma-4b-it")
        settings = Settings.model_validate({"models": models})
        output = await ground_document(read_document(note, note=True), minds=Minds(settings))
    assert [entity.text for entity in output.state.grounded_entities] == ["osteoarthritis"]
    assert output.criteria == []
