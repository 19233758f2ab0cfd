"""What a question says beside the name of a thing counts: a side, a part of the body, how a value was taken, what is to be computed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from osler.consult.graph_tools import drive
from osler.consult.record import RecordAnswer, answer_question
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import done, entry, value

TODAY = dt.date(2024, 6, 5)
RECORD = PatientRecord.model_validate(
    {
        "id": "s",
        "as_of": "2024-05-02",
        "demographics": {"sex": "female", "birth_date": "1958-02-01"},
        "observations": [
            value("Systolic Blood Pressure", 185, "mm[Hg]", "2020-10-23"),
            value("Systolic Blood Pressure", 146, "mm[Hg]", "2021-11-15"),
            value("Systolic Blood Pressure", 176, "mm[Hg]", "2023-11-10"),
            value("Glucose", 90, "mg/dL", "2022-03-02"),
            value("Glucose", 97, "mg/dL", "2023-03-02"),
            value("Total score [MMSE]", 23, "{score}", "2020-03-02"),
            value("Total score [MMSE]", 12, "{score}", "2023-03-02"),
        ],
        "conditions": [
            entry("c1", "Osteoarthritis of hip", "2017-02-19", "active"),
            entry("c2", "Rheumatoid arthritis", "2019-02-19", "active"),
            entry("c3", "Laceration of left hand", "2019-04-27", "resolved")
            | {"abatement": {"at": {"date": "2019-05-18"}}},
            entry("c4", "Sprain of ankle", "2015-09-01", "resolved"),
        ],
        "medications": [entry("m1", "Alteplase 100 MG Injection", "2013-07-21", "stopped")],
        "procedures": [
            done("p1", "Ankle X-ray", "2015-09-01"),
            done("p2", "Colonoscopy", "2016-05-13"),
            done("p3", "Colonoscopy", "2011-05-15"),
        ],
        "immunisations": [
            {"id": "i1", "text": "MMR", "status": "completed", "time": {"at": {"date": "1970-10-10"}}},
            {"id": "i2", "text": "MMR", "status": "completed", "time": {"at": {"date": "1975-08-03"}}},
        ],
    }
)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], RecordAnswer]:
    graphs = LadybugGraphs(tmp_path_factory.mktemp("limits"))
    graphs.load(RECORD.id, project(RECORD))

    def ask(question: str) -> RecordAnswer:
        return drive(answer_question(question, TODAY, bundled_vocabularies()), graphs, RECORD.id)

    return ask


@pytest.mark.parametrize(
    ("question", "kind", "found"),
    [
        ("Do I have arthritis in my hip?", "bool", True),
        ("Do I have arthritis in my knee?", "none", None),
        ("Did I cut my left hand?", "bool", True),
        ("Did I cut my right hand?", "bool", False),
        ("When did I sprain my right ankle?", "none", None),
        ("How many operations have I had on my heart?", "number", 0.0),
        ("Have I had an X-ray of the chest?", "bool", False),
        ("How many X-rays of my ankle did I have?", "number", 1.0),
        ("When did the cut on my hand heal?", "date", "2019-05-18"),
        ("When did the hand laceration heal?", "date", "2019-05-18"),
        ("Which was diagnosed first, rheumatoid arthritis or hip osteoarthritis?", "string", "Osteoarthritis of hip"),
        ("Was I ever given a clot-busting drug such as alteplase?", "bool", True),
        ("How many MMR doses have I had?", "number", 2.0),
        ("Did my mini mental score go down over time?", "bool", True),
        ("On which dates was my systolic higher than 175?", "list", ["2020-10-23", "2023-11-10"]),
        ("Dates of my colonoscopies, please", "list", ["2011-05-15", "2016-05-13"]),
        ("What share of my systolic readings were above 150?", "number", pytest.approx(66.7, abs=0.1)),
        ("What was my blood sugar after lunch?", "none", None),
        ("What is my blood pressure in the right arm?", "none", None),
        ("Is my blood pressure higher in the morning than in the evening?", "none", None),
        ("How does alteplase dissolve a clot?", "unanswerable", None),
        ("Does alteplase thin the blood?", "unanswerable", None),
        ("MMR vaccine dates?", "list", ["1970-10-10", "1975-08-03"]),
    ],
)
def test_what_stands_beside_the_name_is_answered_or_said_to_be_unknown(
    question: str, kind: str, found: Any, asked: Callable[[str], RecordAnswer]
) -> None:
    answer = asked(question)
    assert (answer.type, answer.value) == (kind, found)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What was my fasting sugar last year?", "“fasting”. The latest is Glucose 97 mg/dL"),
        ("When did I sprain my right ankle?", "does not say on which side. It holds: Sprain of ankle"),
        ("What is the standard deviation of my glucose?", "do not compute a standard deviation"),
        ("What is the median of my glucose?", "do not compute a median"),
        ("Is there a correlation between my glucose and blood pressure?", "how one measure goes with another"),
        ("Compare my glucose with the national average", "none of other people"),
        ("Which of my values changed most since 2015?", "one measure at a time"),
    ],
)
def test_what_is_not_told_or_not_computed_is_said_by_its_limit(
    question: str, said: str, asked: Callable[[str], RecordAnswer]
) -> None:
    assert said in asked(question).text


def test_a_share_that_is_bounded_by_nothing_known_is_none(asked: Callable[[str], RecordAnswer]) -> None:
    assert asked("What share of my systolic readings were wonderful?").type != "number"
