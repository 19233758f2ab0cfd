"""Values that guidelines give adults classes of: told by their class where a state is asked about, and never by a single limit."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult.graph_tools import drive
from osler.consult.heard.charted import filled
from osler.consult.record import answer_question
from osler.consult.types import Subject
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import value

VOCABULARIES = bundled_vocabularies()
TODAY = dt.date(2026, 1, 10)


def _told(question: str, folder: Path, *, bmi: float, born: str = "1960-01-01") -> str:
    known = {
        "id": "c",
        "text": "Body mass index 30+ - obesity",
        "status": "active",
        "time": {"start": {"date": "2010-01-01"}},
    }
    record = PatientRecord.model_validate(
        {
            "id": "p",
            "demographics": {"birth_date": born, "sex": "female"},
            "conditions": [known],
            "observations": [value("Body Mass Index", bmi, "kg/m2", "2025-05-01")],
        }
    )
    graphs = LadybugGraphs(folder)
    graphs.load("p", project(record))
    return drive(answer_question(question, TODAY, VOCABULARIES), graphs, "p").text


@pytest.mark.parametrize(
    ("bmi", "said"),
    [
        (30.4, "That is obesity class I (30 to 34.9 kg/m2) by the classes of adults"),
        (22.1, "That is within the normal range (18.5 to 24.9 kg/m2)"),
    ],
)
def test_a_state_is_held_against_the_classes_of_adults(tmp_path: Path, bmi: float, said: str) -> None:
    told = _told("Am I obese?", tmp_path, bmi=bmi)
    assert said in told
    assert "39.9" not in told


def test_a_normal_value_speaks_against_an_old_problem_that_is_told_all_the_same(tmp_path: Path) -> None:
    assert "Recorded as a problem all the same: Body mass index 30+" in _told("Am I obese?", tmp_path, bmi=22.1)


def test_the_classes_of_adults_are_none_of_a_child(tmp_path: Path) -> None:
    assert "classes of adults" not in _told("Am I obese?", tmp_path, bmi=30.4, born="2016-01-01")


def test_what_somebody_did_to_themselves_is_not_asked_of_what_was_spoken_of() -> None:
    spoken_of = Subject(kind="vaccine", names=["Influenza, seasonal"])
    for message in ("when did I burn myself?", "how did he hurt himself"):
        assert filled(message, spoken_of, None, "", TODAY, VOCABULARIES, PatientRecord(id="p")) == message
