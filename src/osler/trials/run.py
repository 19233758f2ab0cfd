"""A match from beginning to end: INGEST, PRESCREEN, VALIDATE, aggregate, rank."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from osler import __version__
from osler.config import OFFLINE
from osler.core.criteria import Criterion, registry_criteria
from osler.core.patient import PatientRecord
from osler.core.results import Level, Problem, unsupported_part
from osler.core.terminology import Vocabularies
from osler.errors import ServiceError
from osler.trials.day import judging_day
from osler.trials.deps import Deps
from osler.trials.engine import JUDGING, engine_of
from osler.trials.judging import PatientView, topic_of
from osler.trials.registry import KeepingRegistry, LocalRegistry, Study
from osler.trials.reviewing import reviewee
from osler.trials.steps.aggregate import judged_trial, missing_data, ranked, undecided_trial
from osler.trials.steps.key_facts import key_facts
from osler.trials.steps.nothing_found import why_nothing
from osler.trials.steps.one_person import in_english, one_person
from osler.trials.steps.possible_times import with_possible_times
from osler.trials.steps.prescreen import prescreen
from osler.trials.steps.relevance import relevance, subject_of
from osler.trials.steps.search_tools import CandidateBoard
from osler.trials.steps.validate import validate
from osler.trials.types import (
    KeyFacts,
    MatchResult,
    Reviewee,
    TrialCandidate,
    TrialResult,
    TrialVerdict,
)

_MEND_MODEL = "see that the model is reachable and can call tools ('osler doctor'), or go on offline"
_STUDY_PAGE = "https://clinicaltrials.gov/study/"


async def match(record: PatientRecord, *, deps: Deps | None = None, origin: str = "") -> MatchResult:
    """Find trials for a patient and judge each; a registry that fails on the way leaves what was found.

    `origin` says where the record comes from: persons' verdicts are kept under it where the record has no identifiers.
    """
    one_person(record)
    in_english(record)
    deps = deps or Deps()
    # One budget for the whole match: the search, and one request or two for each candidate.
    deps = deps.for_run(items=1 + deps.settings.max_candidates)
    result = MatchResult(
        patient_id=record.id,
        policy=deps.policy,
        registry=deps.registry.name,
        versions=versions(deps.vocabularies),
        sources=[document.source() for document in record.documents],
        run_id=deps.recorder.run_id or None,
    )
    day = judging_day(record, deps)
    result.as_of, result.as_of_remark = day.on, day.remark
    record, impossible = with_possible_times(record, day.on)
    result.problems += impossible
    result.key_facts = with_likely(key_facts(record, deps.vocabularies, day.set_to), deps)
    deps.recorder.event(
        "ingest", "step_done", conditions=len(result.key_facts.conditions), labs=len(result.key_facts.labs)
    )

    board = CandidateBoard(deps.registry, status=deps.status)
    result.presearch = await prescreen(result.key_facts, deps, board)
    result.usage = result.presearch.usage
    result.problems += [unsupported_part(f"rejected {one}", path="prescreen") for one in result.presearch.rejected]
    searched_by = deps.runner.mind_of("reasoning") if result.presearch.is_the_minds_own else OFFLINE
    deps.recorder.event("prescreen", "step_done", candidates=len(result.presearch.candidates))

    view, patient = PatientView(record, deps.vocabularies, day.set_to), reviewee(record, origin)
    wanted = result.presearch.candidates
    for number, candidate in enumerate(wanted, start=1):
        result.trials.append(await _judge(candidate, board, view, patient, result, deps))
        deps.recorder.event("validate", "step_progress", n=number, of=len(wanted), trial=candidate.nct_id)
    result.trials = ranked(result.trials)
    judged_by = minds_of(result.trials, deps.runner.mind_of("fast"))
    result.minds = {"prescreen": searched_by, "validate": judged_by}
    uncertain = [trial.criteria for trial in result.trials if trial.verdict is TrialVerdict.UNCERTAIN]
    result.missing = [datum for datum in missing_data(uncertain) if datum.settles]
    deps.recorder.event("validate", "step_done", trials=len(result.trials))
    nothing = None if result.trials or board.unavailable else await why_nothing(result.key_facts, board)
    _conclude(result, board, nothing)
    return result


def match_patient(record: PatientRecord, *, deps: Deps | None = None) -> MatchResult:
    """`match` for callers that are not asynchronous."""
    return asyncio.run(match(record, deps=deps))


async def judge_study(
    study: Study, criteria: Sequence[Criterion], view: PatientView, facts: KeyFacts, deps: Deps
) -> tuple[TrialResult, list[Problem]]:
    """One study for one patient: relevance, criteria, verdict."""
    url = f"{_STUDY_PAGE}{study.nct_id}" if study.nct_id.startswith("NCT") else ""
    relevant = relevance(study, facts, deps.vocabularies)
    if relevant.not_relevant:
        aside = relevant.not_relevant
        return undecided_trial(study.nct_id, study.brief_title, TrialVerdict.NOT_RELEVANT, aside, url), []
    if not study.eligibility.strip():
        reason = "the record has no eligibility text, and a title is no ground for a verdict"
        return undecided_trial(study.nct_id, study.brief_title, TrialVerdict.UNCERTAIN, reason, url), []
    conditions = study.conditions or subject_of(study, criteria, deps.vocabularies)
    topic = topic_of(study.brief_title, deps.vocabularies, tuple(conditions), (study.official_title, study.eligibility))
    results, problems = await validate(criteria, view, deps, topic)
    judged = judged_trial(study.nct_id, study.brief_title, results, url)
    about = {"about": relevant.about, "about_place": relevant.place, "as_of": view.day}
    return judged.model_copy(update=about), problems


def criteria_of(study: Study, deps: Deps) -> list[Criterion]:
    """The study's criteria: as parsed at import where the registry kept them, else parsed now."""
    asked = deps.registry.asked if isinstance(deps.registry, KeepingRegistry) else deps.registry
    kept = asked.criteria(study.nct_id) if isinstance(asked, LocalRegistry) else None
    if kept is None and not study.eligibility.strip():
        return []
    return kept if kept is not None else registry_criteria(study.record, deps.vocabularies)


def with_likely(facts: KeyFacts, deps: Deps) -> KeyFacts:
    """The key facts with the diagnoses that a tool proposes for findings, where the record names none itself."""
    told = [fact for fact in facts.findings if any(map(_is_finding, fact.codes))]
    if deps.likely is None or not told or facts.conditions or facts.likely:
        return facts
    codes = [code for fact in told for code in fact.codes if _is_finding(code)]
    evidence = [item for fact in told for item in fact.evidence]
    likely = deps.likely(codes, facts.age_years, facts.sex)
    return facts.model_copy(update={"likely": [one.model_copy(update={"evidence": evidence}) for one in likely]})


def _is_finding(code: str) -> bool:
    return code.startswith("HP:")


def minds_of(trials: Iterable[TrialResult], asked: str) -> str:
    """The mind that really judged: the model that was asked where a verdict of its own stands, else the offline one."""
    answers = ((item, item.model_response) for trial in trials for item in trial.criteria)
    stands = any(answer is not None and answer.verdict is item.verdict for item, answer in answers)
    return asked if stands else OFFLINE


def versions(vocabularies: Vocabularies) -> dict[str, str]:
    """What a verdict rests on."""
    return {"osler": __version__, "trial_judgement": engine_of(JUDGING), "vocabulary": vocabularies.names.version}


async def _judge(
    candidate: TrialCandidate,
    board: CandidateBoard,
    view: PatientView,
    patient: Reviewee,
    result: MatchResult,
    deps: Deps,
) -> TrialResult:
    try:
        study = await board.details(candidate.nct_id)
    except ServiceError as error:
        study, why = None, error.message
    else:
        why = "the registry does not have its details"
    if study is None:
        # What a trial is about stands in the answer to the search; its criteria do not.
        known = Study(nct_id=candidate.nct_id, brief_title=candidate.brief_title, conditions=candidate.conditions)
        aside = relevance(known, result.key_facts, deps.vocabularies).not_relevant
        verdict = TrialVerdict.NOT_RELEVANT if aside else TrialVerdict.UNCERTAIN
        return undecided_trial(candidate.nct_id, candidate.brief_title, verdict, aside or why)
    trial, problems = await judge_study(study, criteria_of(study, deps), view, result.key_facts, deps)
    if deps.review is not None:
        trial = deps.review.applied(trial, patient)
    result.problems += [problem.model_copy(update={"path": candidate.nct_id}) for problem in problems]
    return trial.model_copy(update={"candidate": candidate})


def _conclude(result: MatchResult, board: CandidateBoard, nothing: Problem | None) -> None:
    presearch = result.presearch
    if presearch.stands_in_for:
        said = (
            f"the model {presearch.stands_in_for} did not search ({presearch.stood_in_because}); the offline mind did"
        )
        result.problems.append(
            Problem(
                code=presearch.failure or "answer.limited",
                level=Level.WARNING,
                message=said,
                path="prescreen",
                mend=_MEND_MODEL,
            )
        )
    if board.unavailable is not None:
        result.status = "unavailable"
        result.problems.append(
            Problem(
                code=board.unavailable.code,
                level=Level.ERROR,
                message=board.unavailable.message,
                mend=board.unavailable.mend,
                path="registry",
            )
        )
        return
    if nothing is not None:
        result.problems.append(nothing)
    if presearch.stands_in_for or presearch.status != "ok":
        result.status = "partial"
    elif nothing is not None:
        result.status = "no_evidence"
    elif any(problem.level is Level.WARNING for problem in result.problems):
        result.status = "partial"
