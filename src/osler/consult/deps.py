"""What a consultation is given to work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from osler.consult.ports import GuidelineTool, SearchPort, VideoInsight, no_passages
from osler.consult.settings import ConsultSettings
from osler.consult.types import ConsultReply, ReplySentence
from osler.consult.web import PageFetcher
from osler.core.agents import AgentDeps
from osler.core.graph import PatientGraphs
from osler.core.terminology import Vocabularies, bundled_vocabularies


@dataclass(frozen=True)
class Deps(AgentDeps):
    """By default the offline mind, the bundled vocabularies, no library, no guidelines, no web search and no videos."""

    vocabularies: Vocabularies = field(default_factory=bundled_vocabularies)
    graphs: PatientGraphs | None = None
    guidelines: GuidelineTool | None = None
    library: SearchPort = no_passages
    web_search: SearchPort | None = None
    video: VideoInsight | None = None
    fetch: PageFetcher = field(default_factory=PageFetcher)
    options: ConsultSettings = field(default_factory=ConsultSettings)
    on_sentence: Callable[[ReplySentence], None] | None = None
    """Shown each sentence of a reply as soon as it is checked."""

    def say(self, reply: ConsultReply) -> None:
        """Show the sentences of a reply that have not been shown yet."""
        if self.on_sentence is not None:
            for sentence in reply.sentences[reply.streamed :]:
                self.on_sentence(sentence)
        reply.streamed = len(reply.sentences)
