"""The findings of a note, marked in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from osler.core.evidence import Span
from osler.diagnosis.types import AgentOutput

MarkKind = Literal["red_flag", "excluded", "observed", "timing"]

# Where marks overlap the graver one is shown.
_ORDER: tuple[MarkKind, ...] = ("red_flag", "excluded", "observed", "timing")


class Mark(NamedTuple):
    """A stretch of a note and what was read out of it."""

    span: Span
    kind: MarkKind
    title: str


class Segment(NamedTuple):
    """A piece of the note's text, marked or not."""

    text: str
    kind: MarkKind | None
    title: str


def marks(output: AgentOutput) -> Iterator[Mark]:
    """Everything in a result that points into a note."""
    for flag in output.red_flags:
        yield from (Mark(item, "red_flag", flag.title) for item in flag.triggering_spans if isinstance(item, Span))
    for finding in output.excluded_findings:
        if finding.evidence is not None:
            label = finding.mapped_hpo_label or finding.finding
            yield Mark(finding.evidence, "excluded", f"excluded: {label}")
    for match in output.hpo_matches:
        title = f"{match.label} ({match.hpo_id}){', history' if match.past else ''}"
        yield from (Mark(item, "observed", title) for item in match.evidence if isinstance(item, Span))
    for profile in output.timing_profiles:
        if profile.evidence is not None:
            yield Mark(profile.evidence, "timing", f"{profile.phenotype_ref}: onset {profile.onset}")


def segments(source_id: str, text: str, found: Iterable[Mark]) -> list[Segment]:
    """The whole text in pieces; joined together they are the text again."""
    here = [mark for mark in found if mark.span.source_id == source_id]
    cuts = sorted({0, len(text), *(point for mark in here for point in (mark.span.start, mark.span.end))})
    pieces = []
    for start, end in pairwise(cuts):
        over = [mark for mark in here if mark.span.start <= start and end <= mark.span.end]
        over.sort(key=lambda mark: _ORDER.index(mark.kind))
        kind = over[0].kind if over else None
        title = "; ".join(dict.fromkeys(mark.title for mark in over))
        pieces.append(Segment(text[start:end], kind, title))
    return pieces
