"""The stored form of a value: one plain JSON document."""

from __future__ import annotations

import json
import math
from typing import Any

from pydantic_core import to_jsonable_python


def plain(value: Any) -> Any:
    """Any model, dataclass or container as JSON types; what has no JSON form becomes its type's name."""
    return to_jsonable_python(value, bytes_mode="base64", fallback=_stranger)


def encode(value: Any) -> str:
    """One valid JSON document in ASCII, which every database and file can hold."""
    ready = plain(value)
    try:
        return json.dumps(ready, allow_nan=False)
    except ValueError:
        return json.dumps(finite(ready), allow_nan=False)


def finite(value: Any) -> Any:
    """JSON has no NaN and no infinity: they become null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [finite(item) for item in value]
    return value


def _stranger(value: Any) -> Any:
    """NumPy's numbers and arrays know their plain form; of all else only the type is safe to tell."""
    tolist = getattr(value, "tolist", None)
    return tolist() if callable(tolist) else f"<{type(value).__name__}>"
