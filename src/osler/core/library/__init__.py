"""Libraries of documents: readers with headings and pages, chunks with stable ids, search by words and by meaning."""

from osler.core.library.disclaimers import about_itself
from osler.core.library.embeddings import EmbeddingCache
from osler.core.library.grades import grade_of, grades_of
from osler.core.library.instructions import without_instructions
from osler.core.library.library import Library, document_id, fuse
from osler.core.library.passages import CUT, passage_sentences
from osler.core.library.populations import (
    addressed,
    age_ranges,
    ages_of,
    conditions_of,
    people_of,
    population_of,
    pregnancy_of,
    sex_of,
)
from osler.core.library.port import ChunkIndex, Scored, WeightedQuery
from osler.core.library.readers import ACCEPTED, read_bytes, read_file, table_rows
from osler.core.library.rows import Row, row_of, row_text, without_barred, without_subject
from osler.core.library.shelf import DEFAULT, delete_library, library_names, library_to_fill, open_library
from osler.core.library.text_index import TextIndex, stems
from osler.core.library.types import (
    AddReport,
    Block,
    Chunk,
    Document,
    DocumentMetadata,
    Filters,
    Hit,
    Population,
    ReadDocument,
    Recommendation,
    Retriever,
    SearchOptions,
    Sex,
)
from osler.core.library.vectors import VectorIndex
from osler.core.library.versions import later_versions
from osler.core.library.word_classes import WordClasses, word_classes

__all__ = [
    "ACCEPTED",
    "CUT",
    "DEFAULT",
    "AddReport",
    "Block",
    "Chunk",
    "ChunkIndex",
    "Document",
    "DocumentMetadata",
    "EmbeddingCache",
    "Filters",
    "Hit",
    "Library",
    "Population",
    "ReadDocument",
    "Recommendation",
    "Retriever",
    "Row",
    "Scored",
    "SearchOptions",
    "Sex",
    "TextIndex",
    "VectorIndex",
    "WeightedQuery",
    "WordClasses",
    "about_itself",
    "addressed",
    "age_ranges",
    "ages_of",
    "conditions_of",
    "delete_library",
    "document_id",
    "fuse",
    "grade_of",
    "grades_of",
    "later_versions",
    "library_names",
    "library_to_fill",
    "open_library",
    "passage_sentences",
    "people_of",
    "population_of",
    "pregnancy_of",
    "read_bytes",
    "read_file",
    "row_of",
    "row_text",
    "sex_of",
    "stems",
    "table_rows",
    "without_barred",
    "without_instructions",
    "without_subject",
    "word_classes",
]
