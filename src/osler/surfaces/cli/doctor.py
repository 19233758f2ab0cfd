"""`osler doctor`: is everything in place, and what to do where it is not."""

from __future__ import annotations

from typing import Annotated

import typer

from osler.surfaces.cli.output import console, emit_json

app = typer.Typer(help="Check models, vocabularies, stores and services.")

_MARKS = {"ok": "[green]ok[/]", "off": "[dim]off[/]", "warning": "[yellow]warning[/]", "error": "[red]error[/]"}


@app.command()
def doctor(
    no_network: Annotated[
        bool, typer.Option("--no-network", help="Ask no model; look only at what is configured.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Look at everything Osler uses; exit 3 when something that is configured does not work."""
    import osler.casework  # noqa: F401 - registers the sections that capabilities have in the settings
    from osler.config import load_settings
    from osler.surfaces.health import examine

    checks = examine(load_settings(), network=not no_network)
    broken = any(check.verdict == "error" for check in checks)
    if as_json:
        emit_json({"healthy": not broken, "checks": checks})
    else:
        from rich.markup import escape
        from rich.table import Table

        table = Table("", "what", "found", "to mend it", box=None, header_style="bold")
        for check in checks:
            cells = (f"{check.area}: {check.name}", check.detail, check.mend)
            table.add_row(_MARKS[check.verdict], *map(escape, cells))
        console().print(table)
    if broken:
        raise typer.Exit(3)
