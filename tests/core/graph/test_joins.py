"""The order in which Ladybug joins: said where the question narrows a far node, and never a change of the answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from osler.core.graph import LadybugGraphs, project
from osler.core.graph import ladybug as adapter
from osler.core.graph.joins import narrow_end_first
from tests.core.graph.people import anna

PATIENT = "(p:Patient {uuid: $patient_uuid})"


@pytest.mark.parametrize(
    ("pattern", "hint"),
    [
        (f"{PATIENT}-[:A]->(o)-[:IS_A]->(t)", "((((t JOIN join_1) JOIN o) JOIN join_0) JOIN p)"),
        (f"{PATIENT}-[a:A]->(:O)-[i:IS_A]->(t)", "((((t JOIN i) JOIN join_0) JOIN a) JOIN p)"),
        (f"{PATIENT}-[:A]->(o), (o)-[:IS_A]->(t)", "((((t JOIN join_1) JOIN o) JOIN join_0) JOIN p)"),
        (f"{PATIENT}-[:A]->(o)\nMATCH (o)-[:IS_A]->(t)", "((((t JOIN join_1) JOIN o) JOIN join_0) JOIN p)"),
        (f"(t)<-[:IS_A]-(o)<-[:A]-{PATIENT}", "((((t JOIN join_0) JOIN o) JOIN join_1) JOIN p)"),
    ],
)
@pytest.mark.parametrize(
    "says", ["toLower(t.name) CONTAINS 'where (x) return'", "o.value > 1 AND t.name STARTS WITH 'a'"]
)
def test_a_narrowed_type_comes_first(pattern: str, hint: str, says: str) -> None:
    assert f" WHERE {says} HINT {hint} RETURN o" in str(narrow_end_first(f"MATCH {pattern} WHERE {says} RETURN o"))


@pytest.mark.parametrize(
    "cypher",
    [
        f"MATCH {PATIENT}-[:A]->(o)-[:IS_A]->(t) RETURN t",
        f"MATCH {PATIENT}-[:A]->(o)-[:IS_A]->(t) WHERE o.name = 't.name' RETURN t",
        f"MATCH {PATIENT}-[:A]->(o)-[:IS_A]->(t) WHERE t.name = 'x' RETURN *",
        f"MATCH {PATIENT}-[:A]->(o)-[:IS_A]->(t), (p)-[:C]->(o) WHERE t.name = 'x' RETURN t",
        f"MATCH {PATIENT}-[:A*1..2]->(o)-[:IS_A]->(t) WHERE t.name = 'x' RETURN t",
        f"MATCH {PATIENT}-[:A]->(o)-[:IS_A]->(t) OPTIONAL MATCH (o)-[:C]->(d) WHERE t.name = 'x' RETURN t",
        f"MATCH {PATIENT}-[:A]->(o)-[:IS_A]->(t) WHERE t.name = 'x' AND EXISTS {{ MATCH (o)-[:C]->(d) }} RETURN t",
        "MATCH (o)-[:IS_A]->(t) WHERE t.name = 'x' RETURN t",
    ],
)
def test_any_other_query_is_left_to_the_engine(cypher: str) -> None:
    assert narrow_end_first(cypher) is None


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LadybugGraphs]:
    made = LadybugGraphs(tmp_path_factory.mktemp("graphs"))
    made.load("anna", project(anna()))
    yield made
    made.close()


@pytest.mark.parametrize(
    "rest",
    [
        "WHERE toLower(t.name) CONTAINS 'diab' RETURN c.name, t.name",
        "WHERE toLower(t.name) CONTAINS 'a' AND c.name <> 'Asthma' RETURN count(c) AS n",
        "WHERE t.name STARTS WITH 'A' WITH c MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(d) RETURN c.name, d.name ORDER BY d.name",
        "WHERE t.name = 'nothing like it' RETURN c.name",
    ],
)
def test_the_answer_is_the_one_without_it(graphs: LadybugGraphs, rest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cypher = f"MATCH {PATIENT}-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType) {rest}"
    assert narrow_end_first(cypher)
    hinted = graphs.query("anna", cypher)
    monkeypatch.setattr(adapter, "narrow_end_first", lambda _: None)
    plain = graphs.query("anna", cypher)
    assert hinted.status == "ok"
    assert (hinted.columns, hinted.rows) == (plain.columns, plain.rows)


def test_where_the_engine_does_not_take_it_the_query_is_asked_as_it_is(
    graphs: LadybugGraphs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "narrow_end_first", lambda cypher: cypher + " HINT nothing")
    assert graphs.query("anna", f"MATCH {PATIENT}-[:HAS_CONDITION]->(c) RETURN c.name ORDER BY c.name").rows == [
        ["Asthma"],
        ["Type 2 diabetes mellitus"],
    ]
