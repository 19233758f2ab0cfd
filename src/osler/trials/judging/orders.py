"""What a note tells a machine to do: nothing in such a sentence is a fact of the patient."""

from __future__ import annotations

from osler.core.evidence import Span
from osler.core.patient import PatientRecord, reading_of
from osler.core.patient.types import Document, Fact
from osler.core.terminology import Vocabularies
from osler.trials.judging.rules import pattern

_KINDS = (
    "conditions",
    "cancers",
    "phenotypes",
    "biomarkers",
    "medications",
    "procedures",
    "allergies",
    "observations",
)


def without_orders(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record without the facts that stand only in sentences which order a verdict."""
    orders = {document.id: found for document in record.documents if (found := _orders(document, vocabularies))}
    if not orders:
        return record
    kept = {kind: [fact for fact in getattr(record, kind) if not _is_ordered(fact, orders)] for kind in _KINDS}
    return record.model_copy(update=kept)


def _orders(document: Document, vocabularies: Vocabularies) -> list[tuple[int, int]]:
    if not pattern("orders").search(" ".join(document.text.casefold().split())):
        return []
    return [
        (sentence.start, sentence.end)
        for sentence in reading_of(document, vocabularies).sentences
        if pattern("orders").search(" ".join(document.text[sentence.start : sentence.end].casefold().split()))
    ]


def _is_ordered(fact: Fact, orders: dict[str, list[tuple[int, int]]]) -> bool:
    """Whether all that bears a fact out stands in an order."""
    spans = [item for item in fact.evidence if isinstance(item, Span)]
    return bool(spans) and all(
        any(start <= item.start < end for start, end in orders.get(item.source_id, ())) for item in spans
    )
