"""`osler privacy`: what would be replaced before a text leaves this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from osler.surfaces.cli.output import emit_json, naming

app = typer.Typer(no_args_is_help=True, help="See what de-identification does.")


@app.callback()
def _group() -> None:
    """See what de-identification does."""


@app.command()
def preview(
    file: Annotated[Path, typer.Argument(help="A note, or a patient in any accepted format; - reads standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Show a patient's texts as a hosted model would get them, and what was replaced."""
    from osler.core.patient import read_patient
    from osler.core.privacy import Deidentifier, KnownIdentifiers

    with naming(file):
        record = read_patient(sys.stdin.buffer.read() if str(file) == "-" else file).record
    gate = Deidentifier(KnownIdentifiers.of(record.known_identifiers()))
    texts = [gate.scrub(document.text) for document in record.documents]
    if as_json:
        replaced = [one._asdict() for one in gate.replacements]
        emit_json({"texts": texts, "counts": gate.counts, "replacements": replaced})
        return
    for text in texts:
        print(text, end="\n\n")
    for one in gate.replacements:
        print(f"{one.kind:<9} {one.surrogate}  ←  {one.original}")
    print(", ".join(f"{kind} {count}" for kind, count in gate.counts.items()) or "Nothing was replaced.")
