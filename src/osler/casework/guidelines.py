"""A question to the guidelines, as a recorded run."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from pydantic import BaseModel, Field

from osler.casework.capability import Capability, register
from osler.casework.starting import Handle, carry_out, start
from osler.casework.wiring import Minds, Watcher, gate_of
from osler.casework.work import Work
from osler.config import Settings
from osler.core.library import Filters, library_names, open_library
from osler.core.patient import PatientRecord
from osler.core.privacy import Deidentifier
from osler.core.results import Level, Problem
from osler.core.runs import RunContext
from osler.errors import DataError, UsageError
from osler.guidelines import AgenticResult, Deps, changes_between, run
from osler.guidelines.settings import GuidelinesSettings


class GuidelineRequest(BaseModel):
    """What is stored of a question: its words, the patient, the libraries, and what the reader remarked."""

    question: str
    record: PatientRecord | None = None
    libraries: list[str] = Field(default_factory=list)
    filters: Filters = Field(default_factory=Filters)
    problems: list[Problem] = Field(default_factory=list)


async def _run(given: GuidelineRequest, work: Work) -> AgenticResult:
    settings = work.settings.of(GuidelinesSettings)
    names, remarks = _libraries(given.libraries, settings.library)
    deps = Deps(
        runner=work.runner,
        recorder=work.recorder,
        vocabularies=work.vocabularies,
        deidentifier=work.gate,
        libraries=[open_library(name, vocabularies=work.vocabularies) for name in names],
    )
    options = settings.options().model_copy(update={"filters": given.filters})
    result = await run(given.question, given.record, options=options, deps=deps)
    result.problems[:0] = [*remarks, *given.problems]
    # What of the patient was not read may be what decides: it is said before the answer, not after it.
    result.warnings[:0] = [
        f"The patient was not read in full: {problem.in_words()}"
        for problem in given.problems
        if problem.level is not Level.INFO
    ]
    return result


def _libraries(asked: Sequence[str], default: str) -> tuple[list[str], list[Problem]]:
    """The libraries to ask: those named, else the configured one; where that is missing, the only one there is."""
    if asked:
        return list(asked), []
    known = library_names()
    if default in known or not known:
        return [default], []
    if len(known) > 1:
        raise DataError(
            f"there is no library {default!r}; the libraries are: {', '.join(known)}",
            mend=f"name one: --library {known[0]}, in Python libraries=[{known[0]!r}]",
        )
    message = f"there is no library {default!r}; {known[0]!r}, the only one, was asked"
    return known, [Problem(code="data.missing", level=Level.INFO, message=message)]


def libraries_state(asked: Sequence[str], settings: Settings) -> str:
    """What tells this state of the libraries that would be asked from another."""
    names, _ = _libraries(asked, settings.of(GuidelinesSettings).library)
    known = hashlib.sha256()
    for name in names:
        for document in open_library(name).documents():
            known.update(f"{name} {document.id} {document.model_dump_json()}\n".encode())
    return known.hexdigest()


def _about(given: GuidelineRequest) -> RunContext:
    return RunContext(patient=given.record.id if given.record is not None else None)


def _gate(given: GuidelineRequest) -> Deidentifier:
    return gate_of(given.record) if given.record is not None else Deidentifier()


def _outcome(result: AgenticResult) -> str:
    if not result.citations:
        return result.status.replace("_", " ")
    fitting = sum(row.fit == "applies" for row in result.recommendations)
    cited = f"{len(result.citations)} passage{'' if len(result.citations) == 1 else 's'} cited"
    return f"{cited}, {fitting} recommendation{' applies' if fitting == 1 else 's apply'}"


GUIDELINES = register(
    Capability(
        name="guidelines",
        input_type=GuidelineRequest,
        output_type=AgenticResult,
        run=_run,
        compare=changes_between,
        outcome=_outcome,
        about=_about,
        gate=_gate,
    )
)


def start_question(
    question: str,
    *,
    record: PatientRecord | None = None,
    libraries: Sequence[str] = (),
    filters: Filters | None = None,
    problems: Sequence[Problem] = (),
    minds: Minds | None = None,
    context: RunContext | None = None,
    watchers: Sequence[Watcher] = (),
    keep: bool = True,
) -> Handle[AgenticResult]:
    """Start a question to the guidelines: run stored, identifiers gated."""
    if not isinstance(question, str) or not question.strip():
        raise UsageError("there is no question", mend="ask in words")
    given = GuidelineRequest(
        question=question,
        record=record,
        libraries=list(libraries),
        filters=filters or Filters(),
        problems=list(problems),
    )
    return start(GUIDELINES, given, minds=minds, context=context, watchers=watchers, record=keep)


async def ask_guidelines(
    question: str,
    *,
    record: PatientRecord | None = None,
    libraries: Sequence[str] = (),
    filters: Filters | None = None,
    problems: Sequence[Problem] = (),
    minds: Minds | None = None,
    watchers: Sequence[Watcher] = (),
) -> AgenticResult:
    """Ask the guidelines on the record and wait for the answer."""
    handle = start_question(
        question,
        record=record,
        libraries=libraries,
        filters=filters,
        problems=problems,
        minds=minds,
        watchers=watchers,
    )
    return await carry_out(handle)
