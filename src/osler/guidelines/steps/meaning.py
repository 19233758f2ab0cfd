"""How near passages are to a question in meaning, where the library has vectors (extra 'embeddings'); words alone otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from osler.core.library import Library, stems
from osler.core.runs import Recorder
from osler.core.terminology import Vocabularies
from osler.guidelines.everyday import everyday_words, with_clinical_names
from osler.guidelines.steps.naming import outermost
from osler.guidelines.types import AskOptions, EvidenceBundle

_FAR, _NEAR = 0.35, 0.7
"""Likenesses of a question to a passage on anything at all, and to one that answers it in other words."""
_SURE, _SAME = 0.55, 0.8
"""Likenesses from which on a passage speaks of a name that it does not have, and at which it is nearly the question's own words."""

_CONCEPTS, _NAMES = 3, 20
"""Concepts of a name, and names of each, among which the one that a library uses is looked for."""


def with_meaning(options: AskOptions, libraries: Sequence[Library], recorder: Recorder) -> AskOptions:
    """The options with the retriever settled: words and meaning together where every library has vectors."""
    if options.retriever != "auto":
        return options

    def embedded(n: int, of: int) -> None:
        if n < of:  # what was embedded before takes no time
            recorder.event("embed", "step_progress", n=n, of=of)

    there = [library.by_meaning(options.embed_up_to, embedded) for library in libraries]
    return options.model_copy(update={"retriever": "hybrid" if there and all(there) else "bm25"})


def likeness_to(
    text: str,
    bundles: Sequence[EvidenceBundle],
    libraries: Sequence[Library],
    options: AskOptions,
    vocabularies: Vocabularies,
) -> Mapping[str, float]:
    """The likeness of every passage found to a text, by its id; empty where only words are compared, or there is no text."""
    if options.retriever == "bm25" or not text:
        return {}
    by_name = {library.name: library for library in libraries}
    ids: dict[str, set[str]] = {}
    for one in (one for bundle in bundles for one in bundle.chunks):
        ids.setdefault(one.library, set()).add(one.chunk.id)
    found: dict[str, float] = {}
    for name, wanted in ids.items():
        library = by_name[name]
        for asked in dict.fromkeys([with_clinical_names(text), in_its_words(text, library, vocabularies)]):
            for key, near in library.likeness(asked, wanted).items():
                found[key] = max(near, found.get(key, 0.0))
    return found


def in_its_words(text: str, library: Library, vocabularies: Vocabularies) -> str:
    """A text with names that a library does not use in its own words: brands as their drugs, short forms spelled out.

    A model of meaning knows neither Eliquis nor HFrEF.
    """
    for one in reversed(everyday_words(text)):
        used = next((name for name in one.names if library.knows(stems(name))), "")
        if used and not library.knows(stems(text[one.start : one.end])):
            text = text[: one.start] + used + text[one.end :]
    told, end = [], 0
    for match in outermost(vocabularies.names.find(text)):
        words = text[match.start : match.end]
        if match.start < end or library.knows(stems(words)):
            continue
        names = (name for one in match.concept_ids[:_CONCEPTS] for name in vocabularies.names.names(one)[:_NAMES])
        used = next((name for name in names if (own := stems(name)) and library.knows(own)), "")
        if used:
            told += [text[end : match.start], used]
            end = match.end
    return "".join([*told, text[end:]])


def of_words(likeness: float) -> float:
    """How far a passage speaks of the words of a question that are no names, whatever its own words are."""
    return _between(likeness, _FAR, _NEAR)


def of_names(likeness: float) -> float:
    """How far a passage speaks of a name that it does not have: only where it is very near to the whole question."""
    return _between(likeness, _SURE, _SAME)


def _between(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))
