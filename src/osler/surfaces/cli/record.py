"""`osler record ask`: one question over one patient's record."""

from __future__ import annotations

import asyncio
import datetime as dt
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.inputs import STDIN, one_patient
from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json, show_run

if TYPE_CHECKING:
    from osler.core.patient import ReadResult

app = typer.Typer(no_args_is_help=True, help="Ask a patient's record.")

Patient = Annotated[str, typer.Option("--patient", help="A file in any accepted format, or the id of a kept patient.")]


@app.callback()
def record_commands() -> None:
    """Ask a patient's record."""


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in plain words.")],
    patient: Patient,
    as_of: Annotated[
        str | None, typer.Option("--as-of", help="The day it is asked, YYYY-MM-DD; today if left out.")
    ] = None,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Answer one question from a patient's record, with the entries it rests on."""
    from osler.casework import ask_patient_record

    read = open_patient(patient)
    reply = asyncio.run(
        ask_patient_record(
            read.record, question, minds=minds(mind, record, replay), today=_day(as_of), problems=read.problems
        )
    )
    if as_json:
        emit_json(reply)
        return
    out = console()
    out.print(printable(reply.answer.text) or "no answer", markup=False)
    if reply.answer.entries:
        out.print(printable(f"entries: {', '.join(reply.answer.entries[:10])}"), style="dim", markup=False)
    show_run(reply, out)


def printable(text: str) -> str:
    """A text without the characters that steer a terminal."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in {"Cc", "Cf"})


def open_patient(patient: str) -> ReadResult:
    """A patient file, read; or a patient that is kept here."""
    from osler.casework import patient_home
    from osler.core.patient import ReadResult

    if patient == STDIN or Path(patient).is_file():
        return one_patient(patient)
    return ReadResult(patient_home().get(patient), [])


def _day(written: str | None) -> dt.date | None:
    from osler.errors import UsageError

    if written is None:
        return None
    try:
        return dt.date.fromisoformat(written)
    except ValueError:
        raise UsageError(f"{written!r} is no day", mend="write --as-of YYYY-MM-DD") from None
