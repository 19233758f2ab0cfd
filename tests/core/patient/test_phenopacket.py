"""Phenopacket v2 → record and back."""

from __future__ import annotations

import json
from typing import Any

from osler.core.evidence import Pointer, Span
from osler.core.patient import PatientRecord, Presence, read_patient, to_phenopacket
from osler.core.patient.phenopacket import to_phenopacket_bytes
from osler.core.patient.types import ClinicalTime, Coding, Phenotype, Quantity
from osler.core.patient.types import Observation as Measurement

SEIZURE = {"id": "HP:0001250", "label": "Seizure"}
PACKET: dict[str, Any] = {
    "id": "case-1",
    "subject": {"id": "proband", "sex": "MALE", "timeAtLastEncounter": {"age": {"iso8601duration": "P5Y"}}},
    "phenotypicFeatures": [
        {"type": SEIZURE, "onset": {"age": {"iso8601duration": "P4M"}}},
        {"type": {"id": "HP:0000365", "label": "Hearing impairment"}, "excluded": True},
    ],
    "metaData": {"created": "2024-01-01T00:00:00Z", "externalReferences": [{"id": "PMID:1"}]},
}


def test_observed_and_excluded_features_with_onset() -> None:
    record, problems = read_patient(json.dumps(PACKET))
    assert problems == []
    assert record.presence("HP:0001250") is Presence.PRESENT
    assert record.presence("HP:0000365") is Presence.ABSENT
    assert record.age_at() == 5
    assert record.phenotypes[0].time == ClinicalTime.aged("P4M")
    assert record.phenotypes[1].evidence == [Pointer(source_id="phenopacket", path="phenotypicFeatures[1]")]


def test_snake_case_and_binary_are_the_same_packet() -> None:
    record = read_patient(json.dumps(PACKET)).record
    snake = json.dumps(PACKET).replace("phenotypicFeatures", "phenotypic_features").replace("metaData", "meta_data")
    assert read_patient(snake).record == record
    assert read_patient(to_phenopacket_bytes(PACKET)).record == record


def test_a_bad_feature_does_not_lose_the_others() -> None:
    features = [{"type": SEIZURE, "negated": True}, 5, *PACKET["phenotypicFeatures"]]
    record, problems = read_patient(json.dumps({**PACKET, "phenotypicFeatures": features}))
    # A feature of version 1 that is negated must not come out as observed.
    assert len(record.phenotypes) == 2
    assert [problem.path for problem in problems] == ["phenotypicFeatures[0]", "phenotypicFeatures[1]"]


def test_a_real_packet_loses_nothing() -> None:
    record = read_patient(json.dumps(PACKET)).record
    written = to_phenopacket(record)
    assert written.not_carried == []
    assert read_patient(json.dumps(written.document)).record == record


def test_doubt_is_left_out_and_listed() -> None:
    doubtful = Phenotype(id="1", codings=[Coding.of("HP:0001250")], presence=Presence.UNKNOWN)
    written = to_phenopacket(PatientRecord(id="p", phenotypes=[doubtful]))
    assert "phenotypicFeatures" not in written.document
    assert written.not_carried == ["phenotypes[0]"]


def test_a_quote_survives_as_evidence() -> None:
    span = Span(source_id="note", start=3, end=10, quote="seizure")
    fact = Phenotype(id="phenotype-1", codings=[Coding.of("HP:0001250")], evidence=[span])
    written = to_phenopacket(PatientRecord(id="p", phenotypes=[fact]))
    assert read_patient(json.dumps(written.document)).record.phenotypes == [fact]


def test_a_month_is_not_made_a_day_and_a_limit_not_a_value() -> None:
    fact = Phenotype(id="phenotype-1", codings=[Coding.of("HP:0001250")], time=ClinicalTime.on("2020-05"))
    below = Measurement(id="m", codings=[Coding.of("LOINC:2160-0")], quantity=Quantity(value=5, comparator="<"))
    written = to_phenopacket(PatientRecord(id="p", phenotypes=[fact], observations=[below]))
    assert "onset" not in written.document["phenotypicFeatures"][0]
    assert {"phenotypes.time", "observations[0]"} <= set(written.not_carried)


def test_both_variants_of_a_diagnosis_stay_together() -> None:
    variants = [
        {
            "subjectOrBiosampleId": "proband",
            "interpretationStatus": "CAUSATIVE",
            "variantInterpretation": {
                "acmgPathogenicityClassification": "PATHOGENIC",
                "variationDescriptor": {"geneContext": {"valueId": "HGNC:34", "symbol": "ABCA4"}, "label": label},
            },
        }
        for label in ("c.1A>T", "c.2G>C")
    ]
    disease = {"disease": {"id": "OMIM:248200"}, "genomicInterpretations": variants}
    packet = {**PACKET, "interpretations": [{"id": "i", "progressStatus": "SOLVED", "diagnosis": disease}]}
    record = read_patient(json.dumps(packet)).record
    assert [fact.acmg for fact in record.genomic_interpretations] == ["pathogenic", "pathogenic"]
    again = to_phenopacket(record)
    assert again.not_carried == []
    assert len(again.document["interpretations"]) == 1
