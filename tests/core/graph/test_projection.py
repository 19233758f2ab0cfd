"""A record as a graph: instances of the patient, types shared, components apart, errors left out."""

from __future__ import annotations

import datetime as dt

from osler.core.graph import graph_schema, project
from tests.core.graph.people import anna


def test_every_fact_is_the_patients_and_has_its_type() -> None:
    data = project(anna())
    labels = {(node.label, node.uuid): node for node in data.nodes}
    owned = {link.end for link in data.relationships if link.start == ("Patient", "anna")}
    assert ("ConditionCase", "c1") in owned
    assert ("ConditionCase", "c3") not in labels
    assert {link.end[1] for link in data.relationships if link.start == ("ConditionCase", "c1")} == {"SCTID:44054006"}
    for label, uuid in labels:
        if graph_schema().owner(label) == "patient":
            assert (label, uuid) in owned


def test_a_blood_pressure_is_two_values_of_one_panel() -> None:
    values = {node.properties["name"]: node.properties for node in project(anna()).nodes if node.label == "Observation"}
    assert values["Systolic Blood Pressure"]["value"] == 130
    assert values["Diastolic Blood Pressure"]["panel"] == "bp"
    assert "Blood pressure" not in values
    assert values["Systolic Blood Pressure"]["time"] == dt.datetime(2021, 5, 1, 8)  # noqa: DTZ001


def test_the_schema_in_words_names_the_anchor_and_every_label() -> None:
    said = graph_schema().describe()
    assert "(p:Patient {uuid: $patient_uuid})" in said
    assert all(label in said for label in graph_schema().labels)
