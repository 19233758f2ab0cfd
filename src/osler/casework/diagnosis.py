"""A patient through the diagnosis capability, as a recorded run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from osler.casework.wiring import Minds, Watcher, gate_of, replaying
from osler.config import Settings
from osler.core.patient import PatientRecord
from osler.core.privacy import Deidentifier, KnownIdentifiers
from osler.core.runs import RunDetail, open_run, open_store
from osler.core.runs.sessions import SessionManager
from osler.diagnosis import AgentOutput, Deps, DiagnosisInput, case_of, run
from osler.diagnosis.changes import DiagnosisChanges, changes_between
from osler.errors import UsageError

CAPABILITY = "diagnosis"


async def diagnose_case(
    record: PatientRecord,
    *,
    minds: Minds,
    genes: Sequence[str] = (),
    watchers: Sequence[Watcher] = (),
) -> AgentOutput:
    """Diagnose a patient on the record: run stored, session kept, identifiers gated."""
    case = case_of(record)
    case.genes = list(dict.fromkeys([*case.genes, *genes]))
    settings = minds.settings
    given = {"case": case.model_dump(mode="json"), "identifiers": record.known_identifiers()}
    with open_run(CAPABILITY, given, settings, callbacks=list(watchers)) as recorded:
        async with minds.runner() as runner:
            deps = Deps(
                runner=runner,
                recorder=recorded,
                sessions=SessionManager.from_settings(settings),
                deidentifier=gate_of(record),
            )
            output = await run(case, deps=deps)
        recorded.note_versions(**output.versions)
        recorded.finish(output.model_dump(mode="json"))
    return output


def changes_since(run_id: str, output: AgentOutput, *, settings: Settings | None = None) -> DiagnosisChanges:
    """What is new in an output since an earlier stored run of the same patient."""
    stored = open_store(settings).get(run_id)
    if stored.capability != CAPABILITY or not stored.result:
        raise UsageError(
            f"run {run_id} is no finished diagnosis",
            mend="choose a run that 'osler runs list' shows as diagnosis, done",
        )
    return changes_between(AgentOutput.model_validate(stored.result), output)


async def replay_diagnosis(stored: RunDetail) -> Any:
    """A stored run again from its input and its own exchanges; what differs between any two runs is kept as it was."""
    gate = Deidentifier(KnownIdentifiers.of((kind, value) for kind, value in stored.input["identifiers"]))
    async with replaying(stored) as runner:
        deps = Deps(runner=runner, deidentifier=gate)
        output = await run(DiagnosisInput.model_validate(stored.input["case"]), deps=deps)
    kept = {key: stored.result[key] for key in ("session_id", "run_id") if stored.result and key in stored.result}
    return {**output.model_dump(mode="json"), **kept}
