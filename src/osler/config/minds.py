"""A mind as it is named in one line: `MODEL,field=value,…`, with the fields of a role."""

from __future__ import annotations

from collections.abc import Sequence

from osler.config.roles import ROLES, Role
from osler.config.settings import RoleSettings
from osler.errors import UsageError


def mind_flags(mind: str | None, roles: Sequence[Role] = ROLES) -> dict[str, str]:
    """The settings that let a mind play these roles, by their dotted names; none for no mind."""
    return {f"models.{role}.{name}": value for role in roles for name, value in mind_fields(mind).items()}


def mind_fields(mind: str | None) -> dict[str, str]:
    """The fields of a role as `--mind` writes them."""
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
