"""What a guideline says that it does not cover: asked about that, its answer is exactly this sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from osler.core.library import Chunk, Library, ages_of, passage_sentences, pregnancy_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.applicability import Applicability
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.parts import asking_stems, people_stems
from osler.guidelines.steps.retrieve import readable
from osler.guidelines.types import EvidenceBundle, EvidenceChunk, PatientFacts, QueryContext

_DOCUMENT = r"(?:it|this|(?:this|the) (?:guideline|guidance|document|protocol|policy|pathway|procedure))"
_LEFT_OUT = re.compile(
    rf"(?:^|[;,]\s*|\b{_DOCUMENT}\s+)(?:(?:does|do) not (?:apply to|cover|address|include)|(?:is |are )?not (?:intended |meant )?for|excludes)\s+(?P<behind>[^.;]+)"
    r"|(?:^|[;]\s*)(?P<before>[^.;:]{3,120}?)\s+(?:is|are) (?:not covered|not included|not addressed|outside (?:the|its) scope|beyond (?:the|its) scope|out of scope)\b",
    re.IGNORECASE,
)
_OPENS = re.compile(
    rf"\W*(?:{_DOCUMENT}|for|not for|applies|scope|[^.;:]{{3,120}}?\s+(?:is|are) (?:not|out))\b", re.IGNORECASE
)
"""How a sentence about what a document is for begins: one that advises something leaves nobody out of the document."""
_ITEM = re.compile(r",\s*(?:(?:or|and)\s+)?(?:to |for |in )?|\s+(?:or|and)\s+(?:to |for |in )?", re.IGNORECASE)
_NARROWED = re.compile(r"\([^()]*\)|\b(?:without|who|which|that|unless)\b.*$", re.IGNORECASE)


class LeftOut(NamedTuple):
    """A sentence by which a guideline leaves out what is asked about, or whom it is asked for."""

    chunk: Chunk
    library: str
    sentence: str
    matter: frozenset[str]
    """The stems of the matter that is left out; none, where it is people."""


def with_scope_told(
    candidates: Sequence[Candidate],
    bundles: Sequence[EvidenceBundle],
    context: QueryContext,
    libraries: Sequence[Library],
    vocabularies: Vocabularies,
) -> list[Candidate]:
    """The candidates, with what a guideline says that it does not cover in the place of what it advises for others.

    What is left out as a matter is answered by no other guideline either that does not speak of it.
    """
    answering = {one.chunk.document_id for one in candidates if one.fits}
    found = [one for one in _left_out(bundles, context, libraries) if one.matter or one.chunk.document_id in answering]
    if not found:
        return list(candidates)
    silent = {one.chunk.document_id for one in found}
    matters = [one.matter for one in found if one.matter]
    kept = [
        one
        for one in candidates
        if one.chunk.document_id not in silent
        and all(matter <= set(stems(with_clinical_names(one.chunk.searched))) for matter in matters)
    ]
    there = {one.chunk.id for bundle in bundles for one in bundle.chunks}
    bundles[0].chunks += [
        EvidenceChunk(chunk=one.chunk, score=0.0, library=one.library) for one in found if one.chunk.id not in there
    ]
    best = max((one.order for one in candidates), default=1.0)
    told = [Candidate(one.chunk, (one.sentence,), best, best, Applicability("applies", (), 0.0, 0)) for one in found]
    return [*told, *kept]


def _left_out(
    bundles: Sequence[EvidenceBundle], context: QueryContext, libraries: Sequence[Library]
) -> Iterator[LeftOut]:
    """What the guidelines of which passages were found leave out of what is asked; of each the first sentence."""
    documents = {
        one.chunk.document_id: None for bundle in bundles for one in bundle.chunks if not one.chunk.recommendation_id
    }
    asked = frozenset(stems(with_clinical_names(context.question_text)))
    for library in libraries:
        for document in documents:
            of_it = (_of_passage(readable(chunk), library.name, asked, context) for chunk in library.chunks(document))
            if told := next(filter(None, of_it), None):
                yield told


def _of_passage(chunk: Chunk, library: str, asked: frozenset[str], context: QueryContext) -> LeftOut | None:
    for sentence in passage_sentences(chunk.text):
        found = _LEFT_OUT.search(sentence.text) if _OPENS.match(sentence.text) else None
        for item in _ITEM.split(found["behind"] or found["before"]) if found else ():
            matter = _matter(item)
            if _is_person(item, context.patient) or (matter and matter <= asked):
                return LeftOut(chunk, library, sentence.text, frozenset() if _names_people(item) else matter)
    return None


def _matter(item: str) -> frozenset[str]:
    """The stems of what is left out, without words for people and for asking."""
    return (
        frozenset()
        if _names_people(item)
        else frozenset(stems(_NARROWED.sub("", item))) - people_stems() - asking_stems()
    )


def _names_people(item: str) -> bool:
    return pregnancy_of(item) is not None or ages_of(item) != (None, None)


def _is_person(item: str, patient: PatientFacts) -> bool:
    """Whether people who are left out are those whom the question is asked for."""
    if pregnancy_of(item):
        return bool(patient.pregnant)
    low, below = ages_of(item)
    oldest = patient.age_to if patient.age_to is not None else patient.age_from
    if patient.age_from is None or oldest is None or (low, below) == (None, None):
        return False
    return (low is None or patient.age_from >= low) and (below is None or oldest < below)
