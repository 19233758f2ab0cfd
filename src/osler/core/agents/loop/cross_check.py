"""Item by item: a model's answers beside the offline mind's; which of them counts, and where the two differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

T = TypeVar("T")

NOTHING = "nothing"


class Difference(BaseModel):
    """Something on which a model and the offline mind, who both answered, do not agree."""

    item: str
    about: str
    model: str
    offline: str


@dataclass(frozen=True)
class Settled(Generic[T]):
    """The answer that counts for an item. `stands_in` says why it is the offline mind's where a model was asked."""

    item: str
    answer: T
    stands_in: str = ""


def settle(
    items: Iterable[str], model: Mapping[str, T], offline: Mapping[str, T], failures: Mapping[str, str]
) -> list[Settled[T]]:
    """For each item the model's answer, or the offline mind's where the model failed or found nothing.

    `failures` says why the model has no answer for an item. An item about which neither has one is left out.
    """
    settled = []
    for item in items:
        theirs, ours = model.get(item), offline.get(item)
        if item in failures:
            if ours:
                settled.append(Settled(item, ours, stands_in=failures[item]))
        elif theirs:
            settled.append(Settled(item, theirs))
        elif ours:
            settled.append(Settled(item, ours, stands_in="the model found nothing where the offline mind did"))
    return settled


def differences(item: str, model: Mapping[str, str], offline: Mapping[str, str]) -> list[Difference]:
    """What the two say differently about the parts of an item: each gives its parts by a name that both use."""
    return [
        Difference(item=item, about=name, model=model.get(name, NOTHING), offline=offline.get(name, NOTHING))
        for name in dict.fromkeys([*model, *offline])
        if model.get(name) != offline.get(name)
    ]
