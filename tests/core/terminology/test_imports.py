"""Importing releases: what comes in, what is left out and said, and what survives an interruption."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from osler.core.terminology import Concept, SemanticType, concept_search
from osler.core.terminology.imports import Progress, import_vocabulary, index_file, installed
from osler.core.terminology.imports.obo import to_curie
from osler.core.terminology.imports.rf2 import split_tag
from osler.core.terminology.sources.local import local_concept, local_searchers
from osler.errors import DataError, UsageError
from tests.core.terminology.releases import OBO, OBO_GRAPH, umls_atom, write_rf2, write_rxnorm, write_umls


def concept_of(concept_id: str) -> Concept:
    found = local_concept(concept_id)
    assert found is not None
    return found


def test_umls_release_gives_cui_and_snomed_in_one_search(tmp_path: Path) -> None:
    report = import_vocabulary(write_umls(tmp_path / "META"))
    assert (report.name, report.version, report.kind) == ("umls", "2025AA", "umls")
    expected = {
        "acetaminophen": ("C0000970", "387517004"),
        "osteoarthritis": ("C0029408", "396275006"),
        "Heparin": ("C0019134", "372877000"),
    }
    for term, codes in expected.items():
        best = concept_search(term)[0]
        assert (best.cui, best.snomed_code) == codes, term
        assert best.confidence > 0.9


def test_umls_concept_is_whole(tmp_path: Path) -> None:
    import_vocabulary(write_umls(tmp_path))
    concept = concept_of("UMLS:C0000970")
    assert concept.name == "acetaminophen"
    assert concept.semantic_type is SemanticType.MEDICATION
    assert concept.xrefs["SCTID"][0] == "387517004"
    assert concept.xrefs["DRUGBANK"] == ["DB00316"]
    assert {"Paracetamol", "Tylenol"} <= set(concept.synonyms), "synonyms and brand names find the ingredient"
    assert not any("deutsch" in name for name in concept.synonyms)


def test_kinds_of_thing_that_are_not_clinical_are_left_out_and_counted(tmp_path: Path) -> None:
    report = import_vocabulary(write_umls(tmp_path))
    assert report.not_clinical == 1
    assert local_concept("UMLS:C1071741") is None
    assert not any("Paxillus" in found.display for found in concept_search("Paxil"))


def test_rxnorm_brand_finds_its_ingredient(tmp_path: Path) -> None:
    import_vocabulary(write_rxnorm(tmp_path), version="06022025")
    concept = concept_of("RXNORM:161")
    assert concept.synonyms == ("Tylenol",)
    assert (concept.snomed_code, concept.version) == ("387517004", "06022025")


def test_rf2_takes_active_concepts_with_their_preferred_term(tmp_path: Path) -> None:
    report = import_vocabulary(write_rf2(tmp_path))
    assert (report.version, report.concepts) == ("20250101", 2)
    concept = concept_of("SCTID:396275006")
    (imported,) = [s for s in local_searchers() if s.index.vocabularies == ["SNOMEDCT"]]
    own = imported.concept("SCTID:396275006")
    assert own is not None
    assert own.name == "Osteoarthrosis"
    assert set(own.synonyms) == {"Osteoarthritis", "Degenerative joint disease"}
    assert concept.semantic_type is SemanticType.CONDITION


def test_obo_and_obo_graph(tmp_path: Path) -> None:
    (tmp_path / "toy.obo").write_text(OBO, encoding="utf-8")
    (tmp_path / "toy2.json").write_text(OBO_GRAPH, encoding="utf-8")
    first = import_vocabulary(tmp_path / "toy.obo")
    second = import_vocabulary(tmp_path / "toy2.json")
    assert (first.concepts, first.version) == (1, "2025-05-06")
    assert (second.concepts, second.version) == (1, "2025-06-03")
    seizure, disease = concept_of("HP:9000001"), concept_of("MONDO:9000001")
    assert seizure.definition == 'A made-up seizure with a "quote".'
    assert (seizure.cui, seizure.snomed_code) == ("C9000001", "900000001")
    assert (disease.cui, disease.snomed_code, disease.semantic_type) == ("C9000002", "900000002", "Condition")
    assert concept_search("toy malady")[0].concept_id == "MONDO:9000001"


def test_unknown_ontology_needs_its_semantic_type(tmp_path: Path) -> None:
    file = tmp_path / "zoo.obo"
    file.write_text("[Term]\nid: ZOO:1\nname: striped horse\n", encoding="utf-8")
    with pytest.raises(DataError, match="ZOO"):
        import_vocabulary(file)
    report = import_vocabulary(file, semantic_type=SemanticType.DEMOGRAPHIC)
    assert report.concepts == 1


def test_zip_is_imported_without_unpacking_it_first(tmp_path: Path) -> None:
    folder = write_umls(tmp_path / "META")
    archive = tmp_path / "umls.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bundle:
        for file in folder.iterdir():
            bundle.write(file, f"2025AA/META/{file.name}")
    assert import_vocabulary(archive).version == "2025AA"
    assert not list(index_file(installed()[0]).parent.parent.glob(".unpacked-*"))


def test_truncated_release_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    folder = write_umls(tmp_path)
    conso = folder / "MRCONSO.RRF"
    content = conso.read_bytes()
    conso.write_bytes(content[: len(content) - 25])
    lines = content.count(b"\n")
    with pytest.raises(DataError, match=f"MRCONSO.RRF ends in the middle of line {lines}: the file is truncated"):
        import_vocabulary(folder)
    assert installed() == []
    conso.write_bytes(content)
    assert import_vocabulary(folder).concepts == 5


def test_lines_with_wrong_columns_are_skipped_and_named(tmp_path: Path) -> None:
    folder = write_umls(tmp_path)
    conso = folder / "MRCONSO.RRF"
    lines = conso.read_text(encoding="utf-8").splitlines(keepends=True)
    lines.insert(3, "C0000970|ENG|broken\n")
    conso.write_bytes("".join(lines).encode() + b"C0000970|ENG|\xff\xfe\n")
    report = import_vocabulary(folder)
    assert report.concepts == 5
    assert report.skipped == [
        "MRCONSO.RRF line 4: 3 columns where 18 belong; skipped",
        f"MRCONSO.RRF line {len(lines) + 1}: not UTF-8; skipped",
    ]


def test_file_of_another_kind_is_refused_at_its_first_line(tmp_path: Path) -> None:
    folder = write_umls(tmp_path)
    (folder / "MRCONSO.RRF").write_text("id,name\n1,x\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"MRCONSO\.RRF line 1: 1 columns where 18 belong"):
        import_vocabulary(folder)


def test_mostly_broken_file_is_refused(tmp_path: Path) -> None:
    folder = write_umls(tmp_path)
    with (folder / "MRCONSO.RRF").open("a", encoding="utf-8") as handle:
        handle.write("broken|line\n" * 50)
    with pytest.raises(DataError, match="50 of 61 lines cannot be read"):
        import_vocabulary(folder)


def test_release_without_types_says_what_is_missing(tmp_path: Path) -> None:
    (write_umls(tmp_path) / "MRSTY.RRF").unlink()
    with pytest.raises(DataError, match=r"lacks MRSTY\.RRF"):
        import_vocabulary(tmp_path)


class Interrupted(Exception):
    pass


@pytest.mark.slow
def test_interrupted_import_goes_on_where_it_stopped(tmp_path: Path) -> None:
    folder = write_umls(tmp_path)
    with (folder / "MRCONSO.RRF").open("a", encoding="utf-8") as handle:
        for number in range(45_000):
            cui = f"C8{number:06}"
            handle.write(umls_atom(cui, "MSH", "MH", f"D{number}", f"Imaginary disease {number}", True))
    with (folder / "MRSTY.RRF").open("a", encoding="utf-8") as handle:
        handle.writelines(f"C8{number:06}|T047|…|…|AT||\n" for number in range(0, 45_000, 500))
    seen: list[Progress] = []

    def stop_half_way(progress: Progress) -> None:
        seen.append(progress)
        if progress.step == "reading MRCONSO.RRF" and progress.done < progress.total:
            raise Interrupted

    with pytest.raises(Interrupted):
        import_vocabulary(folder, on_progress=stop_half_way)
    stopped_at = seen[-1].done
    assert installed() == [], "nothing half-built can be searched"
    resumed: list[Progress] = []
    report = import_vocabulary(folder, on_progress=resumed.append)
    assert report.concepts == 5 + 90
    first_of_conso = next(progress for progress in resumed if progress.step == "reading MRCONSO.RRF")
    assert first_of_conso.done > stopped_at > 0
    assert concept_of("UMLS:C8000500").name == "Imaginary disease 500"


def test_changed_release_is_not_mixed_with_what_was_read_before(tmp_path: Path) -> None:
    folder = write_umls(tmp_path)
    with pytest.raises(Interrupted):
        import_vocabulary(folder, on_progress=_stop_at_the_index)
    (folder / "MRCONSO.RRF").write_text(umls_atom("C0029408", "MSH", "MH", "D1", "Arthrosis", True), encoding="utf-8")
    assert import_vocabulary(folder).concepts == 1


def _stop_at_the_index(progress: Progress) -> None:
    if progress.step == "building the index":
        raise Interrupted


def test_second_import_of_a_name_replaces_the_first_and_is_seen_at_once(tmp_path: Path) -> None:
    (tmp_path / "toy.obo").write_text(OBO, encoding="utf-8")
    import_vocabulary(tmp_path / "toy.obo", name="toy")
    assert concept_search("Toy fit")[0].concept_id == "HP:9000001"
    (tmp_path / "toy.obo").write_text(OBO.replace("Toy fit", "Toy spell"), encoding="utf-8")
    report = import_vocabulary(tmp_path / "toy.obo", name="toy")
    assert concept_search("Toy spell")[0].matched_name == "Toy spell"
    assert [one.name for one in installed()] == ["toy"]
    assert len(list(index_file(report).parent.glob("*.arrays"))) == 1


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"[Term]\nid: HP:1\n", b"\xff\xfe\x00"])
def test_unusable_files_give_a_clear_error(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.obo"
    file.write_bytes(content)
    with pytest.raises(DataError):
        import_vocabulary(file)


@pytest.mark.slow
def test_zip_bomb_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "bomb.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bundle, bundle.open("MRCONSO.RRF", "w") as member:
        for _ in range(120):
            member.write(b"\0" * 1024 * 1024)
    with pytest.raises(DataError, match="would unpack to"):
        import_vocabulary(archive)


def test_bad_name_and_missing_path(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        import_vocabulary(tmp_path, name="../evil")
    with pytest.raises(DataError):
        import_vocabulary(tmp_path / "nothing")


def test_second_import_of_the_same_name_at_the_same_time_is_refused(tmp_path: Path) -> None:
    folder = write_umls(tmp_path)

    def import_again(progress: Progress) -> None:
        with pytest.raises(DataError, match="by another process"):
            import_vocabulary(folder)
        raise Interrupted

    with pytest.raises(Interrupted):
        import_vocabulary(folder, on_progress=import_again)
    assert import_vocabulary(folder).concepts == 5


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 900), noise=st.binary(max_size=40), place=st.integers(0, 900))
@pytest.mark.slow
def test_damaged_release_is_imported_in_part_or_refused(tmp_path: Path, cut: int, noise: bytes, place: int) -> None:
    folder = write_umls(tmp_path)
    conso = folder / "MRCONSO.RRF"
    content = conso.read_bytes()
    conso.write_bytes((content[:place] + noise + content[place:])[: len(content) - cut])
    try:
        report = import_vocabulary(folder)
    except DataError:
        return
    assert 0 < report.concepts <= 7


@given(st.from_regex(r"[A-Za-z]{1,12}", fullmatch=True), st.from_regex(r"[A-Za-z0-9]{1,10}", fullmatch=True))
def test_iri_and_curie_name_the_same_term(prefix: str, code: str) -> None:
    assert to_curie(f"http://purl.obolibrary.org/obo/{prefix}_{code}") == f"{prefix}:{code}"
    assert to_curie(f"{prefix}:{code}") == f"{prefix}:{code}"


@given(st.text())
def test_splitting_a_tag_loses_nothing(text: str) -> None:
    name, tag = split_tag(text)
    assert name in text
    assert tag in text
