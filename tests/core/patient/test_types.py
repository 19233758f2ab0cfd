"""Times, ages and the questions that others ask of a record."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from osler.core.patient.types import (
    Address,
    ClinicalTime,
    Coding,
    Component,
    Condition,
    ContactPoint,
    Demographics,
    FamilyHistory,
    HumanName,
    Identifier,
    Observation,
    PatientRecord,
    Phenotype,
    Presence,
    Quantity,
    Status,
    TimePoint,
    duration_years,
    earliest_day,
    latest_day,
)
from tests.core.patient.strategies import durations, partial_dates

SEIZURE = Coding.of("HP:0001250", "Seizure")


@pytest.mark.parametrize("value", ["", "19", "2020-13", "2020-02-30", "yesterday", "2020-01-01T25:00:00Z", "２０２０"])
def test_an_impossible_date_is_refused(value: str) -> None:
    with pytest.raises(ValidationError):
        TimePoint(date=value)


@pytest.mark.parametrize(("age", "years"), [("P18M", 1.5), ("P5Y", 5), ("P0D", 0), ("P52W", 364 / 365.25)])
def test_a_duration_in_years(age: str, years: float) -> None:
    assert duration_years(age) == pytest.approx(years)


@pytest.mark.parametrize("age", ["P", "5Y", "PT", "P-5Y", "P5Y3"])
def test_what_is_no_duration_is_refused(age: str) -> None:
    with pytest.raises(ValidationError):
        TimePoint(age=age)


@given(partial_dates)
def test_a_partial_date_lies_between_its_bounds(value: str) -> None:
    assert earliest_day(value) <= latest_day(value)
    assert earliest_day(value).isoformat().startswith(value[: min(len(value), 10)])


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)), durations)
def test_an_age_needs_a_birth_date_to_become_a_day(birth: date, age: str) -> None:
    time = ClinicalTime.aged(age)
    assert time.earliest() is None
    assert (time.earliest(birth.isoformat()) or birth) >= birth
    assert time.first_age() == pytest.approx(duration_years(age))


def test_age_counts_birthdays() -> None:
    record = PatientRecord(id="p", demographics=Demographics(birth_date="1980-06-15"))
    assert record.age_at(date(1998, 6, 15)) == 18
    day_before = record.age_at(date(1998, 6, 14))
    assert day_before is not None
    assert 17.99 < day_before < 18
    assert record.age_at() is None


def test_age_of_one_who_was_born_on_a_leap_day() -> None:
    record = PatientRecord(id="p", demographics=Demographics(birth_date="2000-02-29"))
    assert record.age_at(date(2018, 3, 1)) == 18


def test_a_birth_year_gives_bounds() -> None:
    record = PatientRecord(id="p", demographics=Demographics(birth_date="1980"))
    bounds = record.age_bounds_at(date(2000, 6, 1))
    assert bounds is not None
    assert bounds[0] < 20 < bounds[1]


def test_a_stated_age_grows_from_the_day_of_the_record() -> None:
    record = PatientRecord(id="p", as_of="2020-01-01", demographics=Demographics(age="P5Y"))
    assert record.age_at() == 5
    assert record.age_at(date(2022, 1, 1)) == 7


def test_absent_unknown_and_not_mentioned_are_three_answers() -> None:
    record = PatientRecord(
        id="p",
        phenotypes=[
            Phenotype(id="1", codings=[SEIZURE], presence=Presence.ABSENT),
            Phenotype(id="2", codings=[Coding.of("HP:0001252")], presence=Presence.UNKNOWN),
        ],
    )
    assert record.presence("HP:0001250") is Presence.ABSENT
    assert record.presence("HP:0001252") is Presence.UNKNOWN
    assert record.presence("HP:0000365") is Presence.NOT_MENTIONED
    with pytest.raises(ValidationError):
        Phenotype(id="3", presence=Presence.NOT_MENTIONED)


def test_a_relative_and_an_error_do_not_speak_of_the_patient() -> None:
    record = PatientRecord(
        id="p",
        family_history=[FamilyHistory(id="1", codings=[SEIZURE], relation="mother")],
        conditions=[Condition(id="2", codings=[SEIZURE], status=Status.ENTERED_IN_ERROR)],
    )
    assert record.presence("HP:0001250") is Presence.NOT_MENTIONED


def test_the_latest_observation_on_or_before_a_day() -> None:
    def pressure(number: int, day: str | None) -> Observation:
        systolic = Component(codings=[Coding.of("LOINC:8480-6", "Systolic")], quantity=Quantity(value=number))
        return Observation(id=str(number), components=[systolic], time=ClinicalTime.on(day) if day else None)

    record = PatientRecord(
        id="p", observations=[pressure(140, "2021-05-01"), pressure(120, "2020-05-01"), pressure(1, None)]
    )
    values = [one.quantity.value for one in record.observations_of("LOINC:8480-6") if one.quantity]
    assert values == [1, 120, 140]
    earlier = record.latest_observation("systolic", before=date(2020, 12, 31))
    assert earlier is not None
    assert earlier.quantity == Quantity(value=120)
    assert record.latest_observation("LOINC:0000-0") is None


def test_known_identifiers_hold_every_name_number_and_place() -> None:
    record = PatientRecord(
        id="rec-1",
        demographics=Demographics(
            names=[HumanName(family="Doe", given=["Jane"])],
            identifiers=[Identifier(value="MRN-77")],
            contacts=[ContactPoint(value="555-0100")],
            addresses=[Address(lines=["1 Main St"], city="Springfield", postal_code="01101")],
            birth_date="1980-01-02",
            other_identifying=["Roe"],
        ),
    )
    values = {item.value for item in record.known_identifiers()}
    expected = {"rec-1", "Doe", "Jane", "Jane Doe", "MRN-77", "555-0100", "1 Main St", "Springfield", "01101"}
    assert values == expected | {"1980-01-02", "Roe"}


def test_showing_a_record_shows_no_patient_data() -> None:
    record = PatientRecord(id="p", demographics=Demographics(names=[HumanName(family="Secret")]))
    assert "Secret" not in repr(record) + str(record) + repr(record.demographics)
    with pytest.raises(ValidationError) as caught:
        Demographics.model_validate({"birth_date": "Secret"})
    assert "Secret" not in str(caught.value)
