"""Which names of an index a query matches, and how well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from osler.core.terminology.search.contrast import contradicts, is_opposed, only_qualifies
from osler.core.terminology.search.index import SearchIndex
from osler.core.terminology.search.normal import bag_key, meaningful, stem, stems
from osler.core.terminology.search.paraphrase import variants
from osler.core.terminology.search.words import Word, read_word
from osler.core.terminology.types import SemanticType

MatchGround = Literal[
    "exact", "synonym", "abbreviation", "stemmed", "paraphrase", "misspelt", "overlap", "semantic", "code"
]
"""Why a name matched; `misspelt` and `overlap` are told apart because they are right in different measure."""

_POSTINGS = 60_000
_RESCORED = 120
_WORTH_A_LOOK = 0.25
_LETTERS_SHARE = 0.2
_CONTRADICTED = 0.6
_LEAST = 0.35
_MOST_WORDS = 24
_LONG_NAME = 12
_PROPER_NAMES = (SemanticType.MEDICATION, SemanticType.BIOMARKER)


class NameMatch(NamedTuple):
    """A concept that one of its names brought up."""

    concept: int
    row: int
    ground: MatchGround
    score: float


Accept = Callable[[int, int], bool]
"""Whether a (name, concept) pair may be an answer."""


def exact_hits(index: SearchIndex, normal: str, accept: Accept) -> list[NameMatch]:
    """Concepts with a name that is the query."""
    row = index.row(normal)
    if row is None:
        return []
    hits = []
    for concept in index.owners[row].tolist():
        if accept(row, concept):
            preferred = index.is_preferred(row, concept)
            hits.append(NameMatch(concept, row, "exact" if preferred else "synonym", 1.0 if preferred else 0.99))
    return hits


def reordered_hits(index: SearchIndex, normal: str, accept: Accept) -> list[NameMatch]:
    """Concepts with a name of the same words in another order or form, or with other spaces."""
    key = bag_key(stems(normal))
    same_words = [row for row in index.rows_by_bag(key) if bag_key(stems(index.names[row])) == key]
    hits = []
    for row in dict.fromkeys((*same_words, *index.rows_by_letters(normal))):
        name = index.names[row]
        score = 0.9 + 0.08 * fuzz.token_sort_ratio(normal, name) / 100
        if name != normal and not _is_another_class(normal, name):
            hits += [NameMatch(c, row, "stemmed", score) for c in index.owners[row].tolist() if accept(row, c)]
    return hits


def _is_another_class(normal: str, name: str) -> bool:
    """Whether one of two names ends in the letter A and the other lacks it: there it is a class and no article."""
    one, other = normal.split(), name.split()
    return (one[-1:] == ["a"] and "a" not in other) or (other[-1:] == ["a"] and "a" not in one)


def paraphrase_hits(index: SearchIndex, normal: str, accept: Accept) -> list[NameMatch]:
    """Concepts with a name that says the query in other words."""
    hits = []
    for variant in variants(meaningful(normal)):
        key = bag_key(tuple(stem(word) for word in variant.words))
        for row in index.rows_by_bag(key):
            name = index.names[row]
            if bag_key(stems(name)) == key and not is_opposed(normal, name) and not _is_another_class(normal, name):
                score = 0.98 * variant.reliability
                hits += [NameMatch(c, row, "paraphrase", score) for c in index.owners[row].tolist() if accept(row, c)]
    return hits


def near_hits(
    index: SearchIndex, normal: str, accept: Accept, as_written: frozenset[str] = frozenset()
) -> list[NameMatch]:
    """Concepts with a name that shares most of what the query's words say.

    Words of `as_written` are acronyms and markers: one letter more is another one, not a slip of the pen.
    """
    words = [
        read_word(index, word, may_be_misspelt=word not in as_written)
        for word in dict.fromkeys(meaningful(normal)[:_MOST_WORDS])
    ]
    total = sum(word.weight for word in words)
    if not total:
        return []
    ground: MatchGround = "misspelt" if any(word.misspelt for word in words) else "overlap"
    said = frozenset(normal.split())
    hits = []
    weighed = [_weighed(index, word) for word in words]
    for row in _promising(index, words, total):
        name = index.names[row]
        score = _score(index, row, name, weighed, total)
        if score < _WORTH_A_LOOK:
            continue
        score = (1 - _LETTERS_SHARE) * score + _LETTERS_SHARE * fuzz.token_sort_ratio(normal, name) / 100
        if score < _LEAST or is_opposed(normal, name):
            continue  # what follows makes no score better
        named = frozenset(name.split())
        # "Hypertention" is hypertension, though that word also qualifies others; of more words it leaves too much unsaid.
        if contradicts(said, named) or (len(named) < len(said) and only_qualifies(named)):
            score *= _CONTRADICTED
        if score >= _LEAST:
            hits += [NameMatch(c, row, ground, score) for c in index.owners[row].tolist() if accept(row, c)]
    return _with_margin(index, hits, normal) if ground == "misspelt" else hits


def _with_margin(index: SearchIndex, hits: list[NameMatch], normal: str) -> list[NameMatch]:
    """Misspelt names, but proper names only where one slip leads to them, and to no other proper name as well.

    Drugs and genes are called by made-up words that lie close together: Synthroid is two letters from Synthrom.
    """
    slips = {
        hit: OSA.distance(normal, index.names[hit.row]) for hit in hits if index.type_of(hit.concept) in _PROPER_NAMES
    }
    allowed = 1 if len(normal) < _LONG_NAME else 2
    nearest = min(slips.values(), default=0)
    rivals = {index.names[hit.row] for hit, distance in slips.items() if distance == nearest}
    kept = []
    for hit in hits:
        if hit not in slips:
            kept.append(hit)
        elif slips[hit] <= allowed:
            tied = slips[hit] > nearest or len(rivals) > 1
            kept.append(hit._replace(score=hit.score * _CONTRADICTED) if tied else hit)
    return kept


def _promising(index: SearchIndex, words: list[Word], total: float) -> list[int]:
    """The names worth a closer look, found through the rarest words."""
    lists, gains, taken = [], [], 0
    readings = [(reading, word.weight) for word in words for reading in word.readings]
    readings.sort(key=lambda pair: index.rows_with.size(pair[0].token))
    for reading, weight in readings:
        size = index.rows_with.size(reading.token)
        if taken and taken + size > _POSTINGS:
            break
        lists.append(index.rows_with[reading.token])
        gains.append(np.full(size, weight * reading.similarity))
        taken += size
    if not lists:
        return []
    names, place = np.unique(np.concatenate(lists), return_inverse=True)
    gained = np.bincount(place, weights=np.concatenate(gains))
    rough = gained / (total + index.name_weight[names])
    if len(names) > _RESCORED:
        names = names[np.argpartition(-rough, _RESCORED)[:_RESCORED]]
    found: list[int] = names.tolist()
    return found


_Weighed = tuple[Word, list[tuple[int, float, float]]]
"""A word of the query with its readings: the token, what it says of the query, and what it says of a name."""


def _weighed(index: SearchIndex, word: Word) -> _Weighed:
    return word, [
        (
            reading.token,
            word.weight * reading.similarity,
            float(index.token_weight[reading.token]) * reading.similarity,
        )
        for reading in word.readings
    ]


def _score(index: SearchIndex, row: int, name: str, words: list[_Weighed], total: float) -> float:
    """Between 0 and 1: what query and name have in common of all that both say."""
    here = set(index.words_of[row].tolist())
    said = understood = 0.0
    for word, readings in words:
        for token, of_query, of_name in readings:
            if token in here and (not word.misspelt or word.is_near(name)):
                said += of_query
                understood += of_name
                here.discard(token)
                break
    return min(1.0, (said + understood) / (total + float(index.name_weight[row])))
