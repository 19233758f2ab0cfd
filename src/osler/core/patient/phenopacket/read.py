"""Phenopacket v2 (JSON or protobuf) → record."""

from __future__ import annotations

from collections.abc import Callable

from google.protobuf.json_format import Error as JsonFormatError
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import DecodeError
from phenopackets.schema.v2 import Phenopacket

from osler.core.evidence import Pointer, Source
from osler.core.patient.phenopacket.actions import read_action
from osler.core.patient.phenopacket.elements import SOURCE_ID, Json
from osler.core.patient.phenopacket.features import read_disease, read_feature
from osler.core.patient.phenopacket.genomics import read_interpretation
from osler.core.patient.phenopacket.individual import last_encounter, read_individual
from osler.core.patient.phenopacket.measures import read_measurement
from osler.core.patient.problems import Level, Problem, ReadResult
from osler.core.patient.types import Medication, PatientRecord, Procedure
from osler.errors import DataError

# ParseDict meets shapes it does not expect, such as a list for an object, with errors of Python's own.
_BROKEN = (JsonFormatError, ValueError, TypeError, AttributeError, RecursionError)
_UNREAD = ("biosamples", "files")


def read_phenopacket(document: Json) -> ReadResult:
    """The record of a Phenopacket in its JSON form; one bad element does not lose the others."""
    canonical, problems = _canonical(document)
    record = PatientRecord(id=canonical.get("id") or "patient", sources=[_source(canonical)])
    subject = canonical.get("subject") or {}
    try:
        record.demographics = read_individual(subject)
        record.as_of = last_encounter(subject)
    except (ValueError, KeyError):
        problems.append(_unusable("subject"))
    record.demographics.evidence = [Pointer(source_id=SOURCE_ID, path="subject")]
    for name, read in _READERS.items():
        for number, item in enumerate(canonical.get(name, ())):
            try:
                read(record, item, number)
            except (ValueError, KeyError):
                problems.append(_unusable(f"{name}[{number}]"))
    unread = [name for name in _UNREAD if canonical.get(name)]
    if len(record.procedures) + len(record.medications) < len(canonical.get("medicalActions", ())):
        unread.append("medicalActions other than procedures and treatments")
    if unread:
        message = f"parts that the record has no place for were not read: {', '.join(unread)}"
        problems.append(Problem(code="input.not_read", level=Level.INFO, message=message))
    return ReadResult(record, problems)


def read_phenopacket_bytes(data: bytes) -> ReadResult:
    """The record of a Phenopacket in protobuf's binary form."""
    try:
        packet = Phenopacket.FromString(data)
        return read_phenopacket(MessageToDict(packet))
    except (DecodeError, ValueError) as error:
        raise DataError(
            "the bytes are not a Phenopacket v2", mend="write the packet again as protobuf or JSON"
        ) from error


def looks_like_phenopacket(data: bytes) -> bool:
    """Whether bytes are a Phenopacket in binary form that has a subject or a feature."""
    try:
        packet = Phenopacket.FromString(data)
    except DecodeError:
        return False
    # Protobuf reads much that is not its own; a real packet has an id and keeps no unknown bytes.
    known = packet.ByteSize() > 0 and len(packet.SerializeToString()) == len(data)
    return known and bool(packet.id) and (packet.HasField("subject") or bool(packet.phenotypic_features))


def _canonical(document: Json) -> tuple[Json, list[Problem]]:
    """The packet with the names and enumerations that protobuf's JSON prescribes, whatever variant was given."""
    try:
        whole: Json = MessageToDict(ParseDict(document, Phenopacket()))
    except _BROKEN:
        return _piecemeal(document)
    return whole, []


def _piecemeal(document: Json) -> tuple[Json, list[Problem]]:
    """What can be saved of a packet that has faults."""
    saved: Json = {}
    problems: list[Problem] = []
    for key, value in document.items():
        pieces = value if isinstance(value, list) else [value]
        for number, piece in enumerate(pieces):
            one = [piece] if isinstance(value, list) else piece
            try:
                parsed: Json = MessageToDict(ParseDict({key: one}, Phenopacket()))
            except _BROKEN:
                place = key if key.isidentifier() and len(key) <= 64 else "(an unknown field)"
                problems.append(_unusable(f"{place}[{number}]" if isinstance(value, list) else place))
                continue
            for name, content in parsed.items():
                if isinstance(content, list):
                    saved.setdefault(name, []).extend(content)
                else:
                    saved[name] = content
    return saved, problems


def _add_action(record: PatientRecord, body: Json, number: int) -> None:
    action = read_action(body, number)
    if isinstance(action, Procedure):
        record.procedures.append(action)
    elif isinstance(action, Medication):
        record.medications.append(action)


_READERS: dict[str, Callable[[PatientRecord, Json, int], None]] = {
    "phenotypicFeatures": lambda record, body, number: record.phenotypes.append(read_feature(body, number)),
    "diseases": lambda record, body, number: record.conditions.append(read_disease(body, number)),
    "measurements": lambda record, body, number: record.observations.append(read_measurement(body, number)),
    "medicalActions": _add_action,
    "interpretations": lambda record, body, number: record.genomic_interpretations.extend(
        read_interpretation(body, number)
    ),
}


def _source(packet: Json) -> Source:
    cited = [one.get("id") for one in (packet.get("metaData") or {}).get("externalReferences", ())]
    return Source(id=SOURCE_ID, kind="phenopacket", reference=next((one for one in cited if one), None))


def _unusable(path: str) -> Problem:
    return Problem(
        code="input.unusable",
        level=Level.ERROR,
        message="not valid Phenopacket v2 and was left out",
        mend="check its field names (version 1 calls `excluded` `negated`), ages and timestamps",
        path=path,
    )
