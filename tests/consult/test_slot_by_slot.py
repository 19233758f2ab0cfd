"""Follow-ups that fill one slot of the question before, bounds, two times held against each other, and what says the contrary."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from osler.consult import ConsultState
from osler.consult.graph_tools import drive
from osler.consult.record import answer_question
from osler.consult.record.reading.several import questions_in
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import done, entry, talk, value

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)
TODAY = NOW.date()


def _given(ident: str, text: str, day: str) -> dict[str, object]:
    return {"id": ident, "text": text, "status": "completed", "time": {"at": {"date": day}}}


def _stay(ident: str, day: str, until: str) -> dict[str, object]:
    time = {"start": {"date": day}, "end": {"date": until}}
    return {
        "id": ident, "text": "Encounter Inpatient", "status": "completed", "time": time,
        "setting": {"system": "v3", "code": "IMP"},
    }  # fmt: skip


RECORD = PatientRecord.model_validate(
    {
        "id": "s",
        "demographics": {"names": [{"text": "Sven Slot"}], "sex": "male", "birth_date": "1950-02-03"},
        "conditions": [
            entry("c1", "Atrial Fibrillation", "1995-09-02", "active"),
            entry("c2", "Stroke", "1995-09-02", "active"),
            entry("c3", "Alzheimer's disease", "2020-01-18", "active"),
            entry("c4", "Fracture of ankle", "2011-09-30", "resolved"),
            entry("c5", "Fracture of forearm", "2018-04-26", "resolved"),
            entry("c6", "Migraine without aura", "2008-09-26", "active"),
        ],
        "medications": [{**entry("m1", "Naproxen 220 MG", "2007-03-02", "active"), "reason_text": "Pain of knee"}],
        "immunisations": [
            _given("v1", "Influenza, seasonal", "2014-10-01"),
            _given("v2", "Influenza, seasonal", "2016-10-01"),
            _given("v3", "Influenza, seasonal", "2019-10-01"),
            _given("v4", "Td (adult)", "2019-07-24"),
        ],
        "procedures": [done(f"p{year}", "Electrical cardioversion", f"{year}-01-18") for year in (2016, 2018, 2020)],
        "encounters": [_stay("e1", "2016-02-01", "2016-02-11"), _stay("e2", "2019-03-01", "2019-03-03")],
        "observations": [
            value("Body Weight", number, "kg", day)
            for number, day in ((92.0, "2015-05-01"), (90.0, "2016-05-01"), (86.0, "2016-11-01"), (85.0, "2018-03-01"))
        ],
    }
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LadybugGraphs]:
    folder: Path = tmp_path_factory.mktemp("slots")
    made = LadybugGraphs(folder)
    made.load("s", project(RECORD))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("messages", "said", "unsaid"),
    [
        (("any fractures?", "just the ones since 2015"), "forearm", "Alzheimer"),
        (("list my vaccines", "just the flu ones since 2015", "how many is that?"), "2 (2016-10-01", "3 ("),
        (("list my vaccines", "just the flu ones since 2015"), "2019-10-01", "I noted"),
        (("which of my conditions are cardiovascular?", "and neurological?"), "Alzheimer", "definition"),
        (("any fractures?", "any of them still active?"), "no such entry", "2018-04-26"),
        (("which operations did I have since 2017?", "how many of those?"), "2 (2018", "3 ("),
        (("was my weight ever above 91?", "and below 86?"), "85 kg", "latest"),
    ],
)
async def test_a_follow_up_fills_a_slot(
    graph: LadybugGraphs, messages: tuple[str, ...], said: str, unsaid: str
) -> None:
    reply = await talk(RECORD, graph, *messages, moment=NOW, start=ConsultState(patient_id="s"))
    assert said in reply.text
    assert unsaid not in f"{reply.text} {reply.entry_question}"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("weight above 91 since 2014?", "Yes. Body Weight 92 kg on 2015-05-01"),
        ("last weight above 89", "90 kg on 2016-05-01"),
        ("average weight in 2016 vs 2018", "88 kg, the mean of 2 from 2016-05-01 to 2016-11-01; 85 kg"),
        ("highest weight in 2016 compared to 2018", "90 kg, the highest of 2"),
        ("was my weight above 91 more than 5 years ago?", "Yes. Body Weight 92 kg"),
        ("has he had a stroke more than 6 months ago?", "Yes. Stroke: 1995-09-02"),
        ("any fracture less than 4 years ago?", "Fracture of forearm: 2018-04-26"),
        ("does he have migraine with aura", "Not recorded so. The record holds: Migraine without aura"),
        ("does he have migraine without aura", "Yes. Migraine without aura"),
        ("how long was his last hospital stay", "2 days"),
        ("how long did he stay the last time", "2 days"),
    ],
)
def test_what_is_asked_is_what_is_answered(graph: LadybugGraphs, question: str, said: str) -> None:
    answer = drive(answer_question(question, TODAY, VOCABULARIES), graph, "s")
    assert said in answer.text


@pytest.mark.parametrize(
    ("message", "second"),
    [
        ("when was the last cardioversion and how many has he had?", "how many cardioversion have i had"),
        ("when did I have bronchitis and what did I get for it?", "which medications was i prescribed for bronchitis"),
        ("has he had both MMR shots? and chickenpox?", "have i had the chickenpox vaccine?"),
        ("when was my flu jab, and when did I get the pneumonia one?", "when did i get the pneumonia vaccine"),
    ],
)
def test_neither_of_two_questions_is_dropped(message: str, second: str) -> None:
    assert questions_in(message, VOCABULARIES)[1:] == [second]
