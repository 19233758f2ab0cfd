"""Criteria and entities by id, in the database of the runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from osler.config import Settings, load_settings
from osler.core.database import Connection, Table, chunks, database_exists, database_url, migrate, open_database
from osler.core.terminology import Candidate
from osler.errors import UsageError
from osler.grounding.store.review import CodeReviews
from osler.grounding.store.tables import HISTORY, criteria, entities
from osler.grounding.types import CriterionText, GroundedEntity, GroundingState


@dataclass(frozen=True)
class ProtocolDecisions:
    """What experts decided for terms, as it holds in one protocol; every search asks it first."""

    queue: CodeReviews
    protocol_id: str

    def corrected(self, term: str) -> Candidate | None:
        """What an expert decided for a term."""
        found = self.queue.override(term, self.protocol_id)
        return found.candidate if found else None

    def provenance(self, term: str) -> str:
        """Who decided for a term, when and why; empty if nobody did."""
        found = self.queue.override(term, self.protocol_id)
        return found.decision.in_words() if found else ""


class GroundingStore:
    """What was asked and what came out, and the queue of what needs a human."""

    def __init__(self, url: str | None = None) -> None:
        self._database = open_database(url)
        # First the queue: an older store moves its reviews into it.
        self.queue = CodeReviews(self._database)
        migrate(self._database, HISTORY)

    def add_criteria(self, protocol_id: str, texts: Sequence[CriterionText]) -> list[str]:
        """Keep criteria; one that is already there is replaced. Their ids."""
        rows = [
            {"criteria_id": text.id, "protocol_id": protocol_id, "criteria_type": text.criteria_type, "text": text.text}
            for text in texts
        ]
        with self._database.transaction() as connection:
            _replace(connection, criteria, "criteria_id", rows)
        return [text.id for text in texts]

    def load_criteria(self, criteria_ids: Sequence[str]) -> list[CriterionText]:
        """Criteria in the order of their ids; UsageError for an id that is not there."""
        found: dict[str, CriterionText] = {}
        with self._database.reading() as connection:
            for chunk in chunks(criteria_ids):
                for row in connection.select(criteria, where="criteria_id IN :chunk", chunk=chunk):
                    found[row["criteria_id"]] = CriterionText(
                        id=row["criteria_id"], text=row["text"], criteria_type=row["criteria_type"]
                    )
        missing = [name for name in criteria_ids if name not in found]
        if missing:
            raise UsageError(f"{len(missing)} criteria are not in the store", mend="add them before grounding them")
        return [found[name] for name in criteria_ids]

    def save_entities(self, state: GroundingState) -> list[str]:
        """Keep a batch's entities in place of earlier ones of the same criteria, and queue what needs a human."""
        touched = sorted({entity.criteria_id for entity in state.grounded_entities} | set(state.criteria_ids))
        rows = {
            entity.entity_id: {
                "entity_id": entity.entity_id,
                "criteria_id": entity.criteria_id,
                "batch_id": state.batch_id,
                "status": entity.status,
                "body": entity.model_dump(mode="json"),
            }
            for entity in state.grounded_entities
        }
        with self._database.transaction() as connection:
            if state.error is None:
                for chunk in chunks(touched):
                    connection.delete(entities, where="criteria_id IN :chunk", chunk=chunk)
            _replace(connection, entities, "entity_id", list(rows.values()))
        texts = {text.id: text.text for text in state.criteria_texts}
        self.queue.add(state.protocol_id, state.for_review, at=datetime.now(UTC), texts=texts)
        return list(rows)

    def entities_of(self, criteria_ids: Sequence[str]) -> list[GroundedEntity]:
        """The stored entities of some criteria."""
        with self._database.reading() as connection:
            return [
                GroundedEntity.model_validate(row["body"])
                for chunk in chunks(criteria_ids)
                for row in connection.select(entities, ["body"], where="criteria_id IN :chunk", chunk=chunk)
            ]

    def decisions(self, protocol_id: str) -> ProtocolDecisions:
        """What experts decided, as it holds in one protocol."""
        return ProtocolDecisions(self.queue, protocol_id)


def open_grounding_store(settings: Settings | None = None) -> GroundingStore:
    """The store at the place where the runs are."""
    return GroundingStore(database_url((settings or load_settings()).stores.runs_url))


def existing_grounding_store(settings: Settings | None = None) -> GroundingStore | None:
    """The store if there is one already; asking for it creates nothing."""
    url = database_url((settings or load_settings()).stores.runs_url)
    return GroundingStore(url) if database_exists(url) else None


def _replace(connection: Connection, table: Table, key: str, rows: Sequence[dict[str, Any]]) -> None:
    for chunk in chunks(rows):
        connection.delete(table, where=f"{key} IN :chunk", chunk=[row[key] for row in chunk])
        connection.insert(table, *chunk)
