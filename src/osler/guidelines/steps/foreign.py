"""Sentences of a draft whose passages speak of another disease than the question: true, and no answer to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from osler.core.library import Chunk
from osler.core.terminology import Vocabularies
from osler.guidelines.steps.asked import names_condition
from osler.guidelines.steps.topic import Topic, words_of, words_of_chunk
from osler.guidelines.types import Draft


def foreign_sentences(
    draft: Draft, chunks: Mapping[str, Chunk], topic: Topic, allowed: Collection[str], vocabularies: Vocabularies
) -> frozenset[int]:
    """The numbers of the sentences that no cited passage brings to the topic.

    Passages that are `allowed` are on it: those chosen for the question, and those that hold for this patient.
    """
    asked = topic.of_diseases()
    # A section that answers is on the topic as a whole.
    sections = {(chunks[one].document_id, chunks[one].heading) for one in allowed if one in chunks}
    documents = {document for document, _ in sections}
    if not asked.terms:
        return frozenset()
    return frozenset(
        number
        for number, sentence in enumerate(draft.sentences)
        if sentence.about == "evidence"
        and not any(one in allowed or _section(chunks.get(one)) in sections for one in sentence.citations)
        and not any(_is_of_all(chunks[one], documents, vocabularies) for one in sentence.citations if one in chunks)
        and not any(
            _speaks_of(asked, chunks[one], sentence.text, vocabularies) for one in sentence.citations if one in chunks
        )
    )


def _section(chunk: Chunk | None) -> tuple[str, tuple[str, ...]] | None:
    """The section of a document that a passage stands in; a list of recommendations has none."""
    return (chunk.document_id, chunk.heading) if chunk and len(chunk.heading) > 1 else None


def _is_of_all(chunk: Chunk, documents: Collection[str], vocabularies: Vocabularies) -> bool:
    """Whether a passage stands in a section on no disease ("Duration") of a guideline on one disease that answers."""
    sections = [one for one in chunk.heading if one != chunk.title]
    return (
        chunk.document_id in documents
        and bool(sections)
        and names_condition(chunk.title, vocabularies)
        and not any(names_condition(one, vocabularies) for one in sections)
    )


def _speaks_of(asked: Topic, chunk: Chunk, text: str, vocabularies: Vocabularies) -> bool:
    """Whether a passage is on what is asked: by its headings, or by the sentence where they name another disease."""
    above = " ".join([chunk.title, *chunk.heading])
    if asked.is_met(words_of(above, vocabularies)):
        return True
    if names_condition(above, vocabularies):
        return asked.is_met(words_of(text, vocabularies))
    return asked.is_met(words_of_chunk(chunk, vocabularies))
