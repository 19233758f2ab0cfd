"""Times around brackets, the days of a stay, care that was never had, and second results in brackets."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, read_patient


def _record(note: str) -> PatientRecord:
    return read_patient(note, "note").record


@pytest.mark.parametrize(
    ("note", "presence"),
    [
        ("He has never been on dialysis.", Presence.ABSENT),
        ("He has never been on the ketogenic diet.", Presence.ABSENT),
        ("She has not yet been put on dialysis.", Presence.ABSENT),
        ("He is on dialysis.", Presence.PRESENT),
        ("No lesion was seen on MRI.", Presence.PRESENT),
        ("There was never any change on MRI.", Presence.PRESENT),
    ],
)
def test_who_was_never_on_a_treatment_did_not_have_it(note: str, presence: Presence) -> None:
    assert [one.presence for one in _record(note).procedures] == [presence]


@pytest.mark.parametrize(
    ("note", "day"),
    [
        ("Optic neuritis in February 2025 (treated with methylprednisolone) and a relapse in September 2024.", "2025-02"),
        ("Optic neuritis (treated with methylprednisolone) in February 2025.", "2025-02"),
        ("Optic neuritis (given methylprednisolone in March 2025) and a relapse in September 2024.", "2025-03"),
    ],
)  # fmt: skip
def test_what_stands_in_a_bracket_is_not_dated_by_what_comes_after_it(note: str, day: str) -> None:
    time = _record(note).medications[0].time
    assert time is not None
    assert time.at is not None
    assert time.at.date == day


@pytest.mark.parametrize(
    ("note", "day"),
    [
        ("Discharge Summary\nName: R.K.  Admit 4/22/2025  D/C 4/25/2025\nPneumonia.", "2025-04-25"),
        ("Adm 1/3/2025, DC 1/9/2025. Pneumonia.", "2025-01-09"),
        ("He takes lisinopril since the time when his metformin was d/c 4/25/2025 for diarrhea at last.", None),
    ],
)
def test_a_stay_ends_on_the_day_of_its_note(note: str, day: str | None) -> None:
    assert _record(note).as_of == day


def test_a_value_at_discharge_is_newer_than_that_of_the_admission() -> None:
    note = "Discharge Summary\nAdmit 4/22/2025  D/C 4/25/2025\nANC 300 on admission; ANC 2,400 at discharge."
    times = [one.time.at.date for one in _record(note).observations if one.time and one.time.at]
    assert times == ["2025-04-22", "2025-04-25"]


def test_a_share_of_the_predicted_value_in_a_bracket_is_a_result_of_its_own() -> None:
    found = [(one.label, one.quantity.value) for one in _record("FEV1 1.72 L (61% pred).").observations if one.quantity]
    assert found == [("FEV1", 1.72), ("FEV1 percent predicted", 61.0)]
    assert len(_record("FEV1 1.72 L (+22%).").observations) == 1


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("Smoked 45 pk yrs, quit 2018.", "Ex-smoker"),
        ("Smoked 20 pack-years, tried to quit.", None),
        ("Smoker, 30 pack years, has not stopped.", "Smoker"),
    ],
)
def test_who_smoked_and_quit_is_a_former_smoker(note: str, status: str | None) -> None:
    told = [one.value_text for one in _record(note).observations if one.category == "social-history"]
    assert [one for one in told if one] == ([status] if status else [])


@pytest.mark.parametrize(
    ("note", "age"), [("Crohn's disease diagnosed at 19.", "P19Y"), ("Crohn's disease diagnosed at 19.30 pm.", None)]
)
def test_a_bare_age_at_diagnosis_is_an_age(note: str, age: str | None) -> None:
    record = _record(note)
    fact = [*record.conditions, *record.phenotypes][0]
    assert (fact.time.at.age if fact.time and fact.time.at else None) == age
