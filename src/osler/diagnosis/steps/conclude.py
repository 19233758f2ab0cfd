"""The last step: compute the answer, let a mind word it, and hold the result to the rules."""

from __future__ import annotations

from collections.abc import Sequence

from osler.diagnosis.case import DiagnosisInput
from osler.diagnosis.deps import Deps
from osler.diagnosis.ranking import Ranking
from osler.diagnosis.steps.context import context_packet
from osler.diagnosis.steps.differential import differential
from osler.diagnosis.steps.enforce import enforce_differential, enforce_steps
from osler.diagnosis.steps.failures import OFFLINE, rejections, stood_in
from osler.diagnosis.steps.next_steps import Question, proposed_steps, questions, refine_step
from osler.diagnosis.steps.synthesis import (
    Draft,
    Synthesis,
    SynthesisInput,
    packet_of,
    synthesis_step,
    worded_entries,
    worded_steps,
)
from osler.diagnosis.steps.uncertainty import uncertainty
from osler.diagnosis.steps.what_if import changes
from osler.diagnosis.types import AgentOutput, Uncertainty

MAX_CHANGES = 5


async def conclude(
    case: DiagnosisInput, ranking: Ranking, output: AgentOutput, suspected: Sequence[str], deps: Deps
) -> None:
    """Fill in the differential, the next steps, what would change and the uncertainty."""
    asked = questions(ranking, spoken_of=suspected)
    draft = draft_of(case, ranking, output, asked, suspected)
    context = context_packet(case, output)
    if deps.sessions is not None:
        deps.sessions.set_context(output.session_id, context)
    outcome = await deps.ask(synthesis_step(), SynthesisInput(packet=packet_of(context, draft), draft=draft))
    output.minds["synthesis"] = OFFLINE if outcome.output is None else outcome.mind
    output.problems += rejections(outcome)
    if outcome.output is None:
        # The tools' own results are a whole answer; only the wording is lost.
        output.status = "partial"
        output.problems.append(stood_in(outcome, "the tools' results stand"))
    words = outcome.output or Synthesis()
    output.differential = enforce_differential(worded_entries(draft, words), draft.differential)
    output.next_best_steps = enforce_steps(
        worded_steps(draft, words), completeness=output.data_completeness, fallback=refine_step(asked)
    )
    output.what_would_change = (words.what_would_change or draft.what_would_change)[:MAX_CHANGES]
    output.uncertainty = words.uncertainty if words.uncertainty != Uncertainty() else draft.uncertainty


def draft_of(
    case: DiagnosisInput, ranking: Ranking, output: AgentOutput, asked: Sequence[Question], suspected: Sequence[str]
) -> Draft:
    """The answer as the tools compute it."""
    by_id = {item.disease_id: item for item in output.disease_candidates}
    entries = differential(ranking)
    heads = [by_id[entry.disease_id] for entry in entries]
    return Draft(
        differential=entries,
        steps=proposed_steps(
            asked,
            heads,
            red_flags=output.red_flags,
            reanalysis=output.reanalysis,
            confident=bool(entries) and entries[0].confidence == "high",
            found_genes=case.causative_genes,
        ),
        what_would_change=[change.sentence() for change in changes(ranking, asked)],
        uncertainty=uncertainty(
            case,
            matches=output.hpo_matches,
            excluded=output.excluded_findings,
            timing=output.timing_profiles,
            candidates=heads,
            asked=asked,
            suspected=suspected,
            disagreements=output.disagreements,
        ),
    )
