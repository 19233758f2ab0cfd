"""People of an age or with a condition ("older than 65 years or with heart disease"): either is enough."""

from __future__ import annotations

import re

_EITHER = re.compile(
    r"(?P<age>(?:aged? )?(?:(?:older|younger|more|less|over|under|above|below)(?: than)? )?\d{1,3}(?:(?: to |-)\d{1,3})? years(?: of age)?"
    r"(?: (?:or|and) (?:older|over|above|younger|under|below))?),? or (?P<condition>(?:with|who (?:have|has|had|are|take)) [^,;.]+)",
    re.IGNORECASE,
)


def either_of(text: str) -> tuple[str, ...]:
    """A sentence once for each of an age and a condition of which either is enough; as it is where there are none."""
    found = _EITHER.search(text)
    if found is None:
        return (text,)
    before, behind = text[: found.start()], text[found.end() :]
    return f"{before}{found['age']}{behind}", f"{before}{found['condition']}{behind}"
