"""`osler record ask`: one question over one patient's record."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.batch import AsJson, Fresh, Mode, Out, Result, carry_out
from osler.surfaces.cli.inputs import Columns, Input, a_day, about_patients
from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, show_first, show_run
from osler.surfaces.cli.progress import watchers
from osler.surfaces.cli.standard_input import typed

if TYPE_CHECKING:
    from rich.console import Console

    from osler.casework import RecordReply
    from osler.core.patient import ReadResult

app = typer.Typer(no_args_is_help=True, help="Ask a patient's record.")

Patient = Annotated[
    list[str],
    typer.Option(
        "--patient",
        help="Patients in any format that Osler reads, each asked by itself: a file, folder or glob, the id of a kept "
        "patient, - for standard input; may be repeated.",
    ),
]


@app.callback()
def record_commands() -> None:
    """Ask a patient's record."""


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in plain words; - for standard input.")],
    patient: Patient,
    as_of: Annotated[
        str | None, typer.Option("--as-of", help="The day it is asked, YYYY-MM-DD; today if left out.")
    ] = None,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    columns: Columns = None,
    out: Out = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """Answer one question from each patient's record, with the entries it rests on."""
    from osler.casework import ask_patient_record

    question = typed(question)
    if not question.strip():
        from osler.errors import UsageError

        raise UsageError("there is no question", mend="write what you want to know in quotes")
    chosen, day = minds(mind, record, replay), a_day(as_of)
    given = about_patients(question, patient, columns=columns, but=out)

    def work(read: ReadResult | None, _one: Input[ReadResult | None]) -> Result:
        from osler.errors import UsageError

        if read is None:
            raise UsageError("a record is asked about one patient", mend="give --patient FILE or ID")
        reply = asyncio.run(
            ask_patient_record(
                read.record,
                question,
                minds=chosen,
                today=day,
                problems=read.problems,
                watchers=[] if len(given) > 1 else watchers(),
            )
        )

        return Result(reply.model_dump(mode="json"), lambda: show(reply, console()), read.record.id)

    carry_out(given, work, Mode(as_json, out, fresh, settings=chosen.settings))


def show(reply: RecordReply, out: Console) -> None:
    """Print the answer with the entries it rests on, and how the question was read."""
    left = show_first(reply, out)
    for sentence in reply.advice:
        out.print(printable(sentence.text), markup=False, style="bold red" if reply.status == "urgent" else "bold")
    if reply.answer.text or not reply.advice:
        out.print(printable(reply.answer.text) or "no answer", markup=False)
    if reply.answer.understood:
        out.print(printable(f"read as: {reply.answer.understood}"), style="dim", markup=False)
    if reply.answer.entries:
        out.print(printable(f"entries: {', '.join(reply.answer.entries[:10])}"), style="dim", markup=False)
    for problem in left:
        out.print(printable(problem.message), style="dim", markup=False)
    show_run(reply, out)


def printable(text: str) -> str:
    """A text without the characters that steer a terminal."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in {"Cc", "Cf"})
