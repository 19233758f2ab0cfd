"""Dose, route and frequency of medications."""

from __future__ import annotations

import pytest

from osler.core.language import regimens
from tests.core.language.matchers import Words

DRUGS = Words({name: f"DRUG:{name}" for name in ("metformin", "aspirin", "ibuprofen", "insulin glargine", "warfarin")})


@pytest.mark.parametrize(
    ("text", "name", "dose", "unit", "route", "times", "as_needed"),
    [
        ("metformin 500 mg PO BID", "metformin", 500, "mg", "oral", 2, False),
        ("aspirin 81 mg daily", "aspirin", 81, "mg", "", 1, False),
        ("ibuprofen 400 mg every 6 hours as needed", "ibuprofen", 400, "mg", "", 4, True),
        ("insulin glargine 20 units at bedtime", "insulin glargine", 20, "units", "", 1, False),
        ("Lisinopril 10 mg p.o. daily", "Lisinopril", 10, "mg", "oral", 1, False),
        ("methotrexate 15 mg subcutaneously weekly", "methotrexate", 15, "mg", "subcutaneous", 1 / 7, False),
        ("vancomycin 1 g IV q12h", "vancomycin", 1, "g", "intravenous", 2, False),
        ("warfarin was stopped", "warfarin", None, "", "", None, False),
        ("amoxicillin 500 mg tablets, take by mouth three times a day", "amoxicillin", 500, "mg", "oral", 3, False),
    ],
)
def test_regimens(
    text: str, name: str, dose: float | None, unit: str, route: str, times: float | None, as_needed: bool
) -> None:
    (found,) = regimens(text, DRUGS.find(text))
    assert (found.name, found.dose, found.dose_unit, found.route, found.as_needed) == (
        name,
        dose,
        unit,
        route,
        as_needed,
    )
    assert found.times_per_day == (pytest.approx(times, abs=1e-3) if times is not None else None)
    assert text[found.start : found.end] == found.text


def test_every_drug_of_a_list_keeps_its_own_dose() -> None:
    text = "metformin 500 mg BID, aspirin 81 mg daily, metoprolol 25-50 mg po bid"
    found = regimens(text, DRUGS.find(text))
    assert [(each.name, each.dose, each.dose_high) for each in found] == [
        ("metformin", 500, None),
        ("aspirin", 81, None),
        ("metoprolol", 25, 50),
    ]


@pytest.mark.parametrize("text", ["", "received 500 mg of it", "glucose 126 mg was seen", "a dose of 5 mg daily"])
def test_what_is_no_regimen(text: str) -> None:
    assert regimens(text) == []


def test_a_dotless_i_behind_a_medicine_is_no_fault() -> None:
    text = "metformin ı gtt daily"
    assert [found.name for found in regimens(text, DRUGS.find(text))] == ["metformin"]
