"""Sources, spans and claims, and the check that a quote is really there."""

from osler.core.evidence.types import Claim, Evidence, Pointer, Source, Span
from osler.core.evidence.verify import check_claim, find_quote, locate, verify_span

__all__ = ["Claim", "Evidence", "Pointer", "Source", "Span", "check_claim", "find_quote", "locate", "verify_span"]
