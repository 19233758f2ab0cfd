"""Reading settings from their places, and remembering which place each value came from."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, SecretStr, ValidationError

from osler.config.environment import from_environment, secret_of, variable_of
from osler.config.files import config_files, flatten, read_file
from osler.config.folder import refuse_loosening
from osler.config.old_forms import roles_of_0_1
from osler.config.roles import ROLES
from osler.config.sections import registered_sections
from osler.config.settings import Settings
from osler.errors import ConfigError, closest

Provenance = Literal["default", "file", "folder", "environment", "flag"]
"""`file` is the user's own or a named one; `folder` is the osler.toml of the current folder."""

_log = logging.getLogger("osler.config")
_said: set[str] = set()


def load_settings(
    *, file: Path | None = None, flags: Mapping[str, Any] | None = None, env: Mapping[str, str] | None = None
) -> Settings:
    """Settings from the user's file, the folder's `osler.toml`, the environment, then `flags` (dotted names).

    `file`, or OSLER_CONFIG, is read instead of both files.
    """
    return _merge(file, flags, env)[0]


def provenance(
    *, file: Path | None = None, flags: Mapping[str, Any] | None = None, env: Mapping[str, str] | None = None
) -> list[tuple[str, Any, Provenance]]:
    """Every setting as (dotted name, value with secrets masked, where it came from)."""
    settings, origins = _merge(file, flags, env)
    return [(name, _masked(value), _origin(name, value, origins)) for name, value in _leaves(settings)]


def _origin(name: str, value: Any, origins: Mapping[str, Provenance]) -> Provenance:
    """Where a value came from; a role's address may have come as the one address of 0.1."""
    section, _, field = name.rpartition(".")
    if name not in origins and value and field == "base_url" and section.startswith("models."):
        return origins.get("models.base_url", "default")
    return origins.get(name, "default")


def _merge(
    file: Path | None, flags: Mapping[str, Any] | None, env: Mapping[str, str] | None
) -> tuple[Settings, dict[str, Provenance]]:
    merged: dict[str, Any] = {}
    origins: dict[str, Provenance] = {}
    files: dict[str, Path] = {}
    for origin, layer, path in _layers(file, flags, env):
        modern = _modern(layer, path)
        before = _validated(merged, _places(origins, files)) if origin == "folder" else None
        if origin in ("environment", "flag"):
            _forget_other_models(merged, modern)
        for parts, value in flatten(modern):
            _put(merged, parts, value)
            name = ".".join(parts)
            origins[name] = origin
            files.pop(name, None)
            if path is not None:
                files[name] = path
        if before is not None and path is not None:
            refuse_loosening(path, modern, before, _validated(merged, _places(origins, files)))
    return _validated(merged, _places(origins, files)), origins


def _places(origins: Mapping[str, Provenance], files: Mapping[str, Path]) -> dict[str, str]:
    return {name: str(files.get(name, origin)) for name, origin in origins.items()}


def _validated(merged: dict[str, Any], places: Mapping[str, str]) -> Settings:
    sections = _sections(merged, places)
    try:
        own = {name: value for name, value in merged.items() if name in Settings.model_fields}
        return Settings.model_validate({**own, **sections})
    except ValidationError as error:
        raise _explain(error, places) from None


def _forget_other_models(merged: dict[str, Any], layer: Mapping[str, Any]) -> None:
    """Drop what a file says of a role's model where the environment or a flag names another one for that role.

    Its address, and that it is local, were said of the file's model. A folder's file gets no such chance: with it a
    text could be moved from the user's own server to a hosted one.
    """
    models, named = merged.get("models"), layer.get("models")
    if not isinstance(models, dict) or not isinstance(named, dict):
        return
    for role in ROLES:
        before, now = models.get(role), named.get(role)
        if (
            isinstance(before, dict)
            and isinstance(now, dict)
            and now.get("model", before.get("model")) != before.get("model")
        ):
            models[role] = {}


def _layers(
    file: Path | None, flags: Mapping[str, Any] | None, env: Mapping[str, str] | None
) -> Iterator[tuple[Provenance, dict[str, Any], Path | None]]:
    for found in config_files(file):
        values = read_file(found)
        _refuse_secrets(values, found.path)
        yield found.origin, values, found.path
    yield "environment", _nested(from_environment(os.environ if env is None else env)), None
    given = {tuple(name.split(".")): value for name, value in (flags or {}).items() if value is not None}
    yield "flag", _nested(given), None


def _modern(layer: dict[str, Any], path: Path | None) -> dict[str, Any]:
    """A layer in today's form; the old one is read for one version more, and said to be old, once."""
    models = layer.get("models")
    if not isinstance(models, dict):
        return layer
    models, remarks = roles_of_0_1(models)
    for remark in remarks:
        text = f"{path or 'the environment'}: {remark}"
        if text not in _said:
            _said.add(text)
            _log.warning(text)
    return {**layer, "models": models}


def _sections(merged: dict[str, Any], places: Mapping[str, str]) -> dict[str, Any]:
    """The sections of capabilities as their types; before any is registered, as they were written."""
    known = registered_sections()
    given = {name: value for name, value in merged.items() if name not in Settings.model_fields}
    if not known:
        return given
    for name in given.keys() - known.keys():
        raise _unknown(name, _place(name, places))
    result: dict[str, Any] = {}
    for name, kind in known.items():
        try:
            result[name] = kind.model_validate(given.get(name, {}))
        except ValidationError as error:
            raise _explain(error, places, prefix=(name,)) from None
    return result


def _explain(error: ValidationError, places: Mapping[str, str], prefix: tuple[str, ...] = ()) -> ConfigError:
    first = error.errors()[0]
    name = _setting([*prefix, *(str(part) for part in first["loc"])], places)
    place = _place(name, places)
    if first["type"] == "extra_forbidden":
        return _unknown(name, place)
    return ConfigError(
        f"setting {name!r} (from {place}): {first['msg'].removeprefix('Value error, ')}",
        mend=_where_to_correct(name, place),
    )


def _where_to_correct(name: str, place: str) -> str:
    if place == "flag":
        return "correct the option of the command"
    variable = f"{variable_of(name)} in the environment"
    if place == "environment":
        return f"correct {variable}"
    return f"correct {name!r} in osler.toml or {variable}" if place == "default" else f"correct {name!r} in {place}"


def _setting(parts: list[str], places: Mapping[str, str]) -> str:
    """The setting that an error is about: pydantic adds the kind of value that it tried, which is none of ours."""
    for end in range(len(parts), 0, -1):
        name = ".".join(parts[:end])
        if _place(name, places) != "default":
            return name
    return ".".join(parts)


def _place(name: str, places: Mapping[str, str]) -> str:
    return next((place for known, place in places.items() if f"{known}.".startswith(f"{name}.")), "default")


def _unknown(name: str, place: str) -> ConfigError:
    section, _, last = name.rpartition(".")
    close = closest(last, _names_in(f"{section}." if section else ""))
    hint = f"did you mean {f'{section}.{close}'.lstrip('.')!r}? " if close else ""
    return ConfigError(
        f"unknown setting {name!r} (from {place})", mend=f"{hint}run 'osler config show' for the settings that exist"
    )


def _names_in(prefix: str) -> set[str]:
    """The settings and sections that there are beneath a section."""
    sections = {name: kind() for name, kind in registered_sections().items()}
    known = [*_leaves(Settings()), *(leaf for name, kind in sections.items() for leaf in _leaves(kind, f"{name}."))]
    return {name.removeprefix(prefix).partition(".")[0] for name, _ in known if name.startswith(prefix)}


def _refuse_secrets(values: Mapping[str, Any], path: Path) -> None:
    for parts, value in flatten(values):
        if value and (variable := secret_of(parts)):
            raise ConfigError(
                f"{path} holds the secret {'.'.join(parts)!r}; secrets are read from the environment only",
                mend=f"remove it from the file and set {variable}",
            )


def _nested(values: Mapping[tuple[str, ...], Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for path, value in values.items():
        _put(result, path, value)
    return result


def _put(target: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    *parents, leaf = path
    for part in parents:
        child = target.setdefault(part, {})
        if not isinstance(child, dict):
            raise ConfigError(f"{'.'.join(path)!r} needs {part!r} to be a section", mend="make it a [section]")
        target = child
    target[leaf] = value


def _leaves(model: BaseModel, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key in (*type(model).model_fields, *(model.model_extra or {})):
        value = getattr(model, key)
        name = f"{prefix}{key}"
        if isinstance(value, BaseModel):
            yield from _leaves(value, f"{name}.")
        else:
            yield name, value


def _masked(value: Any) -> Any:
    if isinstance(value, SecretStr):
        return "********"
    if isinstance(value, str) and "@" in value and "://" in value:
        scheme, _, rest = value.partition("://")
        return f"{scheme}://********@{rest.rpartition('@')[2]}"
    return value
