"""Paths from the patient, cut into hops that mean the same."""

from __future__ import annotations

import pytest

from osler.core.graph.hops import hop_by_hop

PATIENT = "(p:Patient {uuid: $patient_uuid})"


@pytest.mark.parametrize(
    ("path", "hops"),
    [
        ("-[:A]->(o:O)-[:B]->(t:T)", "-[:A]->(o:O), (o)-[:B]->(t:T)"),
        ("-[:A]->(:O)-[:B]->(t:T)", "-[:A]->(hop_0:O), (hop_0)-[:B]->(t:T)"),
        ("-[:A]->(o)<-[:B]-(t)-[:C]->(u)", "-[:A]->(o), (o)<-[:B]-(t), (t)-[:C]->(u)"),
        ("-[:A]->(o {name: 'a)-[:B]->(c)'})-[:B]->(t)", "-[:A]->(o {name: 'a)-[:B]->(c)'}), (o)-[:B]->(t)"),
    ],
)
def test_a_path_from_the_patient_is_cut(path: str, hops: str) -> None:
    assert hop_by_hop(f"MATCH {PATIENT}{path} RETURN t") == f"MATCH {PATIENT}{hops} RETURN t"


@pytest.mark.parametrize(
    "cypher",
    [
        f"MATCH {PATIENT}-[:A]->(o) RETURN o",
        f"MATCH x = {PATIENT}-[:A]->(o)-[:B]->(t) RETURN x",
        f"MATCH {PATIENT}-[:A*1..3]->(o)-[:B]->(t) RETURN t",
        f"MATCH {PATIENT}-[:A]->(o)-[:B]->(t) RETURN *",
        f"MATCH {PATIENT} RETURN [(p)-[:A]->(o)-[:B]->(t) | t.name]",
        "MATCH (t:T)<-[:B]-(o)<-[:A]-(p:Patient {uuid: $patient_uuid}) RETURN t",
    ],
)
def test_what_is_no_plain_path_from_the_patient_stays(cypher: str) -> None:
    assert hop_by_hop(cypher) == cypher
