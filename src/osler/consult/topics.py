"""What a conversation may have open: an entry of the patient's record, or the kind of thing that it is."""

from __future__ import annotations

from typing import Any, NamedTuple, get_args

from osler.consult.record.computing.rows import called
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.types import SessionTopicNodeType
from osler.core.graph import PatientGraphs
from osler.core.terminology import Match, SemanticType, Vocabularies

_TYPE = "TypeNode"
_ENTRY = "MATCH (p:Patient {{uuid: $patient_uuid}})-->(x:{label}) "
_KIND = "MATCH (p:Patient {{uuid: $patient_uuid}})--(x) MATCH (x)-[:IS_A]->(t:{label}) "


class Topic(NamedTuple):
    """A node that can be open, and what it is called."""

    uuid: str
    type: SessionTopicNodeType
    name: str
    date: str = ""

    @property
    def is_general(self) -> bool:
        """Whether it is a kind of thing, and no entry of the patient's."""
        return self.type.endswith(_TYPE)

    def delta(self) -> dict[str, Any]:
        """How the state of the conversation changes when it is opened: what was spoken of before is not pointed at any more."""
        opened = {"session_topic_node_uuid": self.uuid, "session_topic_node_type": self.type}
        return opened | {"subject": None, "given_value": None}


CLOSED: dict[str, Any] = {"session_topic_node_uuid": None, "session_topic_node_type": None}
"""How the state changes when no topic is open any more."""


def find_topic(
    graphs: PatientGraphs, patient_id: str, said: str, vocabularies: Vocabularies, *, general: bool = False
) -> Topic | None:
    """The newest entry of the patient's that is called so, or the kind of thing of that name where that is asked for."""
    kinds: list[SessionTopicNodeType] = [
        kind for kind in get_args(SessionTopicNodeType) if kind.endswith(_TYPE) == general
    ]
    found: list[Topic] = []
    for kind in kinds:
        held = _topics_of(graphs, patient_id, kind)
        named = {entry.uuid for entry in matching(said, [TypeEntry(one.uuid, one.name) for one in held], vocabularies)}
        found += [one for one in held if one.uuid in named or one.uuid == said]
    if not found and not general:  # a measure has no entry that could be open: the kind of value is
        return find_topic(graphs, patient_id, said, vocabularies, general=True)
    return max(found, key=lambda one: one.date) if found else None


def topic_name(graphs: PatientGraphs, patient_id: str, uuid: str, kind: str) -> str | None:
    """What the open node is called, found from the patient."""
    label = kind.removesuffix("Node")
    start = (_KIND if kind.endswith(_TYPE) else _ENTRY).format(label=label)
    node = "t" if kind.endswith(_TYPE) else "x"
    found = graphs.query(
        patient_id, f"{start}WHERE {node}.uuid = $topic RETURN DISTINCT {node}.name AS name", {"topic": uuid}
    )
    return str(found.rows[0][0]) if found.rows else None


def plain_name(label: str, kind: str, vocabularies: Vocabularies) -> str:
    """What people would call the open node: of a product the substance, without strength, salt and form."""
    name = called(label).lower()
    if not kind.startswith("IntakeRegimen"):
        return name
    found = [name[match.start : match.end] for match in vocabularies.find(name) if _is_drug(match, vocabularies)]
    first = found[0].split()[0] if found else ""
    alone = any(match.end == len(first) and _is_drug(match, vocabularies) for match in vocabularies.find(first))
    return first if alone else found[0] if found else name


def _is_drug(match: Match, vocabularies: Vocabularies) -> bool:
    concept = vocabularies.concept(match.concept_ids[0])
    return concept is not None and concept.semantic_type is SemanticType.MEDICATION


def _topics_of(graphs: PatientGraphs, patient_id: str, kind: SessionTopicNodeType) -> list[Topic]:
    label = kind.removesuffix("Node")
    if kind.endswith(_TYPE):
        asked = f"{_KIND.format(label=label)}RETURN DISTINCT t.uuid AS uuid, t.name AS name"
        return [Topic(str(row[0]), kind, str(row[1])) for row in graphs.query(patient_id, asked).rows]
    asked = f"{_ENTRY.format(label=label)}RETURN x.uuid AS uuid, x.name AS name, x.date AS day"
    return [Topic(str(row[0]), kind, str(row[1]), str(row[2] or "")) for row in graphs.query(patient_id, asked).rows]
