"""Values in a row: "HbA1c 9.9% (Jan 2026), 7.2% (Nov 2026)" names its measure once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from osler.core.language import AnalysedText, Quantity
from osler.core.terminology import measure

_CONTINUES = re.compile(
    r"\s*(?:\([^()\n]{3,20}\)|(?:in|on|at)\s[\w\s]{3,16}|[A-Za-z]{3,9}\.?\s\d{4})?\s*"
    r"(?:,|;|->|→|then|and|now|,\s?(?:then|now|and))\s*"
)
"""What stands between two values of one measure: the day of the first, and a comma."""


def named_quantities(analysed: AnalysedText) -> Iterator[Quantity]:
    """The quantities of a note; one that only continues a row is of the measure before it."""
    named: Quantity | None = None
    for written in analysed.quantities:
        if written.analyte:
            named = written
        elif named is not None and _continues(named, written, analysed.text):
            row = measure(named.measure_id) if named.measure_id else None
            named = replace(
                written,
                analyte=named.analyte,
                measure_id=named.measure_id,
                canonical_value=row.to_canonical(written.value, written.unit) if row else None,
                canonical_unit=named.canonical_unit,
            )
            yield named
            continue
        elif written.unit and (drug := _drug_of_level(analysed, written)):
            yield replace(written, analyte=f"{drug} level")
            continue
        yield written


_LEVEL = re.compile(
    r"[\s,;(]*(?:(?:last|latest|trough|serum|plasma|drug)\s)*levels?\s?(?:of|was|is|today|[:=])?\s?", re.IGNORECASE
)


def _drug_of_level(analysed: AnalysedText, written: Quantity) -> str | None:
    """The medicine just before a level: "lithium carbonate 800 mg nocte (level 0.72 mmol/L)"."""
    preceding = bisect_left(analysed.medications, written.start, key=attrgetter("start")) - 1
    last = analysed.medications[preceding] if preceding >= 0 else None
    if last is None or _LEVEL.fullmatch(analysed.text, last.end, written.start) is None:
        return None
    return last.name


def _continues(named: Quantity, written: Quantity, text: str) -> bool:
    alike = bool(written.unit) and written.unit == named.unit and written.high is None
    return alike and _CONTINUES.fullmatch(text, named.end, written.start) is not None
