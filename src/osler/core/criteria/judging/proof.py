"""Why a tree came out as it did: every node with its truth, its reason and the facts it rests on."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.criteria.types import CriterionKind, TruthValue
from osler.core.evidence import Evidence

_MARKS = {TruthValue.MET: "✓", TruthValue.NOT_MET: "✗", TruthValue.UNKNOWN: "?", TruthValue.NOT_APPLICABLE: "–"}


class Proof(BaseModel):
    """One node of the proof; it mirrors the node of the tree."""

    model_config = ConfigDict(frozen=True)

    truth: TruthValue
    statement: str
    """What was to be shown."""
    reason: str
    assumed: bool = False
    """Whether the clinical policy took silence for absence here (see `ClosedWorld`)."""
    evidence: list[Evidence] = Field(default_factory=list)
    children: list[Proof] = Field(default_factory=list)


Eligibility = Literal["eligible", "ineligible", "unknown"]


class Judgement(BaseModel):
    """What one criterion means for one patient."""

    model_config = ConfigDict(frozen=True)

    criterion_id: str
    kind: CriterionKind
    truth: TruthValue
    """Whether the criterion's own statement holds; for an exclusion, MET rules the patient out."""
    eligibility: Eligibility
    proof: Proof


def eligibility_of(kind: CriterionKind, truth: TruthValue) -> Eligibility:
    """What the truth of a criterion means for taking part."""
    if truth is TruthValue.UNKNOWN:
        return "unknown"
    if truth is TruthValue.NOT_APPLICABLE:
        return "eligible"
    return "eligible" if (truth is TruthValue.MET) == (kind == "inclusion") else "ineligible"


def proof_text(proof: Proof, indent: int = 0) -> str:
    """The proof as an indented outline: ✓ met, ✗ not met, ? unknown, – not applicable."""
    pad = "  " * indent
    head = f"{pad}{_MARKS[proof.truth]} {proof.statement}"
    if proof.reason:
        head += f"\n{pad}    because {proof.reason}"
    return "\n".join([head, *(proof_text(child, indent + 1) for child in proof.children)])


def assumptions(proof: Proof) -> list[str]:
    """What the clinical policy assumed on the way to a proof's truth."""
    own = [proof.statement] if proof.assumed else []
    return list(dict.fromkeys([*own, *(said for child in proof.children for said in assumptions(child))]))
