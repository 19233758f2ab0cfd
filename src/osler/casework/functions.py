"""The capabilities as plain Python functions: recorded and configured as on the command line, awaited or not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from osler.casework.diagnosis import start_diagnosis
from osler.casework.grounding import start_grounding
from osler.casework.starting import Handle
from osler.casework.wiring import Minds
from osler.config import Settings, load_settings
from osler.core.patient import PatientRecord, ReadResult, read_patient
from osler.core.results import Envelope
from osler.core.runs import RunContext
from osler.diagnosis import AgentOutput
from osler.errors import UsageError
from osler.grounding import GroundingOutput
from osler.grounding.documents import GroundingDocument, read_document, read_path

ResultT = TypeVar("ResultT", bound=Envelope)


class Answer(Handle[ResultT]):
    """A run that is used as its result: `await answer`, or ask it for any field of the result, which waits for it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.wait(), name)

    def __repr__(self) -> str:
        return repr(self.wait()) if self.done else f"<run {self.run_id} is under way>"

    @classmethod
    def of(cls, handle: Handle[ResultT]) -> Answer[ResultT]:
        """The same run, to be used as its result."""
        return cls(*handle.parts())


def diagnose(
    *given: PatientRecord | ReadResult | Path | str,
    note: str | None = None,
    exclude: Sequence[str] = (),
    age: str | None = None,
    sex: str | None = None,
    genes: Sequence[str] = (),
    label: str | None = None,
    settings: Settings | None = None,
    record: bool = True,
) -> Answer[AgentOutput]:
    """Diagnose a patient: a record, a file (a `Path`), or findings by HPO id or name; `record=False` leaves no trace."""
    terms = [one for one in given if isinstance(one, str)]
    whole = [one for one in given if not isinstance(one, str)]
    described = bool(terms or note or exclude or age or sex)
    if len(whole) + described != 1:
        raise UsageError(
            "a diagnosis is of one patient", mend="give one record or file, or findings, note, age and sex, not both"
        )
    if whole:
        read = _read(whole[0])
    else:
        form = {"free_text": note, "hpo_terms": [*terms, *(f"-{term}" for term in exclude)], "age": age, "sex": sex}
        read = read_patient(json.dumps({key: value for key, value in form.items() if value}), "input")
    handle = start_diagnosis(
        read.record,
        minds=_minds(settings),
        genes=genes,
        problems=read.problems,
        context=RunContext(label=label),
        keep=record,
    )
    return Answer.of(handle)


def ground(
    text: str | Path | GroundingDocument,
    *,
    note: bool = False,
    label: str | None = None,
    settings: Settings | None = None,
    record: bool = True,
) -> Answer[GroundingOutput]:
    """Code the entities of criteria, or with `note` of a clinical note; `record=False` leaves no trace."""
    if isinstance(text, GroundingDocument):
        document = text
    elif isinstance(text, Path):
        document = read_path(text, note=note)
    else:
        document = read_document(text.encode("utf-8", "surrogatepass"), note=note)
    handle = start_grounding(document, minds=_minds(settings), context=RunContext(label=label), keep=record)
    return Answer.of(handle)


def _minds(settings: Settings | None) -> Minds:
    return Minds(settings or load_settings())


def _read(given: PatientRecord | ReadResult | Path) -> ReadResult:
    if isinstance(given, PatientRecord):
        return ReadResult(given, [])
    return read_patient(given) if isinstance(given, Path) else given
