"""Finding concepts by what people call them: exactly, by synonym, abbreviation, other words, or with slips of the pen."""

from osler.core.terminology.search.build import Counts, build_index, count_index
from osler.core.terminology.search.contrast import says_otherwise
from osler.core.terminology.search.index import ConceptTable, SearchIndex, pack_concepts
from osler.core.terminology.search.merge import candidates, merge, same_meaning
from osler.core.terminology.search.searcher import Searcher
from osler.core.terminology.search.types import Overrides, Query, SearchHit

__all__ = [
    "ConceptTable",
    "Counts",
    "Overrides",
    "Query",
    "SearchHit",
    "SearchIndex",
    "Searcher",
    "build_index",
    "candidates",
    "count_index",
    "merge",
    "pack_concepts",
    "same_meaning",
    "says_otherwise",
]
