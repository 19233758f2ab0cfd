"""What a patient is in at the time, once and for some months at most: this pregnancy, the current admission."""

from __future__ import annotations

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.types import Window

_NOW = frozenset({"this", "current", "present", "ongoing"})


def episode_of(window: Window) -> str | None:
    """The pregnancy or the stay that a window is bound to; None where it is another time."""
    which, _, what = window.anchor.partition(" ")
    return what if window.kind == "at" and which in _NOW and what in cues().episodes else None
