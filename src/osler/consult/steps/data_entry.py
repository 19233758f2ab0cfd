"""DataEntry (agent): what is missing to make an entry complete, and the question that confirms it."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from pydantic import BaseModel

from osler.consult.extraction import KINDS, Extraction
from osler.core.agents import AgentStep, Checked, ToolResults, load_agent

_YES = re.compile(
    r"^\s*(yes|yep|yeah|y|ok|okay|correct|right|sure|confirm(ed)?|save( it)?|please do|that'?s right|go ahead)\b[.! ]*$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\s*(no|nope|n|wrong|cancel|don'?t( save)?|discard|never ?mind|forget it|not correct)\b[.! ]*$", re.IGNORECASE
)


class EntryInput(BaseModel):
    """The message, what waits for a word, and what is new."""

    message: str
    pending: Extraction | None = None
    found: Extraction | None = None


class EntryDecision(BaseModel):
    """What becomes of the entries: accepted, discarded, or asked about."""

    action: Literal["accept", "discard", "ask", "none"] = "none"
    question: str = ""
    missing: list[str] = []


@cache
def entry_step() -> AgentStep[EntryInput, EntryDecision]:
    """The step; only the user's own word accepts."""
    return AgentStep(
        agent=load_agent("osler.consult", "data_entry"),
        input_type=EntryInput,
        output_type=EntryDecision,
        policy=_offline,
        checks=[_only_a_yes_accepts],
        variables=lambda given: {
            "message": given.message,
            "pending": given.pending.model_dump_json() if given.pending else "",
            "found": given.found.model_dump_json() if given.found else "",
        },
    )


def confirms(message: str) -> bool | None:
    """Whether a message says yes or no to what was asked; None when it says something else."""
    if _YES.match(message):
        return True
    return False if _NO.match(message) else None


def _offline(given: EntryInput) -> EntryDecision:
    said = confirms(given.message) if given.pending else None
    if said is not None:
        return EntryDecision(action="accept" if said else "discard")
    if given.found is None or given.found.is_empty:
        return EntryDecision()
    missing = missing_parts(given.found)
    summary = "; ".join(summary_lines(given.found))
    if missing:
        return EntryDecision(
            action="ask", missing=missing, question=f"I noted: {summary}. To complete it: {'; '.join(missing)}?"
        )
    return EntryDecision(action="ask", question=f"I noted: {summary}. Shall I save this? (yes/no)")


def _only_a_yes_accepts(output: EntryDecision, given: EntryInput, tools: ToolResults) -> Checked[EntryDecision]:
    if output.action == "accept" and not (given.pending and confirms(given.message)):
        return Checked(_offline(given))
    return Checked(output)


def missing_parts(found: Extraction) -> list[str]:
    """What a reader of the record would ask for."""
    asked = [f"which unit is {entry.name} {entry.value:g} in" for entry in found.measurements if not entry.unit]
    asked += [
        f"what dose of {entry.name}" for entry in found.medications if entry.status == "started" and not entry.dose
    ]
    asked += [f"when is the {entry.type}" for entry in found.encounters if entry.status == "planned" and not entry.date]
    return asked


def summary_lines(found: Extraction) -> list[str]:
    """What was found, one line an entry."""
    lines = []
    for kind in KINDS:
        for entry in getattr(found, kind):
            values = {k: v for k, v in entry.model_dump().items() if v not in (None, "") and k != "quote"}
            name = values.pop("name", None) or values.pop("substance", None) or values.pop("type", "")
            number = f" {values.pop('value'):g} {values.pop('unit', '')}".rstrip() if "value" in values else ""
            rest = ", ".join(str(v) for v in values.values())
            lines.append(f"{name}{number}" + (f" ({rest})" if rest else ""))
    return lines
