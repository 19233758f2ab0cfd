"""What a consultation is given to work with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from osler.consult.factory import TransferRefused
from osler.consult.outside.ports import (
    GuidelineTool,
    SaysSo,
    SearchPort,
    VideoInsight,
    WebSearch,
    no_passages,
    not_denied,
)
from osler.consult.outside.web import PageFetcher
from osler.consult.settings import ConsultSettings
from osler.consult.types import ConsultReply, ReplySentence
from osler.core.agents import AgentDeps, AgentStep, Budget, OnItem, OnWords, StepOutcome, Tool
from osler.core.agents import Said as Exchange
from osler.core.graph import PatientGraphs
from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies, bundled_vocabularies

InputT = TypeVar("InputT")
OutputT = TypeVar("OutputT")
_TRANSFERS = "transfer"
"""How the calls begin by which models hand over to other agents."""


@dataclass(frozen=True)
class Deps(AgentDeps):
    """By default the offline mind, the bundled vocabularies, no library, no guidelines, no web search and no videos."""

    vocabularies: Vocabularies = field(default_factory=bundled_vocabularies)
    graphs: PatientGraphs | None = None
    graph_of: Callable[[PatientRecord], PatientGraphs] | None = None
    """The graph of a record into which something was saved within the turn."""

    guidelines: GuidelineTool | None = None
    library: SearchPort = no_passages
    says_so: SaysSo = not_denied
    web_search: WebSearch | None = None
    video: VideoInsight | None = None
    fetch: PageFetcher = field(default_factory=PageFetcher)
    options: ConsultSettings = field(default_factory=ConsultSettings)
    on_sentence: Callable[[ReplySentence], None] | None = None
    """Shown each sentence of a reply as soon as it is checked."""

    on_withdrawn: Callable[[ReplySentence], None] | None = None
    """Shown each sentence of a model's answer that was shown and is not said any more."""

    async def ask(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        *,
        tools: Iterable[Tool] = (),
        budget: Budget | None = None,
        history: Sequence[Exchange] | None = None,
        on_words: OnWords | None = None,
        on_item: OnItem | None = None,
    ) -> StepOutcome[OutputT]:
        """As of any agent; of one that ended in trying to hand over where it may not, that is the reason."""
        outcome = await super().ask(
            step, inputs, tools=tools, budget=budget, history=history, on_words=on_words, on_item=on_item
        )
        tried = next((call for call in outcome.tool_calls if call.tool.startswith(_TRANSFERS)), None)
        if outcome.output is not None or tried is None:
            return outcome
        target = str(next(iter(tried.arguments.values()), "another agent"))
        return replace(outcome, error=TransferRefused.of(step.name, target))

    def say(self, reply: ConsultReply) -> None:
        """Show the sentences of a reply that have not been shown yet."""
        for sentence in reply.sentences:
            self._show(sentence, reply)

    def streaming(
        self, reply: ConsultReply, worded: Callable[[ReplySentence], ReplySentence] = lambda sentence: sentence
    ) -> OnItem | None:
        """What shows the sentences of an answer as they come; None where nobody looks on."""
        if self.on_sentence is None:
            return None
        return lambda sentence: self._show(worded(sentence), reply)

    def withdraw(self, reply: ConsultReply, before: int) -> None:
        """Say which of the sentences that were shown since then are not in the answer any more."""
        said = {sentence.text for sentence in reply.sentences}
        reply.withdrawn = [sentence for sentence in reply.shown[before:] if sentence.text not in said]
        reply.shown = [sentence for sentence in reply.shown if sentence not in reply.withdrawn]
        for sentence in reply.withdrawn:
            reply.plan.append("withdrawn: a sentence that was shown before the whole answer was checked")
            if self.on_withdrawn is not None:
                self.on_withdrawn(sentence)

    def _show(self, sentence: ReplySentence, reply: ConsultReply) -> None:
        if self.on_sentence is not None and all(sentence.text != shown.text for shown in reply.shown):
            self.on_sentence(sentence)
            reply.shown.append(sentence)
