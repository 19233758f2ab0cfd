"""Small parts that checks are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from osler.core.agents.types import Rejection

T = TypeVar("T")


def keep_supported(
    items: Iterable[T], unsupported: Callable[[T], str | None], *, path: str
) -> tuple[list[T], list[Rejection]]:
    """The items that hold, and a rejection for each that does not.

    `unsupported` gives the reason why an item does not hold, or None.
    """
    kept: list[T] = []
    rejected: list[Rejection] = []
    for index, item in enumerate(items):
        reason = unsupported(item)
        if reason is None:
            kept.append(item)
        else:
            rejected.append(Rejection(path=f"{path}[{index}]", reason=reason, value=item))
    return kept, rejected
