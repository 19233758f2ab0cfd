"""What is annotated of a disease, and a model's sentences of general knowledge: what keeps its source, what is marked, what is left out."""

from __future__ import annotations

import pytest

from osler.consult.checked.claims import doses_or_instructs
from osler.consult.checked.said import Told, said_by
from osler.consult.known_of.annotated import fact
from osler.consult.known_of.aspects import aspects_of
from osler.consult.known_of.definitions import definition
from osler.consult.replying.consulting import _defines
from osler.consult.steps.lite import _in_full
from osler.consult.types import ReplySentence
from osler.core.terminology import bundled_vocabularies

VOCABULARIES = bundled_vocabularies()


@pytest.mark.parametrize(
    ("question", "terms", "told"),
    [
        ("what are the features of Marfan syndrome", ["Marfan syndrome"], "very frequent (80-99%): pectus carinatum"),
        ("is Marfan syndrome hereditary", ["Marfan syndrome"], "autosomal dominant inheritance"),
        ("which gene is it in Huntington disease", ["Huntington disease"], "HTT"),
        ("what else is Marfan syndrome called", ["Marfan syndrome"], "also called"),
        ("what types of arthritis are there", ["arthritis"], "kinds of it, by MONDO"),
        ("is gout a form of arthritis", ["gout", "arthritis"], "a kind of arthritic joint disease"),
        (
            "how many people with Marfan syndrome have scoliosis",
            ["Marfan syndrome", "scoliosis"],
            "scoliosis, frequent (30-79%)",
        ),
    ],
)
def test_what_is_annotated_of_a_disease_answers_a_question(question: str, terms: list[str], told: str) -> None:
    found = fact(question, terms, aspects_of(question), VOCABULARIES)
    assert found is not None
    assert told in found["text"]


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("is gout a form of cancer", ["gout", "cancer"]),
        ("is gout hereditary", ["gout"]),
        ("what is Marfan syndrome", ["Marfan syndrome"]),
        ("how many people with Marfan syndrome have gout", ["Marfan syndrome", "gout"]),
    ],
)
def test_what_no_vocabulary_says_is_not_told(question: str, terms: list[str]) -> None:
    assert fact(question, terms, aspects_of(question), VOCABULARIES) is None


def test_what_a_laboratory_measures_is_told_as_that_and_not_as_a_drug() -> None:
    found = definition("hemoglobin", VOCABULARIES)
    assert found is not None
    assert "something that is measured" in found["text"]


def test_two_kinds_and_a_value_beyond_its_limit_are_asked_of_by_their_whole_names() -> None:
    assert _in_full("difference between type 1 and 2 diabetes", VOCABULARIES) == (
        "difference between type 1 diabetes and type 2 diabetes"
    )
    assert _in_full("what does high potassium do", VOCABULARIES) == "what does Hyperkalemia do"
    assert _in_full("what is a high potassium level", VOCABULARIES) == "what is a high potassium level"
    assert _in_full("what does high blood pressure do", VOCABULARIES) == "what does high blood pressure do"


_POTASSIUM = "Hyperkalemia: An abnormally increased potassium concentration in the blood."
_PRESSURE = "Hypertension: The presence of chronic increased pressure in the systemic arterial system."
_TINNITUS = (
    "Tinnitus: The experience of sound, in the ear or in the head, in the absence of external acoustic stimulation."
)
_LARYNX = "Laryngitis: Inflammation of the larynx."
_SUGAR = "Hypoglycemia: A decreased concentration of glucose in the blood."


@pytest.mark.parametrize(
    ("source", "text", "said"),
    [
        (_POTASSIUM, "Hyperkalemia means too much potassium in the blood.", True),
        (_POTASSIUM, "Hyperkalemia is a lack of potassium in the blood.", False),
        (_POTASSIUM, "Hyperkalemia is potassium in the blood.", False),
        (_PRESSURE, "Hypertension means that the pressure in the arteries is chronically increased.", True),
        (_PRESSURE, "Hypertension means that the pressure in the arteries is chronically low.", False),
        (_TINNITUS, "Tinnitus is the experience of sound in the ear.", True),
        (_TINNITUS, "Tinnitus is the experience of sound in the presence of external acoustic stimulation.", False),
        (_TINNITUS, "Tinnitus is the experience of sound with external acoustic stimulation.", False),
        (_LARYNX, "Laryngitis is inflammation of the pharynx.", False),
        ("Keratitis: Inflammation of the cornea of the eye.", "Keratitis is inflammation of the retina.", False),
        ("Bradycardia: A slower than normal heart rate.", "Bradycardia is a normal heart rate.", False),
        (_SUGAR, "Hypoglycemia means too little glucose in the blood.", True),
        (_SUGAR, "Hypoglycemia is glucose in the blood.", False),
    ],
)
def test_other_words_of_the_same_keep_a_source_and_a_left_out_turn_does_not(source: str, text: str, said: bool) -> None:
    assert said_by(text, [Told(source)], VOCABULARIES) is said


@pytest.mark.parametrize(
    ("question", "text", "kept"),
    [
        ("what is a normal ferritin?", "Ferritin is a protein that stores iron.", True),
        ("what is a normal potassium?", "Potassium helps nerves and muscles work.", True),
        ("what is a normal potassium?", "Potassium below 5 mmol/L is low.", False),
        ("what does warfarin do?", "Warfarin thins the blood by blocking vitamin K.", True),
        ("what does metformin do?", "Metformin is used for type 2 diabetes.", True),
        ("what helps against gout?", "Metformin is used for gout.", False),
        ("what does warfarin do?", "Warfarin does not harm the kidneys.", False),
        ("what does warfarin do?", "Warfarin is fine together with ibuprofen.", False),
        ("what is chest pain?", "Chest pain is never dangerous.", False),
    ],
)
def test_what_is_general_knowledge_may_name_a_substance_and_gives_no_limit_or_advice(
    question: str, text: str, kept: bool
) -> None:
    assert (doses_or_instructs(text, VOCABULARIES, question) is None) is kept


def test_what_has_no_word_of_a_definition_stands_beside_it() -> None:
    meaning = ReplySentence(text="Sepsis: Systemic inflammatory response to infection.")
    assert not _defines("Sepsis is a medical emergency.", meaning, VOCABULARIES)
    assert _defines("Sepsis is a local response to an allergy.", meaning, VOCABULARIES)
    assert _defines("Sepsis is a disease of the liver.", meaning, VOCABULARIES)
