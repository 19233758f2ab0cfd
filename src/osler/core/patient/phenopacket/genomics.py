"""Interpretations: diagnoses with the genes and variants behind them."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import get_args

from osler.core.patient.phenopacket.elements import (
    Json,
    read_class,
    read_classes,
    read_evidence,
    write_class,
    write_first,
)
from osler.core.patient.types import Expression, Gene, GenomicInterpretation, Presence, Status, Variant, VcfRecord
from osler.core.patient.types.genetics import Acmg, InterpretationStatus

_ACTIONABILITY = {"NOT_ACTIONABLE", "ACTIONABLE"}
_MOLECULES = {"genomic", "transcript", "protein"}
_PROGRESS = {None, "IN_PROGRESS", "COMPLETED", "SOLVED", "UNSOLVED"}


def is_interpretable(fact: GenomicInterpretation) -> bool:
    """Whether the format can say it: a conclusion that was drawn, in a state of work that it knows."""
    drawn = fact.presence is Presence.PRESENT and fact.status is not Status.ENTERED_IN_ERROR
    return drawn and fact.progress in _PROGRESS


def read_interpretation(body: Json, number: int) -> list[GenomicInterpretation]:
    """One fact for each gene or variant that a diagnosis rests on, or one for the diagnosis alone."""
    diagnosis = body.get("diagnosis") or {}
    parts = diagnosis.get("genomicInterpretations") or [{}]
    name = body.get("id") or f"interpretation-{number + 1}"
    return [
        _read_part(part).model_copy(
            update={
                "id": name if len(parts) == 1 else f"{name}-{index + 1}",
                "codings": read_classes([diagnosis.get("disease", {})]),
                "progress": body.get("progressStatus"),
                "note": body.get("summary"),
                "evidence": read_evidence(None, f"interpretations[{number}].diagnosis.genomicInterpretations[{index}]"),
            }
        )
        for index, part in enumerate(parts)
    ]


def _read_part(body: Json) -> GenomicInterpretation:
    reading = body.get("variantInterpretation") or {}
    variation = reading.get("variationDescriptor")
    status = body.get("interpretationStatus", "").lower()
    acmg = reading.get("acmgPathogenicityClassification", "").lower()
    return GenomicInterpretation(
        id="",
        gene=_read_gene(body.get("gene")),
        variant=_read_variant(variation) if variation else None,
        interpretation=status if status in get_args(InterpretationStatus) else None,
        acmg=acmg if acmg in get_args(Acmg) else None,
        actionability=reading.get("therapeuticActionability"),
    )


def _read_gene(body: Json | None) -> Gene | None:
    return Gene(symbol=body.get("symbol"), id=body.get("valueId")) if body else None


def _read_variant(body: Json) -> Variant:
    vcf = body.get("vcfRecord")
    return Variant(
        id=body.get("id"),
        label=body.get("label"),
        gene=_read_gene(body.get("geneContext")),
        expressions=[
            Expression(syntax=item.get("syntax", ""), value=item.get("value", ""))
            for item in body.get("expressions", ())
        ],
        vcf=VcfRecord(
            assembly=vcf.get("genomeAssembly", ""),
            chromosome=vcf.get("chrom", ""),
            position=int(vcf.get("pos", 0)),
            reference=vcf.get("ref", ""),
            alternate=vcf.get("alt", ""),
        )
        if vcf
        else None,
        zygosity=read_class(body.get("allelicState")),
        structural_type=read_class(body.get("structuralType")),
        molecule=body.get("moleculeContext"),
    )


def write_interpretations(facts: list[GenomicInterpretation], subject: str) -> list[Json]:
    """Neighbouring facts of the same diagnosis form one interpretation, as the two variants of a recessive disease do."""
    # One that says nothing but its diagnosis stands alone: beside another it would not be seen.
    keys = [
        (fact.progress, [coding.id for coding in fact.codings], None if _write_part(fact, subject) else place)
        for place, fact in enumerate(facts)
    ]
    paired = groupby(zip(keys, facts, strict=True), key=itemgetter(0))
    groups = [[fact for _, fact in group] for _, group in paired]
    return [_write_group(group, number, subject) for number, group in enumerate(groups, start=1)]


def _write_group(facts: list[GenomicInterpretation], number: int, subject: str) -> Json:
    first = facts[0]
    parts = [body for fact in facts if (body := _write_part(fact, subject))]
    diagnosis = {"disease": write_first(first.codings), "genomicInterpretations": parts}
    return {
        "id": first.id if len(facts) == 1 else _stem(facts) or f"interpretation-{number}",
        "progressStatus": first.progress or "UNKNOWN_PROGRESS",
        "diagnosis": {name: value for name, value in diagnosis.items() if value},
        "summary": first.note or "",
    }


def _stem(facts: list[GenomicInterpretation]) -> str | None:
    """The id that the facts of one interpretation were numbered from, if they were."""
    stem = facts[0].id.removesuffix("-1")
    numbered = [f"{stem}-{number}" for number in range(1, len(facts) + 1)]
    return stem if [fact.id for fact in facts] == numbered else None


def _write_part(fact: GenomicInterpretation, subject: str) -> Json:
    body: Json = {}
    if fact.variant:
        reading = {
            "acmgPathogenicityClassification": (fact.acmg or "not_provided").upper(),
            "therapeuticActionability": fact.actionability
            if fact.actionability in _ACTIONABILITY
            else "UNKNOWN_ACTIONABILITY",
            "variationDescriptor": _write_variant(fact.variant),
        }
        body["variantInterpretation"] = reading
    elif fact.gene:
        body["gene"] = _write_gene(fact.gene)
    if not body and fact.interpretation is None:
        return {}
    status = "UNKNOWN_STATUS" if fact.interpretation in (None, "unknown") else fact.interpretation.upper()
    return {"subjectOrBiosampleId": subject, "interpretationStatus": status, **body}


def _write_gene(gene: Gene) -> Json:
    return {"valueId": gene.id or "", "symbol": gene.symbol or ""}


def _write_variant(variant: Variant) -> Json:
    vcf = variant.vcf
    body = {
        "id": variant.id,
        "label": variant.label,
        "geneContext": _write_gene(variant.gene) if variant.gene else None,
        "expressions": [{"syntax": one.syntax, "value": one.value} for one in variant.expressions],
        "vcfRecord": {
            "genomeAssembly": vcf.assembly,
            "chrom": vcf.chromosome,
            "pos": vcf.position,
            "ref": vcf.reference,
            "alt": vcf.alternate,
        }
        if vcf
        else None,
        "allelicState": write_class(variant.zygosity),
        "structuralType": write_class(variant.structural_type),
        "moleculeContext": variant.molecule if variant.molecule in _MOLECULES else None,
    }
    return {name: value for name, value in body.items() if value}
