"""The grade or class of a finding, as a note writes it beside the finding: "grade 2 neuropathy", "NYHA class III"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import MeasuredValue, Proof, TruthValue
from osler.core.evidence import Evidence, Span
from osler.trials.judging.diseases.disease_classes import classes_in
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.stated import held
from osler.trials.judging.view import PatientView

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_STAGED = re.compile(
    r"\b(?:kidney|renal|nephropathy|ckd|pressure (?:ulcer|sore|injur\w+)|hypertension|copd)\b", re.IGNORECASE
)
"""Diseases that are no tumours and have stages."""
_GRADE = re.compile(r"\b(?P<what>grade|class|stage)\W{0,2}(?P<number>[1-6]|iv|vi?|i{1,3})[ab]?\b", re.IGNORECASE)
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}
_NEAR = 30
"""Characters between a finding and the grade that is said of it, at most."""


def graded(atom: MeasuredValue, found: Sequence[Evidence], view: PatientView) -> Proof | None:
    """The grade of a finding, as it stands next to the finding in the note ("grade 2 neuropathy")."""
    texts = {document.id: document.text for document in view.record.documents}
    for item in found:
        if not isinstance(item, Span) or item.source_id not in texts:
            continue
        text = texts[item.source_id]
        around = text[max(0, item.start - _NEAR) : item.end + _NEAR]
        place = next((one for one in _GRADE.finditer(around) if one["what"].casefold() in atom.name.casefold()), None)
        if place is None or re.search(r"[.;]\s", around[min(place.end(), _NEAR) : _NEAR]):
            continue
        number = float(_ROMAN.get(place["number"].casefold(), 0) or place["number"])
        truth = _at_grade(atom, number)
        if any(_at_grade(atom, other) is MET for other in classes_in(around)):
            truth = MET
        if truth is not UNKNOWN:
            return proof_of(truth, atom, f"the note says {place['what'].casefold()} {number:.0f}", [item])
    return None


def _at_grade(atom: MeasuredValue, number: float) -> TruthValue:
    if atom.test.values:
        return MET if number in atom.test.values else NOT_MET
    truths = {held(bound, number, number) for bound in atom.test.bounds}
    return NOT_MET if NOT_MET in truths else MET if truths == {MET} else UNKNOWN


def is_grade(atom: MeasuredValue, beside: str = "") -> bool:
    """Whether an atom asks for the grade of something that stands beside it; stages of tumours are judged as such."""
    if atom.name.casefold() == "stage":
        return bool(_STAGED.search(beside))
    return bool(re.fullmatch(r"(?:nci[- ]|ctcae |toxicity )*grade|(?:isn/rps |who )*class", atom.name.casefold()))
