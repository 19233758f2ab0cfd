"""A disease that is named behind a vaccine in one message, and means the vaccine against it: "my flu jab, and the pneumonia one?"."""

from __future__ import annotations

import re

from osler.consult.record.reading.table import pattern


def as_vaccine(part: str, named: str, before: str) -> str:
    """The part of a message; where it names no more than a disease while vaccines are asked about, asked of the vaccine."""
    if not named or not pattern("kinds", "vaccine").search(before.lower()):
        return part
    lower = part.lower().rstrip(" ?!.")
    if re.fullmatch(rf"(?:and |the |or )*{re.escape(named)}(?: ones?)?", lower):
        return f"have i had the {named} vaccine?"
    return re.sub(rf"\b{re.escape(named)} ones?\b", f"{named} vaccine", lower)
