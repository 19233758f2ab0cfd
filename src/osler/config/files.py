"""The files that settings come from: the user's own, and the one of the current folder, which may say less."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from osler.config.paths import user_config_file
from osler.errors import ConfigError

FILE_NAME = "osler.toml"
_USERS_ALONE = frozenset({"local", "base_url", "key"})
_ADDRESS_ENDINGS = ("url", "endpoint")


class ConfigFile(NamedTuple):
    """One file that is read, and whose it is."""

    path: Path
    origin: Literal["file", "folder"]
    """`file` is the user's own, or one that was named; `folder` just lies where the command was started."""


def config_files(named: Path | None = None) -> Iterator[ConfigFile]:
    """The files to read, the strongest last. A named one (by argument or OSLER_CONFIG) is read alone."""
    chosen = named or (Path(os.environ["OSLER_CONFIG"]) if os.environ.get("OSLER_CONFIG") else None)
    if chosen is not None:
        if not chosen.is_file():
            by = "" if named else " that OSLER_CONFIG names"
            mend = "give the path of an osler.toml" if named else "correct OSLER_CONFIG, or unset it"
            raise ConfigError(f"there is no configuration file {chosen}{by}", mend=mend)
        yield ConfigFile(chosen, "file")
        return
    own, here = user_config_file(), Path(FILE_NAME)
    if own.is_file():
        yield ConfigFile(own, "file")
    if here.is_file() and not (own.is_file() and here.samefile(own)):
        yield ConfigFile(here, "folder")


def read_file(file: ConfigFile) -> dict[str, Any]:
    """What a file says; ConfigError where it is no TOML or says what is not its to say."""
    try:
        values = tomllib.loads(file.path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file.path} is not valid TOML: {error}", mend="correct the file at that line") from None
    except OSError as error:
        raise ConfigError(f"{file.path} cannot be read ({error.strerror})", mend="correct its permissions") from None
    if file.origin == "folder":
        for path, _ in flatten(values):
            _refuse_what_is_the_users(file.path, path)
    return values


def flatten(values: Mapping[str, Any], prefix: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value with its path through the sections."""
    for key, value in values.items():
        path = (*prefix, key)
        if isinstance(value, Mapping):
            yield from flatten(value, path)
        else:
            yield path, value


def _refuse_what_is_the_users(file: Path, path: tuple[str, ...]) -> None:
    """A folder may come from anybody: it must not decide where text goes. What else it may not is in config/folder.py."""
    if path[-1] in _USERS_ALONE or path[-1].endswith(_ADDRESS_ENDINGS):
        raise not_the_folders(file, ".".join(path), "which a file in the current folder may not set")


def not_the_folders(file: Path, name: str, why: str) -> ConfigError:
    """The error of a file in the current folder that says what only the user may say."""
    return ConfigError(
        f"{file.absolute()} sets {name!r}, {why}",
        mend=f"put {name!r} into your own file, {user_config_file()}, or name this file in OSLER_CONFIG",
    )
