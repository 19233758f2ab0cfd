"""Texts in their order for a patient: first by the patient's own words, further down by what the first ones speak of."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import islice

from pydantic import BaseModel, Field

from osler.core.language import analyse
from osler.core.terminology import Vocabularies
from osler.trials.retrieval.index import Weights, WordIndex
from osler.trials.retrieval.person import person_factor
from osler.trials.retrieval.query import QueryOptions, patient_weights
from osler.trials.retrieval.words import words_of

_FUSION, _FUSED_DEPTH = 60, 400


class RankingOptions(BaseModel):
    """How a ranking is made."""

    query: QueryOptions = Field(default_factory=QueryOptions)
    penalty: float = Field(
        default=0.5, gt=0, le=1, description="What a text for another age or sex keeps of its score."
    )
    head: int = Field(default=8, ge=0, description="So many come by the patient's own words alone.")
    feedback_texts: int = Field(default=25, ge=1, description="Texts whose words widen the query for the rest.")
    feedback_words: int = Field(default=60, ge=0)
    feedback_weight: float = Field(default=0.4, ge=0)
    pool: int = Field(default=100, ge=0, description="So many are chosen by the words of the first texts.")
    pool_weight: float = Field(default=1.2, ge=0, description="How much those words count in that choice.")


def rank_for_patient(
    note: str,
    age: float | None,
    sex: str | None,
    index: WordIndex,
    vocabularies: Vocabularies,
    options: RankingOptions | None = None,
) -> list[str]:
    """The ids of the texts, best first.

    A patient's words find few of the trials for a disease that the note only describes; the trials which they do find
    name it. So the first places are the patient's own, and the rest are found with the words of the first.
    """
    chosen = options or RankingOptions()
    weights = patient_weights(analyse(note, vocabularies), index, vocabularies, chosen.query)
    fits = {place: person_factor(index.texts[name], age, sex, chosen.penalty) for place, name in enumerate(index.ids)}

    def ranked(query: Weights) -> list[int]:
        return index.ranked(_fitting(index.scores(query), fits))

    first = ranked(weights)
    whole: Weights = Counter(words_of(note))
    plain = index.ranked(index.scores(whole))

    def widened(share: float) -> list[list[int]]:
        # What the findings bring up, and what the note as it stands brings up: each knows trials that the other misses.
        marked = chosen.model_copy(update={"feedback_weight": share})
        return [ranked(_widened(weights, first, index, marked)), ranked(_widened(whole, plain, index, marked))]

    # Which trials come at all is best told by the words of the first texts, in which order by the patient's own as well.
    order = _fused(first, *widened(chosen.feedback_weight))
    head = first[: chosen.head]
    taken = set(head)
    further = (place for place in _fused(*widened(chosen.pool_weight)) if place not in taken)
    pool = set(islice(further, max(0, chosen.pool - len(head))))
    later = [place for place in order if place not in taken]
    inside = [place for place in later if place in pool]
    return [index.ids[place] for place in [*head, *inside, *(place for place in later if place not in pool)]]


def _fused(*lists: list[int]) -> list[int]:
    """Reciprocal rank fusion (Cormack, Clarke and Buettcher 2009)."""
    scores: dict[int, float] = defaultdict(float)
    for ranked in lists:
        for rank, place in enumerate(ranked[:_FUSED_DEPTH]):
            scores[place] += 1 / (_FUSION + rank)
    fused = sorted(scores, key=lambda place: (-scores[place], place))
    return [*fused, *(place for place in lists[0] if place not in scores)]


def _fitting(scores: Mapping[int, float], fits: Mapping[int, float]) -> dict[int, float]:
    return {place: score * fits[place] for place, score in scores.items()}


def _widened(weights: Weights, found: list[int], index: WordIndex, options: RankingOptions) -> dict[str, float]:
    """The query with the words that mark the best texts it found (pseudo-relevance feedback)."""
    best = found[: options.feedback_texts]
    marks: dict[str, float] = defaultdict(float)
    for rank, place in enumerate(best):
        trust = 1 / (1 + math.log(1 + rank)) / max(1, index.lengths[place])
        for word, times in index.counts[place].items():
            if len(word) > 2 and not word.isdigit() and len(index.postings[word]) < 0.2 * len(index):
                marks[word] += times * trust
    ranked = sorted(marks, key=lambda word: (-marks[word] * index.rarity(word), word))[: options.feedback_words]
    if not ranked or not weights:
        return dict(weights)
    most = marks[ranked[0]] * index.rarity(ranked[0])
    share = options.feedback_weight * max(weights.values()) / most
    widened = dict(weights)
    for word in ranked:
        widened[word] = widened.get(word, 0.0) + share * marks[word] * index.rarity(word)
    return widened
