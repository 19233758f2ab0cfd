"""What cannot wait for a routine visit, and who only wonders what it is."""

from __future__ import annotations

import pytest

from osler.core.safety import PatientContext, Severity, red_flags
from osler.core.safety.context import Reading


def _severities(note: str) -> set[Severity]:
    return {flag.severity for flag in red_flags(note=note)}


@pytest.mark.parametrize(
    "note",
    [
        "White pupil on flash photographs in our 14-month-old",
        "Painless visible haematuria twice this week, 61 year old man, smoker",
        "63-year-old smoker of 40 years with painless blood in the urine for a week",
        "Sodium 122 mmol/l, feels well",
        "i had a reaction to amoxicillin last week, face swelled up",
        "I found a hard lump in my breast",
        "Food sticks when I swallow, worse over 2 months, lost a stone",
        "Blood mixed in my stools and weight loss, 64",
        "Night sweats, weight loss and lumps in neck for 2 months",
        "Sudden loss of hearing in one ear since yesterday",
        "74 year old woman, temporal headache, jaw pain on chewing",
        "Severe eczema with painful punched out blisters",
        "I take lithium and have been vomiting for 2 days",
        "3-month-old with hypsarrhythmia on EEG",
    ],
)
def test_what_cannot_wait_is_a_warning(note: str) -> None:
    assert _severities(note) == {Severity.WARNING}


@pytest.mark.parametrize(
    "note",
    [
        "Non-mobile 3-month-old with a spiral femur fracture and bruises on the ears",
        "Bruising in a baby of 2 months who does not roll",
        "6-week-old, forceful milky vomits after every feed, losing weight",
        "QTc 560 ms and two faints this week",
        "Sudden loss of speech at breakfast",
        "had a reaction to amoxicillin last week, now my tongue is swelling and I can't breathe",
        "lips swelled up after nuts an hour ago, better now",
        "Grandma seems not to be able to lift her left arm since lunch",
        "My wife might have taken all her tablets, she won't wake up",
        "Maybe she is having a heart attack, crushing chest pain",
        "I wonder if my waters broke, there is a lot of blood and I am 33 weeks pregnant",
    ],
)
def test_who_wonders_what_it_is_has_not_doubted_what_they_see(note: str) -> None:
    assert Severity.URGENT in _severities(note)


@pytest.mark.parametrize(
    "note",
    [
        "My toddler (2y) has bruises on the shins from playing",
        "6-month-old with a clavicle fracture at birth, healed",
        "2-month-old with a Mongolian blue spot, no bruises",
        "On lithium for 10 years, stable, levels fine",
        "Lost weight on purpose, no blood in stools",
        "Stuffy nose and can't hear well in the left ear with a cold",
        "Breast lump benign on biopsy in 2019",
        "Cardiac arrest did not take place; the monitor lead had fallen off. Well.",
        "Thunderclap headache never happened. Follow-up of migraine.",
        "Stroke is not a feature in this patient",
        "Chest pain has not occurred.",
        "She doesnt have trouble breathing",
        "6-month-old, floppy, not sitting, poor head control, referred by the GP",
        "She does not have any trouble breathing",
        "58-year-old, microscopic haematuria on the dipstick, no visible blood",
    ],
)
def test_what_is_none_raises_nothing(note: str) -> None:
    assert not _severities(note)


def test_a_value_of_the_record_is_named() -> None:
    flags = red_flags(context=PatientContext(readings=[Reading(measure="potassium", value=7.6)]))
    assert flags[0].triggering_values == ["potassium 7.6 mmol/L"]
