"""What is told with its circumstances: half a tablet, when it hurts, how long a complaint lasts, why something was stopped, of whom."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import Extraction, extract_context, extract_findings, extract_measurements
from osler.consult.heard.first_reading import what_is_stated
from osler.consult.heard.measured_again import measured_again
from osler.consult.heard.none_known import HELD, NOT_KEPT, none_known
from osler.consult.heard.speaker import spoken_of, tells_of_another
from osler.consult.replying.advice import advice_now
from osler.consult.steps.supposed_value import asked_of_the_value
from osler.consult.triage import alarm
from osler.consult.types import ConsultState, GivenValue
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import Medication
from osler.core.safety import PatientContext
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 11, 19, 10, 0, tzinfo=dt.UTC)
WORDS = bundled_vocabularies()
OLD = PatientContext(age_years=78, sex="female", reference=NOW.date())


def _told(message: str) -> Extraction:
    context, findings = extract_context(message, NOW, WORDS), extract_findings(message, NOW, WORDS)
    values = extract_measurements(message, NOW)
    return Extraction(**{**context.model_dump(), **findings.model_dump(), **values.model_dump()})


@pytest.mark.parametrize(
    ("message", "doses"),
    [
        ("I take half a 10mg amlodipine tablet each morning and ibuprofen 400 mg at night", ["5 mg", "400 mg"]),
        ("I take ibuprofen 400 mg at night and half a 20 mg lisinopril tablet", ["400 mg", "10 mg"]),
    ],
)
def test_a_part_of_a_tablet_is_of_its_own_medicine(message: str, doses: list[str]) -> None:
    assert [entry.dose for entry in _told(message).medications] == doses


@pytest.mark.parametrize(
    ("message", "often"),
    [
        ("I take naproxen 250 mg when my back plays up", "when needed"),
        ("paracetamol 500 mg if my head aches", "when needed"),
        ("I take ibuprofen 400 mg twice a day when my knees hurt", "twice a day"),
        ("I take ibuprofen 400 mg when I get home", None),
    ],
)
def test_what_is_taken_for_a_complaint_is_taken_when_needed(message: str, often: str | None) -> None:
    assert [entry.frequency for entry in _told(message).medications] == [often]


@pytest.mark.parametrize(
    ("message", "often"),
    [
        ("Takes vitamin D 1000 IU and fish oil daily.", ["daily", "daily"]),
        ("no known allergies, takes calcium 600 mg and vitamin c twice a day", ["twice a day", "twice a day"]),
    ],
)
def test_how_often_holds_for_both(message: str, often: list[str]) -> None:
    assert [entry.frequency for entry in _told(message).supplements] == often


def test_how_often_behind_a_second_dose_is_of_that_one() -> None:
    told = _told("takes aspirin 75 mg and metformin 500 mg twice a day").medications
    assert [entry.frequency for entry in told] == [None, "twice a day"]


@pytest.mark.parametrize(
    "message", ["pt c/o cough x5/7. BP 142/88, temp 37.9", "pt c/o sob on exertion x3/7. wt 82.5kg"]
)
def test_how_long_a_complaint_lasts_is_no_day_of_a_value(message: str) -> None:
    told = _told(message)
    assert {entry.time for entry in told.measurements} == {None}
    assert [entry.onset for entry in told.symptoms] in (["2026-11-14"], ["2026-11-16"])


def test_a_value_has_the_month_beside_it() -> None:
    told = _told("i got diagnosed with gout last year, uric acid was 8.2 in september.")
    assert [entry.time for entry in told.measurements] == ["2026-09"]
    assert [entry.onset for entry in told.conditions] == ["2025"]


@pytest.mark.parametrize(
    ("message", "allergic"),
    [
        ("Ive stopped the methotrexate last month because it made me sick", []),
        ("I came off the methotrexate in september as it was making me feel sick", []),
        ("stopped amoxicillin because it brought me out in hives", ["amoxicillin"]),
        ("Codeine makes me sick", ["codeine"]),
    ],
)
def test_why_something_was_stopped_is_an_allergy_only_where_one_is_told(message: str, allergic: list[str]) -> None:
    assert [entry.substance.lower() for entry in _told(message).allergies] == allergic


def test_what_an_allergy_did_is_no_symptom() -> None:
    told = _told("Allergic to sulfa drugs - came out in a rash all over.")
    assert told.symptoms == []
    assert [entry.substance for entry in told.allergies] == ["sulfa drugs"]


def test_that_no_allergy_is_known_is_no_condition_and_not_passed_over() -> None:
    assert _told("no known allergies").is_empty
    record = PatientRecord(id="p")
    assert none_known("NKDA. On fish oil every night.", record) == NOT_KEPT
    assert none_known("do I have no known allergies?", record) == ""
    assert none_known("no allergies apart from penicillin", record) == ""
    assert HELD.startswith(NOT_KEPT.split(":")[0])


@pytest.mark.parametrize(
    "message", ["the patient has been off the patient's food for 3 days", "I haven't had any appetite for 3 days"]
)
def test_no_appetite_whoever_tells_of_it(message: str) -> None:
    assert [(one.name, one.onset) for one in _told(message).symptoms] == [("loss of appetite", "2026-11-16")]


def test_a_bare_value_is_of_the_measure_that_is_spoken_of() -> None:
    state = ConsultState(patient_id="p", given_value=GivenValue(name="Glucose", day="2021-02-22"))
    assert measured_again("i checked at home this morning, it was 112", state).endswith("my Glucose was 112")
    for other in ("it was 2 years ago", "i checked my weight today, it was 82 kg", "it was 112"):
        assert measured_again(other, state) == other


def test_a_supposed_value_is_asked_of_the_record() -> None:
    assert asked_of_the_value("could my potassium be 6.1?") == "What is my last potassium?"
    for other in ("could my rash be an allergy?", "can my potassium be too high?"):
        assert asked_of_the_value(other) == other


def test_what_goes_on_after_a_question_tells_nothing() -> None:
    assert what_is_stated("and the colonoscopy", "when was my last colonoscopy?") == ""
    assert what_is_stated("and my knee hurts", "when was my last knee pain?") == "and my knee hurts"


@pytest.mark.parametrize(
    "message",
    [
        "And the stroke - when was that, and what was given?",
        "My mum has type 2 diabetes and my brother had a stroke at 50. I dont have diabetes.",
        "Been having headaches every morning for about 2 weeks, no vomiting, vision fine.",
    ],
)
def test_what_is_past_of_others_or_denied_raises_no_flag(message: str) -> None:
    heard = alarm(message, WORDS, OLD)
    assert (heard.now, heard.today) == ((), ())


@pytest.mark.parametrize(
    "message",
    ["my brother is having a stroke right now", "headache for two weeks and no vision in my left eye"],
)
def test_what_goes_on_still_does(message: str) -> None:
    assert alarm(message, WORDS, OLD).now


def test_a_baby_is_the_patient_only_of_a_young_record() -> None:
    message = "baby is floppy and hard to wake"
    for born, own in (("2026-09-01", True), ("2017-07-21", False)):
        record = PatientRecord.model_validate({"id": "p", "demographics": {"sex": "male", "birth_date": born}})
        assert spoken_of(message, record, NOW.date()).text.startswith("the patient") == own
    assert tells_of_another(message)
    assert not tells_of_another("I have been hard to wake since my holiday")


def test_after_a_blow_to_the_head_what_keeps_from_clotting_is_named() -> None:
    taken = [
        Medication(id=name, text=name, status=Status.ACTIVE)
        for name in ("Warfarin Sodium 5 MG Oral Tablet", "Digoxin 0.125 MG Oral Tablet")
    ]
    message = "he fell yesterday and hit his head, he seems fine but a bit sleepy now"
    before = ["I take Warfarin Sodium 5 MG Oral Tablet; Digoxin 0.125 MG Oral Tablet."]
    heard = alarm(message, WORDS, PatientContext(age_years=90, reference=NOW.date()), earlier=before)
    said = " ".join(sentence.text for sentence in advice_now(heard.now, message, taken))
    assert "Warfarin" in said
    assert "Digoxin" not in said
    assert "verdose" not in said
