"""The one that does apply: where no recommendation that was found is for this patient, those of the same guideline that are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from osler.core.library import Chunk, Library, SearchOptions, passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import stance_of
from osler.guidelines.steps.applicability import applicability_of
from osler.guidelines.steps.candidates import Candidate, guideline_of
from osler.guidelines.steps.context import told_of
from osler.guidelines.steps.retrieve import readable
from osler.guidelines.types import EvidenceChunk, QueryContext

_LOOKED_AT = SearchOptions(k=20)


def kin_of(
    chosen: Sequence[Candidate], context: QueryContext, libraries: Sequence[Library], vocabularies: Vocabularies
) -> list[tuple[Candidate, EvidenceChunk]]:
    """Recommendations beside the best one found, under the same title, that are for this patient; only where none found is.

    A question may name what only some of them name: a bone scan, which the one for men does not speak of.
    """
    best = next(iter(chosen), None)
    if best is None or not best.chunk.recommendation_id or any(one.fits for one in chosen):
        return []
    known = {one.chunk.recommendation_id for one in chosen}
    found = []
    for library, chunk in _titled(guideline_of(best.chunk), libraries):
        advice = tuple(one.text for one in passage_sentences(chunk.text) if stance_of(one.text) != "none")[:1]
        if chunk.id in known or not advice:
            continue
        verdict, quoted, _ = applicability_of(chunk, advice, context.patient, told_of(context), vocabularies)
        if verdict.fit != "does_not_apply":
            candidate = Candidate(chunk, quoted, best.relevance, best.order, verdict)
            found.append((candidate, EvidenceChunk(chunk=chunk, score=0.0, library=library)))
    return found


def _titled(title: str, libraries: Sequence[Library]) -> Iterator[tuple[str, Chunk]]:
    """The recommendations under a title, each with its library."""
    for library in libraries:
        for hit in library.search(title, _LOOKED_AT):
            chunk = hit.chunk
            if chunk.id == chunk.recommendation_id and guideline_of(chunk) == title:
                yield library.name, readable(chunk)
