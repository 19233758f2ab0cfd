"""Settings from `OSLER_…` variables, and secrets from the variables that everybody knows them by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from osler.config.sections import registered_sections
from osler.config.settings import Settings
from osler.errors import ConfigError, closest

PREFIX = "OSLER_"
SECRETS: dict[tuple[str, ...], str] = {
    ("models", "anthropic_api_key"): "ANTHROPIC_API_KEY",
    ("models", "google_api_key"): "GOOGLE_API_KEY",
    ("models", "openai_api_key"): "OPENAI_API_KEY",
    ("terminology", "uts_api_key"): "UTS_API_KEY",
}
OTHER_VARIABLES = {
    "OSLER_HOME": "where runs, sessions, reviews and imported vocabularies are kept",
    "OSLER_CACHE": "where what can be rebuilt is kept; by default a folder of OSLER_HOME where that is set; what is compiled and finds no room there is kept among the temporary files",
    "OSLER_CONFIG": "the configuration file to read instead of your own and the folder's",
    "OSLER_SHARED_DATA": "where tests and benchmarks find the evaluation data",
    "OSLER_BENCH_PYTHON": "the Python that has a peer of a benchmark installed",
}
"""The variables that are no settings."""


def from_environment(env: Mapping[str, str]) -> dict[tuple[str, ...], Any]:
    """The settings that the environment gives, by their path; ConfigError for a variable that means nothing."""
    found: dict[tuple[str, ...], Any] = {path: env[name] for path, name in SECRETS.items() if env.get(name)}
    for name, value in env.items():
        if not name.startswith(PREFIX) or name in OTHER_VARIABLES or not value:
            continue
        path = tuple(name.removeprefix(PREFIX).lower().split("__"))
        _require_known(name, path)
        found[path] = _read(value)
    return found


def variable_of(name: str) -> str:
    """The variable of a dotted setting."""
    return PREFIX + name.upper().replace(".", "__")


def _require_known(name: str, path: tuple[str, ...]) -> None:
    sections = registered_sections()
    if path[0] in Settings.model_fields or path[0] in sections:
        return
    if len(path) > 1 and not sections:
        # Capabilities have not said yet which sections are theirs.
        return
    # Without what all of them begin with: it makes any two alike.
    known = [
        *(other.removeprefix(PREFIX) for other in OTHER_VARIABLES),
        *map(str.upper, (*Settings.model_fields, *sections)),
    ]
    close = closest(name.removeprefix(PREFIX).split("__")[0], known)
    hint = f"did you mean {PREFIX}{close}? " if close else ""
    raise ConfigError(
        f"the environment variable {name} means nothing to Osler",
        mend=f"{hint}unset it, or see 'osler config show' for the settings that exist",
    )


def _read(value: str) -> Any:
    """The value; lists and tables are written as JSON."""
    if value[:1] in "[{":
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def secret_of(path: Iterable[str]) -> str | None:
    """The variable that holds a secret setting; None if the setting is no secret."""
    return SECRETS.get(tuple(path))
