"""Disease that can be measured, by the size of a lesion that a picture shows (RECIST 1.1: 10 mm, of a node 15 mm in its short axis)."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Comparator, Finding, MeasuredValue, Proof, TruthValue
from osler.core.language import Experiencer, Polarity
from osler.trials.judging.findings import named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import PatientView

_ASKED = re.compile(
    r"^(?:(?:presence of|at least (?:one|1)|radiographically|radiologically|one|1)\s)*measurable (?:target |tumou?r )?(?:lesions?|disease|tumou?rs?)\b"
)
_LESION = r"(?:lesions?|mass(?:es)?|metasta(?:sis|ses)|mets?|deposits?|nodules?|primary|primaries|tumou?rs?|secondar(?:y|ies))"
_SIZE = r"(?P<{0}>\d{{1,3}}(?:\.\d)?)\s?(?P<{0}u>mm|cm)\b"
_MEASURED = re.compile(
    rf"\b{_LESION}\b[^.;\n]{{0,60}}?{_SIZE.format('a')}|{_SIZE.format('b')}\s(?:[\w-]+\s){{0,3}}?{_LESION}\b",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"\b(?:CT|MRI|PET|PET-CT|scans?|imaging|restaging|ultrasound)\b", re.IGNORECASE)
_GONE = re.compile(
    r"\b(?:resect\w+|excis\w+|remov\w+|mastectom\w+|\w+ectomy|specimen|histology|patholog\w+|pT\d|cystic|bone|osseous|effusion|nodes?)\b"
    r"|\b(?:disappeared|resolved|complete (?:response|remission))\b",
    re.IGNORECASE,
)
"""What was taken out, or is no soft tissue, cannot be measured today."""
_MEASURABLE, _TO_MM = 10.0, 10.0
_MILLIMETRES = {"mm": 1.0, "cm": _TO_MM}


def _least(atom: Atom) -> float | None:
    """The millimetres from which a lesion is one that is asked for; None where no such lesion is."""
    if not isinstance(atom, Finding | MeasuredValue) or not _ASKED.match(atom.name.casefold()):
        return None
    if isinstance(atom, Finding):
        return _MEASURABLE
    bounds = [
        bound.value * _MILLIMETRES[bound.unit]
        for bound in atom.test.bounds
        if bound.comparator in (Comparator.GE, Comparator.GT) and bound.unit in _MILLIMETRES
    ]
    return max([_MEASURABLE, *bounds]) if bounds and len(bounds) == len(atom.test.bounds) else None


def by_size_of_lesion(atom: Atom, view: PatientView) -> Proof | None:
    """The proof of measurable disease in a patient with a cancer; None where no picture gives a size, and for operated tumours."""
    least = _least(atom)
    if least is None:
        return None
    cancers = named("cancer", view.vocabularies).concepts
    if not view.record.cancers and not any(fact.present and fact.lineage & cancers for fact in view.facts):
        return None
    for place, sentence in enumerate(view.sentences):
        near = " ".join(one.text for one in view.sentences[max(place - 1, 0) : place + 1])
        found = _MEASURED.search(sentence.text)
        if found is None or not _PICTURE.search(near) or _GONE.search(sentence.text):
            continue
        said = view.assertion_in(sentence, *found.span())
        size, unit = (found["a"], found["au"]) if found["a"] else (found["b"], found["bu"])
        length = float(size) * _MILLIMETRES[unit.casefold()]
        if length >= least and said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT:
            return proof_of(TruthValue.MET, atom, f"a picture shows a lesion of {size} {unit}", [sentence.span])
    return None
