"""What a suite keeps of every item, so that two runs can be held against each other item by item."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, Field, ValidationError

from osler.errors import DataError

T = TypeVar("T")


class ItemResult(BaseModel):
    """One item of a data set as a suite judged it."""

    id: str
    score: float
    """1 for right and 0 for wrong, or the item's own share between them."""
    gold: Any = None
    predicted: Any = None
    group: str = ""
    """What the item belongs to where a suite tells kinds apart."""


class ItemLine(ItemResult):
    """An item as `--items FILE` writes it: one JSON line, with the suite and the mind it came from."""

    suite: str
    mind: str = Field(default="offline")


def sample(items: Sequence[T], limit: int | None, key: Callable[[T], str]) -> list[T]:
    """At most `limit` items, chosen by a hash of their key and kept in their order.

    The first ones of a file are seldom like the rest of it; the same items are chosen on every machine.
    """
    if limit is None or limit >= len(items):
        return list(items)
    order = sorted(range(len(items)), key=lambda place: (_digest(key(items[place])), place))
    return [items[place] for place in sorted(order[:limit])]


def half_of(key: str) -> str:
    """Which half of a data set an item is in: `a` or `b`, by a hash of its key."""
    return "ab"[int(_digest(key), 16) % 2]


def write_items(path: Path, lines: Iterable[ItemLine]) -> None:
    """Write items as JSON Lines."""
    with path.open("w", encoding="utf-8") as handle:
        for line in lines:
            handle.write(line.model_dump_json() + "\n")


def read_items(path: Path) -> list[ItemLine]:
    """The items that an earlier run kept."""
    try:
        text = path.read_text(encoding="utf-8")
        return [ItemLine.model_validate(json.loads(line)) for line in text.splitlines() if line.strip()]
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}", mend="check the path") from None
    except (ValueError, ValidationError):
        raise DataError(
            f"{path} holds no results of single items", mend="write one with 'osler bench SUITE --items FILE'"
        ) from None


def _digest(key: str) -> str:
    return hashlib.sha1(key.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
