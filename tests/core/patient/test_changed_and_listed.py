"""What lists and plans say of one medicine, tests that are no medicines, scores of clinics, and dates that begin nothing."""

from __future__ import annotations

import pytest

from osler.core.patient import read_patient
from osler.core.patient.types import PatientRecord, Presence


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def states(text: str) -> dict[str, str]:
    return {
        one.label.lower(): one.status.value if one.status else "taken"
        for one in read(text).medications
        if one.presence is Presence.PRESENT
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "DH: apixaban 5 bd, empagliflozin 10 - stopped (Fournier's risk), metformin MR 1 g bd, ramipril 5 to 10 by GP last month.",
            {"apixaban": "active", "empagliflozin": "stopped", "metformin": "active", "ramipril": "active"},
        ),
        (
            "Meds: furosemide 40 mane, donepezil 5 - increase to 10, amitriptyline - stop, ramipril 5 mg od.",
            {"furosemide": "active", "donepezil": "active", "amitriptyline": "stopped", "ramipril": "active"},
        ),
        (
            "Plan:\n- ramipril 5 to 10\n- allopurinol 100 -> 300\n- morphine 5 to 10 mg prn\n- oxycodone 5 to 10 mg every 4 hours",
            {"ramipril": "active", "allopurinol": "active", "morphine": "planned", "oxycodone": "planned"},
        ),
        ("Plan: lorazepam 1 to 2 mg if agitated.", {"lorazepam": "planned"}),
        ("Neutropenia: levofloxacin ppx if ANC < 0.5.", {"levofloxacin": "planned"}),
        ("On tamsulosin; finasteride tried - gynaecomastia.", {"tamsulosin": "active", "finasteride": "stopped"}),
        ("Sertraline previously caused switch - avoid.", {"sertraline": "stopped"}),
        ("She has no diplopia, and used selenium for six months.", {"selenium": "taken"}),
        (
            "PMH - AF (apixaban), T2DM (metformin, gliclazide), DVT 2006 (warfarin).",
            {"apixaban": "taken", "metformin": "taken", "gliclazide": "taken", "warfarin": "stopped"},
        ),
        ("Bloods: B12, folate, ferritin sent.", {}),
        ("Plan: FBC, vitamin D, magnesium. Start iron.", {"iron": "planned"}),
        ("Meds: metformin, B12, folate.", {"metformin": "active", "b12": "active", "folate": "active"}),
    ],
)
def test_what_is_done_with_each_medicine(text: str, expected: dict[str, str]) -> None:
    assert states(text) == expected


def test_the_dose_that_holds_is_the_new_one() -> None:
    record = read("Plan: ramipril 5 to 10. Recheck lithium 0.6 in a week.")
    doses = {one.label.lower(): [sig.dose.value for sig in one.regimens if sig.dose] for one in record.medications}
    assert doses["ramipril"] == [10]
    assert not doses.get("lithium")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Nadolol discontinued 07/2023 because of hypotension.", "inactive"),
        ("Spironolactone 100 mg daily (reduced from 200 for hyperkalemia).", "inactive"),
        ("Furosemide 40 mg reduced to 20 mg daily. She has hypotension.", None),
    ],
)
def test_why_a_medicine_was_changed_is_over(text: str, status: str | None) -> None:
    (found,) = [*read(text).phenotypes, *read(text).conditions][:1]
    assert (found.status.value if found.status else None) == status


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MELD-Na 23, IPSS-R 5.0. CAT 22, ACQ6 3.2.", {"MELD-Na": 23, "IPSS-R": 5, "CAT": 22, "ACQ6": 3.2}),
        ("TJC 8, SJC 5, HAQ 1.75. AMT 5/10. TUG 38 s.", {"TJC": 8, "SJC": 5, "HAQ": 1.75, "AMT": 5, "TUG": 38}),
        ("You must 3 times a day. A cat scratched her 2 weeks ago. CT scan 2 weeks ago. He has CFS.", {}),
    ],
)
def test_scores(text: str, expected: dict[str, float]) -> None:
    record = read(text)
    assert {one.text: one.quantity.value for one in record.observations if one.quantity} == expected
    assert not any("SCAN" in one.label.upper() for one in (*record.phenotypes, *record.conditions))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Echo to exclude PH.", ("planned", None)),
        ("A colonoscopy in 2021 to exclude IBD was normal.", ("completed", "2021")),
        ("Pacemaker inserted 2022.", ("completed", "2022")),
        ("DES to LAD 2019.", ("completed", "2019")),
        ("Clinic letter 3 October 2023\n\nBronchoscopy Mar 23: normal.", ("completed", "2023-03")),
        ("Clinic letter 3 October 2023\n\nBronchoscopy Mar 12: normal.", ("completed", "2023-03-12")),
    ],
)
def test_when_procedures_were_done(text: str, expected: tuple[str, str | None]) -> None:
    (found,) = read(text).procedures
    at = found.time.at.date if found.time and found.time.at else None
    assert (found.status.value if found.status else None, at) == expected


def test_what_was_last_is_no_beginning_and_a_second_verb_is_not_denied() -> None:
    found = read("Cirrhosis due to alcohol use (last drink March 2022). She would not feed and was hard to rouse.")
    cirrhosis, drowsy = ((one, one.time) for one in found.phenotypes)
    assert cirrhosis[1] is None
    assert drowsy[0].presence is Presence.PRESENT
