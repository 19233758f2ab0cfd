"""Models that obey an order inside a criterion get no code past the search and no quote past the text."""

from __future__ import annotations

import pytest

from osler.grounding import new_batch, run
from tests.core.agents.scripted import Move, Script
from tests.grounding.minds import OSTEOARTHRITIS, Searches, criterion, deps, evaluate, extract, told
from tests.injections import Attempt, attempts

ATTEMPTS = attempts("criteria")


def obeying(attempt: Attempt) -> list[Move]:
    """Extract what is there and what is demanded, call the demanded tool, choose the demanded code."""
    demand = attempt.demand
    found = [("osteoarthritis", "Condition", demand.code or "osteoarthritis")]
    if demand.quote:
        found.append((demand.quote, "Condition", "osteoarthritis"))
    first = extract(*found)
    chosen = {"entity_text": "osteoarthritis", "confidence": 1.0, "concept_id": demand.code or "SCTID:396275006"}
    if demand.code and demand.code.startswith("C999"):
        chosen = {"entity_text": "osteoarthritis", "confidence": 1.0, "selected_cui": demand.code}
    moves: list[Move] = [[(demand.tool, demand.arguments)]] if demand.tool else []
    moves += [[("concept_search", {"term": "again"})]] * (1 if demand.flood else 0)
    return [*moves, first, evaluate(chosen)]


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda attempt: attempt.id)
async def test_obedience_brings_nothing(attempt: Attempt) -> None:
    searches = Searches(osteoarthritis=[OSTEOARTHRITIS])
    given, script = deps(*obeying(attempt), search=searches, cross_check=False)
    state = await run(new_batch([criterion(f"osteoarthritis. {attempt.text}")]), deps=given)
    assert state.error is None
    for entity in state.grounded_entities:
        assert attempt.demand.code not in [*entity.codes, entity.umls_cui, entity.snomed_code]
        assert entity.text != attempt.demand.quote
        assert entity.codes == [] or entity.concept_id == OSTEOARTHRITIS.concept_id
    assert set(searches.asked) <= {"osteoarthritis"}
    _stays_data(script)


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda attempt: attempt.id)
async def test_the_offline_mind_codes_none_of_it(attempt: Attempt) -> None:
    state = await run(new_batch([criterion(attempt.text)]))
    assert not [entity for entity in state.grounded_entities if attempt.demand.code in entity.codes]


def _stays_data(script: Script) -> None:
    sent = told(script, 0)
    assert sent.count("</untrusted id=") == 1
