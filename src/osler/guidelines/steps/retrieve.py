"""Task-specific retrieval: each sub-task's query against every library, bounded in number and tokens."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Sequence
from functools import partial

from osler.core.library import Chunk, Hit, Library, SearchOptions, stems, without_instructions
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement
from osler.guidelines.steps.topic import Topic, words_of_chunk
from osler.guidelines.types import AskOptions, EvidenceBundle, EvidenceChunk, SubTaskPlan

_CHARACTERS_PER_TOKEN = 4
_ALIKE = 0.9
_CONCEPTS, _MEMBERS = 2, 8
"""Concepts of a name that are looked at, and members of a class of drugs that are looked for with it."""
_LIKE = 0.25
"""The likeness of a query to any passage: what is nearer by meaning, and shares no word, may be on it."""
_OF_ONE = 2
_OF_THE_PATIENT = {"patient_summary", "contraindications"}
_UNEXPECTED = "an unexpected error"
_NEAR, _GUIDELINES = 0.9, 3
"""How much of what the best guideline speaks of another must that answers as well, and how many these are."""


async def retrieve(
    plan: Sequence[SubTaskPlan],
    libraries: Sequence[Library],
    options: AskOptions,
    vocabularies: Vocabularies,
    topic: Topic,
) -> list[EvidenceBundle]:
    """The evidence for each sub-task, found concurrently, in the order of the plan.

    What the patient brings along is looked for in the guidelines that answer as well: elsewhere in the library their
    problems may be the subject of whole guidelines, which would crowd out what is said of them here.
    """
    search = partial(bundle_for, libraries=libraries, options=options, vocabularies=vocabularies)
    bundles = _failed_alone(
        plan, await asyncio.gather(*(asyncio.to_thread(search, task) for task in plan), return_exceptions=True)
    )
    found = {task.name: bundle for task, bundle in zip(plan, bundles, strict=True)}
    answering = _answering(bundles, topic, vocabularies)
    theirs = [task for task in plan if task.kind in _OF_THE_PATIENT and answering]
    within = await asyncio.gather(
        *(asyncio.to_thread(search, task, documents=answering) for task in theirs), return_exceptions=True
    )
    for task, more in zip(theirs, within, strict=True):
        if isinstance(more, EvidenceBundle):  # what was found before stands where this search fails
            found[task.name] = _joined(more, found[task.name], options.chunks_per_subtask)
        elif not isinstance(more, Exception):
            raise more
    return [found[task.name] for task in plan]


def _failed_alone(
    plan: Sequence[SubTaskPlan], bundles: Sequence[EvidenceBundle | BaseException]
) -> list[EvidenceBundle]:
    """A bundle for each sub-task: a search that failed has no evidence and says why; where all failed, that is an error."""
    errors = [one for one in bundles if isinstance(one, BaseException)]
    if errors and (len(errors) == len(bundles) or not all(isinstance(one, Exception) for one in errors)):
        raise errors[0]
    return [
        EvidenceBundle(subtask_name=task.name, status="no_evidence", failed=getattr(one, "code", "") or _UNEXPECTED)
        if isinstance(one, BaseException)
        else one
        for task, one in zip(plan, bundles, strict=True)
    ]


def _answering(bundles: Sequence[EvidenceBundle], topic: Topic, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The guidelines with the passages that speak of most of what is asked; few, and none that speaks of little."""
    covered: dict[str, float] = {}
    for one in (one for bundle in bundles for one in bundle.chunks):
        share = topic.coverage(words_of_chunk(one.chunk, vocabularies))
        covered[one.chunk.document_id] = max(share, covered.get(one.chunk.document_id, 0.0))
    best = max(covered.values(), default=0.0)
    near = [document for document, share in covered.items() if share and share >= _NEAR * best]
    return tuple(sorted(near, key=lambda document: -covered[document])[:_GUIDELINES])


def _joined(first: EvidenceBundle, other: EvidenceBundle, most: int) -> EvidenceBundle:
    """The passages of two bundles for one sub-task, half of the place for the first."""
    seen = {one.chunk.id: one for one in [*first.chunks[: most // 2], *other.chunks, *first.chunks[most // 2 :]]}
    kept = list(seen.values())[:most]
    return other.model_copy(update={"chunks": kept, "status": "found" if kept else "no_evidence"})


def bundle_for(
    task: SubTaskPlan,
    libraries: Sequence[Library],
    options: AskOptions,
    vocabularies: Vocabularies,
    documents: tuple[str, ...] | None = None,
) -> EvidenceBundle:
    """The passages for one sub-task, of all documents or of some; of several libraries, their best by turns."""
    filters = options.filters.model_copy(update={"documents": documents}) if documents else options.filters
    retriever = "bm25" if options.retriever == "auto" else options.retriever
    search = SearchOptions(k=2 * options.chunks_per_subtask, retriever=retriever, filters=filters)
    lists = [
        [
            EvidenceChunk(chunk=readable(hit.chunk), score=hit.score, library=library.name)
            for hit in _hits(library, with_members(task.retrieval_query, library, vocabularies), search)
        ]
        for library in libraries
    ]
    ranked = [found[place] for place in range(max(map(len, lists), default=0)) for found in lists if place < len(found)]
    kept, dropped = without_duplicates([one for one in ranked if one.chunk.text], vocabularies)
    kept = _few_of_each(kept)[: options.chunks_per_subtask]
    kept = _with_statements(kept, libraries)[: options.chunks_per_subtask]
    return EvidenceBundle(
        subtask_name=task.name, chunks=kept, status="found" if kept else "no_evidence", dropped_duplicates=dropped
    )


def _hits(library: Library, query: str, search: SearchOptions) -> list[Hit]:
    """What a library has on a query; by meaning alone every passage is near it somehow, and one that is hardly so is nothing."""
    if search.retriever == "bm25" or library.search(query, search.model_copy(update={"k": 1, "retriever": "bm25"})):
        return library.search(query, search)
    nearest = library.search(query, search.model_copy(update={"k": 1, "retriever": "dense"}))
    return library.search(query, search) if nearest and nearest[0].score >= _LIKE else []


def with_members(query: str, library: Library, vocabularies: Vocabularies) -> str:
    """A query with the drugs of the classes that it names, as far as a library names them."""
    members = {
        concept.name
        for match in vocabularies.find(query)
        for one in match.concept_ids[:_CONCEPTS]
        for member in vocabularies.hierarchy.members_of(one)
        if (concept := vocabularies.names.concept(member))
    }
    there = sorted(name for name in members if len(own := stems(name)) == 1 and library.knows(own))
    return " ".join([query, *there[:_MEMBERS]])


def _with_statements(found: Sequence[EvidenceChunk], libraries: Sequence[Library]) -> list[EvidenceChunk]:
    """The passages, each explaining one behind the recommendation that it explains: an answer must be able to state it."""
    there = {one.chunk.id for one in found}
    by_name = {library.name: library for library in libraries}
    kept: list[EvidenceChunk] = []
    for one in found:
        wanted = one.chunk.recommendation_id
        if wanted and wanted not in there:
            there.add(wanted)
            if chunk := by_name[one.library].chunk(wanted):
                kept.append(EvidenceChunk(chunk=readable(chunk), score=one.score, library=one.library))
        kept.append(one)
    return kept


def readable(chunk: Chunk) -> Chunk:
    """A passage without the sentences that give orders to a model: no mind sees them and nothing rests on them."""
    text = without_instructions(chunk.text)
    return chunk if text == chunk.text else chunk.model_copy(update={"text": text})


def _few_of_each(found: Sequence[EvidenceChunk]) -> list[EvidenceChunk]:
    """No more than two passages of one recommendation, so that the long ones do not crowd out the others."""
    seen: Counter[str] = Counter()
    kept = []
    for one in found:
        seen[one.chunk.recommendation_id] += 1
        if not one.chunk.recommendation_id or seen[one.chunk.recommendation_id] <= _OF_ONE:
            kept.append(one)
    return kept


def tokens_of(bundle: EvidenceBundle) -> int:
    """About how many tokens the passages of a bundle are."""
    return sum(len(one.chunk.searched) for one in bundle.chunks) // _CHARACTERS_PER_TOKEN


def within_tokens(bundle: EvidenceBundle, tokens: int) -> list[EvidenceChunk]:
    """The first passages of a bundle that are no more than so many tokens together; one at least."""
    sizes = itertools.accumulate(len(one.chunk.searched) for one in bundle.chunks)
    fitting = [one for one, size in zip(bundle.chunks, sizes, strict=True) if size <= tokens * _CHARACTERS_PER_TOKEN]
    return fitting or bundle.chunks[:1]


def without_duplicates(found: Sequence[EvidenceChunk], vocabularies: Vocabularies) -> tuple[list[EvidenceChunk], int]:
    """The passages without those that say the same as an earlier one in nearly the same words."""
    kept: list[EvidenceChunk] = []
    for one in found:
        if not any(_same(one.chunk, other.chunk, vocabularies) for other in kept):
            kept.append(one)
    return kept, len(found) - len(kept)


def _same(one: Chunk, other: Chunk, vocabularies: Vocabularies) -> bool:
    """Whether two passages differ in nothing that matters: number, unit, negation, people, grade, issuer, version."""
    if (one.grade, one.issuer, one.version, one.population) != (
        other.grade,
        other.issuer,
        other.version,
        other.population,
    ):
        return False
    here, there = set(stems(one.text)), set(stems(other.text))
    if not here or len(here & there) / len(here | there) < _ALIKE:
        return False
    first, second = read_statement(one.text, vocabularies), read_statement(other.text, vocabularies)
    return (
        [amount[1:] for amount in first.amounts] == [amount[1:] for amount in second.amounts]
        and first.stance == second.stance
        and first.negators == second.negators
        and first.strengths == second.strengths
    )
