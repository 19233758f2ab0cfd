"""What to do next: the tests and questions that tell the candidates apart, made into actions and put in order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from osler.core.safety import RedFlag
from osler.diagnosis.investigations import Investigation, investigations
from osler.diagnosis.steps.confirming import NAMED
from osler.diagnosis.steps.escalation import escalating_steps
from osler.diagnosis.steps.genetic import (
    ANNOTATIONS,
    Panel,
    genetic_testing,
    has_own_assay,
    is_unsure,
    told_apart_by_genes,
    without_ordered,
)
from osler.diagnosis.steps.orders import laboratory_order
from osler.diagnosis.steps.questions import Expected, Question
from osler.diagnosis.steps.remaining import is_done, is_measured
from osler.diagnosis.told import tells_of
from osler.diagnosis.types import NextBestStep, ReanalysisResult

LEADS_ALONE = 0.5
"""The probability from which on first-line tests of the picture give way to those of the leading entry."""
OFFERED_STEPS = 8


def proposed_steps(
    asked: Sequence[Question],
    offered: Sequence[Panel],
    *,
    red_flags: Sequence[RedFlag] = (),
    reanalysis: Sequence[ReanalysisResult] = (),
    found_genes: Sequence[str] = (),
    negative_genes: Sequence[str] = (),
    confirming: Sequence[NextBestStep] = (),
    first_line: Sequence[NextBestStep] = (),
    age_years: float | None = None,
    exome_done: bool = False,
    few_findings: bool = False,
    told: str = "",
) -> list[NextBestStep]:
    """Every step that the tools can justify, best first: escalation, then questions by what they tell.

    The laboratory test that confirms the leading disease is cheap and quick, and stands first; then what guidance has first for the
    picture; then the genes of the leading entries. Only where none of them is worth a panel of its own do the two most telling
    findings come before. What takes a piece of tissue comes last. A gene in which a causative variant was already found, or none, is
    not sequenced again, and where no entry is likely `few_findings` are no reason to read an exome. `told` is what the notes say: a work-up names only what they do not have.
    """
    steps = escalating_steps(red_flags, told)
    escalations = len(steps)
    asked = [_open_part(item, told) for item in asked if not _is_known(item, told)]
    if tells_of("recovered", [told]):  # what an illness showed that is over cannot be looked for
        asked = []
    if tells_of("well_now", [told]):  # nobody punctures who is well
        asked = [item for item in asked if not (_is_invasive(item) or _is_of_spinal_fluid(item))]
    guided = {step.evidence_source for step in confirming}  # what the same guidance has first is that test
    first = [step for step in first_line if step.evidence_source not in guided]
    likely = without_ordered(offered, "\n".join(step.action for step in [*confirming, *first]))
    genetic = genetic_testing(likely, found_genes, negative_genes, age_years, exome_done=exome_done)
    apart = told_apart_by_genes(offered) if genetic else set[str]()
    asked = [item for item in asked if not _is_of_a_rival(item, offered, apart)]
    unsure = is_unsure(offered)
    if unsure and few_findings:  # a scan or a blood test for one vague finding is no work-up
        asked = [item for item in asked if is_seen(item)]
    if first:  # what guidance has first is cheap; the costly waits for it, and on few findings all that is ordered
        asked = [item for item in asked if is_seen(item) or not (_is_costly(item) or (unsure and few_findings))]
    settled_alone = any(item.commoner for item in offered) or has_own_assay(offered)
    telling = _telling([item for item in asked if not _is_invasive(item)], age_years)
    invasive = _telling([item for item in asked if _is_invasive(item)], age_years)
    if unsure and (first_line or (few_findings and not settled_alone)):
        genetic = []
    settled = {hpo_id for step in confirming for hpo_id in step.assesses}
    telling = [step for step in telling if not settled.intersection(step.assesses)]
    place = 2 if unsure and not settled_alone else 0
    steps += [*confirming, *first, *telling[:place], *genetic, *telling[place:], *invasive]
    steps += [_reanalysis_step(result) for result in reanalysis if result.recommended]
    return [
        step.model_copy(update={"rank": number})
        for number, step in enumerate(steps[: escalations + OFFERED_STEPS], start=1)
    ]


def refine_step(asked: Sequence[Question], lacking: Sequence[str] = ()) -> NextBestStep:
    """The step to fall back on: the most telling bedside finding, else what the record is `lacking`."""
    bedside = [item for item in asked if is_seen(item)] or [item for item in asked if _is_bedside(item)][:1]
    if bedside:
        return _bedside_step(bedside[:NAMED])
    return NextBestStep(
        rank=1,
        action_type="refine_phenotype",
        action=f"Complete the record: {', '.join(lacking)}"
        if lacking
        else "Describe the patient's phenotype in more detail",
        rationale="There is no open finding at the bedside that would tell candidates apart"
        + ("; the record does not say these things, which weigh in the ranking." if lacking else "."),
        evidence_source=ANNOTATIONS,
    )


def _is_known(question: Question, told: str) -> bool:
    """Whether the notes have what a question asks for: the study, or a number for what is measured."""
    if question.investigation and is_done(question.investigation.test, told):
        return True
    return question.confirming_test is not None and is_measured(question.label, told)


def _open_part(question: Question, told: str) -> Question:
    """The question without the part of its investigation that the notes report."""
    row = question.investigation
    return question._replace(investigation=row and row.without_told(told))


def _is_bedside(question: Question) -> bool:
    row = question.investigation
    if row is None:
        return question.confirming_test is None
    return row.kind != "order_test"


def _is_of_a_rival(question: Question, offered: Sequence[Panel], apart: Collection[str]) -> bool:
    """Whether a question only looks for a rival of the leading entry, and the genetic test tells them apart anyway.

    What comes with a value in blood is quick, and is asked all the same.
    """
    if question.investigation and question.investigation.result:
        return False
    named = {item.disease for item in _contrast(question)}
    own = (item for item in question.chances if item.disease == offered[0].leading) if offered else iter(())
    return bool(apart and named) and named <= set(apart) and not any(item.stated and item.is_typical for item in own)


def _is_of_spinal_fluid(question: Question) -> bool:
    tests = (question.confirming_test, question.investigation and question.investigation.test)
    return any("cerebrospinal fluid" in test.lower() for test in tests if test)


def _is_invasive(question: Question) -> bool:
    return question.investigation is not None and question.investigation.invasive


def _is_costly(question: Question) -> bool:
    """Whether what settles it takes a scanner or needles, which wait for what is seen and for what blood tells."""
    return (question.investigation is not None and question.investigation.costly) or _is_of_spinal_fluid(question)


def _telling(asked: Sequence[Question], age_years: float | None) -> list[NextBestStep]:
    """Questions as steps: what is asked and seen at the bedside, in one step, then what is ordered, the costly last.

    Questions that one investigation settles become one step.
    """
    seen = [question for question in asked if is_seen(question)]
    steps = [_bedside_step(seen[:NAMED])] if seen else []
    taken: dict[str, int] = {}
    for question in sorted((question for question in asked if not is_seen(question)), key=_is_costly):
        row = question.investigation
        if row is None:
            steps.append(_finding_step(question))
        elif row.test in taken:
            known = steps[taken[row.test]]
            if len(known.assesses) < NAMED:
                steps[taken[row.test]] = known.model_copy(update={"assesses": [*known.assesses, question.hpo_id]})
        else:
            taken[row.test] = len(steps)
            steps.append(_investigation_step(question, row, age_years))
        if len(steps) >= OFFERED_STEPS:
            break
    return steps


def is_seen(question: Question) -> bool:
    """Whether a finding is asked for or looked for at the bedside, and nothing is ordered for it."""
    row = question.investigation
    return question.confirming_test is None and (row is None or row.kind == "refine_phenotype")


def _bedside_step(asked: Sequence[Question]) -> NextBestStep:
    """Findings that one conversation and one examination settle, the most telling first."""
    first = _finding_step(asked[0])
    if len(asked) == 1:
        return first
    named = [f"{question.label} ({question.hpo_id})" for question in asked]
    return first.model_copy(
        update={
            "action": f"Assess for {', '.join(named[:-1])} and {named[-1]}",
            "rationale": " ".join(f"{question.label}: {_rationale(question)}" for question in asked),
            "discriminates_between": list(dict.fromkeys(name for question in asked for name in _names(question))),
            "assesses": [question.hpo_id for question in asked],
        }
    )


def _finding_step(question: Question) -> NextBestStep:
    """A finding as a question for the bedside, or for the laboratory where it is itself the result of a measurement."""
    measured = question.confirming_test
    action = laboratory_order(measured, question.label) if measured else f"Assess for {question.label}"
    return NextBestStep(
        rank=1,
        action_type="order_test" if measured else "refine_phenotype",
        action=f"{action} ({question.hpo_id})",
        rationale=_rationale(question),
        discriminates_between=_names(question),
        evidence_source=ANNOTATIONS,
        assesses=[question.hpo_id],
        information_bits=question.bits,
    )


def _investigation_step(question: Question, row: Investigation, age_years: float | None) -> NextBestStep:
    sources = [ANNOTATIONS, investigations().cited_at(row.source, age_years)]
    return NextBestStep(
        rank=1,
        action_type=row.kind,
        action=f"{row.test} to look for {question.label}",
        rationale=_rationale(question),
        discriminates_between=_names(question),
        evidence_source="; ".join(filter(None, sources)),
        assesses=[question.hpo_id],
        information_bits=question.bits,
    )


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
