"""Information gain behaves as information does."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from osler.diagnosis.information import Floats, expected_gain, separated

chances = st.floats(0.001, 0.999, allow_nan=False)


def information_gain(probabilities: Floats, presence: Floats) -> Floats:
    """What a ranking gains that takes every answer at its word."""
    return expected_gain(probabilities, presence, presence, 1.0 - presence)


def test_a_finding_that_splits_two_equal_candidates_is_worth_one_bit() -> None:
    gain = information_gain(np.array([0.5, 0.5]), np.array([[1.0 - 1e-9, 0.5], [1e-9, 0.5]]))
    assert np.allclose(gain, [1.0, 0.0], atol=1e-6)


def test_confirming_the_leader_is_worth_less_than_telling_two_apart() -> None:
    probabilities = np.array([0.45, 0.45, 0.1])
    confirms_both = [0.9, 0.9, 0.9]
    tells_apart = [0.9, 0.1, 0.5]
    gain = information_gain(probabilities, np.array([confirms_both, tells_apart]).T)
    assert gain[1] > gain[0]
    assert np.isclose(gain[0], 0.0)


@given(st.lists(st.tuples(st.floats(0.01, 1.0), chances, chances), min_size=1, max_size=8))
def test_a_gain_is_between_zero_and_one_bit_and_within_the_entropy(rows: list[tuple[float, float, float]]) -> None:
    values = np.array(rows)
    prior = values[:, 0] / values[:, 0].sum()
    gain = information_gain(values[:, 0], values[:, 1:])
    assert (gain >= -1e-9).all()
    assert (gain <= 1.0 + 1e-9).all()
    assert (gain <= -(prior * np.log2(prior)).sum() + 1e-9).all()


def test_only_candidates_that_matter_and_differ_are_named() -> None:
    probabilities = np.array([0.5, 0.3, 0.19, 0.01])
    assert separated(probabilities, np.array([0.9, 0.1, 0.5, 0.0])) == [0, 1, 2]
    assert separated(probabilities, np.array([0.5, 0.5, 0.5, 0.0])) == []
