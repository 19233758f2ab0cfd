"""Protein in the urine as a test strip shows it: "≤ 2+" by "dipstick protein +++", "negative for protein"."""

from __future__ import annotations

import re

from osler.core.criteria import MeasuredValue, Proof, TruthValue
from osler.core.language import Experiencer, assert_mention
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.view import PatientView

_ASKED = re.compile(r"\b(?:proteinuria|urin(?:e|ary) protein|protein(?: in (?:the )?urine)?|dip-?stick protein)\b")
_TOLD = re.compile(
    r"\b(?:proteinuria|protein|albumin)\b[\s:=,-]{0,3}(?:(?:of|is|was|on|dip-?stick)\s){0,3}\(?(?:(?P<number>[0-4])\s?\+|(?P<pluses>\+{1,4})|(?P<none>neg(?:ative)?\b|nil\b|none\b|absent\b)|(?P<trace>trace)\b)"
    r"|(?P<without>\bnegative for (?:blood and )?protein\b|\bno protein\b)|(?<![\w+])(?P<before>[1-4])\s?\+\s(?:protein(?:uria)?|albumin)\b",
    re.IGNORECASE,
)


def by_pluses(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by the pluses that a note writes; a trace is less than one and more than none."""
    bounds = atom.test.bounds
    if not bounds or any(bound.unit.strip() != "+" or bound.times for bound in bounds):
        return None
    if not _ASKED.search(atom.name.casefold()):
        return None
    for sentence in reversed(view.sentences):
        found = _TOLD.search(sentence.text)
        if found is None or assert_mention(sentence.text, *found.span()).experiencer is not Experiencer.PATIENT:
            continue
        number = _number(found)
        truth = all(HOLDS[bound.comparator.value](number, bound.value) for bound in bounds)
        reason = f"the note says {found[0].strip()}"
        return proof_of(TruthValue.MET if truth else TruthValue.NOT_MET, atom, reason, [sentence.span])
    return None


def _number(found: re.Match[str]) -> float:
    if found["number"] or found["before"]:
        return float(found["number"] or found["before"])
    return float(len(found["pluses"])) if found["pluses"] else 0.5 if found["trace"] else 0.0
