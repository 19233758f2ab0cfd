"""What a writer gives back: the document, and an honest list of what did not fit into it."""

from __future__ import annotations

from typing import Any, NamedTuple


class WriteResult(NamedTuple):
    """A record in another format."""

    document: dict[str, Any]
    """The JSON form of the format."""
    not_carried: list[str]
    """The fields that the format cannot carry and that are lost."""
    extended: list[str]
    """The fields that only Osler will find again, because they travel in extensions."""
