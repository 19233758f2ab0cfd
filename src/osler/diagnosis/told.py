"""Which matters a note speaks of at all, by the words of `told.yml`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal

from osler.yaml_reader import packaged_yaml

Matter = Literal["family", "genetic_tests", "well_now", "recovered", "cleared"]


def tells_of(matter: Matter, notes: Iterable[str]) -> bool:
    """Whether one of the notes speaks of a matter."""
    return any(_pattern(matter).search(note) for note in notes)


@cache
def _pattern(matter: Matter) -> re.Pattern[str]:
    words: list[str] = packaged_yaml("osler.diagnosis", "told.yml")[matter]
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)
