"""What a run keeps of a value: secrets masked, and the hash of an input."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from osler.core.database import finite, plain

MASK = "********"
_SECRET_NAME = re.compile(r"(api_?key|secret|password|passwd|token|credential)s?$", re.IGNORECASE)
_URL_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+(?=@)")


def masked(value: Any) -> Any:
    """The plain form with secrets and credentials inside URLs hidden."""
    return _mask(plain(value))


def hash_input(value: Any) -> str:
    """The same hash for the same input, whatever the order of its keys."""
    ready = finite(plain(value))
    return hashlib.sha256(json.dumps(ready, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _mask(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            key: MASK if isinstance(item, str) and item and _SECRET_NAME.search(str(key)) else _mask(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_mask(item) for item in value]
    if isinstance(value, str):
        return _URL_CREDENTIALS.sub(MASK, value)
    return value
