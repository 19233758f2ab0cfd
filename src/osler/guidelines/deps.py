"""What a guideline question is given to work with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from osler.core.agents import AgentDeps, Role
from osler.core.library import Library
from osler.core.terminology import Vocabularies, bundled_vocabularies


@dataclass(frozen=True)
class Deps(AgentDeps):
    """The vocabularies and the libraries to look in, besides minds, record and gate."""

    vocabularies: Vocabularies = field(default_factory=bundled_vocabularies)
    libraries: Sequence[Library] = ()

    def offline(self, role: Role) -> bool:
        """Whether the offline mind plays a role."""
        return self.runner.mind_of(role) == "offline"
