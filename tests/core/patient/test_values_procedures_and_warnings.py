"""Values beside words of time, procedures in short, and what a reader is warned of."""

import json

import pytest

from osler.core.patient import PatientRecord, read_patient, summarise


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Hgb this am 8.4, K this morning 2.8. INR yesterday 6.5", {"Hemoglobin": 8.4, "Potassium": 2.8, "International normalized ratio": 6.5}),
        ("K at 6am 2.8. Trop at 0600 34.", {"Potassium": 2.8, "Troponin": 34}),
        ("Glucose overnight 212. Cr on Monday 2.1.", {"Glucose": 212, "Creatinine": 2.1}),
        ("Hb 2 days ago 9. Weight this week 80 kg.", {"Hemoglobin": 9, "Body weight": 80}),
        ("ANC at 1130.", {"Absolute neutrophil count": 1130}),
        ("Pain 6/10 R hip.", {"Pain severity": 6}),
        ("Hb 82, repeat in 2 weeks.", {"Hemoglobin": 82}),
    ],
)  # fmt: skip
def test_words_of_time_between_a_measure_and_its_value(text: str, values: dict[str, float]) -> None:
    found = {
        one.codings[0].display: one.quantity.value for one in read(text).observations if one.codings and one.quantity
    }
    assert found == values


@pytest.mark.parametrize(
    ("text", "newest_first"),
    [
        ("hs-trop 34 -> 36.", [36, 34]),
        ("CRP 212 <- 305.", [212, 305]),
        ("Trop 12, repeat 45.", [45, 12]),
        ("Creatinine rose to 2.4 mg/dL after contrast and returned to 1.0 mg/dL.", [1.0, 2.4]),
    ],
)
def test_the_second_of_two_values(text: str, newest_first: list[float]) -> None:
    assert [one.quantity.value for one in read(text).observations if one.quantity] == newest_first


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("Creatinine up to 3.2.", None),
        ("Temp up to 39.4 overnight.", None),
        ("Potassium up to 6.6 can be accepted.", "<="),
        ("Platelets at least 100.", ">="),
    ],
)
def test_what_was_reached_is_no_limit(text: str, comparator: str | None) -> None:
    assert [one.quantity.comparator for one in read(text).observations if one.quantity] == [comparator]


@pytest.mark.parametrize(
    ("text", "procedures"),
    [
        ("Axillary FNA: positive for carcinoma.", {"fine needle aspiration": "completed"}),
        ("Bone scan: no osseous metastasis.", {"bone scan": "completed"}),
        ("CTPA neg for PE.", {"ct pulmonary angiography": "completed"}),
        ("ECT x 8 in 2012. Plan: CBT weekly.", {"electroconvulsive therapy": "completed", "cbt": "planned"}),
        ("Seen 12/3/2021. Renal bx 3/2020: IgAN.", {"renal biopsy": "completed"}),
        ("#NOF R after a fall -> DHS.", {"dynamic hip screw fixation": "completed"}),
        ("Stress test negative 2019.", {"cardiac stress test": "completed"}),
        ("He had cardiac catheterization in the morning and was discharged.", {"cardiac catheterization": "completed"}),
        ("He was admitted with chest pain. Cardiac catheterization in the morning.", {"cardiac catheterization": "completed"}),
        ("MRI in the morning.", {"mri": "planned"}),
        ("NPO for cath in the morning.", {"cath": "planned"}),
        ("Cholesterol 5.2. DHS 3.1.", {}),
    ],
)  # fmt: skip
def test_procedures_in_short(text: str, procedures: dict[str, str]) -> None:
    assert {one.label.lower(): one.status for one in read(text).procedures} == procedures


@pytest.mark.parametrize(("text", "year"), [("CABG '11.", "2011"), ("ECT x 8 in 2012.", "2012"), ("PCI to LAD '98.", "1998")])  # fmt: skip
def test_the_year_of_a_procedure(text: str, year: str) -> None:
    (procedure,) = read(text).procedures
    assert procedure.time is not None
    assert procedure.time.at is not None
    assert procedure.time.at.date == year


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Fever and cough. No fever.", "told both as present and as absent: Fever"),
        ("Fever in 2019. No fever today.", None),
        ("Seen 2024-02-30 with asthma.", "a date is not in the calendar and was left out: 2024-02-30"),
        ("Seen 31/02/2024 and 2024-13-01 with asthma.", "2 dates are not in the calendar"),
        ("Seen 29/02/2024 with asthma.", None),
        ("asthma and " * 1200, "have hardly a full stop"),
        ("He has asthma. " * 1200, None),
    ],
)
def test_what_was_read_doubtfully_is_told(text: str, told: str | None) -> None:
    found = [one.message for one in read_patient(text, format="note").problems if one.level == "warning"]
    assert any(told in one for one in found) if told else not found


def test_the_page_parts_signs_from_diseases() -> None:
    page = summarise(read("58 year old man with COPD. Fever and cough. CRP 120."))
    problems, signs = page.split("Active problems")[1].split("Symptoms and signs")
    assert "COPD" in problems
    assert "Fever" not in problems
    assert "Fever" in signs
    assert "C-reactive" not in signs.split("Results")[0]  # the page marks it where it gives the value


def test_a_result_without_name_and_value_is_no_line() -> None:
    nothing = {
        "resourceType": "Observation",
        "id": "o",
        "status": "final",
        "code": {},
        "subject": {"reference": "Patient/p"},
    }
    bare = {**nothing, "id": "c", "code": {"text": "Creatinine"}, "valueQuantity": {"unit": "mg/dL"}}
    entries = [{"resource": one} for one in ({"resourceType": "Patient", "id": "p"}, nothing, bare)]
    page = summarise(
        read_patient(json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries})).record
    )
    assert "unnamed" not in page
    assert "Creatinine: no value" in page
