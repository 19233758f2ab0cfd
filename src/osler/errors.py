"""Every error Osler raises on purpose: a stable code, what is wrong, and how to mend it.

The tree is one screen so that a reader of a log or a script can know all of it:

    OslerError
    ├── InputError            exit 2   the caller gave something unusable
    │   ├── UsageError                 the command or its options
    │   ├── ConfigError                osler.toml, environment or agent files
    │   └── DataError                  a patient, vocabulary or benchmark file
    ├── ServiceError          exit 3   an outside service is unavailable
    │   ├── CircuitOpen                it failed so often that it is not asked now
    │   ├── RateLimited                it was asked too often, or the account's quota is used up
    │   ├── TimedOut                   it did not answer in time
    │   ├── ContextTooLong             the model takes less text than it was given
    │   ├── Refused                    the model declined to answer
    │   ├── Unreadable                 the answer is not what was asked for
    │   ├── KeyMissing                 there is no key for the model's provider
    │   ├── KeyRefused                 the service does not accept the key
    │   ├── ModelUnknown               the provider or server has no model of this name
    │   ├── PrivacyBlocked             it may not be asked with this configuration
    │   └── StorageError               a file, folder or database of Osler's own cannot be used
    ├── BudgetExhausted       exit 4   the budget ended before a usable result
    └── ReplayMissing         exit 2   a replay has no recording of this exchange
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from os import PathLike
from typing import ClassVar


def closest(word: str, known: Iterable[str]) -> str:
    """The one of the known words that a mistyped one may mean; empty where none is near."""
    return next(iter(get_close_matches(word, list(known), n=1)), "")


class OslerError(Exception):
    """The base of all errors that are meant for a person to read."""

    code: ClassVar[str] = "osler"
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, mend: str = "", path: str | PathLike[str] = "") -> None:
        super().__init__(message)
        self.message = message
        self.mend = mend
        self.path = str(path)
        """The file that the error is about; whoever knows it may fill it in on the way up."""

    def __str__(self) -> str:
        """What Python prints of it: where and what is wrong, and how to mend it."""
        where = f"{self.path}: " if self.path and self.path not in self.message else ""
        return f"{where}{self.message}" + (f" (mend: {self.mend})" if self.mend else "")

    def as_dict(self) -> dict[str, str]:
        """The form that `--json` prints and the run store keeps."""
        told = {"code": self.code, "message": self.message, "mend": self.mend}
        return {**told, "path": self.path} if self.path else told


@contextmanager
def naming(source: object) -> Iterator[None]:
    """Let an error that is raised while a file is read name the file."""
    try:
        yield
    except OslerError as error:
        error.path = error.path or str(source)
        raise


class InputError(OslerError):
    """The caller gave something that cannot be used."""

    code = "input"
    exit_code = 2


class UsageError(InputError):
    """The command or its options do not fit together."""

    code = "usage"


class ConfigError(InputError):
    """A configuration value, an agent file or a prompt is wrong."""

    code = "config"


class DataError(InputError):
    """A patient, vocabulary or benchmark file cannot be read."""

    code = "data"


class ReplayMissing(InputError):
    """A replay was asked for an exchange that was never recorded."""

    code = "replay.missing"


class ServiceError(OslerError):
    """An outside service did not answer, or answered with a failure."""

    code = "service"
    exit_code = 3


class CircuitOpen(ServiceError):
    """A service failed so often that it is left alone for a while."""

    code = "service.circuit_open"


class RateLimited(ServiceError):
    """A service was asked more often than it allows, or an account's quota is used up."""

    code = "service.rate_limited"


class TimedOut(ServiceError):
    """A service did not answer in time."""

    code = "service.timed_out"


class ContextTooLong(ServiceError):
    """A model takes less text than it was given."""

    code = "model.context_too_long"


class Refused(ServiceError):
    """A model, or its content filter, declined to answer."""

    code = "model.refused"


class Unreadable(ServiceError):
    """An answer that does not have the shape asked for, or none at all."""

    code = "model.unreadable"


class KeyMissing(ServiceError):
    """A model is configured and there is no key for its provider; what it would have done is done offline."""

    code = "model.no_key"


class KeyRefused(ServiceError):
    """A service or a model's provider does not accept the key it was given, or not for this."""

    code = "service.key_refused"


class ModelUnknown(ServiceError):
    """The provider or server that was asked has no model of this name."""

    code = "model.unknown"


class PrivacyBlocked(ServiceError):
    """A call was refused because it would leave this machine."""

    code = "privacy.blocked"


class StorageError(ServiceError):
    """A file, folder or database of Osler's own cannot be opened, read or written."""

    code = "storage"


class BudgetExhausted(OslerError):
    """The budget was spent before there was a usable result."""

    code = "budget.exhausted"
    exit_code = 4
