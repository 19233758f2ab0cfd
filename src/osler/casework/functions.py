"""The capabilities as plain Python functions: recorded and configured as on the command line, awaited or not.

Each takes what the run is called (`label`), for which clinic or project it is (`tenant`; else the configured one), who asked
for it (`actor`; else the configured one, or the account of the process) and from which run (`parent`).
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from osler.casework.answer import Answer
from osler.casework.starting import Handle
from osler.casework.typed import refuse_unknown_findings, refuse_unknown_genes, refuse_unusable
from osler.casework.wiring import Minds
from osler.config import Settings, load_settings
from osler.core.patient import FindingInput, PatientInput, PatientRecord, ReadResult, patients_in, read_patient
from osler.core.patient.readers import NOBODY, file_names, going_by, is_path
from osler.core.runs import RunContext
from osler.errors import DataError, OslerError, UsageError, closest, naming

if TYPE_CHECKING:
    from osler.core.library import Filters
    from osler.diagnosis import AgentOutput
    from osler.grounding import GroundingDocument, GroundingOutput
    from osler.guidelines import AgenticResult
    from osler.trials import MatchResult

_ROOTS = ("/", "./", "../", "~")
"""How a path begins, and no text does."""


class Patient(ReadResult):
    """A patient as it was read: the record and what is to mend; may be awaited, like everything here."""

    __slots__ = ()

    def __await__(self) -> Generator[Any, None, Patient]:
        yield from ()
        return self


def read(source: Path | str | bytes, *, format: str | None = None) -> Patient:  # noqa: A002
    """Read one patient from a file in any accepted format, or from text; for `diagnose`, and to look at."""
    if not isinstance(source, Path | str | bytes):
        raise _no_patient(source)
    if isinstance(source, str) and format is None and not is_path(source):
        _refuse_missing(source, note=True)
    if isinstance(source, Path) or (isinstance(source, str) and is_path(source)):
        return Patient(*_read(Path(source), format))
    return Patient(*read_patient(source, format))


def read_all(
    source: Path | str,
    *,
    format: str | None = None,  # noqa: A002
    columns: Mapping[str, str] | None = None,
) -> list[Patient]:
    """Read every patient of a file that may hold several: a table, JSON lines. `columns`: field → column.

    One that cannot be read is named in a warning and left out.
    """
    with naming(source):
        sources = patients_in(Path(source), format=format, columns=columns)
    called = file_names([one.name for one in sources])
    read: list[Patient] = []
    bad: list[OslerError] = []
    for one in sources:
        try:
            with naming(one.name):
                read.append(Patient(*going_by(one.read(), called[one.name])))
        except OslerError as error:
            bad.append(error)
    if bad and not read:
        raise bad[0]
    for one_bad in bad:
        warnings.warn(f"{one_bad}; it was left out, the others were read", stacklevel=2)
    return read


def diagnose(
    *given: PatientRecord | ReadResult | PatientInput | Mapping[str, Any] | Path | str,
    note: str | None = None,
    exclude: Sequence[str] = (),
    age: str | None = None,
    sex: str | None = None,
    genes: Sequence[str] = (),
    label: str | None = None,
    tenant: str | None = None,
    actor: str | None = None,
    parent: str | None = None,
    settings: Settings | None = None,
    record: bool = True,
) -> Answer[AgentOutput]:
    """Diagnose a patient: a record, a form, a file, or findings by HPO id or name; `record=False` leaves no trace."""
    from osler.casework.diagnosis import start_diagnosis

    terms = [one for one in given if isinstance(one, str) and not is_path(one)]
    whole = [Path(one) if isinstance(one, str) else one for one in given if not isinstance(one, str) or is_path(one)]
    described = bool(terms or note or exclude or age or sex)
    if not whole and not described:
        raise UsageError(
            "nothing was given to make a diagnosis of",
            mend="give a record, a file, a note, or findings by HPO id or name",
        )
    if len(whole) + described != 1:
        raise UsageError(
            "a diagnosis is of one patient", mend="give one record or file, or findings, note, age and sex, not both"
        )
    minds, about = _minds(settings), RunContext(label=label, tenant=tenant, actor=actor, parent=parent)

    def begin() -> Handle[AgentOutput]:
        if whole:
            patient = _read(whole[0])
        else:
            excluded = [FindingInput(term=term, excluded=True) for term in exclude]
            patient = _read(PatientInput(free_text=note, hpo_terms=[*terms, *excluded], age=age, sex=sex))
            refuse_unknown_findings(terms, alone=not (note or exclude), exclude="exclude=")
        refuse_unknown_genes(genes)
        file = whole[0] if whole and isinstance(whole[0], Path) else None
        return start_diagnosis(
            patient.record,
            minds=minds,
            genes=genes,
            problems=patient.problems,
            context=about.model_copy(update={"label": label or (file.name if file else None)}),
            keep=record,
        )

    return Answer.of(begin)


def ground(
    text: str | Path | GroundingDocument,
    *,
    note: bool = False,
    label: str | None = None,
    tenant: str | None = None,
    actor: str | None = None,
    parent: str | None = None,
    settings: Settings | None = None,
    record: bool = True,
) -> Answer[GroundingOutput]:
    """Code the entities of criteria, or with `note` of a clinical note; `record=False` leaves no trace."""
    from osler.casework.grounding import start_grounding
    from osler.grounding import GroundingDocument, read_document, read_path

    if not isinstance(text, GroundingDocument | Path | str):
        raise UsageError(f"there is no text in {type(text).__name__}", mend="give criteria as text, or a Path")
    minds, about = _minds(settings), RunContext(label=label, tenant=tenant, actor=actor, parent=parent)

    def begin() -> Handle[GroundingOutput]:
        if isinstance(text, GroundingDocument):
            document = text
        elif isinstance(text, Path) or is_path(text):
            with naming(text):
                document = read_path(Path(text), note=note)
        else:
            _refuse_missing(text)
            document = read_document(text.encode("utf-8", "surrogatepass"), note=note)
        return start_grounding(document, minds=minds, context=about, keep=record)

    return Answer.of(begin)


def match(
    patient: PatientRecord | ReadResult | PatientInput | Mapping[str, Any] | Path | str,
    *,
    registry: str | None = None,
    index: Path | None = None,
    policy: str | None = None,
    status: str = "RECRUITING",
    label: str | None = None,
    tenant: str | None = None,
    actor: str | None = None,
    parent: str | None = None,
    settings: Settings | None = None,
    record: bool = True,
) -> Answer[MatchResult]:
    """Find trials for a patient, each criterion judged: a record, a form, a file or a note; `record=False`: no trace.

    `status`: of the trials to search, with commas; "any" for all.
    """
    from osler.casework.trials import start_match
    from osler.trials.registry import statuses

    file = Path(patient) if isinstance(patient, Path) or (isinstance(patient, str) and is_path(patient)) else None
    minds, about = _minds(settings), RunContext(label=label, tenant=tenant, actor=actor, parent=parent)

    def begin() -> Handle[MatchResult]:
        # The record keeps its id: under it and where it comes from persons' verdicts are found again.
        read = _read_file(file) if file else _patient(patient)
        return start_match(
            read.record,
            called=file.name if file and read.record.id == NOBODY else "",
            origin=str(file.resolve()) if file else "",
            minds=minds,
            registry=registry,
            folder=index,
            policy=policy,
            status=statuses(status),
            problems=read.problems,
            context=about,
            keep=record,
        )

    return Answer.of(begin)


def ask(
    question: str,
    patient: PatientRecord | ReadResult | PatientInput | Mapping[str, Any] | Path | str | None = None,
    *,
    libraries: Sequence[str] = (),
    filters: Filters | None = None,
    label: str | None = None,
    tenant: str | None = None,
    actor: str | None = None,
    parent: str | None = None,
    settings: Settings | None = None,
    record: bool = True,
) -> Answer[AgenticResult]:
    """Ask the guidelines, for a patient or for nobody in particular; `record=False` leaves no trace."""
    from osler.casework.guidelines import start_question

    minds, about = _minds(settings), RunContext(label=label, tenant=tenant, actor=actor, parent=parent)

    def begin() -> Handle[AgenticResult]:
        read = None if patient is None else _patient(patient)
        return start_question(
            question,
            record=read.record if read else None,
            problems=read.problems if read else (),
            libraries=libraries,
            filters=filters,
            minds=minds,
            context=about,
            keep=record,
        )

    return Answer.of(begin)


def _patient(given: PatientRecord | ReadResult | PatientInput | Mapping[str, Any] | Path | str) -> ReadResult:
    """One patient in any form; a string is a file where it names one, else a note."""
    if not isinstance(given, str):
        return _read(given)
    if is_path(given):
        return _read(Path(given))
    _refuse_missing(given, note=True)
    return _read(PatientInput(free_text=given))


def _refuse_missing(given: str, *, note: bool = False) -> None:
    """DataError where a string can only be meant as a file, and there is none; one word is no `note`."""
    line = given.strip()
    if "\n" in line or not (line.startswith(_ROOTS) or (note and line and len(line.split()) == 1)):
        return
    if line.startswith(("{", "[")):
        return
    raise DataError(
        "there is no such file, and the text is no note",
        mend='check the path; a note of one word is given as {"free_text": "…"}' if note else "check the path",
        path=line,
    )


def _no_patient(given: object) -> UsageError:
    mend = "give a Path, a note as text, a record, or a form as a dict ('osler schema patient-input')"
    if isinstance(given, list | tuple | set):
        mend = "spread findings, as diagnose(*findings); give several patients one after another"
    return UsageError(f"a {type(given).__name__} describes no patient", mend=mend)


def _minds(settings: Settings | None) -> Minds:
    return Minds(settings or load_settings())


def _read(
    given: PatientRecord | ReadResult | PatientInput | Mapping[str, Any] | Path,
    format: str | None = None,  # noqa: A002
) -> ReadResult:
    if isinstance(given, PatientRecord):
        return ReadResult(given, [])
    if isinstance(given, ReadResult):
        return given
    if isinstance(given, Path):
        return going_by(_read_file(given, format), given.name)
    if not isinstance(given, PatientInput | Mapping):
        raise _no_patient(given)
    form = given if isinstance(given, PatientInput) else _form(given)
    read = read_patient(form.model_dump_json(exclude_defaults=True), "input")
    refuse_unusable(read)
    return read


def _read_file(path: Path, format: str | None = None) -> ReadResult:  # noqa: A002
    with naming(path):
        return read_patient(path, format)


def _form(fields: Mapping[str, Any]) -> PatientInput:
    """The form with these fields; one that it does not have is refused."""
    known = PatientInput.model_fields
    for name in fields:
        if name not in known:
            close = closest(str(name), known)
            hint = f"did you mean {close!r}? " if close else ""
            raise UsageError(f"a patient has no field {name!r}", mend=f"{hint}fields: {', '.join(known)}")
    try:
        return PatientInput.model_validate(dict(fields))
    except ValidationError as error:
        names = ", ".join(sorted({str(item["loc"][0]) for item in error.errors(include_input=False)}))
        raise UsageError(f"these fields cannot be used: {names}", mend="see 'osler schema patient-input'") from None
