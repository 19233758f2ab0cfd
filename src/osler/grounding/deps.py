"""What grounding is given to work with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from osler.core.agents import OFFLINE, AgentDeps
from osler.core.terminology import Vocabularies, bundled_vocabularies
from osler.grounding.saved import SavedBatches
from osler.grounding.searching import ConceptSearch, Decisions, SearchDesk, search_here
from osler.grounding.settings import GroundingSettings

if TYPE_CHECKING:
    from osler.grounding.store import GroundingStore

OFFLINE_BATCH = 100
MODEL_BATCH = 5


@dataclass(frozen=True)
class Deps(AgentDeps):
    """By default the offline mind, the bundled vocabularies, no record and no store."""

    vocabularies: Vocabularies = field(default_factory=bundled_vocabularies)
    search: ConceptSearch | None = None
    store: GroundingStore | None = None
    overrides: Decisions | None = None
    """What local experts decided; by default what the store holds."""

    saved: SavedBatches | None = None
    """Where finished batches are kept until the run is; by default nowhere."""

    def desk(self, protocol_id: str) -> SearchDesk:
        """A place to search in one protocol for the length of one run."""
        search = self.search or search_here(self.vocabularies, self.runner.settings)
        stored = self.store.decisions(protocol_id) if self.store is not None else None
        return SearchDesk(search, overrides=self.overrides or stored, recorder=self.recorder)

    @property
    def settings(self) -> GroundingSettings:
        """The thresholds and the limit of the loop."""
        return self.runner.settings.of(GroundingSettings)

    @property
    def mind(self) -> str:
        """The mind that grounds."""
        return self.runner.mind_of("medical")

    @property
    def method(self) -> str:
        """How the mind is named in results: `offline`, `agentic_medgemma`, `agentic_<model>`."""
        if self.mind == OFFLINE:
            return OFFLINE
        model = self.mind.rpartition(":")[2].rpartition("/")[2].lower()
        return "agentic_medgemma" if "medgemma" in model else f"agentic_{model}"

    @property
    def batch_size(self) -> int:
        """How many texts are asked about at once: a model reads few at a time, the rules as many as are given."""
        return OFFLINE_BATCH if self.mind == OFFLINE else MODEL_BATCH
