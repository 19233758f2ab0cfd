"""How a step meets a mind: model roles, prompts, budgets, safe tools, traces and cost.

A capability describes a step once; the settings decide which mind carries it out. `example` is a whole step in one
small file:

    >>> import asyncio
    >>> from osler.core.agents import Runner
    >>> from osler.core.agents.example import Note, find_allergies
    >>> outcome = asyncio.run(Runner().run(find_allergies(), Note(text="She is allergic to penicillin.")))
    >>> outcome.status, outcome.mind, [allergy.quote for allergy in outcome.unwrap()]
    ('ok', 'offline', ['penicillin'])

Both minds take turns in one loop of our own (`loop.py`), with language models asked through pydantic-ai's model layer.
Its agent loop is not used: it takes about 5 ms and a second of imports for a step that needs 0.1 ms offline, counts only
successful tool calls against a limit, and rejects a batch of calls whole where each must be answered.
"""

from osler.core.agents.budget import Budget
from osler.core.agents.checks import keep_supported
from osler.core.agents.deps import AgentDeps
from osler.core.agents.models import ModelHandle, build_model, describe_model, endpoint_of
from osler.core.agents.runner import Runner
from osler.core.agents.spec import AgentSpec, GenerateConfig, Role, load_agent
from osler.core.agents.step import AgentStep, Check, Policy
from osler.core.agents.structured import InvalidOutput, json_from_text
from osler.core.agents.telemetry import Spans
from osler.core.agents.toolbox import ToolResults
from osler.core.agents.tools import Tool
from osler.core.agents.types import (
    Call,
    Checked,
    Rejection,
    StepOutcome,
    StepStatus,
    ToolOutcome,
    ToolState,
)
from osler.core.agents.untrusted import untrusted

__all__ = [
    "AgentDeps",
    "AgentSpec",
    "AgentStep",
    "Budget",
    "Call",
    "Check",
    "Checked",
    "GenerateConfig",
    "InvalidOutput",
    "ModelHandle",
    "Policy",
    "Rejection",
    "Role",
    "Runner",
    "Spans",
    "StepOutcome",
    "StepStatus",
    "Tool",
    "ToolOutcome",
    "ToolResults",
    "ToolState",
    "build_model",
    "describe_model",
    "endpoint_of",
    "json_from_text",
    "keep_supported",
    "load_agent",
    "untrusted",
]
