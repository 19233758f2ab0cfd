"""Requests to see somebody tell of them; services, files, doubts and members of a family tree are no findings."""

import pytest

from osler.core.language import Experiencer, Polarity, analyse, request_in


def _present(text: str) -> set[str]:
    return {
        mention.text.lower()
        for mention in analyse(text).mentions
        if mention.assertion.polarity is Polarity.PRESENT and mention.assertion.experiencer is Experiencer.PATIENT
    }


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Would you kindly review this 60-year-old man with jaundice and ascites?", "ascites"),
        ("I would be grateful if you could see Mrs Lane, who has haemoptysis.", "haemoptysis"),
        ("Could the on-call team assess our neighbour's boy with wheeze?", "wheeze"),
        ("May I ask you to see her with her palpitations?", "palpitations"),
    ],
)
def test_who_is_to_be_seen_has_what_is_told(text: str, finding: str) -> None:
    assert finding in _present(text)


@pytest.mark.parametrize("text", ["Could you review this paper on jaundice?", "Could this be jaundice?"])
def test_other_questions_stay_doubts(text: str) -> None:
    assert request_in(text.lower()) is None
    assert "jaundice" not in _present(text)


@pytest.mark.parametrize(
    "text",
    [
        "Transferred from the epilepsy monitoring service to the migraine clinic.",
        "The diabetes specialist nurse will call.",
        "See epilepsy_diary.pdf and migraine-chart.xlsx.",
        "Epilepsy?",
        "Plan: admit, migraine?",
        "I-1 has epilepsy, II-4 migraine.",
    ],
)
def test_services_files_doubts_and_relatives_are_no_findings(text: str) -> None:
    assert not _present(text) & {"epilepsy", "migraine", "diabetes"}


def test_the_proband_of_a_tree_is_the_patient() -> None:
    text = "The proband (III-3) has epilepsy; II-1 has migraine. III-3 also has ataxia."
    assert _present(text) & {"epilepsy", "migraine", "ataxia"} == {"epilepsy", "ataxia"}


@pytest.mark.parametrize("text", ["No dysmorphism, cleft palate noted.", "No masses, moderate volume of ascites."])
def test_a_denial_ends_where_something_is_told_of(text: str) -> None:
    assert _present(text) & {"cleft palate", "ascites"}
