"""What went wrong with a database, in words that hold no patient text, and how to mend it."""

from __future__ import annotations

import errno
from typing import NamedTuple


class Fault(NamedTuple):
    """A database's failure as a person reads it."""

    what: str
    mend: str
    damaged: bool = False
    """Whether what is stored is lost, and only then thrown away."""


_FULL = Fault("the disk is full", "free some space; 'osler runs prune --older-than 30d --yes' deletes old runs")
_READ_ONLY = Fault("it cannot be written", "make the folder writable, or point OSLER_HOME or stores.runs_url elsewhere")
DAMAGED = Fault(
    "the database is damaged",
    "move the file away and a new one is begun; 'sqlite3 FILE .recover' may save what was in it",
    damaged=True,
)
OF_ANOTHER_VERSION = Fault(
    "it was written by another version of Osler",
    "open it with the version that wrote it or upgrade Osler, or point OSLER_HOME or stores.runs_url elsewhere; the file is whole, do not delete it",
)
LOCKED = Fault("another process holds its lock", "wait for the other process, or end it")
_UNREACHABLE = Fault(
    "it cannot be opened", "check that the folder exists or the server runs, or change stores.runs_url"
)

# SQLite's own words for its result codes; they never hold a value of a statement.
_SAID = {
    "disk is full": _FULL,
    "disk i/o error": _FULL,
    "readonly database": _READ_ONLY,
    "not a database": DAMAGED,
    "malformed": DAMAGED,
    "no such table": DAMAGED,
    "no such column": DAMAGED,
    "could not decode": DAMAGED,
    "database is locked": LOCKED,
}
_ERRNO = {errno.ENOSPC: _FULL, errno.EDQUOT: _FULL, errno.EFBIG: _FULL, errno.EROFS: _READ_ONLY, errno.EACCES: _READ_ONLY,
          errno.EPERM: _READ_ONLY}  # fmt: skip


def fault_of(error: BaseException) -> Fault:
    """The fault behind an exception of a driver or of the operating system."""
    if isinstance(error, OSError) and error.errno in _ERRNO:
        return _ERRNO[error.errno]
    said = str(error).casefold()
    return next((fault for words, fault in _SAID.items() if words in said), _UNREACHABLE)
