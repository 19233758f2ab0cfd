"""Where Osler keeps its files, and how it creates them so that only their owner can read them."""

from __future__ import annotations

import os
import stat
import tempfile
from functools import lru_cache
from pathlib import Path

import platformdirs

from osler.errors import StorageError

_ACCOUNT = getattr(os, "getuid", lambda: 0)


def data_dir(*, make: bool = True) -> Path:
    """Runs, sessions, reviews and imported vocabularies; `OSLER_HOME` moves it. Who only reads need not have it made."""
    folder = Path(os.environ.get("OSLER_HOME") or _users(os.environ.get("HOME"), os.environ.get("XDG_DATA_HOME")))
    return _private(folder, "OSLER_HOME") if make else folder


@lru_cache(maxsize=8)
def _users(home: str | None, data_home: str | None) -> str:
    """The user's folder, worked out once for what it depends on: it is asked for before every reading of a text."""
    return platformdirs.user_data_dir("osler")


def cache_dir() -> Path:
    """What can be rebuilt at any time: compiled vocabularies, cached replies. `OSLER_CACHE` moves it."""
    explicit = os.environ.get("OSLER_CACHE")
    if explicit:
        return _private(Path(explicit), "OSLER_CACHE")
    home = os.environ.get("OSLER_HOME")
    return _private(Path(home) / "cache" if home else Path(platformdirs.user_cache_dir("osler")), "OSLER_CACHE")


def spare_cache_dir(*, make: bool = False) -> Path | None:
    """A folder among the temporary files for what finds no room in the cache folder; None where none is only ours."""
    try:
        folder = Path(tempfile.gettempdir()) / f"osler-{_ACCOUNT()}"
        if make:
            folder.mkdir(mode=0o700, exist_ok=True)
        state = folder.lstat()
    except OSError:
        return None
    # Whoever else could write into it could change what is read from it.
    foreign = state.st_uid != _ACCOUNT() or state.st_mode & 0o077 if os.name == "posix" else False
    return folder if stat.S_ISDIR(state.st_mode) and not foreign else None


def user_config_file() -> Path:
    """The configuration that is the user's own, wherever a command is started; `OSLER_HOME` moves it too."""
    return Path(os.environ.get("OSLER_HOME") or platformdirs.user_config_dir("osler")) / "osler.toml"


def write_private(path: Path, text: str) -> Path:
    """Write a file that only its owner can read (0600), creating private parents."""
    _private(path.parent)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
            handle.write(text)
        path.chmod(0o600)
    except OSError as error:
        raise StorageError(
            f"the file cannot be written: {error.strerror}", mend="free some space or choose another place", path=path
        ) from None
    return path


def _private(folder: Path, variable: str = "") -> Path:
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        elsewhere = f"set {variable} to a folder that can be written" if variable else "choose another folder"
        raise StorageError(f"the folder cannot be made: {error.strerror}", mend=elsewhere, path=folder) from None
    return folder
