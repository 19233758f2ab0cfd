"""Everyday names of measures, written as the tables know them."""

from __future__ import annotations

import re

from osler.consult.extraction.clauses import words
from osler.consult.record.called import measure_named
from osler.consult.record.nearest import measures_spelt
from osler.core.language import quantities
from osler.core.terminology import measure


def as_measured(text: str) -> str:
    """Words in which everyday names of measures are written as the tables know them: "sugar" is blood sugar."""
    text = measures_spelt(text)
    for spoken, replacement in words()["rewrites"]:
        text = re.sub(spoken, replacement, text, flags=re.IGNORECASE)
    return text


def measure_meant(text: str) -> str:
    """The measure that a clause names, for an "it" in the next: "my INR should be 2 to 3, but it was 4.6"."""
    text = as_measured(text)
    row = measure_named(text) or next((measure(q.measure_id) for q in quantities(text) if q.measure_id), None)
    return row.name if row is not None else ""
