"""Where a model fails on a text, or finds nothing, the offline reading is proposed to an expert; differences are listed."""

from __future__ import annotations

from typing import Any

import pytest

from osler.config import Settings
from osler.core.agents import Runner, StepOutcome
from osler.core.runs import MemoryRecorder, Usage
from osler.core.terminology import Candidate
from osler.errors import ContextTooLong, RateLimited, Refused, ServiceError, TimedOut
from osler.grounding import Deps, GroundingDocument, GroundingState, new_batch, run
from osler.grounding.documents import read_document
from osler.grounding.output import output_of
from osler.grounding.steps.loop import Loop
from osler.grounding.steps.stand_in import joined
from osler.grounding.types import AgenticAction, CriterionText
from tests.core.agents.scripted import Script
from tests.core.outside.fake_clock import FakeClock
from tests.grounding.minds import OSTEOARTHRITIS, Searches, criterion, deps, evaluate, extract
from tests.grounding.test_loop import CHOSEN, FOUND, TEXT, searches
from tests.servers.http import Answer, Hang
from tests.servers.models import ModelServer, Move

RATE_LIMIT = Answer(429, {"error": {"message": "no tool calls left", "type": "rate_limit_error"}})


async def grounded(move: Move, *texts: str, **models: Any) -> GroundingState:
    async with ModelServer(move) as server:
        given: dict[str, Any] = {"retries": 0, **models}
        settings = Settings.model_validate({"models": server.settings("openai-chat", "m", **given)})
        async with Runner(settings, clock=FakeClock()) as runner:
            batch = new_batch([criterion(text, f"c{number}") for number, text in enumerate(texts)])
            return await run(batch, deps=Deps(runner=runner, search=searches()))


@pytest.mark.parametrize(
    ("move", "models", "why"),
    [
        (RATE_LIMIT, {}, "HTTP 429"),
        (Answer(500, {"error": {}}), {}, "HTTP 500"),
        (Answer(200, {"choices": []}), {}, "unusable reply"),
        (Hang(), {"timeout_seconds": 0.2}, "no reply within"),
    ],
)
async def test_a_model_that_fails_leaves_proposals_and_not_nothing(
    move: Move, models: dict[str, float], why: str
) -> None:
    state = await grounded(move, TEXT, "osteoarthritis of the knee", **models)
    assert state.error is None
    assert {entity.criteria_id for entity in state.grounded_entities} == {"c0", "c1"}
    for entity in state.grounded_entities:
        assert entity.status == "expert_review"
        assert (entity.stands_in_for, entity.grounding_method) == ("openai-chat:m", "offline")
        assert why in entity.review_reasons[0]
    assert state.grounded_entities[0].concept_id == "SCTID:396275006"


async def test_the_result_says_so_and_names_who_really_answered() -> None:
    state = await grounded(RATE_LIMIT, TEXT)
    output = output_of(read_document(TEXT.encode()), state)
    assert output.status == "partial"
    assert "proposed by the offline mind" in output.problems[0].message
    assert output.minds == {"extract": "offline", "evaluate": "offline"}


async def test_a_text_in_which_the_model_finds_nothing_does_not_vanish() -> None:
    given, _ = deps(extract(), search=searches())
    (entity,) = (await run(new_batch([criterion(TEXT)]), deps=given)).grounded_entities
    assert (entity.text, entity.status, entity.stands_in_for) == ("osteoarthritis", "expert_review", "scripted")
    assert "found nothing" in entity.review_reasons[0]


async def test_a_text_in_which_nobody_finds_anything_has_nothing() -> None:
    given, _ = deps(extract(), search=Searches())
    assert (await run(new_batch([criterion("and so on")]), deps=given)).grounded_entities == []


async def test_where_both_answered_the_differences_are_listed_and_the_model_counts() -> None:
    other = OSTEOARTHRITIS.model_copy(
        update={"concept_id": "HP:0005086", "cui": "C0409959", "snomed_code": None, "display": "Knee osteoarthritis"}
    )
    wrong = {**CHOSEN, "concept_id": "HP:0005086", "selected_cui": None, "snomed_code": None}
    given, _ = deps(FOUND, evaluate(wrong), search=Searches(osteoarthritis=[OSTEOARTHRITIS, other]))
    state = await run(new_batch([criterion(TEXT)]), deps=given)
    assert [entity.concept_id for entity in state.grounded_entities] == ["HP:0005086"]
    (difference,) = state.differences
    assert (difference.item, difference.about) == ("c1", "osteoarthritis")
    assert (difference.model, difference.offline) == (
        "Knee osteoarthritis (HP:0005086)",
        "Osteoarthritis (SCTID:396275006)",
    )


async def test_where_both_agree_there_is_nothing_to_list() -> None:
    given, _ = deps(FOUND, evaluate(CHOSEN), search=searches())
    assert (await run(new_batch([criterion(TEXT)]), deps=given)).differences == []


async def test_a_lost_connection_of_the_search_still_ends_the_batch() -> None:
    class Gone(Searches):
        async def __call__(self, term: str, max_results: int = 5) -> list[Candidate]:
            raise ServiceError("terminology server is unavailable")

    given, _ = deps(FOUND, evaluate(CHOSEN), search=Gone())
    state = await run(new_batch([criterion(TEXT)]), deps=given)
    assert state.error == "terminology server is unavailable"


async def test_one_budget_for_the_whole_batch_and_proposals_for_what_is_left() -> None:
    script = Script("no JSON here")
    settings = Settings.model_validate({"budget": {"requests": 3}})
    runner, recorder = Runner(settings, models={"medical": script.handle()}), MemoryRecorder()
    texts = [criterion(f"{TEXT} {number}", f"c{number}") for number in range(40)]
    state = await run(new_batch(texts), deps=Deps(runner=runner, search=searches(), recorder=recorder))
    assert script.turns == 3
    assert len({entity.criteria_id for entity in state.grounded_entities}) == 40
    assert {entity.status for entity in state.grounded_entities} == {"expert_review"}
    assert any("budget" in entity.review_reasons[0] for entity in state.grounded_entities)


async def test_without_the_cross_check_only_what_is_missing_is_read_again() -> None:
    asked = searches()
    given, _ = deps(FOUND, evaluate(CHOSEN), search=asked, cross_check=False)
    state = await run(new_batch([criterion("History of severe osteoarthritis and zebraitis")]), deps=given)
    assert asked.asked == ["osteoarthritis"]
    assert state.differences == []


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RateLimited("m: HTTP 429"), "service.rate_limited"),
        (TimedOut("m: no reply"), "service.timed_out"),
        (Refused("m refused to answer"), "model.refused"),
        (ContextTooLong("m: too long"), "model.context_too_long"),
        (None, "model.unreadable"),
    ],
)
async def test_the_name_of_a_failure_is_in_the_result(error: ServiceError | None, code: str) -> None:
    outcome = StepOutcome[AgenticAction]("extract", "failed", None, "m", "1", Usage(), reason="no JSON", error=error)
    assert outcome.problem_code == code
    loop = Loop.__new__(Loop)
    loop.entities, loop.failures, loop.failure_codes = [], {"c": "told"}, {"c": outcome.problem_code}
    (whole,) = joined([CriterionText(id="c", text="Stroke")], [loop], [], mind="m", method="m")
    state = new_batch([CriterionText(id="c", text="Stroke")]).model_copy(update={"grounded_entities": [whole]})
    assert [problem.code for problem in output_of(GroundingDocument(protocol_id="p"), state).problems] == [code]


async def test_words_that_a_model_leaves_out_of_a_text_go_to_a_reviewer() -> None:
    text = "History of severe osteoarthritis or asthma"
    asthma = OSTEOARTHRITIS.model_copy(
        update={"concept_id": "SCTID:195967001", "cui": "C0004096", "snomed_code": "195967001", "display": "Asthma"}
    )
    given, _ = deps(FOUND, evaluate(CHOSEN), search=Searches(osteoarthritis=[OSTEOARTHRITIS], asthma=[asthma]))
    state = await run(new_batch([criterion(text)]), deps=given)
    kept, omitted = state.grounded_entities
    assert (kept.text, kept.status) == ("osteoarthritis", "accepted")
    assert (omitted.text, omitted.status, omitted.failure) == ("asthma", "expert_review", "model.omitted")
    assert "left these words out" in omitted.review_reasons[0]
    output = output_of(read_document(text.encode()), state)
    assert output.status == "complete"
    assert [problem.code for problem in output.problems] == ["model.omitted"]
