"""What is said where the library does not answer: what it speaks of nearby, and what it has nothing on."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.language import foreign_language
from osler.core.library import Library
from osler.core.results import Level, Problem
from osler.core.terminology import Vocabularies
from osler.guidelines.steps.naming import drugs_in, named_by
from osler.guidelines.steps.placed_bans import is_bare_ban
from osler.guidelines.steps.safety import Caution
from osler.guidelines.steps.topic import Topic, words_of_chunk
from osler.guidelines.types import AgenticResult, EvidenceBundle

SILENT = "The library does not answer this question."
_NEAR, _ON_TOPIC, _SHOWN = 0.2, 0.5, 3
_WARNED = 3


def silence(topic: Topic, bundles: Sequence[EvidenceBundle], vocabularies: Vocabularies) -> str:
    """The sentence of silence, with the nearest headings and the words that no passage found has."""
    chunks = {one.chunk.id: one.chunk for bundle in bundles for one in bundle.chunks}
    said = {key: words_of_chunk(chunk, vocabularies) for key, chunk in chunks.items()}
    covered = {key: topic.coverage(words) for key, words in said.items()}
    nearest = sorted((key for key in covered if covered[key] >= _NEAR), key=lambda key: -covered[key])
    places = list(
        dict.fromkeys(chunks[key].heading[0] if chunks[key].recommendation_id else chunks[key].place for key in nearest)
    )
    missing = topic.missing(said.values())
    told = [SILENT]
    if places:
        told.append(f"The nearest that it speaks of: {'; '.join(places[:_SHOWN])}.")
    if missing:
        told.append(f"It has nothing on: {', '.join(missing)}.")
    return " ".join(told)


def silent_warnings(
    cautions: Sequence[Caution], bundles: Sequence[EvidenceBundle], topic: Topic, vocabularies: Vocabularies
) -> list[str]:
    """What the passages on the question's topic speak against for this patient: said even where the answer is silence."""
    # Whoever asks about a drug is not warned of others; whoever asks about none is warned of what is on the topic.
    asked = drugs_in(topic.words, vocabularies)
    near = {
        one.chunk.id
        for bundle in bundles
        for one in bundle.chunks
        if topic.coverage(words_of_chunk(one.chunk, vocabularies)) >= (_NEAR if asked else _ON_TOPIC)
    }
    told = [
        f"For this patient: {one.sentence} ({one.because})"
        for one in cautions
        if one.drugs
        and one.chunk_id in near
        # A ban that only its place says the drug of is none of somebody who asks about no drug.
        and (named_by(one.drugs, asked, vocabularies) if asked else not is_bare_ban(one.sentence))
    ]
    return list(dict.fromkeys(told))[:_WARNED]


def nothing_to_search(result: AgenticResult, libraries: Sequence[Library]) -> bool:
    """Whether there is no point in searching: an empty library, or a question in a language that is not read."""
    if not any(library.documents() for library in libraries):
        result.problem(
            Problem(
                code="data.missing",
                level=Level.ERROR,
                message="the library is empty",
                mend="add guidelines first: osler guidelines add FILE, or --demo for synthetic ones",
            )
        )
        return True
    if foreign_language(result.question):
        result.problem(
            Problem(
                code="input.not_read",
                level=Level.WARNING,
                message="the question does not seem to be in English; Osler reads English only",
                mend="ask in English",
            )
        )
        return True
    return False


def explain_silence(result: AgenticResult) -> None:
    """Say why nothing is said, and what would help."""
    result.problem(
        Problem(
            code="answer.limited",
            level=Level.INFO,
            message="no passage speaks of enough of what the question asks",
            mend="ask about one thing at a time, or add a guideline on it",
        )
    )
