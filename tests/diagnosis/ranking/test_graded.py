"""How severe a finding is and on which side: a disease that shows it in another grade explains it too."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import LeftOut, MatchKind, PhenotypeQuery, RankingModel, default_model, rank

SEVERE_HEARING_LOSS, HEARING_LOSS, RETINAL_DYSTROPHY = "HP:0012714", "HP:0000365", "HP:0000510"
USHER = "OMIM:276901"


@pytest.fixture(scope="module")
def model() -> RankingModel:
    return default_model(bundled_vocabularies())


@pytest.mark.parametrize(
    ("graded", "plain"),
    [
        ("Severe hearing impairment", "Hearing impairment"),
        ("Intellectual disability, profound", "Intellectual disability"),
        ("Bilateral ptosis", "Ptosis"),
        ("Seizure", None),
        ("Progressive microcephaly", None),
    ],
)
def test_the_term_without_the_grade(model: RankingModel, graded: str, plain: str | None) -> None:
    found = model.ungraded(model.graph.labels.index(graded))
    assert (None if found is None else model.graph.labels[found]) == plain


def test_a_disease_that_shows_it_without_the_grade_explains_it(model: RankingModel) -> None:
    ranked = rank(PhenotypeQuery(observed=(SEVERE_HEARING_LOSS, RETINAL_DYSTROPHY)), model).disease(USHER)
    assert ranked is not None
    hearing = next(item for item in ranked.contributions if item.hpo_id == SEVERE_HEARING_LOSS)
    assert hearing.kind is MatchKind.GRADED
    assert hearing.log_likelihood_ratio > 0
    assert SEVERE_HEARING_LOSS in ranked.matched


def test_what_is_recomputed_without_a_publication_counts_the_same_way(model: RankingModel) -> None:
    graded = model.graph.index(SEVERE_HEARING_LOSS)
    plain = model.graph.index(HEARING_LOSS)
    assert graded is not None
    assert plain is not None
    rows = model.shown_by(plain)[0]
    cited = next(
        reference
        for reference in model.annotations.references
        if reference.startswith("PMID:") and len(set(LeftOut(model, [reference]).rows) & set(rows)) > 0
    )
    left_out = LeftOut(model, [cited])
    own, any_grade = left_out.presence(model, graded), left_out.presence(model, plain)
    share = model.weights.assumed.graded * any_grade * model.background[graded] / model.background[plain]
    assert (own >= share * 0.999).all()
