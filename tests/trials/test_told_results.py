"""Results that a note tells in words, times that are counted back from its telling, and what a denial does not cover."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import judge_criterion, topic_of
from tests.trials.patients import criterion, view


def verdict(note: str, text: str, kind: CriterionKind = "exclusion", title: str = "") -> str:
    topic = topic_of(title, bundled_vocabularies())
    return judge_criterion(criterion(text, kind), view(note), "strict", topic).verdict.value


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("A 50-year-old man. Liver function tests were normal.", "AST > 2.5 x ULN", "NOT_MET"),
        ("A 50-year-old man. Transaminases within normal limits.", "ALT or AST > 3 x ULN", "NOT_MET"),
        ("A 50-year-old man with elevated liver enzymes.", "AST > 2.5 x ULN", "UNKNOWN"),
        ("A 50-year-old man. He has no fever.", "Fever > 38 °C", "NOT_MET"),
        ("A 50-year-old man, temperature 39.2 C.", "Fever > 38.5 °C", "MET"),
        ("A woman of 30 without kidney disease. Urine protein 3+.", "Proteinuria > 2 g/day", "UNKNOWN"),
        (
            "A 50-year-old man. Hepatitis B and C serology is negative.",
            "Positive hepatitis B surface antigen",
            "NOT_MET",
        ),
        ("A 50-year-old man. He has never had hepatitis B.", "Positive hepatitis B surface antigen", "UNKNOWN"),
        ("A 50-year-old man. No history of thromboembolism.", "Pulmonary embolism", "NOT_MET"),
        ("A 50-year-old man. He has obstructive sleep apnea, apnea-hypopnea index of 41.", "AHI > 30", "MET"),
    ],
)
def test_results_in_words(note: str, text: str, expected: str) -> None:
    assert verdict(note, text) == expected


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("A 55-year-old woman with psoriasis for 9 years.", "Psoriasis for at least 6 months", "MET"),
        ("A 55-year-old woman with psoriasis for 3 months.", "Psoriasis for at least 6 months", "NOT_MET"),
        ("A man of 70 with progressive memory loss for the past two years.", "Memory loss for at least 1 year", "MET"),
        ("He is 30 and has a 5-week history of cough.", "Cough lasting at least 3 weeks", "MET"),
        # Whoever had a fever then need not have it since.
        ("A boy of 9 was seen two weeks ago for fever. Today 39 C.", "Fever for at least 1 week", "UNKNOWN"),
        # Seizures for years were not one seizure years ago.
        ("A man of 30 has had seizures for 4 years.", "Seizure within the last 6 months", "MET"),
    ],
)
def test_times_counted_from_the_telling(note: str, text: str, expected: str) -> None:
    assert verdict(note, text, "inclusion") == expected


def test_the_disease_is_the_trial_s_own() -> None:
    note = "A 41-year-old woman with a 10-year history of ulcerative colitis."
    asked = "Disease duration of at least 6 months"
    assert verdict(note, asked, "inclusion", "Drug X in Ulcerative Colitis") == "MET"
    assert verdict(note, asked, "inclusion", "Drug X in Asthma") == "UNKNOWN"


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        # What is not taken today may have been taken, and no conditions are no denial of treatments.
        ("A man of 34 takes no other medication.", "Previous treatment with rituximab", "UNKNOWN"),
        ("A man of 34 has no other medical conditions.", "Previous B-cell targeted therapies", "UNKNOWN"),
        ("A man of 19 takes no medications. He smokes marijuana daily.", "Use of cannabis", "MET"),
        ("A woman of 31, pregnant. She had no hypertension before pregnancy.", "Eclampsia", "UNKNOWN"),
        ("A man of 19. Thyroid function and blood count are normal.", "Thyroid cancer", "UNKNOWN"),
        ("A woman of 29 had gestational diabetes in her first pregnancy.", "Type 1 diabetes mellitus", "UNKNOWN"),
        (
            "A woman of 70 has hypothyroidism, well controlled on levothyroxine.",
            "Uncontrolled hypothyroidism",
            "NOT_MET",
        ),
    ],
)
def test_what_a_denial_covers(note: str, text: str, expected: str) -> None:
    assert verdict(note, text) == expected


def test_what_must_be_left_off_for_a_study_is_conduct() -> None:
    note = "A man of 44 with gout. He will comply with the trial protocol."
    assert verdict(note, "Patients must refrain from taking NSAIDs during the study", "inclusion") == "MET"
    assert verdict(note, "Must have stopped NSAIDs 4 weeks before randomisation", "inclusion") == "UNKNOWN"
    assert (
        verdict("A man of 44.", "Patients must refrain from taking NSAIDs during the study", "inclusion") == "UNKNOWN"
    )
