"""Record → Phenopacket v2."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict
from phenopackets.schema.v2 import KaryotypicSex, Phenopacket

from osler.core.patient.phenopacket.actions import write_medication, write_procedure
from osler.core.patient.phenopacket.elements import Json
from osler.core.patient.phenopacket.features import write_disease, write_feature
from osler.core.patient.phenopacket.genomics import is_interpretable, write_interpretations
from osler.core.patient.phenopacket.individual import subject_id, write_individual
from osler.core.patient.phenopacket.measures import write_measurement
from osler.core.patient.phenopacket.metadata import resources_for
from osler.core.patient.phenopacket.read import read_phenopacket
from osler.core.patient.types import FACT_LISTS, PatientRecord
from osler.core.patient.types.base import Part
from osler.core.patient.written import WriteResult

_WRITERS: tuple[tuple[str, str, Callable[[Any], Json | None]], ...] = (
    ("phenotypes", "phenotypicFeatures", write_feature),
    ("conditions", "diseases", write_disease),
    ("observations", "measurements", write_measurement),
    ("procedures", "medicalActions", write_procedure),
    ("medications", "medicalActions", write_medication),
)


def to_phenopacket(record: PatientRecord) -> WriteResult:
    """The record as a Phenopacket; whatever the format cannot carry is left out and listed, never bent to fit."""
    karyotypes = set(KaryotypicSex.keys()) - {"UNKNOWN_KARYOTYPE"}
    packet: Json = {"id": record.id, "subject": write_individual(record, karyotypes)}
    kept: dict[str, list[Part]] = {}
    not_carried: list[str] = []
    for field, name, write in _WRITERS:
        written = [(fact, write(fact)) for fact in getattr(record, field)]
        packet.setdefault(name, []).extend(body for _, body in written if body is not None)
        kept[field] = [fact for fact, body in written if body is not None]
        not_carried += [f"{field}[{index}]" for index, (_, body) in enumerate(written) if body is None]
    drawn = [fact for fact in record.genomic_interpretations if is_interpretable(fact)]
    packet["interpretations"] = write_interpretations(drawn, subject_id(record))
    kept["genomic_interpretations"] = [*drawn]
    not_carried += [
        f"genomic_interpretations[{index}]"
        for index, fact in enumerate(record.genomic_interpretations)
        if not is_interpretable(fact)
    ]
    packet["metaData"] = {
        "created": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
        "createdBy": "osler",
        "phenopacketSchemaVersion": "2.0.2",
        "resources": resources_for(packet),
        "externalReferences": [{"id": one.reference} for one in record.sources if one.reference],
    }
    document: Json = MessageToDict(ParseDict(packet, Phenopacket()))
    return WriteResult(document, sorted(not_carried + _lost(record, kept, document)), [])


def to_phenopacket_bytes(document: Json) -> bytes:
    """A packet in protobuf's binary form."""
    data: bytes = ParseDict(document, Phenopacket()).SerializeToString(deterministic=True)
    return data


def _lost(record: PatientRecord, kept: dict[str, list[Part]], document: Json) -> list[str]:
    """Every field that reading the packet back does not give: found by comparing, not by a list kept by hand."""
    back = read_phenopacket(document).record
    lost = {f"demographics.{name}" for name in _differing(record.demographics, back.demographics)}
    if record.as_of and record.as_of != back.as_of:
        lost.add("as_of")
    for field, facts in kept.items():
        pairs = zip(facts, getattr(back, field), strict=True)
        lost |= {f"{field}.{name}" for fact, again in pairs for name in _differing(fact, again)}
    homeless = ("documents", "practitioners", "organisations", *(name for name in FACT_LISTS if name not in kept))
    lost |= {name for name in homeless if getattr(record, name)}
    return sorted(lost | ({"sources"} if record.sources and record.sources != back.sources else set()))


def _differing(part: Part, again: Part) -> list[str]:
    """The fields that had something which did not come back."""
    fields = [(name, getattr(part, name)) for name in type(part).model_fields]
    return [name for name, value in fields if value not in (None, "", []) and value != getattr(again, name)]
