"""The reviews move to the review queue of the core, with who decided, when and why; the queue must be there already."""

import hashlib
from typing import Any

from osler.core.database import Connection, table

_CODES = (
    "umls_cui", "snomed_code", "drugbank_id", "mesh_id", "hpo_id", "mondo_id", "loinc_code", "concept_id", "concept_type",
    "ontology", "preferred_term", "absent_codes",
)  # fmt: skip

# The tables as they were then: what the code knows of them may change later.
_OVERRIDES = table("grounding_overrides", plain="entity_id", json="candidate")
_CRITERIA = table("grounding_criteria", plain="criteria_id", json="text")
_REVIEWS = table(
    "grounding_reviews",
    plain="entity_id protocol_id status decided_by reason",
    json="body",
    moments="created_at decided_at",
)
_ITEMS = table(
    "review_items", plain="kind id identity source", json="subject context proposal reasons body", moments="created_at"
)
_DECISIONS = table("review_decisions", plain="kind identity verdict by", json="reason outcome", moments="at")


def upgrade(connection: Connection) -> None:
    """Move every review and decision, then drop the old tables."""
    chosen = {row["entity_id"]: row["candidate"] for row in connection.select(_OVERRIDES)}
    texts = {row["criteria_id"]: row["text"] for row in connection.select(_CRITERIA)}
    for row in connection.select(_REVIEWS):
        decided = row["body"]
        body = _before(decided, row["status"])
        identity = _identity(body)
        item = {
            "kind": "code",
            "id": row["entity_id"],
            "identity": identity,
            "source": row["protocol_id"],
            "subject": body["text"],
            "context": texts.get(body["criteria_id"], body.get("context_window", "")),
            "proposal": f"{body['preferred_term']} {body['concept_id']}" if body.get("concept_id") else "",
            "reasons": body.get("review_reasons", []),
            "body": body,
            "created_at": row["created_at"],
        }
        connection.insert(_ITEMS, item)
        if row["decided_at"] is not None:
            decision = {
                "kind": "code",
                "identity": identity,
                "verdict": row["status"],
                "by": row["decided_by"],
                "at": row["decided_at"],
                "reason": row["reason"] or "",
                "outcome": _outcome(decided, chosen.get(row["entity_id"])),
            }
            connection.insert(_DECISIONS, decision)
    connection.define("DROP TABLE grounding_overrides; DROP TABLE grounding_reviews")


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
