"""A named library: documents go in and out, one writer at a time; searches go on meanwhile."""

from __future__ import annotations

import fcntl
import hashlib
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from osler.core.library.chunking import chunks_of
from osler.core.library.embeddings import EmbeddingCache, Progress, silent
from osler.core.library.expansion import FEEDBACK_CHUNKS, feedback, synonyms
from osler.core.library.lexis import Lexis, lexis_of
from osler.core.library.port import ChunkIndex, Scored, WeightedQuery
from osler.core.library.readers import read_file
from osler.core.library.readers.read import MAX_BYTES
from osler.core.library.remarks import orders, unread, unstated
from osler.core.library.store import LibraryStore
from osler.core.library.text_index import TextIndex, as_day
from osler.core.library.types import (
    READING,
    AddReport,
    Chunk,
    Document,
    DocumentMetadata,
    Filters,
    Hit,
    ReadDocument,
    SearchOptions,
)
from osler.core.library.vectors import VectorIndex
from osler.core.library.versions import beside, replaced_by
from osler.core.results import Level, Problem
from osler.core.terminology import Vocabularies, bundled_vocabularies, can_embed
from osler.errors import ConfigError, ServiceError, UsageError

_FUSION = 60
"""The constant of reciprocal rank fusion; 60 is its authors' (Cormack, Clarke and Büttcher 2009)."""
_DEPTH = 100
_WHOLE, _NEAREST = 3000, 100
"""Passages up to which the words of a whole library are read, and how many of a larger one."""


class Library:
    """The documents of one library, their chunks and their index; questions are widened by the vocabularies' synonyms."""

    def __init__(
        self,
        folder: Path,
        *,
        index: ChunkIndex | None = None,
        cache: EmbeddingCache | None = None,
        vocabularies: Vocabularies | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.name = folder.name
        self._folder = folder
        self._store = LibraryStore(folder / "library.sqlite")
        self._index: ChunkIndex = index or TextIndex(folder / "index")
        self._vectors = VectorIndex(folder / "vectors", cache)
        self._vocabularies = vocabularies or bundled_vocabularies()
        self._lexis: tuple[tuple[tuple[str, str], ...], Lexis] | None = None

    def add(self, path: Path, *, metadata: DocumentMetadata | None = None, max_bytes: int = MAX_BYTES) -> AddReport:
        """Add a file, or put it in the place of what it is a new state of; the same content twice changes nothing."""
        return self.add_document(read_file(path, max_bytes=max_bytes), source=path.name, metadata=metadata)

    def add_document(
        self, read: ReadDocument, *, source: str = "", metadata: DocumentMetadata | None = None
    ) -> AddReport:
        """Add what a reader made of a file."""
        said = (metadata or DocumentMetadata()).filled_from(read.metadata)
        content = hashlib.sha256()
        for part in [said.model_dump_json(), *(block.model_dump_json() for block in read.blocks)]:
            content.update(part.encode("utf-8", "surrogatepass"))
        document = Document(
            id=document_id(said),
            metadata=said,
            source=source,
            format=read.format,
            content_hash=content.hexdigest()[:32],
            reading=READING,
        )
        chunks = chunks_of(document, read.blocks)
        document = document.model_copy(update={"chunks": len(chunks)})
        problems = [*read.problems, *orders(chunks), *unread(chunks), *unstated(said)]
        with self._writing():
            self._finish()
            there = self._store.documents()
            same = next((one for one in there if one.content_hash == document.content_hash), None)
            if same is not None and same.reading == READING:
                return AddReport(document=same, outcome="unchanged", problems=problems)
            replaced = [one.id for one in replaced_by(document, there)]
            problems += beside(document, [one for one in there if one.id not in replaced])
            self._store.put(document, chunks, replaced)
            self._finish({document.id: chunks})
        return AddReport(
            document=document, outcome="updated" if replaced else "added", replaced=replaced, problems=problems
        )

    def add_chunks(self, document: Document, chunks: Sequence[Chunk]) -> None:
        """Add a document whose chunks are ready, in the place of what had its id."""
        with self._writing():
            self._store.put(document, chunks)
            self._finish({document.id: chunks})

    def remove(self, document_id_or_title: str) -> Document:
        """Take a document out, by its id or its exact title."""
        wanted = document_id_or_title.casefold()
        with self._writing():
            self._finish()
            found = [
                one
                for one in self._store.documents()
                if wanted in {one.id.casefold(), one.metadata.title.casefold(), one.source.casefold()}
            ]
            if not found:
                raise UsageError(
                    f"library {self.name!r} has no such document", mend="see 'osler guidelines list' for the ids"
                )
            if len(found) > 1:
                ids = ", ".join(one.id for one in found)
                raise UsageError("several documents have that name", mend=f"give one of these ids: {ids}")
            self._store.leave(found[0].id)
            self._finish()
        return found[0]

    def recover(self) -> int:
        """Finish what a killed writer left undone; how many documents that was."""
        with self._writing():
            return self._finish()

    def rebuild(self) -> int:
        """Make the index again from the store."""
        with self._writing():
            shutil.rmtree(self._folder / "index", ignore_errors=True)
            self._index = TextIndex(self._folder / "index")
            self._store.unsettle()
            return self._finish()

    def documents(self) -> list[Document]:
        """The documents, by title."""
        return self._store.documents()

    def outdated(self) -> list[Problem]:
        """The remark that documents were read by an earlier Osler, with how to have them read anew."""
        old = [one for one in self.documents() if one.reading < READING]
        if not old:
            return []
        return [
            Problem(
                code="input.not_read",
                level=Level.INFO,
                message=f"{len(old)} documents of library {self.name!r} were read by an earlier Osler, which found fewer headings, recommendation numbers and tables",
                mend="add their files again: osler guidelines add FILE",
                path=old[0].id,
            )
        ]

    def chunks(self, document: str | None = None) -> list[Chunk]:
        """The chunks of a document, or all of them."""
        return self._store.chunks(document)

    def chunk(self, chunk_id: str) -> Chunk | None:
        """The chunk of that id."""
        return self._store.find([chunk_id]).get(chunk_id)

    def embed(self, progress: Progress = silent) -> int:
        """Give every chunk a vector (extra 'embeddings'); what was embedded before is not embedded again."""
        if not can_embed():
            raise ConfigError("passages are embedded by onnxruntime", mend="pip install 'osler[embeddings]'")
        with self._writing():
            chunks = self._store.chunks()
            self._vectors.build(chunks, progress, self._state())
        return len(chunks)

    def by_meaning(self, most: int = 0, progress: Progress = silent) -> bool:
        """Whether passages can be held against a text by meaning (extra 'embeddings').

        A library of up to `most` passages is embedded for it when it has changed; a larger one is as 'embed' left it.
        """
        if not can_embed():
            return False
        if self._vectors.ready and self._vectors.state == self._state():
            return True
        if sum(one.chunks for one in self.documents()) > most:
            return self._vectors.ready
        try:
            self.embed(progress)
        except (ServiceError, OSError):  # somebody else writes, or nobody may: the vectors that are there will do
            return self._vectors.ready
        return True

    def likeness(self, text: str, chunk_ids: Iterable[str]) -> dict[str, float]:
        """How near some passages are to a text in meaning; those that were not embedded are left out."""
        return self._vectors.likeness(text, chunk_ids) if can_embed() else {}

    def _state(self) -> str:
        """The documents and their content, in short."""
        held = sorted((one.id, one.content_hash) for one in self.documents())
        return hashlib.sha256(repr(held).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @property
    def embedded(self) -> bool:
        """Whether the library can be searched by meaning."""
        return self._vectors.ready

    def search(self, text: str, options: SearchOptions | None = None) -> list[Hit]:
        """The passages that fit a question best."""
        options = self._resolved(options or SearchOptions())
        if options.retriever != "bm25" and not self._vectors.ready:
            raise UsageError(
                f"library {self.name!r} is not embedded", mend="run 'osler guidelines embed', or search with bm25"
            )
        if options.retriever == "bm25":
            return self._hits({"bm25": self._text(text, options, options.k)}, options.k)
        depth, allowed = max(options.k, _DEPTH), self._allowed(options.filters)
        lists = {"dense": self._vectors.search(text, depth, allowed)}
        if options.retriever == "hybrid":
            lists["bm25"] = self._text(text, options, depth)
            if options.feedback and (first := fuse(lists.values())[:1]):
                lists["dense"] = self._vectors.search(text, depth, allowed, near=first[0][0])
        return self._hits(lists, options.k)

    def _resolved(self, options: SearchOptions) -> SearchOptions:
        """The options with jurisdiction and version, which only documents have, as the documents that they mean."""
        given = options.filters
        for date in filter(None, (given.since, given.until)):
            if as_day(date) is None:
                raise UsageError(f"{date!r} is no date", mend="write it as 2023, 2023-05 or 2023-05-01")
        if given.jurisdiction is None and given.version is None:
            return options
        meant = tuple(
            one.id
            for one in self.documents()
            if (given.jurisdiction is None or one.metadata.jurisdiction.casefold() == given.jurisdiction.casefold())
            and (given.version is None or one.metadata.version.casefold() == given.version.casefold())
            and (given.documents is None or one.id in given.documents)
        )
        limits = given.model_copy(update={"jurisdiction": None, "version": None, "documents": meant})
        return options.model_copy(update={"filters": limits})

    def rarity(self, text: str) -> dict[str, float]:
        """The words of a text as the index knows them, and how much each tells."""
        return self._index.rarity(self._index.terms(text))

    def knows(self, terms: Sequence[str]) -> bool:
        """Whether every one of some words is in any passage."""
        return len(self._index.known(terms)) == len(set(terms))

    def lexis(self, text: str) -> Lexis:
        """The words of the library, to read shorthand by; of a large one, those of the passages nearest to a text."""
        held = tuple((one.id, one.content_hash) for one in self.documents())
        if sum(one.chunks for one in self.documents()) > _WHOLE:
            return lexis_of(hit.chunk for hit in self.search(text, SearchOptions(k=_NEAREST)))
        if self._lexis is None or self._lexis[0] != held:
            self._lexis = (held, lexis_of(self.chunks()))
        return self._lexis[1]

    def terms(self, text: str) -> list[str]:
        """The words of a text as the index knows them."""
        return self._index.terms(text)

    def _text(self, text: str, options: SearchOptions, k: int) -> list[Scored]:
        further = synonyms(text, self._index, self._vocabularies) if options.expand else {}
        query = WeightedQuery(text, further)
        if options.feedback:
            first = self._index.search(query, FEEDBACK_CHUNKS, options.filters)
            known = self._store.find([one.chunk_id for one in first])
            for term, weight in feedback(
                [known[one.chunk_id] for one in first if one.chunk_id in known], self._index
            ).items():
                further[term] = further.get(term, 0.0) + weight
            query = WeightedQuery(text, further)
        return self._index.search(query, k, options.filters)

    def _hits(self, lists: dict[str, list[Scored]], k: int) -> list[Hit]:
        if len(lists) == 1:
            order = [(one.chunk_id, one.score) for scored in lists.values() for one in scored[:k]]
        else:
            order = fuse(lists.values())[:k]
        ranks = {name: {one.chunk_id: rank for rank, one in enumerate(found, start=1)} for name, found in lists.items()}
        chunks = self._store.find([chunk_id for chunk_id, _ in order])
        return [
            Hit(
                chunk=chunks[chunk_id],
                score=score,
                ranks={name: by_id[chunk_id] for name, by_id in ranks.items() if chunk_id in by_id},
            )
            for chunk_id, score in order
            if chunk_id in chunks
        ]

    def _allowed(self, filters: Filters) -> frozenset[str] | None:
        if filters == Filters():
            return None
        return frozenset(chunk.id for chunk in self._store.chunks() if passes(chunk, filters))

    def _finish(self, at_hand: Mapping[str, Sequence[Chunk]] | None = None) -> int:
        """Bring the index to what the store says; the order makes every step repeatable."""
        undone = self._store.unfinished()
        held = at_hand or {}
        if undone:
            coming = (
                chunk
                for document, state in undone
                if state == "pending"
                for chunk in (held.get(document.id) or self._store.chunks(document.id))
            )
            self._index.replace([document.id for document, _ in undone], coming)
            self._store.settle((document.id, state) for document, state in undone)
        return len(undone)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with (self._folder / "writer.lock").open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ServiceError(
                    f"another process writes to library {self.name!r}", mend="wait until it has finished"
                ) from None
            yield


def fuse(lists: Iterable[Sequence[Scored]]) -> list[tuple[str, float]]:
    """Several lists as one, by the sum of reciprocal ranks."""
    scores: dict[str, float] = {}
    for found in lists:
        for rank, one in enumerate(found, start=1):
            scores[one.chunk_id] = scores.get(one.chunk_id, 0.0) + 1 / (_FUSION + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def passes(chunk: Chunk, filters: Filters) -> bool:
    """Whether a chunk is within the limits of a search."""
    return (
        (not filters.issuer or chunk.issuer.casefold() == filters.issuer.casefold())
        and (not filters.since or (bool(chunk.date) and chunk.date >= filters.since))
        and (not filters.until or (bool(chunk.date) and chunk.date[: len(filters.until)] <= filters.until))
        and (filters.documents is None or chunk.document_id in filters.documents)
    )


def document_id(metadata: DocumentMetadata) -> str:
    """The id of a document: its title and version, so that two versions can stand side by side."""
    slug = re.sub(r"[^a-z0-9]+", "-", metadata.title.casefold()).strip("-")[:70] or "document"
    version = re.sub(r"[^a-z0-9.]+", "-", metadata.version.casefold()).strip("-")[:20]
    return f"{slug}@{version}" if version else slug
