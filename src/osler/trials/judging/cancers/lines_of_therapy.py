"""How many lines of therapy a record holds, for criteria that count them."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence

from osler.core.criteria import Atom, MeasuredValue, Proof, TruthValue
from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types import TherapyLine
from osler.trials.judging.proofs import proof_of

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}
_NOT_COUNTED = frozenset({"adjuvant", "neoadjuvant", "maintenance", "consolidation", "induction"})
"""Treatments that are no line of their own, or of a disease that had not spread."""
_LINES = re.compile(
    r"(?:(?:prior|previous|history of|of|lines?|systemic|anti-?cancer|therap(?:y|ies)|treatments?|regimens?)\W*)+"
)


def by_lines(atom: Atom, words: str, record: PatientRecord) -> Proof | None:
    """The proof by the number of lines, where every number that the courses may be says the same."""
    lines = [line for line in record.therapy_lines if line.presence is Presence.PRESENT]
    if not lines or "line" not in words or not _LINES.fullmatch(words):
        return None
    fewest, most = _count_of(lines)
    evidence = [item for line in lines for item in line.evidence]
    amount = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    reason = f"the record holds {amount} line{'' if most == 1 else 's'} of therapy"
    if isinstance(atom, MeasuredValue):
        if not atom.test.bounds or any(str(bound.comparator) not in COMPARE for bound in atom.test.bounds):
            return None
        held = {
            all(COMPARE[str(bound.comparator)](count, bound.value) for bound in atom.test.bounds)
            for count in range(fewest, most + 1)
        }
        return proof_of(MET if True in held else NOT_MET, atom, reason, evidence) if len(held) == 1 else None
    return proof_of(MET, atom, reason, evidence)


def _count_of(lines: Sequence[TherapyLine]) -> tuple[int, int]:
    """How many lines some courses are, at least and at most: numbers say it, a course that follows a progression opens a line."""
    numbered = [line.line for line in lines if line.line]
    others = [line for line in lines if not line.line and line.intent not in _NOT_COUNTED]
    if numbered:
        return max(numbered), max(numbered) + len(others)
    after_progression = sum(line.stop_reason == "progression" for line in others[:-1])
    return min(1, len(others)) + after_progression, len(lines)
