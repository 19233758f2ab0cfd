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
    from osler.config import ROLES, load_settings

    fields = mind_fields(mind)
    flags = {f"models.{role}.{name}": value for role in ROLES for name, value in fields.items()}
    return Minds(load_settings(flags=flags), record=record, replay=replay)


def mind_fields(mind: str | None) -> dict[str, str]:
    """The fields of a role as `--mind` writes them: `MODEL,field=value,…`."""
    from osler.config import RoleSettings
    from osler.errors import UsageError

    if not mind:
        return {}
    model, *rest = (part.strip() for part in mind.split(","))
    fields = {"model": model}
    for part in rest:
        name, equals, value = part.partition("=")
        if not equals or name not in RoleSettings.model_fields or name == "model":
            known = ", ".join(field for field in RoleSettings.model_fields if field != "model")
            raise UsageError(
                f"--mind has no field {part!r}", mend=f"after the model write field=value; fields: {known}"
            )
        fields[name] = value
    return fields
