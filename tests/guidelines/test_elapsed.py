"""How long ago something was decides what is counted from it."""

from __future__ import annotations

import pytest

from osler.guidelines.steps.elapsed import elapsed

LEVONORGESTREL = "Levonorgestrel 1.5 mg should be taken within 72 hours of unprotected intercourse."
ULIPRISTAL = "Ulipristal acetate 30 mg may be used up to 120 hours after unprotected intercourse."
LUNGS = "Screen adults aged 50 to 80 years who have a 20 pack-year smoking history and currently smoke or have quit within the past 15 years."
LYSIS = "Alteplase should be given within 4.5 hours of symptom onset."


@pytest.mark.parametrize(
    ("text", "told", "met", "unmet"),
    [
        (LEVONORGESTREL, "Unprotected intercourse 100 hours ago.", 0, 1),
        (LEVONORGESTREL, "Unprotected sex 2 days ago.", 1, 0),
        (ULIPRISTAL, "Unprotected intercourse 100 hours ago.", 1, 0),
        (LUNGS, "25 pack-years, quit smoking 20 years ago.", 0, 1),
        (LUNGS, "Former smoker, stopped smoking 3 years ago.", 1, 0),
        (LUNGS, "Current smoker.", 0, 0),
        ("Screening should be stopped once a person has not smoked for 15 years.", "Smokes 10 a day.", 0, 1),
        ("Screening should be stopped once a person has not smoked for 15 years.", "Quit smoking 16 years ago.", 1, 0),
        ("Women should not start it before 6 weeks after birth.", "3 weeks post partum.", 1, 0),
        ("Women should not start it before 6 weeks after birth.", "She gave birth 3 months ago.", 0, 1),
        (LYSIS, "Right-sided weakness, symptoms began 6 hours ago.", 0, 1),
        (LYSIS, "Right-sided weakness, symptom onset 2 hours ago.", 1, 0),
        (LYSIS, "Had pneumonia 2 months ago.", 0, 0),
        ("Review within 2 weeks of starting sertraline.", "Started sertraline 6 weeks ago.", 0, 0),
    ],
)
def test_a_time_is_held_against_what_it_is_counted_from(text: str, told: str, met: int, unmet: int) -> None:
    found = elapsed(text, [told])
    assert (len(found.met), len(found.unmet)) == (met, unmet)
