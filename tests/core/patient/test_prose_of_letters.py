"""What letters and clinic notes say in sentences of their own: predicates, courses that are over, relatives' deaths."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, Status, read_patient


def _read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def _presence(record: PatientRecord, code: str) -> Presence | None:
    facts = [*record.phenotypes, *record.conditions]
    return next((fact.presence for fact in facts if fact.has_code(code)), None)


@pytest.mark.parametrize(
    ("text", "code", "presence"),
    [
        ("Her ankles are not swollen.", "HP:0001785", Presence.ABSENT),
        ("She feels the cold.", "HP:6000855", Presence.PRESENT),
        ("There is calf pseudohypertrophy.", "HP:0003707", Presence.PRESENT),
        ("CXR: right lower lobe consolidation.", "HP:0032177", Presence.PRESENT),
        ("Imp: muscular dystrophy likely.", "HP:0003560", Presence.POSSIBLE),
        ("Viral URI last week.", "HP:0002788", None),
        ("He has recurrent URIs.", "HP:0002788", Presence.PRESENT),
        ("Plan: DMD gene testing.", "MONDO:0010679", None),
    ],
)
def test_what_a_sentence_says_of_a_finding(text: str, code: str, presence: Presence | None) -> None:
    assert _presence(_read(text), code) is presence


def test_a_predicate_is_read_as_the_name_that_it_makes() -> None:
    said, named = (_read(text) for text in ("Her periods are heavy.", "She has heavy periods."))
    assert said.conditions[0].codings == named.conditions[0].codings


@pytest.mark.parametrize(
    ("text", "drug", "status"),
    [
        ("Trial of lamotrigine in 2024, stopped after a rash.", "lamotrigine", Status.STOPPED),
        ("Plan: trial of lamotrigine.", "lamotrigine", Status.PLANNED),
        ("Treated with ceftriaxone + azithromycin IV for 5 days.", "ceftriaxone", Status.COMPLETED),
        ("Treated with ceftriaxone + azithromycin IV for 5 days.", "azithromycin", Status.COMPLETED),
        ("She is treated with methotrexate 15 mg weekly.", "methotrexate", None),
    ],
)
def test_what_was_done_with_a_medicine(text: str, drug: str, status: Status | None) -> None:
    found = {fact.label.casefold(): fact for fact in _read(text).medications}
    assert found[drug].status is status


def test_a_medicine_that_was_never_begun_is_not_taken() -> None:
    (medication,) = _read("Prednisolone not started.").medications
    assert medication.presence is Presence.ABSENT


def test_how_a_relative_died() -> None:
    found = _read("Brother died suddenly at 28. Father had depression and completed suicide.").family_history
    assert {(fact.relation, fact.label.casefold()) for fact in found} == {
        ("brother", "died suddenly"),
        ("father", "depression"),
        ("father", "suicide"),
    }


def test_the_age_at_the_head_of_any_sentence() -> None:
    record = _read("PMH: appendicectomy 1989. 61-year-old retired teacher, postmenopausal woman.")
    assert record.age_at() == 61
