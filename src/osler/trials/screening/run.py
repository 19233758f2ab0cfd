"""A screening from beginning to end: what is known is reused, the rest judged, the funnel counted."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import NamedTuple

from osler import __version__
from osler.core.criteria import Criterion
from osler.core.results import Level, Problem
from osler.errors import OslerError
from osler.trials.deps import Deps
from osler.trials.judging import ENGINE, PatientView
from osler.trials.registry import SearchPage, Study, TrialQuery
from osler.trials.reviewing import Reviewee, reviewee
from osler.trials.run import judge_study, versions
from osler.trials.screening.log import LogEntry, ScreeningLog
from osler.trials.screening.patients import RawPatient
from osler.trials.screening.protocol import Protocol
from osler.trials.screening.types import FunnelStep, ScreenedPatient, Screening
from osler.trials.settings import TrialSettings
from osler.trials.steps.aggregate import excludes, missing_data
from osler.trials.steps.key_facts import key_facts
from osler.trials.types import CriterionVerdict, PolicyName, TrialResult, TrialVerdict

_BATCH = 25
_PARALLEL_FROM = 60


class _Answer(NamedTuple):
    """A verdict, and under whom a person's would be kept."""

    result: TrialResult
    patient: Reviewee


Progress = Callable[[int], None]


async def screen(
    protocol: Protocol,
    patients: Iterable[RawPatient],
    *,
    deps: Deps,
    log: ScreeningLog | None = None,
    progress: Progress | None = None,
) -> Screening:
    """Judge one trial for every patient; verdicts of the log that still hold are reused."""
    policy = deps.policy
    screening = Screening(
        trial_id=protocol.study.nct_id, brief_title=protocol.study.brief_title, policy=policy, versions=versions()
    )
    trial_digest = _digest_of(protocol)
    waiting: list[tuple[str, RawPatient]] = []
    known: dict[str, ScreenedPatient] = {}
    order: list[str] = []
    places: list[str] = []
    mind = deps.runner.mind_of("fast")
    for raw in patients:
        key = _key(raw, trial_digest, policy, mind)
        order.append(key)
        places.append(raw.place)
        entry = log.find(key) if log is not None else None
        if entry is None:
            waiting.append((key, raw))
        else:
            known[key] = ScreenedPatient(
                patient_id=raw.place,
                result=entry.result,
                reviewee=entry.reviewee,
                reused=True,
                decided_at=entry.decided_at,
            )
    async for batch in _judged(waiting, protocol, deps):
        entries = []
        for (key, raw), answer in batch:
            if isinstance(answer, str):
                screening.skipped.append(f"{raw.place}: {answer}")
            else:
                known[key] = ScreenedPatient(patient_id=raw.place, result=answer.result, reviewee=answer.patient)
                entries.append(LogEntry(key, raw.place, answer.result, answer.patient))
        if log is not None:
            log.add(entries, policy=policy)
        if progress is not None:
            progress(len(batch))
    twice = {place: count for place, count in Counter(places).items() if count > 1}
    for patient in known.values():
        if patient.patient_id in twice:
            # Nobody's verdict may reach another patient of the same name.
            patient.reviewee = Reviewee("")
        elif deps.review is not None:
            # The log keeps what was computed; what persons decided is laid over it at every run.
            patient.result = deps.review.applied(patient.result, patient.reviewee)
    screening.problems += [_named_twice(place, count) for place, count in twice.items()]
    screening.patients = [known[key] for key in order if key in known]
    _add_up(screening, protocol)
    screening.minds = {"validate": mind}
    return screening


def _named_twice(place: str, count: int) -> Problem:
    return Problem(
        level=Level.WARNING,
        message=f"{count} patients are called {place!r}; each is judged, and none is reviewed",
        mend="give every patient an id of its own",
        path=place,
    )


def _add_up(screening: Screening, protocol: Protocol) -> None:
    """Counts, funnel and missing data of the patients that were judged."""
    screening.reused = sum(patient.reused for patient in screening.patients)
    screening.judged = len(screening.patients) - screening.reused
    screening.counts = dict(Counter(patient.verdict.value for patient in screening.patients))
    screening.funnel = funnel(protocol.criteria, [patient.result for patient in screening.patients])
    uncertain = [patient.result.criteria for patient in screening.patients if patient.verdict is TrialVerdict.UNCERTAIN]
    screening.missing = [datum for datum in missing_data(uncertain) if datum.settles]
    if screening.skipped:
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
                left=len(left),
            )
        )
    return steps


async def _judged(
    waiting: Sequence[tuple[str, RawPatient]], protocol: Protocol, deps: Deps
) -> AsyncIterator[list[tuple[tuple[str, RawPatient], _Answer | str]]]:
    """Batches of (patient, verdict or why there is none); offline on both cores where it pays."""
    offline = deps.runner.mind_of("fast") == "offline"
    if offline and len(waiting) >= _PARALLEL_FROM:
        with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
            loop = asyncio.get_running_loop()
            given = [criterion.model_dump(mode="json") for criterion in protocol.criteria]
            tasks = [
                (
                    batch,
                    loop.run_in_executor(
                        pool, _judge_batch, protocol.study, given, [raw for _, raw in batch], deps.policy
                    ),
                )
                for batch in _batches(waiting)
            ]
            for batch, task in tasks:
                yield list(zip(batch, await task, strict=True))
        return
    for batch in _batches(waiting):
        answers = [await _judge_one(protocol.study, protocol.criteria, raw, deps) for _, raw in batch]
        yield list(zip(batch, answers, strict=True))


def _judge_batch(
    study: Study, criteria: list[dict[str, object]], patients: list[RawPatient], policy: PolicyName
) -> list[_Answer | str]:
    """The work of one process: offline, without a registry."""
    trees = [Criterion.model_validate(item) for item in criteria]
    deps = Deps(registry=_NoRegistry(), settings=_settings(policy))

    async def all_of_them() -> list[_Answer | str]:
        return [await _judge_one(study, trees, raw, deps) for raw in patients]

    return asyncio.run(all_of_them())


async def _judge_one(study: Study, criteria: Sequence[Criterion], raw: RawPatient, deps: Deps) -> _Answer | str:
    try:
        record = raw.read()
    except OslerError as error:
        return error.message
    result, _ = await judge_study(study, criteria, PatientView(record), key_facts(record), deps)
    return _Answer(result, reviewee(record, raw.origin))


def _batches(waiting: Sequence[tuple[str, RawPatient]]) -> Iterator[list[tuple[str, RawPatient]]]:
    rest = iter(waiting)
    return iter(lambda: list(islice(rest, _BATCH)), [])


def _digest_of(protocol: Protocol) -> str:
    texts = [f"{criterion.kind}:{criterion.text}" for criterion in protocol.criteria]
    return hashlib.sha256(json.dumps([protocol.study.nct_id, *texts]).encode()).hexdigest()


def _key(raw: RawPatient, trial_digest: str, policy: PolicyName, mind: str) -> str:
    """What a verdict depends on: the patient, the trial, the policy, the engine and the mind."""
    parts = (raw.digest, raw.origin or raw.place, trial_digest, policy, ENGINE, __version__, mind)
    return hashlib.sha256("|".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class _NoRegistry:
    """A process that judges has its trial already and searches nothing."""

    name = "none"

    async def search(self, query: TrialQuery) -> SearchPage:
        return SearchPage(studies=[])

    async def study(self, nct_id: str) -> Study | None:
        return None

    async def aclose(self) -> None:
        return None


def _settings(policy: PolicyName) -> TrialSettings:
    return TrialSettings(policy=policy)
