"""The review queue: what waits, who decided, and what a decision does to the next run."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from osler.core.database import open_database
from osler.core.terminology import Concept, bundled_vocabularies
from osler.core.terminology.sources.local import local_concept
from osler.errors import UsageError
from osler.grounding import Deps, GroundedEntity, new_batch, run
from osler.grounding.store import Decided, GroundingStore
from osler.grounding.store.tables import HISTORY, criteria, entities
from tests.grounding.minds import criterion
from tests.services import columns_of, database_url, postgres_server, postgres_url

__all__ = ["database_url", "postgres_server", "postgres_url"]

ANNA = Decided(by="anna", at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC), reason="local name")
TEXT = "History of zebraitis"


@pytest.fixture
def store(database_url: str) -> GroundingStore:
    return GroundingStore(database_url)


async def ground(store: GroundingStore, text: str = TEXT) -> GroundedEntity:
    state = await run(new_batch([criterion(text, "p/1")], protocol_id="p"), deps=Deps(store=store))
    return state.grounded_entities[0]


def asthma() -> Concept:
    found = local_concept("SCTID:195967001")
    assert found is not None
    return found


async def test_what_needs_a_human_waits(store: GroundingStore) -> None:
    entity = await ground(store)
    (item,) = store.queue.items()
    assert (item.entity, item.protocol_id, item.status, item.decided) == (entity, "p", "pending", None)
    assert store.queue.get(entity.entity_id[:6]).entity.entity_id == entity.entity_id


async def test_grounding_again_asks_once(store: GroundingStore) -> None:
    await ground(store)
    await ground(store)
    assert len(store.queue.items()) == 1


async def test_a_correction_is_remembered_with_its_author_and_used_next_time(store: GroundingStore) -> None:
    entity = await ground(store)
    item = store.queue.correct(entity.entity_id, asthma(), ANNA, bundled_vocabularies())
    assert (item.status, item.entity.snomed_code, item.entity.status) == ("corrected", "195967001", "accepted")
    assert item.decided == ANNA
    override = store.queue.override("Zebraitis")
    assert override is not None
    assert (override.decision.by, override.entity_id) == ("anna", entity.entity_id)

    again = await ground(store, "Active zebraitis or fever")
    assert (again.text, again.snomed_code, again.status) == ("zebraitis", "195967001", "accepted")
    assert again.reasoning.startswith("decided by anna on 2026-01-02: local name")
    assert store.queue.items() == []


async def test_accepting_a_proposal_makes_it_hold(store: GroundingStore) -> None:
    entity = await ground(store, "zebra refractory asthma")
    assert entity.status == "expert_review"
    store.queue.accept(entity.entity_id, ANNA)
    again = await ground(store, "zebra refractory asthma")
    assert (again.status, again.concept_id) == ("accepted", entity.concept_id)


async def test_nothing_proposed_cannot_be_accepted(store: GroundingStore) -> None:
    entity = await ground(store)
    with pytest.raises(UsageError, match="nothing was proposed"):
        store.queue.accept(entity.entity_id, ANNA)


async def test_a_rejection_is_kept_and_not_asked_again(store: GroundingStore) -> None:
    entity = await ground(store)
    store.queue.reject(entity.entity_id, ANNA)
    await ground(store)
    assert store.queue.items() == []
    (item,) = store.queue.items(status=None)
    assert (item.status, item.decided) == ("rejected", ANNA)
    with pytest.raises(UsageError, match="already rejected by anna"):
        store.queue.correct(entity.entity_id, asthma(), ANNA, bundled_vocabularies())


def test_an_unknown_item_is_refused(store: GroundingStore) -> None:
    with pytest.raises(UsageError, match="no item"):
        store.queue.get("zzz")


def test_the_migrations_make_exactly_the_tables_that_the_code_uses(store: GroundingStore, database_url: str) -> None:
    with open_database(database_url).connect() as connection:
        assert connection.select(HISTORY.versions) == [{"version_num": HISTORY.head}]
        assert {name for name in connection.tables() if name.startswith("grounding")} == {criteria.name, entities.name}
        for table in (criteria, entities):
            assert columns_of(connection, table) == set(table.columns)


async def test_a_correction_bound_to_a_protocol_holds_in_no_other(store: GroundingStore) -> None:
    entity = await ground(store)
    store.queue.correct(entity.entity_id, asthma(), ANNA.model_copy(update={"bound": True}), bundled_vocabularies())
    again = await ground(store, "Active zebraitis or fever")
    assert (again.snomed_code, again.status) == ("195967001", "accepted")
    assert again.reasoning.startswith("decided for p by anna")

    state = await run(new_batch([criterion(TEXT, "q/1")], protocol_id="q"), deps=Deps(store=store))
    assert [(one.snomed_code, one.status) for one in state.grounded_entities] == [(None, "expert_review")]
    (waiting,) = store.queue.items()
    assert waiting.protocol_id == "q"

    store.queue.undo(entity.entity_id, by="anna", at=ANNA.at)
    assert (await ground(store)).status == "expert_review"


async def test_a_protocol_may_differ_from_what_holds_everywhere(store: GroundingStore) -> None:
    entity = await ground(store)
    store.queue.correct(entity.entity_id, asthma(), ANNA, bundled_vocabularies())
    gout = local_concept("SCTID:90560007")
    assert gout is not None
    bound = Decided(by="ben", at=datetime(2026, 1, 3, tzinfo=UTC), bound=True)
    store.queue.correct(entity.entity_id, gout, bound, bundled_vocabularies())
    assert (await ground(store)).snomed_code == "90560007"
    state = await run(new_batch([criterion(TEXT, "q/1")], protocol_id="q"), deps=Deps(store=store))
    assert state.grounded_entities[0].snomed_code == "195967001"
