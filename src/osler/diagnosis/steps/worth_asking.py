"""Which of the open questions somebody would put to a patient."""

from __future__ import annotations

from collections.abc import Sequence

from osler.diagnosis.ranking import Ranking
from osler.diagnosis.steps.genetic import WORTH_A_PANEL
from osler.diagnosis.steps.leading import leading_families
from osler.diagnosis.steps.questions import Question

RIVAL = 0.1
"""The leading entry stands alone where no other has this share of it."""


def worth_asking(ranking: Ranking, asked: Sequence[Question]) -> list[Question]:
    """The questions that become steps: about a typical feature of a disease, no special form of one that is asked about already, and
    none where one disease has no rival.

    Where an entry is worth a test of its own and no other comes near it, it is confirmed; what else it may show tells nobody apart.
    """
    first, second = ranking.families(2)[0].probability, leading_families(ranking, 2)[-1].probability
    if has_no_rival(first, second):
        return []
    graph, put = ranking.model.graph, list[Question]()
    for item in asked:
        if asks_for_typical(item) and not any(
            graph.is_a(item.hpo_id, one.hpo_id) or graph.is_a(one.hpo_id, item.hpo_id) for one in put
        ):
            put.append(item)
    return put


def has_no_rival(first: float, second: float) -> bool:
    """Whether the leading entry stands alone, by the probabilities of the first two."""
    return first >= WORTH_A_PANEL and second < first * RIVAL


def asks_for_typical(question: Question) -> bool:
    """Whether it asks for a typical feature of a disease: that one occurs (myopia, in a disease of the kidney) is no reason."""
    best = max(question.chances, key=lambda item: item.chance, default=None)
    return best is not None and best.is_typical and not _names_no_finding(question)


def _names_no_finding(question: Question) -> bool:
    """Whether nobody at the bedside could say yes or no: "abnormal facial shape" is a heading."""
    row = question.investigation
    seen = question.confirming_test is None and (row is None or row.kind == "refine_phenotype")
    return seen and question.label.startswith("Abnormal")
