"""What a diagnosis is given to work with."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from osler.core.agents import AgentDeps
from osler.core.runs.sessions import SessionManager
from osler.core.terminology import Vocabularies, bundled_vocabularies


@dataclass(frozen=True)
class Deps(AgentDeps):
    """By default the offline mind, the bundled vocabularies, no record and no session."""

    vocabularies: Vocabularies = field(default_factory=bundled_vocabularies)
    sessions: SessionManager | None = None
    today: dt.date = field(default_factory=lambda: dt.datetime.now(dt.UTC).date())
