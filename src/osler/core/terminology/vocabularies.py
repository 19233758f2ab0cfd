"""The vocabularies that a piece of work uses, as one thing that can be passed in; by default the bundled ones.

A capability keeps one in its own `Deps` (`vocabularies: Vocabularies = field(default_factory=bundled_vocabularies)`): the
agents' common `AgentDeps` stands below the vocabularies and cannot know them. What needs more than a look at a few of
them takes the whole as its argument `vocabularies`, and what is remembered between calls is keyed by it. `hpo()`,
`vocabulary()`, `hierarchy()` and the other functions of this package are the same defaults for the surfaces and evals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, cached_property

from osler.core.terminology.diseases.annotations import DiseaseAnnotations, disease_annotations
from osler.core.terminology.diseases.compile import compile_annotations
from osler.core.terminology.hierarchy.graph import Hierarchy, compile_bundled, local_hierarchy
from osler.core.terminology.hierarchy.port import ConceptHierarchy
from osler.core.terminology.names import bundle
from osler.core.terminology.names.compile import compile_names
from osler.core.terminology.ontology.compile import compile_graph
from osler.core.terminology.ontology.files import TOY
from osler.core.terminology.ontology.graph import HpoGraph, hpo
from osler.core.terminology.search import Query, Searcher, SearchIndex, build_index
from osler.core.terminology.sources.local import local_searchers, search_in
from osler.core.terminology.store import Vocabulary, vocabulary
from osler.core.terminology.types import Candidate, Concept, Match, SemanticType


class Vocabularies:
    """The HPO graph, its disease annotations, concepts and their names in text, search and hierarchy.

    Each part is made when it is first asked for.
    """

    def __init__(
        self,
        *,
        hpo: Callable[[], HpoGraph] = hpo,
        annotations: Callable[[], DiseaseAnnotations] = disease_annotations,
        names: Callable[[], Vocabulary] = vocabulary,
        hierarchy: Callable[[], ConceptHierarchy] = local_hierarchy,
        searchers: Callable[[], Collection[Searcher]] = local_searchers,
    ) -> None:
        self._hpo, self._annotations, self._names = hpo, annotations, names
        self._hierarchy, self._searchers = hierarchy, searchers

    def __deepcopy__(self, _memo: object) -> Vocabularies:
        """Itself: a copy of a patient's record shares the vocabularies in which its documents were read."""
        return self

    @property
    def bundled(self) -> bool:
        """Whether they are those that every process has."""
        return self is bundled_vocabularies()

    @cached_property
    def hpo(self) -> HpoGraph:
        """The Human Phenotype Ontology."""
        return self._hpo()

    @cached_property
    def annotations(self) -> DiseaseAnnotations:
        """Which disease shows which phenotype."""
        return self._annotations()

    @cached_property
    def names(self) -> Vocabulary:
        """Concepts by id and by their names in text."""
        return self._names()

    @cached_property
    def hierarchy(self) -> ConceptHierarchy:
        """What is a kind of what, in the vocabularies that were there when it was first asked."""
        return self._hierarchy()

    @property
    def searchers(self) -> Collection[Searcher]:
        """The indexes that a search asks; imports made in the meantime are seen."""
        return self._searchers()

    def concept(self, concept_id: str) -> Concept | None:
        """The concept of that id, or None."""
        return self.names.concept(concept_id)

    def find(self, text: str) -> list[Match]:
        """Every stretch of the text that names a concept."""
        return self.names.find(text)

    def may_name(self, text: str) -> bool:
        """Whether the whole text may be a name; false only where it surely is none."""
        return self.names.may_name(text)

    def search(
        self,
        term: str,
        max_results: int = 5,
        semantic_types: Collection[SemanticType] | None = None,
        *,
        near: bool = True,
    ) -> list[Candidate]:
        """The concepts that a term most likely means, best first; without `near` no name that is only like it."""
        kinds = frozenset(semantic_types) if semantic_types else None
        query = Query(term, kinds, limit=Query.enough_for(max_results), near=near)
        return search_in(self.searchers, query, max_results)


@cache
def bundled_vocabularies() -> Vocabularies:
    """The vocabularies that come with Osler, and those that were imported."""
    return Vocabularies()


@cache
def toy_vocabularies() -> Vocabularies:
    """A few hundred real concepts (scripts/build_toy.py): ready in a second, small enough to hold in mind."""

    @cache
    def graph() -> HpoGraph:
        return HpoGraph(compile_graph(TOY))

    @cache
    def names() -> Vocabulary:
        return Vocabulary(compile_names(bundle.entries(TOY), bundle.versions(TOY), graph=graph()))

    @cache
    def searchers() -> tuple[Searcher, ...]:
        return (Searcher(SearchIndex(build_index(names().concepts())), names().own_concept),)

    @cache
    def hierarchy() -> Hierarchy:
        return Hierarchy(compile_bundled(TOY))

    return Vocabularies(
        hpo=graph,
        annotations=lambda: DiseaseAnnotations(compile_annotations(graph(), TOY), graph(), "toy"),
        names=names,
        hierarchy=hierarchy,
        searchers=searchers,
    )
