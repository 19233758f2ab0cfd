"""What a model may say of a record: only what the entries that it cites say, and no advice of its own."""

from __future__ import annotations

import pytest

from osler.consult.claims import doses_or_instructs, uncovered
from osler.core.terminology import bundled_vocabularies

PRESSURE = ["Systolic Blood Pressure 2020-10-15 123.0 mm[Hg]", "Diastolic Blood Pressure 2020-10-15 87.0 mm[Hg]"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Your systolic was 87 and your diastolic was 123.",
        "Your potassium is 87.",
        "It was two hundred and ten over one hundred and forty.",
        "You have severe hypertension and should stop your inhaler today.",
        "Barry Wolf takes Lasix.",
        "You have no allergies and it is safe to take ibuprofen.",
        "Double your dose of salmeterol.",
        "You take warfarin 50 mg.",
    ],
)
def test_a_sentence_beyond_its_entries_is_not_covered(sentence: str) -> None:
    assert uncovered(sentence, PRESSURE, bundled_vocabularies()) is not None


@pytest.mark.parametrize(
    "sentence",
    ["Your systolic was 123 and your diastolic was 87.", "Your blood pressure was 123/87 on 2020-10-15."],
)
def test_what_the_entries_say_is_covered(sentence: str) -> None:
    assert uncovered(sentence, PRESSURE, bundled_vocabularies()) is None


POTASSIUM = [
    "Potassium 2026-10-12 5.8 mmol/L",
    "Potassium: 5.8 mmol/L on 2026-10-12, above the reference range 3.5–5.1.",
]
RISING = [*POTASSIUM, "Potassium is rising: 4.6, 5.1, 5.8 mmol/L (2026-04-10 to 2026-10-12)."]


@pytest.mark.parametrize(
    "sentence",
    [
        "Your potassium is stable.",
        "Your kidneys are healthy.",
        "Your potassium of 5.8 mmol/L has been improving since 2026-10-12.",
        "Your potassium was 5.8 mmol/L and has been falling.",
        "Your potassium of 5.8 mmol/L is within the range.",
        "Everything looks fine.",
        "You are doing what one hopes for.",
    ],
)
def test_a_judgement_rides_on_no_citation(sentence: str) -> None:
    assert uncovered(sentence, RISING, bundled_vocabularies()) is not None


def test_what_code_computed_of_a_value_may_be_said() -> None:
    assert (
        uncovered(
            "Your potassium of 5.8 mmol/L is above the reference range of 3.5–5.1.", POTASSIUM, bundled_vocabularies()
        )
        is None
    )
    assert uncovered("Your potassium has been rising to 5.8 mmol/L.", RISING, bundled_vocabularies()) is None
    assert uncovered("Your potassium has been rising to 5.8 mmol/L.", POTASSIUM, bundled_vocabularies()) is not None


def test_a_dose_a_drug_or_an_instruction_needs_a_source() -> None:
    assert doses_or_instructs("Emphysema is cured by 500 mg bleach.", bundled_vocabularies())
    assert doses_or_instructs("Take warfarin.", bundled_vocabularies())
    assert not doses_or_instructs("Asthma is a disease of the airways.", bundled_vocabularies())
