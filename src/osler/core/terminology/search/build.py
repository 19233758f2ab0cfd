"""Compiling the search index of a vocabulary from its concepts."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from osler.core.terminology.compiling import Arrays
from osler.core.terminology.search.arrays import Lists, Lookup, pack_texts
from osler.core.terminology.search.normal import bag_key, normalise, stems
from osler.core.terminology.types import Concept, SemanticType

INDEX_FORMAT = 11
SEMANTIC_TYPES = tuple(SemanticType)


class Counts(NamedTuple):
    """How much an index holds."""

    concepts: int
    names: int


class _Collected:
    """Names, words and who they belong to, while concepts stream by."""

    def __init__(self) -> None:
        self.concept_ids: list[str] = []
        self.semantic_types = array("B")
        self.vocabularies: dict[str, int] = {}
        self.vocabulary_of = array("B")
        self.rows: dict[str, int] = {}
        self.row_of_name, self.concept_of_name = array("I"), array("I")
        self.tokens: dict[str, int] = {}
        self.token_of_word, self.row_of_word = array("I"), array("I")
        self.bags: list[str] = []
        self.codes: list[str] = []
        self.concept_of_code = array("I")

    def add(self, concept: Concept) -> None:
        number = len(self.concept_ids)
        self.concept_ids.append(concept.id)
        self.semantic_types.append(SEMANTIC_TYPES.index(concept.semantic_type))
        self.vocabulary_of.append(self.vocabularies.setdefault(concept.vocabulary, len(self.vocabularies)))
        codes = (f"{system}:{code}" for system, listed in concept.xrefs.items() for code in listed)
        for code in dict.fromkeys((concept.id, *codes)):
            self.codes.append(code.upper())
            self.concept_of_code.append(number)
        own = dict.fromkeys(filter(None, (normalise(name) for name in (concept.name, *concept.synonyms))))
        for name in own:
            self.row_of_name.append(self._row(name))
            self.concept_of_name.append(number)

    def _row(self, normal: str) -> int:
        row = self.rows.setdefault(normal, len(self.rows))
        if row == len(self.bags):
            words = stems(normal)
            self.bags.append(bag_key(words))
            for word in dict.fromkeys(words):
                self.token_of_word.append(self.tokens.setdefault(word, len(self.tokens)))
                self.row_of_word.append(row)
        return row


def build_index(concepts: Iterable[Concept]) -> Arrays:
    """The arrays of the search index of `concepts`."""
    collected = _Collected()
    for concept in concepts:
        collected.add(concept)
    return {
        "format": np.asarray([INDEX_FORMAT]),
        **_concept_arrays(collected),
        **_name_arrays(collected),
        **_token_arrays(list(collected.tokens)),
    }


def count_index(arrays: Arrays) -> Counts:
    """How much a built index holds."""
    return Counts(len(arrays["semantic_type"]), len(arrays["owners.values"]))


def _concept_arrays(collected: _Collected) -> Arrays:
    return {
        **pack_texts("concept_id", collected.concept_ids),
        **Lookup.pack("concept_id", collected.concept_ids),
        **pack_texts("vocabularies", list(collected.vocabularies)),
        "semantic_type": np.frombuffer(collected.semantic_types, dtype=np.uint8),
        "vocabulary": np.frombuffer(collected.vocabulary_of, dtype=np.uint8),
        **Lookup.pack("code", collected.codes),
        "concept_of_code": np.frombuffer(collected.concept_of_code, dtype=np.uint32),
    }


def _name_arrays(collected: _Collected) -> Arrays:
    names = list(collected.rows)
    name_rows = np.frombuffer(collected.row_of_name, dtype=np.uint32)
    name_concepts = np.frombuffer(collected.concept_of_name, dtype=np.uint32)
    word_tokens = np.frombuffer(collected.token_of_word, dtype=np.uint32)
    word_rows = np.frombuffer(collected.row_of_word, dtype=np.uint32)
    frequency = np.bincount(word_tokens, minlength=len(collected.tokens))
    weights = np.log(1 + len(names) / (1 + frequency)).astype(np.float32)
    return {
        **pack_texts("name", names),
        **Lookup.pack("name", names),
        **Lookup.pack("bag", collected.bags),
        **Lookup.pack("compact", [name.replace(" ", "") for name in names]),
        **Lists.pack("owners", name_rows, name_concepts, len(names)),
        **Lists.pack("names_of", name_concepts, name_rows, len(collected.concept_ids)),
        **Lists.pack("rows_with", word_tokens, word_rows, len(collected.tokens)),
        **Lists.pack("words_of", word_rows, word_tokens, len(names)),
        "token_weight": weights,
        "name_weight": np.bincount(word_rows, weights=weights[word_tokens], minlength=len(names)).astype(np.float32),
    }


def _token_arrays(tokens: list[str]) -> Arrays:
    grams: dict[str, int] = {}
    gram_numbers, token_numbers = array("I"), array("I")
    for number, token in enumerate(tokens):
        for gram in trigrams(token):
            gram_numbers.append(grams.setdefault(gram, len(grams)))
            token_numbers.append(number)
    keys = np.frombuffer(gram_numbers, dtype=np.uint32)
    return {
        **pack_texts("token", tokens),
        **Lookup.pack("token", tokens),
        **Lookup.pack("gram", list(grams)),
        **Lists.pack("tokens_with", keys, np.frombuffer(token_numbers, dtype=np.uint32), len(grams)),
    }


def trigrams(token: str) -> list[str]:
    """The distinct runs of three letters of a token with its ends marked."""
    marked = f"^{token}$"
    return list(dict.fromkeys(marked[place : place + 3] for place in range(len(marked) - 2)))
