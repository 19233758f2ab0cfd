"""How a step meets a mind: model roles, prompts, budgets, safe tools, traces and cost.

A capability describes a step once; the settings decide which mind carries it out. `example` is a whole step in one
small file:

    >>> import asyncio
    >>> from osler.core.agents import Runner
    >>> from osler.core.agents.example import Note, find_allergies
    >>> outcome = asyncio.run(Runner().run(find_allergies(), Note(text="She is allergic to penicillin.")))
    >>> outcome.status, outcome.mind, [allergy.quote for allergy in outcome.unwrap()]
    ('ok', 'offline', ['penicillin'])

Both minds take turns in one loop of our own (`loop`), with language models asked through pydantic-ai's model layer.
Its agent loop is not used: it takes about 5 ms and a second of imports for a step that needs 0.1 ms offline, counts only
successful tool calls against a limit, and rejects a batch of calls whole where each must be answered.
"""

from osler.config import OFFLINE, Role
from osler.core.agents.loop.budget import Budget, Limits
from osler.core.agents.loop.cross_check import NOTHING, Difference, Settled, differences, settle
from osler.core.agents.loop.deps import AgentDeps
from osler.core.agents.loop.runner import UNANSWERED, Runner
from osler.core.agents.minds.items import OnItem
from osler.core.agents.minds.models import ModelHandle, Structure, build_model, describe_model, endpoint_of
from osler.core.agents.minds.pool import pool as model_pool
from osler.core.agents.minds.prices import FREE, Price, price_of
from osler.core.agents.minds.probe import Probe, probe
from osler.core.agents.minds.words import OnWords
from osler.core.agents.recording.telemetry import Spans
from osler.core.agents.steps.checks import keep_supported
from osler.core.agents.steps.spec import AgentSpec, GenerateConfig, load_agent
from osler.core.agents.steps.step import AgentStep, Check, Policy
from osler.core.agents.steps.structured import InvalidOutput, json_from_text
from osler.core.agents.steps.untrusted import untrusted
from osler.core.agents.tools.tool import Tool
from osler.core.agents.tools.toolbox import ToolResults
from osler.core.agents.types import (
    Call,
    Checked,
    InputT,
    OutputT,
    Rejection,
    Said,
    StepOutcome,
    StepStatus,
    ToolOutcome,
    ToolState,
    Words,
)

__all__ = [
    "FREE",
    "NOTHING",
    "OFFLINE",
    "UNANSWERED",
    "AgentDeps",
    "AgentSpec",
    "AgentStep",
    "Budget",
    "Call",
    "Check",
    "Checked",
    "Difference",
    "GenerateConfig",
    "InputT",
    "InvalidOutput",
    "Limits",
    "ModelHandle",
    "OnItem",
    "OnWords",
    "OutputT",
    "Policy",
    "Price",
    "Probe",
    "Rejection",
    "Role",
    "Runner",
    "Said",
    "Settled",
    "Spans",
    "StepOutcome",
    "StepStatus",
    "Structure",
    "Tool",
    "ToolOutcome",
    "ToolResults",
    "ToolState",
    "Words",
    "build_model",
    "describe_model",
    "differences",
    "endpoint_of",
    "json_from_text",
    "keep_supported",
    "load_agent",
    "model_pool",
    "price_of",
    "probe",
    "settle",
    "untrusted",
]
