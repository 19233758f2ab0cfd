from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osler.core.terminology import disease_annotations, hpo
from osler.core.terminology.diseases.compile import parse_frequency

diseases = st.integers(min_value=0, max_value=len(disease_annotations()) - 1)


def test_a_disease_with_its_genes_equivalents_and_statements() -> None:
    disease = disease_annotations().disease("OMIM:154700")
    assert disease is not None
    assert disease.name.startswith("Marfan syndrome")
    assert disease.genes == ("FBN1",)
    assert "ORPHA:558" in disease.equivalents
    assert {annotation.hpo_id for annotation in disease.of("I")} == {"HP:0000006"}
    arachnodactyly = [item for item in disease.of("P") if item.hpo_id == "HP:0001166"]
    assert arachnodactyly
    assert all(item.references and item.evidence for item in arachnodactyly)


def test_counts_ranges_and_negations_are_kept_as_stated() -> None:
    annotations = disease_annotations()
    arrays = annotations.arrays
    ratio = annotations.annotation(int(np.flatnonzero(arrays["kind"] == 2)[0]))
    shown, seen = map(int, ratio.frequency_text.split("/"))
    assert ratio.frequency == pytest.approx(shown / seen)
    ranged = annotations.annotation(int(np.flatnonzero(arrays["kind"] == 1)[0]))
    assert "%" in ranged.frequency_text
    negated = annotations.annotation(int(np.flatnonzero(arrays["negated"])[0]))
    assert negated.negated
    assert int(arrays["negated"].sum()) == 711


@pytest.mark.parametrize(
    ("cell", "kind", "share"),
    [("3/4", 2, 0.75), ("HP:0040280", 1, 1.0), ("HP:0040285", 1, 0.0), ("12.5%", 3, 0.125), ("7/5", 2, 1.0)],
)
def test_frequencies_are_read_in_every_notation(cell: str, kind: int, share: float) -> None:
    parsed = parse_frequency(cell)
    assert parsed[0] == kind
    assert parsed[3] == pytest.approx(share)


@pytest.mark.parametrize("cell", ["", "3/0"])
def test_an_unstated_frequency_is_not_a_number(cell: str) -> None:
    assert parse_frequency(cell)[0] == 0
    assert np.isnan(parse_frequency(cell)[3])


def test_entries_of_a_publication_cite_it() -> None:
    annotations = disease_annotations()
    entries = annotations.entries_citing("PMID:22398176")
    assert len(entries)
    assert all("PMID:22398176" in annotations.annotation(int(entry)).references for entry in entries)
    assert len(annotations.entries_citing("PMID:0")) == 0


def test_unknown_diseases_are_empty_answers() -> None:
    annotations = disease_annotations()
    assert annotations.disease("OMIM:1") is None
    assert annotations.name("OMIM:1") is None
    assert annotations.genes("OMIM:1") == ()
    assert annotations.equivalents("OMIM:1") == ()


@settings(max_examples=40, deadline=None)
@given(diseases)
def test_equivalence_is_mutual_and_entries_belong_to_their_disease(index: int) -> None:
    annotations = disease_annotations()
    disease_id = annotations.ids[index]
    assert all(disease_id in annotations.equivalents(other) for other in annotations.equivalents(disease_id))
    start, end = annotations.arrays["starts"][index : index + 2]
    assert (annotations.arrays["disease"][start:end] == index).all()
    assert all(0 <= term < len(hpo()) for term in annotations.arrays["term"][start:end].tolist())
