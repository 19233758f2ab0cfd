"""The page that a person reads."""

from __future__ import annotations

from osler.core.patient import PatientRecord, Presence, summarise
from osler.core.patient.types import (
    ClinicalTime,
    Coding,
    Condition,
    Demographics,
    Observation,
    Phenotype,
    Quantity,
    Sex,
)


def test_what_is_absent_is_said_to_be_absent() -> None:
    facts = [
        Phenotype(id="1", codings=[Coding.of("HP:0001250", "Seizure")], presence=Presence.ABSENT),
        Phenotype(id="2", codings=[Coding.of("HP:0001252", "Hypotonia")], time=ClinicalTime.aged("P1Y6M")),
    ]
    page = summarise(PatientRecord(id="p", demographics=Demographics(age="P5Y", sex=Sex.MALE), phenotypes=facts))
    assert page.splitlines() == [
        "Patient p, male, 5 years",
        "",
        "Phenotypes (2)",
        "  Hypotonia [HP:0001252] (at 1 year 6 months of age)",
        "  Seizure [HP:0001250] (NOT present)",
    ]


def test_the_latest_value_of_each_measure_is_shown() -> None:
    def creatinine(value: float, day: str) -> Observation:
        quantity = Quantity(value=value, unit="mg/dL")
        return Observation(id=day, text="Creatinine", quantity=quantity, time=ClinicalTime.on(day))

    page = summarise(PatientRecord(id="p", observations=[creatinine(2, "2021-01-01"), creatinine(1, "2020-01-01")]))
    assert "  Creatinine: 2 mg/dL (2021-01-01)" in page.splitlines()
    assert "2020" not in page


def test_long_lists_are_cut_and_counted() -> None:
    record = PatientRecord(id="p", conditions=[Condition(id=str(n), text=f"condition {n}") for n in range(40)])
    assert "  … and 25 more" in summarise(record).splitlines()
