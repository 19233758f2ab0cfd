"""Agreement and conduct: what a note's consent settles, and what it does not; and diseases and medicines that are denied as a whole."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view

WILLING = (
    "A 45-year-old woman with fatigue. She will give informed consent and will comply with the protocol without any "
    "practical issues."
)
WELL = (
    "A 34-year-old man with no past medical history presents with cough. He has no surgical history and takes no "
    "medications."
)


def verdict(note: str, text: str, kind: CriterionKind) -> str:
    return judge_criterion(criterion(text, kind), view(note), "strict").verdict.value


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("Patient refusal", "exclusion", "NOT_MET"),
        ("Refused by the parents or guardian", "exclusion", "NOT_MET"),
        ("Volunteers who voluntarily consented after explanation", "inclusion", "MET"),
        ("Commitment to return for all visits", "inclusion", "MET"),
        ("Doubtful availability during the trial", "exclusion", "NOT_MET"),
        ("Insufficient understanding of the protocol", "exclusion", "NOT_MET"),
        ("Incapable of filling in the questionnaires", "exclusion", "NOT_MET"),
        ("Agrees not to donate blood during the study", "inclusion", "MET"),
        ("Able to read and write Danish", "inclusion", "MET"),
        ("Non-English speaking", "exclusion", "NOT_MET"),
    ],
)
def test_who_agrees_without_practical_issues_has_said_so_of_the_whole_study(
    text: str, kind: CriterionKind, expected: str
) -> None:
    assert verdict(WILLING, text, kind) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Able to complete full wrist flexion", "inclusion"),
        ("Inability to perform basic activities of daily living", "exclusion"),
        ("Easten Cooperative Oncology Group score = 2", "inclusion"),
        ("Follow-up less than 1 year", "exclusion"),
        ("Able and willing to swallow and retain oral medication", "inclusion"),
        ("Short life expectancy precluding study follow-up", "exclusion"),
        ("Judged not suitable to participate by the investigators", "exclusion"),
        ("Any disease that may affect compliance or place the patient at increased risk of harm", "exclusion"),
        ("Inability to tolerate the procedure due to hypoxemia", "exclusion"),
        ("Has participated in a research study within 30 days that may affect ability to participate", "exclusion"),
    ],
)
def test_willingness_settles_no_bodily_ability_no_danger_and_no_opinion(text: str, kind: CriterionKind) -> None:
    assert verdict(WILLING, text, kind) == "UNKNOWN"


def test_a_language_is_not_settled_by_compliance_alone() -> None:
    assert verdict("A 45-year-old woman. She will comply with the protocol.", "Able to speak Thai", "inclusion") == (
        "UNKNOWN"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Atrio-ventricular conduction disturbances", "NOT_MET"),
        ("Severe systematic disorder", "NOT_MET"),
        ("Current use of mood stabilizers", "NOT_MET"),
        ("Previous stenting of the superficial femoral artery", "NOT_MET"),
        ("Previous coronary artery bypass graft surgery within the previous 6 months", "NOT_MET"),
        ("Poor living conditions", "UNKNOWN"),
        ("Planned sympathectomy in the following month", "UNKNOWN"),
        ("Mood stabilizers within the last 6 months", "UNKNOWN"),
    ],
)
def test_what_is_denied_as_a_whole_covers_names_that_no_vocabulary_has(text: str, expected: str) -> None:
    assert verdict(WELL, text, "exclusion") == expected
