"""Footnotes: what a mark in the text points at is said with the passage that has the mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.library.rows import row_of
from osler.core.library.types import Block

MARK = "\u2063{0}\u2063"
"""How a reader keeps the mark of a footnote: between separators that no guideline writes and nobody sees."""
KEPT = re.compile("\u2063([^\u2063]{1,3})\u2063")
"""A mark as it is kept."""
_OPENED = re.compile("^\\s*\u2063([^\u2063]{1,3})\u2063[\\s:.]*")
_SECTION = re.compile(r"^\W*(?:[\d.]+\s*)?(?:foot)?notes?\b", re.IGNORECASE)
_NOTE = re.compile(
    r"^(?:\[\^?|\()?(?P<mark>[\dA-Za-z*†‡§¶]{1,2})(?:[\]).:]|(?<=[*†‡§¶])\s)+\s*(?P<note>\S.*)$", re.DOTALL
)
_ROWS = 40
"""Rows above a paragraph in which its marks may stand."""
_LINE = re.compile(r"\n|(?<=[.!?])\s+(?=\([a-z*†‡]\)\s)")
_BRACKETED = re.compile(r"^\((?P<mark>[a-z*†‡])\)\s+")
_CELL_MARK = re.compile(r"\s*\(([a-z*†‡])\)(?=\s*(?:;|$))")


def with_footnotes(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, each that has marks followed by the notes that they point at; a note by itself is of nobody."""
    blocks = _in_brackets(blocks)
    marks = {mark for block in blocks for mark in KEPT.findall(block.text)}
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


def _in_brackets(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with "(a)" behind a cell of a table as a mark, where a paragraph below explains "(a)"."""
    found: list[Block] = list(blocks)
    notes: dict[int, list[Block]] = {}
    for number, block in enumerate(blocks):
        lines = [line.strip() for line in _LINE.split(block.text) if line.strip()]
        named = [mark["mark"] for line in lines if (mark := _BRACKETED.match(line))]
        rows = [place for place in range(max(0, number - _ROWS), number) if row_of(blocks[place].text)]
        cells = {one for place in rows for one in _CELL_MARK.findall(blocks[place].text)}
        if not named or len(named) < len(lines) or not cells & set(named):
            continue
        for place in rows:
            found[place] = _marked(found[place], named)
        notes[number] = [
            block.model_copy(update={"text": f"{MARK.format(mark)} {_BRACKETED.sub('', line)}"})
            for mark, line in zip(named, lines, strict=True)
        ]
    return [one for number, block in enumerate(found) for one in notes.get(number, [block])]


def _marked(row: Block, named: Sequence[str]) -> Block:
    """A row of a table with these letters in brackets as marks."""
    text = _CELL_MARK.sub(lambda mark: MARK.format(mark[1]) if mark[1] in named else mark[0], row.text)
    return row.model_copy(update={"text": text})


def _note(text: str, counted: str) -> tuple[str, str]:
    """The mark that a note begins with, or the number that it has in its list, and what it says."""
    opened = _OPENED.match(text)
    if opened:
        return opened[1], text[opened.end() :].strip()
    found = _NOTE.match(text) if counted or not KEPT.search(text) else None
    if found:
        return found["mark"], found["note"].strip()
    return counted, text.strip()


def _told(block: Block, notes: dict[str, str]) -> Block:
    named = [one for one in dict.fromkeys(KEPT.findall(block.text)) if one in notes]
    # A mark that points at nothing is kept as it was written: it may be an exponent.
    text = KEPT.sub(lambda mark: "" if mark[1] in notes else mark[1], block.text)
    return block.model_copy(update={"text": "\n".join([text, *(f"Note {one}: {notes[one]}" for one in named)])})
