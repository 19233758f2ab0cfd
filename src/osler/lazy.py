"""Front doors that cost nothing to open: a package's names, each loaded from its module when it is first asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


class _Door(ModuleType):
    """A package of which one name is also that of a module inside it, as `run` of `run.py`: the name is what the door shows.

    Python binds a module's name in its package once it is loaded, which would hide the name.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in self.__dict__["_shown"]):
            super().__setattr__(name, value)


def lazily(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`: `homes` maps each name to the module inside the package that holds it."""
    shown = homes.keys() & set(homes.values())
    if shown:
        door = sys.modules[package]
        door.__dict__["_shown"] = shown
        door.__class__ = _Door

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return find


def loaded(module: str, name: str) -> Any:
    """A name of a module, which is imported if it was not."""
    return getattr(import_module(module), name)


class LaterFunction:
    """A function whose module is imported when it is called, or looked at: naming it costs nothing."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self.__name__ = self.__qualname__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function gives."""
        return loaded(self._module, self.__name__)(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        # Names that `inspect` and notebooks ask of anything are the function's, not ours.
        return getattr(loaded(self._module, self.__name__), name)

    @property
    def __wrapped__(self) -> Any:
        """The function itself: what `inspect.signature` and `help` look at."""
        return loaded(self._module, self.__name__)

    def __repr__(self) -> str:
        """Its name and where it is at home."""
        return f"<function {self.__name__} of {self._module}>"
