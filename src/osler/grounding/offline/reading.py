"""What a text speaks of: phrases typed by their heads, and names that the vocabularies know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.terminology import Match, SemanticType, vocabulary
from osler.grounding.offline.lexicon import Lexicon, lexicon
from osler.grounding.offline.phrases import Phrase, Word, phrases
from osler.grounding.types import AgenticAction, CriterionText, ExtractedEntityAction

_JOINS = frozenset({"or", "and", ",", "/", ", or", ", and", "and /", "and / or", "or /"})


class Found(NamedTuple):
    """An entity of a text, and the term it is searched under."""

    start: int
    end: int
    type: SemanticType
    term: str


def extract_offline(criteria: Sequence[CriterionText]) -> AgenticAction:
    """The policy of the extraction step."""
    entities = [
        ExtractedEntityAction(
            criterion_id=criterion.id,
            text=criterion.text[found.start : found.end],
            entity_type=found.type.value,
            search_term=found.term,
            span_start=found.start,
            span_end=found.end,
        )
        for criterion in criteria
        for found in find_entities(criterion)
    ]
    return AgenticAction(action_type="extract", entities=entities)


def find_entities(criterion: CriterionText) -> list[Found]:
    """The entities of a criterion or a note, in order."""
    if criterion.criteria_type == "note":
        return list(_in_note(criterion.text))
    return Reader(criterion.text).entities()


def _in_note(text: str) -> Iterator[Found]:
    for match in vocabulary().find(text):
        kinds = [kind for concept in match.concept_ids if (kind := concept_type(concept))]
        if kinds:
            yield Found(match.start, match.end, kinds[0], text[match.start : match.end])


class Reader:
    """One criterion on its way from words to entities."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: Lexicon = lexicon()
        self.phrases = phrases(text, self.words)
        self.matches = vocabulary().find(text)

    def entities(self) -> list[Found]:
        """Each phrase's entities, and those of phrases that lack a word their neighbour has."""
        found: list[Found] = []
        for index, phrase in enumerate(self.phrases):
            found += self._in_phrase(phrase, index)
        return sorted(dict.fromkeys(found))

    def _in_phrase(self, phrase: Phrase, index: int) -> Iterable[Found]:
        words = self._stripped(phrase.words)
        if not words:
            return []
        inside = [match for match in self.matches if words[0].start <= match.start and match.end <= words[-1].end]
        kind = self._kind(words, inside, phrase)
        if kind is None:
            return [self._named(match) for match in inside if match_type(match.concept_ids)]
        if len(words) == 1 and words[0].lower in self.words.ignored:
            return []
        return [self._found(words, kind)]

    def _stripped(self, words: list[Word]) -> list[Word]:
        """Without the words of degree at its beginning, unless they begin a name."""
        first = 0
        while first < len(words) - 1 and words[first].lower in self.words.qualifiers:
            if any(match.start == words[first].start and match.end > words[first].end for match in self.matches):
                break
            first += 1
        return words[first:]

    def _kind(self, words: list[Word], inside: list[Match], phrase: Phrase) -> SemanticType | None:
        head = self.words.head_type(words[-1].lower)
        at_end = [match for match in inside if match.end == words[-1].end]
        whole = next((match for match in at_end if match.start == words[0].start), None)
        if whole is not None and len(words) > 1:
            kind = match_type(whole.concept_ids)
            return head if head is not None else kind
        if head is not None:
            return head
        if at_end:
            longest = min(at_end, key=lambda match: match.start)
            return match_type(longest.concept_ids)
        if phrase.value_follows and len(words) <= 4:
            return SemanticType.LAB_VALUE
        return None

    def _named(self, match: Match) -> Found:
        kind = match_type(match.concept_ids) or SemanticType.CONDITION
        return Found(match.start, match.end, kind, self.text[match.start : match.end])

    def _found(self, words: list[Word], kind: SemanticType) -> Found:
        start, end = words[0].start, words[-1].end
        return Found(start, end, kind, " ".join(word.text for word in words))


@lru_cache(maxsize=100_000)
def concept_type(concept_id: str) -> SemanticType | None:
    """The type of a concept of the bundled vocabularies."""
    concept = vocabulary().concept(concept_id)
    return concept.semantic_type if concept else None


@lru_cache(maxsize=100_000)
def match_type(concept_ids: tuple[str, ...]) -> SemanticType | None:
    """The type that a name has in a criterion, where a phenotype is a condition."""
    for concept_id in concept_ids:
        kind = concept_type(concept_id)
        if kind is SemanticType.PHENOTYPE:
            return SemanticType.CONDITION
        if kind is not None:
            return kind
    return None
