"""Notes in the shorthand of the specialties: diagnoses, ages, what somebody is not on, and what a discharge list says."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient


def _read(note: str) -> PatientRecord:
    return read_patient(note, "note").record


@pytest.mark.parametrize(
    ("note", "code"),
    [
        ("52F, PSC with dominant stricture.", "cholangitis"),
        ("Known AIH, on azathioprine.", "autoimmune hepatitis"),
        ("19F HbSS, two admissions this year.", "sickle"),
        ("Stage IV colon adenoca, KRAS wt.", "adenocarcinoma"),
        ("44M, left-sided UC since 2015.", "ulcerative colitis"),
        ("Attends CF clinic every 8 weeks.", "cystic fibrosis"),
        ("Line tip cultures grew MRSA.", "staphylococc"),
        ("Ex 29-weeker, RDS requiring surfactant.", "respiratory distress"),
        ("LDKT 2020, biopsy with active AMR.", "rejection"),
        ("Early-onset PET in 2019.", "preeclampsia"),
        ("RRMS on natalizumab.", "multiple sclerosis"),
    ],
)
def test_a_diagnosis_as_the_specialty_writes_it(note: str, code: str) -> None:
    record = _read(note)
    facts = [*record.conditions, *record.phenotypes]
    named = [name or "" for fact in facts for name in (fact.label, *(one.display for one in fact.codings))]
    assert any(code in name.casefold() for name in named), named


@pytest.mark.parametrize(
    "note",
    [
        "PET in June 2024 showed complete response.",
        "Repeat PET at baseline.",
        "Lesion of 45 HU.",
        "High GPA at school.",
        "MRSA screen sent.",
    ],
)
def test_the_other_meaning_is_left_alone(note: str) -> None:
    record = _read(note)
    assert not record.conditions
    assert not record.medications


@pytest.mark.parametrize("note", ["Not on haemodialysis.", "She is not on CPAP.", "Not yet on dialysis."])
def test_who_is_not_on_it_has_it_not(note: str) -> None:
    assert [fact.presence for fact in _read(note).procedures] == ["absent"]


def test_what_was_looked_for_by_a_study_was_studied() -> None:
    assert [fact.presence for fact in _read("No metastasis on CT abdomen.").procedures] == ["present"]


@pytest.mark.parametrize(
    "note", ["Coeliac disease excluded in 2018.", "Sarcoidosis excluded on bx.", "Bronchiectasis: excluded on CT 2020."]
)
def test_what_was_excluded_is_absent_however_it_was_found_out(note: str) -> None:
    record = _read(note)
    assert {fact.presence for fact in [*record.conditions, *record.phenotypes]} == {"absent"}


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("DC meds: ramipril 5 mg od, furosemide 40 mg bd.", "active"),
        ("Discharge prescription: ramipril 5 mg od.", "active"),
        ("D/C ramipril 5 mg od.", "stopped"),
        ("PMH hypertension - ramipril 5 mg od.", None),
        ("Previously on ramipril 5 mg od.", "stopped"),
    ],
)
def test_whether_it_is_still_taken(note: str, status: str | None) -> None:
    taken = next(fact for fact in _read(note).medications if fact.label == "ramipril")
    assert (taken.status.value if taken.status else None) == status


@pytest.mark.parametrize(
    ("note", "age", "sex"),
    [
        ("6 yr 2 mo girl with a limp.", "P6Y2M", "female"),
        ("18 mo M, wheezy.", "P1Y6M", "male"),
        ("4 y 11 mo old boy.", "P4Y11M", "male"),
        ("Girl, 5 days old, vomiting.", "P5D", "female"),
    ],
)
def test_ages_of_children(note: str, age: str, sex: str) -> None:
    person = _read(note).demographics
    assert (person.age, person.sex) == (age, sex)


@pytest.mark.parametrize(
    ("note", "day"),
    [
        ("Rituximab completed 4 Oct 2025. RA.", None),
        ("Reviewed 4 Oct 2025. RA.", "2025-10-04"),
        ("Seronegative RA.\nDr A. Weber, 3 May 2024", "2024-05-03"),
    ],
)
def test_the_day_of_an_event_is_not_the_day_of_the_note(note: str, day: str | None) -> None:
    assert _read(note).as_of == day


@pytest.mark.parametrize("note", ["Given Depo-Medrol 40 mg IM.", "Depo-Provera 150 mg every 12 weeks."])
def test_a_depot_is_a_medicine(note: str) -> None:
    assert len(_read(note).medications) == 1
