"""What a diagnosis is given to work with."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from osler.core.agents import AgentDeps
from osler.core.runs.sessions import SessionManager


@dataclass(frozen=True)
class Deps(AgentDeps):
    """By default the offline mind, no record and no session."""

    sessions: SessionManager | None = None
    today: dt.date = field(default_factory=lambda: dt.datetime.now(dt.UTC).date())
