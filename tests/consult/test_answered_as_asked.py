"""What a question asks is answered, or it is said that nothing was found on it: no definition stands in for a treatment."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from osler.consult import Deps, Passage, find_topic
from osler.consult.graph_tools import drive
from osler.consult.known_of.aspects import ONLY_WHAT_IT_IS, asks_what_it_is, aspects_of, nothing_on, thing_asked
from osler.consult.known_of.definitions import definition
from osler.consult.known_of.usual_ranges import SEEN, judges_a_value, usual_range
from osler.consult.record import answer_question
from osler.consult.record.answers import unanswerable
from osler.consult.record.computing.values import NO_RANGE
from osler.consult.record.systems import system_asked, systems_of
from osler.consult.record.usual_limits import Person
from osler.consult.replying.answering import REFUSAL
from osler.consult.steps.lite import ASK_BACK
from osler.consult.steps.taking import NO_INTERACTIONS
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT, graphs, state, talk, turn
from tests.core.graph.people import anna

VOCABULARIES = bundled_vocabularies()
TODAY = dt.date(2021, 6, 2)


@pytest.fixture(scope="module")
def deps(tmp_path_factory: pytest.TempPathFactory) -> Deps:
    return Deps(graphs=graphs(tmp_path_factory.mktemp("anna")))


@pytest.mark.parametrize(
    ("question", "aspect", "name"),
    [
        ("how is gout treated?", "treatment", "Gout"),
        ("what should people do about a nosebleed?", "first aid", "Epistaxis"),
        ("what is the prognosis of type 2 diabetes?", "prognosis", "Type 2 diabetes (Type II diabetes"),
    ],
)
async def test_a_definition_in_place_of_an_answer_is_marked(question: str, aspect: str, name: str, deps: Deps) -> None:
    reply = await turn(question, deps)
    first, second = reply.sentences
    assert first.text == nothing_on([aspect], defined=True)
    assert first.text.endswith(ONLY_WHAT_IT_IS)
    assert second.text.startswith(name)
    assert second.sources


async def test_a_definition_that_speaks_of_what_is_asked_answers_it(deps: Deps) -> None:
    reply = await turn("what causes gout?", deps)
    assert reply.text.startswith("Gout: ")


async def test_what_is_asked_is_asked_of_the_thing_that_the_words_name(deps: Deps) -> None:
    reply = await turn("how is sarcopenia treated in people with hypertension?", deps)
    assert "Hypertension" not in reply.text
    assert reply.text == nothing_on(["treatment"], defined=True) + "\nSarcopenia: a kind of muscular atrophy."


async def test_a_passage_that_speaks_of_it_is_the_answer(deps: Deps) -> None:
    async def library(query: str) -> list[Passage]:
        return [
            Passage(id="p1", title="T", text="Gout is common in men."),
            Passage(id="p2", title="T", text="Gout is treated with rest."),
        ]

    reply = await turn("how is gout treated?", Deps(graphs=deps.graphs, library=library))
    assert reply.text == "“Gout is treated with rest.”"


def test_a_name_of_several_things_is_defined_as_none_of_them() -> None:
    assert definition("adhesive capsulitis", VOCABULARIES) is None
    frozen = definition("frozen shoulder", VOCABULARIES)
    assert frozen is not None
    assert "ursitis" not in frozen["text"]
    for term, name in [("nosebleed", "Epistaxis"), ("stroke", "Stroke"), ("heart failure", "Congestive heart failure")]:
        found = definition(term, VOCABULARIES)
        assert found is not None
        assert found["name"] == name


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("flu", "Influenza (flu): a kind of viral respiratory tract infection"),
        ("shingles", "Shingles (herpes zoster): a kind of varicella zoster infection"),
        ("colonoscopy", "Colonoscopy: a kind of gastrointestinal endoscopy."),
        ("uti", "Urinary tract infection"),
        ("ferritin", "Ferritin: HPO says of a low value (Decreased circulating ferritin concentration): "),
    ],
)
def test_where_a_thing_belongs_is_told_in_plain_words(term: str, text: str) -> None:
    found = definition(term, VOCABULARIES)
    assert found is not None
    assert found["text"].startswith(text)


async def test_a_passage_that_says_what_something_is_stands_before_the_vocabulary(deps: Deps) -> None:
    async def library(query: str) -> list[Passage]:
        return [Passage(id="p1", title="T", text="Gout is a type of arthritis that causes sudden joint pain.")]

    reply = await turn("what is gout?", Deps(graphs=deps.graphs, library=library))
    assert reply.sentences[0].text == "“Gout is a type of arthritis that causes sudden joint pain.”"


def test_what_something_is_and_what_is_asked_of_it_are_told_apart() -> None:
    assert asks_what_it_is("what is high blood pressure?")
    assert asks_what_it_is("Gout?", ["gout"])
    assert not asks_what_it_is("does gout hurt?", ["gout"])
    assert not asks_what_it_is("what is a normal potassium?")
    assert not asks_what_it_is("what is the usual target of gout", ["gout"])
    assert not asks_what_it_is("what is the treatment of type 2 diabetes")
    assert aspects_of("what is metformin used for?")[0] == "uses"
    assert thing_asked("what are the newest treatments for frozen shoulder in adults?") == "frozen shoulder"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("is a creatinine of 3.1 mg/dL high?", "Creatinine 3.1 mg/dL is high (adults): high is above"),
        ("is a creatinine of 95 high?", "Creatinine 95 µmol/L is not beyond these limits"),
        (
            "is 9.1 after dinner a high sugar?",
            "Glucose 9.1 mmol/L (= 164 mg/dL) in an adult is high if it was measured fasting",
        ),
        ("is an A1c of 7.2 bad?", "Hemoglobin A1c 7.2 % in an adult is in the range of diabetes (from 6.5 %) (ADA"),
        ("what is a normal potassium?", "Potassium (adults): low is below 3.5 mmol/L (ABIM"),
        ("is a haemoglobin of 12.5 low?", "Hemoglobin 12.5 g/dL is low by one of these limits"),
        ("Is 186/108 high?", "A blood pressure of 186/108 mmHg in an adult is beyond 180/120 mmHg"),
        ("is 118 over 76 ok?", "A blood pressure of 118/76 mmHg in an adult is not high"),
        ("is 140 too high for fasting sugar?", "Fasting glucose 140 mg/dL in an adult is in the range of diabetes"),
        ("is 84/50 low?", "A blood pressure of 84/50 mmHg in an adult is low (below 90/60 mmHg)"),
        ("is 150/55 high?", "A blood pressure of 150/55 mmHg in an adult is high (stage 2"),
        ("what is a healthy blood pressure level?", "Blood pressure: in adults normal is below 120/80 mmHg"),
    ],
)
def test_a_value_is_held_against_the_limits_of_the_tables(question: str, told: str) -> None:
    found = usual_range(question)
    assert found is not None
    assert found["text"].startswith(told)


def test_limits_are_those_of_the_patient_and_a_childs_pressure_has_none() -> None:
    man = usual_range("is a haemoglobin of 12.5 low?", Person(50, "male"))
    woman = usual_range("is a haemoglobin of 12.5 low?", Person(50, "female"))
    assert man is not None
    assert woman is not None
    assert "12.5 g/dL is low:" in man["text"]
    assert "is not beyond" in woman["text"]
    assert usual_range("is 118/76 high?", Person(6, "male")) is None
    assert usual_range("is a bmi of 24 ok?", Person(6, "male")) is None
    assert usual_range("is a zorblax of 12 high?") is None
    assert usual_range("what's the normal heart rate for a newborn?") is None
    assert not judges_a_value("was my potassium high in 2019?")


async def test_a_value_in_the_question_is_judged_and_not_the_recorded_one(deps: Deps) -> None:
    reply = await turn("is a blood pressure of 118/76 ok?", deps)
    assert "118/76 mmHg in an adult is not high" in reply.text
    assert "130/85" not in reply.text
    alarming = await turn("Is 186/108 high?", deps)
    assert alarming.text.endswith(SEEN.strip())


async def test_a_recorded_value_without_a_range_is_held_against_the_usual_limits(deps: Deps) -> None:
    reply = await turn("is my HbA1c ok?", deps)
    assert "6.5 %" in reply.text
    assert "in the range of diabetes (from 6.5 %) (ADA Standards of Care 2024)" in reply.text
    assert NO_RANGE not in reply.text


@pytest.mark.parametrize(
    ("messages", "told", "other"),
    [
        (("My bp is 186/108. Is that high?",), "186/108 mmHg in an adult is beyond 180/120", "130/85"),
        (("my bp is 186/108", "is that high?"), "186/108 mmHg in an adult is beyond 180/120", "130/85"),
        (("my bp was 186/108 today", "yes", "is that high?"), "186/108 mmHg in an adult is beyond", "130/85"),
        (("my bp is 186/108", "is that high?", "is it dangerous?"), "186/108 mmHg in an adult is beyond", "130/85"),
        (("my potassium was 5.9 mmol/L", "is that too high?"), "Potassium 5.9 mmol/L is high", "no such entry"),
        (("my creatinine is 95", "is that ok?"), "Creatinine 95 µmol/L is not beyond these limits", "no such entry"),
        (("what is my latest blood pressure?", "is that high?"), "130/85 mmHg in an adult is high (stage 1", NO_RANGE),
        (
            ("my bp is 186/108", "what was my last blood pressure?", "is that high?"),
            "130/85 mmHg in an adult",
            "crisis",
        ),
        (
            ("my bp is 186/108", "what was my last hba1c?", "is that high?"),
            "Hemoglobin A1c 6.5 % in an adult is in the range of diabetes",
            "crisis",
        ),
        (("my bp is 128/79", "is 150/95 high?", "is that dangerous?"), "150/95 mmHg in an adult is high", "130/85"),
    ],
)
async def test_what_is_asked_of_the_value_before_is_answered_of_it_by_the_tables(
    messages: tuple[str, ...], told: str, other: str, deps: Deps
) -> None:
    assert isinstance(deps.graphs, LadybugGraphs)
    reply = await talk(anna(), deps.graphs, *messages, moment=MOMENT, start=state())
    assert told in reply.text
    assert other not in reply.text


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("my husband's bp is 170/100, mine is 128/79, is that ok?", "128/79 mmHg in an adult is elevated"),
        ("my husband's bp is 170/100, mine is 128/79. Is mine ok?", "128/79 mmHg in an adult is elevated"),
        ("my bp is 128/79 and my husband's is 170/100, is mine high?", "128/79 mmHg in an adult is elevated"),
        ("my husband's potassium is 5.9, mine is 4.2, is that ok?", "Potassium 4.2 mmol/L is not beyond"),
        ("my husband's bp is 170/100, mine is 128/79", "I noted: (1) systolic blood pressure 128 mmHg"),
        ("my husband's bp is 170/100, is that high?", unanswerable("other_patient").text),
    ],
)
async def test_beside_a_value_of_somebody_else_the_patients_own_is_noted_and_judged(
    message: str, told: str, deps: Deps
) -> None:
    reply = await turn(message, deps)
    assert told in reply.text
    assert "170" not in reply.text
    assert ("somebody else" in reply.text) == ("somebody else" in told)


def test_a_value_of_some_years_ago_is_not_a_childs() -> None:
    found = usual_range("Potassium 5.9 mmol/L on 2016-05-01 (5 years ago).")
    assert found is not None
    assert "5.9 mmol/L is high" in found["text"]
    assert usual_range("is a potassium of 5.9 high in a 5 year old?") is None


@pytest.mark.parametrize(
    "question",
    [
        "what happens if someone drinks bleach?",
        "I want to dye my hair, is that dangerous for the scalp?",
        "is it harmful to breathe in paint fumes?",
        "can you die from eating apple seeds?",
    ],
)
async def test_what_does_harm_to_a_body_is_a_matter_of_health(question: str, deps: Deps) -> None:
    reply = await turn(question, deps)
    assert reply.text != REFUSAL
    assert reply.text != ASK_BACK


@pytest.mark.parametrize("question", ["is bleach bad for my carpet?", "how do I remove paint from a wooden door?"])
async def test_what_does_harm_to_things_is_none(question: str, deps: Deps) -> None:
    assert (await turn(question, deps)).text == REFUSAL


async def test_first_aid_that_nothing_tells_of_names_whom_to_call(deps: Deps) -> None:
    reply = await turn("what should someone do if they get bitten by a snake", deps)
    assert "emergency number" in reply.text


@pytest.mark.parametrize(
    ("question", "read_as"),
    [
        ("how often do I take it?", "dose · Metformin"),
        ("how often?", "dose · Metformin"),
        ("what dose do I take?", "dose · Metformin"),
        ("since when am I on it?", "day (first) · Metformin"),
    ],
)
async def test_the_open_medicine_is_what_is_asked_about(question: str, read_as: str, deps: Deps) -> None:
    assert deps.graphs is not None
    topic = find_topic(deps.graphs, "anna", "metformin", VOCABULARIES)
    assert topic is not None
    reply = await turn(question, deps, state=state().updated(topic.delta()))
    assert reply.understood[0].startswith(read_as)


async def test_whatever_drug_is_named_the_recorded_medicines_stand_beside_it(deps: Deps) -> None:
    reply = await turn("Would ibuprofen be OK for my shoulder?", deps)
    assert reply.text.startswith(NO_INTERACTIONS)
    assert "Metformin 500 MG Oral Tablet" in reply.text


async def test_abnormal_results_are_asked_of_the_open_chart(deps: Deps) -> None:
    for question in ("which results are abnormal?", "anything off in my blood tests?"):
        reply = await turn(question, deps)
        assert reply.route == "consultant"
        assert reply.understood[0].startswith("whether in range")


def test_an_organ_is_a_system_of_its_own_before_the_one_that_it_is_part_of() -> None:
    assert system_asked("how is my thyroid doing?", VOCABULARIES) == "thyroid"
    assert systems_of("Hypothyroidism", VOCABULARIES) >= {"thyroid", "endocrine"}
    assert "thyroid" not in systems_of("Type 2 diabetes mellitus", VOCABULARIES)


@pytest.fixture(scope="module")
def lungs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LadybugGraphs]:
    values = [("FEV1/FVC", "r", 56.08), ("FEV1", "f", 71.0)]
    record = PatientRecord.model_validate(
        {
            "id": "p",
            "observations": [
                {
                    "id": entry,
                    "text": name,
                    "status": "final",
                    "quantity": {"value": value, "unit": "%"},
                    "time": {"at": {"date": "2020-10-15"}},
                }
                for name, entry, value in values
            ],
        }
    )
    made = LadybugGraphs(Path(tmp_path_factory.mktemp("lungs")))
    made.load("p", project(record))
    yield made
    made.close()


def test_a_proportion_that_is_measured_itself_is_that_value(lungs: LadybugGraphs) -> None:
    found = drive(answer_question("what's her FEV1/FVC ratio?", TODAY, VOCABULARIES), lungs, "p")
    assert found.value == pytest.approx(56.08)
    assert found.entries == ["r"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("is a bmi of 24.3 ok?", "within the normal range"),
        ("is a bmi of 24.95 ok?", "within the normal range"),
        ("is a bmi of 33 bad?", "obesity class I "),
        ("is a bmi of 17 low?", "underweight"),
        ("what should a bmi be?", "normal is 18.5 to 24.9"),
    ],
)
def test_a_measure_with_several_limits_is_told_by_its_class(question: str, told: str) -> None:
    found = usual_range(question)
    assert found is not None
    assert told in found["text"]
