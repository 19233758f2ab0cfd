from __future__ import annotations

import numpy as np
import pytest

from osler.core.terminology import bundled_vocabularies, hpo
from osler.diagnosis.ranking import LeftOut, default_model, rank
from osler.evals.diagnosis.simulate import Habits, simulate


def test_the_same_seed_draws_the_same_patients() -> None:
    assert simulate(5, seed=3) == simulate(5, seed=3)
    assert simulate(5, seed=3) != simulate(5, seed=4)


def test_patients_have_findings_and_nothing_is_both_observed_and_excluded() -> None:
    for patient in simulate(40, seed=1):
        assert patient.query.observed
        assert not set(patient.query.observed) & set(patient.query.excluded)
        assert all(term in hpo() for term in (*patient.query.observed, *patient.query.excluded))


def test_a_perfect_record_holds_only_features_of_the_disease() -> None:
    model = default_model(bundled_vocabularies())
    perfect = Habits(recorded=1.0, too_general=0.0, mistaken=0.0)
    for patient in simulate(10, seed=2, habits=perfect):
        row = model.row_of(patient.disease_id)
        assert all(model.shown(hpo().index(term) or 0)[row] > 0 for term in patient.query.observed)


@pytest.mark.slow
def test_the_ranking_finds_simulated_patients_and_exclusions_help() -> None:
    patients = simulate(120, seed=5)
    places = {"with": [], "without": []}  # type: dict[str, list[float]]
    chances = {"with": [], "without": []}  # type: dict[str, list[float]]
    for patient in patients:
        for name, query in (
            ("with", patient.query),
            ("without", patient.query.model_copy(update={"excluded": ()})),
        ):
            ranking = rank(query, default_model(bundled_vocabularies()))
            places[name].append(ranking.rank_of(patient.disease_id) or 1e9)
            chances[name].append(ranking.probability_of(patient.disease_id) or 0.0)
    assert np.mean(np.array(places["with"]) <= 10) > 0.7
    assert np.mean(np.log(chances["with"])) > np.mean(np.log(chances["without"]))


def test_patients_of_one_publication_can_be_ranked_without_it() -> None:
    model = default_model(bundled_vocabularies())
    for patient in simulate(5, seed=7, from_publication=True):
        assert patient.publication is not None
        left_out = LeftOut(model, [patient.publication])
        assert model.row_of(patient.disease_id) in left_out.rows
        assert (
            rank(patient.query, default_model(bundled_vocabularies()), left_out=left_out).rank_of(patient.disease_id)
            is not None
        )
