"""What to do next: the questions whose answers are expected to tell the candidates apart, made into actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from osler.core.safety import RedFlag
from osler.core.terminology import hpo
from osler.diagnosis.information import information_gain, separated
from osler.diagnosis.investigations import Investigation, investigations
from osler.diagnosis.ranking import Ranking
from osler.diagnosis.types import DiseaseCandidate, NextBestStep, ReanalysisResult

QUESTIONED = 10
"""The leading entries whose open features are asked about."""
COMPARED = 50
"""The entries that an answer has to tell apart: more than are asked about, for the right one may stand further down."""
ASKED = 20
"""How many of the most telling questions are worked out."""
NAMED = 3
LEAST_BITS = 0.05
"""An answer that is expected to tell less is not worth a step."""
WORTH_SEQUENCING = 0.05
"""A candidate less likely than this share of the leading one brings no genes into the panel."""
OFFERED_STEPS = 8
ANNOTATIONS = "HPO disease annotations"
RULES = "red-flag rules"


class Expected(NamedTuple):
    """How often one disease shows a finding: by the model that weighs the answer, and in the sources' words."""

    disease: str
    chance: float
    stated: str
    """Empty where no source describes it."""


class Question(NamedTuple):
    """A finding that is not yet assessed, and what its answer is expected to tell."""

    hpo_id: str
    label: str
    bits: float
    chances: list[Expected]
    """The diseases that the answer sets apart, likeliest first, one of each family."""
    investigation: Investigation | None


def questions(ranking: Ranking, count: int = ASKED, *, spoken_of: Iterable[str] = ()) -> list[Question]:
    """The open findings of the leading entries, most telling first; what the input speaks of is not asked.

    One disease of each family stands for it: no question is asked to tell a disease from its own subtypes.
    """
    rows = [family.rows[0] for family in ranking.families(COMPARED)]
    details = [ranking.placed(row) for row in rows[:QUESTIONED]]
    spoken = set(spoken_of)
    terms = sorted({item.hpo_id for disease in details for item in disease.missing if item.label not in spoken})
    if not terms:
        return []
    probabilities = np.array([family.probability for family in ranking.families(COMPARED)])
    presence = ranking.presence(rows, terms)
    bits = information_gain(probabilities, presence)
    order = [int(column) for column in np.lexsort((np.arange(len(terms)), -bits)) if bits[column] >= LEAST_BITS]

    def apart(column: int) -> list[tuple[int, float]]:
        places = separated(probabilities[:QUESTIONED], presence[:QUESTIONED, column])
        return [(place, float(presence[place, column])) for place in places]

    names = [item.name for item in details]
    return [
        _question(ranking, rows, names, terms[column], float(bits[column]), apart(column)) for column in order[:count]
    ]


def _question(
    ranking: Ranking,
    rows: Sequence[int],
    names: Sequence[str],
    hpo_id: str,
    bits: float,
    chosen: Sequence[tuple[int, float]],
) -> Question:
    return Question(
        hpo_id=hpo_id,
        label=hpo().label(hpo_id) or hpo_id,
        bits=bits,
        chances=[Expected(names[place], chance, ranking.stated(rows[place], hpo_id).text) for place, chance in chosen],
        investigation=investigations().for_finding(hpo_id),
    )


def proposed_steps(
    asked: Sequence[Question],
    candidates: Sequence[DiseaseCandidate],
    *,
    red_flags: Sequence[RedFlag] = (),
    reanalysis: Sequence[ReanalysisResult] = (),
    confident: bool = False,
    found_genes: Sequence[str] = (),
    confirming: Sequence[NextBestStep] = (),
) -> list[NextBestStep]:
    """Every step that the tools can justify, best first: escalation, then questions by what they tell.

    Sequencing settles the question most candidates leave open, but it is the dearer step: it comes first only where the
    leading candidate is already `confident`, and otherwise after the two most telling findings. A gene in which a
    causative variant was already found is not sequenced again.
    """
    steps = [_escalation(flag) for flag in red_flags if flag.standing != "past"]
    telling = _telling(asked)
    genetic = _genetic_testing(candidates, {gene.upper() for gene in found_genes})
    place = 0 if confident else 2
    steps += [*telling[:place], *genetic, *confirming, *telling[place:]]
    steps += [_reanalysis_step(result) for result in reanalysis if result.recommended]
    return [step.model_copy(update={"rank": number}) for number, step in enumerate(steps[:OFFERED_STEPS], start=1)]


def confirming_steps(ranking: Ranking) -> list[NextBestStep]:
    """The laboratory test that the leading disease's own annotations offer, with their reference; at most one."""
    leading = ranking.families(1)[0].rows[0]
    disease = ranking.placed(leading)
    for feature in disease.missing:
        test = investigations().confirming_test(feature.hpo_id)
        stated = ranking.stated(leading, feature.hpo_id)
        if test is not None and stated.references:
            return [
                NextBestStep(
                    rank=1,
                    action_type="order_test",
                    action=f"{test} to look for {feature.label} ({feature.hpo_id})",
                    rationale=f"Confirms {disease.name}: {stated.text}.",
                    discriminates_between=[disease.name],
                    evidence_source=f"{ANNOTATIONS}; {', '.join(stated.references[:NAMED])}",
                    assesses=[feature.hpo_id],
                )
            ]
    return []


def refine_step(asked: Sequence[Question]) -> NextBestStep:
    """The step to fall back on: describe the phenotype better, beginning with the most telling bedside finding."""
    bedside = [item for item in asked if _is_bedside(item)]
    if bedside:
        return _finding_step(bedside[0])
    return NextBestStep(
        rank=1,
        action_type="refine_phenotype",
        action="Describe the patient's phenotype in more detail",
        rationale="There is no open finding at the bedside that would tell candidates apart.",
        evidence_source=ANNOTATIONS,
    )


def _is_bedside(question: Question) -> bool:
    row = question.investigation
    if row is None:
        return investigations().confirming_test(question.hpo_id) is None
    return row.kind != "order_test"


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
    """A finding as a question for the bedside, or for the laboratory where it is itself the result of a measurement."""
    measured = investigations().confirming_test(question.hpo_id)
    return NextBestStep(
        rank=1,
        action_type="order_test" if measured else "refine_phenotype",
        action=f"{f'{measured} to look for' if measured else 'Assess for'} {question.label} ({question.hpo_id})",
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


def _genetic_testing(candidates: Sequence[DiseaseCandidate], found: set[str]) -> list[NextBestStep]:
    """One step that names the causal genes of the leading candidates, without those already found altered."""
    if any(gene.upper() in found for item in candidates[:1] for gene in item.genes):
        return []
    open_genes = {item.disease_id: [gene for gene in item.genes if gene.upper() not in found] for item in candidates}
    least = max((item.probability for item in candidates), default=0.0) * WORTH_SEQUENCING
    leading = [item for item in candidates if open_genes[item.disease_id] and item.probability >= least][:NAMED]
    if not leading:
        return []
    genes = list(dict.fromkeys(gene for item in leading for gene in open_genes[item.disease_id]))
    table = investigations()
    return [
        NextBestStep(
            rank=1,
            action_type="genetic_testing",
            action=f"Sequencing that covers {', '.join(genes)}",
            rationale="; ".join(f"{item.name}: {', '.join(open_genes[item.disease_id])}" for item in leading),
            discriminates_between=[item.name for item in leading],
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
    return [item.disease for item in _contrast(question)]


def _rationale(question: Question) -> str:
    """What the sources state, of the diseases that the answer sets apart."""
    contrast = _contrast(question)
    if not contrast:
        return f"Expected to yield {question.bits:.2f} bits about the leading candidates."
    return "; ".join(f"{item.disease}: {item.stated or 'not described'}" for item in contrast) + "."


def _contrast(question: Question) -> list[Expected]:
    """The few diseases that show best what the answer tells: the likeliest to have it, then the leading others."""
    if not question.chances:
        return []
    best = max(question.chances, key=lambda item: item.chance)
    return [best, *(item for item in question.chances if item is not best)][:NAMED]
