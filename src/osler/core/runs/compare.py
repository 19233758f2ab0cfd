"""What differs between two runs, or between a run and its replay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, Field

from osler.core.database import encode
from osler.core.runs.types import RunDetail


class Difference(BaseModel):
    """One place where two documents differ; a side that has nothing there is `absent`."""

    path: str
    left: Any = None
    right: Any = None
    absent: str | None = None


class Comparison(BaseModel):
    """Two runs side by side."""

    left: str
    right: str
    same_input: bool
    same_result: bool
    settings: list[Difference] = Field(default_factory=list)
    versions: list[Difference] = Field(default_factory=list)
    status: list[Difference] = Field(default_factory=list)
    result: list[Difference] = Field(default_factory=list)
    usage: list[Difference] = Field(default_factory=list)


def compare_runs(left: RunDetail, right: RunDetail) -> Comparison:
    """Settings, versions, status, result and usage of two runs."""
    result = differences(left.result, right.result)
    return Comparison(
        left=left.run_id,
        right=right.run_id,
        same_input=left.input_hash == right.input_hash,
        same_result=not result,
        settings=differences(left.settings, right.settings),
        versions=differences(left.versions, right.versions),
        status=differences({"status": left.status}, {"status": right.status}),
        result=result,
        usage=differences(left.usage, right.usage),
    )


def differences(left: Any, right: Any) -> list[Difference]:
    """Every place where the JSON forms of two values differ."""
    return list(_walk(json.loads(encode(left)), json.loads(encode(right)), ""))


def _walk(left: Any, right: Any, path: str) -> Iterator[Difference]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in sorted(left.keys() | right.keys()):
            yield from _entry(left, right, key, f"{path}.{key}" if path else key)
    elif isinstance(left, list) and isinstance(right, list):
        lefts, rights = dict(enumerate(left)), dict(enumerate(right))
        for index in range(max(len(left), len(right))):
            yield from _entry(lefts, rights, index, f"{path}[{index}]")
    elif left != right or type(left) is not type(right):
        yield Difference(path=path, left=left, right=right)


def _entry(left: dict[Any, Any], right: dict[Any, Any], key: Any, path: str) -> Iterator[Difference]:
    if key not in right:
        yield Difference(path=path, left=left[key], absent="right")
    elif key not in left:
        yield Difference(path=path, right=right[key], absent="left")
    else:
        yield from _walk(left[key], right[key], path)
