"""The stored form of a value: plain JSON with secrets masked, and the hash of an input."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from typing import Any

from pydantic_core import to_jsonable_python

MASK = "********"
_SECRET_NAME = re.compile(r"(api_?key|secret|password|passwd|token|credential)s?$", re.IGNORECASE)
_URL_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+(?=@)")


def plain(value: Any) -> Any:
    """Any model, dataclass or container as JSON types; what has no JSON form becomes its type's name."""
    return to_jsonable_python(value, bytes_mode="base64", fallback=_stranger)


def encode(value: Any) -> str:
    """One valid JSON document in ASCII, which every database and file can hold."""
    ready = plain(value)
    try:
        return json.dumps(ready, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(ready), allow_nan=False)


def masked(value: Any) -> Any:
    """The plain form with secrets and credentials inside URLs hidden."""
    return _mask(plain(value))


def hash_input(value: Any) -> str:
    """The same hash for the same input, whatever the order of its keys."""
    ready = _finite(plain(value))
    return hashlib.sha256(json.dumps(ready, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _stranger(value: Any) -> Any:
    """NumPy's numbers and arrays know their plain form; of all else only the type is safe to tell."""
    tolist = getattr(value, "tolist", None)
    return tolist() if callable(tolist) else f"<{type(value).__name__}>"


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


def _finite(value: Any) -> Any:
    """JSON has no NaN and no infinity: they become null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return value
