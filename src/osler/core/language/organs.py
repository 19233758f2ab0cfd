"""Liver and spleen by how far they are felt below the costal margin: "spleen 14 cm below the costal margin, liver 6 cm"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.rules import read_table
from osler.core.language.types import Sentence
from osler.first_letters import each_match

_ADULT = 18.0
_SIZE = re.compile(
    r"\b(?P<organ>spleen|liver)\b(?P<between>[^.;\n\d]{0,40}?)(?P<value>\d{1,2}(?:\.\d)?)\s?(?P<unit>cm|mm)\b",
    re.IGNORECASE,
)
_FELT = re.compile(r"\b(?:costal|rib|ribs|subcostal|LCM|RCM|BCM|BLCM|BRCM|palpable|palpated|felt)\b", re.IGNORECASE)
"""Words by which a length is one below the ribs and no size on a scan."""
_ANOTHER = re.compile(
    r"\b(?:span|lesions?|cysts?|mass|masses|nodules?|tumou?rs?|lengths?|siz\w+|diameter|measur\w+|not|no|and|with|transplant\w*)\b",
    re.IGNORECASE,
)
"""Words by which a length is that of something else, or the organ is not felt."""


class _Row(NamedTuple):
    limit: float
    from_age: float
    to_age: float
    hpo_id: str
    name: str
    source: str


@lru_cache(maxsize=1)
def _table() -> dict[str, list[_Row]]:
    found: dict[str, list[_Row]] = {}
    for organ, limit, from_age, to_age, hpo_id, name, source in read_table("organs.tsv"):
        row = _Row(float(limit), float(from_age or 0), float(to_age or 200), hpo_id, name, source)
        found.setdefault(organ, []).append(row)
    return found


def enlarged_organs(text: str, sentences: Sequence[Sentence], age: float | None) -> Iterator[MeasuredFinding]:
    """The organs that a sentence finds further below the costal margin than is usual at this age."""
    years = _ADULT if age is None else age
    for sentence in sentences:
        if not _FELT.search(text, sentence.start, sentence.end):
            continue
        for match in each_match(_SIZE, text, sentence.start, sentence.end):
            rows = _table()[match["organ"].lower()]
            row = next((row for row in rows if row.from_age <= years < row.to_age), None)
            below = float(match["value"]) / (10 if match["unit"].lower() == "mm" else 1)
            if row is not None and below > row.limit and not _ANOTHER.search(match["between"]):
                why = f"{match.group()}: > {row.limit:g} cm below the costal margin ({row.source})"
                yield MeasuredFinding(match.start(), match.end(), row.hpo_id, row.name, why)
