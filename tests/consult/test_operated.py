"""What is told as done is an operation only where something of the body was operated on."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 11, 18, 9, 30, tzinfo=dt.UTC)


def _operations(message: str) -> list[str]:
    return [one.name for one in extract_context(message, NOW, bundled_vocabularies()).operations]


@pytest.mark.parametrize(
    "message",
    [
        "had an MRI done last week",
        "had a stress test done in 2020",
        "I had an ECG and an echo done in 2019",
        "had my ears done at the practice nurse last week",
        "had my eyes done at the optician",
        "I had my car repaired last week",
        "We had the windows replaced in 2019",
        "my passport was replaced in 2020",
        "the bathroom was removed and replaced",
        "car repair in May 2020",
    ],
)
def test_tests_grooming_and_things_are_no_operations(message: str) -> None:
    assert _operations(message) == []


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("I had a hip replacement done in 2020", "hip replacement"),
        ("had my heart valve replaced in 2018", "heart valve replacement"),
        ("had a lipoma cut out in 2018", "lipoma removal"),
        ("had my knee done in 2015", "knee surgery"),
        ("had surgery in 2015", "surgery"),
        ("I had bypass surgery in 2017", "bypass surgery"),
        ("had keyhole surgery last year", "keyhole surgery"),
        ("Had keyhole surgery on my shoulder last summer", "keyhole surgery on shoulder"),
        ("Surgery on my right shoulder (rotator cuff) three months ago", "right shoulder surgery"),
        ("I'm having surgery on my spine next month", "spine surgery"),
        ("My left knee was scoped in 2019", "left knee arthroscopy"),
        ("They removed part of my thyroid in 2015", "partial thyroidectomy"),
        ("I had half my colon removed in 2018", "partial colectomy"),
        ("I had my left kidney removed in 2020", "left nephrectomy"),
        ("wisdom teeth out at 19", "wisdom tooth extraction"),
        ("They put a pin in my ankle when I was 22", "pin fixation of ankle"),
    ],
)
def test_what_was_done_to_the_body_is_one(message: str, name: str) -> None:
    assert _operations(message) == [name]


@pytest.mark.parametrize(
    "message",
    [
        "My hip op was called off last week",
        "I was meant to have a hernia repair in May but they cancelled",
        "I was down for a knee replacement but it fell through",
        "The surgeon was going to take my gallbladder out, then changed his mind",
        "The colonoscopy was postponed",
        "I nearly had my appendix out",
        "her knee was replaced, my mum's I mean",
    ],
)
def test_what_was_called_off_nearly_done_or_done_to_another_is_none(message: str) -> None:
    assert _operations(message) == []


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("They said it was gout but it turned out not to be", []),
        ("I thought I had diabetes but I don't", []),
        ("I have asthma but it isn't bad", ["asthma"]),
        ("I have gout, but it isn't bothering me", ["gout"]),
        ("I cancelled my holiday because of my migraine", ["migraine"]),
    ],
)
def test_what_was_only_thought_to_be_is_no_illness(message: str, names: list[str]) -> None:
    found = extract_findings(message, NOW, bundled_vocabularies()).conditions
    assert [one.name for one in found] == names


def test_whose_a_value_is_may_be_said_by_mine_or_by_the_thing_that_weighs() -> None:
    assert [one.value for one in extract_measurements("his was 170/100, mine 132/84", NOW).measurements] == [132, 84]
    assert extract_measurements("My order is 5512 and the parcel weighs 3 kg", NOW).measurements == []


@pytest.mark.parametrize(
    ("message", "name", "date"),
    [
        ("Dr Duarte put in a coil last month", "coil insertion", "2026-10"),
        ("they put a pacemaker in me in 2021", "pacemaker insertion", "2021"),
        ("I broke my wrist in February and they pinned it", "wrist fixation", "2026-02"),
        ("My tonsils were always infected so they took them out", "tonsillectomy", None),
        ("had a camera down my throat in June", "gastroscopy", "2026-06"),
        ("had my waterworks looked at with a camera in June", "cystoscopy", "2026-06"),
    ],
)
def test_what_others_put_in_pinned_or_looked_into_is_an_operation(message: str, name: str, date: str | None) -> None:
    found = extract_context(message, NOW, bundled_vocabularies()).operations
    assert [(one.name, one.date) for one in found] == [(name, date)]


@pytest.mark.parametrize(
    "message",
    ["they put a mesh on the window", "I put a coil of rope in the shed", "my back hurts, I had it since May"],
)
def test_what_is_put_elsewhere_is_no_operation(message: str) -> None:
    assert _operations(message) == []


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("8am 148/92 pulse 78, 9pm 136/84 pulse 70", [148, 92, 78, 136, 84, 70]),
        ("Trying to get down to 75 kilos, currently 81.5", [81.5]),
        ("My target A1c is 7 and I'm at 8.2", [8.2]),
        ("Goal weight is 70 kg, currently 78 kg", [78]),
        ("Trying to bench 100 kg, currently 85", []),
        ("My target is 7, I'm 45", []),
    ],
)
def test_readings_keep_what_stands_beside_them_and_an_aim_is_no_value(message: str, values: list[float]) -> None:
    assert [one.value for one in extract_measurements(message, NOW).measurements] == values


@pytest.mark.parametrize(
    ("message", "conditions", "symptoms"),
    [
        ("My son has chickenpox and now I have a rash", [], ["rash"]),
        ("Mr Jones next door has gout", [], []),
        ("I'm covered in spots", [], ["covered in spots"]),
    ],
)
def test_whose_a_finding_is_and_of_which_kind(message: str, conditions: list[str], symptoms: list[str]) -> None:
    found = extract_findings(message, NOW, bundled_vocabularies())
    assert ([one.name for one in found.conditions], [one.name for one in found.symptoms]) == (conditions, symptoms)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("atorvastin", "atorvastatin"),
        ("citalapram", "citalopram"),
        ("bisoprol", "bisoprolol"),
        ("metropolol", "metoprolol"),
    ],
)
def test_a_slip_of_the_pen_means_a_medicine_that_people_take(written: str, meant: str) -> None:
    (found,) = extract_context(f"I'm on {written} 10 mg", NOW, bundled_vocabularies()).medications
    assert (found.name, found.written) == (meant, written)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Mr. Brennan (orthopaedics) wants me back in June", "Mr Brennan"),
        ("Mrs Brennan, the diabetes nurse, called me", "Mrs Brennan"),
    ],
)
def test_who_is_named_with_their_work_is_of_care(message: str, name: str) -> None:
    assert [one.name for one in extract_context(message, NOW, bundled_vocabularies()).practitioners] == [name]
