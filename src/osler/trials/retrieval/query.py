"""A patient as a weighted query: findings and diagnoses that hold, first what the patient comes with, their other names, and what they may be."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from osler.core.language import AnalysedText, Experiencer, Mention, Polarity, analyse
from osler.core.safety import note_red_flags
from osler.core.terminology import SemanticType, Vocabularies
from osler.trials.kinship import is_disease
from osler.trials.retrieval.index import WordIndex
from osler.trials.retrieval.texts import as_one
from osler.trials.retrieval.words import stem, words_of
from osler.yaml_reader import packaged_yaml

_FINDINGS = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})
_CARE = frozenset({SemanticType.PROCEDURE, SemanticType.MEDICATION})
_PREFIXES = frozenset({"non", "non-"})
_TYPICAL_RARITY = 5.0
_SYNONYMS, _CODES = 3, 2


class QueryOptions(BaseModel):
    """How much the parts of a query count."""

    opening: float = Field(default=2.0, gt=0, description="What the first sentence tells, against the rest.")
    care: float = Field(default=0.45, ge=0, description="Treatments and procedures, against findings.")
    other_names: float = Field(default=0.3, ge=0, description="Words of other names, against the note's own.")
    suspected: float = Field(
        default=1.0, ge=0, description="What the findings together may be by the red flags, against a finding."
    )
    rest: float = Field(default=0.15, ge=0, description="Every other word of the note.")
    rarity_power: float = Field(default=0.5, ge=0, description="How much rare words gain beyond their BM25 weight.")


class Told(NamedTuple):
    """Something that counts in a search for a patient."""

    name: str
    codes: tuple[str, ...]
    weight: float
    other_names: tuple[str, ...] = ()


def told_of_patient(text: AnalysedText, vocabularies: Vocabularies, options: QueryOptions | None = None) -> list[Told]:
    """What a note tells and what its findings may be together; what is denied, or of relatives, is not among it."""
    chosen = options or QueryOptions()
    found = []
    for mention in text.mentions:
        weight = _weight(mention, text.text, vocabularies, chosen)
        if weight:
            codes = mention.concept_ids
            names = (name for code in codes[:_CODES] for name in vocabularies.names.names(code)[: _SYNONYMS + 1])
            found.append(Told(mention.text, tuple(codes), weight, tuple(names)))
    feared = _suspected(text, vocabularies)
    return [*found, *(Told(one.text, tuple(one.concept_ids), chosen.suspected) for one in feared)]


def patient_weights(
    text: AnalysedText, told_of: Sequence[Told], index: WordIndex, options: QueryOptions | None = None
) -> dict[str, float]:
    """The words to search with, each with its weight."""
    chosen = options or QueryOptions()
    weights: dict[str, float] = defaultdict(float)
    for told in told_of:
        _raise(weights, told.name, told.weight)
        for name in told.other_names:
            _raise(weights, name, told.weight * chosen.other_names)
    for word in set(words_of(text.text)):
        weights[word] += chosen.rest
    return _by_rarity(weights, index, chosen)


def patient_names(
    told_of: Sequence[Told], index: WordIndex, vocabularies: Vocabularies, options: QueryOptions | None = None
) -> dict[str, float]:
    """The concepts to search with, each with its weight."""
    chosen = options or QueryOptions()
    weights: dict[str, float] = defaultdict(float)
    for told in told_of:
        for concept in as_one(told.codes, vocabularies):
            weights[concept] = max(weights[concept], told.weight)
    return _by_rarity(weights, index, chosen)


def _by_rarity(weights: Mapping[str, float], index: WordIndex, options: QueryOptions) -> dict[str, float]:
    """Weights in which what few texts have gains."""
    return {
        word: weight * (index.rarity(word) / _TYPICAL_RARITY) ** options.rarity_power
        for word, weight in weights.items()
    }


def _suspected(text: AnalysedText, vocabularies: Vocabularies) -> Iterator[Mention]:
    """What the red flags take the findings together for, as a stroke or a pneumonia that the note does not name."""
    for flag in note_red_flags(text):
        if flag.standing == "present":
            told = analyse(flag.title, vocabularies).mentions
            yield from (mention for mention in told if mention.semantic_type in _FINDINGS)


def _weight(mention: Mention, text: str, vocabularies: Vocabularies, options: QueryOptions) -> float:
    """How much a mention counts: most what the patient comes with, nothing what is denied, of relatives or only feared."""
    kind, said = mention.semantic_type, mention.assertion
    if said.experiencer is not Experiencer.PATIENT or kind not in _FINDINGS | _CARE:
        return 0.0
    if kind in _CARE and _pattern("every_visit").fullmatch(mention.text.casefold()):
        return 0.0
    opening = options.opening if mention.sentence_index == 0 else 1.0
    if said.polarity is Polarity.POSSIBLE:
        # The diagnosis that a note comes to is what a trial is sought for; a symptom or test that may come is not.
        return 1.0 if kind in _FINDINGS and _is_disease(mention, vocabularies) else 0.0
    if _is_sought(mention, text):
        return opening
    if said.polarity is not Polarity.PRESENT and not _denied_as_a_kind(mention, text):
        return 0.0
    return (1.0 if kind in _FINDINGS else options.care) * opening


def _is_disease(mention: Mention, vocabularies: Vocabularies) -> bool:
    """Whether something is a disease, whichever vocabulary has the name first."""
    if mention.semantic_type is SemanticType.CONDITION:
        return True
    return any(is_disease(code, vocabularies) for code in mention.concept_ids if not code.startswith("HP:"))


def _is_sought(mention: Mention, text: str) -> bool:
    """Whether a patient comes for something that is not there yet: for advice on it, or to prevent it."""
    if mention.assertion.polarity is not Polarity.HYPOTHETICAL or mention.semantic_type not in _FINDINGS:
        return False
    cues = (text[cue.start : cue.end].casefold() for cue in mention.assertion.cues)
    return any(_pattern("sought").search(cue) for cue in cues)


def _denied_as_a_kind(mention: Mention, text: str) -> bool:
    """Whether only the word before is denied: a non-ruptured aneurysm is an aneurysm."""
    cues = [text[cue.start : cue.end].casefold() for cue in mention.assertion.cues if cue.category == "negated"]
    return mention.assertion.negated and bool(cues) and all(cue in _PREFIXES for cue in cues) and " " in mention.text


def _raise(weights: dict[str, float], name: str, weight: float) -> None:
    for word in set(words_of(name)) - _general():
        weights[word] = max(weights[word], weight)


@cache
def _rules() -> dict[str, Any]:
    loaded: dict[str, Any] = packaged_yaml("osler.trials.retrieval", "query.yml")
    return loaded


@cache
def _general() -> frozenset[str]:
    return frozenset(stem(word) for word in _rules()["general"].split())


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_rules()[name].replace("\n", "").replace(" |", "|"))
