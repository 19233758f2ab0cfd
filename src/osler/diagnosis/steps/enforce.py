"""The rules that hold after any mind has answered."""

from __future__ import annotations

from collections.abc import Sequence

from osler.diagnosis.steps.completeness import FEWEST_FINDINGS, SPARSE_BELOW
from osler.diagnosis.steps.genetic import WORTH_A_PANEL
from osler.diagnosis.steps.known_cause import SETTLED
from osler.diagnosis.steps.questions import LEAST_BITS
from osler.diagnosis.steps.worth_asking import has_no_rival
from osler.diagnosis.types import AgentOutput, NextBestStep

MAX_STEPS = 5
AFTER_ESCALATION = 2
"""Steps that stay beside any number of escalations: whoever goes on below red flags asks what to do for the diagnosis."""
# These do not tell candidates apart, and need not.
_EXEMPT = frozenset({"urgent_escalation", "reanalysis"})


def enforce_steps(
    steps: Sequence[NextBestStep], *, completeness: float, fallback: NextBestStep, decided: bool = False
) -> list[NextBestStep]:
    """The steps in an order that keeps the rules, renumbered.

    Escalation comes before everything, is never cut and never crowds out the rest. Rule 1: with sparse data the first step after it is to refine the phenotype;
    `fallback` is used where none is among them, unless the question is `decided` and something is to be done.
    Rule 2: the first step that is not exempt tells at least two candidates apart, if any step does.
    """
    ordered = _discriminating_first(list(steps))
    if completeness < SPARSE_BELOW and not (decided and ordered):
        refining = next((step for step in ordered if step.action_type == "refine_phenotype"), fallback)
        settled = set(refining.assesses)
        ordered = [refining, *(step for step in ordered if step is not refining and not _is_settled(step, settled))]
    elif not ordered:
        ordered = [fallback]
    ordered.sort(key=lambda step: step.action_type != "urgent_escalation")
    escalations = sum(step.action_type == "urgent_escalation" for step in ordered)
    kept = ordered[: max(MAX_STEPS, escalations + AFTER_ESCALATION)]
    return [step.model_copy(update={"rank": rank}) for rank, step in enumerate(kept, start=1)]


def why_no_more(output: AgentOutput) -> str:
    """Why there are fewer steps than might be; empty where there are as many."""
    if len(output.next_best_steps) >= MAX_STEPS:
        return ""
    if output.common_illness:
        return "No more steps: nothing is ordered for what a common illness explains."
    if any(step.action.startswith(SETTLED) for step in output.next_best_steps):
        return "No more steps: the cause is known."
    first, second = ([entry.probability for entry in output.differential] + [0.0, 0.0])[:2]
    if has_no_rival(first, second):
        return "No more steps: no other entry comes near the leading one, which is to be confirmed or refuted."
    if first < WORTH_A_PANEL and len({item.hpo_id for item in output.hpo_matches if item.hpo_id}) < FEWEST_FINDINGS:
        return "No more steps: so few findings are no reason for a test of genes; rank again when more is known."
    return (
        "No more steps: no open finding that is frequent in one of the leading diseases is expected to tell them apart "
        f"by {LEAST_BITS} bits."
    )


def _is_settled(step: NextBestStep, settled: set[str]) -> bool:
    """Whether a step asks only for what another one settles."""
    return bool(step.assesses) and step.action_type not in _EXEMPT and settled.issuperset(step.assesses)


def _discriminating_first(steps: list[NextBestStep]) -> list[NextBestStep]:
    for place, step in enumerate(steps):
        if step.action_type in _EXEMPT:
            continue
        if len(step.discriminates_between) >= 2:
            return steps
        better = next((other for other in steps[place:] if len(other.discriminates_between) >= 2), None)
        if better is not None:
            steps.remove(better)
            steps.insert(place, better)
        return steps
    return steps
