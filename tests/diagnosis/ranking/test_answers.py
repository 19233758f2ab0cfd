"""What an answer would change is what the ranking changes when it is given, and bits are counted by it."""

from __future__ import annotations

import numpy as np
import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.information import Floats, expected_gain
from osler.diagnosis.ranking import PhenotypeQuery, answers, default_model, rank

QUERY = PhenotypeQuery(
    observed=("HP:0001249", "HP:0000750", "HP:0001250"),  # Intellectual disability, delayed speech, seizure
    excluded=("HP:0000365",),  # Hearing impairment
)
ASKED = (
    "HP:0001270",
    "HP:0002376",
    "HP:0032677",
    "HP:0000598",
)  # Of the same kind, apart, a kind of one observed, above


@pytest.mark.parametrize("present", [True, False])
def test_an_answer_changes_the_odds_as_the_ranking_will(present: bool) -> None:
    ranking = rank(QUERY, default_model(bundled_vocabularies()))
    rows = ranking.rows(30)
    change = answers(ranking, rows, ASKED)
    temperature = ranking.model.weights.fitted.temperature
    for column, hpo_id in enumerate(ASKED):
        after = ranking.with_finding(hpo_id, present=present)
        silence = after.scores.factors["unmentioned"] - ranking.scores.factors["unmentioned"]
        expected = (after.scores.total - ranking.scores.total - silence)[rows]
        factor = (change.yes if present else change.no)[:, column]
        assert np.allclose(np.log(factor) * temperature, expected, atol=1e-5)


def test_without_findings_every_answer_counts_whole() -> None:
    ranking = rank(PhenotypeQuery(observed=()), default_model(bundled_vocabularies()))
    assert answers(ranking, [0, 1], ["HP:0001250"]).yes.shape == (2, 1)


def test_a_ranking_that_weighs_answers_at_their_word_gains_their_information() -> None:
    prior = np.array([0.5, 0.3, 0.2])
    presence = np.array([[0.9, 0.5], [0.1, 0.5], [0.4, 0.5]])
    plain = expected_gain(prior, presence, presence, 1 - presence)
    assert np.allclose(plain, _entropy(prior[:, None]) - _entropy_after(prior, presence))
    assert expected_gain(prior, presence, presence**3, (1 - presence) ** 3)[0] < plain[0], "over-confident"
    assert expected_gain(prior, presence, presence**0, (1 - presence) ** 0)[0] == pytest.approx(0.0), "not counted"


def _entropy_after(prior: Floats, presence: Floats) -> Floats:
    joint = (prior[:, None] * presence, prior[:, None] * (1 - presence))
    after: Floats = sum(outcome.sum(axis=0) * _entropy(outcome / outcome.sum(axis=0)) for outcome in joint)
    return after


def _entropy(distribution: Floats) -> Floats:
    return np.asarray(-(distribution * np.log2(distribution)).sum(axis=0))
