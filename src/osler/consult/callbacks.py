"""Callbacks: the only places, besides returned deltas, where the state of a conversation changes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from osler.consult.extraction import KINDS, Extraction
from osler.consult.heard.speaker import tells_of_care
from osler.consult.types import ConsultState, NestedResult
from osler.core.agents import ToolOutcome

Delta = dict[str, Any]
BeforeAgent = Callable[[ConsultState, str, dt.datetime], Delta]


def prime_last_user_message(state: ConsultState, message: str, moment: dt.datetime) -> Delta:
    """Before an agent: keep the user's words for nested agents."""
    said = message.strip()
    return {"last_user_message": said} if said else {}


def update_time(state: ConsultState, message: str, moment: dt.datetime) -> Delta:
    """Before an agent: the time where the user is."""
    return {"current_time": state.user_location.now(moment) if state.user_location else moment}


def keep_speaker(state: ConsultState, message: str, moment: dt.datetime) -> Delta:
    """Before an agent: who writes, where somebody says to write for the patient."""
    return {"speaker": "caregiver"} if state.speaker is None and tells_of_care(message) else {}


def reset_nested(state: ConsultState, message: str, moment: dt.datetime) -> Delta:
    """Before an agent: what nested agents did and what was answered in the turn before is over."""
    return {"nested": {}, "given_value": None}


def keep_tool_result(state: ConsultState, outcome: ToolOutcome) -> Delta:
    """After a tool: status, result and error of a nested agent."""
    kept = NestedResult(status=outcome.status, error=outcome.error, result=_preview(outcome.result))
    return {
        "nested": {
            **{name: found.model_dump() for name, found in state.nested.items()},
            outcome.tool: kept.model_dump(),
        }
    }


def keep_pending(state: ConsultState, agent: str, output: Any) -> Delta:
    """After DataEntry: what still waits for the user's word, and what it will take the place of."""
    entries, shown, replacing = output
    return {
        "pending": entries.model_dump() if entries is not None else None,
        "pending_shown": shown,
        "replacing": replacing.model_dump() if entries is not None and replacing is not None else None,
    }


def keep_doubted(state: ConsultState, agent: str, output: Any) -> Delta:
    """After DataEntry: the amounts that were asked back."""
    return {"doubted": output.model_dump() if output.medications else None}


def keep_unplaced(state: ConsultState, agent: str, output: Any) -> Delta:
    """After DataEntry: the correction of which it was asked what it puts right."""
    return {"unplaced": output}


def keep_saved(state: ConsultState, agent: str, output: Any) -> Delta:
    """After DataEntry: what is saved, without what was taken back for it."""
    saved, replaced = output
    if saved is None:
        return {"just_saved": False}
    kept = [_without(batch, replaced) if replaced is not None else batch for batch in state.saved]
    batches = [batch for batch in [*kept, saved] if not batch.is_empty]
    return {"saved": [batch.model_dump() for batch in batches[-_MOST_SAVED:]], "just_saved": True}


def keep_subject(state: ConsultState, agent: str, output: Any) -> Delta:
    """After an answer: what the turn was about."""
    return {"subject": output.model_dump() if output is not None else None}


def keep_asked(state: ConsultState, agent: str, output: Any) -> Delta:
    """After a turn: the question that was put to the record, or the one before it, and whether help was to be called."""
    asked, urgent = output
    return {"asked": asked or state.asked, "urgent": urgent}


_MOST_SAVED = 8


def _without(batch: Extraction, gone: Extraction) -> Extraction:
    return batch.model_copy(
        update={kind: [e for e in getattr(batch, kind) if e not in getattr(gone, kind)] for kind in KINDS}
    )


BEFORE_AGENT: tuple[BeforeAgent, ...] = (prime_last_user_message, update_time, keep_speaker, reset_nested)


def before_agent(state: ConsultState, message: str, moment: dt.datetime) -> ConsultState:
    """The state as an agent finds it."""
    for callback in BEFORE_AGENT:
        state = state.updated(callback(state, message, moment))
    return state


def _preview(value: Any) -> str:
    return str(value)[:200] if value is not None else ""
