"""What a question wants to know, and whether a passage can tell it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.library import Chunk, passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import stance_of
from osler.guidelines.checking.lexicon import any_of
from osler.guidelines.steps.naming import drugs_in, is_class
from osler.yaml_reader import packaged_yaml

_DRUG = "drug"
_FORM = "medicine in a form"
_MEDICINES = {"medicine", _FORM}
_SERVICES = {"screening", "treatment"}
_ACTS = {"treatment", "operation", "surgery"}
_PREVENTION = "prevention"
_ASPECTS = {"medicine", "test", "duration", "dose", "target", "referral"}
"""Kinds of question whose words say what is wanted, not what it is about: a passage that tells it need not have them."""
_WHICH = re.compile(r"\b(?:which|what|best)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:which|what|how|best|first|choice|option|alternative|recommend)\w*", re.IGNORECASE)
"""What asks for something that is not named yet."""
_PREVENTS = re.compile(r"\bprevent|\bsupplementation\b|\bto reduce risk\b|\bprophylaxis\b", re.IGNORECASE)
_AGED = re.compile(
    r"\b(?:aged?|ages|between|from)?\s*\d{1,3}(?:\s*(?:to|-|–|and|or)\s*\d{1,3})?[\s-]*(?:years?|yrs?|months?)\b(?:\s+(?:and|or) (?:older|over|younger|under))?",
    re.IGNORECASE,
)
"""An age, which is no cut-off of anything that is measured."""
_REST_OF_WORD = re.compile(r"(?<=\w)\w+")
_OTHER_SERVICE = 0.55
"""What remains of the relevance of a passage whose headings announce another service than the one asked for."""


class Intent(NamedTuple):
    """One kind of question, and what a passage must have to answer it."""

    name: str
    asks: re.Pattern[str]
    needs: re.Pattern[str] | None
    """None where only the name of a medicine will do."""
    drug: bool
    """Whether the name of a medicine will do."""
    left: float
    """What remains of the relevance of a passage that does not tell."""
    advised: bool = False
    """Whether a passage tells it only where it advises something: "requiring biopsy" tells nobody when to take one."""


def intents_of(question: str) -> list[Intent]:
    """What a question wants to know."""
    return [intent for intent in _intents() if intent.asks.search(question)]


def told_by(chunk: Chunk, intents: list[Intent], vocabularies: Vocabularies) -> float:
    """How far a passage can tell what a question wants to know: 1 where it speaks of all of it."""
    advice = _advice(chunk)
    told = 1.0
    for intent in intents:
        text = advice if intent.advised else chunk.searched
        text = _AGED.sub(" ", text) if intent.name == "threshold" else text
        if not ((intent.needs and intent.needs.search(text)) or (intent.drug and drugs_in(chunk.text, vocabularies))):
            told *= intent.left
    return told * (_OTHER_SERVICE if _is_about_another(chunk, intents, vocabularies) else 1.0)


@lru_cache(maxsize=4096)
def _advice(chunk: Chunk) -> str:
    """The headings of a passage and the sentences of it that advise something; all of it where none does."""
    told = [one.text for one in passage_sentences(chunk.text) if stance_of(one.text) != "none"]
    return " ".join([chunk.title, *chunk.heading, *told]) if told else chunk.searched


def acts_of(question: str, otherwise: str) -> list[Intent]:
    """What a question wants to know; what only its words in clinical names want counts where it names no act itself."""
    own = intents_of(question)
    return own if any(intent.name in _ACTS for intent in own) else intents_of(otherwise)


def asks_what_to_give(question: str, intents: list[Intent], vocabularies: Vocabularies) -> bool:
    """Whether a question asks what is to be given, and names no drug of which it asks: "which statin" names a class."""
    found = vocabularies.find(question)
    classes = [match for match in found if any(is_class(one, vocabularies) for one in match.concept_ids)]
    which = any(_WHICH.search(question[: match.start]) for match in classes)
    named = drugs_in(_blanked(question, [(match.start, match.end) for match in classes]), vocabularies)
    kinds = {intent.name for intent in intents} & {"treatment", "addition", *_MEDICINES}
    if kinds == {_FORM} and question.rstrip().endswith("?") and not _OPEN.search(question):
        return False  # "Tablets straight away in X?" asks whether, not which
    return which or (bool(kinds) and not named)


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def only_warns(chunk: Chunk) -> bool:
    """Whether all advice of a passage is advice against something; a recommendation that came as data answers as it is."""
    stances = {stance_of(one.text) for one in passage_sentences(chunk.text)}
    return not chunk.recommendation_id and "against" in stances and "for" not in stances


def _is_about_another(chunk: Chunk, intents: list[Intent], vocabularies: Vocabularies) -> bool:
    """Whether the headings say that a passage is about another service: screening, where treatment is asked for."""
    names = {intent.name for intent in intents}
    # Whoever asks for a medicine asks for treatment.
    asked = names & _SERVICES | ({"treatment"} if names & _MEDICINES else set())
    if names & _MEDICINES and not names & _SERVICES and _advises_medicine(chunk, vocabularies):
        # One that advises a medicine under a heading of screening: fluoride, under dental caries.
        return False
    titles = " ".join(chunk.heading)
    titled = {intent.name for intent in _intents() if intent.name in _SERVICES and intent.asks.search(titles)}
    if chunk.recommendation_id and _PREVENTS.search(titles):
        # The title of a recommendation says which service it is: who asks how to treat does not ask how to prevent.
        if "treatment" in names and not names & {_PREVENTION, "screening"}:
            return True
        titled |= {"treatment"}
    return bool(asked and titled and not asked & titled)


def _advises_medicine(chunk: Chunk, vocabularies: Vocabularies) -> bool:
    """Whether a passage advises a medicine itself; what explains a recommendation advises nothing."""
    return chunk.id == (chunk.recommendation_id or chunk.id) and any(
        stance_of(one.text) == "for" and drugs_in(one.text, vocabularies) for one in passage_sentences(chunk.text)
    )


def asking_words(question: str) -> str:
    """The question without the words that only say what kind of answer is wanted."""
    for intent in _intents():
        if intent.name in _ASPECTS:
            # "Which antithyroid drug" asks for a drug, and says which kind.
            question = _without_asking(question, intent.asks)
    return question


def _without_asking(question: str, asks: re.Pattern[str]) -> str:
    """A question without what matches, to the end of its last word: nothing is left of "admitted" but what it is about."""
    kept, place = [], 0
    for found in asks.finditer(question):
        kept += [question[place : found.start()], *found.group().split()[1:-1]]
        rest = _REST_OF_WORD.match(question, found.end())
        place = rest.end() if rest else found.end()
    return " ".join([*kept, question[place:]]) if kept else question


def is_form(words: str) -> bool:
    """Whether words only say that a medicine is meant: the pills of "pills to stop smoking"."""
    return any(intent.name == _FORM and intent.asks.fullmatch(words) for intent in _intents())


def is_addition(text: str) -> bool:
    """Whether a text gives something beside, after or in the place of another treatment."""
    return any(intent.name == "addition" and intent.needs and intent.needs.search(text) for intent in _intents())


@cache
def _intents() -> tuple[Intent, ...]:
    table = packaged_yaml("osler.guidelines", "intents.yml")
    return tuple(
        Intent(
            name,
            any_of(row["asks"]),
            any_of(needs) if needs else None,
            _DRUG in row["needs"],
            row["left"],
            row.get("advised", False),
        )
        for name, row in table.items()
        for needs in [[one for one in row["needs"] if one != _DRUG]]
    )
