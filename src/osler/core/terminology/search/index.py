"""An open search index: everything stays on disk and is mapped, so opening costs nothing and processes share it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator

import numpy as np

from osler.core.terminology.compiling import Arrays
from osler.core.terminology.search.arrays import Lists, Lookup, texts
from osler.core.terminology.search.build import INDEX_FORMAT, SEMANTIC_TYPES, Counts
from osler.core.terminology.types import Concept, SemanticType
from osler.errors import DataError


class SearchIndex:
    """The names of one vocabulary (or bundle), reachable by spelling, by words and by letters."""

    def __init__(self, arrays: Arrays) -> None:
        if int(arrays["format"][0]) != INDEX_FORMAT:
            raise DataError("the search index is of another version of Osler", mend="import the vocabulary again")
        self.vocabularies = texts(arrays, "vocabularies").all()
        self.concept_ids = texts(arrays, "concept_id")
        self.names = texts(arrays, "name")
        self.tokens = texts(arrays, "token")
        self.owners = Lists(arrays, "owners")
        """Concepts of a name."""
        self.names_of = Lists(arrays, "names_of")
        """Names of a concept, its preferred one first."""
        self.rows_with = Lists(arrays, "rows_with")
        """Names with a word."""
        self.words_of = Lists(arrays, "words_of")
        """Words of a name."""
        self.tokens_with = Lists(arrays, "tokens_with")
        """Words with a run of three letters."""
        self.token_weight = arrays["token_weight"]
        """How much a word says: rare words say more."""
        self.name_weight = arrays["name_weight"]
        """How much the words of a name say together."""
        self._name, self._bag = Lookup(arrays, "name"), Lookup(arrays, "bag")
        self._compact, self._token = Lookup(arrays, "compact"), Lookup(arrays, "token")
        self._gram, self._concept = Lookup(arrays, "gram"), Lookup(arrays, "concept_id")
        self._code, self._concept_of_code = Lookup(arrays, "code"), arrays["concept_of_code"]
        self._semantic_type, self._vocabulary = arrays["semantic_type"], arrays["vocabulary"]

    def concept_number(self, concept_id: str) -> int | None:
        return next((n for n in self._concept.find(concept_id) if self.concept_ids[n] == concept_id), None)

    def concepts_by_code(self, code: str) -> list[int]:
        """Concepts with this id or cross-reference, written SYSTEM:CODE in capitals; own ids first."""
        found = [int(self._concept_of_code[place]) for place in self._code.find(code)]
        return sorted(dict.fromkeys(found), key=lambda number: self.concept_ids[number].upper() != code)

    def row(self, normal: str) -> int | None:
        """The name with exactly this normalised form."""
        return next((row for row in self._name.find(normal) if self.names[row] == normal), None)

    def rows_by_bag(self, key: str) -> list[int]:
        """Names with the same words in any order or ending."""
        return self._bag.find(key)

    def rows_by_letters(self, normal: str) -> list[int]:
        """Names that differ only in where their spaces are."""
        compact = normal.replace(" ", "")
        return [row for row in self._compact.find(compact) if self.names[row].replace(" ", "") == compact]

    def token(self, word: str) -> int | None:
        return next((number for number in self._token.find(word) if self.tokens[number] == word), None)

    def gram(self, letters: str) -> int | None:
        return next(iter(self._gram.find(letters)), None)

    @property
    def unseen_weight(self) -> float:
        """The weight of a word that no name has."""
        return math.log(1 + len(self.names))

    def is_preferred(self, row: int, concept: int) -> bool:
        return int(self.names_of[concept][0]) == row

    def type_of(self, concept: int) -> SemanticType:
        return SEMANTIC_TYPES[int(self._semantic_type[concept])]

    def sizes(self) -> dict[str, Counts]:
        """How many concepts and names each vocabulary of the index has."""
        concepts = np.bincount(self._vocabulary, minlength=len(self.vocabularies))
        names = np.bincount(self._vocabulary, weights=self.names_of.sizes(), minlength=len(self.vocabularies))
        return {
            name: Counts(int(concepts[number]), int(names[number])) for number, name in enumerate(self.vocabularies)
        }

    def vocabulary_of(self, concept: int) -> str:
        return self.vocabularies[int(self._vocabulary[concept])]


def pack_concepts(concepts: Iterable[Concept]) -> Arrays:
    """Concepts as arrays, for vocabularies that have no store of their own."""
    # One growing block instead of millions of strings: a whole UMLS release passes through here.
    block, offsets = bytearray(), array("q", [0])
    for concept in concepts:
        block += concept.model_dump_json(exclude_defaults=True).encode()
        offsets.append(len(block))
    return {"concept.block": np.frombuffer(block, dtype=np.uint8), "concept.offsets": np.frombuffer(offsets, np.int64)}


class ConceptTable:
    """The concepts that an index was built from, read one at a time."""

    def __init__(self, index: SearchIndex, arrays: Arrays) -> None:
        self._index = index
        self._lines = texts(arrays, "concept")

    def concept(self, concept_id: str) -> Concept | None:
        number = self._index.concept_number(concept_id)
        return None if number is None else Concept.model_validate_json(self._lines[number])

    def concepts(self) -> Iterator[Concept]:
        """Every concept, one at a time."""
        return (Concept.model_validate_json(self._lines[number]) for number in range(len(self._lines)))
