"""What is told by the way: taken by mistake, still to be done, a name that is no illness, a figure of speech, where and how often."""

import datetime as dt
from typing import Any

import pytest

from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.consult.wording.figures import without_figures
from osler.consult.wording.typed import as_typed
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2021, 4, 10, 10, tzinfo=dt.UTC)


def medicines(text: str) -> dict[str, str | None]:
    found = extract_context(text, NOW, bundled_vocabularies()).medications
    return {entry.name.lower(): entry.status for entry in found}


def told(text: str) -> list[Any]:
    found = extract_findings(text, NOW, bundled_vocabularies())
    return [*found.conditions, *found.symptoms]


@pytest.mark.parametrize(
    ("text", "name", "status"),
    [
        ("The chemist gave me the wrong levothyroxine, 75 mcg instead of 50, only took it for two days", "levothyroxine", "past"),
        ("took one of my husband's codeine tablets by mistake yesterday", "codeine", "past"),
        ("accidentally had two metformin this morning", "metformin", "past"),
        ("they dispensed amlodipine 10 mg in error and I took it once", "amlodipine", "past"),
        ("was put on amlodipine 5 mg last week", "amlodipine", "started"),
        ("started on ramipril by mistake in May, still on it", "ramipril", "started"),
        ("the hospital changed my bisoprolol from 2.5 to 5 mg", "bisoprolol", "changed"),
        ("she is to begin alendronate once her dental work is done", "alendronate", "planned"),
    ],
)  # fmt: skip
def test_taken_by_mistake_is_over_and_to_be_begun_is_planned(text: str, name: str, status: str | None) -> None:
    assert medicines(text).get(name) == status


def test_what_is_taken_instead_is_begun() -> None:
    assert medicines("Naproxen stopped, paracetamol instead") == {"naproxen": "stopped", "paracetamol": "started"}


@pytest.mark.parametrize(
    ("text", "day", "status"),
    [
        ("Hysterectomy booked for June", "2021-06", "planned"),
        ("due to have my gallbladder out next month", "2021-05", "planned"),
        ("Consented for CABG, date tbc", None, "planned"),
        ("I had a hysterectomy in 2009", "2009", None),
        ("had my gallbladder out last month", "2021-03", None),
    ],
)
def test_an_operation_to_come_is_planned(text: str, day: str | None, status: str | None) -> None:
    (found,) = extract_context(text, NOW, bundled_vocabularies()).operations
    assert (found.date and found.date[:7], found.status) == (day, status)


@pytest.mark.parametrize(
    "text",
    [
        "Seen by Prof Graves at the Hodgkin Building",
        "had my bloods done by Sister Crohn at Addison House",
        "moved to 12 Measles Road",
        "my daughter Melena drove me to St Vitus' Hospital",
        "had an x-ray at St Thomas'",
    ],
)
def test_what_somebody_or_a_place_is_called_is_no_illness(text: str) -> None:
    assert told(text) == []


def test_an_illness_beside_a_name_is_told() -> None:
    assert [entry.name for entry in told("I have Crohn's and see Dr Graves for it")] == ["Crohn's"]


@pytest.mark.parametrize(
    "text",
    [
        "This weather is a pain in the neck",
        "my landlord is a massive headache",
        "I'm allergic to mornings",
        "that bill nearly gave me a heart attack",
        "do statins cause muscle pain",
        "there's a lot of flu about at work",
    ],
)
def test_figures_questions_and_things_in_general_are_not_noted(text: str) -> None:
    found = extract_findings(text, NOW, bundled_vocabularies())
    assert [*found.conditions, *found.symptoms, *found.allergies] == []


@pytest.mark.parametrize("text", ["I have a pain in the neck", "there is a pain in the neck", "it hurts, I'm dying"])
def test_a_complaint_is_no_figure(text: str) -> None:
    assert without_figures(text) == text


@pytest.mark.parametrize(
    ("text", "site", "often"),
    [
        ("Imp: OA knee R", "right knee", None),
        ("DVT left calf 2019", "left calf", None),
        ("carpal tunnel both wrists", "both wrists", None),
        ("nosebleeds 3-4 times a week for the past month", None, "3-4 times a week"),
        ("migraines are back, about 3 a week", None, "about 3 a week"),
        ("I have had palpitations most nights since February", None, "most nights"),
        ("I have asthma", None, None),
    ],
)
def test_site_and_frequency_are_kept(text: str, site: str | None, often: str | None) -> None:
    (found,) = told(text)
    assert (found.site, found.frequency) == (site, often)


def test_how_often_is_of_the_one_it_stands_behind() -> None:
    found = {entry.name: entry.frequency for entry in told("I have a cough every night and my ankles are swollen")}
    assert found == {"cough": "every night", "ankle swelling": None}


def test_a_time_of_life_is_of_its_own_illness() -> None:
    found = {entry.name: entry.onset for entry in told("asthma since childhood, sore throat today")}
    assert found["sore throat"] == "2021-04-10"
    assert found["asthma"] != "2021-04-10"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("finger prick 7.2 after breakfast today", [(7.2, "after breakfast")]),
        ("BP 150/90 standing, 162/94 lying", [(150, "standing"), (90, "standing"), (162, "lying"), (94, "lying")]),
        ("shes 21.4 kg now", [(21.4, None)]),
        ("my wife is 70 kg now", []),
    ],
)
def test_values_keep_their_circumstances(text: str, values: object) -> None:
    found = extract_measurements(as_typed(text), NOW).measurements
    assert [(entry.value, entry.circumstance) for entry in found] == values


def test_a_year_behind_one_illness_is_not_of_the_next() -> None:
    found = {entry.name: entry.onset for entry in told("ankle sprain 2018 healed, osteoporosis on alendronic acid")}
    assert found == {"ankle sprain": "2018", "osteoporosis": None}
