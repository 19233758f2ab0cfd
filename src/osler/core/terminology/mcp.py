"""The terminology MCP server: four read-only tools over the same search that everything else uses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated

from pydantic import BaseModel, Field

from osler import __version__
from osler.core.outside import extra
from osler.core.terminology.hierarchy import ConceptHierarchy, local_hierarchy
from osler.core.terminology.sources.neighbours import Neighbours, neighbours
from osler.core.terminology.sources.port import MAX_RESULTS, Terminology
from osler.core.terminology.types import Candidate, Concept, SemanticType

with extra("mcp", needed_for="the terminology server"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver.tools import Tool
    from mcp.types import ToolAnnotations

_LONGEST_TERM = 1000
_READ_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, destructive_hint=False, open_world_hint=False)

Term = Annotated[str, Field(max_length=_LONGEST_TERM, description="A clinical term, abbreviation, brand name or code.")]
Types = Annotated[list[SemanticType] | None, Field(description="Only concepts of these types; all types if left out.")]


class LinkedConcept(BaseModel):
    """The one concept that a term is linked to, or why it is linked to none."""

    status: str
    """`linked`, `uncertain` (the best candidate is below the confidence asked for) or `not_found`."""
    candidate: Candidate | None = None


class SnomedMapping(BaseModel):
    """The SNOMED CT code of a concept, or the statement that none is known."""

    status: str
    """`mapped`, `no_snomed_code` or `unknown_concept`."""
    concept_id: str
    display: str | None = None
    cui: str | None = None
    snomed_code: str | None = None
    other_snomed_codes: list[str] = Field(default_factory=list)


class _Tools:
    """What the server does, over one terminology and one hierarchy."""

    def __init__(self, terminology: Terminology, hierarchy: ConceptHierarchy | None) -> None:
        self._terminology = terminology
        self._hierarchy = hierarchy

    async def concept_search(
        self,
        term: Term,
        max_results: Annotated[int, Field(ge=1, le=MAX_RESULTS)] = 5,
        semantic_types: Types = None,
    ) -> list[Candidate]:
        """Concepts that a term may mean, best first, each with CUI and SNOMED CT code where known."""
        return await self._terminology.search(term, max_results, semantic_types)

    async def concept_linking(
        self,
        term: Term,
        semantic_types: Types = None,
        min_confidence: Annotated[float, Field(ge=0, le=1)] = 0.5,
    ) -> LinkedConcept:
        """The single concept that a term means, if that is sure enough."""
        found = await self._terminology.search(term, 1, semantic_types)
        if not found:
            return LinkedConcept(status="not_found")
        sure = found[0].confidence >= min_confidence
        return LinkedConcept(status="linked" if sure else "uncertain", candidate=found[0])

    async def map_to_snomed(
        self,
        concept_id: Annotated[str, Field(max_length=100, description="A CURIE such as HP:0001250, or a CUI.")],
    ) -> SnomedMapping:
        """The SNOMED CT code of a concept."""
        return _mapping(concept_id, await self._terminology.concept(_curie(concept_id)))

    async def concept_hierarchy(
        self,
        concept_id: Annotated[str, Field(max_length=100, description="A CURIE such as HP:0001250, or a CUI.")],
        is_a: Annotated[str | None, Field(max_length=100, description="A concept it may be a kind of.")] = None,
    ) -> Neighbours:
        """What a concept is a kind of, its kinds, what is the same in other vocabularies, and whether it is a kind of `is_a`."""
        hierarchy = self._hierarchy or local_hierarchy()
        return await neighbours(self._terminology, hierarchy, _curie(concept_id), is_a and _curie(is_a))


@cache
def _described() -> list[Tool]:
    """The tools with their schemas, which take longer to work out than many a run: once a process."""
    nobodys = object.__new__(_Tools)
    functions = (nobodys.concept_search, nobodys.concept_linking, nobodys.map_to_snomed, nobodys.concept_hierarchy)
    return [Tool.from_function(function, annotations=_READ_ONLY) for function in functions]


def terminology_server(terminology: Terminology, hierarchy: ConceptHierarchy | None = None) -> MCPServer[None]:
    """An MCP server that answers from `terminology` and `hierarchy` (the bundled and imported one if left out)."""
    tools = _Tools(terminology, hierarchy)
    return MCPServer(
        name="osler-terminology",
        title="Osler terminology",
        instructions="Find clinical concepts by name, and their UMLS and SNOMED CT codes. A code that is not known is "
        "absent, never guessed.",
        tools=[tool.model_copy(update={"fn": getattr(tools, tool.name)}) for tool in _described()],
        version=__version__,
        log_level="WARNING",
    )


def _curie(identifier: str) -> str:
    text = identifier.strip()
    return f"UMLS:{text}" if ":" not in text and text[:1] == "C" else text


def _mapping(asked: str, concept: Concept | None) -> SnomedMapping:
    if concept is None:
        return SnomedMapping(status="unknown_concept", concept_id=asked)
    code = concept.snomed_code
    others: Sequence[str] = [other for other in concept.xrefs.get("SCTID", ()) if other != code]
    return SnomedMapping(
        status="mapped" if code else "no_snomed_code",
        concept_id=concept.id,
        display=concept.name,
        cui=concept.cui,
        snomed_code=code,
        other_snomed_codes=list(others),
    )
