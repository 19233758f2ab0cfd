"""Results that no table of measures names, sizes of what was seen, and what only looks like one."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, read_patient


def _record(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def _values(text: str) -> dict[str, float | str | None]:
    return {str(one.text): one.quantity.value if one.quantity else one.value_text for one in _record(text).observations}


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("Echo today: LVEDD 64 mm, LA volume index 46 mL/m2.", "LA volume index", 46.0),
        ("ECG: biventricular paced, QRS 138 ms, QTc 452 ms.", "QRS", 138.0),
        ("Anti-cardiolipin IgG was 48 GPLU.", "Anti-cardiolipin IgG", 48.0),
        ("Bloods: ANA negative, ASOT <200.", "ASOT", 200.0),
        ("She has an elevated phenylalanine of 1564 µmol/L.", "phenylalanine", 1564.0),
        ("Findings revealed low serum copper 40 mg/dL.", "serum copper", 40.0),
        ("MRC sum score 38.", "MRC sum score", 38.0),
        ("CSF: protein 0.42 g/L, 6 white cells, glucose 3.1.", "CSF protein", 0.42),
        ("Blood group O negative, antibody screen negative.", "Blood group", "O negative"),
        ("Blood group O negative, antibody screen negative.", "antibody screen", "negative"),
        ("CK 410, trop 18, salicylate not detected.", "salicylate", "not detected"),
        ("CK 410, trop 18. UDS + amphetamines, neg opiates/cocaine.", "cocaine", "negative"),
    ],
)
def test_result_goes_by_the_name_that_the_note_gives_it(text: str, name: str, value: float | str) -> None:
    assert _values(text)[name] == value


@pytest.mark.parametrize(
    "text",
    [
        "He lives in flat 12, ward 7. Weight 80 kg, height 170 cm.",
        "Hb 98, CRP 4. Ramipril 5, bisoprolol 2.5.",
        "Amoxicillin 250 mg/5 mL and insulin 100 units/mL.",
        "Serum testosterone was raised at 3.9 nmol/L (normal <2.5).",
        "Mid-parental target height was 156 cm.",
        "Hb 98, CRP 4, seen in room 4 on day 12.",
        "Transfuse if the XYZ <80.",
    ],
)
def test_what_is_no_result_makes_none(text: str) -> None:
    known = {"Weight", "height", "Hb", "CRP", "Serum testosterone"}
    assert not {name for name in _values(text) if name not in known}


def test_substance_among_results_is_no_medicine() -> None:
    assert not _record("CK 410, trop 18. Paracetamol <10, ethanol 112 mg/dL.").medications
    assert [one.label for one in _record("Hb 98, CRP 4. Ramipril 5 mg od.").medications] == ["Ramipril"]


def test_vitamin_d_with_a_unit_is_its_level() -> None:
    record = _record("Vitamin D 34 nmol/L - start colecalciferol 1000 units daily.")
    assert [one.codings[0].id for one in record.observations] == ["LAB:vitamin_d"]
    assert [one.label for one in record.medications] == ["colecalciferol"]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("There is a 4 mm calcified granuloma in the lingula.", "calcified granuloma size", 4.0),
        ("Left adrenal nodule measuring 2.1 x 1.8 cm.", "Left adrenal nodule size", 2.1),
        ("Ultrasound: multiple cysts, the largest 5.5 cm.", "cysts size", 5.5),
        ("Lytic lesions at T8 and left iliac bone, largest 21 mm.", "Lytic lesions size", 21.0),
        ("Ultrasound showed the right kidney 7.4 cm.", "right kidney", 7.4),
        ("MRCP: CBD 11 mm, 5 mm distal stone.", "distal stone size", 5.0),
        ("MRCP: CBD 11 mm, 5 mm distal stone.", "CBD", 11.0),
    ],
)
def test_size_goes_by_what_has_it(text: str, name: str, value: float) -> None:
    assert _values(text)[name] == value


@pytest.mark.parametrize(
    "text",
    [
        "Liver palpable 3 cm below the costal margin.",
        "No nodes > 1 cm. No 5 mm nodule.",
        "A 3.0 x 18 mm stent to the LAD through a 10 mm port.",
        "ETT 22 cm at the teeth, 5 mm slices.",
        "PFO closed with a 35 mm Occlutech ASD Occluder.",
        "Her mother had a 3 cm breast lump.",
        "Repeat CT if the nodule is > 8 mm.",
    ],
)
def test_distance_a_device_and_what_is_not_there_have_no_size(text: str) -> None:
    assert not _values(text)


def test_size_of_before_is_the_earlier_one() -> None:
    record = _record("A 12 mm spiculated nodule in the right upper lobe, previously 8 mm. AAA 5.2 cm (5.4 cm in 2023).")
    told = {one.quantity.value: one.time for one in record.observations if one.quantity}
    earlier = told[8.0]
    assert told[12.0] is None
    assert earlier is not None
    assert earlier.text == "earlier"
    assert told[5.4] is not None
    assert told[5.4].at is not None
    assert told[5.4].at.date == "2023"


def test_length_of_a_part_is_no_height() -> None:
    assert _values("Cervical length 34 mm.") == {"Cervical length": 34.0}


def test_glucose_by_its_short_name_may_lie_between_the_ranges() -> None:
    assert _values("BM 22.4, ketones 4.8.")["BM"] == 22.4


def test_bracket_with_a_month_holds_the_earlier_value() -> None:
    record = _record("Clinic 5 Nov 2024.\nBloods 1/11/24: creatinine 587 (August: 498).")
    days = {
        one.quantity.value: one.time.at.date for one in record.observations if one.quantity and one.time and one.time.at
    }
    assert days == {587.0: "2024-11-01", 498.0: "2024-08"}


def test_reason_in_a_bracket_is_not_denied_with_the_medicine() -> None:
    record = _record("Ibuprofen must not be given (asthma). Serology was negative (hepatitis B).")
    stated = {one.label: one.presence for one in (*record.conditions, *record.phenotypes)}
    assert stated["asthma"] is Presence.PRESENT
    assert stated["hepatitis B"] is Presence.ABSENT
