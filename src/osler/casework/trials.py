"""A patient through the trials capability, as a recorded run."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from osler.casework.capability import Capability, register
from osler.casework.reviews import decisions_of, keep_decisions, review_queue
from osler.casework.starting import Handle, carry_out, start
from osler.casework.wiring import Minds, Watcher, gate_of
from osler.casework.work import Work
from osler.config import Settings
from osler.core.patient import PatientRecord
from osler.core.results import Problem
from osler.core.runs import RunContext
from osler.core.terminology import Vocabularies
from osler.trials import (
    REVIEW_KIND,
    Deps,
    KeyFact,
    MatchResult,
    TrialVerdict,
    changes_between,
    match,
    review_items,
    reviewee,
)
from osler.trials.registry import (
    RECRUITING,
    STORE,
    Keep,
    KeepingRegistry,
    KeptRegistry,
    Registry,
    Status,
    TrialStore,
    default_folder,
    open_registry,
)
from osler.trials.settings import TrialSettings

_LIKELY = 5
_LEAST_PROBABILITY = 0.3
_OF_REGISTRY = ("search ", "study ", "registry ")
"""How the keys of a registry's answers begin; runs of earlier versions kept none and are replayed over today's index."""
_LEAST_FINDINGS = 2


class MatchRequest(BaseModel):
    """What is stored of a match's input: the record, and where and how to search."""

    record: PatientRecord
    registry: str | None = None
    folder: Path | None = None
    policy: str | None = None
    status: tuple[Status, ...] = RECRUITING
    """The statuses of the trials to search; empty for any."""
    as_of: date | None = None
    """The day of judgement; without it a note's own day, and of a kept record the day of the run."""
    called: str = Field(default="", repr=False)
    """What the caller calls the patient (a file's name), where the record has no id of its own."""
    origin: str = Field(default="", repr=False)
    """Where the record comes from, in full; persons' verdicts are kept under it where the record has no identifiers."""
    problems: list[Problem] = Field(default_factory=list)


def likely_diagnoses(
    findings: Sequence[str], age: float | None, sex: str | None, vocabularies: Vocabularies
) -> list[KeyFact]:
    """Diseases that the diagnosis capability ranks first for findings, where it is anything near sure."""
    if len(set(findings)) < _LEAST_FINDINGS:
        return []
    from osler.diagnosis.ranking import PhenotypeQuery, default_model, rank

    known_sex: Literal["male", "female", "unknown"] = (
        "male" if sex == "male" else "female" if sex == "female" else "unknown"
    )
    query = PhenotypeQuery(observed=tuple(dict.fromkeys(findings)), age_years=age, sex=known_sex)
    ranking = rank(query, default_model(vocabularies))
    return [
        KeyFact(name=disease.name, codes=[disease.disease_id], value=f"likely, {disease.probability:.0%}")
        for disease in ranking.top(_LIKELY)
        if disease.probability >= _LEAST_PROBABILITY
    ]


def _keeping(work: Work) -> Keep:
    """Writes what a replay needs into the record of the run."""

    def keep(key: str, answer: Any) -> None:
        work.recorder.exchange("registry", key=key, kept=answer)

    return keep


async def _run(given: MatchRequest, work: Work) -> MatchResult:
    settings = work.settings
    chosen = settings.of(TrialSettings).model_copy(update={"policy": given.policy} if given.policy else {})
    queue, problems = review_queue(work)
    decisions = decisions_of(work, queue)
    registry: Registry
    if work.kept is not None and any(key.startswith(_OF_REGISTRY) for key in work.kept):
        registry = KeptRegistry(given.registry or chosen.registry, work.kept)
    else:
        opened = open_registry(settings, work.vocabularies, name=given.registry, folder=given.folder)
        registry = KeepingRegistry(opened, _keeping(work))
    try:
        deps = Deps(
            runner=work.runner,
            recorder=work.recorder,
            vocabularies=work.vocabularies,
            deidentifier=work.gate,
            registry=registry,
            settings=chosen,
            status=given.status,
            likely=partial(likely_diagnoses, vocabularies=work.vocabularies),
            review=decisions,
            as_of=given.as_of,
            today=work.today,
        )
        result = await match(given.record, deps=deps, origin=given.origin)
        if given.called:
            result.patient_id = given.called
        keep_decisions(decisions, work)
        if queue is not None:
            items = review_items(result.trials, reviewee(given.record, given.origin), result.patient_id)
            queue.add(REVIEW_KIND, items, at=datetime.now(UTC))
    finally:
        await registry.aclose()
    return result.model_copy(update={"problems": [*given.problems, *problems, *result.problems]})


def trials_state(settings: Settings, registry: str | None = None, folder: Path | None = None) -> str:
    """What tells this state of the index from another; of a registry that is asked over the network nothing is known."""
    if (registry or settings.of(TrialSettings).registry) != "local":
        return ""
    path = (folder or default_folder()) / STORE
    if not path.exists():
        return ""
    with closing(TrialStore(path)) as store:
        return store.state()


def _outcome(result: MatchResult) -> str:
    counts = [(verdict, sum(trial.verdict is verdict for trial in result.trials)) for verdict in TrialVerdict]
    return ", ".join(f"{count} {verdict.value.lower()}" for verdict, count in counts if count) or result.status


def _about_match(given: MatchRequest) -> RunContext:
    """Whom the run is about; a record that names nobody goes by its file."""
    return RunContext(patient=given.called or given.record.id)


TRIALS = register(
    Capability(
        name="trials",
        input_type=MatchRequest,
        output_type=MatchResult,
        run=_run,
        compare=changes_between,
        outcome=_outcome,
        about=_about_match,
        gate=lambda given: gate_of(given.record),
    )
)


def start_match(
    record: PatientRecord,
    *,
    minds: Minds | None = None,
    registry: str | None = None,
    folder: Path | None = None,
    policy: str | None = None,
    status: Sequence[Status] = RECRUITING,
    as_of: date | None = None,
    called: str = "",
    origin: str = "",
    problems: Sequence[Problem] = (),
    context: RunContext | None = None,
    watchers: Sequence[Watcher] = (),
    keep: bool = True,
) -> Handle[MatchResult]:
    """Start a match: run stored, identifiers gated, the registry closed at the end."""
    given = MatchRequest(
        record=record,
        registry=registry,
        folder=folder,
        policy=policy,
        status=tuple(status),
        as_of=as_of,
        called=called,
        origin=origin,
        problems=list(problems),
    )
    return start(TRIALS, given, minds=minds, context=context, watchers=watchers, record=keep)


async def match_case(
    record: PatientRecord,
    *,
    minds: Minds | None = None,
    registry: str | None = None,
    folder: Path | None = None,
    policy: str | None = None,
    status: Sequence[Status] = RECRUITING,
    as_of: date | None = None,
    called: str = "",
    origin: str = "",
    problems: Sequence[Problem] = (),
    watchers: Sequence[Watcher] = (),
) -> MatchResult:
    """Match a patient on the record and wait for the result."""
    handle = start_match(
        record,
        minds=minds,
        registry=registry,
        folder=folder,
        policy=policy,
        status=status,
        as_of=as_of,
        called=called,
        origin=origin,
        problems=problems,
        watchers=watchers,
    )
    return await carry_out(handle)
