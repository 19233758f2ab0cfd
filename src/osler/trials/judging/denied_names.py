"""What a note denies by the very name that a criterion asks for, where no vocabulary knows the name: "never had ECT"."""

from __future__ import annotations

import re
from functools import cache

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.language import Experiencer, Polarity
from osler.core.patient import reading_of
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import PatientView

_AROUND = 24
"""Characters beside a name in which a time limits its denial: "no IVDU since 2010"."""


def denied_by_its_name(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by denials; none where the name stands anywhere without one, or is denied of a time only."""
    names = _names(" ".join(atom.name.casefold().split()))
    if names is None:
        return None
    evidence = []
    for document in view.record.documents:
        analysed = reading_of(document, view.vocabularies)
        for found in names.finditer(analysed.text):
            said = analysed.assertion_at(*found.span())
            if said.experiencer is not Experiencer.PATIENT:
                continue
            before = analysed.text[max(0, found.start() - _AROUND) : found.start()].casefold()
            after = analysed.text[found.end() : found.end() + _AROUND].casefold()
            limited = pattern("timed_denial", "before").search(before) or pattern("timed_denial", "after").match(after)
            if said.polarity is not Polarity.NEGATED or limited:
                return None
            evidence.append(document.span(*found.span()))
    if not evidence:
        return None
    return proof_of(TruthValue.NOT_MET, atom, "the note denies it", evidence)


@cache
def _names(asked: str) -> re.Pattern[str] | None:
    """The ways in which notes write a name that criteria use; None where none is listed."""
    for row in rules()["written_as"]:
        if re.fullmatch(row["asked"], asked):
            return re.compile(rf"\b(?:{row['written']})\b", re.IGNORECASE)
    return None
