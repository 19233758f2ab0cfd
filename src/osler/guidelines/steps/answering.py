"""Whether a passage answers a question: a few signs of both, weighed.

The weights are a logistic regression that `scripts/fit_answering.py` fits on one half of the questions beside it. Each sign
says something that a reader would look at: whether the drug and the disease that are asked about are named, how many of
the other words are spoken of, whether what is asked for (a dose, a target, how long) is there, and how near both are in meaning.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.library import Chunk, passage_sentences, population_of, stems
from osler.core.terminology import SemanticType, Vocabularies
from osler.guidelines.everyday import common_stems, with_clinical_names
from osler.guidelines.steps.focus import Focus, asks_when, focus_of, without_clauses
from osler.guidelines.steps.intent import Intent, acts_of, asks_what_to_give, only_warns, told_by
from osler.guidelines.steps.parts import asking_stems
from osler.guidelines.steps.state_rows import without_state
from osler.guidelines.steps.topic import Term, Topic, Words, is_disease, is_symptom, words_of, words_of_chunk
from osler.yaml_reader import packaged_yaml

_IN_TEXT, _IN_REMARKS = 0.75, 0.4
_OTHER_DRUG = 0.5
"""What remains of a passage where the dose of a drug is asked for and it gives none of it, or speaks of the drug's class only."""
_MISSING = 0.5
"""A name is missing where a passage speaks of it less than this."""
_WARNING = 0.5
"""What remains of the chance of a passage that only speaks against something, where it is asked what to give."""
_LEAST = 0.35
"""The share of what the whole question names of which a passage must speak."""
_NEAR = 0.6
"""The likeness in meaning from which on a passage speaks of enough of a question, whatever its words."""
_NEXT = 5
"""Passages above which the nearest one has to stand out."""
_ANY = 0.25
"""The likeness of a question to any passage: what stands for the passages that a small library does not have."""
_ADDED = 0.08
"""How much nearer a question usually is to its answer than its names alone: what stands for one that names nothing."""
_NUMBER = re.compile(r"\d")
_AMOUNT = re.compile(
    r"\d\s?(?:mg|g|kg|mcg|[µμ]g|micrograms?|milligrams?|grams?|units?|IU|ml|mmol|puffs?|tablets?|drops)\b|(?<!-)\b(?:dos(?:e|es|age|ing)|halve|double)\b",
    re.IGNORECASE,
)
_DOSE_OF = re.compile(
    r"\bdos(?:e|es|age|ing)\s+of\s+(?:the\s+|an?\s+)?(?P<of>[a-z][\w-]{4,})|\b(?P<before>[a-z][\w-]{4,})\s+dos(?:e|es|age|ing)\b",
    re.IGNORECASE,
)


class Signs(NamedTuple):
    """What speaks for and against a passage as the answer to a question; every sign is about between 0 and 1."""

    covered: float
    """The share of the question that it speaks of, less what it cannot tell of what is asked for."""
    drug_missing: float
    disease_missing: float
    """Whether it does not speak of a drug or a disease that the question names."""
    words: float
    """The share, by weight, of the words of the question that are no clinical names and that it has."""
    unheard: float
    """The share of the question that is words which no passage of the library has, as far as it does not have them either."""
    untold: float
    """How far it cannot tell what is asked for: a dose, a target, how long, a treatment."""
    undosed: float
    """Whether a dose is asked for and it gives none of that drug."""
    likeness: float
    """How near question and passage are in meaning; 0 where there are no vectors."""
    stands_out: float
    """How much nearer it is in meaning than the next few passages."""
    beyond_names: float
    """How much nearer the whole question is than its names: what is asked of them is what the passage says of them, or something else."""


class Judged(NamedTuple):
    """A passage held against a question."""

    signs: Signs
    warns: bool
    """Whether it is asked what to give and the passage only speaks against something."""
    told: float
    """How far it can tell what is asked for."""
    titled: float
    enough: bool = True
    """Whether it speaks of enough of the whole question, and says something of it where the question asks with a word that no passage has."""
    doses_it: bool = False
    """Whether the dose of a drug is asked for, and it gives one of that drug."""

    @property
    def of_another_drug(self) -> bool:
        """Whether the dose of a drug is asked for, and it neither gives one of it nor names it."""
        return bool(self.signs.undosed and self.signs.drug_missing)


def judged(
    chunks: Sequence[Chunk],
    topic: Topic,
    asked: str,
    likeness: Mapping[str, float],
    vocabularies: Vocabularies,
    whole: Topic | None = None,
    to_names: Mapping[str, float] | None = None,
) -> dict[str, Judged]:
    """Every passage held against what is asked, by its id; `whole` is the topic of the question that the part is of.

    `likeness` says how near each is in meaning to what is asked, `to_names` to the names alone that the topic has.
    """
    asks = _asked(topic, asked, whole, vocabularies)
    around = _around(chunks, vocabularies)
    # What is asked of a disease at large, many passages tell: none of them has to stand out, or to be nearer than the name.
    names_alone = {} if asks.at_large else to_names or {}
    beside_it = _likeness_of_the_next(likeness)
    found: dict[str, Judged] = {}
    for chunk in chunks:
        title = words_of(" ".join([chunk.title, *chunk.heading]), vocabularies)
        passage = _Passage(chunk, words_of_chunk(chunk, vocabularies), title, around.get(chunk.document_id))
        near = likeness.get(chunk.id, 0.0)
        nearness = _Nearness(
            near,
            stands_out=max(near - beside_it, _ADDED if asks.at_large else -1.0) if near else 0.0,
            beyond_names=near - names_alone.get(chunk.id, max(0.0, near - _ADDED)),
        )
        found[chunk.id] = _held(passage, asks, nearness, vocabularies)
    return found


class _Asked(NamedTuple):
    """What is asked, as every passage is held against it."""

    text: str
    topic: Topic
    whole: Topic | None
    """The topic of the question that this is a part of."""
    intents: list[Intent]
    doses: bool
    wants: bool
    """Whether it is asked what to give."""
    at_large: bool
    unheard: float
    focus: Focus
    begun: list[Term]


def _asked(topic: Topic, text: str, whole: Topic | None, vocabularies: Vocabularies) -> _Asked:
    # A mammogram is a way to screen, and whoever asks for one asks for that.
    intents = acts_of(text, with_clinical_names(text))
    focus = focus_of(text)
    return _Asked(
        text=text,
        topic=topic,
        whole=whole,
        intents=intents,
        doses=any(intent.name == "dose" for intent in intents),
        wants=asks_what_to_give(text, intents, vocabularies),
        at_large=not _asks_more(topic, text, intents),
        unheard=_share([term.weight for term in topic.terms if term.foreign], [term.weight for term in topic.terms]),
        focus=focus,
        begun=_begun(topic, text, focus, vocabularies),
    )


class _Passage(NamedTuple):
    """A passage with its words, those of its headings, and those of all passages found of its document."""

    chunk: Chunk
    said: Words
    title: Words
    around: Words | None

    def spoken(self, topic: Topic) -> Mapping[Term, float]:
        """How far it speaks of each term of a topic."""
        return topic.spoken(self.said, self.title, _beside(self.chunk), self.around)


class _Nearness(NamedTuple):
    """How near a passage is in meaning: to the question, more than the next ones, and more than to the names alone."""

    likeness: float
    stands_out: float
    beyond_names: float


def _held(passage: _Passage, asks: _Asked, nearness: _Nearness, vocabularies: Vocabularies) -> Judged:
    """A passage held against what is asked."""
    chunk, said, title, topic = passage.chunk, passage.said, passage.title, asks.topic
    spoken = passage.spoken(topic)
    told = told_by(chunk, asks.intents, vocabularies)
    covered = topic.coverage(said, title, _beside(chunk), passage.around, nearness.likeness) * told
    undosed = asks.doses and not _doses_it(chunk, topic, asks.text, vocabularies)
    lacking = [term for term, here in spoken.items() if term.clinical and here < _MISSING]
    other = {term: here for term, here in spoken.items() if not term.clinical}
    words = _share([term.weight * here for term, here in other.items()], [term.weight for term in other], 1.0)
    signs = Signs(
        covered=covered * (_OTHER_DRUG if undosed else 1.0),
        drug_missing=any(not is_disease(term, vocabularies) for term in lacking),
        disease_missing=any(is_disease(term, vocabularies) for term in lacking),
        words=words,
        unheard=asks.unheard * (1 - words),
        untold=1 - told,
        undosed=undosed,
        likeness=nearness.likeness,
        stands_out=nearness.stands_out,
        beyond_names=nearness.beyond_names,
    )
    enough = nearness.likeness >= _NEAR or _speaks_of_enough(passage, asks, spoken, words, vocabularies)
    enough = enough and not _is_of_another_disease(spoken, said, vocabularies)
    doses_it = asks.doses and not undosed and any(term.general for term in topic.terms)
    return Judged(signs, asks.wants and only_warns(chunk), told, topic.coverage(title), enough, doses_it)


def _speaks_of_enough(
    passage: _Passage, asks: _Asked, spoken: Mapping[Term, float], words: float, vocabularies: Vocabularies
) -> bool:
    """Whether a passage speaks of enough of the whole question, and says something of it."""
    chunk, whole = passage.chunk, asks.whole or asks.topic
    together = spoken if asks.whole is None else passage.spoken(asks.whole)
    return (
        _share_of_matter(whole, together, words) >= _LEAST
        and _says_something(chunk, vocabularies)
        and not (asks.begun and _names_in_passing(chunk, asks.begun, asks.topic, vocabularies))
        and _has_what_is_strange(spoken, asks.focus, _is_specific(chunk, whole, asks.intents, vocabularies))
    )


def _likeness_of_the_next(likeness: Mapping[str, float]) -> float:
    """How near the few passages behind the nearest are, on average."""
    nearest = [*sorted(likeness.values(), reverse=True)[1 : 1 + _NEXT], *[_ANY] * _NEXT][:_NEXT]
    return sum(nearest) / _NEXT


def _asks_more(topic: Topic, asked: str, intents: Sequence[Intent]) -> bool:
    """Whether a question says more than its names and words for what kind of answer is wanted, which are looked for by themselves."""
    for intent in intents:
        asked = intent.asks.sub(" ", asked)
    left = set(stems(asked))
    return any(not (term.clinical or term.thing) and term.stems & left for term in topic.terms)


def _share_of_matter(topic: Topic, spoken: Mapping[Term, float], nothing: float) -> float:
    """The share, by weight, of what a topic names that a passage speaks of; `nothing` where it names nothing."""
    # Beside what is asked about, symptoms tell of the person.
    matter = [term for term in topic.matter if not is_symptom(term.concepts, topic.vocabularies)] or topic.matter
    return _share([term.weight * spoken[term] for term in matter], [term.weight for term in matter], nothing)


def _has_what_is_strange(spoken: Mapping[Term, float], focus: Focus, specific: bool) -> bool:
    """Whether a passage speaks of the words that no passage of the library has, as far as the question is about them.

    Words for a place or a time may be missing where it speaks of everything that is named, or says something specific.
    """
    missing = [term for term, here in spoken.items() if term.strange and here < _MISSING]
    # "Shingles vaccine schedule" is about the vaccine, "the feet of a diabetic" about nothing else.
    met = any(term.stems & focus.words and here >= _MISSING for term, here in spoken.items())
    if any(term.stems & (focus.heads if met else focus.words) for term in missing):
        return False
    named = [here for term, here in spoken.items() if (term.clinical or term.thing) and not term.people]
    return not missing or specific or (bool(named) and min(named) >= _MISSING)


def _is_of_another_disease(spoken: Mapping[Term, float], said: Words, vocabularies: Vocabularies) -> bool:
    """Whether a passage names diseases, and none of those that are asked about: aspirin for a stroke, where an infarction is meant."""
    asked = [here for term, here in spoken.items() if term.clinical and is_disease(term, vocabularies)]
    if not asked or max(asked) >= _MISSING:
        return False
    known = vocabularies.names
    kinds = (known.concept(one) for one in said.concepts if not is_symptom(frozenset({one}), vocabularies))
    return any(concept is not None and concept.semantic_type is SemanticType.CONDITION for concept in kinds)


def _says_something(chunk: Chunk, vocabularies: Vocabularies) -> bool:
    """Whether a passage names something clinical or gives a number itself; what introduces a guideline does neither."""
    return bool(_NUMBER.search(chunk.text)) or any(True for _ in vocabularies.find(chunk.text))


def _begun(topic: Topic, asked: str, focus: Focus, vocabularies: Vocabularies) -> list[Term]:
    """The drugs and procedures of which a question asks when they are begun or done."""
    named = [term for term in topic.terms if term.clinical and term.concepts and term.stems & focus.words]
    return [term for term in named if not is_disease(term, vocabularies)] if asks_when(asked) else []


def _names_in_passing(chunk: Chunk, wanted: Sequence[Term], topic: Topic, vocabularies: Vocabularies) -> bool:
    """Whether a passage names some terms only where it says for whom it is: "people who are expected to need dialysis"."""
    told = " ".join([chunk.title, *chunk.heading, without_clauses(chunk.text)])
    here, there = topic.spoken(words_of_chunk(chunk, vocabularies)), topic.spoken(words_of(told, vocabularies))
    return any(here[term] >= _MISSING > there[term] for term in wanted)


def _is_specific(chunk: Chunk, topic: Topic, intents: list[Intent], vocabularies: Vocabularies) -> bool:
    """Whether a passage tells something of what is asked for, or says more of the question than one name, which may be that of its guideline."""
    if any(told_by(chunk, [intent], vocabularies) == 1.0 for intent in intents):
        return True
    title = topic.spoken(words_of(" ".join([chunk.title, *chunk.heading[:1]]), vocabularies))
    own = topic.spoken(words_of(chunk.text, vocabularies))
    matter = topic.matter
    return any(
        own[term] >= _MISSING > title[term] and not term.people and not term.stems <= common_stems()
        for term in topic.terms
        if matter != [term]
    )


def chance(one: Judged) -> float:
    """The chance that a passage answers a question; none, where it speaks of nothing of it, or of its like."""
    if not one.signs.covered or not one.enough:
        return 0.0
    bias, weights = _weights("meaning" if one.signs.likeness else "words")
    score = bias + sum(weight * value for weight, value in zip(weights, one.signs, strict=True))
    return (_WARNING if one.warns else 1.0) / (1 + math.exp(-score))


@cache
def _weights(of: str) -> tuple[float, tuple[float, ...]]:
    table = packaged_yaml("osler.guidelines", "answering.yml")[of]
    return table["bias"], tuple(table["weights"][name] for name in Signs._fields)


def _share(some: Sequence[float], of: Sequence[float], nothing: float = 0.0) -> float:
    whole = sum(of)
    return sum(some) / whole if whole else nothing


def _around(chunks: Sequence[Chunk], vocabularies: Vocabularies) -> dict[str, Words]:
    """What the passages found of each document say together; recommendations that came as data are each by themselves."""
    found: dict[str, Words] = {}
    for chunk in chunks:
        if not chunk.recommendation_id:
            here, there = words_of_chunk(chunk, vocabularies), found.get(chunk.document_id, Words())
            found[chunk.document_id] = Words(here.stems | there.stems, here.concepts | there.concepts)
    return found


def _beside(chunk: Chunk) -> float:
    """What a name counts that a recommendation has and its title has not: its title says what it is about."""
    if not chunk.recommendation_id:
        return 1.0
    return _IN_TEXT if chunk.id == chunk.recommendation_id else _IN_REMARKS


def gives_amount(text: str) -> bool:
    """Whether a text says how much of something is given."""
    return bool(_AMOUNT.search(text))


def _doses_it(chunk: Chunk, topic: Topic, asked: str, vocabularies: Vocabularies) -> bool:
    """Whether a passage names the drug that is asked about in a sentence that gives an amount, or in its headings."""
    told = [without_state(one.text) for one in passage_sentences(chunk.text) if gives_amount(one.text)]
    named = any(topic.names_drug(words_of(text, vocabularies)) for text in (*told, *chunk.heading))
    return named and _unknown_drug(asked, topic) <= set(stems(chunk.searched))


def _unknown_drug(asked: str, topic: Topic) -> set[str]:
    """The words for whose dose a question asks and that no vocabulary knows: drugs as well, for all that is known."""
    # Beside a drug that is known, the word before "dose" says which dose: "enoxaparin prophylaxis dose".
    named = any(term.general for term in topic.terms)
    words = [found["of"] or ("" if named else found["before"]) for found in _DOSE_OF.finditer(asked)]
    known = {stem for term in topic.terms if term.clinical for stem in term.stems} | asking_stems()
    return {stem for word in filter(None, words) if population_of(word).is_everyone for stem in stems(word)} - known
