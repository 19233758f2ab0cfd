"""Values beyond their range and places on growth charts → phenotypes, each with its rule."""

from __future__ import annotations

from osler.core.language import (
    AnalysedText,
    Experiencer,
    MeasuredFinding,
    Polarity,
    beyond_limits,
    beyond_range,
    centile_findings,
    enlarged_organs,
    late_milestones,
    long_arms,
    out_of_range,
    reduced_acuity,
    slow_conduction,
)
from osler.core.patient.types import Coding, Document, PatientRecord, Phenotype, Presence
from osler.core.terminology import SemanticType

_CLOTTING = frozenset({"LAB:inr", "LAB:pt", "LAB:aptt"})
_ANTICOAGULANTS = "MESH:D000925"


def abnormal_values(analysed: AnalysedText, sex: str | None = None) -> list[MeasuredFinding]:
    """The phenotypes that the patient's values beyond their range and places on growth charts are."""
    text, sentences, vocabularies = analysed.text, analysed.sentences, analysed.vocabularies
    found = list(centile_findings(text, sentences))
    for quantity in analysed.quantities:
        if quantity.superseded or quantity.threshold:
            continue
        beyond = beyond_range(
            analysed.text, quantity, analysed.patient_age, sex, young=analysed.is_young_of_unknown_age
        )
        if beyond is not None and not _is_wanted(quantity.measure_id, analysed):
            found.append(MeasuredFinding(quantity.start, quantity.end, beyond.hpo_id, beyond.name, beyond.why))
    found += [
        *out_of_range(text, sentences, vocabularies),
        *beyond_limits(text, sentences, analysed.patient_age, vocabularies),
        *enlarged_organs(text, sentences, analysed.patient_age),
        *late_milestones(text, sentences),
        *reduced_acuity(text, sentences),
        *slow_conduction(text, sentences),
        *long_arms(text, analysed.quantities),
    ]
    return [value for value in found if _is_of_patient(analysed, value)]


def _is_wanted(measure_id: str | None, analysed: AnalysedText) -> bool:
    """Whether a slow clotting is what a medicine is given for: an INR of 2.6 on warfarin is no finding."""
    return measure_id in _CLOTTING and any(
        mention.semantic_type is SemanticType.MEDICATION
        and mention.assertion.affirmed_of_patient
        and any(analysed.vocabularies.hierarchy.is_a(one, _ANTICOAGULANTS) for one in mention.concept_ids)
        for mention in analysed.mentions
    )


def add_abnormal_values(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add the phenotype that a value beyond its range is, unless the record has it; `note` says by which rule."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    sex = record.demographics.sex.value if record.demographics.sex else None
    for value in abnormal_values(analysed, sex):
        _add(record, document, value)


def _is_of_patient(analysed: AnalysedText, value: MeasuredFinding) -> bool:
    said = analysed.assertion_at(value.start, value.end)
    return said.experiencer is Experiencer.PATIENT and said.polarity is not Polarity.HYPOTHETICAL


def _add(record: PatientRecord, document: Document, value: MeasuredFinding) -> None:
    present = (one for one in record.phenotypes if one.presence is Presence.PRESENT)
    known = next((one for one in present if one.has_code(value.hpo_id)), None)
    span = document.span(value.start, value.end)
    if known is not None:
        known.evidence.append(span)
        known.note = known.note or value.why
        return
    record.phenotypes.append(
        Phenotype(
            id=f"phenotype-{len(record.phenotypes) + 1}",
            codings=[Coding.of(value.hpo_id, value.name)],
            text=value.name,
            note=value.why,
            evidence=[span],
        )
    )
