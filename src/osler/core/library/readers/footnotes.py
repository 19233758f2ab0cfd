"""Footnotes: what a mark in the text points at is said with the passage that has the mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.library.types import Block

MARK = "\u2063{0}\u2063"
"""How a reader keeps the mark of a footnote: between separators that no guideline writes and nobody sees."""
_MARK = re.compile("\u2063([^\u2063]{1,3})\u2063")
_OPENED = re.compile("^\\s*\u2063([^\u2063]{1,3})\u2063[\\s:.]*")
_SECTION = re.compile(r"^\W*(?:[\d.]+\s*)?(?:foot)?notes?\b", re.IGNORECASE)
_NOTE = re.compile(
    r"^(?:\[\^?|\()?(?P<mark>[\dA-Za-z*†‡§¶]{1,2})(?:[\]).:]|(?<=[*†‡§¶])\s)+\s*(?P<note>\S.*)$", re.DOTALL
)


def with_footnotes(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, each that has marks followed by the notes that they point at; a note by itself is of nobody."""
    marks = {mark for block in blocks for mark in _MARK.findall(block.text)}
    if not marks:
        return list(blocks)
    notes: dict[str, str] = {}
    told: list[Block] = []
    number = 0
    for block in blocks:
        below = bool(block.heading) and bool(_SECTION.match(block.heading[-1]))
        number += below
        mark, note = _note(block.text, str(number) if below else "")
        if mark in marks and mark not in notes and (below or block is not blocks[0]):
            notes[mark] = note
        else:
            told.append(block)
    return [_told(block, notes) for block in told]


def _note(text: str, counted: str) -> tuple[str, str]:
    """The mark that a note begins with, or the number that it has in its list, and what it says."""
    opened = _OPENED.match(text)
    if opened:
        return opened[1], text[opened.end() :].strip()
    found = _NOTE.match(text) if counted or not _MARK.search(text) else None
    if found:
        return found["mark"], found["note"].strip()
    return counted, text.strip()


def _told(block: Block, notes: dict[str, str]) -> Block:
    named = [one for one in dict.fromkeys(_MARK.findall(block.text)) if one in notes]
    # A mark that points at nothing is kept as it was written: it may be an exponent.
    text = _MARK.sub(lambda mark: "" if mark[1] in notes else mark[1], block.text)
    return block.model_copy(update={"text": "\n".join([text, *(f"Note {one}: {notes[one]}" for one in named)])})
