"""The one contract of every terminology source: bundled, imported, UTS."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from osler.config import Settings
from osler.core.terminology import Candidate, Concept, SemanticType
from osler.core.terminology.imports import import_vocabulary
from osler.core.terminology.search import Query, SearchHit
from osler.core.terminology.sources.local import bundled_searcher, local_searchers
from osler.core.terminology.sources.port import LocalSource, Terminology, TerminologySource, terminology
from osler.core.terminology.sources.uts import UtsSource
from tests.core.terminology.releases import write_umls
from tests.servers.uts import UtsServer


@pytest.fixture(params=["bundled", "imported", "uts"])
async def source(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TerminologySource]:
    if request.param == "bundled":
        yield LocalSource([bundled_searcher()], "bundled")
    elif request.param == "imported":
        import_vocabulary(write_umls(tmp_path))
        yield LocalSource(local_searchers()[1:], "imported")
    else:
        monkeypatch.setenv("OSLER_CACHE", str(tmp_path / "cache"))
        async with UtsServer() as server:
            uts = UtsSource(server.settings())
            yield uts
            await uts.aclose()


async def test_known_term_is_found_with_its_codes(source: TerminologySource) -> None:
    best = (await source.search(Query("osteoarthritis", frozenset([SemanticType.CONDITION]))))[0]
    assert (best.concept.cui, best.concept.snomed_code) == ("C0029408", "396275006")
    assert best.concept.semantic_type is SemanticType.CONDITION
    assert best.score > 0.8


async def test_answers_are_best_first(source: TerminologySource) -> None:
    scores = [answer.score for answer in await source.search(Query("heparin"))]
    assert scores
    assert scores == sorted(scores, reverse=True)


async def test_semantic_types_are_respected(source: TerminologySource) -> None:
    assert await source.search(Query("osteoarthritis", frozenset([SemanticType.MEDICATION]))) == []


async def test_vocabularies_are_respected(source: TerminologySource) -> None:
    assert await source.search(Query("osteoarthritis", vocabularies=frozenset(["ICD-11"]))) == []


@pytest.mark.parametrize("term", ["", "   ", "\ud800", "\u200f\u0661\u0662\u0663", "zzqx vvkj", "a" * 5000])
async def test_unknown_and_strange_terms_find_nothing_sure_and_do_not_fail(
    source: TerminologySource, term: str
) -> None:
    assert all(answer.score < 0.9 for answer in await source.search(Query(term)))


async def test_concept_by_code(source: TerminologySource) -> None:
    by_snomed = await source.concept("SCTID:396275006")
    assert by_snomed is not None
    assert by_snomed.snomed_code == "396275006"
    by_cui = await source.concept("UMLS:C0029408")
    assert by_cui is not None
    assert by_cui.cui == "C0029408"


@pytest.mark.parametrize("concept_id", ["", "nonsense", "HP:9999999", "UMLS:C7777777", "SCTID:1", "x:y:z", "\ud800:1"])
async def test_unknown_code_is_none(source: TerminologySource, concept_id: str) -> None:
    assert await source.concept(concept_id) is None


async def test_mushroom_is_not_a_clinical_concept(source: TerminologySource) -> None:
    assert all(answer.concept.name != "Paxillus" for answer in await source.search(Query("Paxillus")))


async def test_all_sources_together_complete_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundled = await Terminology([LocalSource([bundled_searcher()])]).search("acetaminophen")
    assert bundled[0].snomed_code is None
    monkeypatch.setenv("OSLER_CACHE", str(tmp_path / "cache"))
    async with UtsServer() as server:
        uts = UtsSource(server.settings())
        together = await Terminology([LocalSource([bundled_searcher()]), uts]).search("acetaminophen")
        await uts.aclose()
    assert together[0].display == "Acetaminophen"
    assert (together[0].cui, together[0].snomed_code) == ("C0000970", "387517004")


async def test_settings_without_a_key_stay_on_this_machine() -> None:
    assert (await terminology(Settings()).search("heparin"))[0].display == "Heparin"


async def test_overrides_of_experts_go_first() -> None:
    decided = Candidate(
        concept_id="LOCAL:1",
        display="decided",
        ontology="local",
        semantic_type=SemanticType.CONDITION,
        confidence=1,
        matched_name="x",
        match_kind="exact",
    )

    class Experts:
        def corrected(self, term: str) -> Candidate | None:
            return decided

    assert (await Terminology([LocalSource()], Experts()).search("heparin", 1)) == [decided]


async def test_codes_that_one_source_lacks_come_from_another() -> None:
    class Other:
        name = "other"

        async def search(self, query: Query) -> list[SearchHit]:
            return []

        async def concept(self, concept_id: str) -> Concept | None:
            return Concept(
                id="UMLS:C0000970",
                vocabulary="UMLS",
                name="Acetaminophen",
                semantic_type=SemanticType.MEDICATION,
                xrefs={"UMLS": ["C0000970"], "SCTID": ["387517004"]},
            )

    found = await Terminology([LocalSource([bundled_searcher()]), Other()]).concept("DRUGBANK:DB00316")
    assert found is not None
    assert (found.id, found.cui, found.snomed_code) == ("DRUGBANK:DB00316", "C0000970", "387517004")
