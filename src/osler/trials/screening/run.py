"""A screening from beginning to end: what is known is reused, the rest judged, the funnel counted."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import islice
from typing import NamedTuple

from osler import __version__
from osler.collecting import nothing_collected
from osler.core.criteria import Criterion
from osler.core.patient import PatientSource
from osler.core.patient.readers import NOBODY, Person, file_names, repeated_ids, shared_ids
from osler.core.privacy import Deidentifier, KnownIdentifiers
from osler.core.results import Level, Problem
from osler.errors import OslerError
from osler.trials.day import JudgingDay, judging_day
from osler.trials.deps import Deps
from osler.trials.engine import JUDGING, engine_of
from osler.trials.judging import PatientView
from osler.trials.registry import SearchPage, Study, TrialQuery
from osler.trials.reviewing import reviewee
from osler.trials.run import judge_study, minds_of, versions
from osler.trials.screening.log import LogEntry, ScreeningLog
from osler.trials.screening.protocol import Protocol
from osler.trials.screening.types import FunnelStep, ScreenedPatient, Screening, UnreadPatient
from osler.trials.settings import TrialSettings
from osler.trials.steps.aggregate import excludes, missing_data
from osler.trials.steps.key_facts import key_facts
from osler.trials.steps.one_person import in_english, one_person
from osler.trials.steps.possible_times import with_possible_times
from osler.trials.steps.relevance import relevance, subject_of
from osler.trials.types import CriterionVerdict, KeyFacts, PolicyName, Reviewee, TrialResult, TrialVerdict
from osler.trials.workers import settle

_BATCH = 25
_PARALLEL_FROM = 60
_FIRST = 3


class Judged(NamedTuple):
    """One patient's verdict, and what was wrong with the record or a model's answer."""

    patient: str
    result: TrialResult
    problems: list[Problem]
    reviewee: Reviewee
    """Under whom a person's verdicts are kept."""
    day: JudgingDay


async def screen(
    protocol: Protocol,
    patients: Iterable[PatientSource | UnreadPatient],
    *,
    deps: Deps,
    log: ScreeningLog | None = None,
    reuse: bool = True,
) -> Screening:
    """Judge one trial for every patient; verdicts of the log that still hold are reused, unless everybody is to be judged afresh."""
    screening = Screening(
        trial_id=protocol.study.nct_id,
        brief_title=protocol.study.brief_title,
        policy=deps.policy,
        versions=versions(deps.vocabularies),
    )
    mind = deps.runner.mind_of("fast")
    given = list(patients)
    screening.unread += [one for one in given if isinstance(one, UnreadPatient)]
    sources = [one for one in given if isinstance(one, PatientSource)]
    called = file_names([one.name for one in sources])
    work = {_key(one, protocol, deps, mind): one._replace(called=called[one.name]) for one in sources}
    known: dict[str, ScreenedPatient] = {}
    for key, one in work.items():
        if log is not None and reuse and (entry := log.find(key) or log.find(_of_run(key, deps))) is not None:
            known[key] = ScreenedPatient(
                patient_id=entry.patient,
                source=one.name,
                result=entry.result,
                reviewee=entry.reviewee,
                as_of_remark=entry.as_of_remark,
                reused=True,
                decided_at=entry.decided_at,
            )
    waiting = [(key, one) for key, one in work.items() if key not in known]
    deps = deps.for_run(items=max(1, len(waiting)))
    deps.recorder.event("screen", "step_started", patients=len(work), reused=len(known))
    done = 0
    async for batch in _judged(waiting, protocol, deps):
        _take(batch, screening, known, log, deps)
        done += len(batch)
        deps.recorder.event("screen", "step_progress", n=done, of=len(waiting))
    screening.patients = [known[key] for key in work if key in known]
    _tell_shared_ids(screening)
    _take_word(screening, deps)
    _count(screening, protocol, mind)
    deps.recorder.event("screen", "step_done", judged=screening.judged, unread=len(screening.unread))
    return screening


def _key(source: PatientSource, protocol: Protocol, deps: Deps, mind: str) -> str:
    """What makes a judgement the same as an earlier one: patient, trial, policy, day that was given, engine and mind."""
    parts = (
        source.digest,
        source.origin or source.name,
        _digest_of(protocol),
        deps.policy,
        engine_of(JUDGING),
        __version__,
        mind,
    )
    given = (*parts, *([deps.as_of.isoformat()] if deps.as_of else []))
    return hashlib.sha256("|".join(given).encode("utf-8", "surrogatepass")).hexdigest()


def _of_run(key: str, deps: Deps) -> str:
    """The key of a judgement that holds for the day of the run alone."""
    return f"{key}@{deps.today}"


def _take(
    batch: Sequence[tuple[tuple[str, PatientSource], Judged | UnreadPatient]],
    screening: Screening,
    known: dict[str, ScreenedPatient],
    log: ScreeningLog | None,
    deps: Deps,
) -> None:
    """Add what was judged; a verdict that stands in for a model's is shown, but not kept for the next time."""
    entries = []
    for (key, source), answer in batch:
        if isinstance(answer, UnreadPatient):
            screening.unread.append(answer)
            continue
        known[key] = ScreenedPatient(
            patient_id=answer.patient,
            source=source.name,
            result=answer.result,
            reviewee=answer.reviewee,
            as_of_remark=answer.day.remark,
        )
        screening.problems += [problem.model_copy(update={"path": source.name}) for problem in answer.problems]
        if not answer.problems:
            under = _of_run(key, deps) if answer.day.of_run else key
            entries.append(LogEntry(under, answer.patient, answer.result, answer.reviewee, answer.day.remark))
    if log is not None:
        log.add(entries, policy=screening.policy)


def _take_word(screening: Screening, deps: Deps) -> None:
    """Lay what persons decided over what was computed; the log keeps only the latter."""
    called = Counter(patient.reviewee.key for patient in screening.patients)
    for patient in screening.patients:
        if called[patient.reviewee.key] > 1:
            # Nobody's verdict may reach another patient who cannot be told from this one.
            patient.reviewee = Reviewee("")
        elif deps.review is not None:
            patient.result = deps.review.applied(patient.result, patient.reviewee)


def _tell_shared_ids(screening: Screening) -> None:
    """Say which patients have one id, and that they are different people where that shows."""
    people = [
        Person.told(one.source, one.patient_id, birth_date=one.reviewee.birth, sex=one.reviewee.sex)
        for one in screening.patients
    ]
    told = {problem.path for problem in screening.problems if problem.code == "input.same_id"}
    differing = {place: problem for place, problem in shared_ids(people).items() if place not in told}
    screening.problems += [problem.model_copy(update={"path": place}) for place, problem in differing.items()]
    screening.problems += repeated_ids(people)


def _count(screening: Screening, protocol: Protocol, mind: str) -> None:
    """The funnel, the counts, what is missing, and how it ended."""
    patients = screening.patients
    screening.reused = sum(patient.reused for patient in patients)
    screening.judged = len(patients) - screening.reused
    screening.counts = dict(Counter(patient.verdict.value for patient in patients))
    screening.not_relevant = sum(
        not patient.result.criteria and patient.verdict is TrialVerdict.NOT_RELEVANT for patient in patients
    )
    screening.funnel = funnel(protocol.criteria, [patient.result for patient in patients])
    uncertain = [patient.result.criteria for patient in patients if patient.verdict is TrialVerdict.UNCERTAIN]
    screening.missing = [datum for datum in missing_data(uncertain) if datum.settles]
    screening.minds = {"validate": minds_of((patient.result for patient in patients), mind)}
    if screening.unread or any(problem.level is not Level.INFO for problem in screening.problems):
        screening.status = "partial"


def funnel(criteria: Sequence[Criterion], results: Sequence[TrialResult]) -> list[FunnelStep]:
    """How many each criterion removes, alone and after those before it, and how many stay open."""
    left = [result for result in results if result.criteria]
    everyone = left
    steps = []
    for place, criterion in enumerate(criteria):
        verdicts = [result.criteria[place] for result in everyone]
        gone = [result for result in left if excludes(result.criteria[place])]
        left = [result for result in left if not excludes(result.criteria[place])]
        steps.append(
            FunnelStep(
                criterion_id=criterion.id,
                criterion_type=criterion.kind,
                criterion_text=criterion.text,
                removes=sum(excludes(item) for item in verdicts),
                removes_next=len(gone),
                unknown=sum(item.verdict is CriterionVerdict.UNKNOWN for item in verdicts),
                unknown_next=sum(result.criteria[place].verdict is CriterionVerdict.UNKNOWN for result in left),
                left=len(left),
            )
        )
    return steps


async def _judged(
    waiting: Sequence[tuple[str, PatientSource]], protocol: Protocol, deps: Deps
) -> AsyncIterator[list[tuple[tuple[str, PatientSource], Judged | UnreadPatient]]]:
    """Batches of (patient, verdict or why there is none); offline on both cores where it pays."""
    offline = deps.runner.mind_of("fast") == "offline"
    if offline and len(waiting) >= _PARALLEL_FROM and deps.vocabularies.bundled:
        # What the first patients need is loaded once, and a worker that is a copy of this process begins with it.
        first, waiting = waiting[:_FIRST], waiting[_FIRST:]
        answers = [await _judge_one(protocol.study, protocol.criteria, source, deps) for _, source in first]
        yield list(zip(first, answers, strict=True))
        with ProcessPoolExecutor(min(2, os.cpu_count() or 1), initializer=settle) as pool:
            loop = asyncio.get_running_loop()
            given = [criterion.model_dump(mode="json") for criterion in protocol.criteria]
            tasks = [
                (
                    batch,
                    loop.run_in_executor(
                        pool,
                        partial(_judge_batch, as_of=deps.as_of, today=deps.today),
                        protocol.study,
                        given,
                        [source for _, source in batch],
                        deps.policy,
                    ),
                )
                for batch in _batches(waiting)
            ]
            for batch, task in tasks:
                yield list(zip(batch, await task, strict=True))
        return
    for batch in _batches(waiting):
        answers = [await _judge_one(protocol.study, protocol.criteria, source, deps) for _, source in batch]
        yield list(zip(batch, answers, strict=True))


def _judge_batch(
    study: Study,
    criteria: list[dict[str, object]],
    patients: list[PatientSource],
    policy: PolicyName,
    *,
    as_of: date | None,
    today: date | None,
) -> list[Judged | UnreadPatient]:
    """The work of one process: offline, without a registry."""
    trees = [Criterion.model_validate(item) for item in criteria]
    deps = Deps(registry=NoRegistry(), settings=_settings(policy), as_of=as_of, today=today)

    async def all_of_them() -> list[Judged | UnreadPatient]:
        return [await _judge_one(study, trees, source, deps) for source in patients]

    with nothing_collected():
        return asyncio.run(all_of_them())


async def _judge_one(
    study: Study, criteria: Sequence[Criterion], source: PatientSource, deps: Deps
) -> Judged | UnreadPatient:
    try:
        record, read = source.read()
        one_person(record)
        in_english(record)
    except OslerError as error:
        return UnreadPatient.of(source.name, error)
    # Each patient has a gate of its own, which knows who this one is.
    deps = replace(deps, deidentifier=Deidentifier(KnownIdentifiers.of(record.known_identifiers())))
    day = judging_day(record, deps)
    record, impossible = with_possible_times(record, day.on)
    facts = key_facts(record, deps.vocabularies, day.set_to)
    view = PatientView(record, deps.vocabularies, day.set_to)
    result, problems = await judge_study(study, criteria, view, facts, deps)
    result = _unless_elsewhere(result, study, criteria, facts, deps)
    called = record.id if record.id != NOBODY else source.called or source.name
    # A record of which something was lost is read again the next time, and says so again.
    problems += [*impossible, *(problem for problem in read if problem.level is Level.ERROR)]
    return Judged(called, result, problems, reviewee(record, source.origin), day)


def _unless_elsewhere(
    result: TrialResult, study: Study, criteria: Sequence[Criterion], facts: KeyFacts, deps: Deps
) -> TrialResult:
    """A verdict that stays open is none where a text of criteria is about nothing that the patient has; the criteria stay."""
    names = subject_of(study, criteria, deps.vocabularies)
    if result.verdict is not TrialVerdict.UNCERTAIN or not names:
        return result
    aside = relevance(study.model_copy(update={"conditions": names}), facts, deps.vocabularies).not_relevant
    update = {"verdict": TrialVerdict.NOT_RELEVANT, "reason": aside, "no_exclusion_found": False}
    return result.model_copy(update=update) if aside else result


def _batches(waiting: Sequence[tuple[str, PatientSource]]) -> Iterator[list[tuple[str, PatientSource]]]:
    rest = iter(waiting)
    return iter(lambda: list(islice(rest, _BATCH)), [])


def _digest_of(protocol: Protocol) -> str:
    texts = [f"{criterion.kind}:{criterion.text}" for criterion in protocol.criteria]
    return hashlib.sha256(json.dumps([protocol.study.nct_id, *texts]).encode()).hexdigest()


class NoRegistry:
    """A screening has its trial already and searches nothing."""

    name = "none"

    async def search(self, query: TrialQuery) -> SearchPage:
        return SearchPage(studies=[])

    async def study(self, nct_id: str) -> Study | None:
        return None

    async def aclose(self) -> None:
        return None


def _settings(policy: PolicyName) -> TrialSettings:
    return TrialSettings(policy=policy)
