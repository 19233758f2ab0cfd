"""The bundled vocabularies: what is in them, what is kept out, and what is joined."""

from __future__ import annotations

import lzma
from importlib.resources import files

import pytest

from osler.core.terminology import SemanticType, concept_search, vocabulary
from osler.core.terminology.names.bundle import BRANDS, FILES, JOINS, brands, versions

LARGEST_BUNDLE = 15_000_000


def test_every_vocabulary_states_its_release() -> None:
    assert set(versions()) == {"HPO", "MONDO", "SNOMEDCT", "DrugBank", "ICD10CM", "MESH", "CHEBI", "HGNC"}
    assert all(versions().values())


def test_the_bundle_stays_small() -> None:
    data = files("osler.core.terminology").joinpath("data")
    assert sum(len(item.read_bytes()) for item in data.iterdir() if item.is_file()) < LARGEST_BUNDLE


@pytest.mark.parametrize("name", [*FILES.values(), JOINS])
def test_rows_are_sorted_so_that_a_new_release_can_be_compared(name: str) -> None:
    text = lzma.decompress(files("osler.core.terminology").joinpath("data", name).read_bytes()).decode()
    head, _, *rows = text.splitlines()
    assert head.startswith("# source: ")
    assert rows == sorted(rows)
    assert len(rows) > (500 if name == "roles.tsv.xz" else 10_000)


@pytest.mark.parametrize(
    ("concept_id", "semantic_type"),
    [
        ("HP:0001250", SemanticType.PHENOTYPE),
        ("MONDO:0005148", SemanticType.CONDITION),
        ("SCTID:38341003", SemanticType.CONDITION),
        ("SCTID:73761001", SemanticType.PROCEDURE),
        ("ICD10CM:E11", SemanticType.CONDITION),
        ("DRUGBANK:DB00316", SemanticType.MEDICATION),
        ("LAB:hba1c", SemanticType.LAB_VALUE),
    ],
)
def test_each_vocabulary_has_its_semantic_type(concept_id: str, semantic_type: SemanticType) -> None:
    concept = vocabulary().concept(concept_id)
    assert concept is not None
    assert concept.semantic_type == semantic_type


@pytest.mark.parametrize(
    ("concept_id", "cui", "snomed"),
    [
        ("HP:0001250", "C0036572", "91175000"),
        ("HP:0000822", "C0020538", "38341003"),
        ("MONDO:0005148", "C0011860", "44054006"),
        ("SCTID:44054006", "C0011860", "44054006"),
    ],
)
def test_joined_concepts_answer_with_cui_and_snomed_code(concept_id: str, cui: str, snomed: str) -> None:
    concept = vocabulary().concept(concept_id)
    assert concept is not None
    assert (concept.cui, concept.snomed_code) == (cui, snomed)


def test_a_drug_is_joined_with_its_substance_by_name() -> None:
    heparin = vocabulary().concept("DRUGBANK:DB01109")
    assert heparin is not None
    assert heparin.xrefs["SCTID"]
    assert heparin.xrefs["MESH"] == ["D006493"]


@pytest.mark.slow
def test_no_mushrooms_nor_other_organisms() -> None:
    names = {concept.name for concept in vocabulary().concepts() if concept.vocabulary == "SNOMEDCT"}
    assert not names & {"Paxillus involutus", "Genus Amanita", "Escherichia coli"}


@pytest.mark.parametrize(
    "place", ["cervix", "pancreas", "thyroid", "thymus", "lung", "hard palate", "seminal vesicle", "pituitary gland"]
)
def test_where_a_disease_is_is_no_name_of_the_disease(place: str) -> None:
    assert vocabulary().find(f"The {place} was seen.") == []


@pytest.mark.parametrize("name", ["cervix neoplasm", "carcinoid", "fibroid", "thyroid tumor", "seminal vesiculitis"])
def test_the_disease_keeps_its_names(name: str) -> None:
    assert vocabulary().find(name)


def test_brands_that_the_sources_lack_are_names_of_their_medicine() -> None:
    rows = [
        line.split("\t")
        for line in files("osler.core.terminology").joinpath("data", BRANDS).read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert len(rows) == len(brands())
    for concept_id, name, names in rows:
        concept = vocabulary().concept(concept_id)
        assert concept is not None
        assert concept.name == name
        assert set(names.split(", ")) <= set(concept.synonyms)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He had heat stroke in 2019.", {"heat stroke": "ICD10CM:T67.01"}),
        ("ferrous sulphate 200 mg", {"ferrous sulphate": "DRUGBANK:DB13257"}),
        ("ferric sulfate", {"ferric sulfate": "DRUGBANK:DB11171"}),
        ("PIK3CA H1047R", {"PIK3CA": "HGNC:8975"}),
        ("ER 90%, PR 15%", {}),
    ],
)
def test_what_is_near_to_another_thing_is_not_read_as_it(text: str, found: dict[str, str]) -> None:
    matches = vocabulary().find(text)
    assert {text[match.start : match.end]: match.concept_ids[0] for match in matches} == found


@pytest.mark.parametrize("brand", ["Inderal", "Epilim", "Shingrix", "Klacid"])
def test_a_brand_is_found_as_written_and_not_as_another_that_is_near(brand: str) -> None:
    first = concept_search(brand, 1)[0]
    assert first.match_kind == "synonym"
    assert brand in brands()[first.concept_id]
