"""Names of the version before, kept for one version: each warns and gives what it is called now."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any


def renamed(module: str, names: Mapping[str, tuple[str, Any]]) -> Callable[[str], Any]:
    """A module's `__getattr__` that answers to old names; `names` maps each to its new name and the thing itself."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new, thing = names[name]
        warnings.warn(f"{module}.{name} is now called {new}", DeprecationWarning, stacklevel=2)
        return thing

    return find
