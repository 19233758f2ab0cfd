"""The listed names of food supplements and herbs, as one pattern."""

from __future__ import annotations

import re
from functools import cache

from osler.yaml_reader import packaged_yaml


@cache
def supplement_names() -> re.Pattern[str]:
    """The names as whole words, the longest first."""
    rows = packaged_yaml("osler.consult.extraction", "supplements.yml")["names"]
    names = sorted((name for row in rows for name in _alternatives(row)), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(names)})(?![\w-])", re.IGNORECASE)


def _alternatives(row: str) -> list[str]:
    """The alternatives of a pattern, outside its brackets."""
    found, depth = [""], 0
    for letter in row:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found
