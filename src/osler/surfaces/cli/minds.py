"""The options that choose minds, the same on every command that asks one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from osler.casework import Minds

Mind = Annotated[
    str | None,
    typer.Option(
        "--mind",
        help="'offline', or a model for every role of this call, with the fields of a role after commas: "
        "openai-chat:NAME,base_url=http://127.0.0.1:8000/v1,local=true",
    ),
]
Record = Annotated[Path | None, typer.Option("--record", help="Write every model exchange into this folder.")]
Replay = Annotated[Path | None, typer.Option("--replay", help="Answer from a recorded folder, with no network.")]


def minds(mind: str | None, record: Path | None, replay: Path | None) -> Minds:
    """The minds of this call: the settings, with `--mind` for all roles where it is given."""
    from osler.casework import Minds
    from osler.config import load_settings, mind_flags

    return Minds(load_settings(flags=mind_flags(mind)), record=record, replay=replay)
