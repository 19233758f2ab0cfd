"""A table that was copied with its bars, as rows that name their columns: "Gabapentin; eGFR 15-29: 300 mg once daily"."""

from __future__ import annotations

import re

from osler.core.library import table_rows

_BAR = re.compile(r"\s*(?<!\\)\|\s*")
_RULE = re.compile(r"[\s|:-]+")
_FEWEST = 2
"""Cells that a line of a table has at least."""


def with_rows(text: str) -> str:
    """A text with the lines of each table as rows, read as the tables of a document are."""
    lines: list[str] = []
    table: list[list[str]] = []
    for line in [*text.split("\n"), ""]:
        cells = [cell.strip() for cell in _BAR.split(line.strip().strip("|"))]
        if len(cells) >= _FEWEST:
            table += [] if _RULE.fullmatch(line) else [cells]
            continue
        lines += [part for row in table_rows(table, 1) for part in ("", row, "")] if table else []
        table = []
        lines.append(line)
    return "\n".join(lines[:-1])
