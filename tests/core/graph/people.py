"""Two patients small enough to hold in mind: Anna has diabetes and asthma, Ben has gout; they share a type and a doctor."""

from __future__ import annotations

from osler.core.graph import GraphData, Node, Relationship
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import (
    ClinicalTime,
    Coding,
    Component,
    Condition,
    Demographics,
    Encounter,
    HumanName,
    Medication,
    Observation,
    Practitioner,
    Quantity,
)


def anna() -> PatientRecord:
    """A record with a condition, values over time, a medicine, a visit and a blood pressure in components."""
    return PatientRecord(
        id="anna",
        as_of="2021-06-01",
        demographics=Demographics(names=[HumanName(given=["Anna"], family="Eins")], birth_date="1960-01-02"),
        conditions=[
            Condition(
                id="c1",
                codings=[Coding(system="SCTID", code="44054006", display="Type 2 diabetes mellitus")],
                status=Status.ACTIVE,
                time=ClinicalTime.on("2015-03-04"),
            ),
            Condition(id="c2", text="Asthma", status=Status.RESOLVED, time=ClinicalTime.on("2001-01-01")),
            Condition(id="c3", text="Mistake", status=Status.ENTERED_IN_ERROR, time=ClinicalTime.on("2001-01-01")),
        ],
        observations=[
            *(_value(f"o{n}", "Hemoglobin A1c", "4548-4", value, "%", day) for n, value, day in _A1C),
            Observation(
                id="bp",
                text="Blood pressure",
                status=Status.FINAL,
                time=ClinicalTime.on("2021-05-01T08:00:00Z"),
                components=[
                    Component(
                        text="Systolic Blood Pressure",
                        codings=[Coding(system="LOINC", code="8480-6")],
                        quantity=Quantity(value=130, unit="mm[Hg]"),
                    ),
                    Component(
                        text="Diastolic Blood Pressure",
                        codings=[Coding(system="LOINC", code="8462-4")],
                        quantity=Quantity(value=85, unit="mm[Hg]"),
                    ),
                ],
            ),
        ],
        medications=[
            Medication(
                id="m1",
                text="Metformin 500 MG Oral Tablet",
                status=Status.ACTIVE,
                intent="order",
                recorded="2020-05-01",
                time=ClinicalTime.between("2020-05-01", None),
            )
        ],
        encounters=[
            Encounter(
                id="e1",
                text="Office visit",
                status=Status.COMPLETED,
                time=ClinicalTime.on("2021-05-01"),
                setting=Coding(system="v3", code="AMB"),
                practitioner_ids=["dr"],
            )
        ],
        practitioners=[Practitioner(id="dr", names=[HumanName(text="Dr. House")])],
    )


_A1C = ((1, 7.1, "2020-02-01"), (2, 7.0, "2020-11-01"), (3, 6.5, "2021-04-01"))


def _value(identifier: str, name: str, loinc: str, value: float, unit: str, day: str) -> Observation:
    return Observation(
        id=identifier,
        text=name,
        codings=[Coding(system="LOINC", code=loinc)],
        status=Status.FINAL,
        time=ClinicalTime.on(day),
        quantity=Quantity(value=value, unit=unit),
    )


def with_ben(data: GraphData) -> GraphData:
    """Anna's graph with Ben in the same database, who shares a type and a doctor with her."""
    ben, gout, shared = ("Patient", "ben"), ("ConditionCase", "ben-c1"), ("ConditionCase", "ben-c2")
    diabetes = next((n.label, n.uuid) for n in data.nodes if n.label == "ConditionType")
    nodes = [
        Node("Patient", "ben", {"name": "Ben Zwei"}),
        Node("ConditionCase", "ben-c1", {"name": "Gout of Ben"}),
        Node("ConditionCase", "ben-c2", {"name": "Diabetes of Ben"}),
        Node("Encounter", "ben-e1", {"name": "Visit of Ben"}),
    ]
    links = [
        Relationship(ben, "HAS_CONDITION", gout),
        Relationship(ben, "HAS_CONDITION", shared),
        Relationship(shared, "IS_A", diabetes),
        Relationship(ben, "HAS_ENCOUNTER", ("Encounter", "ben-e1")),
        Relationship(("Encounter", "ben-e1"), "SEEN_BY", ("Practitioner", "dr")),
    ]
    return GraphData(nodes=[*data.nodes, *nodes], relationships=[*data.relationships, *links])
