"""The day that a title line has at its right: "Adult CF / Lung Transplant Outpatients        22 May 2024"."""

from __future__ import annotations

import re

from osler.core.language.types import TimeExpression

_GAP = re.compile(r"(?:[ ]{3,}|[ ]?\t[ \t]*|[ \t]+\|[ \t]*)(?:(?:Date|Dated)[ \t]?:?[ \t]*)?$", re.IGNORECASE)
_LINE_ENDS = re.compile(r"[ \t]*(?:[|,]?[ \t]*\d{1,2}[:.]\d\d[ \t]?(?:h|hrs?|am|pm)?)?[ \t.|]*(?:\n|$)", re.IGNORECASE)


def stands_at_right(text: str, date: TimeExpression) -> bool:
    """Whether a date ends its line, set apart from the words before it: as the day of a page, and of nothing that it tells."""
    line = text[text.rfind("\n", 0, date.start) + 1 : date.start]
    return bool(line.strip()) and _GAP.search(line) is not None and _LINE_ENDS.match(text, date.end) is not None
