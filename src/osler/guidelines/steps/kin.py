"""The one that does apply: where no recommendation that was found is for this patient, those of the same guideline that are."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from osler.core.library import Chunk, Library, SearchOptions, passage_sentences, population_of, pregnancy_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.steps.applicability import applicability_of
from osler.guidelines.steps.candidates import Candidate, guideline_of
from osler.guidelines.steps.context import told_of
from osler.guidelines.steps.retrieve import readable
from osler.guidelines.types import EvidenceChunk, QueryContext

_LOOKED_AT = SearchOptions(k=20)


def kin_of(
    chosen: Sequence[Candidate], context: QueryContext, libraries: Sequence[Library], vocabularies: Vocabularies
) -> list[tuple[Candidate, EvidenceChunk]]:
    """Recommendations beside the best one found that are for this patient; only where none found is.

    A question may name what only some of them name: a bone scan, which the one for men does not speak of.
    """
    best = next(iter(chosen), None)
    if best is None:
        return []
    own = _of_their_state(best, chosen, context, libraries, vocabularies)
    if any(one.fits for one in chosen) or own:
        return own
    known = {one.chunk.id for one in chosen} | {one.chunk.recommendation_id for one in chosen}
    beside = (
        _titled(guideline_of(best.chunk), libraries)
        if best.chunk.recommendation_id
        else _in_section(best, libraries, vocabularies)
    )
    return _fitting(best, beside, known, context, vocabularies)


def _of_their_state(
    best: Candidate,
    chosen: Sequence[Candidate],
    context: QueryContext,
    libraries: Sequence[Library],
    vocabularies: Vocabularies,
) -> list[tuple[Candidate, EvidenceChunk]]:
    """What the guideline says under a heading for pregnant people, where the patient is pregnant and nothing found is said of them."""
    if (
        not context.patient.pregnant
        or best.chunk.recommendation_id
        or any(_is_of_pregnancy(one.chunk) for one in chosen)
    ):
        return []
    own = (
        (library.name, readable(chunk))
        for library in libraries
        for chunk in library.chunks(best.chunk.document_id)
        if any(pregnancy_of(one) for one in chunk.heading)
    )
    return _fitting(best, own, {one.chunk.id for one in chosen}, context, vocabularies)


def _is_of_pregnancy(chunk: Chunk) -> bool:
    return pregnancy_of(" ".join([*chunk.heading, chunk.text])) is True


def _fitting(
    best: Candidate,
    beside: Iterable[tuple[str, Chunk]],
    known: Container[str],
    context: QueryContext,
    vocabularies: Vocabularies,
) -> list[tuple[Candidate, EvidenceChunk]]:
    """Those of some passages that advise something and are for this patient."""
    found = []
    for library, chunk in beside:
        advice = tuple(one.text for one in passage_sentences(chunk.text) if stance_of(one.text) != "none")[:1]
        if chunk.id in known or not advice:
            continue
        verdict, quoted, *_ = applicability_of(chunk, advice, context.patient, told_of(context), vocabularies)
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


def _in_section(
    best: Candidate, libraries: Sequence[Library], vocabularies: Vocabularies
) -> Iterator[tuple[str, Chunk]]:
    """The passages of the same section that say for whom they are and name the same disease, each with its library."""
    disease = _not_drugs(" ".join(best.quoted), vocabularies)
    for library in libraries:
        for chunk in library.chunks(best.chunk.document_id):
            own = chunk.heading == best.chunk.heading and not population_of(chunk.text).is_everyone
            if own and disease & _not_drugs(chunk.text, vocabularies):
                yield library.name, readable(chunk)


def _not_drugs(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    named = read_statement(text, vocabularies).named
    return frozenset(concept for one in named if not one.drug for concept in one.concepts)
