"""A guideline question on the record: stored, replayed, compared with an earlier one."""

from __future__ import annotations

import json

import pytest

from osler.casework import GUIDELINES, Minds, ask_guidelines
from osler.config import Settings
from osler.core.library import open_library
from osler.core.patient import PatientRecord, read_patient
from osler.core.results import Level, Problem
from osler.core.runs import open_store
from osler.core.runs.replay import replay_run
from osler.errors import DataError
from osler.guidelines.changes import changes_between
from osler.guidelines.demo_library import DEMO_LIBRARY, add_demo_guidelines

OFFLINE = Minds(Settings())
QUESTION = "Which antibiotic for low-severity pneumonia?"


@pytest.fixture(autouse=True)
def _library() -> None:
    add_demo_guidelines(open_library(DEMO_LIBRARY, create=True))


def patient(text: str) -> PatientRecord:
    return read_patient(json.dumps({"free_text": text, "age": "50 years", "sex": "male"}), "input").record


async def test_a_question_is_a_stored_run_that_can_be_replayed() -> None:
    result = await ask_guidelines(QUESTION, libraries=[DEMO_LIBRARY], minds=OFFLINE)
    assert result.stored
    stored = open_store().get(result.run_id or "")
    assert (stored.capability, stored.status) == ("guidelines", "done")
    replayed = await replay_run(stored)
    assert replayed.same_result


async def test_the_record_of_the_patient_decides_whom_it_is_for() -> None:
    plain = await ask_guidelines(QUESTION, record=patient("He has a cough."), libraries=[DEMO_LIBRARY], minds=OFFLINE)
    allergic = await ask_guidelines(
        QUESTION, record=patient("He is allergic to penicillin."), libraries=[DEMO_LIBRARY], minds=OFFLINE
    )
    assert "amoxicillin 500 mg" in plain.sentences[0].text
    assert "Allergies: " in allergic.patient_summary
    assert "doxycycline" in allergic.final_answer_text
    lines = changes_between(plain, allergic).lines()
    assert any("does not apply" in line for line in lines)
    assert "2 recommendations apply" in GUIDELINES.outcome(allergic)


async def test_a_library_that_is_not_there_says_which_are() -> None:
    with pytest.raises(DataError, match="no library 'nowhere'") as caught:
        await ask_guidelines(QUESTION, libraries=["nowhere"], minds=OFFLINE)
    assert DEMO_LIBRARY in caught.value.mend


async def test_what_was_not_read_of_the_patient_is_the_first_warning() -> None:
    unread = Problem(level=Level.WARNING, message="an unknown field was left out", path="note")
    result = await ask_guidelines(
        QUESTION, record=patient("cough"), problems=[unread], libraries=[DEMO_LIBRARY], minds=OFFLINE
    )
    assert "an unknown field was left out" in result.warnings[0]
