"""What the second look at hasty conversations found: judgements, kinds after kinds, names in small letters."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult import ConsultRequest, ConsultState, Deps, run
from osler.consult.extraction import (
    Extraction,
    MeasurementEntry,
    extract_context,
    extract_findings,
    extract_measurements,
    joined,
)
from osler.consult.extraction.clauses import clauses
from osler.consult.graph_tools import drive
from osler.consult.heard.speaker import spoken_of
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.reading.refusing import about_others, names_somebody_else
from osler.consult.topics import find_topic
from osler.consult.triage import alarm, triage
from osler.core.agents import Runner
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2024, 6, 4, 9, 30, tzinfo=dt.UTC)
RECORD = PatientRecord.model_validate(
    {
        "id": "f",
        "as_of": "2024-03-02",
        "demographics": {"names": [{"text": "Fritz Fragment"}], "sex": "male", "birth_date": "1961-05-14"},
        "conditions": [
            {"id": "c1", "text": "Osteoporosis", "status": "active", "time": {"start": {"date": "2018-09-21"}}},
            {"id": "c2", "text": "Hypertension", "status": "active", "time": {"start": {"date": "1990-04-20"}}},
        ],
        "medications": [
            {"id": "m1", "text": "Amlodipine 5 MG", "status": "active", "time": {"start": {"date": "2011-01-01"}}},
            {"id": "m2", "text": "Ibuprofen 200 MG", "status": "stopped", "time": {"start": {"date": "2015-01-01"}}},
        ],
        "immunisations": [
            {"id": "v1", "text": "zoster", "status": "completed", "time": {"at": {"date": "2013-10-29"}}},
            {"id": "v2", "text": "zoster", "status": "completed", "time": {"at": {"date": "2014-11-04"}}},
            {"id": "v3", "text": "Td (adult)", "status": "completed", "time": {"at": {"date": "2019-07-24"}}},
        ],
        "observations": [
            {
                "id": f"w{year}",
                "text": "Body Weight",
                "category": "vital-signs",
                "status": "final",
                "quantity": {"value": value, "unit": "kg"},
                "time": {"at": {"date": f"{year}-06-07"}},
            }
            for year, value in ((2016, 72.7), (2020, 78.5))
        ],
    }
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("fragments"))
    made.load("f", project(RECORD))
    return made


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, NOW.date(), VOCABULARIES), graph, "f")


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        (("did i have a shingles shot", "how many"), "2 (2013-10-29 to 2014-11-04)"),
        (("weight in 2016", "did i gain since then"), "up by 5.8 kg"),
        (("which vaccines did i have?", "last one?"), "Td (adult)"),
        (("what was i taking in 2016?", "why am i on it"), "I could not read this"),
        (("evening. when did they last weigh me",), "2020-06-07"),
        (("is 140/90 high?",), "140/90 mmHg in an adult is high"),
    ],
)
async def test_fragments_after_each_other(graph: LadybugGraphs, messages: tuple[str, ...], said: str) -> None:
    state, text = ConsultState(patient_id="f"), ""
    async with Runner() as runner:
        for message in messages:
            request = ConsultRequest(record=RECORD, state=state, message=message, moment=NOW)
            reply = await run(request, deps=Deps(runner=runner, graphs=graph))
            assert reply.state is not None
            state, text = reply.state, reply.text
    assert said in text, text


@pytest.mark.parametrize(
    ("question", "kind", "said"),
    [
        ("am i up to date with my shots?", "none", "does not say whether this is so"),
        ("bones ok?", "list", "Osteoporosis"),
        ("how are my bones", "list", "Osteoporosis"),
        ("how many weights do i have in 2016", "number", "1 (2016-06-07)"),
        ("my brother's weight is 90, mine?", "list", "78.5 kg"),
        ("weight in 2018", "none", "The nearest is Body Weight"),
    ],
)
def test_questions_that_were_answered_beside_the_point(
    graph: LadybugGraphs, question: str, kind: str, said: str
) -> None:
    answer = _ask(question, graph)
    assert (answer.type, said in answer.text) == (kind, True), answer


@pytest.mark.parametrize(
    "question",
    [
        "john smith weight",
        "weight of mrs jones",
        "does peter have hypertension",
        "and what about peter's weight",
        "mr harris latest weight",
    ],
)
def test_another_patient_by_name_is_refused_in_small_letters_too(graph: LadybugGraphs, question: str) -> None:
    assert _ask(question, graph).reason == "other_patient"


@pytest.mark.parametrize(
    "question", ["fritz fragment weight", "mr fragment latest weight", "how do beta blockers work"]
)
def test_the_patients_own_name_and_other_words_are_nobody_else(question: str) -> None:
    said = spoken_of(question, RECORD, NOW.date()).text
    assert not names_somebody_else(said, ["Fritz Fragment"], VOCABULARIES)


def test_a_measure_can_be_the_open_topic(graph: LadybugGraphs) -> None:
    topic = find_topic(graph, "f", "body weight", VOCABULARIES)
    assert topic is not None
    assert topic.type == "ObservationTypeNode"


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("dr patel started me on amlodipine 5mg yesterday", ["Dr. Patel"]),
        ("the dr said my bp is fine", []),
        ("my doctor wants me to lose weight", []),
    ],
)
def test_people_of_care_in_small_letters(message: str, names: list[str]) -> None:
    assert [one.name for one in extract_context(message, NOW, VOCABULARIES).practitioners] == names


def test_what_is_missing_is_no_allergy() -> None:
    told = extract_findings("no energy, dizzy when i stand up", NOW, VOCABULARIES)
    assert told.allergies == []
    assert {one.name for one in told.symptoms} == {"fatigue", "dizzy"}


@pytest.mark.parametrize(("said", "time"), [("creatinine 1.4 on 3 sept", "2023-09-03"), ("A1c 7.1 in Feb.", "2024-02")])
def test_months_are_written_short(said: str, time: str) -> None:
    assert [entry.time for entry in extract_measurements(said, NOW).measurements] == [time]


def test_an_identifier_measures_nothing() -> None:
    assert extract_measurements("patient 46d3785e creatinine", NOW).measurements == []


def test_a_year_to_come_dates_nothing_that_was_measured() -> None:
    waiting = Extraction(
        measurements=[MeasurementEntry(name="creatinine", value=1.4, unit="mg/dL", quote="creatinine 1.4")]
    )
    assert joined(waiting, Extraction(), "born in 2050", NOW).is_empty


def test_to_ask_whether_one_takes_too_many_is_no_overdose() -> None:
    assert alarm("do i take too many pills", VOCABULARIES).now == ()


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("was the ct clear", "consultant"),
        ("results back yet?", "consultant"),
        ("have they tested me for celiac", "consultant"),
        ("has anything changed on my chart", "consultant"),
        ("bad cough, 3 days now", "consultant"),
        ("list the allergies i have to food", "consultant"),
        ("explain what a stent is", "lite"),
        ("update my phone number", "redirect_share_edit"),
        ("please send the scan to my physio", "redirect_share_edit"),
        ("how tall is mount everest", "refuse_non_health"),
        ("remove the connection to my phone", "refuse_non_health"),
        ("whats your age", "refuse_non_health"),
    ],
)
def test_where_short_messages_go(message: str, route: str) -> None:
    assert triage(message, VOCABULARIES).route == route


@pytest.mark.parametrize(
    "said",
    [
        "and my dads? he has hypertension too",
        "and my wifes? she takes insulin",
        "and my moms? hers was 180/110 yesterday",
        "my dad has gout. he takes allopurinol",
    ],
)
def test_who_was_just_named_is_told_of_in_the_next_sentence(said: str) -> None:
    assert all(clause.other for clause in clauses(said))


def test_who_writes_is_told_of_again_in_the_next_sentence() -> None:
    assert [clause.other for clause in clauses("My mum has gout. My BP was 130/80 today. It hurts in my knee.")] == [
        True,
        False,
        False,
    ]


def test_a_relative_who_is_named_first_is_somebody_else() -> None:
    assert about_others("my sister is ammie huels, what is her weight")
    assert not about_others("what is my weight")
