"""A definition that says nothing is no answer, and neither is that a thing is recorded where something else is asked of it."""

from __future__ import annotations

import pytest

from osler.consult import Deps
from osler.consult.known_of.definitions import definition, pharmacological_actions, says_what
from osler.consult.outside.ports import no_passages
from osler.consult.record import Refused, read_question
from osler.consult.steps.lite import NOTHING, LiteInput, lite_step, lite_tools
from osler.consult.steps.search import WebAsked
from osler.core.agents import AgentDeps
from osler.core.graph import LadybugGraphs
from osler.core.privacy import Deidentifier
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT, graphs, turn

VOCABULARIES = bundled_vocabularies()


@pytest.fixture(scope="module")
def anna_graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    return graphs(tmp_path_factory.mktemp("anna"))


@pytest.mark.parametrize(
    ("term", "source", "says"),
    [
        ("HbA1c", "HP:0040217", "mean glucose concentration over the previous 8 to 12 weeks"),
        ("TSH", "HP:0031098", "stimulates the function of the thyroid gland"),
        ("ESR", "HP:0003565", "the distance that erythrocytes have fallen"),
        ("eGFR", "HP:0012213", "fluid filtered out of plasma"),
    ],
)
def test_a_measure_is_told_by_the_finding_that_says_what_it_is(term: str, source: str, says: str) -> None:
    found = definition(term, VOCABULARIES)
    assert found is not None
    assert (found["id"], found["defined"]) == (source, "yes")
    assert says in found["text"]
    assert "HPO says of a" in found["text"]


@pytest.mark.parametrize("term", ["potassium", "creatinine", "LDL", "ALT"])
def test_a_finding_that_only_names_the_measure_defines_nothing(term: str) -> None:
    found = definition(term, VOCABULARIES)
    assert found is not None
    assert found["defined"] == "no"
    assert not says_what(found, f"what is {term}?")
    assert says_what(found, f"what is {term} called in full?")


def test_an_action_has_a_name_in_the_plural() -> None:
    assert pharmacological_actions("DRUGBANK:DB00682", VOCABULARIES) == ["Anticoagulants", "Rodenticides"]
    assert pharmacological_actions("DRUGBANK:DB00158", VOCABULARIES) == []


async def _told(question: str) -> list[str]:
    deps = AgentDeps()
    web = WebAsked(None, question, VOCABULARIES, Deidentifier())
    tools = lite_tools(deps, VOCABULARIES, no_passages, web)
    outcome = await deps.ask(lite_step(VOCABULARIES), LiteInput(question=question), tools=tools)
    return [sentence.text for sentence in outcome.unwrap().sentences]


@pytest.mark.parametrize(
    "question",
    ["what does B12 actually do?", "what is potassium?", "what does creatinine show?", "what does folic acid do?"],
)
async def test_where_no_definition_says_it_that_is_said(question: str) -> None:
    assert await _told(question) == [NOTHING]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("what does HbA1c actually measure?", "reflects the mean glucose concentration"),
        ("what does metformin do?", "Hypoglycemic Agents"),
        ("what is a colonoscopy?", "a kind of gastrointestinal endoscopy"),
    ],
)
async def test_what_a_definition_says_is_told(question: str, says: str) -> None:
    assert says in " ".join(await _told(question))


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("what causes my allergy to penicillin?", True),
        ("is my penicillin allergy curable?", True),
        ("what is my asthma caused by?", True),
        ("what happens when my asthma flares?", True),
        ("am I allergic to penicillin?", False),
        ("how was my penicillin allergy treated?", False),
        ("what causes my allergies?", False),
    ],
)
def test_what_is_asked_of_a_thing_in_itself_is_no_question_of_the_record(question: str, refused: bool) -> None:
    read = read_question(question, MOMENT.date(), VOCABULARIES)
    assert (isinstance(read, Refused) and read.reason == "out_of_scope") is refused


async def test_that_nothing_was_found_on_what_is_asked_is_said(anna_graph: LadybugGraphs) -> None:
    reply = await turn("what causes my diabetes?", Deps(graphs=anna_graph))
    assert reply.sentences[0].text == "I found nothing on this (causes) in the local vocabularies and library."
