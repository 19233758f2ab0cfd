"""Each value with its own day, and what is told beside it: further cases of what a message states."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult.extraction import (
    Extraction,
    extract_context,
    extract_findings,
    extract_measurements,
    unsupported,
)
from osler.consult.extraction.times import when
from osler.consult.extraction.types import AllergyEntry
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 3, 11, 9, 30)  # noqa: DTZ001 - the user's own clock


def _all(message: str) -> Extraction:
    told = [read(message, NOW, bundled_vocabularies()) for read in (extract_context, extract_findings)]
    parts = [part.model_dump() for part in (extract_measurements(message, NOW), *told)]
    return Extraction.model_validate({**parts[0], **parts[1], **parts[2]})


MONDAY = dt.datetime(2026, 11, 16, 9, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("weighed 81.5 kg this morning, down from 83 last week", [(83, "2026-11-09"), (81.5, "2026-11-16")]),
        ("my sugar was 6.2 today, up from 5.8 yesterday", [(5.8, "2026-11-15"), (6.2, "2026-11-16")]),
        ("sats 93 at rest today, 88 after the stairs", [(93, "2026-11-16"), (88, "2026-11-16")]),
        ("pulse 88 at rest, 120 after climbing the stairs", [(88, None), (120, None)]),
        ("temp 38.4 at noon, 37.2 this evening", [(38.4, "2026-11-16T12:00"), (37.2, "2026-11-16")]),
    ],
)
def test_each_value_has_its_own_day(said: str, values: list[tuple[float, str | None]]) -> None:
    assert [(entry.value, entry.time) for entry in extract_measurements(said, MONDAY).measurements] == values


def test_what_is_said_of_one_intake_is_not_said_of_the_next() -> None:
    found = extract_findings(
        "taking vitamin C 2000 mg and cod liver oil every day", MONDAY, bundled_vocabularies()
    ).supplements
    assert [(entry.dose, entry.date) for entry in found] == [("2000 mg", None), (None, None)]
    found = extract_findings("took 400 mg magnesium and 2 g omega-3", MONDAY, bundled_vocabularies()).supplements
    assert [entry.dose for entry in found] == ["400 mg", "2 g"]
    (taken,) = extract_context(
        "headaches on and off since May, took rizatriptan once", MONDAY, bundled_vocabularies()
    ).medications
    assert (taken.status, taken.date) == ("past", None)


@pytest.mark.parametrize(
    "said",
    ["I'm allergic to cashews (hives last spring)", "I'm allergic to cashews, I got hives in March"],
)
def test_when_a_reaction_was_is_no_part_of_it(said: str) -> None:
    (entry,) = extract_findings(said, MONDAY, bundled_vocabularies()).allergies
    assert entry.reaction == "hives"


def test_a_number_may_stand_before_the_name_of_its_measure() -> None:
    (entry,) = extract_measurements("the clip on my finger showed 94 percent saturation", MONDAY).measurements
    assert (entry.value, entry.unit) == (94, "%")
    assert not extract_measurements("they gave me 40% oxygen therapy", MONDAY).measurements


def test_what_was_in_childhood_is_of_the_one_who_says_it() -> None:
    found = extract_findings(
        "I'm allergic to amoxicillin - broke out in a rash as a child", MONDAY, bundled_vocabularies()
    )
    assert [(entry.substance, entry.reaction) for entry in found.allergies] == [("amoxicillin", "rash")]
    assert not found.symptoms
    assert not extract_findings("my child is allergic to amoxicillin", MONDAY, bundled_vocabularies()).allergies


def test_what_one_had_is_over_and_what_one_has_had_is_not() -> None:
    assert [
        entry.status for entry in extract_findings("I had pneumonia in 2015", MONDAY, bundled_vocabularies()).conditions
    ] == ["resolved"]
    assert [
        entry.status
        for entry in extract_findings("I have had asthma since 2001", MONDAY, bundled_vocabularies()).conditions
    ] == ["active"]


def test_a_visit_keeps_its_day_and_a_place_that_goes_by_its_name_alone() -> None:
    found = extract_context(
        "Saw Dr. Patel, the neurologist, last Friday at Johns Green; all well", MONDAY, bundled_vocabularies()
    )
    (visit,) = found.encounters
    assert (visit.date, visit.organization, visit.practitioner) == ("2026-11-13", "Johns Green", "Dr. Patel")
    assert [
        place.name
        for place in extract_context("had my spleen out at St Mary's", MONDAY, bundled_vocabularies()).organizations
    ] == ["St Mary's"]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("BP was 152/90 at 6am and 139/85 at 9pm", [(152, "2026-03-11T06:00"), (139, "2026-03-10T21:00")]),
        ("today: 144/88 before work, 131/79 after lunch", [(144, "2026-03-11"), (131, "2026-03-11")]),
    ],
)
def test_each_of_several_pressures_has_its_own_time(message: str, told: list[tuple[float, str]]) -> None:
    found = extract_measurements(message, NOW).measurements
    assert [(one.value, one.time) for one in found if one.name.startswith("systolic")] == told


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            "fasting glucose 5.9 today, an hour after lunch 8.8",
            [("Fasting glucose", 5.9, "2026-03-11"), ("Glucose", 8.8, "2026-03-11")],
        ),
        (
            "I was 91 kg in January, now I am 88",
            [("body weight", 91, "2026-01"), ("body weight", 88, "2026-03-11")],
        ),
        (
            "On the scale: 70.2 kg on Sunday, 69.8 today",
            [("body weight", 70.2, "2026-03-08"), ("body weight", 69.8, "2026-03-11")],
        ),
        ("My potassium should be below 5 but it was 5.6 yesterday", [("Potassium", 5.6, "2026-03-10")]),
        (
            "My TSH was 6.1 a while ago, it's 3.2 today",
            [("Thyroid stimulating hormone", 6.1, None), ("Thyroid stimulating hormone", 3.2, "2026-03-11")],
        ),
        ("They said my sodium ought to be above 135 but it's 131 today", [("Sodium", 131, "2026-03-11")]),
        ("Calcium on Monday's lab results was 2.9 mmol/L", [("Calcium", 2.9, "2026-03-09")]),
        ("Calcium on yesterday's blood tests was 2.9 mmol/L", [("Calcium", 2.9, "2026-03-10")]),
    ],
)
def test_a_second_value_is_noted_with_its_measure_and_day(message: str, told: list[tuple[str, float, str]]) -> None:
    found = _all(message)
    assert [(one.name, one.value, one.time) for one in found.measurements] == told
    assert not found.medications
    assert not found.supplements


def test_what_somebody_else_takes_too_is_the_patients() -> None:
    (entry,) = _all("My brother takes 20 mg of atorvastatin and so do I").medications
    assert (entry.name, entry.dose) == ("atorvastatin", "20 mg")


def test_the_day_of_a_visit_is_no_onset() -> None:
    found = _all("I spoke to Dr Adeyemi on Monday about my psoriasis")
    (condition,) = found.conditions
    assert condition.onset is None
    stopped = _all("I stopped ramipril on Sunday because it made me cough")
    assert [(one.name, one.onset) for one in stopped.symptoms] == [("cough", None)]


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("The headaches I had last winter turned out to be nothing", []),
        ("I had both tonsils out in 2001", ["both tonsils removal"]),
        ("I had spleen out in 2001", ["splenectomy"]),
    ],
)
def test_only_a_part_of_the_body_is_taken_out(message: str, names: list[str]) -> None:
    assert [one.name for one in _all(message).operations] == names


def test_what_a_substance_brings_out_is_an_allergy_and_the_sun_is_none() -> None:
    (entry,) = _all("I get swelling whenever I take naproxen").allergies
    assert (entry.substance, entry.reaction) == ("naproxen", "swelling")
    assert not _all("I get a rash from the sun").allergies
    assert not _all("I'm allergic to kiwi, my tongue swells").conditions


def test_a_dose_that_went_up_is_a_change() -> None:
    (entry,) = _all("My bisoprolol has gone up to 5 mg once a day").medications
    assert (entry.dose, entry.status) == ("5 mg", "changed")


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("peak flow 410 yesterday, was 350 on Monday", [(410, "2026-03-10"), (350, "2026-03-09")]),
        ("Ugh, 91 kg today", [(91, "2026-03-11")]),
        ("my sugar has been about 6.3 lately", [(6.3, None)]),
        ("What could a BP of 170/100 mean", []),
        ("My BP was 150/95 this morning, and what should it be?", [(150, "2026-03-11"), (95, "2026-03-11")]),
        ("81 kg of luggage on the scales", []),
    ],
)
def test_each_value_has_its_own_day_and_a_question_states_none(
    message: str, values: list[tuple[float, str | None]]
) -> None:
    assert [(one.value, one.time) for one in _all(message).measurements] == values


def test_a_disease_that_a_vaccine_or_a_test_is_named_after_is_not_had() -> None:
    assert not _all("I had a hepatitis B vaccination in May").conditions
    assert not _all("had a chlamydia test on Monday").conditions
    assert _all("I had hepatitis B in May").conditions


def test_what_is_known_to_the_month_is_no_first_day_of_it() -> None:
    assert when("since January", NOW) == "2026-01"
    assert when("since 5 January", NOW) == "2026-01-05"
    assert when("lately", NOW) is None
    assert when("a couple weeks ago", NOW) == when("two weeks ago", NOW) == "2026-02-25"


def test_what_others_do_to_the_patient_is_an_operation_of_the_day_it_is_planned() -> None:
    found = _all("They will replace my hip next Tuesday").operations
    assert [(one.name, one.date) for one in found] == [("hip replacement", "2026-03-17")]


@pytest.mark.parametrize(
    "message", ["If I miss a dose of ramipril what happens", "please ignore what I said about the cough"]
)
def test_what_is_only_supposed_or_taken_back_is_not_noted(message: str) -> None:
    assert _all(message).is_empty


def test_the_part_of_a_message_that_tells_is_heard_beside_the_one_that_asks() -> None:
    assert [one.name for one in _all("My elbow hurts, by the way who is the president?").symptoms] == ["elbow pain"]


@pytest.mark.parametrize(
    ("message", "quote", "told"),
    [
        ("I began lisinopril last week and my brother has asthma", "lisinopril", False),
        ("I take cetirizine for my allergies", "cetirizine", False),
        ("They put me on doxycycline for the rash", "doxycycline", False),
        ("Codeine gave me terrible hives", "Codeine", True),
        ("I am intolerant of naproxen", "naproxen", True),
        ("My lips got swollen after the ibuprofen", "ibuprofen", True),
        ("I had a reaction to ceftriaxone in 2019", "ceftriaxone", True),
    ],
)
def test_a_substance_is_an_allergy_only_where_the_message_says_so(message: str, quote: str, told: bool) -> None:
    entry = AllergyEntry(substance=quote.lower(), quote=quote)
    assert (unsupported(entry, message, bundled_vocabularies()) is None) is told


@pytest.mark.parametrize(
    ("message", "name", "value"),
    [
        ("My saturations were 93 last night", "Oxygen saturation", 93),
        ("the oximeter reads 97", "Oxygen saturation", 97),
        ("my sugars are 8.1 today", "Glucose", 8.1),
        ("my pulse came out at 58", "Heart rate", 58),
    ],
)
def test_a_value_is_told_in_the_plural_or_by_a_device(message: str, name: str, value: float) -> None:
    assert [(m.name, m.value) for m in _all(message).measurements] == [(name, value)]


def _said(message: str) -> list[tuple[str, Any]]:
    """What a message states, each as its kind and what it is called or measures."""
    found = _all(message)
    made: list[tuple[str, Any]] = [(entry.name, entry.value) for entry in found.measurements]
    made += [(entry.name, entry.status) for entry in [*found.medications, *found.supplements]]
    made += [("allergy", entry.substance) for entry in found.allergies]
    made += [("operation", entry.name) for entry in found.operations]
    made += [("person", entry.name) for entry in found.practitioners]
    made += [("place", entry.name) for entry in found.organizations]
    made += [(entry.type, entry.status) for entry in found.encounters]
    made += [("condition", entry.name) for entry in found.conditions]
    return made + [("symptom", entry.name) for entry in found.symptoms]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("pressure was 142 on 91 when i got up", [("systolic blood pressure", 142), ("diastolic blood pressure", 91)]),
        ("Had 101.3 F on the forehead thermometer", [("Body temperature", 101.3)]),
        ("I'm 1.72 m tall and 68 kilos", [("Body height", 1.72), ("body weight", 68)]),
        ("5 ft 4 and 150 pounds", [("body height", 64), ("body weight", 150)]),
        ("Weight this morning 79.5... wait, that was with shoes, 78.7 without", [("Body weight", 78.7)]),
        ("sugar was 13.2 after dinner, correction: 12.3", [("Glucose", 12.3)]),
        ("Target is under 130 but this morning I had 139/82", [("systolic blood pressure", 139), ("diastolic blood pressure", 82)]),
        ("im allergic to penicillin. scrap that, it's only amoxicillin", [("allergy", "amoxicillin")]),
        ("swapped my naproxen for celecoxib 200 mg a day", [("naproxen", "stopped"), ("celecoxib", "started")]),
        ("switched to escitalopram from sertraline", [("escitalopram", "started"), ("sertraline", "stopped")]),
        ("doctor took me off warfarin and onto apixaban", [("warfarin", "stopped"), ("apixaban", "started")]),
        ("they found a fatty liver on the scan", [("condition", "fatty liver")]),
        ("Nurse Kelly took my blood at Hillside Surgery", [("person", "Kelly"), ("place", "Hillside Surgery")]),
        ("hernia repair in 2016, tonsils out as a kid", [("operation", "hernia repair"), ("operation", "tonsillectomy")]),
        ("eltroxin 100 mcg every morning", [("eltroxin", "taking")]),
        ("shellfish makes my lips swell up, and nickel gives me eczema", [("allergy", "shellfish"), ("allergy", "nickel")]),
        ("penicillin brings me out in a rash", [("allergy", "penicillin")]),
        ("They took my appendix when I was small", [("operation", "appendectomy")]),
        ("gallbladder out in 2014, and left knee replaced in march last year", [("operation", "cholecystectomy"), ("operation", "left knee replacement")]),
        ("triple bypass, 2009", [("operation", "coronary artery bypass")]),
        ("My dermatologist is Helga Brandt, over at the Linden Clinic.", [("person", "Helga Brandt"), ("place", "Linden Clinic")]),
        ("dentist in three days", [("dental", "planned")]),
        ("I was only told prediabetes", [("condition", "prediabetes")]),
        ("temp 38.4 and I am shivering", [("Body temperature", 38.4), ("symptom", "shivering")]),
    ],
)  # fmt: skip
def test_what_is_said_in_other_words_is_extracted(message: str, said: list[tuple[str, Any]]) -> None:
    assert len(_said(message)) == len(said)
    assert set(_said(message)) == set(said)


@pytest.mark.parametrize(
    "message",
    [
        "The usual dose of amoxicillin is 500 mg three times a day",
        "He wanted to put me on a statin but I refused",
        "the vet gave Bella 5 mg of prednisolone",
        "nobody in my family has had cancer",
        "I dreamt that I had a stroke",
        "can statins cause muscle pain",
        "since when does he take the galantamine",
        "remind me to take my atorvastatin tonight",
        "Can you book me an appointment with Dr. Fischer on Monday?",
        "my appointment got cancelled",
        "I was nine years of age then",
    ],
)
def test_what_is_wished_refused_dreamt_or_asked_is_not_extracted(message: str) -> None:
    assert _said(message) == []


EVENING = dt.datetime(2026, 5, 20, 18, 0, tzinfo=dt.UTC)
"""A Wednesday."""


@pytest.mark.parametrize(
    ("message", "date", "status"),
    [
        ("I've got an appointment with the cardiologist on Thursday", "2026-05-21", "planned"),
        ("video call with nurse Patel this morning", "2026-05-20", "past"),
    ],
)
def test_what_one_has_got_is_to_come_and_this_morning_has_been_by_the_evening(
    message: str, date: str, status: str
) -> None:
    visit = extract_context(message, EVENING, bundled_vocabularies()).encounters[0]
    assert (visit.date, visit.status) == (date, status)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Her temp was 39 and mine 37.2 this morning", [(37.2, "2026-05-20")]),
        ("CRP came back 48 and white cells 13.2", [(48.0, None), (13.2, None)]),
        ("sats 94 on room air, resps 18", [(94.0, None), (18.0, None)]),
        (
            "BP Tue 131/85, Wed 126/80",
            [(131.0, "2026-05-19"), (85.0, "2026-05-19"), (126.0, "2026-05-20"), (80.0, "2026-05-20")],
        ),
    ],
)
def test_mine_beside_hers_shorthand_and_todays_day(message: str, told: list[tuple[float, str | None]]) -> None:
    found = extract_measurements(message, EVENING).measurements
    assert [(one.value, one.time) for one in found] == told


def test_how_often_is_said_once_of_two_and_what_is_to_be_started_is_planned() -> None:
    both = extract_findings(
        "magnesium and vitamin d 1000 iu every evening", EVENING, bundled_vocabularies()
    ).supplements
    assert [(one.name, one.frequency) for one in both] == [
        ("magnesium", "every evening"),
        ("vitamin d", "every evening"),
    ]
    meant = extract_context("I am meant to start ozempic on Monday", EVENING, bundled_vocabularies()).medications
    assert [(one.name, one.status, one.date) for one in meant] == [("ozempic", "planned", "2026-05-25")]
