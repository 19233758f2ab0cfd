"""What a document says of itself and of no patient: that it is synthetic, a draft, or no medical advice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.library.passages import passage_sentences
from osler.core.library.populations import read_rules
from osler.core.library.types import Block


def without_disclaimers(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without those that say nothing but what their document is: they are evidence for nothing."""
    return [
        block for block in blocks if block.kind == "table" or not about_itself(block.text) >= _sentences_of(block.text)
    ]


def about_itself(text: str) -> frozenset[str]:
    """The sentences of a passage that speak of their document: "This text is synthetic. It is no advice."."""
    found: set[str] = set()
    before = False
    for sentence in passage_sentences(text):
        goes_on = before and _any_of("about_itself_goes_on").search(sentence.text)
        before = bool(goes_on or _any_of("about_itself").search(sentence.text))
        if before:
            found.add(sentence.text)
    return frozenset(found)


def _sentences_of(text: str) -> frozenset[str]:
    return frozenset(one.text for one in passage_sentences(text)) or frozenset({text})


@cache
def _any_of(name: str) -> re.Pattern[str]:
    return re.compile("|".join(read_rules()[name]), re.IGNORECASE)
