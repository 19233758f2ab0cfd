"""Osler: clinical agents whose every statement carries evidence that was checked.

    import osler

    osler.diagnose("HP:0001250", "Ataxia", age="6y").disease_candidates
    osler.ground("History of stroke within 6 months")
    osler.match("patient.json")
    osler.ask("When is metformin stopped before contrast?", "patient.json")
    osler.read("patient.json")

Each may be awaited, or used as it is, in a notebook's running loop as well.
"""

from __future__ import annotations

from typing import Any

__version__ = "0.2.0"

_HOMES = {
    "ask": "osler.casework",
    "diagnose": "osler.casework",
    "ground": "osler.casework",
    "match": "osler.casework",
    "read": "osler.casework",
    "read_all": "osler.casework",
    "OslerError": "osler.errors",
}
"""Where each name is at home; it is imported when it is first used, since most who import Osler use few of them."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'osler' has no attribute {name!r}")
    from osler.lazy import LaterFunction, loaded

    if name == "OslerError":
        return loaded(_HOMES[name], name)
    # Kept, so that a name always means the same object.
    return globals().setdefault(name, LaterFunction(_HOMES[name], name))


def __dir__() -> list[str]:
    return sorted({"__version__", "__doc__", *_HOMES})
