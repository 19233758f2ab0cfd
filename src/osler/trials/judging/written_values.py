"""Values that a note writes behind the very name that a criterion asks for, where the reader knows no such measure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from osler.core.criteria import Bound, Comparator, MeasuredValue, Proof, TruthValue
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.core.terminology import fold_unit
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import NumberedSentence, PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_ROMAN = {"i": 1.0, "ii": 2.0, "iii": 3.0, "iv": 4.0, "v": 5.0}
_BETWEEN = (
    r"\s*(?:(?:level|score|count|value|total|class|stage|grade|type|is|was|are|of|at|today|now)\b\s*|[:=]\s*){0,3}"
)
_VALUE = r"(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|(?:iv|v|i{1,3})(?=[\s.,;)]|$))(?![\d/-])\s?(?P<unit>%|[a-zµμ/·^*{}\[\]0-9.]*[a-zµμ%])?"
_SHORT = 2
"""A name of two letters may be anything."""
_WORD = re.compile(r"[^\W_]+")
_TESTS = {
    Comparator.LT: float.__lt__,
    Comparator.LE: float.__le__,
    Comparator.GT: float.__gt__,
    Comparator.GE: float.__ge__,
    Comparator.EQ: float.__eq__,
}


def by_written_value(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by the values that stand behind the name; None where none does, or where they differ over it."""
    if atom.windows and any(window.kind not in ("at", "current") for window in atom.windows):
        return None
    if any(bound.times for bound in atom.test.bounds) or not (atom.test.bounds or atom.test.values):
        return None
    found = [(_passes(atom, number), sentence) for sentence in view.sentences for number in _values(atom, sentence)]
    truths = {truth for truth, _ in found}
    if len(truths) != 1:
        return None
    truth, sentence = found[0]
    return proof_of(truth, atom, "the note gives the value behind its name", [sentence.span])


def _values(atom: MeasuredValue, sentence: NumberedSentence) -> Iterator[float]:
    """The numbers that follow the name in a sentence, said of the patient, in the unit that is asked for."""
    form = _form(atom.name)
    for place in form.finditer(sentence.text) if form else ():
        said = assert_mention(sentence.text, place.start("name"), place.end("name"))
        if said.experiencer is not Experiencer.PATIENT or said.polarity is not Polarity.PRESENT or said.historical:
            continue
        written = place["number"].casefold()
        unit = place["unit"] or ""
        if _in_unit(atom, unit) and not pattern("months").match(unit.casefold()):
            yield _ROMAN[written] if written in _ROMAN else float(written.replace(",", ""))


@lru_cache(maxsize=5000)
def _form(name: str) -> re.Pattern[str] | None:
    """The name, word for word, with a number behind it."""
    words = [word for word in _WORD.findall(name.casefold()) if word not in ("serum", "plasma", "the", "a")]
    if max(map(len, words), default=0) <= _SHORT or pattern("bare_measures").fullmatch(" ".join(words)):
        return None
    called = r"[\s-]+".join(map(re.escape, words))
    return re.compile(rf"\b(?P<name>{called})\b{_BETWEEN}{_VALUE}", re.IGNORECASE)


def _in_unit(atom: MeasuredValue, unit: str) -> bool:
    """Whether a unit is the one of every limit; a bare number is compared with a bare limit."""
    asked = {fold_unit(bound.unit or "") for bound in atom.test.bounds} or {""}
    own = unit if _is_unit(unit) else ""
    return asked == {fold_unit(own)} and (bool(own) or not unit or not _is_unit(unit))


def _is_unit(text: str) -> bool:
    return bool(re.search(r"[/%]", text)) or bool(pattern("bare_units").fullmatch(text.casefold()))


def _passes(atom: MeasuredValue, number: float) -> TruthValue:
    if atom.test.values:
        return MET if number in atom.test.values else NOT_MET
    return MET if all(_holds(bound, number) for bound in atom.test.bounds) else NOT_MET


def _holds(bound: Bound, number: float) -> bool:
    return bool(_TESTS[bound.comparator](number, float(bound.value)))
