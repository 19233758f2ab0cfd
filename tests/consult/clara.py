"""Clara's record: mixed units, bounds and preliminary values, things that ended, were planned, suspected, ruled out or not done."""

from __future__ import annotations

from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import (
    Allergy,
    ClinicalTime,
    Coding,
    Component,
    Condition,
    Demographics,
    Encounter,
    Immunisation,
    Medication,
    Observation,
    Procedure,
    Quantity,
)


def clara() -> PatientRecord:
    """The record."""
    return PatientRecord(
        id="clara",
        demographics=Demographics(birth_date="1950-02-03"),
        observations=[
            _value("w1", "Body weight", "29463-7", 80.0, "kg", "2018-01-10"),
            _value("w2", "Body weight", "29463-7", 176.0, "[lb_av]", "2019-01-10"),
            _value("w3", "Body weight", "29463-7", 82.0, "kg", "2020-01-10"),
            _value("a1", "Hemoglobin A1c", "4548-4", 6.4, "%", "2018-01-10"),
            _value("a2", "Hemoglobin A1c", "4548-4", 6.2, "%", "2019-01-10"),
            _value("a3", "Hemoglobin A1c", "4548-4", 42.0, "mmol/mol", "2020-01-10"),
            _value("d1", "D-dimer", "48065-7", 0.2, "mg/L", "2020-01-10", comparator="<"),
            _value("s1", "Sodium", "2951-2", 139.0, "mmol/L", "2019-01-10"),
            _value("s2", "Sodium", "2951-2", 128.0, "mmol/L", "2020-03-01", status=Status.PRELIMINARY),
            *(_pressure(f"bp{year}", f"{year}-01-10", high, low) for year, high, low in _PRESSURES),
        ],
        conditions=[
            _condition("c1", "Stroke", "2018-06-01", Status.RESOLVED),
            _condition("c2", "Acute bronchitis", "2019-02-01", Status.RESOLVED, until="2019-02-11", visit="e2"),
            _condition("c3", "Lymphoma", "2010-05-01", Status.REMISSION, until="2011-05-01"),
            _condition("c4", "Deep vein thrombosis", "2019-03-01", None, presence=Presence.ABSENT),
            _condition("c5", "Gout", "2019-04-01", None, presence=Presence.POSSIBLE),
            _condition("c6", "Hypertension", "2012-01-01", Status.ACTIVE),
        ],
        medications=[
            _medicine("m1", "Lisinopril 10 MG Oral Tablet", "2012-01-01", Status.ACTIVE),
            _medicine("m2", "Digoxin 0.125 MG Oral Tablet", "2018-06-01", Status.ON_HOLD),
            _medicine("m3", "Doxycycline 100 MG Oral Tablet", "2019-02-01", Status.STOPPED, visit="e2"),
        ],
        procedures=[
            Procedure(id="p1", text="Total hip replacement", status=Status.PLANNED, time=ClinicalTime.on("2020-09-01")),
            Procedure(id="p2", text="Coronary angiography", status=Status.NOT_DONE, time=ClinicalTime.on("2018-06-02")),
        ],
        immunisations=[
            Immunisation(id="i1", text="zoster", status=Status.NOT_DONE, time=ClinicalTime.on("2019-01-10"))
        ],
        allergies=[Allergy(id="al1", text="Penicillin", status=Status.ACTIVE)],
        encounters=[
            _visit("e1", "Hospital admission", "IMP", "2018-06-01", "2018-06-09"),
            _visit("e2", "Encounter for symptom", "AMB", "2019-02-01", "2019-02-01", reason="Acute bronchitis"),
            _visit("e3", "Emergency room admission", "EMER", "2019-11-20", "2019-11-20", reason="Acute bronchitis"),
            _visit("e4", "Check up", "AMB", "2020-01-10", "2020-01-10"),
        ],
    )


_PRESSURES = ((2018, 170, 100), (2019, 160, 110), (2020, 150, 95))


def _value(
    identifier: str,
    name: str,
    loinc: str,
    value: float,
    unit: str,
    day: str,
    *,
    comparator: str | None = None,
    status: Status = Status.FINAL,
) -> Observation:
    return Observation(
        id=identifier,
        text=name,
        codings=[Coding(system="LOINC", code=loinc)],
        status=status,
        time=ClinicalTime.on(day),
        quantity=Quantity(value=value, unit=unit, comparator=comparator),
    )


def _pressure(identifier: str, day: str, high: float, low: float) -> Observation:
    parts = (("Systolic Blood Pressure", "8480-6", high), ("Diastolic Blood Pressure", "8462-4", low))
    return Observation(
        id=identifier,
        text="Blood pressure",
        status=Status.FINAL,
        time=ClinicalTime.on(day),
        components=[
            Component(
                text=name,
                codings=[Coding(system="LOINC", code=code)],
                quantity=Quantity(value=value, unit="mm[Hg]"),
            )
            for name, code, value in parts
        ],
    )


def _condition(
    identifier: str,
    name: str,
    day: str,
    status: Status | None,
    *,
    until: str | None = None,
    visit: str | None = None,
    presence: Presence = Presence.PRESENT,
) -> Condition:
    return Condition(
        id=identifier,
        text=name,
        status=status,
        presence=presence,
        time=ClinicalTime.on(day),
        abatement=ClinicalTime.on(until) if until else None,
        encounter_id=visit,
    )


def _medicine(identifier: str, name: str, day: str, status: Status, *, visit: str | None = None) -> Medication:
    return Medication(id=identifier, text=name, status=status, intent="order", recorded=day, encounter_id=visit)


def _visit(identifier: str, name: str, setting: str, start: str, end: str, *, reason: str | None = None) -> Encounter:
    return Encounter(
        id=identifier,
        text=name,
        status=Status.COMPLETED,
        time=ClinicalTime.between(start, end),
        setting=Coding(system="v3", code=setting),
        reasons=[Coding(system="local", code=identifier, display=reason)] if reason else [],
    )
