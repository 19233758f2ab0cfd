"""The guard: what would leave the patient is refused with a reason, ordinary queries pass."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.graph import QueryGuard

GUARD = QueryGuard()
ANCHOR = "MATCH (p:Patient {uuid: $patient_uuid})"


def _bundled(*, allowed: bool) -> list[tuple[str, str]]:
    text = files("osler.evals").joinpath("data", "isolation.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    return [
        (row["id"], row["cypher"])
        for row in rows
        if "cypher" in row and row["allowed"] == allowed and row["expect"] in {"reject", "allow"}
    ]


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_every_hostile_query_of_the_set_is_refused_with_a_reason(step: int) -> None:
    judged = {name: GUARD.judge(cypher) for name, cypher in _bundled(allowed=False)[::step]}
    assert [name for name, verdict in judged.items() if verdict.allowed] == []
    assert all(verdict.reason for verdict in judged.values())


@pytest.mark.slow
def test_every_harmless_query_of_the_set_passes() -> None:
    judged = [(name, GUARD.judge(cypher)) for name, cypher in _bundled(allowed=True)]
    assert [(name, verdict.reason) for name, verdict in judged if not verdict.allowed] == []


@pytest.mark.parametrize(
    ("cypher", "reason"),
    [
        ("MATCH (t:ConditionType) RETURN t.name", "not connected"),
        (f"{ANCHOR} WITH p MATCH (q:Patient) RETURN q", "must be the patient"),
        (f"{ANCHOR}-[:HAS_CONDITION]->(c)-[:IS_A]->(t)<-[:IS_A]-(d) RETURN d", "not connected"),
        (f"{ANCHOR}-[*1..3]-(x) RETURN x", "not allowed"),
        (f"{ANCHOR} RETURN p; MATCH (n) RETURN n", "one statement"),
        (f"{ANCHOR} RETURN p.name AS n UNION MATCH (q:Patient) RETURN q.name AS n", "must be the patient"),
        (f"{ANCHOR} WHERE EXISTS {{ MATCH (q:ConditionCase) }} RETURN 1", "not connected"),
        (f"{ANCHOR} RETURN apoc.load.json('x')", "function"),
        ("MATCH (p:Patient {uuid: $other}) RETURN p", "not given"),
        ("MATCH (p:P\u0430tient {uuid: $patient_uuid}) RETURN p", "U+0430"),
        (f"{ANCHOR} RETURN size(range(1, 2000000000))", "range"),
        ("COPY Patient TO 'x.csv'", "cannot be parsed"),
    ],
)
def test_a_refusal_says_why(cypher: str, reason: str) -> None:
    verdict = GUARD.judge(cypher)
    assert not verdict.allowed
    assert reason in verdict.reason


def test_what_runs_is_what_was_checked_comments_gone_and_strings_without_escapes() -> None:
    verdict = GUARD.judge(
        f"// note\n{ANCHOR}-[:HAS_CONDITION]->(c) /* x */ WHERE c.name = 'Crohn\\'s disease' RETURN c.name;"
    )
    assert verdict.allowed
    assert "note" not in verdict.cypher
    assert '"Crohn\'s disease"' in verdict.cypher
    assert not verdict.cypher.endswith(";")


def test_nobody_but_the_system_sets_the_patient() -> None:
    assert not GUARD.judge(f"{ANCHOR} RETURN p", ["patient_uuid"]).allowed
    assert GUARD.judge(f"{ANCHOR}-[:HAS_CONDITION]->(c) WHERE c.name = $name RETURN c", ["name"]).allowed


def test_a_query_is_parsed_once() -> None:
    guard = QueryGuard(remembered=2)
    first = guard.judge(f"{ANCHOR} RETURN p.name")
    assert guard.judge(f"{ANCHOR} RETURN p.name") is first
    guard.judge(f"{ANCHOR} RETURN p.sex")
    guard.judge(f"{ANCHOR} RETURN p.language")
    assert guard.judge(f"{ANCHOR} RETURN p.name") is not first


@given(st.text(max_size=80))
def test_any_text_gets_a_verdict(text: str) -> None:
    assert GUARD.judge(text).allowed is False


ANCHORED = "MATCH (p:Patient {uuid: $patient_uuid})"


@pytest.mark.parametrize(
    "rest",
    [
        "RETURN COUNT { MATCH (p)-[:HAS_OBSERVATION]->(o:Observation) } AS n",
        "RETURN COUNT { (p)-[:HAS_CONDITION]->(:ConditionCase) } AS n",
        "RETURN EXISTS { MATCH (p)-[:HAS_CONDITION]->(c:ConditionCase) WHERE c.status = 'active' } AS any",
        "WHERE COUNT { MATCH (p)-[:HAS_ENCOUNTER]->(e:Encounter) } > 1 RETURN p.name",
        "-[:HAS_CONDITION]->(c:ConditionCase) WITH c.status AS group, count(*) AS count RETURN group, count ORDER BY group",
        "-[:HAS_CONDITION]->(c:ConditionCase) RETURN collect(c.name) AS all, any(x IN [1] WHERE x > 0) AS any",
        "-[:HAS_ALLERGY]->(a:AllergyRecord) RETURN a.name AS record, a.reaction AS set, a.status AS string",
        "-[:HAS_ENCOUNTER]->(e:Encounter) WITH p, e ORDER BY e.date DESC LIMIT 1 MATCH (e)-[:SEEN_BY]->(d:Practitioner) RETURN d.name",
        "-[:HAS_ENCOUNTER]->(e:Encounter) WITH e MATCH (e)-[:SEEN_BY]->(d:Practitioner) RETURN e.date, d.name",
    ],
)
def test_words_that_the_parser_takes_for_its_own_and_counted_subqueries_pass(rest: str) -> None:
    verdict = QueryGuard().judge(ANCHORED + ("" if rest.startswith("-") else " ") + rest)
    assert verdict.allowed, verdict.reason


@pytest.mark.parametrize(
    "query",
    [
        f"{ANCHORED} RETURN COUNT {{ MATCH (q:Patient) }} AS n",
        f"{ANCHORED}-[:HAS_ENCOUNTER]->(e)-[:SEEN_BY]->(d) WITH p, d MATCH (d)<-[:SEEN_BY]-(x:Encounter) RETURN x.date",
        f"{ANCHORED} WITH p, -p AS q MATCH (q)-[:HAS_CONDITION]->(c) RETURN c.name",
        f"{ANCHORED} RETURN COUNT {{ (q:Patient) WHERE q.name STARTS WITH 'B' }} AS any",
        f"{ANCHORED} RETURN COUNT {{ MATCH (p)-[:HAS_CONDITION]->(c)-[:IS_A]->(t)<-[:IS_A]-(d) }} AS n",
        f"{ANCHORED} RETURN COUNT {{ MATCH (p) MATCH (q:Observation) WHERE q.value > 9 }} AS n",
        f"{ANCHORED} WHERE COUNT {{ MATCH (p)-[:HAS_CONDITION]->(c) WHERE COUNT {{ MATCH (q:Patient) }} > 1 }} > 0 RETURN p.name",
        f"{ANCHORED} RETURN EXISTS {{ MATCH (q:Patient {{uuid: 'pat-berta'}}) }} AS any",
        "MATCH (count {uuid: 'pat-berta'}) RETURN count AS any",
        "MATCH (n:COUNT {uuid: 'pat-berta'}) RETURN n AS any",
        f"{ANCHORED} WITH p AS group MATCH (all:Patient) RETURN all.name AS all",
        f"{ANCHORED} WITH 'pat-berta' AS any MATCH (q:Patient {{uuid: any}}) RETURN q.name AS all",
        f"{ANCHORED} WITH p.name AS set MATCH (set) RETURN set",
        f"{ANCHORED} RETURN p.name AS any; MATCH (q:Patient) RETURN q.name AS all",
        f"{ANCHORED} SET p.name = 'x' RETURN p.name AS set",
        f"{ANCHORED} RETURN COUNT {{ MATCH (p)-[:HAS_CONDITION]->(c) DELETE c }} AS n",
        f"{ANCHORED} RETURN COUNT {{ CALL db.labels() }} AS n",
        f"{ANCHORED} RETURN COUNT {{ MATCH (p)-[*]-(q) }} AS n",
    ],
)
@pytest.mark.slow
def test_another_spelling_of_a_query_is_judged_as_strictly(query: str) -> None:
    assert not QueryGuard().judge(query).allowed


def test_a_refusal_says_what_is_wrong_in_few_words() -> None:
    reason = QueryGuard().judge(f"{ANCHORED} RETURN p.name AS 7").reason
    assert len(reason) < 120
