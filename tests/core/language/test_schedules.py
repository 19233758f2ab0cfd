"""Rates, durations, routes and tapers as a grammar."""

from __future__ import annotations

import pytest

from osler.core.language import analyse


@pytest.mark.parametrize(
    ("text", "times_per_day", "duration"),
    [
        ("epoetin three times per week", 3 / 7, ""),
        ("cefepime 2 g 8-hourly for ten days", 3.0, "for ten days"),
        ("azithromycin 500 mg every second day", 0.5, ""),
        ("adalimumab 40 mg every other week", 1 / 14, ""),
        ("fluticasone nasal spray 2 sprays each nostril once-daily", 1.0, ""),
        ("methotrexate 15 mg subcutaneous weekly × 4", 1 / 7, "× 4"),
        ("rituximab 375 mg/m2 IV once weekly for four weeks", 1 / 7, "for four weeks"),
    ],
)
def test_rates_and_durations_are_composed_of_numbers_and_units(text: str, times_per_day: float, duration: str) -> None:
    (regimen,) = analyse(text).medications
    assert regimen.times_per_day == pytest.approx(times_per_day, abs=1e-5)
    assert regimen.duration == duration


def test_the_length_of_an_illness_is_no_duration_of_a_drug() -> None:
    analysed = analyse("Suffering for ten years from psoriasis she was treated with acitretin.")
    assert [part.kind for part in analysed.medication_parts] == ["drug"]


@pytest.mark.parametrize(
    ("text", "routes"),
    [
        ("Danazol 600 mg, oral ulcers and rash.", [""]),
        ("metronidazole 500 mg oral tablet tid", ["oral"]),
        ("Vancomycin 1 g, intravenous fluids.", [""]),
        ("ceftriaxone 1 g intravenous every 24 hours", ["intravenous"]),
    ],
)
def test_the_adjective_of_another_noun_is_no_route(text: str, routes: list[str]) -> None:
    assert [regimen.route for regimen in analyse(text).medications] == routes


def test_capitals_that_are_a_disease_are_no_route() -> None:
    analysed = analyse("Clozapine may cause TD; the severity is mild.")
    assert "route" not in {part.kind for part in analysed.medication_parts}


@pytest.mark.parametrize(
    ("text", "routes"),
    [
        ("She was given oral sustained-release verapamil.", ["oral"]),
        ("The wound was treated with gentamicin irrigation.", ["irrigation"]),
        ("He received a mesalazine enema.", ["enema"]),
        ("Ketorolac was given intramuscularly rather than intravenously.", ["intramuscularly"]),
        ("PV is sometimes due to penicillamine.", []),
    ],
)
def test_routes_of_prose(text: str, routes: list[str]) -> None:
    parts = analyse(text).medication_parts
    assert [text[part.start : part.end] for part in parts if part.kind == "route"] == routes


def test_the_steps_of_a_taper_follow_each_other() -> None:
    (regimen,) = analyse(
        "Prednisone 40 mg daily x 5 days, then 20 mg daily x 5 days, then 10 mg daily for 5 days."
    ).medications
    assert [(one.dose, one.duration) for one in (regimen, *regimen.steps)] == [
        (40.0, "x 5 days"),
        (20.0, "x 5 days"),
        (10.0, "for 5 days"),
    ]


def test_a_changed_dose_is_no_taper() -> None:
    (regimen,) = analyse("prednisone 10 -> 20 mg daily").medications
    assert (regimen.dose, regimen.steps) == (20.0, ())


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("hydrocortisone 1% cream bid to elbows", "topical"),
        ("fentanyl patch", "transdermal"),
        ("salbutamol inhaler 2 puffs prn", "inhaled"),
        ("amoxicillin capsules", ""),
    ],
)
def test_a_form_that_is_given_in_one_way_tells_the_route(text: str, route: str) -> None:
    assert [regimen.route for regimen in analyse(text).medications] == [route]


def test_eye_drops_are_no_drooping_lid() -> None:
    analysed = analyse("timolol eye drops bid")
    assert [mention.text for mention in analysed.mentions] == ["timolol"]
    assert [regimen.route for regimen in analysed.medications] == ["ophthalmic"]


def test_a_name_by_its_stem_and_words_that_only_end_like_one() -> None:
    assert [regimen.name for regimen in analyse("Hepatitis after benzarone.").medications] == ["benzarone"]
    assert analyse("The intercept and the oxysterols were measured.").medications == []


def test_the_dose_before_the_next_drug_is_no_step() -> None:
    vancomycin, *_ = analyse("vancomycin 1 g IV q12h x 14 days, 2 g ceftriaxone daily").medications
    assert (vancomycin.dose, vancomycin.steps) == (1.0, ())
    assert vancomycin.text.endswith("x 14 days")
