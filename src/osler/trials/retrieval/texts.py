"""The texts of trials, as they can be searched: by their words, by what these name, and by what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache, partial

from osler.core.terminology import Vocabularies
from osler.trials.kinship import names_in, same_as
from osler.trials.retrieval.index import WordIndex
from osler.trials.retrieval.topics import TopicSpace


class TrialTexts:
    """Texts by id, each index over them built when it is first asked for.

    `about` is that part of each text which says what the trial is about, where it is known: criteria name what others have.
    """

    def __init__(
        self, texts: Mapping[str, str], vocabularies: Vocabularies, *, about: Mapping[str, str] | None = None
    ) -> None:
        self.texts = texts
        self._about = texts if about is None else about
        self.vocabularies = vocabularies
        self.ids = list(texts)

    @cached_property
    def words(self) -> WordIndex:
        """By their words."""
        return WordIndex(self.texts)

    @cached_property
    def names(self) -> WordIndex:
        """By the concepts that their words name, whichever name of a concept they use."""
        return WordIndex(self._about, words=partial(named_in, vocabularies=self.vocabularies))

    @cached_property
    def topics(self) -> TopicSpace:
        """By what they are about."""
        return TopicSpace(self.words)


def named_in(text: str, vocabularies: Vocabularies) -> list[str]:
    """The concepts that a text names, as often as it does; what several vocabularies have is one."""
    return [name for match in names_in(text, vocabularies) for name in as_one(match.concept_ids, vocabularies)]


def as_one(codes: Iterable[str], vocabularies: Vocabularies) -> list[str]:
    """The concepts behind codes, each by the same one of its codes."""
    return list(dict.fromkeys(_first_code(code, vocabularies) for code in codes))


@lru_cache(maxsize=20_000)
def _first_code(code: str, vocabularies: Vocabularies) -> str:
    return min(same_as(code, vocabularies))
