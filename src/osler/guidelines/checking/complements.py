"""What a limit bars, as what it leaves: barred below 30 is used at 30 or more only."""

from __future__ import annotations

import re

_BARRED = re.compile(
    r"^(?P<what>[^,;.]+?) (?:is|are) contra-?indicated (?:(?:when|if) (?:the )?(?P<value>[^,;.\d]+?) is|in (?:people|patients|adults) whose (?P<value2>[^,;.\d]+?) is)"
    r" (?P<side>below|above) (?P<limit>\d[\d.]*(?: ?[^\s,;.()]+(?:\.\d+\s?m[2²])?)?)(?=$|[.]?\s*(?:\(|$))",
    re.IGNORECASE,
)
"""What a limit of a value bars, and nothing else does: it may be used on the other side only."""


def complements_of(sentence: str) -> tuple[str, ...]:
    """A ban that hangs on one limit, put as the permission on its other side and as the ban without it; else nothing."""
    barred = _BARRED.match(sentence)
    if barred is None:
        return ()
    allowed = _beyond(barred)
    return (
        f"{barred['what']} can be used only {allowed}.",
        f"{barred['what']} should not be used unless {allowed.removeprefix('if ')}.",
    )


def _beyond(barred: re.Match[str]) -> str:
    """The other side of the limit that bars a thing, as the condition under which it may be used."""
    more = "more" if barred["side"].lower() == "below" else "less"
    return f"if {barred['value'] or barred['value2']} is {barred['limit']} or {more}"
