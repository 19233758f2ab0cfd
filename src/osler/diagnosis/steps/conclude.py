"""The last step: compute the answer, let a mind choose and order, and hold the result to the rules."""

from __future__ import annotations

from collections.abc import Sequence

from osler.config import OFFLINE
from osler.diagnosis.case import DiagnosisInput
from osler.diagnosis.common import common_illness
from osler.diagnosis.deps import Deps
from osler.diagnosis.ranking import Ranking
from osler.diagnosis.steps.completeness import FEWEST_FINDINGS, lacking
from osler.diagnosis.steps.confirming import commoner_steps, confirming_steps
from osler.diagnosis.steps.context import context_packet
from osler.diagnosis.steps.denied_nouns import denied_nouns
from osler.diagnosis.steps.differential import differential
from osler.diagnosis.steps.enforce import enforce_steps, why_no_more
from osler.diagnosis.steps.failures import rejections, stood_in
from osler.diagnosis.steps.first_line import first_line_steps, genes_wait, points_outside
from osler.diagnosis.steps.genetic import assayed_normal, has_own_assay, panels
from osler.diagnosis.steps.known_cause import (
    causative_gene,
    common_cause_step,
    known_disease,
    known_steps,
    settled_step,
)
from osler.diagnosis.steps.next_steps import (
    LEADS_ALONE,
    is_seen,
    proposed_steps,
    refine_step,
)
from osler.diagnosis.steps.questions import Question, questions
from osler.diagnosis.steps.synthesis import (
    Draft,
    Synthesis,
    SynthesisInput,
    facts_of,
    ordered_steps,
    packet_of,
    synthesis_step,
    with_rationales,
)
from osler.diagnosis.steps.uncertainty import uncertainty
from osler.diagnosis.steps.what_if import what_would_change
from osler.diagnosis.steps.worth_asking import has_no_rival, worth_asking
from osler.diagnosis.told import tells_of
from osler.diagnosis.types import AgentOutput, NextBestStep

NEWBORN = 1 / 12
"""The age (years) up to which what is found was there at birth."""


async def conclude(
    case: DiagnosisInput,
    ranking: Ranking,
    output: AgentOutput,
    deps: Deps,
    *,
    suspected: Sequence[str],
    measured: Sequence[str],
) -> None:
    """Fill in the differential, the next steps, what would change and the uncertainty.

    `suspected` and `measured` are labels of what the notes only suspect, and of what their results answer already.
    """
    output.common_illness = common_illness(
        [match.hpo_id for match in output.hpo_matches if match.hpo_id and not match.past],
        deps.vocabularies,
        case.age_years,
        told=notes_of(case),
        unsure=ranking.families(1)[0].probability < LEADS_ALONE,
    )
    denied = denied_nouns(notes_of(case))
    asked = [] if output.common_illness else questions(ranking, spoken_of=[*suspected, *measured], denied=denied)
    draft = draft_of(case, ranking, output, asked, suspected, measured)
    context = context_packet(case, output)
    if deps.sessions is not None:
        deps.sessions.set_context(output.session_id, context)
    given = SynthesisInput(
        packet=packet_of(draft, completeness=output.data_completeness, none_known=output.none_known),
        note=notes_of(case),
        draft=draft,
    )
    outcome = await deps.ask(synthesis_step(), given)
    output.minds["synthesis"] = outcome.author
    output.problems += rejections(outcome)
    if outcome.output is None:
        # The tools' own results are a whole answer; only a mind's choice among them is lost.
        output.status = "partial"
        output.problems.append(stood_in(outcome, "the tools' results stand"))
    elif outcome.author != OFFLINE and outcome.output == Synthesis() and draft.differential:
        # It was asked to choose and to word; who did neither has made no part of the answer.
        output.minds["synthesis"] = OFFLINE
        output.problems.append(stood_in(outcome, "the tools' results stand"))
    choice = outcome.output or Synthesis()
    output.differential = with_rationales(draft, choice, output.minds["synthesis"])
    fallback = _fallback(case, ranking, output, asked)
    settled = bool(_is_decided(draft) or known_disease(output.named_diagnoses))
    output.next_best_steps = final_steps(draft, choice, output.data_completeness, fallback, decided=settled)
    output.why_no_more_steps = why_no_more(output)
    output.what_would_change = draft.what_would_change
    output.uncertainty = draft.uncertainty


def _is_decided(draft: Draft) -> bool:
    """Whether one disease is likely or without a rival, so that its test does not wait for a fuller record."""
    first, second = ([entry.probability for entry in draft.differential] + [0.0, 0.0])[:2]
    return first >= LEADS_ALONE or has_no_rival(first, second)


def _fallback(case: DiagnosisInput, ranking: Ranking, output: AgentOutput, asked: Sequence[Question]) -> NextBestStep:
    """The step where the tools have none, or none that refines a sparse picture."""
    if output.common_illness:
        return common_cause_step(output.common_illness)
    if (gene := causative_gene(case.causative_genes, output.disease_candidates)) is not None:
        return settled_step(gene, output.differential[0])
    lacks = lacking(
        output.timing_profiles,
        output.excluded_findings,
        has_prior_tests=bool(case.prior_tests),
        has_family_history=case.tells_of_family,
        newborn=case.age_years is not None and case.age_years < NEWBORN,
    )
    return refine_step(worth_asking(ranking, asked), lacks)


def final_steps(
    draft: Draft, choice: Synthesis, completeness: float, fallback: NextBestStep, *, decided: bool = False
) -> list[NextBestStep]:
    """The steps that the tools put first, in the order of a mind: it drops none of them and brings up no other."""

    def enforced(steps: Sequence[NextBestStep]) -> list[NextBestStep]:
        return enforce_steps(steps, completeness=completeness, fallback=fallback, decided=decided)

    computed = {step.action for step in enforced(draft.steps)}
    return enforced([step for step in ordered_steps(draft, choice) if step.action in computed])


def notes_of(case: DiagnosisInput) -> str:
    """What the notes say, one after the other."""
    return "\n\n".join(note.text for note in case.notes if note.text)


def _has_exome(case: DiagnosisInput) -> bool:
    return any(test.type == "exome_or_genome" for test in case.prior_tests)


def _is_tested(case: DiagnosisInput) -> bool:
    """Whether the whole of the chromosomes was looked through, or what is causative is known."""
    return _has_exome(case) or case.array_negative or bool(case.karyotype or case.causative_genes)


def draft_of(
    case: DiagnosisInput,
    ranking: Ranking,
    output: AgentOutput,
    asked: Sequence[Question],
    suspected: Sequence[str],
    measured: Sequence[str] = (),
) -> Draft:
    """The answer as the tools compute it; for what may be a common illness no rare disease is tested, asked about or held likely.

    Where the karyotype is known to be unusual, sequencing waits for what that explains.
    """
    told, known = notes_of(case), known_disease(output.named_diagnoses)
    by_id = {item.disease_id: item for item in output.disease_candidates}
    entries = differential(
        ranking,
        settled=bool(output.common_illness or known)
        or causative_gene(case.causative_genes, output.disease_candidates) is not None,
    )
    if output.common_illness or points_outside(ranking, told):
        # What another illness explains makes none of these likely.
        entries = [entry.model_copy(update={"confidence": "low"}) for entry in entries]
    heads = [by_id[entry.disease_id] for entry in entries]
    likely = bool(entries) and entries[0].probability >= LEADS_ALONE
    answered = bool(output.common_illness or known)  # what is diagnosed is not looked for again
    offered = [] if answered or case.karyotype else panels(ranking, array_negative=case.array_negative, told=told)
    confirming, first_line = known_steps(known, ranking) if known else [], []
    cleared = not likely and tells_of("cleared", [told])
    if cleared:
        offered, asked = [], [item for item in asked if is_seen(item)]
    elif not answered:
        first_line = first_line_steps(ranking, told=told, tested=_is_tested(case), confident=likely)
        confirming = confirming_steps(ranking, told, measured, has_assay=has_own_assay(offered), ordered=first_line)
        thought_of = commoner_steps(ranking, told, [*first_line, *confirming])
        confirming += thought_of
        offered = [item for item in offered if not (thought_of and item.commoner)]
        if genes_wait(ranking, told):
            offered = []
    return Draft(
        differential=entries,
        facts=facts_of(heads),
        steps=proposed_steps(
            [] if known else worth_asking(ranking, asked),
            offered,
            red_flags=output.red_flags,
            reanalysis=output.reanalysis,
            found_genes=case.causative_genes,
            negative_genes=[*case.negative_genes, *assayed_normal(told)],
            age_years=case.age_years,
            exome_done=_has_exome(case),
            few_findings=len(ranking.query.observed) < FEWEST_FINDINGS,
            confirming=confirming,
            first_line=first_line,
            told=told,
        ),
        what_would_change=[] if output.common_illness else what_would_change(ranking, asked),
        uncertainty=uncertainty(
            case,
            ranking.model.vocabularies,
            matches=output.hpo_matches,
            excluded=output.excluded_findings,
            timing=output.timing_profiles,
            entries=entries,
            asked=asked,
            suspected=suspected,
            disagreements=output.disagreements,
        ),
    )
