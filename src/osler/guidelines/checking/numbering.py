"""The numbers of sections, tables and pages: they stand in a source, and are evidence for nothing."""

from __future__ import annotations

import re

_LABEL = r"(?:(?i:section|chapter|part|appendix|annex|table|figure|box|recommendation)\s+)"
_UNIT = r"(?!(?:years?|yrs?|months?|weeks?|days?|hours?|minutes?|mg|g|kg|mL|mmol|micrograms?|units?|to|or|and|x)\b)"
_HEADING = re.compile(
    rf"(?:^|(?<=/ ))\s*(?:{_LABEL}[A-Z]?\d{{0,2}}(?:\.\d{{1,2}}){{0,3}}[.:)]?\s*(?=\S|$)"
    rf"|\d{{1,2}}(?:\.\d{{1,2}}){{1,3}}[.:)]?\s+{_UNIT}|\d{{1,2}}[.:)]\s+{_UNIT}|\d{{1,2}}\s+{_UNIT}(?=[A-Z]))"
)
"""The number before a heading: "2.2 Corticosteroids", "2. Medicines", "Table 1. Last dose"; "5 to 9 years" is none."""
_LINE = re.compile(rf"^\s*\d{{1,2}}(?:\.\d{{1,2}}){{1,3}}[.:)]?\s+{_UNIT}(?=[A-Z][a-z])", re.MULTILINE)
_REFERENCE = re.compile(
    r"\b(?:sections?|chapters?|appendix|annex|tables?|figures?|box|page|pages|paragraphs?|recommendations?)\s+\d{1,3}(?:\.\d{1,2}){0,3}"
    r"(?:\s?(?:,|and|or|to|-|–)\s?\d{1,3}(?:\.\d{1,2}){0,3}\b)*(?![\d.]*\s?(?:mg|g|kg|mL|mmol|%|years?|months?|weeks?|days?|hours?)\b)",
    re.IGNORECASE,
)


def without_numbering(headings: str) -> str:
    """Headings, joined by " / ", without their numbers."""
    return _HEADING.sub("", headings)


def without_references(text: str) -> str:
    """A text without the numbers of the sections and tables that it points at, or that open its lines."""
    return _REFERENCE.sub(lambda found: found.group().split()[0], _LINE.sub("", text))
