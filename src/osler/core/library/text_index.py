"""The chunk index on tantivy: BM25 over title, heading and all of the text together."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import tantivy

from osler.core.library.port import Scored, WeightedQuery
from osler.core.library.types import Chunk, Filters
from osler.errors import DataError, ServiceError

_ANALYSER = "clinical_english"
_WEIGHTS = {"text": 1.0, "title": 0.2, "heading": 0.1}
"""`text` holds title, heading and body; a word in the title counts a little more (measured on SciFact: .656 to .667)."""
_FURTHER = ("text", "title")
_MEMORY = 60_000_000
_PLAIN_WORD = re.compile(r"[A-Za-z0-9]+")
_DAY = re.compile(r"(\d{4})(?:-?(\d{2}))?(?:-?(\d{2}))?")


@cache
def analyser() -> tantivy.TextAnalyzer:
    """Lower case, no accents, no function words, stems."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    builder = builder.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.ascii_fold())
    builder = builder.filter(tantivy.Filter.stopword("english")).filter(tantivy.Filter.stemmer("english"))
    return builder.build()


def stems(text: str) -> list[str]:
    """The content words of a text as stems, in order."""
    if not text.isascii():
        return list(analyser().analyze(text))
    # Plain English is cut into words here, and each word is analysed once: four fifths of the time are in handing texts over.
    return [stem for word in _PLAIN_WORD.findall(text) for stem in _of_word(word)]


@lru_cache(maxsize=100_000)
def _of_word(word: str) -> tuple[str, ...]:
    """The stem of a word; none of one that says nothing."""
    return tuple(analyser().analyze(word))


@cache
def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("document", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("issuer", tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("date", indexed=True, fast=True)
    for field in _WEIGHTS:
        builder.add_text_field(field, tokenizer_name=_ANALYSER, index_option="freq")
    return builder.build()


class TextIndex:
    """The tantivy index of one library, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._state = folder / "meta.json"
        try:
            self._index = tantivy.Index(_schema(), path=str(folder))
        except ValueError as error:
            raise DataError(
                f"the index in {folder.parent.name} is damaged",
                mend="run 'osler guidelines rebuild', which makes it again",
            ) from error
        self._index.register_tokenizer(_ANALYSER, analyser())
        self._seen = 0

    def replace(self, gone: Iterable[str], chunks: Iterable[Chunk]) -> None:
        """In one commit, let go of all chunks of some documents and take in others."""
        try:
            writer = self._index.writer(_MEMORY, 1)
        except ValueError as error:
            raise ServiceError("another process writes to this library", mend="wait until it has finished") from error
        for document_id in gone:
            writer.delete_documents_by_term("document", document_id)
        for chunk in chunks:
            writer.add_document(
                tantivy.Document(
                    id=chunk.id,
                    document=chunk.document_id,
                    issuer=chunk.issuer.casefold(),
                    date=as_day(chunk.date) or 0,
                    title=chunk.title,
                    heading=" ".join(chunk.heading),
                    text=chunk.searched,
                )
            )
        writer.commit()
        writer.wait_merging_threads()

    def search(self, query: WeightedQuery, k: int, filters: Filters) -> list[Scored]:
        """The best chunks for a query, best first."""
        own: dict[str, float] = {term: float(count) for term, count in Counter(self.terms(query.text)).items()}
        # What was not asked for weighs little, and in headings, which `text` holds as well, next to nothing.
        weights = {(term, field): weight * share for term, weight in own.items() for field, share in _WEIGHTS.items()}
        for term, weight in query.further.items():
            for field in _FURTHER:
                weights[term, field] = weights.get((term, field), 0.0) + weight * _WEIGHTS[field]
        if not weights:
            return []
        schema = _schema()
        wanted = [
            (tantivy.Occur.Should, tantivy.Query.boost_query(tantivy.Query.term_query(schema, field, term), weight))
            for (term, field), weight in weights.items()
        ]
        asked = tantivy.Query.boolean_query(wanted)
        limits = _limits(schema, filters)
        if limits:
            asked = tantivy.Query.boolean_query([(tantivy.Occur.Must, asked), *limits])
        searcher = self._searcher()
        return [Scored(searcher.doc(address)["id"][0], score) for score, address in searcher.search(asked, k).hits]

    def terms(self, text: str) -> list[str]:
        """The words of a text as this index knows them."""
        return stems(text)

    def known(self, terms: Iterable[str]) -> frozenset[str]:
        """Those of some words that any chunk has."""
        searcher = self._searcher()
        return frozenset(term for term in terms if searcher.doc_freq("text", term))

    def rarity(self, terms: Sequence[str]) -> dict[str, float]:
        """The logarithm of how few chunks have a word."""
        searcher = self._searcher()
        total = searcher.num_docs
        return {term: math.log((total + 1) / (searcher.doc_freq("text", term) + 0.5)) for term in set(terms)}

    def _searcher(self) -> tantivy.Searcher:
        """A view on the last commit, whichever process made it."""
        stamp = self._state.stat().st_mtime_ns
        if stamp != self._seen:
            self._index.reload()
            self._seen = stamp
        return self._index.searcher()


def as_day(date: str) -> int | None:
    """A date as a number that sorts; what is not said of it counts as the first."""
    found = _DAY.match(date)
    return int(f"{found[1]}{found[2] or '01'}{found[3] or '01'}") if found else None


def _limits(schema: tantivy.Schema, filters: Filters) -> list[tuple[tantivy.Occur, tantivy.Query]]:
    limits: list[tuple[tantivy.Occur, tantivy.Query]] = []
    if filters.issuer:
        limits.append((tantivy.Occur.Must, tantivy.Query.term_query(schema, "issuer", filters.issuer.casefold())))
    if filters.since or filters.until:
        low = as_day(filters.since or "") or 1
        high = as_day(filters.until or "") or 99991231
        within = tantivy.Query.range_query(schema, "date", tantivy.FieldType.Integer, low, high, True, True)
        limits.append((tantivy.Occur.Must, within))
    if filters.documents is not None:
        any_of = [
            (tantivy.Occur.Should, tantivy.Query.term_query(schema, "document", one)) for one in filters.documents
        ]
        limits.append((tantivy.Occur.Must, tantivy.Query.boolean_query(any_of)))
    return limits
