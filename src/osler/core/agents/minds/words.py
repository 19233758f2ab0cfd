"""A reply's words as they come, whole words at a time and with their surrogates restored."""

from __future__ import annotations

from collections.abc import Callable

OnWords = Callable[[str], None]
"""Called with the next words of an answer; they are not checked yet, and the outcome of the step has the last say."""

_NOT_PROSE = "{[`<"
"""A reply that begins so may be a tool call, JSON or a model's thoughts: it is shown when it is known to be none."""


class WordStream:
    """Holds back what is not whole: half a word, half a surrogate, or a reply that may be no prose at all."""

    def __init__(self, show: OnWords, restore: Callable[[str], str] | None = None) -> None:
        self._show = show
        self._restore = restore
        self._held = ""
        self._shown = ""

    @property
    def begun(self) -> bool:
        """Whether anything of this reply was shown."""
        return bool(self._shown)

    def add(self, text: str, *, call: str = "") -> None:
        """More of the reply; the arguments of a call are no words."""
        if call:
            return
        self._held += text
        if not self._shown and self._held.lstrip()[:1] in _NOT_PROSE:
            return
        whole = max(self._held.rfind(mark) for mark in (" ", "\n")) + 1
        opened = self._held.rfind("[", 0, whole)
        if opened >= 0 and "]" not in self._held[opened:whole]:
            whole = opened
        self._put_out(self._held[:whole])
        self._held = self._held[whole:]

    def finish(self, answer: str) -> None:
        """The reply was an answer: show what was held back of it, or all of it."""
        if self._shown:
            self._put_out(self._held)
        elif answer:
            self._show(answer)
        self._held = self._shown = ""

    def drop(self) -> None:
        """What came so far is no answer."""
        self._held = self._shown = ""

    def _put_out(self, text: str) -> None:
        if text:
            self._shown += text
            self._show(self._restore(text) if self._restore else text)
