"""The Cypher that the offline mind writes: few shapes, anchored at the patient, so that each is parsed once."""

from __future__ import annotations

from typing import NamedTuple

from osler.consult.record.question import Kind


class Shape(NamedTuple):
    """Where a kind of thing stands in the graph, and which of its properties are read."""

    relation: str
    label: str
    type_label: str | None
    properties: tuple[str, ...]


SHAPES: dict[Kind, Shape] = {
    "condition": Shape(
        "HAS_CONDITION",
        "ConditionCase",
        "ConditionType",
        ("status", "presence", "end_date", "end_written", "severity", "encounter"),
    ),
    "symptom": Shape(
        "HAS_SYMPTOM", "SymptomEpisode", "SymptomType", ("status", "presence", "end_date", "end_written", "severity")
    ),
    "medication": Shape(
        "HAS_INTAKE",
        "IntakeRegimen",
        "IntakeType",
        (
            "kind",
            "status",
            "presence",
            "end_date",
            "end_written",
            "dose",
            "dose_unit",
            "frequency",
            "route",
            "instruction",
            "reason",
            "encounter",
        ),
    ),
    "observation": Shape(
        "HAS_OBSERVATION",
        "Observation",
        "ObservationType",
        ("value", "unit", "comparator", "text", "status", "low", "high", "interpretation", "panel", "category", "note"),
    ),
    "procedure": Shape(
        "HAS_PROCEDURE", "ProcedureEvent", "ProcedureType", ("status", "end_date", "end_written", "reason", "encounter")
    ),
    "vaccine": Shape("HAS_IMMUNIZATION", "Immunization", "VaccineType", ("status", "dose_number")),
    "allergy": Shape("HAS_ALLERGY", "AllergyRecord", "AllergyType", ("status", "presence", "reaction", "criticality")),
    "visit": Shape("HAS_ENCOUNTER", "Encounter", None, ("status", "setting", "reason", "end_date", "end_written")),
}

_ORDERED: dict[Kind, str] = {"medication": "PRESCRIBED_BY", "procedure": "PERFORMED_BY"}
ANCHOR = "MATCH (p:Patient {uuid: $patient_uuid})"


def person() -> str:
    """Who the patient is."""
    fields = (
        "name", "sex", "birth_date", "age_years", "age_on", "death_date", "marital_status", "language", "smoking",
    )  # fmt: skip
    columns = ", ".join(f"p.{field} AS {field}" for field in fields)
    return f"{ANCHOR} RETURN p.uuid AS uuid, {columns}"


def types_of(kind: Kind) -> str:
    """The kinds of thing that the record holds of a kind."""
    shape = SHAPES[kind]
    return (
        f"{ANCHOR} MATCH (p)-[:{shape.relation}]->(x:{shape.label}) MATCH (x)-[:IS_A]->(t:{shape.type_label}) "
        "RETURN DISTINCT t.uuid AS uuid, t.name AS name, t.codes AS codes"
    )


def entries_of(kind: Kind, *, of_types: bool) -> str:
    """The entries of a kind in their order in time; of chosen types only, where asked."""
    shape = SHAPES[kind]
    columns = ", ".join(
        f"x.{name} AS {name}" for name in ("uuid", "name", "date", "date_written", "time", *shape.properties)
    )
    hop = f" MATCH (x)-[:IS_A]->(t:{shape.type_label})" if shape.type_label else ""
    where = " WHERE t.uuid IN $types" if of_types else ""
    kind_column = ", t.uuid AS type" if shape.type_label else ""
    return (
        f"{ANCHOR} MATCH (p)-[:{shape.relation}]->(x:{shape.label}){hop}{where} "
        f"RETURN {columns}{kind_column} ORDER BY x.time, x.uuid"
    )


def seen_by() -> str:
    """The practitioners of each visit."""
    return f"{ANCHOR} MATCH (p)-[:HAS_ENCOUNTER]->(x:Encounter) MATCH (x)-[:SEEN_BY]->(d:Practitioner) RETURN x.uuid AS uuid, d.name AS name"


def located_at() -> str:
    """The organisation of each visit."""
    return f"{ANCHOR} MATCH (p)-[:HAS_ENCOUNTER]->(x:Encounter) MATCH (x)-[:LOCATED_AT]->(o:Organization) RETURN x.uuid AS uuid, o.name AS name"


def ordered_by(kind: Kind) -> str:
    """Who prescribed each medicine, or did each procedure."""
    relation, label, by = SHAPES[kind].relation, SHAPES[kind].label, _ORDERED[kind]
    return f"{ANCHOR} MATCH (p)-[:{relation}]->(x:{label}) MATCH (x)-[:{by}]->(d:Practitioner) RETURN x.uuid AS uuid, d.name AS name"


def family() -> str:
    """The conditions of relatives."""
    return f"{ANCHOR} MATCH (p)-[:HAS_FAMILY_HISTORY]->(x:FamilyRecord) RETURN x.uuid AS uuid, x.name AS name, x.relation AS relation, x.presence AS presence"
