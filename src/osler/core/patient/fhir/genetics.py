"""Genetic tests (DiagnosticReport) and interpretations of variants (Observation)."""

from __future__ import annotations

from osler.core.patient.fhir.documents import read_report_document, report_text
from osler.core.patient.fhir.elements import Json, compact, loinc_codes, read_all_codings, said, write_concept
from osler.core.patient.fhir.links import Links
from osler.core.patient.fhir.shared import common, head
from osler.core.patient.fhir.statuses import OBSERVATION, word_for
from osler.core.patient.fhir.times import read_time, write_date, write_time
from osler.core.patient.types import Document, Gene, GeneticTest, GenomicInterpretation, Variant

_GENETICS = {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0074", "code": "GE"}]}
_VARIANT = {"coding": [{"system": "http://loinc.org", "code": "69548-6", "display": "Genetic variant assessment"}]}
_GENE = "48018-6"
_HGVS = "48004-6"


def read_report(resource: Json, links: Links) -> list[GeneticTest | Document]:
    """A genetic test, or the words of another report; results are observations of their own."""
    text = report_text(resource)
    codes = {coding.code for coding in read_all_codings(resource.get("category"))}
    if "GE" in codes:
        test = GeneticTest(
            **common(resource, links),
            status=OBSERVATION.get(resource.get("status", "")),
            time=read_time(resource, "effective"),
            recorded=resource.get("issued"),
            result_text=text,
        )
        return [test]
    return [read_report_document(resource, text, links)] if text else []


def write_genetic_test(fact: GeneticTest, subject: Json) -> Json:
    return compact(
        {
            **{key: value for key, value in head(fact, "DiagnosticReport", subject).items() if key != "note"},
            "status": word_for(OBSERVATION, fact.status, "unknown"),
            "category": [_GENETICS],
            "code": write_concept(fact.codings, fact.text) or {"text": "genetic test"},
            **write_time(fact.time, "effective", forms="DateTime Period"),
            "issued": write_date(fact.recorded) if fact.recorded and "T" in fact.recorded else None,
            "conclusion": said(fact.result_text),
        }
    )


def is_variant(resource: Json) -> bool:
    """Whether an Observation is the assessment of a variant."""
    return "69548-6" in loinc_codes(resource.get("code"))


def read_variant(resource: Json, links: Links) -> list[GenomicInterpretation]:
    gene = variant = None
    for part in resource.get("component", ()):
        codes = {item.get("code") for item in (part.get("code") or {}).get("coding", ())}
        concept = part.get("valueCodeableConcept") or {}
        first: Json = next(iter(concept.get("coding", ())), {})
        if _GENE in codes:
            gene = Gene(symbol=first.get("display") or concept.get("text"), id=first.get("code"))
        if _HGVS in codes:
            variant = Variant(label=first.get("display") or concept.get("text"))
    return [
        GenomicInterpretation(
            **common({**resource, "code": None}, links),
            status=OBSERVATION.get(resource.get("status", "")),
            time=read_time(resource, "effective"),
            gene=gene,
            variant=variant,
        )
    ]


def write_interpretation(fact: GenomicInterpretation, subject: Json) -> Json:
    """The assessment with gene and variant where a genomics reader looks for them; the rest is in the extension."""
    gene = fact.gene or (fact.variant.gene if fact.variant else None) or Gene()
    notations = fact.variant.expressions if fact.variant else []
    hgvs = next((one.value for one in notations if one.syntax.startswith("hgvs")), None)
    parts = [(_GENE, "Gene studied", gene.symbol), (_HGVS, "DNA change (c.HGVS)", hgvs)]
    return compact(
        {
            **head(fact, "Observation", subject),
            "status": word_for(OBSERVATION, fact.status, "unknown"),
            "code": _VARIANT,
            **write_time(fact.time, "effective", forms="DateTime Period"),
            "component": [_write_part(code, name, words) for code, name, words in parts if words and said(words)],
        }
    )


def _write_part(code: str, name: str, words: str) -> Json:
    coding = {"system": "http://loinc.org", "code": code, "display": name}
    return {"code": {"coding": [coding]}, "valueCodeableConcept": {"text": words}}
