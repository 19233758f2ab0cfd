"""The review queue as a table that a reviewer can open anywhere."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from osler.core.review import Decision, ReviewItem
from osler.grounding.export import safe_cell

COLUMNS = (
    "kind", "id", "source", "text", "criterion", "proposal", "why", "status", "decided_by", "decided_at", "verdict", "right",
    "reason", "bound_to",
)  # fmt: skip


def to_csv(items: Iterable[ReviewItem]) -> str:
    """One row an item, with who decided and when; where several did, in the same order in each cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in items:
        made = item.standing
        row = [
            item.kind, item.id, item.source, item.subject, item.context, item.proposal, "; ".join(item.reasons), item.status,
            "; ".join(one.by for one in made),
            "; ".join(one.at.isoformat() for one in made),
            "; ".join(one.verdict for one in made),
            "; ".join(right_in_words(one) for one in made),
            "; ".join(one.reason for one in made if one.reason),
            "; ".join(dict.fromkeys(one.bound_to for one in made if one.bound_to)),
        ]  # fmt: skip
        writer.writerow([safe_cell(value) for value in row])
    return out.getvalue()


def right_in_words(decision: Decision) -> str:
    """What is right by a correction, with its code where it has one; empty for every other decision."""
    if decision.verdict != "corrected":
        return ""
    concept = decision.outcome.get("candidate") or {}
    return str(decision.outcome.get("value") or f"{concept.get('display', '')} {concept.get('concept_id', '')}".strip())
