"""Batches that are finished, kept in a file until the whole run is: what a kill interrupts goes on from there."""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from osler.grounding.types import CriterionText, GroundedEntity, Iteration

_log = logging.getLogger(__name__)


class SavedBatch(BaseModel):
    """What one batch came to, under the digest of its texts and of whoever read them."""

    key: str
    entities: list[GroundedEntity]
    history: list[Iteration]
    failures: dict[str, str]
    failure_codes: dict[str, str] = Field(default_factory=dict)


class SavedBatches:
    """The finished batches of one run, one on each line of a file; a line that a kill cut short is not read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._batches = {batch.key: batch for batch in _read(path)}

    def get(self, key: str) -> SavedBatch | None:
        """The batch, if it was finished before."""
        return self._batches.get(key)

    def put(self, batch: SavedBatch) -> None:
        """Keep a batch; it is on the disk when this returns. A disk that takes nothing ends no run."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(self._path, "a", encoding="utf-8", opener=_private) as file:
                file.write(batch.model_dump_json() + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            _log.warning("%s: %s; a run that is interrupted would begin anew", self._path, error.strerror)

    def clear(self) -> None:
        """Forget them: the run is finished, and its result is kept elsewhere."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def batch_key(texts: Sequence[CriterionText], *reader: str) -> str:
    """The digest of some texts and of everything that their reading depends on."""
    said = "\0".join([*reader, *(f"{text.id}\1{text.criteria_type}\1{text.text}" for text in texts)])
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read(path: Path) -> list[SavedBatch]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            found.append(SavedBatch.model_validate_json(line))
        except ValidationError:
            continue
    return found
