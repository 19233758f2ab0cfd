"""Words of every day that vocabularies also know as names, and that people mostly use for other things."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def everyday() -> frozenset[str]:
    """The words, lower case."""
    text = files("osler.consult.wording").joinpath("everyday.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())
