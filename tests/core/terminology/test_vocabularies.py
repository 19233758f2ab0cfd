"""Vocabularies that are passed in: the toy answers like the bundled ones, over a few hundred concepts."""

from __future__ import annotations

import time

import pytest

from osler.core.terminology import SemanticType, Vocabularies, bundled_vocabularies, hpo, toy_vocabularies, vocabulary


@pytest.fixture(scope="module")
def toy() -> Vocabularies:
    return toy_vocabularies()


def test_the_toy_is_small_and_quick() -> None:
    toy_vocabularies.cache_clear()
    started = time.process_time()
    toy = toy_vocabularies()
    assert toy.find("asthma")
    assert len(toy.names) < 2000
    assert time.process_time() - started < 20


def test_the_toy_finds_names_and_searches_them(toy: Vocabularies) -> None:
    note = "Arachnodactyly and scoliosis; on simvastatin."
    found = {concept for match in toy.find(note) for concept in match.concept_ids}
    assert {"HP:0001166", "HP:0002650", "DRUGBANK:DB00641"} <= found
    assert toy.search("high blood pressure", 1)[0].display in {"Hypertension", "hypertensive disorder"}
    assert toy.search("statin", 1, [SemanticType.MEDICATION])[0].concept_id == "MESH:D019161"
    assert (
        toy.search("osteogenesis imperfecta", 1) == [] or toy.search("osteogenesis imperfecta", 1)[0].confidence < 0.8
    )


def test_the_toy_has_the_real_hierarchy_of_what_it_holds(toy: Vocabularies) -> None:
    assert toy.hierarchy.is_a("DRUGBANK:DB00641", "MESH:D019161")
    assert toy.hierarchy.is_a("ICD10CM:E11.9", "MONDO:0005015")
    assert not toy.hierarchy.is_a("MONDO:0005149", "MONDO:0005044")
    assert toy.hpo.ancestors("HP:0001166") == hpo().ancestors("HP:0001166")


def test_the_toy_has_three_diseases_with_their_annotations(toy: Vocabularies) -> None:
    marfan = toy.annotations.disease("OMIM:154700")
    assert marfan is not None
    assert toy.annotations.disease("OMIM:114300") is None


def test_the_default_is_what_the_functions_of_the_package_give() -> None:
    given = bundled_vocabularies()
    assert given.hpo is hpo()
    assert given.names is vocabulary()
    assert given.concept("HP:0001250") == vocabulary().concept("HP:0001250")


def test_parts_can_be_given_one_by_one(toy: Vocabularies) -> None:
    mixed = Vocabularies(names=lambda: toy.names)
    assert mixed.names is toy.names
    assert mixed.hpo is hpo()
