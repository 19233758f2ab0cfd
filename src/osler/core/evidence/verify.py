"""The check that a quote is really in its source: exactly first, then as a typist would see it.

The second look ignores differences that carry no meaning (runs of white space, kinds of quotation
mark, kinds of hyphen) and recovers the offsets of what the source really says, so that
`text[start:end]` is always the source's own wording.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

from osler.core.evidence.types import Claim, Evidence, Source, Span

_QUOTES = dict.fromkeys("‘’‚‛′´`", "'") | dict.fromkeys("“”„‟″«»", '"')
_HYPHENS = dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_FOLD = _QUOTES | _HYPHENS


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Where `quote` stands in `text` as (start, end), or None. An empty quote is nowhere."""
    if not quote.strip():
        return None
    at = text.find(quote)
    if at >= 0:
        return at, at + len(quote)
    needle, _ = _normalise(quote.strip())
    if not needle:
        return None
    haystack, offsets = _normalise(text)
    at = haystack.find(needle)
    if at < 0:
        return None
    last = at + len(needle) - 1
    return offsets[at], offsets[last] + 1


def locate(source: Source, quote: str) -> Span | None:
    """The span of `quote` in `source` in the source's own words, or None."""
    if source.text is None:
        return None
    found = find_quote(source.text, quote)
    if found is None:
        return None
    start, end = found
    return Span(source_id=source.id, start=start, end=end, quote=source.text[start:end])


def verify_span(span: Span, source: Source) -> Span | None:
    """The span with true offsets and wording, or None if its quote is not in the source.

    Offsets that already fit are kept, so that the second of two equal phrases stays the second.
    """
    if source.text is None or span.source_id != source.id:
        return None
    if span.quote and source.text[span.start : span.end] == span.quote:
        return span
    return locate(source, span.quote)


def check_claim(claim: Claim, sources: Mapping[str, Source]) -> Claim:
    """The claim with its evidence checked: `supported`, or `unsupported` with the reasons.

    A claim with no evidence is unsupported. Evidence that holds is kept with corrected offsets.
    """
    kept: list[Evidence] = []
    problems: list[str] = []
    for item in claim.evidence:
        source = sources.get(item.source_id)
        if source is None:
            problems.append(f"source {item.source_id!r} is not among the sources of this result")
            continue
        held = item if item.kind == "pointer" else verify_span(item, source)
        if held is None:
            problems.append(f"the quote is not in source {item.source_id!r}")
        else:
            kept.append(held)
    if not claim.evidence:
        problems.append("the claim has no evidence")
    return Claim(
        text=claim.text,
        evidence=kept,
        status="unsupported" if problems else "supported",
        problems=problems,
    )


def _normalise(text: str) -> tuple[str, list[int]]:
    """The text as compared, and for each of its characters the offset it came from."""
    characters: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(text):
        if character in _INVISIBLE:
            continue
        if character.isspace():
            if characters and characters[-1] == " ":
                continue
            character = " "
        for part in _folded(character):
            characters.append(part)
            offsets.append(offset)
    return "".join(characters), offsets


@cache
def _folded(character: str) -> str:
    # Compatibility forms (ligatures, full-width letters) are what a PDF does to plain text.
    folded = _FOLD.get(character) or unicodedata.normalize("NFKC", character)
    return "".join(_FOLD.get(part, part) for part in folded)
