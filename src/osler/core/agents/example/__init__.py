"""A whole agent step, small enough to hold in mind: the allergies that a note states."""

from __future__ import annotations

import re

from pydantic import BaseModel

from osler.core.agents.steps.checks import keep_supported
from osler.core.agents.steps.spec import load_agent
from osler.core.agents.steps.step import AgentStep
from osler.core.agents.tools.toolbox import ToolResults
from osler.core.agents.types import Checked

_ALLERGIC_TO = re.compile(r"\ballergic to (\w+)", re.IGNORECASE)


class Note(BaseModel):
    """What the step reads."""

    text: str


class Allergy(BaseModel):
    """What the step reports: a substance, in the words of the note."""

    quote: str


def find_allergies() -> AgentStep[Note, list[Allergy]]:
    """The step: its prompts, its types, its offline policy and its check."""
    return AgentStep(
        agent=load_agent(__name__, "allergies"),
        input_type=Note,
        output_type=list[Allergy],
        policy=_offline,
        checks=[_quotes_are_in_the_note],
    )


def _offline(note: Note) -> list[Allergy]:
    return [Allergy(quote=match[1]) for match in _ALLERGIC_TO.finditer(note.text)]


def _quotes_are_in_the_note(found: list[Allergy], note: Note, tools: ToolResults) -> Checked[list[Allergy]]:
    kept, rejected = keep_supported(
        found, lambda allergy: None if allergy.quote in note.text else "the note does not say this", path="allergies"
    )
    return Checked(kept, rejected)
