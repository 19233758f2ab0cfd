"""The port to patient graphs, one contract for its adapters; Neo4j's is run where TEST_NEO4J_URL names a server."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from osler.core.graph import (
    GraphData,
    LadybugGraphs,
    Neo4jGraphs,
    Node,
    PatientGraphs,
    QueryLimits,
    Relationship,
    graph_schema,
    project,
)
from osler.core.patient import PatientRecord
from osler.errors import ConfigError, DataError, KeyRefused
from tests.core.graph.people import anna, with_ben

NEO4J = os.environ.get("TEST_NEO4J_URL")


def _neo4j(password: str | None = None) -> Neo4jGraphs:
    return Neo4jGraphs(
        NEO4J or "",
        user=os.environ.get("TEST_NEO4J_USER", "neo4j"),
        password=password or os.environ.get("TEST_NEO4J_PASSWORD", ""),
        database=os.environ.get("TEST_NEO4J_DATABASE"),
    )


CONDITIONS = (
    "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c:ConditionCase) RETURN c.name AS name ORDER BY name"
)


@pytest.fixture(params=["ladybug", "neo4j"])
def graphs(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PatientGraphs]:
    if request.param == "neo4j":
        if NEO4J is None:
            pytest.skip("no Neo4j server: set TEST_NEO4J_URL")
        made: PatientGraphs = _neo4j()
    else:
        made = LadybugGraphs(tmp_path)
    made.load("anna", project(anna()))
    yield made
    made.close()


def test_a_loaded_graph_answers_about_its_patient(graphs: PatientGraphs) -> None:
    assert graphs.has("anna")
    assert not graphs.has("nobody")
    result = graphs.query("anna", CONDITIONS)
    assert result.columns == ["name"]
    assert [row[0] for row in result.rows] == ["Asthma", "Type 2 diabetes mellitus"]


def test_loading_again_replaces(graphs: PatientGraphs) -> None:
    record = anna()
    record.conditions = record.conditions[:1]
    graphs.load("anna", project(record))
    assert len(graphs.query("anna", CONDITIONS).rows) == 1


def test_a_refused_query_is_not_run_and_an_unknown_word_is_unsupported(graphs: PatientGraphs) -> None:
    assert graphs.query("anna", "MATCH (n) RETURN n").status == "rejected"
    assert graphs.query("anna", "MATCH (p:Patient {uuid: $patient_uuid}) RETURN p.nothing_of_the_kind").status in {
        "unsupported",
        "ok",
    }


def test_parameters_are_values(graphs: PatientGraphs) -> None:
    cypher = "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c) WHERE c.name = $name RETURN c.uuid AS id"
    assert graphs.query("anna", cypher, {"name": "Asthma"}).rows == [["c2"]]
    assert graphs.query("anna", cypher, {"name": "x' OR true"}).rows == []


def test_removal_forgets(graphs: PatientGraphs) -> None:
    graphs.remove("anna")
    assert not graphs.has("anna")


def test_in_one_database_with_another_patient_the_guard_alone_keeps_them_apart(tmp_path: Path) -> None:
    graphs = LadybugGraphs(tmp_path)
    graphs.load("anna", with_ben(project(anna())))
    assert "Gout of Ben" not in str(graphs.query("anna", CONDITIONS).rows)
    for leak in (
        "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->()-[:IS_A]->(t)<-[:IS_A]-(c) RETURN c.name",
        "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_ENCOUNTER]->()-[:SEEN_BY]->(d)<-[:SEEN_BY]-(e) RETURN e.name",
    ):
        assert graphs.query("anna", leak).status == "rejected"
    graphs.close()


@pytest.mark.parametrize("patients", [33, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_many_patients_with_few_databases_open(tmp_path: Path, patients: int) -> None:
    """More than the 31 that the engine can have open by default."""
    graphs = LadybugGraphs(tmp_path, most_open=4)
    graphs.load("p0", GraphData(nodes=[Node("Patient", "p0", {"name": "p0"})]))
    template = graphs._place("p0")
    for number in range(1, patients):
        # A copy of one file: what is tested is opening, not loading.
        graphs._place(f"p{number}").write_bytes(template.read_bytes())
    for number in range(patients):
        assert graphs.query(f"p{number}", "MATCH (p:Patient {uuid: $patient_uuid}) RETURN p.name").status == "ok"
    assert graphs.open_count == 4
    graphs.close()


@pytest.mark.slow
def test_rows_and_time_are_limited_and_the_next_query_runs(tmp_path: Path) -> None:
    graphs = LadybugGraphs(tmp_path, limits=QueryLimits(rows=5, seconds=1.5))
    graphs.load("anna", project(anna()))
    anchor = "MATCH (p:Patient {uuid: $patient_uuid})"
    many = graphs.query("anna", f"{anchor} UNWIND range(1, 100) AS x RETURN x")
    assert len(many.rows) == 5
    assert many.truncated
    bomb = " ".join(f"UNWIND range(1, 9999) AS {name}" for name in "abcd")
    assert graphs.query("anna", f"{anchor} {bomb} RETURN sum(a * b * c * d)").status == "timeout"
    assert graphs.query("anna", CONDITIONS).status == "ok"
    graphs.close()


def test_a_patient_without_a_graph_and_a_missing_driver_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        LadybugGraphs(tmp_path).query("nobody", CONDITIONS)
    try:
        import neo4j  # noqa: F401
    except ModuleNotFoundError:
        with pytest.raises(ConfigError, match="driver"):
            Neo4jGraphs("bolt://localhost")


def test_a_query_in_neo4js_words_runs_in_ladybug(tmp_path: Path) -> None:
    graphs = LadybugGraphs(tmp_path)
    graphs.load("anna", project(anna()))
    cypher = "MATCH (p:Patient {uuid: $patient_uuid})-[r:HAS_CONDITION]->(c) RETURN DISTINCT type(r) AS kind, 'type(x)' AS text"
    assert graphs.query("anna", cypher).rows == [["HAS_CONDITION", "type(x)"]]
    graphs.close()


def test_a_question_over_two_hops_is_answered_among_many_nodes(tmp_path: Path) -> None:
    kinds = [Node("ObservationType", f"t{n}", {"name": f"kind {n}"}) for n in range(10)]
    values = [Node("Observation", f"o{n}", {"name": "x", "value": float(n)}) for n in range(1000)]
    links = [Relationship(("Patient", "big"), "HAS_OBSERVATION", ("Observation", f"o{n}")) for n in range(1000)]
    links += [Relationship(("Observation", f"o{n}"), "IS_A", ("ObservationType", f"t{n % 10}")) for n in range(1000)]
    graphs = LadybugGraphs(tmp_path, limits=QueryLimits(rows=10))
    graphs.load("big", GraphData(nodes=[Node("Patient", "big", {}), *kinds, *values], relationships=links))
    cypher = (
        "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType) "
        "WHERE t.uuid = $kind RETURN max(o.value) AS top"
    )
    for number in range(10):
        found = graphs.query("big", cypher, {"kind": f"t{number}"})
        assert found.status == "ok"
        assert [row[0] for row in found.rows] == [990.0 + number]


@pytest.mark.parametrize(
    "text",
    ['with "quotes", and a comma', "two\nlines", "", "back\\slash", "ünï 😀", "NULL", "'; MATCH (n)", " a ", None],
)
def test_what_is_loaded_is_what_is_read(tmp_path: Path, text: str | None) -> None:
    noon = dt.datetime(2024, 2, 29, 12, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    given = {"name": text, "value": 1e-7, "date": dt.date(2024, 2, 29), "time": noon}
    link = Relationship(("Patient", "it's"), "HAS_OBSERVATION", ("Observation", "o, 1"))
    loose = Relationship(("Patient", "it's"), "HAS_OBSERVATION", ("Observation", "nowhere"))
    graphs = LadybugGraphs(tmp_path / "a folder's name")
    nodes = [Node("Patient", "it's", {}), Node("Observation", "o, 1", given)]
    graphs.load("it's", GraphData(nodes=nodes, relationships=[link, loose]))
    cypher = (
        "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation) "
        "RETURN o.name, o.value, o.date, o.time, o.uuid, o.unit"
    )
    utc = dt.datetime(2024, 2, 29, 10)  # noqa: DTZ001 - the engine keeps UTC and says nothing of it
    assert graphs.query("it's", cypher).rows == [[text, 1e-7, dt.date(2024, 2, 29), utc, "o, 1", None]]
    assert not list((tmp_path / "a folder's name").glob("*.csv"))
    graphs.close()


def test_a_graph_of_an_older_schema_is_not_asked_and_goes_with_the_patient(tmp_path: Path) -> None:
    old = LadybugGraphs(tmp_path, schema=graph_schema().model_copy(update={"version": 1}))
    old.load("anna", project(anna()))
    old.close()
    now = LadybugGraphs(tmp_path)
    assert not now.has("anna")
    now.remove("anna")
    assert not list(tmp_path.iterdir())


def test_a_date_known_to_the_month_keeps_that_and_who_prescribed_is_reached(tmp_path: Path) -> None:
    record = PatientRecord.model_validate(
        {
            "id": "m",
            "practitioners": [{"id": "d", "names": [{"text": "Dr. Day"}]}],
            "conditions": [{"id": "c", "text": "Gout", "time": {"at": {"date": "2021-03"}}}],
            "medications": [{"id": "x", "text": "Allopurinol", "status": "active", "practitioner_ids": ["d"]}],
        }
    )
    made = LadybugGraphs(tmp_path)
    made.load("m", project(record))
    anchor = "MATCH (p:Patient {uuid: $patient_uuid})"
    asked = made.query("m", f"{anchor}-[:HAS_CONDITION]->(c:ConditionCase) RETURN c.date_written AS day")
    assert asked.rows == [["2021-03"]]
    who = f"{anchor}-[:HAS_INTAKE]->(x:IntakeRegimen) MATCH (x)-[:PRESCRIBED_BY]->(d:Practitioner) RETURN d.name AS who"
    assert made.query("m", who).rows == [["Dr. Day"]]


def test_a_counted_subquery_and_names_of_the_language_give_their_values(tmp_path: Path) -> None:
    made = LadybugGraphs(tmp_path)
    made.load("anna", with_ben(project(anna())))
    anchor = "MATCH (p:Patient {uuid: $patient_uuid})"
    counted = made.query("anna", f"{anchor} RETURN COUNT {{ MATCH (p)-[:HAS_CONDITION]->(c:ConditionCase) }} AS any")
    assert (counted.columns, counted.rows) == (["any"], [[2]])
    grouped = made.query(
        "anna",
        f"{anchor}-[:HAS_CONDITION]->(c:ConditionCase) WITH c.status AS group, count(*) AS count RETURN group, count",
    )
    assert grouped.columns == ["group", "count"]
    assert sum(row[1] for row in grouped.rows) == 2
    made.close()


@pytest.mark.skipif(NEO4J is None, reason="no Neo4j server: set TEST_NEO4J_URL")
def test_neo4j_keeps_two_patients_apart_and_a_wrong_password_is_no_matter_of_the_query() -> None:
    graphs = _neo4j()
    graphs.load("anna", with_ben(project(anna())))
    assert [row[0] for row in graphs.query("anna", CONDITIONS).rows] == ["Asthma", "Type 2 diabetes mellitus"]
    assert not graphs.query("nobody", CONDITIONS).rows
    graphs.remove("anna")
    graphs.remove("ben")
    assert not graphs.has("ben")
    graphs.close()
    if "TEST_NEO4J_PASSWORD" in os.environ:
        wrong = _neo4j("not the password")
        with pytest.raises(KeyRefused, match="password"):
            wrong.query("anna", CONDITIONS)
        with pytest.raises(KeyRefused, match="password"):
            wrong.load("anna", project(anna()))
        wrong.close()
