"""What a user states of himself is extracted; what is asked, wished, denied or another's is not."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult.extraction import (
    Extraction,
    MedicationEntry,
    extract_context,
    extract_findings,
    extract_measurements,
    unsupported,
)
from osler.consult.extraction.times import when
from osler.consult.writing import write
from osler.core.patient import Status
from osler.core.terminology import bundled_vocabularies
from osler.evals.suites.extraction import SUITE
from tests.core.graph.people import anna

NOW = dt.datetime(2026, 3, 11, 9, 30)  # noqa: DTZ001 - the user's own clock


def _all(message: str) -> Extraction:
    told = [read(message, NOW, bundled_vocabularies()) for read in (extract_context, extract_findings)]
    parts = [part.model_dump() for part in (extract_measurements(message, NOW), *told)]
    return Extraction.model_validate({**parts[0], **parts[1], **parts[2]})


def test_a_blood_pressure_is_two_measurements_with_their_day() -> None:
    found = _all("BP 120 over 80 this morning").measurements
    assert [(m.name, m.value, m.time) for m in found] == [
        ("systolic blood pressure", 120, "2026-03-11"),
        ("diastolic blood pressure", 80, "2026-03-11"),
    ]


def test_a_correction_replaces() -> None:
    found = _all("My blood pressure was 150/95 yesterday. No wait, 130/85.").measurements
    assert [m.value for m in found] == [130, 85]


@pytest.mark.parametrize(
    "message",
    [
        "My mother has diabetes",
        "My dog weighs 20 kg",
        "My target weight is 70 kg",
        "Is 140/90 high?",
        "I don't have a fever",
        "Should I take aspirin?",
        "What if I had asthma?",
        "My husband takes lisinopril 10 mg",
        "Our ten-day-old weighs 3.4 kg",
        "my 4 month old baby has a temperature of 37.9",
        "I ought to start folic acid",
        "The package insert says it may cause dizziness",
        "I was scared that I'd get a seizure",
        "My words come out wrong",
    ],
)
def test_what_is_not_stated_of_the_patient_is_left_out(message: str) -> None:
    assert _all(message).is_empty


def test_a_visit_with_its_people_and_places() -> None:
    found = _all("I saw Dr. Anna Lee at Mercy Hospital yesterday")
    (visit,) = found.encounters
    assert (visit.date, visit.organization, visit.status) == ("2026-03-10", "Mercy Hospital", "past")
    assert [p.name for p in found.practitioners] == ["Dr. Anna Lee"]
    assert _all("I have an appointment with Dr. Smith next Tuesday").encounters[0].status == "planned"


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("yesterday", "2026-03-10"),
        ("last month", "2026-02"),
        ("for three days", "2026-03-08"),
        ("two weeks ago", "2026-02-25"),
        ("in January", "2026-01"),
        ("in December", "2025-12"),
        ("on March 2", "2026-03-02"),
        ("in 2019", "2019"),
        ("on Sunday", "2026-03-08"),
        ("whenever", None),
    ],
)
def test_times_are_counted_from_now(words: str, day: str | None) -> None:
    assert when(words, NOW) == day


@pytest.mark.slow
def test_the_bundled_set_reaches_its_bar() -> None:
    run = SUITE.run(None, mind="offline", limit=None, options={})
    assert run.n >= 120
    assert run.metrics["f1"] >= 0.9
    assert min(run.metrics["by_kind"].values()) >= 0.9
    assert run.metrics["empty_right"] >= 0.9


def test_confirmed_entries_are_written_with_their_words_as_evidence() -> None:
    message = "I weigh 82 kg today and I stopped metformin"
    record = write(anna(), _all(message), message, NOW, bundled_vocabularies())
    weight = record.observations[-1]
    assert (weight.quantity and weight.quantity.value, weight.time and weight.time.earliest()) == (82, NOW.date())
    assert record.documents[-1].text == message
    assert [m.status for m in record.medications] == [Status.STOPPED]
    assert weight.evidence
    for span in weight.evidence:
        told = record.document(span.source_id)
        assert told is not None
        assert span.quote in told.text  # type: ignore[union-attr]


def test_what_is_there_already_is_not_written_twice() -> None:
    message = "My weight is 82 kg today"
    once = write(anna(), _all(message), message, NOW, bundled_vocabularies())
    twice = write(once, _all(message), message, NOW, bundled_vocabularies())
    assert len(twice.observations) == len(once.observations)


@pytest.mark.parametrize(
    ("message", "status", "said"),
    [
        ("I take warfarin 5 mg every evening", "stopped", False),
        ("I take warfarin 5 mg every evening", "started", False),
        ("I take warfarin 5 mg every evening", "taking", True),
        ("I stopped warfarin on Monday", "stopped", True),
        ("I stopped warfarin on Monday", "taking", False),
        ("I used to take warfarin", "past", True),
    ],
)
def test_the_status_of_a_medicine_needs_words_in_the_quote(message: str, status: Any, said: bool) -> None:
    entry = MedicationEntry(name="warfarin", status=status, quote=message)
    assert (unsupported(entry, message, bundled_vocabularies()) is None) is said


def test_several_readings_are_all_noted_each_with_its_day() -> None:
    found = extract_measurements("home readings: Mon 134/84, Tues 139/90, Weds 141/91", NOW).measurements
    assert [(entry.value, entry.time) for entry in found if entry.name.startswith("systolic")] == [
        (134, "2026-03-09"),
        (139, "2026-03-10"),
        (141, "2026-03-11"),
    ]


@pytest.mark.parametrize(
    "message",
    ["My midwife wants my BP under 135/85", "average HbA1c in the last 2 years", "Keep the pressure below 140/90"],
)
def test_a_target_and_a_length_of_time_are_no_values(message: str) -> None:
    assert extract_measurements(message, NOW).measurements == []


@pytest.mark.parametrize("message", ["I weighed 11 stone 8 this morning", "I weighed myself this morning, 11 stone 8"])
def test_stones_are_counted_in_pounds(message: str) -> None:
    (entry,) = extract_measurements(message, NOW).measurements
    assert (entry.value, entry.unit, entry.time) == (162, "lb", "2026-03-11")


def test_what_it_was_before_is_not_what_it_is_now() -> None:
    (entry,) = extract_measurements("I was 70 kg before pregnancy, 79 now", NOW).measurements
    assert (entry.value, entry.unit, entry.time) == (79, "kg", "2026-03-11")


@pytest.mark.parametrize(
    ("said", "statuses"),
    [
        ("I don't take metformin any more", ["stopped"]),
        ("I'm not on the metformin any more", ["stopped"]),
        ("not on the metformin any longer, they switched me to gliclazide 40 mg", ["stopped", "changed"]),
        ("I'm not just on metformin, I also take gliclazide 40 mg", ["taking", "taking"]),
        ("still on the metformin", ["taking"]),
    ],
)
def test_a_medicine_that_is_not_taken_any_more_is_stopped(said: str, statuses: list[str]) -> None:
    assert [entry.status for entry in _all(said).medications] == statuses
    assert _all("I don't take metformin").medications == []


def test_another_dose_of_the_same_medicine_takes_the_place_of_the_first() -> None:
    moment = dt.datetime(2026, 3, 11, 9, 30, tzinfo=dt.UTC)
    record = write(
        anna(), _all("I started bisoprolol 2.5 mg once a day"), "I started bisoprolol", moment, bundled_vocabularies()
    )
    record = write(
        record, _all("no wait, bisoprolol is 1.25 mg"), "no wait, bisoprolol is 1.25 mg", moment, bundled_vocabularies()
    )
    active = [m for m in record.medications if m.label == "bisoprolol" and m.status is Status.ACTIVE]
    assert [m.regimens[0].dose.value for m in active if m.regimens[0].dose] == [1.25]


def _intakes(message: str) -> list[tuple[str, str | None, str | None, str | None]]:
    found = _all(message)
    return [(one.name, one.status, one.dose, one.date) for one in (*found.medications, *found.supplements)]


@pytest.mark.parametrize(
    ("message", "taken"),
    [
        (
            "Lisinopril 10 -> 20mg od, stop HCTZ",
            [("Lisinopril", "changed", "20 mg", None), ("HCTZ", "stopped", None, None)],
        ),
        (
            "fish oil every day, stopped turmeric last month",
            [("fish oil", "taking", None, None), ("turmeric", "stopped", None, "2026-02")],
        ),
        (
            "on metformin 500 mg bd, started gliclazide 40 mg in January",
            [("metformin", "taking", "500 mg", None), ("gliclazide", "started", "40 mg", "2026-01")],
        ),
        ("aspirin, metformin stopped", [("aspirin", "stopped", None, None), ("metformin", "stopped", None, None)]),
        ("stopped aspirin, metformin", [("aspirin", "stopped", None, None), ("metformin", "stopped", None, None)]),
    ],
)
def test_what_is_said_of_the_next_medicine_after_a_comma_is_not_said_of_the_one_before(
    message: str, taken: list[tuple[str, str | None, str | None, str | None]]
) -> None:
    assert _intakes(message) == taken


@pytest.mark.parametrize("said", ["2 wks ago", "2wks ago", "two wks ago", "2 weeks ago"])
def test_a_time_in_short_is_no_dose(said: str) -> None:
    assert _intakes(f"came off the omeprazole {said}") == [("omeprazole", "stopped", None, "2026-02-25")]


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("hubby's bp was 170/100 at the chemist, mine 128/79", [128, 79]),
        ("hubbys bp was 170/100, mine 128/79", [128, 79]),
        ("my husband's bp is 170/100, mine is 128/79", [128, 79]),
        ("hubby has a bp of 170/100", []),
    ],
)
def test_what_is_the_husbands_is_not_the_patients(message: str, values: list[float]) -> None:
    assert [one.value for one in _all(message).measurements] == values


def test_a_sting_is_over_when_it_is_told() -> None:
    found = _all("my lips are swelling after a bee sting").conditions
    assert [(one.name.lower(), one.status) for one in found if one.status == "active"] == []
