"""The shape of a patient graph: which labels a patient owns, which all patients share, and what relates them."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from osler.yaml_reader import packaged_yaml

Owner = Literal["anchor", "patient", "shared"]
PropertyType = Literal["string", "double", "int64", "bool", "date", "timestamp"]


class Label(BaseModel):
    """A kind of node."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    owner: Owner
    about: str = ""
    properties: dict[str, PropertyType] = {}


class Relation(BaseModel):
    """A kind of relationship; one that owns leads from a patient to what is the patient's own."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    owns: bool
    pairs: tuple[tuple[str, str], ...] = ()


class GraphSchema(BaseModel):
    """Labels, relationships, the key of every node and the label that queries are anchored at."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: int = 1
    key: str = "uuid"
    anchor: str = "Patient"
    labels: dict[str, Label]
    relations: dict[str, Relation]

    def owner(self, label: str) -> Owner | None:
        """Who owns nodes of a label; None where the schema does not have it."""
        found = self.labels.get(label)
        return found.owner if found else None

    def describe(self) -> str:
        """The schema as text that a mind can write queries from."""
        lines = [f"Key of every node: {self.key}. Anchor: (p:{self.anchor} {{{self.key}: $patient_uuid}})."]
        for name, label in self.labels.items():
            properties = ", ".join(f"{key} {kind}" for key, kind in label.properties.items())
            owner = "shared by all patients" if label.owner == "shared" else "of this patient"
            lines.append(f"({name}) {owner}: {label.about} Properties: {self.key} string, {properties}.")
        for name, relation in self.relations.items():
            pairs = "; ".join(f"(:{start})-[:{name}]->(:{end})" for start, end in relation.pairs)
            lines.append(pairs)
        return "\n".join(lines)


@cache
def graph_schema() -> GraphSchema:
    """The schema that records are projected into."""
    return GraphSchema.model_validate(packaged_yaml("osler.core.graph", "schema.yml"))
