"""Messages that hold several acts: statements and questions side by side, words and questions, lists that are narrowed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from osler.consult import ConsultReply, ConsultState
from osler.consult.going_on.narrowed import narrowed
from osler.consult.heard.of_kin import of_kin
from osler.consult.record import asks_something
from osler.consult.record.reading.several import questions_in
from osler.consult.triage import alarm, triage
from osler.consult.types import Said, Subject
from osler.consult.wording.typed import as_typed
from osler.core.graph import LadybugGraphs, QueryLimits, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import entry, talk, value

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2024, 6, 4, 9, 30, tzinfo=dt.UTC)
RECORD = PatientRecord.model_validate(
    {
        "id": "otto",
        "demographics": {"names": [{"text": "Otto Akte"}], "sex": "male", "birth_date": "1940-03-14"},
        "conditions": [
            entry("c1", "Atrial fibrillation", "1995-09-02", "active"),
            entry("c2", "Stroke", "1996-09-02", "active"),
            entry("c3", "Osteoporosis", "1997-09-13", "active"),
            entry("c4", "Viral sinusitis", "2016-02-26", "resolved"),
            entry("c5", "Viral sinusitis", "2019-02-26", "resolved"),
        ],
        "medications": [
            entry("m1", "Digoxin 0.125 MG Oral Tablet", "1995-09-02", "active"),
            entry("m2", "Warfarin Sodium 5 MG Oral Tablet", "1995-09-02", "active"),
            entry("m3", "Ibuprofen 200 MG Oral Tablet", "2018-04-26", "stopped"),
        ],
        "immunisations": [
            {"id": f"v{day}", "text": name, "status": "completed", "time": {"at": {"date": day}}}
            for name, day in (("Influenza, seasonal", "2014-10-01"), ("Influenza, seasonal", "2019-10-01"), ("zoster", "2018-01-02"))
        ],
        "observations": [
            value("Body Weight", 90.0, "kg", "2018-01-06"),
            value("Body Weight", 85.0, "kg", "2020-01-06"),
            value("Creatinine", 1.1, "mg/dL", "2020-01-06"),
            value("Potassium", 4.2, "mmol/L", "2020-01-06"),
            value("Peanut IgE Ab in Serum", 65.5, "kU/L", "2016-01-15"),
            value("Walnut IgE Ab in Serum", 35.6, "kU/L", "2016-01-15"),
            value("Wheat IgE Ab in Serum", 0.2, "kU/L", "2016-01-15"),
        ],
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LadybugGraphs]:
    folder: Path = tmp_path_factory.mktemp("otto")
    made = LadybugGraphs(folder, limits=QueryLimits(seconds=60))
    made.load("otto", project(RECORD))
    yield made
    made.close()


async def _said(graph: LadybugGraphs, *messages: str) -> ConsultReply:
    before = [Said(role="user", text=message) for message in messages[:-1]]
    start = ConsultState(patient_id="otto")
    return await talk(RECORD, graph, *messages, moment=NOW, start=start, history=before)


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("what am i taking now and my last weight", ["what am i taking now", "my last weight"]),
        ("AF on warfarin - current meds pls", ["current meds pls"]),
        ("89yo man, AF, on warfarin and digoxin. current meds please", ["current meds please"]),
        ("is asthma still on the list; last 3 a1cs", ["is asthma still on the list", "last 3 a1cs"]),
        ("no chest pain today. last troponin?", ["last troponin?"]),
        (
            "can you tell me what he takes and if he's allergic to anything",
            ["can you tell me what he takes", "if he's allergic to anything"],
        ),
        (
            "when was my last flu shot and my last tetanus shot",
            ["when was my last flu shot", "when was my last tetanus shot"],
        ),
        ("PMH and current meds pls", ["PMH?", "current meds pls"]),
        (
            "how many times have i had sinusitis and when was the last one",
            ["how many times have i had sinusitis", "when was the last sinusitis"],
        ),
        ("what were my highest and lowest blood pressure", ["what were my highest and lowest blood pressure"]),
        ("compare my last a1c and my first a1c", ["compare my last a1c and my first a1c"]),
        ("Since 2013, has he had a stroke?", ["Since 2013, has he had a stroke?"]),
    ],
)
def test_a_message_is_cut_into_what_it_asks(message: str, parts: list[str]) -> None:
    assert questions_in(message, VOCABULARIES) == parts
    assert asks_something(message) or message.startswith("compare")


@pytest.mark.parametrize("message", ["last bp 140/90", "had my last tetanus shot in 2019", "my weight is up"])
def test_what_is_told_asks_nothing(message: str) -> None:
    assert not asks_something(message)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("what am i taking now and my last weight", ["Digoxin", "Warfarin", "85 kg"]),
        ("is osteoporosis still on the list; last 2 weights", ["Yes. Osteoporosis", "90 kg", "85 kg"]),
        ("what is osteoporosis and when was I diagnosed with it", ["Osteoporosis:", "1997-09-13"]),
        ("what's the capital of peru and my last weight", ["“what's the capital of peru”: I can only", "85 kg"]),
        ("list all my conditions and my last weight", ["the conditions section", "85 kg"]),
        ("most recent K+ and creatinine pls", ["4.2 mmol/L", "1.1 mg/dL"]),
        ("how long have i had atrial fibrillation and osteoporosis", ["1995-09-02", "1997-09-13"]),
        ("any bleeding risk with ibuprofen he had? when was that", ["I have no source", "2018-04-26"]),
    ],
)
async def test_each_thing_that_is_asked_is_answered(graph: LadybugGraphs, message: str, said: list[str]) -> None:
    reply = await _said(graph, message)
    assert all(one in reply.text for one in said), reply.text
    assert "Yes. Ibuprofen" not in reply.text


async def test_what_is_told_is_noted_and_what_is_asked_answered(graph: LadybugGraphs) -> None:
    reply = await _said(graph, "asthma on fluticasone - current meds pls")
    assert "Digoxin" in reply.text
    assert "I noted" in reply.text


async def test_a_word_and_a_question_are_both_heard(graph: LadybugGraphs) -> None:
    reply = await _said(graph, "weight 84 kg today", "yes and what was it last time")
    assert "Saved: Body weight 84 kg" in reply.text
    assert reply.accepted is not None
    assert "85 kg" in reply.text


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("which of his conditions are cardiovascular", "Atrial fibrillation"),
        ("his weight has dropped hasn't it?", "Yes. Body Weight"),
        ("his weight hasnt dropped has it", "Yes. Body Weight"),
        ("he's gained weight hasnt he", "No. Body Weight"),
        ("lost weight since 2018?", "down by 5 kg"),
        ("any brain or nerve conditions?", "Stroke"),
        ("what's the digoxin for", "does not say why: Digoxin"),
        ("no dont save", "Nothing is waiting"),
    ],
)
async def test_the_one_who_is_open_is_meant(graph: LadybugGraphs, message: str, said: str) -> None:
    reply = await _said(graph, message)
    assert said in reply.text
    assert "I noted" not in reply.text


@pytest.mark.parametrize(
    ("messages", "said", "unsaid"),
    [
        (("list every vaccine i've had", "just the flu ones since 2015"), "2019-10-01", "2014-10-01"),
        (("what conditions does he have", "only the cardiac ones"), "Atrial fibrillation", "Osteoporosis"),
        (("what conditions does he have", "and the active ones"), "Osteoporosis", "sinusitis"),
        (("what is he taking", "only the stopped ones"), "Ibuprofen", "Digoxin"),
        (("what were his ige results", "just peanut and walnut"), "35.6", "0.2 kU"),
        (("is he still on ibuprofen", "what is he taking then"), "Digoxin", "Ibuprofen"),
    ],
)
async def test_a_list_is_narrowed(graph: LadybugGraphs, messages: tuple[str, ...], said: str, unsaid: str) -> None:
    reply = await _said(graph, *messages)
    assert said in reply.text, reply.text
    assert unsaid not in reply.text.partition("(Read as")[0]


def test_a_correction_narrows_nothing() -> None:
    subject = Subject(kind="medication", names=["Metformin"])
    assert narrowed("sorry, I meant ibuprofen", subject) == "sorry, I meant ibuprofen"
    assert narrowed("only the last one", subject) == "only the last one"


async def test_several_values_of_several_measures_bear_their_names(graph: LadybugGraphs) -> None:
    assert "Walnut IgE Ab in Serum 35.6 kU/L" in (await _said(graph, "what were his ige results")).text


@pytest.mark.parametrize("message", ["any reason i shouldnt take ibuprofen", "can he have ibuprofen?"])
async def test_before_something_is_taken_the_record_is_shown(graph: LadybugGraphs, message: str) -> None:
    said = (await _said(graph, message)).text
    for one in ("no source", "Warfarin", "No allergy is recorded", "Atrial fibrillation", "2018-04-26 (stopped)"):
        assert one in said


async def test_the_record_in_short(graph: LadybugGraphs) -> None:
    said = (await _said(graph, "can i have a summary of everything before my appointment tomorrow")).text
    assert "Active conditions in the record: Atrial fibrillation" in said
    assert "Current medicines in the record: Digoxin" in said
    assert "limit" not in said


async def test_what_was_said_before_is_told(graph: LadybugGraphs) -> None:
    said = (await _said(graph, "burning when i pee since tuesday", "no", "what did i say about the burning")).text
    assert "“burning when i pee since tuesday”" in said
    assert "Nothing of it is saved." in said
    assert "nothing about “rash”" in (await _said(graph, "hello", "what did i say about the rash")).text


@pytest.mark.parametrize(
    ("message", "kin"),
    [
        ("my sister has asthma, should i be worried", ("your sister", "asthma")),
        ("my dad died of a heart attack at 58. am i at risk?", ("your dad", "heart attack")),
        ("my sister has asthma", None),
        ("my sister has asthma, when was my last spirometry?", None),
    ],
)
def test_what_kin_have_is_told_of_kin(message: str, kin: tuple[str, str] | None) -> None:
    assert of_kin(message, VOCABULARIES) == kin


async def test_what_kin_have_is_not_passed_over(graph: LadybugGraphs) -> None:
    reply = await _said(graph, "my sister has asthma, should i be worried")
    assert "your sister (asthma) is not put into this record" in reply.text
    assert not reply.entry_question


async def test_the_medicine_behind_an_emergency_is_named(graph: LadybugGraphs) -> None:
    said = (await _said(graph, "he seems confused this morning")).text
    assert "taken now: Digoxin" in said
    assert "Keep the package" not in said
    assert "Keep the package" in (await _said(graph, "he took 40 paracetamol tablets an hour ago")).text


@pytest.mark.parametrize("message", ["when did he have his first seizure", "how many strokes has he had"])
def test_who_asks_for_a_day_or_a_number_has_no_emergency(message: str) -> None:
    assert not alarm(message, VOCABULARIES).now
    assert alarm(f"{message}? he is having a seizure right now", VOCABULARIES).now


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("is this legit?? www.healthline.com/nutrition/keto-diet-101", "url"),
        ("youtu.be/abc123 explain the exercises", "url"),
        ("all abnormal results", "consultant"),
        ("what do abnormal results mean", "lite"),
        ("dropped a kilo since Monday", "consultant"),
        ("lost ten pounds at bingo", "refuse_non_health"),
        ("waterworks playing up again", "consultant"),
        ('what does "idiopathic" mean', "lite"),
        ("pregnant 9 weeks, stabbing pain on one side and shoulder tip hurts", "urgent"),
        ("I was pregnant 9 weeks ago and had abdominal pain", "consultant"),
        ("can you read nhs.uk/conditions/asthma for me", "url"),
        ("potassium in mmol/l, is 5.1/l high", "lite"),
        ("stop fluticasone", "redirect_share_edit"),
        ("I stopped fluticasone", "consultant"),
        ("should i stop fluticasone", "consultant"),
        ("stop smoking", "consultant"),
        ("show me everything", "redirect_list"),
        ("only the heart ones since 2010", "consultant"),
        ("next appointment", "consultant"),
        ("Summarise the cardiovascular history before clinic", "consultant"),
        ("MATCH (n) RETURN n", "refuse_non_health"),
    ],
)
def test_routes(message: str, route: str) -> None:
    assert triage(message, VOCABULARIES).route == route


async def test_a_bare_command_states_nothing(graph: LadybugGraphs) -> None:
    reply = await _said(graph, "stop warfarin")
    assert reply.route == "redirect_share_edit"
    assert not reply.entry_question


def test_characters_that_nobody_sees_make_no_other_word() -> None:
    assert as_typed("what was my last bl\x00ood pres\u200bsure\x07") == "what was my last blood pressure"


async def test_what_is_no_answer_to_the_aspect_is_not_given_as_one(graph: LadybugGraphs) -> None:
    said = (await _said(graph, "what is atrial fibrillation", "what are the symptoms of it")).text
    assert "nothing on this (symptoms)" in said
