"""Sentences of a document that give orders to a language model: kept and shown, never used as evidence."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language import sentences
from osler.core.library.populations import read_rules


def addresses_a_model(text: str) -> bool:
    """Whether a text reads as an order to whoever processes it."""
    return bool(_pattern().search(text))


def without_instructions(text: str) -> str:
    """A text without the sentences that address a model."""
    if not addresses_a_model(text):
        return text
    return " ".join(one.text for one in sentences(text) if not addresses_a_model(one.text))


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(read_rules()["instructions"]), re.IGNORECASE | re.DOTALL)
