"""`osler screen`: one trial over many patients, with the funnel and the log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from osler.errors import DataError, ServiceError
from osler.surfaces.cli.batch import FAILED, AsJson
from osler.surfaces.cli.inputs import AsOf, Columns, a_day, a_file, expand
from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json, err_console, report
from osler.surfaces.cli.standard_input import STDIN

if TYPE_CHECKING:
    from osler.core.results import Problem
    from osler.trials.screening import Screening

app = typer.Typer(help="Screen many patients for one trial.")


@app.command()
def screen(
    trial: Annotated[
        str, typer.Argument(help="An id in the index, a v2 record, or a text of criteria; - for standard input.")
    ],
    patients: Annotated[
        list[str],
        typer.Option(
            "--patients",
            help="Patients in any format that Osler reads: files, folders, globs, JSON lines, a table with one patient a "
            "row, - for standard input; may be repeated.",
        ),
    ],
    policy: Annotated[str | None, typer.Option("--policy", help="strict or clinical.")] = None,
    as_of: AsOf = None,
    index: Annotated[Path | None, typer.Option("--index", help="The folder of the local index.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Also write every verdict as CSV.")] = None,
    xlsx: Annotated[Path | None, typer.Option("--xlsx", help="Also write every verdict as a spreadsheet.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Judge everybody again, whatever the log holds.")] = False,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    columns: Columns = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write one JSON line for each patient to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Judge one trial for every patient; a second run judges again only what changed."""
    from osler.casework import screen_patients
    from osler.core.patient.readers import parse_columns
    from osler.surfaces.cli.match import check_choice
    from osler.surfaces.cli.progress import watchers
    from osler.surfaces.cli.trials_view import show_screening

    check_choice("--policy", policy, ("strict", "clinical"))
    chosen, day = minds(mind, record, replay), a_day(as_of)
    with _opened(trial, patients, but=out) as opened, _naming_the_trial(trial):
        screening = asyncio.run(
            screen_patients(
                opened.protocol,
                opened.paths,
                columns=parse_columns(columns),
                minds=chosen,
                policy=policy,
                as_of=day,
                folder=index,
                reuse=not fresh,
                names=opened.from_standard_input,
                watchers=watchers(),
            )
        )
    _write(screening, csv=csv, xlsx=xlsx, out=out)
    if as_json:
        emit_json({**as_document(screening), **({"left_out": opened.left_out} if opened.left_out else {})})
    elif out is None:
        show_screening(screening, console())
    _tell_unread(screening)


class _Opened(NamedTuple):
    """A trial and its patients, as files that can be read."""

    protocol: str
    paths: list[Path]
    left_out: list[str]
    from_standard_input: dict[str, str]
    """Which path stands for standard input."""


@contextmanager
def _opened(trial: str, patients: Sequence[str], *, but: Path | None) -> Iterator[_Opened]:
    from osler.core.patient.readers import SUFFIXES

    with ExitStack() as open_files:
        protocol = str(open_files.enter_context(a_file(trial)))
        files = expand(patients, SUFFIXES, but=but)
        paths = [open_files.enter_context(a_file(word)) for word in files.names]
        named = zip((trial, *files.names), (protocol, *map(str, paths)), strict=True)
        yield _Opened(protocol, paths, files.left_out, {path: word for word, path in named if word == STDIN})


def _write(screening: Screening, *, csv: Path | None, xlsx: Path | None, out: Path | None) -> None:
    """The verdicts as files, where they were asked for."""
    from osler.config import write_private
    from osler.trials.report import screening_rows, to_csv, to_xlsx

    if csv is not None:
        write_private(csv, to_csv(screening_rows(screening)))
    if xlsx is not None:
        to_xlsx(screening_rows(screening), xlsx)
    if out is not None:
        write_private(out, "".join(f"{_line(one)}\n" for one in _results(screening)))


def _tell_unread(screening: Screening) -> None:
    """Who could not be read, and with which code the command ends for it."""
    for one in screening.unread:
        report({"code": one.code, "message": one.message, "mend": one.mend, "path": one.source})
    if screening.unread:
        done, failed = len(screening.patients), len(screening.unread)
        err_console().print(f"{done} of {done + failed} done, {failed} failed", markup=False)
        raise typer.Exit(_worst(screening))


@contextmanager
def _naming_the_trial(trial: str) -> Iterator[None]:
    """What cannot be read and is no patient's is the trial; patients that cannot be read are told one by one."""
    try:
        yield
    except DataError as error:
        error.path = error.path or trial
        raise


def as_document(screening: Screening) -> dict[str, Any]:
    """A screening as `--json` has it: a result for each patient, and beside them what is of all."""
    whole = screening.model_dump(mode="json", exclude={"patients", "unread"})
    return {"results": _results(screening), **whole}


def _results(screening: Screening) -> list[dict[str, Any]]:
    done = [
        {
            "source": one.source,
            "patient": one.patient_id,
            **_ended(one.source, screening.problems),
            **one.model_dump(mode="json", exclude={"patient_id", "source"}),
        }
        for one in screening.patients
    ]
    failed = [
        {"source": one.source, "patient": None, **FAILED, "error": one.model_dump(exclude={"source"})}
        for one in screening.unread
    ]
    return [*done, *failed]


def _ended(source: str, problems: Sequence[Problem]) -> dict[str, Any]:
    """How one patient's judgement ended, and what was wrong with that patient."""
    own = [problem for problem in problems if problem.path == source]
    status = "partial" if any(problem.level != "info" for problem in own) else "complete"
    return {"status": status, "problems": [problem.model_dump(mode="json") for problem in own]}


def _line(result: dict[str, Any]) -> str:
    import json

    return json.dumps(result, ensure_ascii=False)


def _worst(screening: Screening) -> int:
    codes = {ServiceError.code: ServiceError.exit_code}
    return max(codes.get(one.code, DataError.exit_code) for one in screening.unread)
