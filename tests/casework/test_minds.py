"""Every result says which mind played which role, who really answered, and what it cost; a failed run is replayed too."""

from __future__ import annotations

from typing import Any

from osler.casework import Minds, diagnose_case, ground_document
from osler.config import Settings
from osler.core.patient import read_patient
from osler.core.runs import open_store
from osler.core.runs.replay import replay_run
from osler.grounding.documents import read_document
from tests.servers.http import Answer
from tests.servers.models import ModelServer, Says

NOTE = "A boy of 4 years with seizures since the age of 2. No fever."
RATE_LIMIT = Answer(429, {"error": {"message": "no tool calls left", "type": "rate_limit_error"}})


def minds(server: ModelServer, **more: Any) -> Minds:
    models = {"fast": server.role("openai-chat", "gemma-test"), "retries": 0}
    return Minds(Settings.model_validate({"models": models, **more}))


async def test_the_roles_of_a_result() -> None:
    async with ModelServer(Says("[]")) as server:
        output = await diagnose_case(read_patient(NOTE, "note").record, minds=minds(server))
    assert output.roles == {
        "fast": "openai-chat:gemma-test, local",
        "reasoning": "openai-chat:gemma-test, local, as fast",
        "medical": "openai-chat:gemma-test, local, as fast",
    }
    assert output.minds["excluded"] == "offline", "the model named none, and the rules did"
    assert output.minds["synthesis"] == "offline", "a list is no synthesis, so the tools' own words stand"


async def test_what_it_took_is_in_the_result_and_in_the_stored_run() -> None:
    async with ModelServer(Says("no JSON")) as server:
        output = await diagnose_case(read_patient(NOTE, "note").record, minds=minds(server))
    assert output.usage.requests == len(server.received)
    assert output.usage.parse_failures == output.usage.requests
    assert output.usage.input_tokens == 11 * output.usage.requests
    assert output.usage.cost_usd == 0.0
    assert open_store().get(output.run_id or "").usage.parse_failures == output.usage.parse_failures


async def test_a_run_whose_model_failed_is_replayed_to_the_same_result() -> None:
    async with ModelServer(RATE_LIMIT) as server:
        output = await diagnose_case(read_patient(NOTE, "note").record, minds=minds(server))
        grounding = await ground_document(read_document(b"History of osteoarthritis"), minds=minds(server))
    assert set(output.minds.values()) == {"offline"}
    assert [problem.code for problem in output.problems if problem.is_of_a_model] == ["service.rate_limited"]
    assert grounding.status == "partial"
    assert [entity.stands_in_for for entity in grounding.state.grounded_entities] == ["openai-chat:gemma-test"]
    for run_id in (output.run_id, grounding.run_id):
        replayed = await replay_run(open_store().get(run_id or ""))
        assert replayed.same_result, replayed.differences


async def test_a_role_that_stayed_offline_then_stays_offline_in_a_replay() -> None:
    models = {"reasoning": {"model": "anthropic:claude-x"}, "medical": {"model": "offline"}}
    settings = Settings.model_validate({"models": models})
    output = await ground_document(read_document(b"History of osteoarthritis"), minds=Minds(settings))
    assert output.roles["medical"] == "offline"
    assert (await replay_run(open_store().get(output.run_id or ""))).same_result
