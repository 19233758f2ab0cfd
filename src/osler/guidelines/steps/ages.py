"""Doses that a guideline gives without saying for which ages, told to somebody who asks about a child."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from osler.core.library import Chunk, Library, age_ranges
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.types import AnswerSentence, PatientFacts

_ADULT = 18
_YOUNG = ("newborn", "child", "adolescent")
_OPENING = 2
"""Passages at the beginning of a document that may say whom all of it is for."""


def doses_of_no_age(
    sentences: Sequence[AnswerSentence],
    chunks: Mapping[str, Chunk],
    patient: PatientFacts,
    libraries: Iterable[Library],
    vocabularies: Vocabularies,
) -> list[str]:
    """A warning for each fixed dose that is told of a child and that nothing around it says to be for children."""
    if patient.age_to is None or patient.age_to >= _ADULT:
        return []
    openings: dict[str, str] = {}
    found = []
    for sentence in sentences:
        cited = [chunks[one] for one in sentence.citations if one in chunks]
        amounts = read_statement(sentence.text, vocabularies).amounts
        by_weight = any(amount.kind == "g/kg" for amount in amounts)
        if sentence.about != "evidence" or by_weight or not any(amount.kind == "mass" for amount in amounts):
            continue
        for chunk in cited:
            if chunk.document_id not in openings:
                openings[chunk.document_id] = _opening(chunk.document_id, libraries)
        if cited and not any(_names_young(f"{one.searched} {openings[one.document_id]}") for one in cited):
            found.append(
                f"The guideline does not say for which ages this dose is; it may be for adults only, and the person is a child: "
                f'"{sentence.text}" [{cited[0].id}]'
            )
    return found


def _opening(document: str, libraries: Iterable[Library]) -> str:
    return " ".join(chunk.text for library in libraries for chunk in library.chunks(document)[:_OPENING])


def _names_young(text: str) -> bool:
    """Whether a text names children, or an age that a child may have."""
    groups = lexicon().age_groups
    young = any(low is None or low < _ADULT for low, _ in age_ranges(text))
    return young or any(groups[name].search(text) for name in _YOUNG)
