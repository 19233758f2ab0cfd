"""A model that lies with confidence 1.0, over a real client: nothing of it is accepted without a reviewer."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from osler.config import Settings
from osler.core.agents import Runner
from osler.grounding import Deps, GroundedEntity, new_batch, run
from tests.grounding.minds import criterion
from tests.servers.http import Received
from tests.servers.models import Calls, ModelServer
from tests.servers.models import Move as ServerMove


class Lie(NamedTuple):
    """What a model extracts from a criterion (words, type, term), and the concept that it chooses for each."""

    text: str
    entities: tuple[tuple[str, str, str], ...]
    choices: tuple[str, ...]


LIES = {
    "neighbour in the candidates": Lie(
        "Left hip fracture", (("Left hip fracture", "Condition", "left hip fracture"),), ("second candidate",)
    ),
    "neighbour by another term": Lie(
        "Patients with asthma",
        (("asthma", "Condition", "chronic obstructive pulmonary disease"),),
        ("first candidate",),
    ),
    "stop word": Lie("History of gout", (("of", "Condition", "pregnancy"),), ("first candidate",)),
    "words that say nothing": Lie("Any other disease", (("other disease", "Condition", "gout"),), ("first candidate",)),
    "opposite sign": Lie(
        "HER2 positive breast cancer", (("HER2 positive", "Biomarker", "HER2 negative"),), ("first candidate",)
    ),
    "sign left out": Lie(
        "EGFR mutation negative", (("EGFR mutation negative", "Biomarker", "EGFR"),), ("first candidate",)
    ),
    "other type": Lie(
        "Type 2 diabetes mellitus",
        (("Type 2 diabetes mellitus", "Condition", "type 1 diabetes mellitus"),),
        ("first candidate",),
    ),
    "other side": Lie(
        "Left heart failure", (("Left heart failure", "Condition", "right heart failure"),), ("first candidate",)
    ),
    "other letter": Lie("Hepatitis B", (("Hepatitis B", "Condition", "hepatitis C"),), ("first candidate",)),
    "other letter of a class": Lie("Influenza A", (("Influenza A", "Condition", "influenza B"),), ("first candidate",)),
    "other scale": Lie("Barthel score > 60", (("Barthel score", "Lab_Value", "Apgar score"),), ("first candidate",)),
    "sign across a list": Lie(
        "HER2 positive or ER negative cancer",
        (("HER2 positive or ER negative", "Condition", "HER2 negative"),),
        ("first candidate",),
    ),
    "narrower by a word of its own": Lie(
        "Patients with diabetes", (("diabetes", "Condition", "type 1 diabetes mellitus"),), ("first candidate",)
    ),
    "wider by leaving words out": Lie(
        "Gestational diabetes", (("Gestational diabetes", "Condition", "diabetes"),), ("first candidate",)
    ),
    "the id of another entity": Lie(
        "Gout or asthma",
        (("Gout", "Condition", "gout"), ("asthma", "Condition", "asthma")),
        ("candidate of the other", "candidate of the other"),
    ),
    "an invented id": Lie("History of gout", (("gout", "Condition", "gout"),), ("SCTID:999999999999",)),
}


class Liar(ModelServer):
    """Answers an extraction with its entities, and an evaluation with the candidates it wants."""

    def __init__(self, lie: Lie) -> None:
        super().__init__(Calls([]))
        self.lie = lie

    def respond(self, request: Received) -> Any:
        told = str(request.json())
        self.script = [self._chooses(told) if "## Entity" in told else self._extracts()]
        return super().respond(request)

    def _extracts(self) -> ServerMove:
        entities = [
            {"criterion_id": "c1", "text": text, "entity_type": kind, "search_term": term}
            for text, kind, term in self.lie.entities
        ]
        return Calls([("final_result", {"action_type": "extract", "entities": entities})])

    def _chooses(self, told: str) -> ServerMove:
        parts = re.split(r"## Entity (\S+?)[\s:\\]", told)[1:]
        names = parts[::2]
        found = [re.findall(r'concept_id\\*":\s*\\*"([^"\\]+)', part) for part in parts[1::2]]
        selections = []
        for place, (name, wanted) in enumerate(zip(names, self.lie.choices, strict=True)):
            others = found[1 - place] if len(found) > 1 else []
            listed = {"first candidate": found[place][:1], "second candidate": found[place][1:2]}
            listed["candidate of the other"] = others[:1]
            chosen = listed.get(wanted, [wanted])
            if chosen:
                selections.append({"entity_id": name, "concept_id": chosen[0], "confidence": 1.0})
        return Calls([("final_result", {"action_type": "evaluate", "selections": selections})])


async def _grounded(lie: Lie) -> list[GroundedEntity]:
    async with Liar(lie) as server:
        settings = Settings.model_validate(
            {"models": server.settings("openai-chat", retries=0), "grounding": {"cross_check": False}}
        )
        async with Runner(settings) as runner:
            state = await run(new_batch([criterion(lie.text)]), deps=Deps(runner=runner))
        assert state.error is None
        assert len(server.received) >= 2, "the model was asked"
        return state.grounded_entities


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES.keys())
async def test_a_lie_is_never_accepted_without_a_reviewer(lie: Lie) -> None:
    found = await _grounded(lie)
    assert found, "what was lied about is left for a reviewer, not lost"
    assert [(entity.text, entity.preferred_term) for entity in found if entity.status == "accepted"] == []


@pytest.mark.parametrize(
    "lie",
    [
        Lie("History of gout", (("gout", "Condition", "gout"),), ("first candidate",)),
        Lie("Severe asthma", (("Severe asthma", "Condition", "asthma"),), ("first candidate",)),
        Lie("Hep B or C", (("Hep B or C", "Condition", "hepatitis C"),), ("first candidate",)),
    ],
    ids=["as written", "without a word of degree", "a member of a list"],
)
async def test_the_truth_is_accepted_no_more_surely_than_it_is_found(lie: Lie) -> None:
    (entity,) = await _grounded(lie)
    assert entity.status == "accepted"
    assert entity.grounding_confidence < 1.0
