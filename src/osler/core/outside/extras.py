"""Packages that not every installation has: what needs one says which extra brings it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from osler.errors import ConfigError


@contextmanager
def extra(name: str, needed_for: str) -> Iterator[None]:
    """Import packages of an extra; where they are not installed, ConfigError with the command that installs them."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "osler":
            raise
        missing = (error.name or "a package").partition(".")[0]
        raise ConfigError(
            f"{needed_for} needs {missing}, which is not installed", mend=f"pip install 'osler[{name}]'"
        ) from None
