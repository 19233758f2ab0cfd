"""A person's verdict holds for the patient on whom it was given, and for nobody who comes in under the same name of a file."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from osler.trials.reviewing import Standing, another_person, reviewee
from tests.trials.patients import patient

TEMPLATE = (
    "Respiratory clinic. A {age}-year-old {who} with asthma since {since}. Allergies: none known. Smoking: {smoking}. "
    "Inhaler technique: checked today. Peak flow diary: reviewed. Medication: {drug}. Plan: review in three months. "
    "Spirometry: requested. Flu jab: offered. Written action plan: given. Follow-up: nurse clinic. GP: copied in."
)
ANNA = TEMPLATE.format(age=54, who="woman", since="2003", smoking="never", drug="budesonide 200 mcg twice daily")
AT = datetime.now(UTC).isoformat(timespec="minutes")


def standing(note: str) -> Standing:
    before = reviewee(patient(note), "/clinic/export.txt")
    return Standing(f"NOT_MET by Dr Test at {AT}", before.sketch, before.digest, before.sex, before.age, before.birth)


@pytest.mark.parametrize(
    "note",
    [
        ANNA.replace("woman", "man"),
        ANNA.replace("54", "37"),
        ANNA.replace("54", "69"),
        TEMPLATE.format(age=54, who="woman", since="childhood", smoking="20 a day", drug="montelukast, theophylline"),
    ],
)
def test_a_template_that_was_filled_in_for_another_is_another_patient(note: str) -> None:
    now = reviewee(patient(note), "/clinic/export.txt")
    assert now.key == reviewee(patient(ANNA), "/clinic/export.txt").key
    assert another_person(standing(ANNA), now)


@pytest.mark.parametrize(
    "note", [ANNA, f"{ANNA} Serum creatinine 0.9 mg/dL. Spirometry done: FEV1 2.1 L.", ANNA.replace("54", "55")]
)
def test_a_note_that_grows_stays_the_patients(note: str) -> None:
    assert another_person(standing(ANNA), reviewee(patient(note), "/clinic/export.txt")) == ""
