"""Sources, spans and claims, and the check that a quote is really there."""

from osler.core.evidence.types import Claim, Evidence, Pointer, Source, Span

__all__ = ["Claim", "Evidence", "Pointer", "Source", "Span"]
