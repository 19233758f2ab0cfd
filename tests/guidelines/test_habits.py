"""How much somebody smokes or drinks decides what counts it."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.steps.applicability import applicability
from osler.guidelines.steps.habits import habits
from tests.guidelines.demo import demo, person

PILL = "Combined pills should not be prescribed to women aged 35 years or older who smoke 15 or more cigarettes a day."
LUNGS = "Screening is recommended in adults aged 50 to 80 years who have a 20 pack-year smoking history."
DRINKING = "Adults who drink more than 14 units of alcohol a week should be offered brief advice."


@pytest.mark.parametrize(
    ("text", "told", "met", "unmet", "untold"),
    [
        (PILL, "Smokes 20 cigarettes a day.", 1, 0, 0),
        (PILL, "Smokes 10 cigarettes/day.", 0, 1, 0),
        (PILL, "Smokes a pack a day.", 1, 0, 0),
        (PILL, "Smokes half a pack per day.", 0, 1, 0),
        (PILL, "Smokes 10-20 cigarettes daily.", 0, 0, 1),
        (PILL, "Smoker.", 0, 0, 1),
        (LUNGS, "25 pack-years.", 1, 0, 0),
        (LUNGS, "A 10 pack-year history.", 0, 1, 0),
        (DRINKING, "Drinks 14 units of alcohol a week.", 0, 1, 0),
        (DRINKING, "Drinks 5 drinks a day.", 1, 0, 0),
        ("Aspirin 75 mg once daily should be given.", "Smokes 20 cigarettes a day.", 0, 0, 0),
    ],
)  # fmt: skip
def test_an_amount_is_held_against_what_is_told(text: str, told: str, met: int, unmet: int, untold: int) -> None:
    found = habits(text, [told])
    assert (len(found.met), len(found.unmet), len(found.untold)) == (met, unmet, untold)


@pytest.mark.parametrize(
    ("smoking", "fit"), [("20 cigarettes a day", "applies"), ("10 cigarettes a day", "does_not_apply")]
)
def test_a_ban_that_counts_cigarettes_is_for_those_who_smoke_as_many(smoking: str, fit: str) -> None:
    chunk = (
        demo().chunks()[0].model_copy(update={"text": PILL, "heading": ("Contraception",), "title": "Contraception"})
    )
    patient = person(38, "female", smoking=f"smokes {smoking}")
    assert applicability(chunk, PILL, patient, f"smokes {smoking}", bundled_vocabularies()).fit == fit
