"""A cancer as oncology writes it: histology, stage, biomarkers, spread, lines of therapy, radiotherapy."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from osler.core.evidence import Evidence
from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.facts import Fact
from osler.core.patient.types.genetics import Gene
from osler.core.patient.types.measures import Quantity

StagingBasis = Literal["clinical", "pathologic", "post-therapy", "recurrence"]
BiomarkerResult = Literal["positive", "negative", "equivocal", "stable", "high", "low", "wild-type", "not-tested"]
Response = Literal["complete response", "partial response", "stable disease", "progressive disease", "not evaluable"]
StopReason = Literal["progression", "toxicity", "completed", "patient choice", "death", "other"]


class Stage(Part):
    """A stage in one staging system: the group (`IVB`), the TNM categories, or both."""

    system: str | None = None
    """`AJCC`, `FIGO`, `Ann Arbor`, `ISS`, …; None where the source names none."""
    edition: str | None = None
    group: str | None = None
    tumour: str | None = None
    nodes: str | None = None
    metastases: str | None = None
    basis: StagingBasis | None = None
    text: str | None = None
    evidence: list[Evidence] = Field(default_factory=list)

    @property
    def tnm(self) -> str | None:
        """The TNM categories on one line."""
        return " ".join(part for part in (self.tumour, self.nodes, self.metastases) if part) or None


class Metastasis(Part):
    """A place to which the cancer has spread."""

    site: str
    coding: Coding | None = None
    evidence: list[Evidence] = Field(default_factory=list)


class Cancer(Fact):
    """A malignant tumour; `codings` name it, `text` is what the source calls it, `time` its diagnosis."""

    histology: str | None = None
    site: str | None = None
    grade: str | None = None
    stages: list[Stage] = Field(default_factory=list)
    metastases: list[Metastasis] = Field(default_factory=list)
    not_spread_to: list[Metastasis] = Field(default_factory=list)
    """Places that were looked at and found free of it."""


class Biomarker(Fact):
    """A tumour marker: a gene with its variant, an expression, or a signature such as MSI or TMB."""

    name: str
    gene: Gene | None = None
    variant: str | None = None
    """The change as written: `L858R`, `exon 19 deletion`, `amplification`, `V600E`."""
    result: BiomarkerResult | None = None
    value: Quantity | None = None
    score: str | None = None
    """A graded score as written: `2+`, `TPS`, `CPS`."""
    method: str | None = None


class TherapyLine(Fact):
    """Systemic treatment against the cancer: its drugs, its place in the order, what it did and why it ended."""

    line: int | None = None
    drugs: list[str] = Field(default_factory=list)
    intent: str | None = None
    """`adjuvant`, `neoadjuvant`, `palliative`, `maintenance`, …"""
    cycles: int | None = None
    response: Response | None = None
    stop_reason: StopReason | None = None


class Radiotherapy(Fact):
    """A course of radiation."""

    site: str | None = None
    dose: Quantity | None = None
    fractions: int | None = None
    technique: str | None = None
