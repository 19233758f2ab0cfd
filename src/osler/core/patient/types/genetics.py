"""Genetic tests that were done, and what was made of genes and variants."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.facts import Fact

TestResult = Literal["positive", "negative", "inconclusive", "pending", "unknown"]
InterpretationStatus = Literal["unknown", "rejected", "candidate", "contributory", "causative"]
Acmg = Literal["not_provided", "benign", "likely_benign", "uncertain_significance", "likely_pathogenic", "pathogenic"]


class Gene(Part):
    """A gene by symbol and, where known, by identifier (`HGNC:34`)."""

    symbol: str | None = None
    id: str | None = None


class VcfRecord(Part):
    """A variant's place in a genome assembly."""

    assembly: str
    chromosome: str
    position: int
    reference: str
    alternate: str


class Expression(Part):
    """A variant written in a notation such as `hgvs.c`."""

    syntax: str
    value: str


class Variant(Part):
    """A variant, in every notation that the source gives."""

    id: str | None = None
    label: str | None = None
    gene: Gene | None = None
    expressions: list[Expression] = Field(default_factory=list)
    vcf: VcfRecord | None = None
    zygosity: Coding | None = None
    structural_type: Coding | None = None
    molecule: str | None = None


class GeneticTest(Fact):
    """A genetic test that was done before, such as a panel, an exome or a karyotype."""

    result: TestResult | None = None
    result_text: str | None = None
    genes: list[Gene] = Field(default_factory=list)
    variants: list[Variant] = Field(default_factory=list)


class GenomicInterpretation(Fact):
    """What someone concluded about a gene or a variant for a disease; `codings` name the disease."""

    gene: Gene | None = None
    variant: Variant | None = None
    interpretation: InterpretationStatus | None = None
    acmg: Acmg | None = None
    actionability: str | None = None
    progress: str | None = None
    """`SOLVED`, `UNSOLVED`, `IN_PROGRESS`, … of the case it belongs to."""
