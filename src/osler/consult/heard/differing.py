"""Where a model and the offline mind read one message differently: its route, and what it states."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from osler.consult.checked.cross_asked import OFFLINE
from osler.consult.extraction import KINDS
from osler.consult.steps.extractors import StatementInput
from osler.consult.steps.triage import TriageDecision, TriageInput
from osler.core.agents import AgentStep, Difference, StepOutcome, differences


def differing(
    step: AgentStep[Any, Any], given: TriageInput | StatementInput, outcome: StepOutcome[Any]
) -> list[Difference]:
    """What the offline mind would have said otherwise; nothing where it is the one that answered."""
    if outcome.output is None or outcome.mind == OFFLINE:
        return []
    offline = step.policy(given)
    return differences(outcome.step, _parts(outcome.output), _parts(offline)) if isinstance(offline, BaseModel) else []


def _parts(output: BaseModel) -> dict[str, str]:
    """What an output says, by names that both minds use."""
    if isinstance(output, TriageDecision):
        return {"route": output.route}
    return {f"{kind}: {_name(entry)}": _details(entry) for kind in KINDS for entry in getattr(output, kind, ())}


def _name(entry: BaseModel) -> str:
    said = entry.model_dump()
    return str(said.get("name") or said.get("substance") or said.get("type") or "").lower()


def _details(entry: BaseModel) -> str:
    left = {
        k: v for k, v in entry.model_dump().items() if v not in (None, "") and k not in {"quote", "name", "substance"}
    }
    return ", ".join(f"{key} {value}" for key, value in left.items()) or "stated"
