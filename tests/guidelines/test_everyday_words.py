"""Everyday words: hardly anything in what a sentence claims, and how a question is asked; never a dose, a denial or a person."""

from __future__ import annotations

import pytest

from osler.core.library import age_ranges, word_classes
from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence, stance_of
from osler.guidelines.checking.bare_ages import with_spans_of
from osler.guidelines.checking.readings import in_plain_words
from osler.guidelines.checking.soft_words import is_soft, weight_of
from osler.guidelines.everyday import phrasal_stems

OPIOIDS = "Opioids should not be used for longer than 3 days without review."
DOXYCYCLINE = (
    "Adults with penicillin allergy should receive doxycycline 200 mg on the first day and then 100 mg once daily."
)
LUNG = "Adults aged 50 to 80 years who have smoked 20 pack-years or more should be offered low-dose computed tomography every year."
BUPROPION = "Bupropion 150 mg twice daily may be used if varenicline is not tolerated."


def kinds(sentence: str, source: str) -> set[str]:
    return {fault.kind for fault in check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())}


def test_a_verb_of_everyday_language_is_soft_and_what_names_or_turns_is_not() -> None:
    assert {"carri", "remain", "kept"} <= word_classes().everyday
    assert all(is_soft(stem) for stem in ("remain", "look", "belong"))
    assert not any(is_soft(stem) for stem in ("stop", "prevent", "depress", "sever", "halv"))
    assert weight_of(["look", "depress"]) < 2 * weight_of(["depress"])


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Nobody should remain on opioids beyond 3 days unless the case is looked at again.", OPIOIDS),
        (
            "A patient on simvastatin ought not to get clarithromycin on top.",
            "Clarithromycin should not be combined with simvastatin.",
        ),
        (
            "Readings taken at home should back up the diagnosis before any treatment gets under way.",
            "Home blood pressure measurement should be used to confirm the diagnosis before treatment is started.",
        ),
    ],
)
def test_a_paraphrase_in_everyday_words_is_no_fault(sentence: str, source: str) -> None:
    assert kinds(sentence, source) == set()


@pytest.mark.parametrize(
    ("sentence", "source", "kind"),
    [
        ("With an allergy to penicillin, adults keep getting doxycycline 200 mg once daily.", DOXYCYCLINE, "number"),
        ("Everybody from 50 to 80 should have a low-dose CT of the lungs once a year.", LUNG, "population"),
        (
            "Bupropion 150 mg twice daily is the first thing to reach for when somebody wants to quit.",
            BUPROPION,
            "condition",
        ),
        (
            "When a pregnant woman has bacteria in the urine but feels nothing, leave her alone.",
            "Asymptomatic bacteriuria should be treated in pregnant women.",
            "negation",
        ),
    ],
)
def test_a_change_among_everyday_words_is_a_fault(sentence: str, source: str, kind: str) -> None:
    assert kind in kinds(sentence, source)


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("No child younger than 12 and no pregnant woman may be handed doxycycline.", "against"),
        ("Pregnant women are better served without paroxetine.", "against"),
        ("Keep ibuprofen away from people with an ulcer.", "against"),
        ("If immunosuppression is severe, live vaccines should be left well alone.", "against"),
        ("There is no need to take away aspirin from them.", "for"),
        ("No longer than 3 days should it be given.", "for"),
    ],
)
def test_a_denial_is_read_wherever_it_stands(text: str, stance: str) -> None:
    assert stance_of(in_plain_words(text)) == stance


def test_the_ends_of_an_age_are_one_age_and_a_gap_is_none() -> None:
    told = with_spans_of("Screening should kick off at 50 and go on up to the age of 75.", [(50.0, 76.0)])
    assert "aged 50 to 75 years" in told
    assert age_ranges("two doses, with a gap of 2 to 6 months") == []


def test_a_verb_with_its_particle_is_how_a_question_is_asked() -> None:
    assert "hang" in phrasal_stems("How long does one hang on to alendronate?")
    assert "throw" in phrasal_stems("What can we throw in?")
    assert not phrasal_stems("When may she fly in a small aircraft?")
    assert not phrasal_stems("How long after a pneumonia can a patient return to diving?")
