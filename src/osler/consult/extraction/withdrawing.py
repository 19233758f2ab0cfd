"""What a message takes back of entries that were told before, with nothing in their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from osler.consult.extraction.support import named
from osler.consult.extraction.types import KINDS, Extraction
from osler.consult.extraction.undone import is_of_another
from osler.consult.record.called import words
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "amending.yml", flags=re.IGNORECASE)


def withdrawn(told: Sequence[Extraction], message: str, *, just_told: bool) -> Extraction | None:
    """The saved entries that a message says are not so; None where it takes back nothing."""
    if told and just_told and _TABLE.says(message, "not_mine"):
        return told[-1]
    if not told or not denies(message) or not (just_told or _TABLE.says(message, "not_so")):
        return None
    spoken = set(words(message))
    gone = {kind: _meant((entry for batch in told for entry in getattr(batch, kind)), spoken) for kind in KINDS}
    return Extraction.model_validate(gone) if any(gone.values()) else None


def is_not_own(message: str) -> bool:
    """Whether a message says of what was just told that it is of somebody else, and asks nothing."""
    if message.rstrip().endswith("?"):
        return False
    return _TABLE.says(message, "not_mine") or _TABLE.says(message, "of_another") or is_of_another(message)


def denies(message: str) -> bool:
    """Whether a message says of something that it is not so, and asks nothing."""
    return not message.rstrip().endswith("?") and _TABLE.says(message, "denies")


def _meant(entries: Iterable[Any], spoken: set[str]) -> list[Any]:
    """The entries whose whole name is spoken."""
    return [entry for entry in entries if named(entry) and set(named(entry)) <= spoken]
