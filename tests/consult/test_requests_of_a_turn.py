"""A turn with a model: its requests are spent where its answer counts, and an honest answer comes through within the limits."""

from __future__ import annotations

from pathlib import Path

from osler.consult import ConsultSettings, Deps
from tests.consult.played import playing, routed
from tests.consult.setting import graphs, scripted, turn
from tests.core.agents.scripted import Move


async def test_a_model_that_behaves_gets_to_word_its_answer_within_the_budget(tmp_path: Path) -> None:
    def consultant(told: str) -> Move:
        if "o3" not in told:
            return [("ask_patient_graph", {"question": "What was my last HbA1c?"})]
        sentence = {"text": "Your HbA1c was 6.5 %.", "sources": [{"kind": "record", "id": "o3"}]}
        return [("final_result", {"sentences": [sentence]})]

    script = playing(triage=routed("consultant"), consultant=consultant, cypher=lambda told: [("get_graph_schema", {})])
    reply = await turn("What was my last HbA1c?", Deps(graphs=graphs(tmp_path), runner=scripted(script)))
    assert script.turns <= ConsultSettings().requests
    assert reply.minds["health_consultant"] == "scripted"
    assert [sentence.text for sentence in reply.sentences] == ["Your HbA1c was 6.5 %."]


_OF_A_QUESTION = 5
"""Requests of a question that is asked of the graph by a model: its route, the question, the query, what was found, the answer."""


async def test_a_model_that_asks_one_thing_after_another_still_gets_to_its_answer(tmp_path: Path) -> None:
    """What only asks is read for no statements by a model, and the later questions leave requests for the answer."""
    asked = ["What was my last HbA1c?", "Which conditions do I have?", "What was my last blood pressure?"]
    left = list(asked)

    def consultant(told: str) -> Move:
        if left:
            return [("ask_patient_graph", {"question": left.pop(0)})]
        sentence = {"text": "Your HbA1c was 6.5 %.", "sources": [{"kind": "record", "id": "o3"}]}
        return [("final_result", {"sentences": [sentence]})]

    script = playing(
        triage=routed("consultant"), consultant=consultant, cypher=lambda told: [("final_result", {"type": "none"})]
    )
    reply = await turn(asked[0], Deps(graphs=graphs(tmp_path), runner=scripted(script)))
    assert reply.minds["health_consultant"] == "scripted"
    assert {reply.minds[name] for name in ("medical_measurements", "medical_context", "data_extractor")} == {"offline"}
    assert script.turns <= ConsultSettings().requests
    assert [sentence.text for sentence in reply.sentences] == ["Your HbA1c was 6.5 %."]


async def test_a_model_that_asks_several_things_at_once_is_answered_all_of_them(tmp_path: Path) -> None:
    """A question that the rules answer for a model is one call of its tool, however many queries it takes."""
    asked = [f"What was my {which} HbA1c?" for which in ("last", "first", "highest", "lowest", "second last")]

    def consultant(told: str) -> Move:
        if "o3" not in told:
            return [("ask_patient_graph", {"question": question}) for question in asked]
        sources = [{"kind": "record", "id": "o3"}]
        return [("final_result", {"sentences": [{"text": "Your HbA1c was 6.5 %.", "sources": sources}]})]

    script = playing(
        triage=routed("consultant"), consultant=consultant, cypher=lambda told: [("final_result", {"type": "none"})]
    )
    reply = await turn(asked[0], Deps(graphs=graphs(tmp_path), runner=scripted(script)))
    assert reply.minds["health_consultant"] == "scripted"
    assert [line for line in reply.plan if "ask_patient_graph" in line] == [
        "health_consultant: ask_patient_graph success"
    ] * 5
    assert reply.usage.tool_calls < ConsultSettings().tool_calls


async def test_a_model_still_reads_a_message_that_states_something(tmp_path: Path) -> None:
    script = playing(triage=routed("consultant"))
    deps = Deps(graphs=graphs(tmp_path), runner=scripted(script))
    reply = await turn("I saw Dr Grey on Monday. What was my last HbA1c?", deps)
    assert reply.minds["medical_context"] == "scripted"


async def test_a_model_that_queries_the_graph_itself_stays_within_the_default_budget(tmp_path: Path) -> None:
    def consultant(told: str) -> Move:
        if "o3" not in told:
            return [("ask_patient_graph", {"question": "What was my last HbA1c?"})]
        sentence = {"text": "Your HbA1c was 6.5 %.", "sources": [{"kind": "record", "id": "o3"}]}
        return [("final_result", {"sentences": [sentence]})]

    def cypher(told: str) -> Move:
        if '"uuid": "o3"' not in told:
            assert "HAS_OBSERVATION" in told  # the schema is told with the question
            query = "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(x:Observation) WHERE x.value = 6.5 RETURN x.uuid AS uuid, x.name AS name, x.value AS value, x.unit AS unit"
            return [("query_graph", {"cypher": query})]
        answer = {"type": "number", "value": 6.5, "unit": "%", "entries": ["o3"], "text": "Hemoglobin A1c 6.5 %."}
        return [("final_result", answer)]

    script = playing(triage=routed("consultant"), consultant=consultant, cypher=cypher)
    reply = await turn("What was my last HbA1c?", Deps(graphs=graphs(tmp_path), runner=scripted(script)))
    assert script.turns == _OF_A_QUESTION < ConsultSettings().requests
    assert not reply.problems
    assert [sentence.text for sentence in reply.sentences] == ["Your HbA1c was 6.5 %."]
