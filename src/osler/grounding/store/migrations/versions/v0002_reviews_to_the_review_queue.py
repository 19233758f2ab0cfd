"""The reviews move to the review queue of the core, with who decided, when and why; the queue must be there already."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

_CODES = (
    "umls_cui", "snomed_code", "drugbank_id", "mesh_id", "hpo_id", "mondo_id", "loinc_code", "concept_id", "concept_type",
    "ontology", "preferred_term", "absent_codes",
)  # fmt: skip


def upgrade() -> None:
    """Move every review and decision, then drop the old tables."""
    bind = op.get_bind()
    chosen = {
        row.entity_id: json.loads(row.candidate)
        for row in bind.execute(sa.text("SELECT entity_id, candidate FROM grounding_overrides"))
    }
    texts = {
        row.criteria_id: json.loads(row.text)
        for row in bind.execute(sa.text("SELECT criteria_id, text FROM grounding_criteria"))
    }
    items, decisions = _tables()
    reviews = sa.table(
        "grounding_reviews",
        *(sa.column(name) for name in ("entity_id", "protocol_id", "status", "body", "decided_by", "reason")),
        sa.column("created_at", sa.DateTime(timezone=True)),
        sa.column("decided_at", sa.DateTime(timezone=True)),
    )
    for row in bind.execute(sa.select(reviews)).mappings().all():
        decided = json.loads(row["body"])
        body = _before(decided, row["status"])
        identity = _identity(body)
        proposal = f"{body['preferred_term']} {body['concept_id']}" if body.get("concept_id") else ""
        bind.execute(
            items.insert().values(
                kind="code",
                id=row["entity_id"],
                identity=identity,
                source=row["protocol_id"],
                subject=json.dumps(body["text"]),
                context=json.dumps(texts.get(body["criteria_id"], body.get("context_window", ""))),
                proposal=json.dumps(proposal),
                reasons=json.dumps(body.get("review_reasons", [])),
                body=json.dumps(body),
                created_at=row["created_at"],
            )
        )
        if row["decided_at"] is not None:
            bind.execute(
                decisions.insert().values(
                    kind="code",
                    identity=identity,
                    verdict=row["status"],
                    by=row["decided_by"],
                    at=row["decided_at"],
                    reason=json.dumps(row["reason"] or ""),
                    outcome=json.dumps(_outcome(decided, chosen.get(row["entity_id"]))),
                )
            )
    op.drop_table("grounding_overrides")
    op.drop_table("grounding_reviews")


def _tables() -> tuple[sa.TableClause, sa.TableClause]:
    moment = sa.DateTime(timezone=True)
    items = sa.table(
        "review_items",
        *(sa.column(name) for name in ("kind", "id", "identity", "source", "subject", "context", "proposal")),
        sa.column("reasons"),
        sa.column("body"),
        sa.column("created_at", moment),
    )
    decisions = sa.table(
        "review_decisions",
        *(sa.column(name) for name in ("kind", "identity", "verdict", "by", "reason", "outcome")),
        sa.column("at", moment),
    )
    return items, decisions


def _identity(body: dict[str, Any]) -> str:
    words = " ".join(body["text"].casefold().split())
    joined = f"{words}\0{body.get('entity_type') or ''}\0{body.get('concept_id') or ''}"
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


def _before(body: dict[str, Any], status: str) -> dict[str, Any]:
    """The entity as it waited; what was proposed in place of a correction was not kept."""
    if status == "pending":
        return body
    bare: dict[str, Any] = dict.fromkeys(_CODES[:-1], None) | {"absent_codes": []} if status == "corrected" else {}
    waiting = {"status": "expert_review", "decision": "review", "review_reasons": ["decided in an earlier version"]}
    return {**body, **bare, **waiting}


def _outcome(body: dict[str, Any], candidate: dict[str, Any] | None) -> dict[str, Any]:
    if candidate is None:
        return {}
    return {"candidate": candidate, "codes": {name: body.get(name) for name in _CODES if body.get(name) is not None}}


def downgrade() -> None:
    """Decisions that were taken back or contradict each other have no place in the old tables."""
    raise NotImplementedError("the review queue cannot be moved back")
