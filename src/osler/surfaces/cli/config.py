"""`osler config`: the settings and where each came from."""

from __future__ import annotations

from collections.abc import Callable
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
    import osler.casework  # noqa: F401 - registers the sections that capabilities have in the settings
    from osler.config import cache_dir, cast_of, data_dir, load_settings, provenance, user_config_file

    rows = provenance(file=file)
    settings = load_settings(file=file)
    cast = cast_of(settings.models, settings.privacy)
    paths = {"your file": str(user_config_file()), "data": _folder(data_dir), "cache": _folder(cache_dir)}
    if as_json:
        emit_json(
            {
                "settings": {name: {"value": value, "from": origin} for name, value, origin in rows},
                "roles": {
                    role: {"mind": item.name, "hosted": item.mind.hosted, "taken_from": item.taken_from}
                    for role, item in cast.items()
                },
                "paths": {name.replace("your file", "config"): path for name, path in paths.items()},
            }
        )
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table("setting", "value", "from", box=None, header_style="bold")
    for name, value, origin in rows:
        shown = "" if value is None else escape(str(value))
        table.add_row(name, shown, origin, style=None if origin == "default" else "cyan")
    out = console()
    out.print(table)
    out.print()
    for role, item in cast.items():
        out.print(f"{role:<10} {item.described()}", markup=False, soft_wrap=True)
    for name, path in paths.items():
        out.print(f"{name:<10} {path}", markup=False, soft_wrap=True)


def _folder(find: Callable[[], Path]) -> str:
    """A folder of Osler's; where it cannot be made, that is said and everything else is shown all the same."""
    from osler.errors import StorageError

    try:
        return str(find())
    except StorageError as error:
        return f"{error.path} ({error.message})"
