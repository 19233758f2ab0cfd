"""A question from beginning to end: context, plan, retrieval, summary, draft, verification, one refinement, answer."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from osler.config import OFFLINE
from osler.core.agents import AgentStep, InputT, OutputT, StepOutcome
from osler.core.patient import PatientRecord
from osler.core.results import Level, Problem, unsupported_part
from osler.core.runs import NullRecorder
from osler.errors import UsageError
from osler.guidelines.deps import Deps
from osler.guidelines.exchanges import PlannerInput, ReasoningInput, SummariserInput, VerifierInput
from osler.guidelines.offline import extract, extract_summary
from osler.guidelines.steps import assemble
from osler.guidelines.steps.asked import topic_of
from osler.guidelines.steps.candidates import Evidence, unfit_passages
from osler.guidelines.steps.ceilings import above_ceiling
from osler.guidelines.steps.chosen import chosen
from osler.guidelines.steps.compare import minds_differ
from osler.guidelines.steps.concerning import relevant
from osler.guidelines.steps.context import context_of
from osler.guidelines.steps.definitions import with_defined_states
from osler.guidelines.steps.draft import draft_of, reasoning_step, refine_step
from osler.guidelines.steps.foreign import foreign_sentences
from osler.guidelines.steps.initials import with_spelled_problems
from osler.guidelines.steps.meaning import with_meaning
from osler.guidelines.steps.naming import drugs_in, named_by
from osler.guidelines.steps.plan import default_plan, ordered, planner_step
from osler.guidelines.steps.retrieve import retrieve, tokens_of, within_tokens
from osler.guidelines.steps.safety import Caution, cautions, concerns
from osler.guidelines.steps.shorthand import understood
from osler.guidelines.steps.silence import SILENT, explain_silence, nothing_to_search, silence, silent_warnings
from osler.guidelines.steps.stand_in import with_own_words
from osler.guidelines.steps.summarise import summariser_step
from osler.guidelines.steps.topic import Topic
from osler.guidelines.steps.verify import feedback_of, verifier_step, verify_by_rule
from osler.guidelines.steps.warn import superseded_documents
from osler.guidelines.steps.warned import add_warnings
from osler.guidelines.types import (
    AgenticResult,
    AskOptions,
    DebugInfo,
    Draft,
    EvidenceBundle,
    PatientFacts,
    QueryContext,
    SubTaskPlan,
    VerifierFeedback,
)

_DRAFTING = {"reasoning", "refine"}
"""The steps whose words are the answer."""
_EXTRACTIVE = "The answer is extractive: its sentences are the guidelines' own, chosen by rule."


async def run(
    question: str,
    patient: PatientRecord | PatientFacts | None = None,
    *,
    options: AskOptions | None = None,
    deps: Deps,
) -> AgenticResult:
    """The whole flow. What the libraries do not answer is met with silence, and says so."""
    options = options or AskOptions()
    if not question.strip():
        raise UsageError("there is no question", mend='ask one: osler ask "…"')
    # A plan, a draft with its check and correction, and a summary for each sub-task.
    deps = deps.for_run(items=1 + options.max_subtasks)
    read = understood(question.strip(), deps.libraries, deps.vocabularies)
    context, spelled = with_spelled_problems(
        context_of(read.text, patient, deps.vocabularies), deps.libraries, deps.vocabularies
    )
    result = AgenticResult(question=question.strip(), patient_summary=context.patient_summary, versions=_versions(deps))
    debug = DebugInfo()
    result.debug_info = debug if options.debug else None
    if nothing_to_search(result, deps.libraries):
        return _silent(result, deps)
    for short, long in (*read.read, *spelled):
        result.problem(_note(f"{short!r} was read as {long!r}, as the library writes it", "input.read_as"))

    options = await asyncio.to_thread(with_meaning, options, deps.libraries, deps.recorder)
    topic = topic_of(context.question_text, deps.libraries, deps.vocabularies)
    await _gather(context, topic, options, result, debug, deps)
    later = superseded_documents(deps.libraries)
    context, safety = _safety(context, later, debug, deps)
    candidates, unanswered = chosen(context, safety, frozenset(later), options, debug, deps)
    if not candidates:
        explain_silence(result)
        result.warnings = silent_warnings(safety, debug.evidence, topic, deps.vocabularies)
        return _silent(result, deps, silence(topic, debug.evidence, deps.vocabularies))
    evidence = Evidence(
        debug.plan,
        debug.evidence,
        candidates,
        relevant(safety, candidates, context.question_text, deps.vocabularies, context.patient.medications),
        context.patient.is_known,
        patient is not None,
        safety,
    )
    draft, feedback = await _draft_and_verify(context, topic, evidence, options, result, debug, deps)
    # Where ours stands in for a draft of which nothing held, what speaks against that draft is told all the same.
    spoken = [draft, debug.draft] if result.left_out and debug.draft else [draft]
    evidence = evidence._replace(cautions=_said_of(spoken, evidence, deps))
    assemble.answer(result, draft, feedback, evidence, options, unanswered, later, deps.libraries, deps.vocabularies)
    add_warnings(result, context.patient, evidence, later, options, deps)
    assemble.cite_warnings(result, evidence.chunks, deps.libraries)
    return _finished(result, deps)


def _safety(
    context: QueryContext, later: Collection[str], debug: DebugInfo, deps: Deps
) -> tuple[QueryContext, list[Caution]]:
    """What the passages found say against something for this patient, who has the states that they define."""
    chunks = [one.chunk for bundle in debug.evidence for one in bundle.chunks]
    # What a later version says as well is cited from it.
    chunks.sort(key=lambda chunk: chunk.document_id in later)
    patient = with_defined_states(context.patient, chunks, deps.vocabularies)
    safety = [*cautions(chunks, patient, deps.vocabularies), *above_ceiling(chunks, patient, deps.vocabularies)]
    return context.model_copy(update={"patient": patient}), safety


async def _gather(
    context: QueryContext, topic: Topic, options: AskOptions, result: AgenticResult, debug: DebugInfo, deps: Deps
) -> None:
    """The plan and the evidence for each of its sub-tasks, within the bounds of what a mind reads."""
    for problem in (one for library in deps.libraries for one in library.outdated()):
        result.problem(problem)
    debug.plan = await _plan(context, options, result, debug, deps)
    debug.evidence = await retrieve(debug.plan, deps.libraries, options, deps.vocabularies, topic)
    for bundle in (one for one in debug.evidence if one.failed):
        result.status = "partial"
        result.problem(_note(f"the search for {bundle.subtask_name!r} failed ({bundle.failed}); it has no evidence"))
    passages = sum(len(bundle.chunks) for bundle in debug.evidence)
    deps.recorder.event("retrieve", "step_done", subtasks=len(debug.plan), passages=passages)
    await _summarise(debug.evidence, context, options, result, deps)


def ask(
    question: str,
    patient: PatientRecord | PatientFacts | None = None,
    *,
    options: AskOptions | None = None,
    deps: Deps,
) -> AgenticResult:
    """The same as `run`, for callers without an event loop."""
    return asyncio.run(run(question, patient, options=options, deps=deps))


async def _plan(
    context: QueryContext, options: AskOptions, result: AgenticResult, debug: DebugInfo, deps: Deps
) -> list[SubTaskPlan]:
    """The planner's sub-tasks by priority; its failure leaves two plain ones."""
    given = PlannerInput(
        question=context.question_text,
        patient_summary=context.patient_summary,
        context=context,
        limit=options.max_subtasks,
    )
    outcome = await _ask(planner_step(deps.vocabularies), given, result, deps)
    if outcome.output is None:
        debug.plan_fell_back = outcome.reason or outcome.status
        result.problem(
            _note(
                f"the planner gave no usable plan ({outcome.status}); a default plan of two was used",
                outcome.problem_code,
            )
        )
        return ordered(default_plan(context), options.max_subtasks)
    plan = ordered(outcome.output.subtasks, options.max_subtasks)
    debug.subtasks_cut = len(outcome.output.subtasks) - len(plan)
    return plan


async def _summarise(
    bundles: list[EvidenceBundle], context: QueryContext, options: AskOptions, result: AgenticResult, deps: Deps
) -> None:
    """What a mind reads of each bundle that is too long: a model a summary, the offline mind the first passages."""
    for bundle in bundles:
        if tokens_of(bundle) <= options.evidence_tokens:
            continue
        if deps.offline("reasoning"):
            bundle.chunks = within_tokens(bundle, options.evidence_tokens)
            continue
        given = SummariserInput(
            question=context.question_text,
            patient_summary=context.patient_summary,
            bundle=bundle,
            tokens=options.evidence_tokens,
        )
        outcome = await _ask(summariser_step(deps.vocabularies), given, result, deps)
        if outcome.output is not None and outcome.output.sentences:
            bundle.summary = outcome.output.sentences
        else:
            # The bound holds all the same: the sentences that advise something, as the guidelines have them.
            bundle.summary = extract_summary(given).sentences
            result.problem(
                _note("the evidence was not summarised; the guidelines' own sentences were cut to the bound")
            )


async def _draft_and_verify(
    context: QueryContext,
    topic: Topic,
    evidence: Evidence,
    options: AskOptions,
    result: AgenticResult,
    debug: DebugInfo,
    deps: Deps,
) -> tuple[Draft, VerifierFeedback]:
    """A draft, its verification, and where that demands it one correction and a final check."""
    given = ReasoningInput(
        question=context.question_text,
        patient_summary=context.patient_summary,
        plan=evidence.plan,
        bundles=evidence.bundles,
        chosen=evidence.candidates,
        cautions=evidence.cautions,
        limit=options.sentences,
        patient_known=context.patient.is_known,
        patient=context.patient,
    )
    draft = await _first_draft(given, result, deps)
    ours = None if result.extractive else draft_of(extract(given, deps.vocabularies))
    debug.draft = draft
    feedback = await _verify(context, topic, draft, evidence, result, deps)
    debug.feedback.append(feedback)
    for _ in range(options.refinements):
        if feedback.status == "OK":
            break
        again = given.model_copy(update={"previous": draft, "issues": feedback.issues})
        outcome = await _ask(refine_step(), again, result, deps)
        if outcome.output is None:
            told = f"the draft was not corrected ({outcome.status}); what does not hold was taken out"
            result.problem(_note(told, outcome.problem_code))
            break
        draft = draft_of(outcome.output)
        debug.refined = True
        feedback = await _verify(context, topic, draft, evidence, result, deps)
        debug.feedback.append(feedback)
    if ours is not None:
        result.differences = minds_differ(draft, ours, evidence.chunks, deps.vocabularies)
        if options.unsupported != "mark" and not assemble.settled(draft, feedback.issues, mark=False):
            # What is unsafe for this patient is not said again in other words; what may be given instead is.
            unsafe = [issue.sentence for issue in feedback.issues if issue.kind == "unsafe"]
            told_so = {draft.sentences[number].text for number in unsafe if number is not None}
            ours = Draft(sentences=[one for one in ours.sentences if one.text not in told_so])
            checked = _to_verify(context, topic, ours, evidence, deps)
            if not unsafe or (ours.sentences and not verify_by_rule(checked, deps.vocabularies)):
                return _stand_in(draft, feedback, ours, checked, result, deps)
        elif options.unsupported != "mark":
            draft = with_own_words(draft, feedback, ours)
    return draft, feedback


async def _first_draft(given: ReasoningInput, result: AgenticResult, deps: Deps) -> Draft:
    """The draft of the reasoning mind; where it gives none that can be used, the extractive one, and that is said."""
    outcome = await _ask(reasoning_step(deps.vocabularies), given, result, deps)
    empty = outcome.output is None or not outcome.output.sentences
    result.extractive = result.minds.get("reasoning", "offline") == "offline" or empty
    if outcome.output is not None and outcome.output.sentences:
        return draft_of(outcome.output)
    # By rule, a draft is empty where no recommendation is for this patient, which the answer says.
    if outcome.output is None or not deps.offline("reasoning"):
        why = outcome.status if outcome.output is None else "it was empty"
        message = f"the reasoning mind gave no usable draft ({why}); the answer is extractive"
        result.problem(_note(message, outcome.problem_code))
        result.status = "partial"
        if outcome.output is not None and not outcome.rejected:
            result.warnings.append(assemble.MODEL_SILENT)
    result.minds["reasoning"] = "offline"
    return draft_of(extract(given, deps.vocabularies))


def _stand_in(
    draft: Draft, feedback: VerifierFeedback, ours: Draft, given: VerifierInput, result: AgenticResult, deps: Deps
) -> tuple[Draft, VerifierFeedback]:
    """The extractive answer in the place of a draft of which nothing held; what that said is listed."""
    result.problem(_note("nothing in the draft held against the guidelines; the answer is extractive"))
    result.warnings.append(assemble.NOT_ALL_HELD)
    result.left_out = assemble.complaints(draft, feedback.issues, mark=False)
    result.status = "partial"
    result.extractive = True
    result.minds.update(dict.fromkeys(result.minds.keys() & _DRAFTING, OFFLINE))
    return ours, feedback_of(verify_by_rule(given, deps.vocabularies), None)


def _to_verify(context: QueryContext, topic: Topic, draft: Draft, evidence: Evidence, deps: Deps) -> VerifierInput:
    """What a draft is held against."""
    cautions = _said_of([draft], evidence, deps)
    for_patient = concerns(
        ((one.chunk, one.quoted) for one in evidence.candidates if one.fits),
        context.patient,
        context.question_text,
        deps.vocabularies,
    )
    allowed = {one.chunk.id for one in evidence.candidates}
    allowed |= {one.chunk_id for one in cautions} | {one.chunk_id for one in for_patient}
    return VerifierInput(
        question=context.question_text,
        patient_summary=context.patient_summary,
        draft=draft,
        bundles=evidence.bundles,
        cautions=cautions,
        concerns=for_patient,
        superseded={old: newer.id for old, newer in superseded_documents(deps.libraries).items()},
        foreign=foreign_sentences(draft, evidence.chunks, topic, allowed, deps.vocabularies),
        unfit=unfit_passages(evidence),
        patient=context.patient,
    )


async def _verify(
    context: QueryContext, topic: Topic, draft: Draft, evidence: Evidence, result: AgenticResult, deps: Deps
) -> VerifierFeedback:
    """The rules always; a model's verifier beside them where one is configured."""
    given = _to_verify(context, topic, draft, evidence, deps)
    rules = verify_by_rule(given, deps.vocabularies)
    if deps.offline("reasoning"):
        result.minds["verifier"] = "offline"
        return feedback_of(rules, None)
    outcome = await _ask(verifier_step(deps.vocabularies), given, result, deps)
    if outcome.output is None:
        result.problem(
            _note(
                f"the verifier could not be asked ({outcome.status}); the rules alone checked the draft",
                outcome.problem_code,
            )
        )
    return feedback_of(rules, outcome.output)


def _said_of(drafts: Sequence[Draft], evidence: Evidence, deps: Deps) -> list[Caution]:
    """The cautions of the evidence with those about drugs that only the drafts name."""
    spoken = drugs_in(" ".join(one.text for draft in drafts for one in draft.sentences), deps.vocabularies)
    further = [
        one
        for one in evidence.safety
        if one not in evidence.cautions and named_by(one.drugs, spoken, deps.vocabularies)
    ]
    return [*evidence.cautions, *further]


def _silent(result: AgenticResult, deps: Deps, told: str = SILENT) -> AgenticResult:
    result.status = "no_evidence"
    result.final_answer_text = told
    return _finished(result, deps)


async def _ask(
    step: AgentStep[InputT, OutputT], given: InputT, result: AgenticResult, deps: Deps
) -> StepOutcome[OutputT]:
    outcome = await deps.ask(step, given)
    result.minds[outcome.step] = outcome.author
    if outcome.output is None and result.status == "complete":
        result.status = "partial"
    result.usage += outcome.usage
    for rejection in outcome.rejected:
        result.problem(unsupported_part(f"rejected: {rejection.reason}", path=f"{outcome.step}.{rejection.path}"))
    return outcome


def _note(message: str, code: str = "answer.limited") -> Problem:
    return Problem(code=code, level=Level.WARNING, message=message)


def _versions(deps: Deps) -> dict[str, str]:
    held = {f"library {library.name}": f"{len(library.documents())} documents" for library in deps.libraries}
    return {**held, "vocabularies": deps.vocabularies.names.version}


def _finished(result: AgenticResult, deps: Deps) -> AgenticResult:
    if result.extractive and result.status != "no_evidence":
        result.problem(Problem(code="answer.limited", level=Level.INFO, message=_EXTRACTIVE))
    result.run_id = None if isinstance(deps.recorder, NullRecorder) else deps.recorder.run_id
    return result
