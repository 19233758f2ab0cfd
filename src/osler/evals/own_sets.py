"""The evaluation sets that come with Osler, and how sets in JSON lines are read."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from osler.errors import DataError


def own_set(name: str) -> Path:
    """The path of a set that comes with Osler."""
    return Path(str(files("osler.evals") / "sets" / name))


def read_lines(path: Path, data_format: str) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines, or of one JSON list."""
    try:
        text = path.read_text(encoding="utf-8")
        rows = (
            json.loads(text)
            if text.lstrip().startswith("[")
            else [json.loads(line) for line in text.splitlines() if line.strip()]
        )
    except (OSError, ValueError) as error:
        raise DataError(f"{path.name} cannot be read as JSON lines", mend=f"the format is {data_format}") from error
    if not rows or not all(isinstance(row, dict) for row in rows):
        raise DataError(f"{path.name} holds no items", mend=f"the format is {data_format}")
    return rows
