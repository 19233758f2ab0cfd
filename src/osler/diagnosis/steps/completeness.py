"""How complete the picture is: five weighted parts that add up to at most one."""

from __future__ import annotations

from collections.abc import Sequence

from osler.diagnosis.types import ExcludedFinding, HPOMatch, TimingProfile

HPO_WEIGHT = 0.30
TIMING_WEIGHT = 0.20
EXCLUSION_WEIGHT = 0.15
TEST_WEIGHT = 0.20
FAMILY_WEIGHT = 0.15

FEWEST_FINDINGS = 3
"""So many findings make a picture; fewer do not carry a test of everything."""
SPARSE_BELOW = 0.4
"""Below this the first recommendation is to refine the phenotype."""


def data_completeness(
    matches: Sequence[HPOMatch],
    timing: Sequence[TimingProfile],
    excluded: Sequence[ExcludedFinding],
    *,
    has_prior_tests: bool,
    has_family_history: bool,
) -> float:
    """A number from 0 to 1 by the source document's weights."""
    terms = {match.label for match in matches if match.hpo_id}
    phenotypes = 1.0 if len(terms) >= FEWEST_FINDINGS else 0.5 if terms else 0.0
    timed = {profile.phenotype_ref for profile in timing} & terms
    return (
        HPO_WEIGHT * phenotypes
        + TIMING_WEIGHT * (len(timed) / len(terms) if terms else 0.0)
        + EXCLUSION_WEIGHT * bool(excluded)
        + TEST_WEIGHT * has_prior_tests
        + FAMILY_WEIGHT * has_family_history
    )


def lacking(
    timing: Sequence[TimingProfile],
    excluded: Sequence[ExcludedFinding],
    *,
    has_prior_tests: bool,
    has_family_history: bool,
    newborn: bool = False,
) -> list[str]:
    """What the picture has nothing of, in words for a person: the parts of `data_completeness` beside the findings.

    What a `newborn`, or who is not born yet, has been found to have began before birth.
    """
    parts = [
        ("when each finding began", bool(timing) or newborn),
        ("what was looked for and is absent", bool(excluded)),
        ("family history", has_family_history),
        ("genetic tests so far", has_prior_tests),
    ]
    return [words for words, known in parts if not known]
