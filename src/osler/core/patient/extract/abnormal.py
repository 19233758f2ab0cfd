"""Values beyond their range and places on growth charts → phenotypes, each with its rule."""

from __future__ import annotations

from osler.core.language import AnalysedText, Experiencer, Polarity, beyond_range, centile_findings, out_of_range
from osler.core.patient.types import Coding, Document, PatientRecord, Phenotype, Presence


def add_abnormal_values(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add the phenotype that a value beyond its range is, unless the record has it; `note` says by which rule."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    age = analysed.patient_age
    sex = record.demographics.sex.value if record.demographics.sex else None
    for centile in centile_findings(analysed.text, analysed.sentences):
        _add(record, analysed, document, (centile.start, centile.end), centile.hpo_id, centile.name, centile.why)
    for quantity in analysed.quantities:
        found = None if quantity.superseded else beyond_range(analysed.text, quantity, age, sex)
        if found is not None:
            _add(record, analysed, document, (quantity.start, quantity.end), found.hpo_id, found.name, found.why)
    for result in out_of_range(analysed.text, analysed.sentences):
        _add(record, analysed, document, (result.start, result.end), result.hpo_id, result.name, result.why)


def _add(
    record: PatientRecord,
    analysed: AnalysedText,
    document: Document,
    place: tuple[int, int],
    hpo_id: str,
    name: str,
    why: str,
) -> None:
    said = analysed.assertion_at(*place)
    if said.experiencer is not Experiencer.PATIENT or said.polarity is Polarity.HYPOTHETICAL:
        return
    known = next((one for one in record.phenotypes if one.has_code(hpo_id) and one.presence is Presence.PRESENT), None)
    if known is not None:
        known.evidence.append(document.span(*place))
        known.note = known.note or why
        return
    record.phenotypes.append(
        Phenotype(
            id=f"phenotype-{len(record.phenotypes) + 1}",
            codings=[Coding.of(hpo_id, name)],
            text=name,
            note=why,
            evidence=[document.span(*place)],
        )
    )
