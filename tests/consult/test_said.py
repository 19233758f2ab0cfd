"""Whether a source says a sentence: limits with their sides, denials, comparisons, and who does what to whom."""

from __future__ import annotations

import pytest

from osler.consult.checked.said import Told, said_by, statements
from osler.core.terminology import bundled_vocabularies

_LIMITS = Told(
    "Thyroid stimulating hormone (adults): low is below 0.3 m[IU]/L (ABIM 0.5-4.0 with a margin); "
    "high is above 5 m[IU]/L (ABIM 0.5-4.0 with a margin). A laboratory gives its own range."
)
_GOUT = Told("Gout is more common in men than in women. It does not spread from person to person.", "Gout")
_DIABETES = Told("Type 2 diabetes is diagnosed when HbA1c is 48 mmol/mol or above. The rash lasts up to 4 weeks.")
_FLUTTER = Told(
    "Atrial fibrillation: An atrial arrhythmia characterized by disorganized atrial activity without discrete P waves, "
    "but instead by more sharply circumscribed atrial deflections.",
    "Atrial fibrillation",
)
_INFARCT = Told("Infarct: Necrosis of tissue caused by an obstruction and often associated with pain.", "Infarct")
_SPASM = Told("Spasm: Sudden impairment of blood flow to a part of the brain.", "Spasm")
_NO_KIND = Told("Mimic: A disease that is not an infection, characterized by fever.", "Mimic")


@pytest.mark.parametrize(
    ("source", "text", "said"),
    [
        (_FLUTTER, "Atrial fibrillation is an atrial arrhythmia.", True),
        (_FLUTTER, "Atrial fibrillation has discrete P waves.", False),
        (_FLUTTER, "Atrial fibrillation is no atrial arrhythmia.", False),
        (_INFARCT, "An infarct often comes with pain.", True),
        (_INFARCT, "An infarct never comes with pain.", False),
        (_INFARCT, "An infarct always comes with pain.", False),
        (_SPASM, "A spasm is a sudden disturbance of blood flow to part of the brain.", True),
        (_SPASM, "A spasm is a gradual disturbance of blood flow to part of the brain.", False),
        (_NO_KIND, "A mimic is an infection.", False),
        (_LIMITS, "A TSH below 0.3 mIU/L is low in adults.", True),
        (_LIMITS, "In adults a TSH is high above 5 mIU/L and low below 0.3 mIU/L.", True),
        (_LIMITS, "A TSH below 4 mIU/L is low in adults.", False),
        (_LIMITS, "A TSH above 0.5 mIU/L is high in adults.", False),
        (_LIMITS, "A TSH below 5 mIU/L is low in adults.", False),
        (_LIMITS, "A TSH above 5 mIU/L is low in adults.", False),
        (_LIMITS, "In adults a TSH is high above 0.3 mIU/L and low below 5 mIU/L.", False),
        (_GOUT, "Gout is more common in men than in women.", True),
        (_GOUT, "Gout is more common in women than in men.", False),
        (_GOUT, "Gout is less common in men than in women.", False),
        (_GOUT, "Gout spreads from person to person.", False),
        (_GOUT, "Gout does not spread from person to person.", True),
        (_DIABETES, "Type 1 diabetes is diagnosed when HbA1c is 48 mmol/mol or above.", False),
        (_DIABETES, "The rash lasts up to 4 days.", False),
    ],
)
def test_a_sentence_keeps_a_source_that_says_it(source: Told, text: str, said: bool) -> None:
    assert said_by(text, [source], bundled_vocabularies()) is said


def test_each_limit_is_a_statement_and_what_it_is_from_is_none() -> None:
    assert statements(_LIMITS)[:2] == [
        "Thyroid stimulating hormone (adults): low is below 0.3 m[IU]/L",
        "Thyroid stimulating hormone (adults): high is above 5 m[IU]/L",
    ]
    assert statements(_GOUT)[1] == "Gout does not spread from person to person"
