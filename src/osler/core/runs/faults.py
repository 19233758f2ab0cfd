"""Why a run was not recorded, in words that hold no patient text."""

from __future__ import annotations

from osler.core.database import fault_of
from osler.errors import OslerError, StorageError


class RunLost(Exception):
    """The run is not under way any more: it was given up as interrupted, or deleted."""


def in_words(error: BaseException) -> str:
    """Why something was not stored: the code, what it is, where, and how to mend it."""
    if isinstance(error, RunLost):
        return "the run had been given up as interrupted"
    if isinstance(error, OslerError):
        place = f" ({error.path})" if error.path else ""
        return f"error[{error.code}]: {error.message}{place}; mend: {error.mend}"
    fault = fault_of(error)
    return f"error[{StorageError.code}]: {fault.what}; mend: {fault.mend}"
