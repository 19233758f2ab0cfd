"""A specialist's letter looks back; the same letter with something of its day is an emergency."""

from __future__ import annotations

import pytest

from osler.core.evidence import Source, locate
from osler.core.language import analyse
from osler.core.safety import red_flags, urgent
from osler.core.safety.emergency import RawEmergency, _objection
from osler.core.safety.letters import is_letter, looks_back
from osler.core.safety.quotes import Kind
from osler.core.terminology import bundled_vocabularies

_STIFF = (
    "Movement disorders clinic. Woman, 24 years. For 18 months she has had a stiff jaw, then painful spasms of the trunk. "
    "Examination: risus sardonicus, drooling, dysarthria, rigidity of all limbs. Sensation normal. "
    "MRI of the brain normal. Her mother is well. We have requested a gene panel."
)
_IMMUNE = (
    "Paediatric immunology. Boy of 4 years. Reason for referral: third deep infection. "
    "At 22 months a liver abscess. In March this year, pneumonia not responding to co-amoxiclav; biopsy showed a granuloma. "
    "He has loose stools with blood on and off since age 2. Afebrile today. Parents not related. Spleen 2 cm."
)
_RHYTHM = (
    "Cardiac genetics, follow-up. Woman, 29 years. In August 2023 she collapsed and had a cardiac arrest; one shock, home without sequelae. "
    "Her mother's QTc is 470 and she once fainted when the telephone rang. Maternal cousin drowned at 12. "
    "On examination well, pulse 58. ECG: QTc 492 ms. Genetic testing was discussed. Device check today shows nothing."
)
_MUSCLE = (
    "Metabolic clinic letter. Young woman, 17 years. Over the past four years five episodes of muscle pain; the worst, in April 2022, "
    "with a potassium of 6.9, needed dialysis. Between them she is fit. On examination power full. CK today 214 U/L. CPT2 gene: result awaited."
)
LETTERS = [_STIFF, _IMMUNE, _RHYTHM, _MUSCLE]


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_looks_back(letter: str) -> None:
    text = analyse(letter)
    assert is_letter(text)
    assert looks_back(text)
    assert not urgent(red_flags(note=text))


@pytest.mark.parametrize(
    "told",
    [
        "Since this morning she cannot lift the right arm and her face droops.",
        "On arrival she was hard to rouse, BP 68/40.",
        "Saturation 82 % on air.",
        "Six days ago she stopped eating and since Tuesday she is confused and jaundiced, INR 5.",
    ],
)
@pytest.mark.parametrize("letter", [_STIFF, _RHYTHM])
def test_a_letter_that_tells_of_its_day_does_not(letter: str, told: str) -> None:
    text = analyse(f"{letter} {told}")
    assert not looks_back(text)
    assert urgent(red_flags(note=text))


def test_an_examination_told_in_the_past_tense_is_of_the_visit() -> None:
    letter = (
        "Metabolic clinic letter. Girl, 2 years, propionic acidaemia. On examination she was drowsy with deep breathing. "
        "Ammonia was 412 and the pH 7.09. Parents are unrelated. We arranged admission. MRI was normal in 2024."
    )
    assert {"high-ammonia"} <= {flag.rule_id for flag in urgent(red_flags(note=letter))}


@pytest.mark.parametrize(
    "text",
    [
        "A 14-year-old boy is brought in by ambulance. He was found drowsy. On examination GCS 9. MRI pending. His mother is well. Plan: admit.",
        "Chest pain since breakfast. Sweaty.",
        "My mother saw the clinic letter. I feel faint. I have chest pain. My arm is heavy. I take aspirin.",
    ],
)
def test_accounts_and_messages_are_no_letters(text: str) -> None:
    assert not is_letter(analyse(text))


@pytest.mark.parametrize(
    ("letter", "quote", "kind"),
    [
        (_RHYTHM, "Maternal cousin drowned at 12", "airway_or_breathing"),
        (_RHYTHM, "she once fainted when the telephone rang", "brain_or_nerves"),
        (_RHYTHM, "she collapsed and had a cardiac arrest", "heart_or_circulation"),
        (_IMMUNE, "pneumonia not responding to co-amoxiclav", "sepsis_or_severe_infection"),
        (_STIFF, "risus sardonicus, drooling", "airway_or_breathing"),
    ],
)
def test_a_model_raises_nothing_from_what_is_over_lasting_or_a_relatives(letter: str, quote: str, kind: Kind) -> None:
    assert locate(Source(id="note", kind="note", text=letter), quote) is not None
    assert _objection(RawEmergency(quote=quote, kind=kind), analyse(letter, bundled_vocabularies())) is not None
