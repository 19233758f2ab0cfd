"""Values that are waited for or outdated, units and dates by the note as a whole, and treatments that are over."""

from __future__ import annotations

import pytest

from osler.core.language import quantities
from osler.core.patient import PatientRecord, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, "note").record


def written(text: str) -> str | None:
    return read(text).documents[0].written


def medicines(record: PatientRecord) -> dict[str, str | None]:
    return {one.label.casefold(): one.status.value if one.status else None for one in record.medications}


def findings(record: PatientRecord) -> set[str]:
    return {coding.code for fact in (*record.phenotypes, *record.conditions) for coding in fact.codings[:1]}


@pytest.mark.parametrize(
    ("text", "waited_for"),
    [
        ("Resume apixaban once platelets > 50.", True),
        ("Give potassium whenever K < 3.5.", True),
        ("Stop the infusion when the glucose is < 4.", True),
        ("Target INR 2.5.", True),
        ("Aim for SpO2 88-92%.", True),
        ("Transfusion trigger Hb 70.", True),
        ("Found collapsed when glucose 1.8.", False),
        ("He was intubated when the SpO2 was < 80%.", False),
        ("Platelets < 10 this morning.", False),
    ],
)
def test_a_value_at_which_something_is_done_is_no_result(text: str, waited_for: bool) -> None:
    assert any(one.threshold for one in quantities(text) if one.measure_id) is waited_for
    assert (not read(text).observations) is waited_for


@pytest.mark.parametrize(
    ("text", "latest"),
    [
        ("CKD 4 (usual creatinine 210). Bloods: creatinine 344.", 344),
        ("Seen 3 May 2024. Previous creatinine 99 in 2021. Creatinine 130.", 130),
        ("Baseline creatinine 99.", 99),
    ],
)
def test_a_value_of_before_gives_way(text: str, latest: float) -> None:
    found = read(text).observations
    newest = max(found, key=lambda one: (one.time.at.date or "" if one.time and one.time.at else "", one is found[0]))
    assert newest.quantity is not None
    assert newest.quantity.value == latest


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Creat 66, bili 12.", "umol/L"),
        ("Hb 132, bilirubin 12.", "umol/L"),
        ("Cr 0.8, bili 12.", "mg/dL"),
        ("Bili 12.", ""),
        ("Bili 0.7.", "mg/dL"),
    ],
)
def test_a_bare_value_has_the_unit_of_the_others(text: str, unit: str) -> None:
    assert [one.meant_unit for one in quantities(text) if one.measure_id == "LAB:bilirubin_total"] == [unit]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Date of admission 04/06/2023, date of discharge 11/06/2023. Pneumonia.", "2023-06-11"),
        ("Date of admission 06/04/2023, date of discharge 06/11/2023. Pneumonia.", "2023-06-11"),
        ("Letter of 7 May 2024. Reviewed 02/05/2024; height on the 9th centile.", "2024-05-02"),
    ],
)
def test_the_whole_note_tells_the_order_of_day_and_month(text: str, day: str) -> None:
    assert written(text) == day


def test_a_note_is_no_older_than_what_it_tells() -> None:
    told = "Lumpectomy 14/03/20 with clear margins and then radiotherapy to the breast. Relapse in June 2023, now on letrozole."
    assert written(told) != "2020-03-14"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Losartan withheld (hyperkalaemia), to resume once K < 5.", {"losartan": "on-hold"}),
        ("Plan: stop milk, biotin, carnitine.", {"biotin": "planned", "carnitine": "planned"}),
        ("Plan: stop aspirin, clopidogrel.", {"aspirin": "stopped", "clopidogrel": "stopped"}),
        ("Docetaxel x6. Mastectomy in June 2019.", {"docetaxel": "completed"}),
        ("Tamoxifen until menopause in 2020.", {"tamoxifen": "stopped"}),
        (
            "Discharge summary. Treatment: meropenem 1 g IV TDS 5/7. Discharge meds: ramipril 5 mg OD.",
            {"meropenem": "completed", "ramipril": "active"},
        ),
        ("Plasma carnitine pending.", {}),
    ],
)
def test_what_became_of_a_medicine(text: str, wanted: dict[str, str]) -> None:
    assert medicines(read(text)) == wanted


@pytest.mark.parametrize("bracket", ["tolerates cefalexin", "has since tolerated cefalexin", "ok with cefalexin"])
def test_what_is_tolerated_is_no_reaction(bracket: str) -> None:
    (allergy,) = read(f"Allergies: amoxicillin - hives ({bracket})").allergies
    assert [one.text for one in allergy.reactions] == ["hives"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("O/E short broad thumbs.", {"0009778", "0011304"}),
        ("A 3 year old girl. Antenatal ultrasound at 24 weeks showed ventriculomegaly.", {"0002119"}),
        ("A 5 year old boy. Left orchidopexy at 2 years.", {"0000028"}),
        ("Factor IX 8%.", {"0011858"}),
        ("CXR: left lower lobe consolidation.", {"0032177"}),
        ("Mother and father second cousins.", {"0025820"}),
    ],
)
def test_findings_that_are_told_otherwise(text: str, wanted: set[str]) -> None:
    assert wanted <= findings(read(text))


@pytest.mark.parametrize("text", ["Factor IX 88%.", "CXR: no consolidation.", "Orchidopexy for torsion."])
def test_findings_that_are_not_told(text: str) -> None:
    found = read(text)
    assert not [one for one in found.phenotypes if one.presence.value == "present" and "orsion" not in one.label]


@pytest.mark.parametrize(
    ("text", "organism"),
    [
        ("Urine culture: E. coli.", "E. coli"),
        ("Sputum grew Pseudomonas aeruginosa.", "Pseudomonas aeruginosa"),
        ("Blood cultures: no growth.", None),
    ],
)
def test_what_grew_in_a_culture(text: str, organism: str | None) -> None:
    assert [one.value_text for one in read(text).observations if one.value_text] == ([organism] if organism else [])


def test_sex_and_age_in_the_head_and_the_day_of_life() -> None:
    assert read("Re: Ms K. L., female, aged 47\nSeen for migraine.").demographics.age is not None
    assert read("Neonatal unit - progress note day 4\nJaundice.").demographics.age is not None
