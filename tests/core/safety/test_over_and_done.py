"""What a letter tells of an illness that is over, of a test, of a name or a farewell is no emergency; what is of now is one."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


def _urgent(text: str) -> set[str]:
    return {flag.rule_id for flag in urgent(red_flags(note=text))}


@pytest.mark.parametrize(
    "text",
    [
        "At 33 weeks she was admitted with a blood pressure of 185/118, headache and flashing lights. All that settled. BP today 118/74.",
        "Cardiology. Exercise test: peak heart rate 196, blood pressure 224/80 at ten minutes. No symptoms.",
        "Insulin tolerance test: glucose fell to 1.5 mmol/L, peak cortisol 560.",
        "Eisenmenger clinic. Saturations are 79 % at rest as they have been for years.",
        "Stroke clinic. In May sudden weakness of the left side and a facial droop; thrombolysed. Fully back to normal.",
        "Renal teaching case of the month: A 50-year-old took 40 tablets of digoxin. What first?",
        "A festival with Anaphylaxis and two other bands, any good?",
        "Thunderclap is the name of the pony that we ride.",
        "He said goodbye to us at the school gate without tears.",
    ],
)
def test_no_emergency(text: str) -> None:
    assert not _urgent(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "In 2020 he had sepsis and recovered fully. Since this morning he has a temperature of 39.9, BP 70/40 and is confused.",
            "low-blood-pressure",
        ),
        ("Fasting test in progress; glucose 1.6 mmol/L now and drowsy.", "low-glucose"),
        ("Tolerance test booked for May. Today her glucose is 1.7 mmol/L and she shakes.", "low-glucose"),
        ("The band stopped because the drummer has Anaphylaxis.", "anaphylaxis"),
        ("He said goodbye to everyone and has a rope.", "suicidal-intent"),
        ("They found him hanging by his neck and cut him down.", "suicidal-intent"),
        ("No stool or wind since Saturday, and she brings up green bile.", "acute-abdomen"),
        ("She's diabetic and has never been like this, breath like pear drops, panting.", "hyperglycaemic-crisis"),
    ],
)
def test_still_an_emergency(text: str, rule: str) -> None:
    assert rule in _urgent(text)


def test_a_low_saturation_found_on_the_way_warns_and_does_not_stop() -> None:
    text = "Referred for oxygen saturations of 91 % found incidentally before surgery."
    assert [flag.rule_id for flag in red_flags(note=text)] == ["hypoxia"]
    assert not _urgent(text)
    assert _urgent("Potassium 7.6 found incidentally.")
