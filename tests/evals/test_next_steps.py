"""The recommended question beats a random one and the most frequent feature."""

from __future__ import annotations

import pytest

from osler.evals import load_suite, run_suite


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_recommended_step_raises_the_true_disease_most() -> None:
    report = run_suite(load_suite("next-steps"), None, limit=150)[0]
    assert report.n == 150
    for patients in ("", "open_"):
        gain = {
            name: report.metrics[f"{patients}{name}_log2_rank_gain"]
            for name in ("recommended", "random", "most_frequent")
        }
        assert gain["recommended"] > max(gain["random"], gain["most_frequent"], 0.0)
