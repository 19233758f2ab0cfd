"""What a tumour is called where its kind and its place are told apart: an adenocarcinoma of the left upper lobe is one of the lung."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient.extract.cancer.lexicon import choices, histologies, pattern, rules
from osler.core.terminology import Vocabularies

_TUMOUR = re.compile(r"\b(?:\w*carcinoma|cancer|tumou?r|neoplasm|malignan\w+|mass)\b", re.IGNORECASE)
_AFAR = 30
"""Characters between a place and a word of spread that makes it one to which a tumour has spread, at most."""
_QUALIFIER = re.compile(r"^[\w-]+\s")


def concepts_of(histology: str, site: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The narrowest concepts that the vocabularies have for a kind of tumour at a place; none where they have none."""
    organ = _organ(site)
    if organ is None:
        return ()
    for kind in _narrowest_first(histology):
        for name in (f"{organ} {kind}", f"{kind} of {organ}"):
            if ids := _whole(name, vocabularies):
                return ids
    return ()


def tumours_told(analysed: AnalysedText) -> Iterator[tuple[str, int, int]]:
    """The organs that a text names in one sentence with a tumour of the patient, in whatever order, each with its place.

    Where it has spread to is no tumour of that organ, and a mass may turn out to be something else: who asks for certainty asks the record.
    """
    for sentence in analysed.sentences:
        words = analysed.text[sentence.start : sentence.end]
        if not any(
            _is_own(analysed, sentence.start + one.start(), sentence.start + one.end()) for one in _kinds(words)
        ):
            continue
        spread = [one.span() for one in pattern([*rules()["spread_words"], "mets", "spread"]).finditer(words)]
        for place in choices("organs").pattern.finditer(words):
            if not any(start - place.end() < _AFAR and place.start() - end < _AFAR for start, end in spread):
                yield (
                    choices("organs").meaning(place.group()),
                    sentence.start + place.start(),
                    sentence.start + place.end(),
                )


def _kinds(words: str) -> Iterator[re.Match[str]]:
    yield from _TUMOUR.finditer(words)
    for choice in histologies():
        yield from choice.pattern.finditer(words)


def _is_own(analysed: AnalysedText, start: int, end: int) -> bool:
    said = analysed.assertion_at(start, end)
    return said.experiencer is Experiencer.PATIENT and said.polarity is not Polarity.NEGATED


def _narrowest_first(histology: str) -> Iterator[str]:
    """A kind of tumour, and what is left of it as its qualifiers go: "high-grade serous carcinoma", "serous carcinoma"."""
    while True:
        yield histology
        shorter = _QUALIFIER.sub("", histology, count=1)
        if shorter == histology:
            return
        histology = shorter


@cache
def _organ(site: str) -> str | None:
    """The organ that the words for a place belong to."""
    places = list(choices("organs").pattern.finditer(site))
    return choices("organs").meaning(places[-1].group()) if places else None


def _whole(name: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    found = next((match for match in vocabularies.find(name) if (match.start, match.end) == (0, len(name))), None)
    return found.concept_ids if found else ()
