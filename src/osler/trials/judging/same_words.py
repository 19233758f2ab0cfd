"""What a note says in the words of the criterion, in another order ("chronic total occlusion"), where no vocabulary has it; and what it
calls contraindicated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.language import Assertion, Experiencer, Polarity, assert_mention
from osler.trials.judging.findings import named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import empty_words, pattern
from osler.trials.judging.told_events import days_ago_at
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.windows import reach_of
from osler.trials.judging.words import content_words

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_TOKEN = re.compile(r"[^\W_]+|[,;.:()]")
_TYPE = re.compile(r"\btype \d\b", re.IGNORECASE)
_FEWEST, _MOST = 2, 5
"""Of how many words a name is: one may stand for anything, and more are a sentence."""
_BETWEEN = 2
"""Small words that may stand between them: "occlusion of the vein"."""


def by_same_words(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by sentences that have all the words of a name side by side; none where they differ over it."""
    reach = reach_of(atom)
    kinds = {window.kind for window in atom.windows} - ({"within"} if reach else set())
    then = any(window.kind == "at" and "diagnos" in window.anchor.casefold() for window in atom.windows)
    if then or kinds - {"ever", "current", "at"} or not atom.name.isascii():
        return None
    asked = named(atom.name, view.vocabularies)
    words = frozenset(word for word in content_words(atom.name) if word not in empty_words())
    numbered = any(word.isdigit() for word in words) and not _TYPE.search(atom.name)
    if asked.whole or not _FEWEST <= len(words) <= _MOST or numbered:
        return None
    if any(pattern("silent", kind).search(atom.name.casefold()) for kind in ("opinion", "results")):
        return None
    ever = bool(reach) or any(window.kind == "ever" for window in atom.windows)
    found = [(said, sentence) for sentence in view.sentences for said in _said(words, sentence, asked.words, view)]
    own = [(said, sentence) for said, sentence in found if said.experiencer is Experiencer.PATIENT]
    denied = [sentence for said, sentence in own if said.polarity is Polarity.NEGATED]
    told = [
        sentence
        for said, sentence in own
        if said.polarity is Polarity.PRESENT and (ever or not (said.historical or said.resolved))
    ]
    if reach:
        return _in_time(atom, told, words, view) if len(told) == len(own) else None
    if len(denied) == len(own) and denied:
        return proof_of(NOT_MET, atom, "the note denies it", [one.span for one in denied])
    if len(told) == len(own) and told and not pattern("of_the_body").search(atom.name.casefold()):
        return proof_of(MET, atom, "the note states it", [one.span for one in told])
    return None


def _in_time(atom: Finding, told: Sequence[NumberedSentence], words: frozenset[str], view: PatientView) -> Proof | None:
    """The proof by the times that stand beside what is told; None where one has no time, or may lie on either side."""
    if any(_is_to_come(words, sentence) for sentence in told):
        return None
    days = [days_ago_at(sentence, _place(words, sentence), view) for sentence in told]
    reach = reach_of(atom)
    for sentence, one in zip(told, days, strict=True):
        if one is not None and 0 <= one[1] <= min(reach):
            return proof_of(MET, atom, f"the note tells of it, {one[1]:.0f} days ago", [sentence.span])
    if told and all(one is not None and one[0] > max(reach) for one in days):
        nearest = min(one[0] for one in days if one is not None)
        return proof_of(NOT_MET, atom, f"it was at least {nearest:.0f} days ago", [one.span for one in told])
    return None


def _is_to_come(words: frozenset[str], sentence: NumberedSentence) -> bool:
    """Whether a sentence speaks of a plan, or of what was turned down."""
    text, place = sentence.text.casefold(), _place(words, sentence)
    return bool(
        pattern("yet_to_come", "behind").search(text[place:])
        or pattern("yet_to_come", "before").search(text[:place])
        or pattern("yet_to_come", "turned_down").search(text)
    )


def _place(words: frozenset[str], sentence: NumberedSentence) -> int:
    return max(token.end for token in _tokens(sentence.text).places if token.stems & words)


def _said(
    words: frozenset[str], sentence: NumberedSentence, asked: frozenset[str], view: PatientView
) -> Iterator[Assertion]:
    """What is said of each place of a sentence at which all the words stand side by side."""
    tokens = _tokens(sentence.text)
    if not words <= tokens.stems:
        return
    for first, token in enumerate(tokens.places):
        if not token.stems & words:
            continue
        seen: set[str] = set()
        for other in tokens.places[first : first + len(words) + _BETWEEN]:
            if not other.stems & words and (other.stems - asked or not (other.word.isalpha() or other.word == ":")):
                # A word of its own between them makes it another thing.
                break
            seen |= other.stems & words
            if seen == words:
                if not pattern("about_it_behind").match(sentence.text[other.end :].casefold()):
                    yield view.assertion_in(sentence, token.start, other.end)
                break


class _Token(NamedTuple):
    """A word or a mark of a sentence, and the forms under which it is compared."""

    word: str
    start: int
    end: int
    stems: frozenset[str]


class _Tokens(NamedTuple):
    """The tokens of a sentence in their order, and all their forms together."""

    places: tuple[_Token, ...]
    stems: frozenset[str]


@lru_cache(maxsize=1000)
def _tokens(text: str) -> _Tokens:
    places = tuple(_Token(one[0], *one.span(), _stems(one[0])) for one in _TOKEN.finditer(text))
    return _Tokens(places, frozenset(stem for token in places for stem in token.stems))


def _stems(token: str) -> frozenset[str]:
    return frozenset([token]) if token.isdigit() else content_words(token)


def by_contraindication(atom: Finding, view: PatientView) -> Proof | None:
    """What a note calls contraindicated, or denies contraindications to."""
    asked = pattern("contraindicated", "asked").match(atom.name.casefold())
    if asked is None:
        return None
    what = atom.name[asked.start("what") :] if len(atom.name.casefold()) == len(atom.name) else asked["what"]
    words = content_words(pattern("contraindicated", "dress").sub(" ", what.casefold()))
    concepts = named(what, view.vocabularies).concepts
    for sentence in view.sentences:
        for clause in re.finditer(r"(?:(?!\bbut\b)[^;.])+", sentence.text):
            place = pattern("contraindicated", "told").search(clause[0].casefold())
            told = content_words(clause[0])
            if (
                place is None
                or not words
                or not (words <= told or concepts & named(clause[0], view.vocabularies).concepts)
            ):
                continue
            said = assert_mention(sentence.text, clause.start() + place.start(), clause.start() + place.end())
            if said.experiencer is Experiencer.PATIENT and said.polarity in (Polarity.PRESENT, Polarity.NEGATED):
                held = MET if said.polarity is Polarity.PRESENT else NOT_MET
                verb = "states" if held is MET else "denies"
                return proof_of(held, atom, f"the note {verb} that it is contraindicated", [sentence.span])
    return None
