"""Scripted minds for grounding: replies as a model would write them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from osler.config import Settings
from osler.core.agents import Runner
from osler.core.terminology import Candidate, SemanticType
from osler.grounding import CriterionText, Deps
from osler.grounding.searching import ConceptSearch
from tests.core.agents.scripted import Move, Reaction, Script

OSTEOARTHRITIS = Candidate(
    concept_id="SCTID:396275006",
    cui="C0029408",
    snomed_code="396275006",
    display="Osteoarthritis",
    ontology="SNOMEDCT",
    semantic_type=SemanticType.CONDITION,
    confidence=0.97,
    matched_name="Osteoarthritis",
    match_kind="exact",
)


def criterion(text: str, name: str = "c1") -> CriterionText:
    return CriterionText(id=name, text=text)


def extract(*entities: tuple[str, str, str], criterion_id: str = "c1") -> Move:
    """An extraction of (text, type, search term) each."""
    return reply(
        "extract",
        entities=[
            {"criterion_id": criterion_id, "text": text, "entity_type": kind, "search_term": term}
            for text, kind, term in entities
        ],
    )


def evaluate(*selections: dict[str, Any]) -> Move:
    return reply("evaluate", selections=list(selections))


def refine(*entities: tuple[str, str]) -> Move:
    """A refinement of (text, new search term) each."""
    return reply(
        "refine", entities=[{"text": text, "entity_type": "Condition", "search_term": term} for text, term in entities]
    )


def reply(action: str, **parts: Any) -> Move:
    return [("final_result", {"action_type": action, **parts})]


def deps(
    *moves: Move | Reaction, search: ConceptSearch | None = None, structure: str = "native", cross_check: bool = True
) -> tuple[Deps, Script]:
    """Dependencies whose medical mind plays the moves."""
    settings = Settings.model_validate({"grounding": {"cross_check": cross_check}})
    script = Script(*moves)
    handle = script.handle(structure=structure)  # type: ignore[arg-type]  # one of the two words
    return Deps(runner=Runner(settings, models={"medical": handle}), search=search), script


class Searches:
    """A terminology that knows what it is told, and remembers what it was asked."""

    def __init__(self, **known: Sequence[Candidate]) -> None:
        self.known = known
        self.asked: list[str] = []

    async def __call__(self, term: str, max_results: int = 5) -> list[Candidate]:
        self.asked.append(term)
        return list(self.known.get(term, ()))[:max_results]


def told(script: Script, turn: int = -1) -> str:
    """Everything the model was told at a turn."""
    return repr(script.seen[turn])


def entity_ids(text: str) -> list[str]:
    """The ids of the entities that an evaluation prompt asks about."""
    return re.findall(r"## Entity (\S+)", text)


def words(action: Move) -> str:
    """The same reply as text in a code fence."""
    assert not isinstance(action, str)
    return f"```json\n{json.dumps(action[0][1])}\n```"
