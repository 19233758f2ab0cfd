"""The page that a person reads."""

from __future__ import annotations

import re
from typing import Any

from osler.core.patient import PatientRecord, Presence, read_patient, summarise
from osler.core.patient.summary.words import quantity_words
from osler.core.patient.types import (
    Allergy,
    ClinicalTime,
    Coding,
    Component,
    Condition,
    Demographics,
    Observation,
    Phenotype,
    Quantity,
    ReferenceRange,
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
        "Symptoms and signs (1)",
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


def _result(name: str, value: float, unit: str, loinc: str, **given: Any) -> Observation:
    quantity = Quantity(value=value, unit=unit)
    codings = [Coding(system="LOINC", code=loinc, display=name)]
    return Observation(
        id=loinc, text=name, codings=codings, quantity=quantity, time=ClinicalTime.on("2024-05-01"), **given
    )


def _pressure(systolic: float, diastolic: float) -> Observation:
    parts = [("Systolic blood pressure", "8480-6", systolic), ("Diastolic blood pressure", "8462-4", diastolic)]
    components = [
        Component(
            codings=[Coding(system="LOINC", code=code, display=name)], quantity=Quantity(value=value, unit="mmHg")
        )
        for name, code, value in parts
    ]
    return Observation(id="bp", text="Blood pressure", components=components, time=ClinicalTime.on("2024-05-01"))


def _results(*observations: Observation, born: str = "1960-01-01") -> list[str]:
    person = Demographics(birth_date=born, sex=Sex.FEMALE)
    page = summarise(PatientRecord(id="p", demographics=person, observations=list(observations)))
    return [line.strip() for line in page.partition("Results")[2].splitlines()[1:]]


def test_what_is_beyond_the_usual_is_marked_and_stands_first() -> None:
    lines = _results(
        _result("Body Height", 168, "cm", "8302-2"),
        _result("Sodium [Moles/volume] in Serum or Plasma", 139.6171, "mmol/L", "2951-2"),
        _result("Potassium [Moles/volume] in Serum or Plasma", 6.2, "mmol/L", "2823-3"),
        _result("Body mass index (BMI) [Ratio]", 31.4, "kg/m2", "39156-5"),
        _pressure(177.2, 95.4),
    )
    assert lines[0] == "Blood pressure: 177/95 mmHg * high (stage 2, from 140/90 mmHg) (2024-05-01)"
    assert lines[1] == "Body mass index (BMI): 31.4 kg/m2 * obesity class I (30 to 34.9 kg/m2) (2024-05-01)"
    assert lines[2].startswith("Potassium: 6.2 mmol/L * high, usual to ")
    assert lines[3:] == ["Body Height: 168 cm (2024-05-01)", "Sodium: 140 mmol/L (2024-05-01)"]


def test_the_range_of_the_source_goes_before_the_usual_one() -> None:
    own = ReferenceRange(low=Quantity(value=3.5), high=Quantity(value=6.5))
    (line,) = _results(_result("Potassium", 6.2, "mmol/L", "2823-3", reference_ranges=[own]))
    assert "*" not in line
    narrow = ReferenceRange(high=Quantity(value=5))
    (line,) = _results(_result("Potassium", 6.2, "mmol/L", "2823-3", reference_ranges=[narrow]))
    assert line == "Potassium: 6.2 mmol/L * high, to 5 (2024-05-01)"


def test_classes_of_adults_are_none_of_a_child() -> None:
    lines = _results(_pressure(132, 84), _result("Body mass index", 31.4, "kg/m2", "39156-5"), born="2018-01-01")
    assert not any("*" in line for line in lines)


def test_no_marked_result_is_cut() -> None:
    own = ReferenceRange(high=Quantity(value=5))
    high = [_result(f"Enzyme {n:02}", 9, "U/L", str(n), reference_ranges=[own]) for n in range(20)]
    lines = _results(_result("Body Height", 168, "cm", "8302-2"), *high)
    assert [line.split(":")[0] for line in lines] == [*(f"Enzyme {n:02}" for n in range(20)), "… and 1 more"]


def test_numbers_are_shown_as_charts_show_them() -> None:
    score = Quantity(value=3.14159, unit="{score}")
    assert quantity_words(score) == "3.14"
    assert quantity_words(Quantity(value=1.025, unit="")) == "1.025"
    assert quantity_words(Quantity(value=12345.6, unit="/uL")) == "12,346 /uL"
