"""Performance status by the other of its two scales: ECOG where a note gives Karnofsky, and the other way round."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, MeasuredValue, Proof, TruthValue, evaluate
from osler.core.language import Experiencer, assert_mention
from osler.core.patient import Presence
from osler.core.patient.types import Observation
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.rules import rules
from osler.trials.judging.view import PatientView

_OTHER = {"ecog": "karnofsky", "karnofsky": "ecog"}


def by_other_scale(atom: Atom, view: PatientView) -> Proof | None:
    """The proof by a value of the other scale, where every value that it may stand for passes, or none does."""
    if not isinstance(atom, MeasuredValue) or atom.scale not in _OTHER or not atom.test.bounds or atom.windows:
        return None
    if evaluate(atom, view.indexed, on=view.on).evidence:
        return None
    if (written := _as_written(atom, view)) is not None:
        return written
    told = [item for item in view.record.observations if _is_of(item, _OTHER[atom.scale])]
    values = {item.quantity.value for item in told if item.quantity is not None}
    value = values.pop() if len(values) == 1 else None
    if value is None:
        # Of two values nothing says which is today's.
        return None
    equal = _equals(atom.scale, value)
    passes = {all(HOLDS[str(one.comparator)](float(value), one.value) for one in atom.test.bounds) for value in equal}
    if len(passes) != 1:
        return None
    truth = TruthValue.MET if passes == {True} else TruthValue.NOT_MET
    reason = f"{told[0].label} {value:g} stands for {' or '.join(f'{one:g}' for one in equal)}"
    return proof_of(truth, atom, reason, told[0].evidence)


def _as_written(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by an ECOG status in a form that is no plain value: "PS 0-1", "PS0", "performance status one"."""
    if atom.scale != "ecog":
        return None
    for sentence in reversed(view.sentences):
        found = _WRITTEN.search(sentence.text)
        if found is None or assert_mention(sentence.text, *found.span()).experiencer is not Experiencer.PATIENT:
            continue
        grades = [_GRADES.get(word.casefold(), word) for word in (found["low"], found["high"]) if word]
        passes = {
            all(HOLDS[str(one.comparator)](float(grade), one.value) for one in atom.test.bounds) for grade in grades
        }
        if len(passes) != 1:
            return None
        truth = TruthValue.MET if passes == {True} else TruthValue.NOT_MET
        return proof_of(truth, atom, f"the note says {found[0]}", [sentence.span])
    return None


_GRADES = {"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4"}
_WRITTEN = re.compile(
    r"(?:\b(?:ECOG|Zubrod)(?:\s?/\s?WHO)?(?:\s(?:PS|performance status))?|\bWHO(?:\s(?:PS|performance status))?(?!\s(?:grade|class|stage|criteria))"
    r"|\bPS|\b[Pp]erformance [Ss]tatus)(?:\s\((?:ECOG|WHO)\))?[\s:=]{0,3}(?:of\s|is\s|was\s|now\s)?"
    r"(?P<low>[0-4]|zero|one|two|three|four)(?:\s?(?:-|–|to|/)\s?(?P<high>[0-4]))?(?![\w%/.]\d|\w)"
)


def _is_of(item: Observation, scale: str) -> bool:
    named = any(coding.id == f"LAB:{scale}" for coding in item.codings)
    return named and item.presence is Presence.PRESENT and item.quantity is not None and not item.is_withdrawn


def _equals(scale: str, value: float) -> list[float]:
    """What a value of the other scale may stand for on a scale."""
    table: dict[int, list[int]] = rules()["performance"]["ecog_as_karnofsky"]
    if scale == "karnofsky":
        return [float(one) for one in table.get(int(value), ())]
    return [float(ecog) for ecog, karnofsky in table.items() if value in karnofsky]
