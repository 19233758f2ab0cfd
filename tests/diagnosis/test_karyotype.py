"""A karyotype speaks for the disease that it is, and genes that were tested against theirs as far as they cause it."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.karyotype import diseases_of_karyotype
from osler.diagnosis.ranking import PhenotypeQuery, causal_genes, default_model, rank


@pytest.mark.parametrize(
    ("karyotype", "disease"),
    [
        ("45,X", "ORPHA:881"),
        ("mos 45,X/46,XX", "ORPHA:881"),
        ("47,XY,+21", "ORPHA:870"),
        ("47,XX,+18", "ORPHA:3380"),
        ("47,XYY", "ORPHA:8"),
        ("46,XY,del(5)(p15)", "ORPHA:281"),
    ],
)
def test_a_karyotype_is_a_disease(karyotype: str, disease: str) -> None:
    assert disease in diseases_of_karyotype(karyotype, bundled_vocabularies())


def test_a_balanced_rearrangement_is_none() -> None:
    assert diseases_of_karyotype("45,XY,der(14;21)(q10;q10)", bundled_vocabularies()) == ()


def test_the_disease_of_the_karyotype_leads_with_its_reason() -> None:
    query = PhenotypeQuery(observed=("HP:0004322", "HP:0000823"), sex="female", chromosomal=("ORPHA:99226",))
    ranking = rank(query, default_model(bundled_vocabularies()))
    assert ranking.family_rank_of("ORPHA:881") == 1
    leading = ranking.top(1)[0]
    assert "the patient's karyotype is this disease" in {factor.explanation for factor in leading.factors}


def test_a_disease_loses_by_the_share_of_its_genes_that_were_tested() -> None:
    model = default_model(bundled_vocabularies())
    row, causal = next((row, genes) for row in range(len(model.members)) if len(genes := causal_genes(model, row)) > 1)
    some, every = (
        float(rank(PhenotypeQuery(observed=(), negative_genes=genes), model).scores.factors["genes"][row])
        for genes in (causal[:1], causal)
    )
    assert every < some < 0
