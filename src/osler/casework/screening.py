"""Many patients through one trial, as a recorded run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from osler.casework.capability import Capability, register
from osler.casework.reviews import decisions_of, keep_decisions, review_queue
from osler.casework.starting import carry_out, start
from osler.casework.wiring import Minds, Watcher
from osler.casework.work import Work
from osler.core.criteria import Criterion
from osler.core.results import Problem, warning_of
from osler.core.runs import RunContext
from osler.errors import OslerError
from osler.trials import REVIEW_KIND, Deps, review_items
from osler.trials.registry import Study, kept_study
from osler.trials.screening import NoRegistry, Protocol, Screening, ScreeningLog, patients_of, read_protocol, screen
from osler.trials.settings import TrialSettings

_PROTOCOL, _REUSED = "protocol", "reused"
"""Under what a run keeps the trial that it screened for, and whom it found in its log."""


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
    names: dict[str, str] = Field(default_factory=dict)
    """What a path goes by where that is not itself: standard input is kept in a file while it is read."""


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
    log, problems = _log(work)
    queue, unqueued = review_queue(work)
    decisions = decisions_of(work, queue)
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
            protocol,
            patients_of(given.patients, given.columns or None, work.vocabularies, given.names),
            deps=deps,
            log=log,
            reuse=given.reuse,
        )
        screening.problems[:0] = [*problems, *unqueued]
        keep_decisions(decisions, work)
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


def _log(work: Work) -> tuple[ScreeningLog | None, list[Problem]]:
    """The log of earlier verdicts; without it everybody is judged again."""
    if not work.keep:
        return None, []
    try:
        return ScreeningLog(), []
    except OslerError as error:
        return None, [warning_of(error, "earlier verdicts are not known and these are not kept")]


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
        about=lambda given: RunContext(label=given.names.get(given.trial, given.trial)),
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
    names: Mapping[str, str] | None = None,
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
        names=dict(names or {}),
    )
    return await carry_out(start(SCREENING, given, minds=minds, watchers=watchers))
