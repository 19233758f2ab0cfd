"""A patient through the diagnosis capability, as a recorded run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from osler.casework.capability import Capability, load, register
from osler.casework.starting import Handle, carry_out, start
from osler.casework.typed import known_genes
from osler.casework.wiring import Minds, Watcher, gate_of
from osler.casework.work import Work
from osler.config import Settings
from osler.core.patient import PatientRecord
from osler.core.privacy import Deidentifier, KnownIdentifiers
from osler.core.results import Level, Problem
from osler.core.runs import RunContext, open_store
from osler.core.runs.sessions import SessionManager
from osler.core.terminology import Vocabularies
from osler.diagnosis import AgentOutput, Deps, DiagnosisChanges, DiagnosisInput, case_of, changes_between, run


class DiagnosisRequest(BaseModel):
    """What is stored of a diagnosis' input: the record as it was read, and what its reader remarked."""

    record: PatientRecord | None = None
    genes: list[str] = Field(default_factory=list)
    problems: list[Problem] = Field(default_factory=list)
    acknowledged: bool = False
    case: DiagnosisInput | None = Field(default=None, exclude=True)
    """The patient as 0.1 stored one, with the identifiers beside; runs of today have the record alone."""
    identifiers: list[tuple[str, str]] = Field(default_factory=list, exclude=True, repr=False)

    def as_case(self, vocabularies: Vocabularies) -> DiagnosisInput:
        """The diagnosis' view of the patient."""
        case = self.case or (case_of(self.record, vocabularies) if self.record is not None else DiagnosisInput())
        read, remarks = known_genes(case.genes, Level.INFO)
        typed, unknown = known_genes(self.genes)
        genes = list(dict.fromkeys([*read, *typed]))
        problems = [*self.problems, *case.problems, *unknown, *remarks]
        return case.model_copy(update={"genes": genes, "problems": problems, "acknowledged": self.acknowledged})


async def _run(given: DiagnosisRequest, work: Work) -> AgentOutput:
    deps = Deps(
        runner=work.runner,
        recorder=work.recorder,
        vocabularies=work.vocabularies,
        sessions=SessionManager.from_settings(work.settings) if work.keep else None,
        deidentifier=work.gate,
        today=work.today,
    )
    return await run(given.as_case(work.vocabularies), deps=deps)


def _about(given: DiagnosisRequest) -> RunContext:
    return RunContext(patient=given.record.id if given.record is not None else None)


def _gate(given: DiagnosisRequest) -> Deidentifier:
    if given.record is not None:
        return gate_of(given.record)
    return Deidentifier(KnownIdentifiers.of(given.identifiers))


def _outcome(output: AgentOutput) -> str:
    if output.status == "urgent":
        return f"urgent: {output.red_flags[0].title}" if output.red_flags else "urgent"
    if not output.differential:
        return output.status.replace("_", " ")
    first = output.differential[0]
    share = f"{100 * first.probability:.0f}" if first.probability >= 0.01 else "< 1"
    return f"{first.disease} ({share} %)"


def _older_result(result: Any) -> Any:
    """0.1 had problems as sentences, and `fallback` for an answer without the model's wording."""
    problems = [
        {"level": Level.WARNING, "message": item} if isinstance(item, str) else item for item in result["problems"]
    ]
    status = "partial" if result["status"] == "fallback" else result["status"]
    return {**result, "problems": problems, "status": status}


DIAGNOSIS = register(
    Capability(
        name="diagnosis",
        input_type=DiagnosisRequest,
        output_type=AgentOutput,
        run=_run,
        compare=changes_between,
        outcome=_outcome,
        about=_about,
        prepare=partial(load, more=("annotations",)),
        gate=_gate,
        own_of_a_run=("session_id",),
        older_result=_older_result,
    )
)


def start_diagnosis(
    record: PatientRecord,
    *,
    minds: Minds | None = None,
    genes: Sequence[str] = (),
    problems: Sequence[Problem] = (),
    context: RunContext | None = None,
    watchers: Sequence[Watcher] = (),
    keep: bool = True,
    acknowledge: bool = False,
) -> Handle[AgentOutput]:
    """Start a diagnosis: run stored, session kept, identifiers gated. `acknowledge`: go on below urgent red flags."""
    given = DiagnosisRequest(record=record, genes=list(genes), problems=list(problems), acknowledged=acknowledge)
    return start(DIAGNOSIS, given, minds=minds, context=context, watchers=watchers, record=keep)


async def diagnose_case(
    record: PatientRecord,
    *,
    minds: Minds | None = None,
    genes: Sequence[str] = (),
    problems: Sequence[Problem] = (),
    context: RunContext | None = None,
    watchers: Sequence[Watcher] = (),
    acknowledge: bool = False,
) -> AgentOutput:
    """Diagnose a patient on the record and wait for the result."""
    handle = start_diagnosis(
        record,
        minds=minds,
        genes=genes,
        problems=problems,
        context=context,
        watchers=watchers,
        acknowledge=acknowledge,
    )
    return await carry_out(handle)


def changes_since(run_id: str, output: AgentOutput, *, settings: Settings | None = None) -> DiagnosisChanges:
    """What is new in an output since an earlier stored run of the same patient."""
    return changes_between(DIAGNOSIS.output_of(open_store(settings).get(run_id)), output)
