"""Model exchanges kept for later: the response cache and recordings are folders of them, a stored run holds its own.

A file is named by a digest of everything that decides a reply (model, prompt version, messages, schema, settings), so
its name says nothing about the patient and an exchange is found again exactly when nothing has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from osler.errors import DataError, ReplayMissing


class Exchanges(Protocol):
    """Where replies are looked for before a model is asked, and kept after it has answered."""

    counts_usage: bool
    """Whether a reply from here counts as if it had been asked for."""
    keeps_failures: bool
    """Whether what failed is kept too: a replay must fail where the run did, a cache must not."""

    def find(self, key: str, step: str) -> Any | None:
        """The reply of that key, if it is here."""

    def keep(self, key: str, request: Mapping[str, Any], reply: Any) -> None:
        """Keep a reply under its key."""


def exchange_key(request: Mapping[str, Any]) -> str:
    """The digest that names an exchange."""
    return hashlib.sha256(
        json.dumps(request, sort_keys=True, ensure_ascii=False).encode("utf-8", "surrogatepass")
    ).hexdigest()


class _Folder:
    counts_usage = False
    keeps_failures = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, key: str, step: str) -> Any | None:
        path = self._path(key)
        try:
            return json.loads(path.read_text(encoding="utf-8"))["reply"]
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            raise DataError(f"{path} is not a recorded exchange", mend="delete the file") from None

    def keep(self, key: str, request: Mapping[str, Any], reply: Any) -> None:
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Written beside and renamed, so that a reader or a crash never meets half a file.
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
        with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
            json.dump({"request": request, "reply": reply}, handle, ensure_ascii=False, indent=1)
        Path(name).replace(path)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


class ResponseCache(_Folder):
    """Replies of earlier runs, used again; what is not here is asked and kept."""


class Recording(_Folder):
    """Every exchange written down, none looked up."""

    keeps_failures = True

    def find(self, key: str, step: str) -> Any | None:
        return None


class Replay(_Folder):
    """A run from a recording, with no network."""

    counts_usage = True

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise ReplayMissing(f"there is no recording at {folder}", mend="record one first with --record DIR")
        super().__init__(folder)

    def find(self, key: str, step: str) -> Any:
        reply = super().find(key, step)
        if reply is None:
            raise ReplayMissing(
                f"the recording at {self.folder} has no exchange {key[:12]} for step {step!r}",
                mend="the input, the prompt or the model has changed since: record again with --record DIR",
            )
        return reply

    def keep(self, key: str, request: Mapping[str, Any], reply: Any) -> None:
        """A replay adds nothing."""


class StoredReplies:
    """A run again from the replies that its own trace kept, with no network."""

    counts_usage = True
    keeps_failures = False

    def __init__(self, replies: Mapping[str, Any]) -> None:
        self._replies = replies

    def find(self, key: str, step: str) -> Any:
        """The reply of that key; a missing one is an error, for a replay asks nobody."""
        if key not in self._replies:
            raise ReplayMissing(
                f"the stored run has no exchange {key[:12]} for step {step!r}",
                mend="the prompt, the vocabulary or the model has changed since: run it anew instead",
            )
        return self._replies[key]

    def keep(self, key: str, request: Mapping[str, Any], reply: Any) -> None:
        """A replay adds nothing."""
