"""Scores, contributions and entries of the ranking."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osler.core.terminology import bundled_vocabularies, hpo
from osler.diagnosis.ranking import (
    MatchKind,
    PhenotypeQuery,
    confidence_of,
    default_model,
    default_weights,
    rank,
)
from osler.diagnosis.ranking.causal import causal_genes

EPILEPSY = PhenotypeQuery(observed=("HP:0002360", "HP:0100704", "HP:0001250", "HP:0001252", "HP:0001332"))
MARFAN = PhenotypeQuery(observed=("HP:0001166", "HP:0001083", "HP:0002616", "HP:0000767"))

terms = st.integers(min_value=0, max_value=len(hpo()) - 1).map(lambda index: hpo().id_of(index))
queries = st.builds(
    PhenotypeQuery,
    observed=st.lists(terms, max_size=6).map(tuple),
    excluded=st.lists(terms, max_size=4).map(tuple),
    age_years=st.none() | st.floats(0, 110),
    onset_years=st.none() | st.floats(-0.7, 110),
    sex=st.sampled_from(["male", "female", "unknown"]),
)


def test_the_known_disease_is_among_the_first_ten() -> None:
    ranking = rank(EPILEPSY, default_model(bundled_vocabularies()))
    place = ranking.rank_of("OMIM:300672")
    assert place is not None
    assert place <= 10
    assert ranking.rank_of("ORPHA:505652") == place, "an equivalent entry is the same disease"
    assert rank(MARFAN, default_model(bundled_vocabularies())).top(1)[0].disease_id == "OMIM:154700"


def test_every_disease_is_ranked_once_and_the_probabilities_sum_to_one() -> None:
    ranking = rank(EPILEPSY, default_model(bundled_vocabularies()))
    everyone = ranking.rows(len(ranking))
    assert sorted(everyone) == list(range(len(ranking)))
    assert math.isclose(float(ranking.probabilities.sum()) + ranking.none_known, 1.0)
    assert 0 < ranking.none_known < 1
    totals = ranking.scores.total[everyone]
    assert (np.diff(totals) <= 0).all()


def test_the_contributions_and_factors_add_up_to_the_score() -> None:
    query = EPILEPSY.model_copy(update={"excluded": ("HP:0000365",), "onset_years": 0.2, "sex": "female"})
    for disease in rank(query, default_model(bundled_vocabularies())).top(10):
        findings = sum(item.log_likelihood_ratio for item in disease.contributions)
        others = sum(item.log_likelihood_ratio for item in disease.factors)
        assert math.isclose(findings + others, disease.score, abs_tol=1e-4)


def test_each_finding_says_what_kind_of_match_it_was_and_who_states_it() -> None:
    query = PhenotypeQuery(observed=("HP:0001166", "HP:0012372", "HP:0100710"), excluded=("HP:0001083",))
    disease = rank(query, default_model(bundled_vocabularies())).disease("OMIM:154700")
    assert disease is not None
    kinds = {item.hpo_id: item for item in disease.contributions}
    assert kinds["HP:0001166"].kind is MatchKind.EXACT
    assert kinds["HP:0001166"].references
    assert kinds["HP:0012372"].kind is MatchKind.DESCENDANT
    assert kinds["HP:0100710"].kind in {MatchKind.UNMATCHED, MatchKind.RELATED, MatchKind.FAMILY}
    assert kinds["HP:0001083"].kind is MatchKind.EXCLUDED
    assert disease.excluded_penalty == kinds["HP:0001083"].log_likelihood_ratio < 0
    assert set(disease.matched) == {"HP:0001166", "HP:0012372"}
    assert disease.coverage == pytest.approx(2 / 3)


def test_missing_features_are_common_and_not_yet_known() -> None:
    disease = rank(MARFAN, default_model(bundled_vocabularies())).top(1)[0]
    assert disease.missing
    assert all(item.frequency >= 0.3 for item in disease.missing)
    assert not {item.hpo_id for item in disease.missing} & set(MARFAN.observed)


def test_an_excluded_feature_takes_and_never_gives() -> None:
    before = rank(MARFAN, default_model(bundled_vocabularies()))
    after = rank(MARFAN.model_copy(update={"excluded": ("HP:0001382",)}), default_model(bundled_vocabularies()))
    change = after.scores.total - before.scores.total
    shown = default_model(bundled_vocabularies()).shown(hpo().index("HP:0001382") or 0)
    assert (change <= 1e-9).all()
    assert np.allclose(change[shown == 0], 0.0)
    assert (change[shown > 0.1] < 0).all()


def test_candidate_genes_join_the_phenotype_score() -> None:
    plain, listed = (
        rank(EPILEPSY, default_model(bundled_vocabularies())),
        rank(EPILEPSY.model_copy(update={"genes": ("cdkl5", "TTN")}), default_model(bundled_vocabularies())),
    )
    assert listed.rank_of("OMIM:300672") == 1
    assert (listed.probability_of("OMIM:300672") or 0) > (plain.probability_of("OMIM:300672") or 0)


def test_old_and_unknown_ids_are_resolved_or_reported() -> None:
    ranking = rank(
        PhenotypeQuery(observed=("HP:0001314", "HP:9999999"), excluded=("nonsense",)),
        default_model(bundled_vocabularies()),
    )
    assert ranking.unknown == ("HP:9999999", "nonsense")
    assert ranking.findings.observed == (hpo().index("HP:0001284"),)


def test_a_general_term_beside_its_specific_one_counts_once() -> None:
    alone = rank(PhenotypeQuery(observed=("HP:0002133",)), default_model(bundled_vocabularies()))
    both = rank(PhenotypeQuery(observed=("HP:0002133", "HP:0001250")), default_model(bundled_vocabularies()))
    np.testing.assert_allclose(alone.scores.total, both.scores.total)


@settings(max_examples=25, deadline=None)
@given(queries)
def test_any_query_gives_finite_scores(query: PhenotypeQuery) -> None:
    ranking = rank(query, default_model(bundled_vocabularies()))
    assert np.isfinite(ranking.scores.total).all()
    assert len(ranking.top(2)) == 2


@settings(max_examples=15, deadline=None)
@given(queries, terms, st.booleans())
def test_adding_a_finding_is_the_same_as_asking_again(query: PhenotypeQuery, term: str, present: bool) -> None:
    added = rank(query, default_model(bundled_vocabularies())).with_finding(term, present=present)
    np.testing.assert_allclose(
        added.scores.total, rank(added.query, default_model(bundled_vocabularies())).scores.total, atol=1e-6
    )


def test_presence_is_a_probability_and_higher_where_the_disease_shows_it() -> None:
    ranking = rank(MARFAN, default_model(bundled_vocabularies()))
    rows = ranking.rows(5)
    table = ranking.presence(rows, ["HP:0001166", "HP:0001250", "HP:9999999"])
    assert table.shape == (5, 3)
    assert ((table >= 0) & (table < 1)).all()
    assert table[0, 0] > table[0, 1]
    assert (table[:, 2] == 0).all()


def test_the_weights_that_ship_are_valid_and_explained() -> None:
    weights = default_weights()
    assert 0 < weights.assumed.excluded < 1
    assert weights.fitted.temperature > 0


def test_a_frequency_that_is_shown_is_the_sources_own() -> None:
    marfan = rank(MARFAN, default_model(bundled_vocabularies())).disease("OMIM:154700")
    assert marfan is not None
    aneurysm = next(item for item in marfan.contributions if item.label == "Aortic root aneurysm")
    assert aneurysm.counts == (45, 58)
    assert aneurysm.frequency == pytest.approx(45 / 58)
    assert "45/58 (PMID:33436942)" in aneurysm.statements
    assert not aneurysm.assumed


def test_a_bare_statement_is_marked_as_assumed() -> None:
    query = PhenotypeQuery(observed=("HP:0000098",))
    disease = rank(query, default_model(bundled_vocabularies())).disease("OMIM:154700")
    assert disease is not None
    item = disease.contributions[0]
    stated = item.frequency is not None
    assert item.assumed is not stated
    assert all("/" in text or "Orphanet" in text or "no frequency" in text or "%" in text for text in item.statements)


def test_a_general_term_is_as_frequent_as_its_most_frequent_form() -> None:
    """1,486 diseases once showed 99.5 % of developmental delay, because forms of it were added up."""
    model = default_model(bundled_vocabularies())
    term = hpo().index("HP:0001263") or 0
    below = np.array(sorted(hpo().offspring(term).tolist()))
    for row in np.flatnonzero(model.shown(term) > 0)[:200].tolist():
        start, end = model.arrays["direct_starts"][row : row + 2]
        own = np.isin(model.arrays["direct_term"][start:end], below)
        assert model.shown(term)[row] == pytest.approx(model.arrays["direct_frequency"][start:end][own].max(), abs=1e-6)


@given(queries)
@settings(max_examples=15, deadline=None)
def test_what_nothing_explains_never_speaks_for_a_disease(query: PhenotypeQuery) -> None:
    for disease in rank(query, default_model(bundled_vocabularies())).top(5):
        for item in disease.contributions:
            if item.kind is MatchKind.UNMATCHED:
                assert item.log_likelihood_ratio <= 1e-6


def test_subtypes_are_one_entry_and_pooled() -> None:
    ranking = rank(MARFAN, default_model(bundled_vocabularies()))
    model = ranking.model
    families = ranking.families(20)
    loeys = next(family for family in families if family.name == "Loeys-Dietz syndrome")
    assert len(loeys.rows) >= 5
    assert loeys.probability == pytest.approx(float(ranking.probabilities[list(loeys.rows)].sum()))
    assert model.row_of("OMIM:154700") not in loeys.rows
    assert ranking.family_rank_of("OMIM:610168") == ranking.family_rank_of("OMIM:609192") == loeys.rank
    assert [family.rank for family in families] == list(range(1, 21))


def test_a_gene_of_another_subtype_is_not_causal() -> None:
    model = default_model(bundled_vocabularies())
    row = model.row_of("OMIM:147920")
    assert row is not None
    assert causal_genes(model, row) == ("KMT2D",)


@pytest.mark.parametrize(("disease", "gene"), [("OMIM:219700", "CFTR"), ("OMIM:226600", "COL7A1")])
def test_a_gene_that_only_modifies_a_disease_is_not_causal(disease: str, gene: str) -> None:
    model = default_model(bundled_vocabularies())
    row = model.row_of(disease)
    assert row is not None
    assert causal_genes(model, row) == (gene,)


@pytest.mark.parametrize(("probability", "level"), [(0.9, "high"), (0.5, "moderate"), (0.1, "low")])
def test_confidence_goes_by_the_probability(probability: float, level: str) -> None:
    assert confidence_of(probability) == level


def test_a_single_patient_gives_no_high_confidence() -> None:
    assert confidence_of(0.95, patients=1) == "moderate"
    assert confidence_of(0.1, patients=1) == "low"


def test_the_opposite_of_a_feature_does_not_explain_a_finding() -> None:
    hypertension, hypotension = "HP:0000822", "HP:0002615"
    model = default_model(bundled_vocabularies())
    gitelman = model.row_of("OMIM:263800")
    term = model.graph.index(hypertension)
    assert gitelman is not None
    assert term is not None
    assert model.graph.index(hypotension) in model.opposites_of(term)
    found = rank(PhenotypeQuery(observed=(hypertension, "HP:0002900")), default_model(bundled_vocabularies())).disease(
        "OMIM:263800"
    )
    assert found is not None
    (item,) = [one for one in found.contributions if one.hpo_id == hypertension]
    assert item.kind in {MatchKind.UNMATCHED, MatchKind.FAMILY}
    assert item.log_likelihood_ratio <= 0


def test_what_no_patient_showed_is_no_feature_of_a_disease() -> None:
    found = rank(PhenotypeQuery(observed=("HP:0002015", "HP:0009073")), default_model(bundled_vocabularies())).disease(
        "OMIM:256810"
    )
    assert found is not None
    (dysphagia,) = [item for item in found.contributions if item.hpo_id == "HP:0002015"]
    assert dysphagia.kind is not MatchKind.EXACT


def test_a_leading_disease_is_believed_less_for_what_it_leaves_unexplained() -> None:
    whole = rank(MARFAN, default_model(bundled_vocabularies()))
    more = rank(
        PhenotypeQuery(observed=(*MARFAN.observed, "HP:0002015", "HP:0000124")), default_model(bundled_vocabularies())
    )
    assert whole.unexplained == 0.0
    assert more.unexplained == pytest.approx(2 / 6)
    assert more.top(1)[0].disease_id == whole.top(1)[0].disease_id
    assert more.shares.max() < whole.shares.max()
    assert more.probabilities.sum() + more.none_known == pytest.approx(1.0)


def test_a_subtype_shows_what_orphanet_states_of_the_disease_above_it() -> None:
    model = default_model(bundled_vocabularies())
    vascular, above = model.row_of("OMIM:130050"), model.row_of("ORPHA:286")
    assert vascular is not None
    assert above is not None
    assert model.parents_of(vascular) == [above]
    only_above = next(
        term
        for term in model.arrays["direct_term"][slice(*model.arrays["direct_starts"][above : above + 2])].tolist()
        if model.shown(term)[vascular] == 0 and model.general(term)[vascular] == 0
    )
    query = PhenotypeQuery(observed=(model.graph.id_of(only_above),))
    disease = rank(query, default_model(bundled_vocabularies())).disease("OMIM:130050")
    assert disease is not None
    (item,) = disease.contributions
    assert item.kind is MatchKind.PARENT
    assert item.log_likelihood_ratio > 0
    assert any(statement.startswith("Orphanet") for statement in item.statements)


def test_a_disease_that_is_congenital_by_its_name_does_not_begin_at_44() -> None:
    """Cold intolerance, constipation, dry skin and a raised thyrotropin, of which no onset is annotated."""
    model = default_model(bundled_vocabularies())
    row = model.row_of("ORPHA:226313")
    assert row is not None
    assert model.arrays["onset_by_name"][row]
    findings = ("HP:0002019", "HP:0000958", "HP:0002925")
    grown, newborn = (
        rank(PhenotypeQuery(observed=findings, onset_years=years), model).scores.factors["onset"][row]
        for years in (44.0, 0.0)
    )
    assert grown < -1.0 < newborn
