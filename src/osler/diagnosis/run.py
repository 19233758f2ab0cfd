"""A diagnosis from beginning to end: red flags, mapping, extraction, ranking, profiles, synthesis, reanalysis."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Sequence

from osler import __version__
from osler.core.language import AnalysedText
from osler.core.patient import reading_of
from osler.core.results import Level, Problem
from osler.core.runs import NullRecorder
from osler.core.safety import urgent
from osler.core.terminology import Vocabularies
from osler.diagnosis.case import CodedFinding, DiagnosisInput
from osler.diagnosis.deps import Deps
from osler.diagnosis.log import StepLog
from osler.diagnosis.ranking import Ranking, default_model, rank
from osler.diagnosis.steps import flags, mapping, present, ranking, reading
from osler.diagnosis.steps.completeness import data_completeness
from osler.diagnosis.steps.conclude import conclude
from osler.diagnosis.steps.differences import gathered
from osler.diagnosis.steps.extraction import extract
from osler.diagnosis.steps.failures import add_minds
from osler.diagnosis.steps.leading import leading_disease
from osler.diagnosis.steps.named import named_diagnoses
from osler.diagnosis.steps.next_steps import refine_step
from osler.diagnosis.steps.profiles import profiles
from osler.diagnosis.steps.reanalysis import reanalyses
from osler.diagnosis.types import AgentOutput, HPOMatch
from osler.errors import UsageError

PROFILED = 5


async def run(case: DiagnosisInput, *, deps: Deps | None = None) -> AgentOutput:
    """The whole flow. An URGENT red flag ends it at once, with nothing but the red flags."""
    deps = (deps or Deps()).for_run(items=max(1, len(case.notes)))
    _require_something(case)
    output = AgentOutput(
        session_id=str(uuid.uuid4()), versions=_versions(deps.vocabularies), problems=list(case.problems)
    )
    if deps.sessions is not None:
        deps.sessions.create_session(output.session_id, case.model_dump(mode="json"))
    log = StepLog(output.session_id, deps.recorder, deps.sessions)
    texts = [reading_of(note, deps.vocabularies) for note in case.notes if note.text and note.text.strip()]

    with log.step("Red Flag Check", "red_flag") as step:
        present = [finding for finding in case.findings if not finding.excluded]
        observed = [mapping.map_finding(finding, deps.vocabularies) for finding in present]
        checked = await flags.check(case, list(zip(present, observed, strict=True)), texts, deps)
        _take_flags(case, checked, output)
        step.found(urgent=checked.ends, flags=len(output.red_flags))
    if output.status == "urgent":
        return _finished(output, deps)

    await _map(texts, observed, case, output, log, deps)
    result = _rank("Disease Matching", case, output, log, deps.vocabularies)
    if texts:
        await _extract(texts, case, output, log, deps)
        result = _rank("Disease Matching with exclusions and timing", case, output, log, deps.vocabularies)
    output.problems += mapping.conflicts(output.hpo_matches, output.excluded_findings, deps.vocabularies)
    output.problems += ranking.impossible_onsets(case)
    output.problems += ranking.unused_genes(case, deps.vocabularies) + ranking.findings_of_the_other_sex(
        case, output.hpo_matches, deps.vocabularies
    )
    if result is None:
        return _without_evidence(case, output, deps)

    _profile(case, output, log, deps)
    with log.step("Final Reasoning", "synthesis") as step:
        suspected = [label for text in texts for label in reading.suspected_in(text, deps.vocabularies)]
        output.named_diagnoses = named_diagnoses(
            texts, result, {gene for test in case.prior_tests for gene in test.genes}
        )
        measured = [label for text in texts for label in reading.measured_in(text, deps.vocabularies)]
        await conclude(case, result, output, deps, suspected=suspected, measured=measured)
        step.found(differential=len(output.differential), steps=len(output.next_best_steps))
    return _finished(output, deps)


async def _map(
    texts: Sequence[AnalysedText],
    observed: Sequence[HPOMatch],
    case: DiagnosisInput,
    output: AgentOutput,
    log: StepLog,
    deps: Deps,
) -> None:
    """The terms of everything given and read, observed and excluded."""
    with log.step("HPO Mapping", "hpo_lookup") as step:
        derived = [match for text in texts for match in reading.derived_in(text, deps.vocabularies, case.sex)]
        read = await _read(texts, case.read_findings, [*observed, *derived], output, deps)
        output.hpo_matches = mapping.merged([*observed, *derived, *read])
        output.excluded_findings = [
            mapping.map_exclusion(item, deps.vocabularies) for item in case.findings if item.excluded
        ]
        output.problems += mapping.problems(output.hpo_matches, output.excluded_findings)
        step.found(
            terms=sum(bool(match.hpo_id) for match in output.hpo_matches), excluded=len(output.excluded_findings)
        )


async def _read(
    texts: Sequence[AnalysedText],
    recorded: Sequence[CodedFinding],
    coded: Sequence[HPOMatch],
    output: AgentOutput,
    deps: Deps,
) -> list[HPOMatch]:
    """What the notes say the patient has, by the rules and by a model; what is coded or flagged cannot be refuted."""
    protected = {match.hpo_id for match in coded} | {
        term.id for flag in output.red_flags for term in flag.triggering_terms
    }
    found = await asyncio.gather(
        *(present.read(text, reading.observed_in(text, deps.vocabularies, recorded), protected, deps) for text in texts)
    )
    for part in found:
        output.disagreements += gathered(part.disagreements)
        output.problems += part.problems
        add_minds(output.minds, part.minds)
    return [match for part in found for match in part.matches]


def _take_flags(case: DiagnosisInput, checked: flags.FlagCheck, output: AgentOutput) -> None:
    """Urgent flags end the analysis and stand alone, unless they were acknowledged: then they stay above everything."""
    output.problems += checked.problems
    output.minds |= checked.minds
    output.red_flags = checked.flags
    if checked.ends and case.acknowledged:
        output.acknowledged = True
    elif checked.ends:
        output.status = "urgent"
        output.red_flags = urgent(checked.flags)


def diagnose(case: DiagnosisInput, *, deps: Deps | None = None) -> AgentOutput:
    """The same as `run`, for callers without an event loop."""
    return asyncio.run(run(case, deps=deps))


def _require_something(case: DiagnosisInput) -> None:
    if case.is_empty:
        unread = [problem for problem in case.problems if problem.code == "input.not_read"]
        told = "".join(f"; {problem.message}" for problem in unread)
        raise UsageError(
            f"there is nothing to reason from: no phenotypes and no text{told}",
            mend=next((problem.mend for problem in unread if problem.mend), "")
            or "give HPO terms (--hpo HP:0001250,…), a note (--note FILE) or a patient file",
        )


def _versions(vocabularies: Vocabularies) -> dict[str, str]:
    return {"Osler": __version__, "HPO": vocabularies.hpo.version, "HPO annotations": vocabularies.annotations.version}


def _completeness(case: DiagnosisInput, output: AgentOutput) -> float:
    return data_completeness(
        output.hpo_matches,
        output.timing_profiles,
        output.excluded_findings,
        has_prior_tests=bool(case.prior_tests),
        has_family_history=bool(case.family_history),
    )


def _without_evidence(case: DiagnosisInput, output: AgentOutput, deps: Deps) -> AgentOutput:
    """No observed phenotype: a ranking would only repeat which diseases are common, so there is none."""
    output.status = "no_evidence"
    output.data_completeness = _completeness(case, output)
    output.next_best_steps = [refine_step([])]
    output.problems.append(
        Problem(
            code="answer.limited",
            level=Level.WARNING,
            message="no observed phenotype was given or found, so no diseases were ranked",
            mend="give observed HPO terms, or a note that describes findings",
        )
    )
    return _finished(output, deps)


def _rank(
    name: str, case: DiagnosisInput, output: AgentOutput, log: StepLog, vocabularies: Vocabularies
) -> Ranking | None:
    """The ranking, unless there is no observed phenotype to rank by."""
    if not any(match.hpo_id and not match.past for match in output.hpo_matches):
        return None
    with log.step(name, "disease_match") as step:
        query = ranking.query_of(
            case, output.hpo_matches, vocabularies, output.excluded_findings, output.timing_profiles
        )
        result = rank(query, default_model(vocabularies))
        output.disease_candidates = ranking.candidates(result)
        output.none_known = result.none_known
        step.found(diseases=len(result), leading=leading_disease(result))
    return result


def _profile(case: DiagnosisInput, output: AgentOutput, log: StepLog, deps: Deps) -> None:
    """The profiles of the leading diseases, how complete the data are, and whether earlier tests are worth reading again."""
    with log.step("Disease Profiles", "disease_profiles") as step:
        output.disease_profiles = profiles(
            [item.disease_id for item in output.disease_candidates[:PROFILED]], deps.vocabularies
        )
        step.found(profiles=len(output.disease_profiles))
    output.data_completeness = _completeness(case, output)
    if case.prior_tests:
        with log.step("Reanalysis", "reanalysis") as step:
            output.reanalysis = reanalyses(
                case, output.disease_candidates[:PROFILED], deps.vocabularies, today=deps.today
            )
            step.found(tests=len(output.reanalysis), recommended=sum(item.recommended for item in output.reanalysis))


async def _extract(
    texts: Sequence[AnalysedText], case: DiagnosisInput, output: AgentOutput, log: StepLog, deps: Deps
) -> None:
    """Exclusions and timing of every note; an absent normal function also counts as the abnormality it is."""
    notes = {note.id: note for note in case.notes}
    labels = [match.label for match in output.hpo_matches if match.hpo_id]
    with log.step("Phenotype Extraction", "excluded_extract, timing_extract") as step:
        found = await asyncio.gather(
            *(extract(text, notes[text.source_id], labels, deps, age_years=case.age_years) for text in texts)
        )
        for part in found:
            output.excluded_findings += part.excluded
            output.timing_profiles += part.timing
            output.disagreements += gathered(part.disagreements)
            output.problems += part.problems
            add_minds(output.minds, part.minds)
        output.hpo_matches = mapping.merged(
            [*output.hpo_matches, *mapping.implied(output.excluded_findings, deps.vocabularies)]
        )
        output.excluded_findings = mapping.of_one_place(output.excluded_findings, output.hpo_matches, deps.vocabularies)
        step.found(excluded=len(output.excluded_findings), timed=len(output.timing_profiles))


def _finished(output: AgentOutput, deps: Deps) -> AgentOutput:
    output.run_id = None if isinstance(deps.recorder, NullRecorder) else deps.recorder.run_id
    if deps.sessions is not None:
        deps.sessions.set_output(output.session_id, output.model_dump(mode="json"))
    return output
