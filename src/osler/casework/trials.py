"""A patient through the trials capability, and many patients through one trial, as recorded runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from osler.casework.capability import Capability, load, register
from osler.casework.starting import Handle, carry_out, start
from osler.casework.wiring import Minds, Watcher, gate_of
from osler.casework.work import Work
from osler.config import Settings
from osler.core.criteria import Criterion
from osler.core.patient import PatientRecord
from osler.core.results import Level, Problem
from osler.core.review import ReviewQueue, open_review_queue
from osler.core.runs import RunContext
from osler.core.terminology import Vocabularies
from osler.errors import OslerError
from osler.trials import (
    REVIEW_KIND,
    Decisions,
    Deps,
    KeyFact,
    MatchResult,
    Standing,
    TrialVerdict,
    changes_between,
    match,
    review_items,
    reviewee,
)
from osler.trials.registry import (
    STORE,
    Keep,
    KeepingRegistry,
    KeptRegistry,
    Registry,
    Study,
    TrialStore,
    default_folder,
    kept_study,
    open_registry,
)
from osler.trials.screening import NoRegistry, Protocol, Screening, ScreeningLog, patients_of, read_protocol, screen
from osler.trials.settings import TrialSettings

_LIKELY = 5
_LEAST_PROBABILITY = 0.3
_OF_REGISTRY = ("search ", "study ", "registry ")
"""How the keys of a registry's answers begin; runs of earlier versions kept none and are replayed over today's index."""
_DECIDED, _PROTOCOL, _REUSED = "decisions", "protocol", "reused"
"""Under what a run keeps the decisions that it used, the trial that it screened for, and whom it found in its log."""
_LEAST_FINDINGS = 2


class MatchRequest(BaseModel):
    """What is stored of a match's input: the record, and where and how to search."""

    record: PatientRecord
    registry: str | None = None
    folder: Path | None = None
    policy: str | None = None
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


def _decisions(work: Work, queue: ReviewQueue | None) -> Decisions | None:
    """What persons decided: by the queue, and in a replay as it stood then."""
    if work.kept is not None:
        then = work.kept.get(_DECIDED) or {}
        return Decisions({name: Standing(*standing) for name, standing in then.items()})
    return None if queue is None else Decisions.of(queue.items(kind=REVIEW_KIND, status=None))


async def _run(given: MatchRequest, work: Work) -> MatchResult:
    settings = work.settings
    chosen = settings.of(TrialSettings).model_copy(update={"policy": given.policy} if given.policy else {})
    queue, problems = _queue(work)
    decisions = _decisions(work, queue)
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
            likely=partial(likely_diagnoses, vocabularies=work.vocabularies),
            review=decisions,
            as_of=given.as_of,
            today=work.today,
        )
        result = await match(given.record, deps=deps, origin=given.origin)
        if given.called:
            result.patient_id = given.called
        _keep_decisions(decisions, work)
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


def _queue(work: Work) -> tuple[ReviewQueue | None, list[Problem]]:
    """The queue of what a person is to decide; without it trials are judged all the same."""
    if not work.keep:
        return None, []
    try:
        return open_review_queue(work.settings), []
    except OslerError as error:
        message = f"reviewers' verdicts were not read and nothing was queued for review: {error.message}"
        return None, [Problem(code=error.code, level=Level.WARNING, message=message, mend=error.mend, path=error.path)]


def _keep_decisions(decisions: Decisions | None, work: Work) -> None:
    if decisions is not None and decisions.used:
        work.recorder.exchange("review", key=_DECIDED, kept=decisions.used)


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
        prepare=partial(load, parts=("hpo", "names", "hierarchy")),
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
        as_of=as_of,
        called=called,
        origin=origin,
        problems=problems,
        watchers=watchers,
    )
    return await carry_out(handle)


class ScreeningRequest(BaseModel):
    """What is stored of a screening's input: the trial and where the patients are; never the patients themselves."""

    trial: str
    patients: list[Path]
    columns: dict[str, str] = Field(default_factory=dict)
    folder: Path | None = None
    policy: str | None = None
    as_of: date | None = None
    """The day of judgement; without it each note's own day, and of kept records the day of the run."""
    reuse: bool = True


class ScreeningChanges(BaseModel):
    """How the verdicts of two screenings differ."""

    since_run: str
    verdicts: list[str] = Field(default_factory=list)

    def lines(self) -> list[str]:
        """The changes for a person to read."""
        return self.verdicts


async def _screen(given: ScreeningRequest, work: Work) -> Screening:
    settings = work.settings
    chosen = settings.of(TrialSettings).model_copy(update={"policy": given.policy} if given.policy else {})
    protocol = _protocol(given, work)
    log, problems = _log(work, given)
    queue, unqueued = _queue(work)
    decisions = _decisions(work, queue)
    try:
        deps = Deps(
            runner=work.runner,
            recorder=work.recorder,
            vocabularies=work.vocabularies,
            deidentifier=work.gate,
            registry=NoRegistry(),
            settings=chosen,
            review=decisions,
            as_of=given.as_of,
            today=work.today,
        )
        screening = await screen(
            protocol, patients_of(given.patients, given.columns or None, work.vocabularies), deps=deps, log=log
        )
        screening.problems[:0] = [*problems, *unqueued]
        _keep_decisions(decisions, work)
        if queue is not None:
            found = (
                item
                for patient in screening.patients
                if patient.reviewee.key
                for item in review_items([patient.result], patient.reviewee, patient.patient_id)
            )
            queue.add(REVIEW_KIND, found, at=datetime.now(UTC))
    finally:
        if log is not None:
            log.close()
    if work.kept is None:
        reused = {patient.source: patient.decided_at for patient in screening.patients if patient.reused}
        work.recorder.exchange("log", key=_REUSED, kept=reused)
    else:
        _as_reused(screening, work.kept.get(_REUSED) or {})
    return screening


def _protocol(given: ScreeningRequest, work: Work) -> Protocol:
    """The trial of a screening: read now, and in a replay as it was read then."""
    then = (work.kept or {}).get(_PROTOCOL)
    if then is not None:
        criteria = [Criterion.model_validate(item) for item in then["criteria"]]
        return Protocol(Study.model_validate(then["study"]), criteria)
    protocol = read_protocol(given.trial, given.folder, work.vocabularies)
    kept = {
        "study": kept_study(protocol.study),
        "criteria": [item.model_dump(mode="json") for item in protocol.criteria],
    }
    work.recorder.exchange("protocol", key=_PROTOCOL, kept=kept)
    return protocol


def _as_reused(screening: Screening, then: Mapping[str, str]) -> None:
    """Mark in a replay, which has no log, whose verdicts the run took from its log."""
    for patient in screening.patients:
        if patient.source in then:
            patient.reused, patient.decided_at = True, then[patient.source]


def _log(work: Work, given: ScreeningRequest) -> tuple[ScreeningLog | None, list[Problem]]:
    """The log of earlier verdicts; without it everybody is judged again."""
    if not (work.keep and given.reuse):
        return None, []
    try:
        return ScreeningLog(), []
    except OslerError as error:
        message = f"earlier verdicts are not known and these are not kept: {error.message}"
        return None, [Problem(code=error.code, level=Level.WARNING, message=message, mend=error.mend, path=error.path)]


def _screening_changes(before: Screening, after: Screening) -> ScreeningChanges:
    then = {patient.patient_id: patient.verdict for patient in before.patients}
    changed = [
        f"{patient.patient_id}: {then[patient.patient_id].value} to {patient.verdict.value}"
        for patient in after.patients
        if patient.patient_id in then and then[patient.patient_id] is not patient.verdict
    ]
    return ScreeningChanges(since_run=before.run_id or "", verdicts=changed)


def _older_request(given: Any) -> Any:
    """0.2.0 knew one folder or file of patients."""
    return {**given, "patients": [given["patients"]]} if isinstance(given.get("patients"), str) else given


def _older_screening(result: Any) -> Any:
    """0.2.0 had who could not be read as lines of place and reason."""
    lines = [line.partition(": ") for line in result.get("skipped", [])]
    rest = {name: value for name, value in result.items() if name != "skipped"}
    return {**rest, "unread": [{"source": at, "message": why} for at, _, why in lines]} if lines else rest


SCREENING = register(
    Capability(
        name="screening",
        input_type=ScreeningRequest,
        output_type=Screening,
        run=_screen,
        compare=_screening_changes,
        outcome=lambda output: f"{len(output.patients)} patients, {output.counts.get('ELIGIBLE', 0)} eligible",
        about=lambda given: RunContext(label=given.trial),
        prepare=partial(load, parts=("hpo", "names", "hierarchy")),
        own_of_a_run=("judged", "reused"),
        older_input=_older_request,
        older_result=_older_screening,
    )
)


async def screen_patients(
    trial: str,
    patients: Path | Sequence[Path],
    *,
    columns: Mapping[str, str] | None = None,
    minds: Minds | None = None,
    folder: Path | None = None,
    policy: str | None = None,
    as_of: date | None = None,
    reuse: bool = True,
    watchers: Sequence[Watcher] = (),
) -> Screening:
    """Screen many patients for one trial on the record and wait for the result."""
    paths = [patients] if isinstance(patients, Path) else list(patients)
    given = ScreeningRequest(
        trial=trial,
        patients=paths,
        columns=dict(columns or {}),
        folder=folder,
        policy=policy,
        as_of=as_of,
        reuse=reuse,
    )
    return await carry_out(start(SCREENING, given, minds=minds, watchers=watchers))
