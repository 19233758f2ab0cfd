"""A disease with the kind of examination that is to show it: "radiographic evidence of pneumonia", "endoscopically confirmed colitis"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from osler.core.criteria import Expression, Finding, Proof, TruthValue
from osler.core.evidence import Evidence
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

_KINDS = {
    "radiological": r"radiograph\w*|radiolog\w+|x-?ray|imaging",
    "endoscopic": r"endoscop\w+|colonoscop\w+|gastroscop\w+",
    "sonographic": r"ultraso\w+|sonograph\w+",
    "echocardiographic": r"echocardiograph\w+",
    "angiographic": r"angiograph\w+",
    "electrocardiographic": r"electrocardiograph\w+|ecg|ekg",
}
_SHOWN = r"(?:ally)?[\s-](?:(?:evidence|proof|confirmation|diagnosis|findings|signs)\s(?:of|for)|confirmed|documented|proven|verified|diagnosed|demonstrated)\s"
_ASKED = tuple((kind, re.compile(rf"^(?:{words}){_SHOWN}", re.IGNORECASE)) for kind, words in _KINDS.items())


def by_what_shows_it(atom: Finding, view: PatientView, prove: Callable[[Expression], Proof]) -> Proof | None:
    """The proof by the disease itself, where the sentence that tells of it tells of such an examination; its want by the want of the disease."""
    for kind, asked in _ASKED:
        found = asked.match(atom.name)
        if found is None:
            continue
        whole = prove(atom.model_copy(update={"name": atom.name[found.end() :], "codes": ()}))
        if whole.truth is TruthValue.NOT_MET and not whole.assumed:
            return proof_of(TruthValue.NOT_MET, atom, whole.reason, whole.evidence)
        if whole.truth is TruthValue.MET and _tells_of(kind, whole.evidence, view):
            return proof_of(TruthValue.MET, atom, f"{whole.reason}, and where it was seen", whole.evidence)
    return None


def _tells_of(kind: str, evidence: Sequence[Evidence], view: PatientView) -> bool:
    return any(pattern("seen_on", kind).search(one.text.casefold()) for one in view.sentences_of(evidence))
