"""Texts in their order for a patient: the first by the patient's own words, the rest by all that tells what they are about."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from pydantic import BaseModel, Field

from osler.core.language import analyse
from osler.trials.kinship import is_disease
from osler.trials.retrieval.person import person_factor
from osler.trials.retrieval.query import QueryOptions, patient_names, patient_weights, told_of_patient
from osler.trials.retrieval.texts import TrialTexts
from osler.trials.retrieval.words import words_of


class RankingOptions(BaseModel):
    """How a ranking is made."""

    query: QueryOptions = Field(default_factory=QueryOptions)
    penalty: float = Field(
        default=0.5, gt=0, le=1, description="What a text for another age or sex keeps of its score."
    )
    head: int = Field(default=5, ge=0, description="So many come by the patient's own words alone.")
    telling: int = Field(default=25, ge=1, description="So many of the first texts tell which diseases it may be.")


def rank_for_patient(
    note: str, age: float | None, sex: str | None, index: TrialTexts, options: RankingOptions | None = None
) -> list[str]:
    """The ids of the texts, best first.

    A patient's words find few of the trials for a disease that the note only describes; the trials which they do find
    name it. So the first places are the patient's own, and the rest go to what all views of the texts agree on: the
    words, the concepts they name, what the patient's words and the note as a whole are about, and the diseases that the
    first texts by either speak of.
    """
    chosen, vocabularies = options or RankingOptions(), index.vocabularies
    text = analyse(note, vocabularies)
    fits = [person_factor(index.texts[name], age, sex, chosen.penalty) for name in index.ids]

    def fitting(scores: Mapping[int, float]) -> dict[int, float]:
        return {place: score * fits[place] for place, score in scores.items()}

    told = told_of_patient(text, vocabularies, chosen.query)
    said = patient_weights(text, told, index.words, chosen.query)
    named = patient_names(told, index.names, vocabularies, chosen.query)
    whole = Counter(words_of(note))
    own = fitting(index.words.scores(said))
    first = index.words.ranked(own)
    also = index.words.ranked(fitting(index.words.scores(whole)))
    views = [
        own,
        fitting(index.names.scores(named)),
        fitting(index.topics.likeness(said)),
        fitting(index.topics.likeness(whole)),
        fitting(index.names.scores(_spoken_of([first[: chosen.telling], also[: chosen.telling]], index))),
    ]
    head = first[: chosen.head]
    taken = set(head)
    rest = [place for place in index.words.ranked(_summed(views)) if place not in taken]
    return [index.ids[place] for place in [*head, *rest]]


def _summed(views: Sequence[Mapping[int, float]]) -> dict[int, float]:
    """The sum of scores, each as a share of its view's best (Fox and Shaw 1994); every view counts alike."""
    scores: dict[int, float] = defaultdict(float)
    for view in views:
        best = max(view.values(), default=0.0)
        for place, score in view.items():
            scores[place] += score / best if best else 0.0
    return scores


def _spoken_of(lists: Sequence[Sequence[int]], index: TrialTexts) -> dict[str, float]:
    """The diseases that the first texts name, by the text's place in its list and by their share of its diseases."""
    weights: dict[str, float] = defaultdict(float)
    for rank, place in chain.from_iterable(map(enumerate, lists)):
        named = index.names.counts[place].items()
        diseases = {name: times for name, times in named if is_disease(name, index.vocabularies)}
        trust = 1 / (1 + math.log(1 + rank)) / max(1, sum(diseases.values()))
        for name, times in diseases.items():
            weights[name] += times * trust
    return weights
