"""What a note asks first and answers further on: "?cord compression … no cord compression"."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.evidence import Span
from osler.core.patient.types import Fact, PatientRecord, Presence


def leave_out_answered(record: PatientRecord) -> None:
    """Take from a record the findings that are only possible and are stated or denied further on in the same note."""
    record.conditions[:] = [fact for fact in record.conditions if not _is_answered(fact, record.conditions)]
    record.phenotypes[:] = [fact for fact in record.phenotypes if not _is_answered(fact, record.phenotypes)]


def _is_answered(fact: Fact, facts: Sequence[Fact]) -> bool:
    """Whether what is only possible is stated or denied further on in the same note."""
    if fact.presence is not Presence.POSSIBLE or not fact.codings:
        return False
    asked = _last_place(fact)
    return any(
        other.presence is not Presence.POSSIBLE
        and bool(other.codings)
        and other.codings[0].id == fact.codings[0].id
        and (there := _last_place(other)) > asked
        and there[0] == asked[0]
        for other in facts
    )


def _last_place(fact: Fact) -> tuple[str, int]:
    """The document and the place of the last words that state a fact."""
    return max(((span.source_id, span.start) for span in fact.evidence if isinstance(span, Span)), default=("", -1))
