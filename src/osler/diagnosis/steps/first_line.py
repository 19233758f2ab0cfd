"""The tests that guidance has first for a picture, whatever its syndrome: an unexplained delay of development, a lack of antibodies."""

from __future__ import annotations

from osler.diagnosis.investigations import FirstLine, investigations, speak_of
from osler.diagnosis.ranking import Ranking
from osler.diagnosis.steps.leading import leading_families
from osler.diagnosis.types import NextBestStep

NAMED = 3
"""The leading entries that a step names."""


def first_line_steps(ranking: Ranking, *, told: str, tested: bool, confident: bool) -> list[NextBestStep]:
    """The first-line test of a finding of the patient's that is not explained yet, unless it was done or notes speak of it.

    `tested` says that an array, an exome or a genome was looked through; `confident` that the leading disease is likely
    enough for its own test.
    """
    rows = [row for row in investigations().first_line if row.whoever_leads or not (tested or confident)]
    names = [ranking.placed(family.rows[0]).name for family in leading_families(ranking, NAMED)]
    return [_step(row, names) for row in rows if _is_for(row, ranking) and not speak_of(told, row.known)]


def points_outside(ranking: Ranking, told: str) -> bool:
    """Whether the findings are those of a disease that is not ranked, and its test is not known."""
    return any(
        row.unranked and _is_for(row, ranking) and not speak_of(told, row.known) for row in investigations().first_line
    )


def genes_wait(ranking: Ranking, told: str) -> bool:
    """Whether a test that is ordered for the picture says which genes are worth looking at."""
    return any(
        row.genes_wait and _is_for(row, ranking) and not speak_of(told, row.known)
        for row in investigations().first_line
    )


def _is_for(row: FirstLine, ranking: Ranking) -> bool:
    graph, observed = ranking.model.graph, ranking.query.observed
    shown = [finding for finding in row.findings if any(graph.is_a(term, finding) for term in observed)]
    if row.unborn and (ranking.query.age_years is None or ranking.query.age_years >= 0):
        return False
    if not _is_of_age(row, ranking.query.age_years) or (row.at_most is not None and len(observed) > row.at_most):
        return False
    return len(shown) >= row.at_least and row.sex in (None, ranking.query.sex)


def _is_of_age(row: FirstLine, years: float | None) -> bool:
    """Whether guidance is for a patient of an age."""
    if row.from_years is None and row.until_years is None:
        return True
    return years is not None and (row.from_years or 0.0) <= years < (row.until_years or float("inf"))


def _step(row: FirstLine, candidates: list[str]) -> NextBestStep:
    return NextBestStep(
        rank=1,
        action_type=row.kind,
        action=row.test,
        rationale=row.because,
        discriminates_between=candidates,
        evidence_source=investigations().citation(row.source),
    )
