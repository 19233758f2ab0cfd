"""Scores that a note gives under other words than the criterion's: "SDQ together: total difficulties 22" is the total of that scale.

Nobody can list the names of all scales. What a number is a value of is told by the words right before it, and by what its
sentence spoke of before; where both say no more and hardly less than the criterion does, it is the value that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from osler.core.criteria import MeasuredValue, Proof, TruthValue, known_measure
from osler.core.language import MONTH_NAME, Experiencer, Polarity
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.rules import empty_words
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.words import content_words

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_NUMBER = re.compile(
    r"(?<![\w.,/<>≥≤=+-])(?P<n>\d{1,3}(?:\.\d{1,2})?)(?:\s?(?:/|out of)\s?(?P<most>\d{1,3}))?(?![\w%]|[./:-]\d|\s?(?:mg|kg|cm|mm|ml|years?|yrs?|y|months?|weeks?|days?|hours?|h|%|mmol|g|l|x|times|°|/)\b)"
)
_OF_A_DATE = re.compile(rf"\s?(?:st|nd|rd|th)?\s?(?:of\s)?{MONTH_NAME}", re.IGNORECASE)
_EDGE = re.compile(r"[,;:()]|\b(?:and|with|but)\b")
_BARE_UNITS = frozenset({"", "point", "points", "score"})
_DRESS = frozenset(
    re.findall(
        r"\w+",
        "score scale range abnormal borderline normal self report reported rated rating numeric numerical visual analog analogue subscale item"
        " questionnaire inventory instrument response based value result number point patient participant subject baseline screening"
        " assessment measured measure mean average level least severity today now current currently on of the at is was a an in by via",
    )
)
_SHORT = 3
_FEW = 3
"""Of so many words one may be wanting in the note."""


def by_valued_words(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by the numbers whose words are those of the criterion; None where none is, or where they differ over it."""
    bounds = atom.test.bounds
    if not bounds or any(bound.times or (bound.unit or "").casefold() not in _BARE_UNITS for bound in bounds):
        return None
    if any(window.kind not in ("at", "current") for window in atom.windows) or known_measure(atom.name) is not None:
        return None
    asked = _own_words(atom.name)
    if not asked or (len(asked) == 1 and len(next(iter(asked))) <= _SHORT):
        return None
    found = [(number, sentence) for sentence in view.sentences for number in _values(asked, sentence, view)]
    truths = {all(HOLDS[str(bound.comparator)](number, float(bound.value)) for bound in bounds) for number, _ in found}
    if len(truths) != 1:
        return None
    number, sentence = found[0]
    reason = f"the note gives it as {number:g}"
    return proof_of(MET if truths == {True} else NOT_MET, atom, reason, [sentence.span])


def _values(asked: frozenset[str], sentence: NumberedSentence, view: PatientView) -> Iterator[float]:
    start = 0
    for found in _NUMBER.finditer(sentence.text):
        edges = [
            edge.end() for edge in _EDGE.finditer(sentence.text, start, found.start()) if edge.end() < found.start() - 1
        ]
        first = edges[-1] if edges else start
        start = found.end()
        label = _own_words(sentence.text[first : found.start()])
        carried = _own_words(sentence.text[:first])
        wanting = asked - label - carried
        # The total of a scale is known by the scale's name.
        few = len(asked) >= _FEW or "total" in sentence.text[first : found.start()].casefold()
        if not label or not label <= asked or len(wanting) > few or _OF_A_DATE.match(sentence.text, found.end()):
            continue
        said = view.assertion_in(sentence, first, found.start())
        if said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT and not said.historical:
            yield float(found["n"])


@lru_cache(maxsize=10_000)
def _own_words(text: str) -> frozenset[str]:
    """The words of a phrase that say what is measured."""
    words = (word for word in re.findall(r"[^\W\d_]+", text.casefold()) if word not in _DRESS)
    return frozenset(stem for word in words for stem in content_words(word) if stem not in _DRESS | empty_words())
