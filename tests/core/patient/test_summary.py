"""The page that a person reads."""

from __future__ import annotations

import re

from osler.core.patient import PatientRecord, Presence, read_patient, summarise
from osler.core.patient.types import (
    Allergy,
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
        "Active problems (1)",
        "  Hypotonia [HP:0001252] (at 1 year 6 months of age)",
        "",
        "Excluded, denied or unknown (1)",
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
    denied = [Condition(id=str(n), text=f"condition {n}", presence=Presence.ABSENT) for n in range(40)]
    record = PatientRecord(id="p", conditions=denied)
    assert "  … and 25 more" in summarise(record).splitlines()


def test_what_matters_comes_first_and_repeats_are_folded() -> None:
    note = (
        "Date: 3 May 2024\n72yo F with HFrEF.\nPMH: HTN, hypertension, appendicitis resolved\nMeds: apixaban 5 mg BID\n"
        "STOPPED: glipizide 5 mg\nAllergies: penicillin (rash)\nLabs: Hgb 7.1 g/dL, BNP 2140.123 pg/mL\n"
    )
    page = summarise(read_patient(note, format="note").record)
    titles = [line.split(" (")[0] for line in page.splitlines() if line and not line.startswith(" ")]
    assert titles[2:5] == ["Active problems", "Current medicines", "Allergies"]
    assert titles.index("Past medicines, or not taken") > titles.index("Current medicines")
    assert "apixaban" in page.split("Allergies")[0]
    assert "glipizide" not in page.split("Past medicines")[0]
    assert page.count("HTN") + page.lower().count("hypertension [") == 1
    assert "Hgb: 7.1 g/dL * Anemia" in page
    assert "BNP: 2,140 pg/mL *" in page
    assert re.search(r"penicillin(?: \[[^\]]+\])?: rash", page)


def test_a_refuted_allergy_is_none_of_its_own_and_not_none_at_all() -> None:
    refuted = Allergy(id="a", text="Amoxicillin", presence=Presence.ABSENT)
    page = summarise(PatientRecord(id="p", allergies=[refuted, Allergy(id="b", text="Walnut")]))
    assert "none known" not in page
    assert "Amoxicillin (NOT present)" in page
    assert "none known" in summarise(PatientRecord(id="p", allergies=[refuted.model_copy(update={"text": "NKDA"})]))
    assert read_patient("Allergic to nothing.", "note").record.allergies == []
