"""Search (agent): passages for a question of general interest, from the library first, the web only after it."""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import cache
from typing import Any

from pydantic import BaseModel, Field

from osler.consult.known_of.aspects import asks_what_it_is
from osler.consult.known_of.definitions import definition, says_what
from osler.consult.outside.outgoing import gives_orders, public_query
from osler.consult.outside.ports import Passage, PublicQuery, SearchPort, WebSearch
from osler.core.agents import AgentStep, Call, Checked, Rejection, Tool, ToolOutcome, ToolResults, load_agent
from osler.core.privacy import Deidentifier
from osler.core.terminology import Vocabularies

_SENTENCE = re.compile(r"[^.!?\n]+(?:\.(?=\d)[^.!?\n]+)*[.!?]*")


class SearchInput(BaseModel):
    """A query; it carries no patient data."""

    query: str


class SearchResult(BaseModel):
    """The passages that answer, best first, as they were found."""

    passages: list[Passage] = Field(default_factory=list)


@cache
def search_step() -> AgentStep[SearchInput, SearchResult]:
    """The step."""
    return AgentStep(
        agent=load_agent("osler.consult", "search"),
        input_type=SearchInput,
        output_type=SearchResult,
        policy=_offline,
        tools=("search_library", "search_web"),
        checks=[_as_found],
    )


def _offline(given: SearchInput) -> Generator[Call, ToolOutcome, SearchResult]:
    found = yield Call("search_library", {"query": given.query})
    if found.status != "success":
        found = yield Call("search_web", {"query": given.query})
    return SearchResult(passages=[Passage.model_validate(item) for item in found.result or []][:5])


def _as_found(result: SearchResult, given: SearchInput, tools: ToolResults) -> Checked[SearchResult]:
    """A passage is quoted as a tool returned it."""
    known = [p for p in result.passages if tools.returned(p.text)]
    rejected = [
        Rejection(path="passages", reason="no search returned this passage") for p in result.passages if p not in known
    ]
    return Checked(SearchResult(passages=known), rejected)


class WebAsked:
    """A search of the web for one message: what may go out for it, and whether anything nearer answers already."""

    def __init__(
        self, search: WebSearch | None, said: str, vocabularies: Vocabularies, gate: Deidentifier | None = None
    ) -> None:
        self._search = search
        self._said = said
        self._vocabularies = vocabularies
        self._query = public_query(said, vocabularies, gate) if search is not None else None

    @property
    def is_kept_in(self) -> bool:
        """Whether the web could be asked, and nothing of the message may go out."""
        return self._search is not None and self._query is None

    async def passages(self, library: SearchPort) -> list[Passage]:
        """What the web says to the message, where library and definitions are silent; whoever asks has no say in the query."""
        if self._search is None or self._query is None or self._is_defined() or await library(self._said):
            return []
        found = await self._search(self._query)
        return [kept for passage in found if (kept := _telling(passage, self._query)) is not None]

    def _is_defined(self) -> bool:
        """Whether the question is what something is, and the vocabularies say it: that a thing is measured says nothing of it."""
        if self._query is None or self._query.topics or not asks_what_it_is(self._said, self._query.concepts):
            return False
        found = (definition(name, self._vocabularies) for name in self._query.concepts)
        return any(one is not None and says_what(one, self._said) for one in found)


def _telling(passage: Passage, query: PublicQuery) -> Passage | None:
    """The first stretch of a passage that speaks of what was asked and tells nobody what to do or take; None where there is none.

    What stands on a page that nobody has vetted may be wrong, or written for whoever quotes it.
    """
    run: list[str] = []
    for sentence in [*_SENTENCE.findall(passage.text), ""]:
        if sentence and not gives_orders(sentence):
            run.append(sentence.strip())
            continue
        text = " ".join(run)
        if any(re.search(rf"(?<!\w){re.escape(name)}", text, re.IGNORECASE) for name in query.concepts):
            return passage.model_copy(update={"text": text})
        run = []
    return None


def search_tools(library: SearchPort, web: WebAsked) -> list[Tool]:
    """The two searches as tools; what is asked of the web is made of the user's message, whatever query is given."""

    async def search_library(query: str) -> list[dict[str, Any]]:
        """Search the local library of documents."""
        return [passage.model_dump() for passage in await library(query)]

    async def search_web(query: str) -> list[dict[str, Any]]:
        """Search the web for what the user asks about; it finds nothing where library or vocabularies answer."""
        return [passage.model_dump() for passage in await web.passages(library)]

    return [Tool(search_library, fallback=[]), Tool(search_web, fallback=[])]
