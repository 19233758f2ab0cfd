"""`osler config`: the settings and where each came from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from osler.surfaces.cli.output import console, emit_json

app = typer.Typer(no_args_is_help=True, help="Show the settings and where each came from.")


@app.callback()
def _group() -> None:
    """Show the settings and where each came from."""


@app.command()
def show(
    file: Annotated[
        Path | None, typer.Option("--file", help="An osler.toml other than the one in this folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Print every setting with its value (secrets masked) and its origin."""
    from osler.config import cache_dir, data_dir, provenance

    rows = provenance(file=file)
    if as_json:
        emit_json(
            {
                "settings": {name: {"value": value, "from": origin} for name, value, origin in rows},
                "paths": {"data": str(data_dir()), "cache": str(cache_dir())},
            }
        )
        return
    from rich.table import Table

    table = Table("setting", "value", "from", box=None, header_style="bold")
    for name, value, origin in rows:
        table.add_row(name, "" if value is None else str(value), origin, style=None if origin == "default" else "cyan")
    out = console()
    out.print(table)
    out.print(f"\ndata   {data_dir()}\ncache  {cache_dir()}")
