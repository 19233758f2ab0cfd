"""Reading settings from their three places, and remembering which place each value came from."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from osler.config.settings import Settings
from osler.errors import ConfigError

Provenance = Literal["default", "file", "environment", "flag"]

_ENV_PREFIX = "OSLER_"
_SECRET_ALIASES = {
    ("models", "anthropic_api_key"): "ANTHROPIC_API_KEY",
    ("models", "google_api_key"): "GOOGLE_API_KEY",
    ("models", "openai_api_key"): "OPENAI_API_KEY",
    ("terminology", "uts_api_key"): "UTS_API_KEY",
}


class _Environment(BaseSettings):
    """Reads `OSLER_MODELS__FAST`-style variables into plain nested values."""

    model_config = SettingsConfigDict(
        env_prefix=_ENV_PREFIX, env_nested_delimiter="__", env_ignore_empty=True, extra="ignore"
    )

    models: dict[str, Any] = {}
    budget: dict[str, Any] = {}
    privacy: dict[str, Any] = {}
    stores: dict[str, Any] = {}
    terminology: dict[str, Any] = {}
    telemetry: dict[str, Any] = {}
    grounding: dict[str, Any] = {}
    log_level: str | None = None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (env_settings,)


def load_settings(
    *, file: Path | None = None, flags: Mapping[str, Any] | None = None, env: Mapping[str, str] | None = None
) -> Settings:
    """Settings from `osler.toml` (or `file`), the environment, then `flags` (dotted names)."""
    return _merge(file, flags, env)[0]


def provenance(
    *, file: Path | None = None, flags: Mapping[str, Any] | None = None, env: Mapping[str, str] | None = None
) -> list[tuple[str, Any, Provenance]]:
    """Every setting as (dotted name, value with secrets masked, where it came from)."""
    settings, origins = _merge(file, flags, env)
    return [(name, _masked(value), origins.get(name, "default")) for name, value in _leaves(settings)]


def _merge(
    file: Path | None, flags: Mapping[str, Any] | None, env: Mapping[str, str] | None
) -> tuple[Settings, dict[str, Provenance]]:
    merged: dict[str, Any] = {}
    origins: dict[str, Provenance] = {}
    layers: list[tuple[Provenance, Mapping[str, Any]]] = [
        ("file", _from_file(file)),
        ("environment", _from_environment(os.environ if env is None else env)),
        ("flag", _nested(flags or {})),
    ]
    for origin, layer in layers:
        for path, value in _flatten(layer):
            _put(merged, path, value)
            origins[".".join(path)] = origin
    try:
        return Settings.model_validate(merged), origins
    except ValidationError as error:
        raise _explain(error, origins) from None


def _explain(error: ValidationError, origins: Mapping[str, Provenance]) -> ConfigError:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    origin = origins.get(name, "default")
    if first["type"] == "extra_forbidden":
        return ConfigError(
            f"unknown setting {name!r} (from {origin})",
            mend="run 'osler config show' for the settings that exist",
        )
    return ConfigError(
        f"setting {name!r} (from {origin}): {first['msg'].removeprefix('Value error, ')}",
        mend=f"correct {name!r} in osler.toml or {_env_name(name)} in the environment",
    )


def _from_file(file: Path | None) -> dict[str, Any]:
    path = file or Path(os.environ.get("OSLER_CONFIG") or "osler.toml")
    if not path.is_file():
        if file is not None:
            raise ConfigError(f"there is no configuration file {path}", mend="give the path of an osler.toml")
        return {}
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}", mend="correct the file at that line") from None
    for path_parts, value in _flatten(values):
        if path_parts in _SECRET_ALIASES and value:
            name = ".".join(path_parts)
            raise ConfigError(
                f"{path} holds the secret {name!r}; secrets are read from the environment only",
                mend=f"remove it from the file and set {_SECRET_ALIASES[path_parts]}",
            )
    return values


def _from_environment(env: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for (section, key), alias in _SECRET_ALIASES.items():
        if env.get(alias):
            values.setdefault(section, {})[key] = env[alias]
    if env is os.environ:
        read = _Environment().model_dump(exclude_defaults=True)
    else:
        read = _nested(
            {k[len(_ENV_PREFIX) :].lower().replace("__", "."): v for k, v in env.items() if k.startswith(_ENV_PREFIX)}
        )
        read = {k: v for k, v in read.items() if k in Settings.model_fields}
    for path, value in _flatten(read):
        _put(values, path, value)
    return values


def _nested(dotted: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in dotted.items():
        if value is not None:
            _put(result, tuple(name.split(".")), value)
    return result


def _put(target: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    *parents, leaf = path
    for part in parents:
        child = target.setdefault(part, {})
        if not isinstance(child, dict):
            raise ConfigError(f"{'.'.join(path)!r} needs {part!r} to be a section", mend="make it a [section]")
        target = child
    target[leaf] = value


def _flatten(values: Mapping[str, Any], prefix: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in values.items():
        path = (*prefix, key)
        if isinstance(value, Mapping):
            yield from _flatten(value, path)
        else:
            yield path, value


def _leaves(model: BaseModel, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key in type(model).model_fields:
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


def _env_name(name: str) -> str:
    return _ENV_PREFIX + name.upper().replace(".", "__")
