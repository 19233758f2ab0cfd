"""What is remarked of a document when it is added: orders to a model, another language, what it does not say of itself."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.language import addresses_a_model, foreign_language
from osler.core.library.types import Chunk, DocumentMetadata
from osler.core.results import Level, Problem

_SAMPLED = 20
"""Passages by which the language of a document is told."""


def orders(chunks: Sequence[Chunk]) -> list[Problem]:
    """The remark that a document gives orders to a model, with the first place."""
    found = [chunk for chunk in chunks if addresses_a_model(chunk.text)]
    if not found:
        return []
    return [
        Problem(
            code="input.not_read",
            level=Level.WARNING,
            message=f"{len(found)} passages hold text that addresses a language model; it is never used as evidence",
            mend="look at the passage with 'osler guidelines show'",
            path=found[0].id,
        )
    ]


def unread(chunks: Sequence[Chunk]) -> list[Problem]:
    """The remark that a document is not in English."""
    if not foreign_language(" ".join(chunk.text for chunk in chunks[:_SAMPLED])):
        return []
    return [
        Problem(
            code="input.not_read",
            level=Level.WARNING,
            message="the document does not seem to be in English; questions are read in English only and may not find it",
            mend="add an English version",
        )
    ]


def unstated(metadata: DocumentMetadata) -> list[Problem]:
    """The remark that a document does not say who issued it, which version it is, or when."""
    missing = [field for field in ("issuer", "version", "date") if not getattr(metadata, field)]
    if not missing:
        return []
    return [
        Problem(
            code="input.not_read",
            level=Level.INFO,
            message=f"the document does not say its {', '.join(missing)}",
            mend=f"give {' '.join('--' + field for field in missing)} where you know it",
        )
    ]
