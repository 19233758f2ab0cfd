"""What to do next: the questions whose answers are expected to tell the candidates apart, made into actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from osler.core.safety import RedFlag
from osler.core.terminology import hpo
from osler.diagnosis.information import information_gain, separated
from osler.diagnosis.investigations import Investigation, investigations
from osler.diagnosis.ranking import Ranking
from osler.diagnosis.types import DiseaseCandidate, NextBestStep, ReanalysisResult

QUESTIONED = 10
"""The leading candidates whose open features are asked about."""
COMPARED = 50
"""The candidates that an answer has to tell apart: more than are asked about, for the right one may stand further down."""
ASKED = 20
"""How many of the most telling questions are worked out."""
NAMED = 3
OFFERED_STEPS = 8
ANNOTATIONS = "HPO disease annotations"
RULES = "red-flag rules"


class Question(NamedTuple):
    """A finding that is not yet assessed, and what its answer is expected to tell."""

    hpo_id: str
    label: str
    bits: float
    chances: list[tuple[str, float]]
    """The diseases that the answer sets apart, likeliest first, each with its chance of the finding."""
    investigation: Investigation | None


def questions(ranking: Ranking, count: int = ASKED) -> list[Question]:
    """The open findings of the leading candidates, most telling first."""
    rows = ranking.rows(COMPARED)
    details = [ranking.detail(row, place) for place, row in enumerate(rows[:QUESTIONED], start=1)]
    terms = sorted({feature.hpo_id for disease in details for feature in disease.missing})
    if not terms:
        return []
    probabilities = ranking.probabilities[rows]
    presence = ranking.presence(rows, terms)
    bits = information_gain(probabilities, presence)
    order = np.lexsort((np.arange(len(terms)), -bits))[:count]
    table, graph = investigations(), hpo()
    return [
        Question(
            hpo_id=terms[column],
            label=graph.label(terms[column]) or terms[column],
            bits=float(bits[column]),
            chances=[
                (details[place].name, float(presence[place, column]))
                for place in separated(probabilities[:QUESTIONED], presence[:QUESTIONED, column])
            ],
            investigation=table.for_finding(terms[column]),
        )
        for column in (int(column) for column in order)
    ]


def proposed_steps(
    asked: Sequence[Question],
    candidates: Sequence[DiseaseCandidate],
    *,
    red_flags: Sequence[RedFlag] = (),
    reanalysis: Sequence[ReanalysisResult] = (),
    confident: bool = False,
) -> list[NextBestStep]:
    """Every step that the tools can justify, best first: escalation, then questions by what they tell.

    Sequencing settles the question most candidates leave open, but it is the dearer step: it comes first only where the
    leading candidate is already `confident`, and otherwise after the two most telling findings.
    """
    steps = [_escalation(flag) for flag in red_flags if flag.standing != "past"]
    telling = _telling(asked)
    genetic = _genetic_testing(candidates)
    place = 0 if confident else 2
    steps += [*telling[:place], *genetic, *telling[place:]]
    steps += [_reanalysis_step(result) for result in reanalysis if result.recommended]
    return [step.model_copy(update={"rank": number}) for number, step in enumerate(steps[:OFFERED_STEPS], start=1)]


def refine_step(asked: Sequence[Question]) -> NextBestStep:
    """The step to fall back on: describe the phenotype better, beginning with the most telling bedside finding."""
    bedside = [item for item in asked if item.investigation is None or item.investigation.kind != "order_test"]
    if bedside:
        return _finding_step(bedside[0])
    return NextBestStep(
        rank=1,
        action_type="refine_phenotype",
        action="Describe the patient's phenotype in more detail",
        rationale="There is no open finding at the bedside that would tell candidates apart.",
        evidence_source=ANNOTATIONS,
    )


def _telling(asked: Sequence[Question]) -> list[NextBestStep]:
    """Questions as steps; those that one investigation settles become one step."""
    steps: list[NextBestStep] = []
    taken: dict[str, int] = {}
    for question in asked:
        row = question.investigation
        if row is None or row.kind == "refine_phenotype":
            steps.append(_finding_step(question))
        elif row.test in taken:
            known = steps[taken[row.test]]
            if len(known.assesses) < NAMED:
                steps[taken[row.test]] = known.model_copy(update={"assesses": [*known.assesses, question.hpo_id]})
        else:
            taken[row.test] = len(steps)
            steps.append(_investigation_step(question, row))
        if len(steps) >= OFFERED_STEPS:
            break
    return steps


def _finding_step(question: Question) -> NextBestStep:
    return NextBestStep(
        rank=1,
        action_type="refine_phenotype",
        action=f"Assess for {question.label} ({question.hpo_id})",
        rationale=_rationale(question),
        discriminates_between=_names(question),
        evidence_source=ANNOTATIONS,
        assesses=[question.hpo_id],
        information_bits=question.bits,
    )


def _investigation_step(question: Question, row: Investigation) -> NextBestStep:
    return NextBestStep(
        rank=1,
        action_type=row.kind,
        action=f"{row.test} to look for {question.label}",
        rationale=_rationale(question),
        discriminates_between=_names(question),
        evidence_source=f"{ANNOTATIONS}; {investigations().citation(row.source)}",
        assesses=[question.hpo_id],
        information_bits=question.bits,
    )


def _escalation(flag: RedFlag) -> NextBestStep:
    return NextBestStep(
        rank=1,
        action_type="urgent_escalation",
        action=flag.recommended_action,
        rationale=f"{flag.title}: {flag.reason}",
        urgency="urgent",
        evidence_source=f"{RULES} ({flag.rule_id}); {flag.source}",
        assesses=[term.id for term in flag.triggering_terms],
    )


def _genetic_testing(candidates: Sequence[DiseaseCandidate]) -> list[NextBestStep]:
    """One step that names the genes of the leading candidates, if any have genes."""
    with_genes = [item for item in candidates if item.genes]
    if not with_genes:
        return []
    genes = list(dict.fromkeys(gene for item in with_genes[:NAMED] for gene in item.genes))
    table = investigations()
    return [
        NextBestStep(
            rank=1,
            action_type="genetic_testing",
            action=f"Sequencing that covers {', '.join(genes)}",
            rationale="; ".join(f"{item.name}: {', '.join(item.genes)}" for item in with_genes[:NAMED]),
            discriminates_between=[item.name for item in with_genes[:NAMED]],
            evidence_source=f"disease genes of the {ANNOTATIONS}; {table.citation(table.genetic_testing.source)}",
        )
    ]


def _reanalysis_step(result: ReanalysisResult) -> NextBestStep:
    return NextBestStep(
        rank=1,
        action_type="reanalysis",
        action=result.recommendation,
        rationale=" ".join(result.reasons),
        evidence_source="reanalysis score",
    )


def _names(question: Question) -> list[str]:
    return [name for name, _ in _contrast(question)]


def _rationale(question: Question) -> str:
    contrast = _contrast(question)
    if len(contrast) < 2:
        return f"Expected to yield {question.bits:.2f} bits about the leading candidates."
    return "Expected in " + ", ".join(f"{_percent(chance)} of {name}" for name, chance in contrast) + "."


def _contrast(question: Question) -> list[tuple[str, float]]:
    """The few diseases that show best what the answer tells: the likeliest to have it, then the leading others."""
    if not question.chances:
        return []
    best = max(question.chances, key=lambda pair: pair[1])
    return [best, *(pair for pair in question.chances if pair is not best)][:NAMED]


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %" if chance >= 0.01 else "under 1 %"
