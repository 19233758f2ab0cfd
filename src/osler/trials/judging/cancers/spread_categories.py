"""Whether a cancer has spread, by the categories of its stage: N0 and M0 say that it has not (TNM, 8th edition)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import Atom, Proof, TruthValue
from osler.core.evidence import Evidence
from osler.core.patient import PatientRecord
from osler.trials.judging.proofs import proof_of

_NODAL = re.compile(
    r"(?:(?:any|evidence of|known|regional|axillary|cervical|mediastinal|pathologic(?:al)?)\s)*"
    r"(?:lymph[- ])?nod(?:e|es|al) (?:involvement|metastas[ie]s|disease|spread|positiv(?:e|ity))"
)
_CATEGORY = re.compile(r"[cpyr]{0,3}[NM](?P<degree>\d).{0,8}")


def asks_of_nodes(words: str) -> bool:
    """Whether words ask for spread to lymph nodes."""
    return _NODAL.fullmatch(words) is not None


def by_nodes(atom: Atom, record: PatientRecord) -> Proof | None:
    """Spread to lymph nodes by the N category."""
    return _by_category(atom, [(stage.nodes, stage.evidence) for one in record.cancers for stage in one.stages])


def by_distance(atom: Atom, record: PatientRecord) -> Proof | None:
    """Distant metastases by the M category."""
    return _by_category(atom, [(stage.metastases, stage.evidence) for one in record.cancers for stage in one.stages])


def _by_category(atom: Atom, told: Sequence[tuple[str | None, Sequence[Evidence]]]) -> Proof | None:
    """The proof by categories that agree; one that was not assessed (NX) says nothing."""
    known = [(found["degree"], one, evidence) for one, evidence in told if one and (found := _CATEGORY.fullmatch(one))]
    if len({degree != "0" for degree, _, _ in known}) != 1:
        return None
    truth = TruthValue.MET if known[0][0] != "0" else TruthValue.NOT_MET
    return proof_of(truth, atom, f"the stage says {known[0][1]}", [item for _, _, cited in known for item in cited])
