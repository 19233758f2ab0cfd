from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osler.core.terminology import hpo
from osler.core.terminology.ontology.graph import PHENOTYPIC_ABNORMALITY, ROOT

terms = st.integers(min_value=0, max_value=len(hpo()) - 1).map(lambda index: hpo().id_of(index))


def test_a_known_term_with_its_place() -> None:
    graph = hpo()
    assert graph.label("HP:0001250") == "Seizure"
    assert "brain" in (graph.definition("HP:0001250") or "")
    assert graph.parents("HP:0001250") == {"HP:0012638"}
    assert "HP:0002133" in graph.descendants("HP:0001250")
    assert graph.is_a("HP:0002133", PHENOTYPIC_ABNORMALITY)
    assert not graph.is_a("HP:0001250", "HP:0002133")
    assert graph.version >= "2025-05-06"


@pytest.mark.parametrize(
    ("given_id", "current"),
    [("HP:0001314", "HP:0001284"), ("HP:0000057", "HP:0008665"), ("HP:0001250", "HP:0001250")],
    ids=["alternative", "obsolete", "current"],
)
def test_old_ids_resolve_to_the_term_that_stands_for_them(given_id: str, current: str) -> None:
    assert hpo().resolve(given_id) == current
    assert hpo().label(given_id) == hpo().label(current)


@pytest.mark.parametrize("unknown", ["HP:9999999", "MONDO:0000001", "", "HP:", "HP:12", "HP:０００１２５０", "seizure"])
def test_an_unknown_id_is_an_empty_answer(unknown: str) -> None:
    graph = hpo()
    assert graph.resolve(unknown) is None
    assert graph.label(unknown) is None
    assert graph.ic(unknown) is None
    assert graph.ancestors(unknown) == frozenset()
    assert not graph.is_a(unknown, ROOT)
    assert graph.similarity(unknown, "HP:0001250") == 0.0


@settings(max_examples=40, deadline=None)
@given(terms)
def test_ancestors_are_the_parents_and_their_ancestors(term: str) -> None:
    graph = hpo()
    expected = frozenset().union(*({parent} | graph.ancestors(parent) for parent in graph.parents(term)))
    assert graph.ancestors(term) == expected
    assert term not in graph.ancestors(term)


@settings(max_examples=40, deadline=None)
@given(terms)
def test_descendants_are_the_inverse_of_ancestors(term: str) -> None:
    graph = hpo()
    index = graph.index(term) or 0
    assert all(index in graph.lineage(below) for below in graph.offspring(index)[:50])
    assert all(index in graph.offspring(above) for above in graph.lineage(index))
    assert all(term in graph.parents(child) for child in graph.children(term))


@settings(max_examples=40, deadline=None)
@given(terms)
def test_every_term_is_below_the_root_and_no_less_specific_than_its_parents(term: str) -> None:
    graph = hpo()
    assert graph.is_a(term, ROOT)
    own = graph.ic(term)
    assert own is not None
    assert all(own >= (graph.ic(parent) or 0.0) for parent in graph.parents(term))


@settings(max_examples=40, deadline=None)
@given(terms, terms)
def test_similarity_is_symmetric_bounded_and_greatest_with_itself(first: str, second: str) -> None:
    graph = hpo()
    lin = graph.similarity(first, second)
    assert math.isclose(lin, graph.similarity(second, first))
    assert 0.0 <= lin <= 1.0 + 1e-9
    assert graph.similarity(first, first) == 1.0
    resnik = graph.similarity(first, second, "resnik")
    assert resnik <= min(graph.ic(first) or 0.0, graph.ic(second) or 0.0) + 1e-9
    assert 0.0 < graph.similarity(first, second, "jc") <= 1.0


def test_closer_terms_are_more_alike() -> None:
    graph = hpo()
    near = graph.similarity("HP:0002069", "HP:0002197")
    far = graph.similarity("HP:0002069", "HP:0001166")
    assert near > 0.4 > 0.1 > far
