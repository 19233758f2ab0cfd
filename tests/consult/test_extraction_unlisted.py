"""What no list names is extracted all the same: by its class, its form, its place beside a number, or what was done."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 3, 11, 9, 30)  # noqa: DTZ001 - the user's own clock


def _context(message: str) -> dict[str, list[str]]:
    found = extract_context(message, NOW, bundled_vocabularies()).model_dump()
    names = {
        kind: [str(row.get("name") or row.get("type")).lower() for row in rows] for kind, rows in found.items() if rows
    }
    taken = extract_findings(message, NOW, bundled_vocabularies()).model_dump()["supplements"]
    return names | ({"supplements": [row["name"].lower() for row in taken]} if taken else {})


def _supplements(message: str) -> list[str]:
    return _context(message).get("supplements", [])


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("I chew two elderberry gummies a day", ["elderberry"]),
        ("I take yacon powder", ["yacon"]),
        ("hawthorn for the heart, kelp for my thyroid", ["hawthorn", "kelp"]),
        ("I take bilberry and resveratrol daily", ["bilberry", "resveratrol"]),
        ("magnesium glycinate 400 mg before bed", ["magnesium glycinate"]),
        ("two garlic tablets with dinner", ["garlic tablets"]),
        ("I eat a banana every day", []),
        ("the recipe needs 200 g of iron rich spinach", []),
        ("I used washing powder today", []),
        ("vitamin D for bones", []),
    ],
)
def test_a_supplement_is_known_by_name_class_or_form(message: str, names: list[str]) -> None:
    assert _supplements(message) == names
    assert "medications" not in _context(message)


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("glucose before breakfast 112 mg/dl, two hours after 163", [112, 163]),
        ("temprature 38.4 at midnight", [38.4]),
        ("cholestrol 6.3 and triglicerides 2.2", [6.3, 2.2]),
        ("Mon sugar 6.1 fasting, Tue 5.8, Wed 7.2", [6.1, 5.8, 7.2]),
        ("my breathing is 22 a minute and sats 91%", [91, 22]),
        ("spo2 97 resting 91 walking", [97, 91]),
        ("our oven temperature is 180", []),
        ("my glucose meter cost 40", []),
    ],
)
def test_a_value_stands_beside_its_measure(message: str, values: list[float]) -> None:
    assert sorted(entry.value for entry in extract_measurements(message, NOW).measurements) == sorted(values)


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("had two teeth pulled last week", ["teeth extraction"]),
        ("they unblocked an artery in my heart in 2021", ["artery of heart angioplasty"]),
        ("had a growth burnt off my nose in spring", ["growth ablation"]),
        ("kidney stone blasted in March", ["kidney stone lithotripsy"]),
        ("half my bowel was cut away in 2018", ["bowel removal"]),
        ("new hip on the left, March 2021", ["hip replacement"]),
        ("pulled my back last week", []),
        ("had my hair straightened", []),
        ("got the roof mended", []),
    ],
)
def test_an_operation_is_what_was_done_to_a_part(message: str, names: list[str]) -> None:
    assert _context(message).get("operations", []) == names


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("booked in with Dr Anwar Siddiqui on April 3rd", ["visit"]),
        ("in with the practice nurse on Thursday for my bloods", ["visit"]),
        ("two nights on the stroke ward last month", ["inpatient"]),
        ("chatted to the GP over the phone this morning", ["telehealth"]),
        ("I work at the hospital on Mondays", []),
        ("the bus to St Mary's Hospital is the number 42", []),
    ],
)
def test_somebody_of_care_with_a_day_is_a_visit(message: str, kinds: list[str]) -> None:
    found = _context(message)
    assert found.get("encounters", []) == kinds
    assert kinds or "organizations" not in found


@pytest.mark.parametrize(
    ("message", "condition"),
    [
        ("Was prescribed terbinafine cream twice daily for athlete's foot", "athlete's foot"),
        ("womb removed at 44 for fibroids", "fibroids"),
        ("my appendix burst in 1998", "burst appendix"),
        ("reduced the magnesium to 200 mg", None),
    ],
)
def test_what_is_treated_is_there_and_a_changed_dose_is_no_illness(message: str, condition: str | None) -> None:
    found = extract_findings(message, NOW, bundled_vocabularies()).conditions
    assert [entry.name.lower() for entry in found] == ([condition] if condition else [])


def test_a_missed_dose_ends_nothing() -> None:
    (found,) = extract_context("missed my apixaban last night", NOW, bundled_vocabularies()).medications
    assert found.status == "taking"


def test_what_came_after_a_medicine_tells_that_it_was_taken() -> None:
    (found,) = extract_context("37.6 after a paracetamol", NOW, bundled_vocabularies()).medications
    assert found.name == "paracetamol"
