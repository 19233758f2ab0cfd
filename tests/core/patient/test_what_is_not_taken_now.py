"""Medicines that a note names and that are not taken now, and words that only look like findings."""

import pytest

from osler.core.patient import read_patient


@pytest.mark.parametrize(
    ("text", "states"),
    [
        (
            "Meds: leflunomide 20 mg od.\nPrior therapies: adalimumab, tofacitinib and abatacept.",
            {"leflunomide": "active", "adalimumab": "stopped", "tofacitinib": "stopped", "abatacept": "stopped"},
        ),
        (
            "Rash, possibly due to lamotrigine - stop lamotrigine and start levetiracetam 500 mg bd.",
            {"lamotrigine": "stopped", "levetiracetam": "planned"},
        ),
        (
            "DISCHARGE SUMMARY\nShe went to HDU overnight on a GTN infusion.\nMedications on discharge: ramipril 5 mg od",
            {"gtn": "completed", "ramipril": "active"},
        ),
        (
            "DISCHARGE LETTER\nOn day 2 she was given IV amiodarone and apixaban.\nMedications on discharge: apixaban 5 mg bd",
            {"amiodarone": "completed", "apixaban": "active"},
        ),
        ("Urine grew Proteus, sensitive to trimethoprim and gentamicin.", {}),
        ("Blood cultures: E. coli, resistant to amoxicillin. Started meropenem 1 g TDS.", {"meropenem": "active"}),
    ],
)
def test_what_is_over_or_only_tested_is_not_current(text: str, states: dict[str, str]) -> None:
    found = {one.label.lower(): one.status for one in read_patient(text, format="note").record.medications}
    assert found == states


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("Timolol 1 drop left eye bd.", "HP:0000508"),
        ("1) diabetes 2) asthma 3) gout", "HP:0005978"),
        ("The right knee was aspirated and injected.", "HP:0002835"),
    ],
)
def test_doses_numbers_and_needles_are_no_findings(text: str, absent: str) -> None:
    record = read_patient(text, format="note").record
    assert absent not in {coding.id for fact in (*record.phenotypes, *record.conditions) for coding in fact.codings}


def test_drop_attacks_are_a_finding() -> None:
    record = read_patient("He has 3 drop attacks a day.", format="note").record
    assert any("drop attack" in fact.label.lower() for fact in (*record.phenotypes, *record.conditions))


def test_dated_entries_are_lines_of_therapy_without_a_number() -> None:
    note = (
        "Metastatic colon adenocarcinoma.\n- 01/2020-06/2020: FOLFOX x 8 cycles, complete response\n"
        "- 2021: recurrence, FOLFIRI and bevacizumab, stopped for progression\n- 2022: metformin for diabetes\n"
    )
    lines = read_patient(note, format="note").record.therapy_lines
    assert [(one.line, one.drugs, one.response, one.stop_reason) for one in lines] == [
        (None, ["FOLFOX"], "complete response", None),
        (None, ["FOLFIRI", "bevacizumab"], None, "progression"),
    ]
