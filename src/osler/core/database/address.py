"""Where a database is: a URL, and what of it may be shown."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from osler.config import data_dir
from osler.errors import ConfigError

_URL_FORMS = "write postgresql+psycopg://user:password@host/database or sqlite:////path/runs.db"
_SERVERS = ("postgresql+psycopg", "postgresql")


class Address(NamedTuple):
    """A database URL that was understood."""

    file: Path | None
    """The file of a SQLite database; None where a server is meant."""
    server: str = ""
    """What libpq is told to connect to a PostgreSQL server."""
    shown: str = ""
    """The server's URL without its password."""


def database_url(url: str | None = None) -> str:
    """The URL that is meant: the given one, or SQLite in the data folder."""
    return url or f"sqlite:///{data_dir() / 'runs.db'}"


def database_exists(url: str) -> bool:
    """Whether a SQLite file is there; of a server it is taken for granted."""
    file = address_of(url).file
    return file is None or file.is_file()


def address_of(url: str) -> Address:
    """The address that a URL names; ConfigError where it names none."""
    scheme, separator, rest = url.partition("://")
    if not separator or not scheme:
        raise ConfigError("the URL of the run store is not a database URL", mend=_URL_FORMS)
    if scheme in ("sqlite", "sqlite+pysqlite"):
        # Three slashes before a relative path, four before an absolute one.
        name = unquote(rest.partition("?")[0].removeprefix("/"))
        if not rest.startswith("/") or not name:
            raise ConfigError("the URL of the run store names no file", mend=_URL_FORMS)
        return Address(file=Path(name))
    if scheme not in _SERVERS:
        raise ConfigError(f"the run store does not speak {scheme!r}", mend=_URL_FORMS)
    return Address(file=None, server=f"postgresql://{rest}", shown=_without_password(url))


def _without_password(url: str) -> str:
    try:
        password = urlsplit(url).password
    except ValueError:
        raise ConfigError("the URL of the run store is not a database URL", mend=_URL_FORMS) from None
    return url if password is None else url.replace(f":{password}@", ":***@", 1)
