"""What is known, in words that cannot be read as another age."""

from __future__ import annotations

import pytest

from osler.diagnosis.steps.uncertainty import _began
from osler.diagnosis.types import TimingProfile


@pytest.mark.parametrize(
    ("words", "years", "said"),
    [
        ("three years", 43.0, "for three years, at 43 years"),
        ("for a year", 44.0, "for a year, at 44 years"),
        ("8 months", 15.3, "for 8 months, at 15 years"),
        ("three weeks", 0.7, "for three weeks, at 8 months"),
        ("Since the age of nine", 9.0, "Since the age of nine"),
        ("at 6 years", 6.0, "at 6 years"),
        ("since birth", 0.0, "since birth"),
    ],
)
def test_a_length_of_time_is_told_with_the_age_that_it_means(words: str, years: float, said: str) -> None:
    profile = TimingProfile(phenotype_ref="Chorea", onset=words, onset_normalized=years)
    assert _began(profile) == said
