"""A table that was copied with its bars, as rows that name their columns: "Gabapentin; eGFR 15-29: 300 mg once daily"."""

from __future__ import annotations

import re

from osler.core.library import row_text

_BAR = re.compile(r"\s*(?<!\\)\|\s*")
_RULE = re.compile(r"[\s|:-]+")
_MEASURE = re.compile(r"[a-z]{1,2}[A-Z]")
"""The name of a measure that opens in small letters: eGFR."""
_FEWEST = 2
"""Cells that a line of a table has at least."""


def with_rows(text: str) -> str:
    """A text with the lines of each table as rows, each under the heads of its columns."""
    lines: list[str] = []
    heads: list[str] = []
    for line in text.split("\n"):
        cells = [cell.strip() for cell in _BAR.split(line.strip().strip("|"))]
        if len(cells) < _FEWEST:
            heads = []
            lines.append(line)
        elif not heads:
            heads = cells
        elif not _RULE.fullmatch(line):
            named = [
                (name if _MEASURE.match(name) else name[:1].upper() + name[1:], value)
                for name, value in zip(heads[1:], cells[1:], strict=False)
            ]
            lines += ["", row_text(cells[0], named), ""]
    return "\n".join(lines)
