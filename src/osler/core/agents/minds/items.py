"""The members of an answer's list, taken out of a reply that is still being written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from osler.core.agents.steps.structured import without_thought

OnItem = Callable[[Any], None]
"""Called with each member of a typed answer's list once it is checked; the outcome of the step has the last say."""

_SELF_DELIMITED = '}]"'
"""What ends a JSON value that cannot go on; a number may."""


class ItemReader:
    """Offers each member of the list as soon as it is whole, with its surrogates restored."""

    begun = False
    """Nothing is shown here that could not be withdrawn, so an answer that broke off may be begun again."""

    def __init__(self, field: str, offer: OnItem, restore: Callable[[Any], Any]) -> None:
        # The quotes of a key inside a string are escaped, so that this finds a key and nothing else.
        self._opening = re.compile(rf'"{re.escape(field)}"\s*:\s*\[')
        self._offer = offer
        self._restore = restore
        self._decoder = json.JSONDecoder(strict=False)
        self.call = ""
        """The tool in whose arguments the answer comes; empty where it comes as text."""
        self._text = ""
        self._at: int | None = None

    def drop(self) -> None:
        """What came so far is no answer."""
        self._text, self._at = "", None

    def add(self, text: str, *, call: str = "") -> None:
        """More of the reply."""
        if call != self.call:
            return
        self._text += text
        if self._at is None:
            self._open()
        while self._at is not None and self._next(self._at):
            pass

    def _open(self) -> None:
        said = without_thought(self._text)
        found = self._opening.search(said) if said is not None else None
        if said is not None and found is not None:
            self._text, self._at = said, found.end()

    def _next(self, at: int) -> bool:
        """Offer the member that begins here; False where it is not whole yet, or the list has ended."""
        start = at + len(self._text[at:]) - len(self._text[at:].lstrip(" \t\r\n,"))
        try:
            item, end = self._decoder.raw_decode(self._text, start)
        except (ValueError, RecursionError):
            return False
        if self._text[end - 1] not in _SELF_DELIMITED and self._text[end:].lstrip()[:1] not in {",", "]"}:
            return False
        self._at = end
        self._offer(self._restore(item))
        return True
