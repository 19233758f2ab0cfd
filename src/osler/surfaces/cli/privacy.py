"""`osler privacy`: what would be replaced before a text leaves this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from osler.errors import DataError
from osler.surfaces.cli.output import emit_json

app = typer.Typer(no_args_is_help=True, help="See what de-identification does.")


@app.callback()
def _group() -> None:
    """See what de-identification does."""


@app.command()
def preview(
    file: Annotated[Path, typer.Argument(help="A note in plain text; - reads standard input.")],
    name: Annotated[list[str] | None, typer.Option(help="A name the record knows; may be repeated.")] = None,
    identifier: Annotated[list[str] | None, typer.Option(help="A number the record knows; may be repeated.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Show a text as a hosted model would get it, and what was replaced."""
    from osler.core.privacy import Deidentifier, KnownIdentifiers

    gate = Deidentifier(KnownIdentifiers(names=name or [], ids=identifier or []))
    scrubbed = gate.scrub(_read(file))
    if as_json:
        replaced = [one._asdict() for one in gate.replacements]
        emit_json({"text": scrubbed, "counts": gate.counts, "replacements": replaced})
        return
    from rich.markup import escape

    from osler.surfaces.cli.output import console

    out = console()
    print(scrubbed)
    out.print()
    for one in gate.replacements:
        out.print(escape(f"{one.kind:<9} {one.surrogate}  ←  {one.original}"))
    out.print(escape(", ".join(f"{kind} {count}" for kind, count in gate.counts.items()) or "Nothing was replaced."))


def _read(file: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise DataError(f"the file cannot be read ({type(error).__name__})", mend="give the path of a note") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError("the file is not UTF-8 text", mend="convert it to UTF-8 first") from None
