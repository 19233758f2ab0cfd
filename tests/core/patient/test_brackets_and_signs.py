"""Brackets say something of what stands before them; signs, arrows and shorthand mean what the note's own neighbours say."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, Status, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, "note").record


def state_of(record: PatientRecord, name: str) -> Status | None:
    (found,) = [one for one in record.medications if name in one.label.casefold()]
    return found.status


def findings(record: PatientRecord, presence: Presence) -> set[str]:
    return {fact.label.casefold() for fact in (*record.phenotypes, *record.conditions) if fact.presence is presence}


@pytest.mark.parametrize(
    ("text", "states"),
    [
        (
            "Medicines: Bactrim DS (stopped 3/21), gabapentin 300 mg TID, sertraline 50 mg daily.",
            {"bactrim": Status.STOPPED, "gabapentin": None, "sertraline": None},
        ),
        (
            "Current medication: lisinopril 10 mg daily (started 2019), metformin 1 g BD (held for contrast), aspirin.",
            {"lisinopril": Status.ACTIVE, "metformin": Status.ON_HOLD, "aspirin": Status.ACTIVE},
        ),
        (
            "Medications: warfarin 3 mg od (d/c'd 04/02), apixaban 5 mg bd (commenced April 2020).",
            {"warfarin": Status.STOPPED, "apixaban": Status.ACTIVE},
        ),
        (
            "Simvastatin 20 mg daily, amlodipine (discontinued due to oedema), ramipril 5 mg daily.",
            {"simvastatin": None, "amlodipine": Status.STOPPED, "ramipril": None},
        ),
        ("Warfarin (stopped apixaban), simvastatin 20 mg.", {"warfarin": None, "apixaban": Status.STOPPED}),
        (
            "Meds: aspirin 150 mg nocte since 12 weeks, labetalol 100 mg bd started 2026-10-20, folic acid stopped at 13 weeks.",
            {"aspirin": Status.ACTIVE, "labetalol": Status.ACTIVE, "folic acid": Status.STOPPED},
        ),
        (
            "Aspirin, clopidogrel and warfarin were stopped in 2020.",
            {"aspirin": Status.STOPPED, "clopidogrel": Status.STOPPED, "warfarin": Status.STOPPED},
        ),
    ],
)
def test_a_state_belongs_to_its_own_medicine(text: str, states: dict[str, Status | None]) -> None:
    record = read(text)
    assert {name: state_of(record, name) for name in states} == states


@pytest.mark.parametrize(
    "text",
    [
        "Recurrent abdominal pain (4 admissions, neg ex lap 2020), constipation, insomnia.",
        "Cough (no fever), constipation and insomnia.",
        "Headaches (denies aura), then constipation, insomnia.",
    ],
)
def test_a_denial_ends_with_its_bracket(text: str) -> None:
    assert {"constipation", "insomnia"} <= findings(read(text), Presence.PRESENT)


@pytest.mark.parametrize(
    ("text", "excluded"),
    [
        ("Hepatic AVM was excluded by ultrasound.", {"HP:0006574"}),
        ("No pulmonary AVM on bubble echo, no ascites.", {"HP:0006548", "HP:0001541"}),
        ("No further vomiting. No severe abdominal pain or jaundice.", {"HP:0000952"}),
        ("No exertional dyspnea, no right-sided weakness.", {"HP:0002875"}),
        ("No recurrent infections.", {"HP:0002719"}),
    ],
)
def test_what_a_word_narrows_is_denied_only_so(text: str, excluded: set[str]) -> None:
    record = read(text)
    absent = [fact for fact in (*record.phenotypes, *record.conditions) if fact.presence is Presence.ABSENT]
    assert {coding.id for fact in absent for coding in fact.codings if coding.id.startswith("HP:")} == excluded


def test_a_sign_for_and_joins_no_two_findings_into_a_disease() -> None:
    codes = {coding.id for fact in read("Boy with petechiae + fever.").conditions for coding in fact.codings}
    assert codes == set()
    assert {"petechiae", "fever"} <= findings(read("Boy with petechiae + fever."), Presence.PRESENT)


@pytest.mark.parametrize(
    ("text", "presence", "status"),
    [
        ("She refuses haemodialysis.", Presence.ABSENT, None),
        ("Tonsillectomy was offered but the parents declined.", Presence.ABSENT, None),
        ("A splenectomy was considered and rejected.", Presence.ABSENT, None),
        ("Liver transplant could become necessary.", Presence.PRESENT, Status.PLANNED),
        ("We are considering a colonoscopy.", Presence.PRESENT, Status.PLANNED),
        ("Initially refused, then underwent appendectomy in 2019.", Presence.PRESENT, Status.COMPLETED),
    ],
)
def test_what_was_refused_or_only_thought_of_was_not_done(text: str, presence: Presence, status: Status | None) -> None:
    [procedure] = read(text).procedures
    assert (procedure.presence, procedure.status) == (presence, status)
