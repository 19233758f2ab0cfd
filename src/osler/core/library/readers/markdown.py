"""Markdown and plain text → blocks: headings of either style, list items, paragraphs, front matter."""

from __future__ import annotations

import re
from typing import Any

import yaml

from osler.core.library.readers.heads import is_head_line
from osler.core.library.types import Block, BlockKind, DocumentMetadata, ReadDocument
from osler.yaml_reader import parse_yaml

_FRONT = re.compile(r"\A---[ \t]*\r?\n(?P<yaml>.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+•▪◦‣●]|\(?\d{1,3}(?:\.\d{1,3})*[.)])[ \t]+(?=\S)")
_NUMBERED = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,3}\.?[ \t]+[A-Z][^.!?]{2,80}$")
_RULE = re.compile(r"^[ \t]*(?:[-=*_][ \t]*){3,}$")
_TABLE_RULE = re.compile(r"^[ \t|:-]+$")
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1|(?<![\w*])([*])(?=\S)(.+?)(?<=\S)\3(?![\w*])|`([^`]+)`")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_NAMES = {
    "publisher": "issuer",
    "organisation": "issuer",
    "organization": "issuer",
    "published": "date",
    "country": "jurisdiction",
}
_COLUMN_NAME = 40
_HEADER_LINES = 15


def read_markdown(text: str, *, page: int | None = None) -> ReadDocument:
    """The blocks of a Markdown or plain text, with what it says of itself in front matter or in its first lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    metadata, text = _front_matter(text)
    reading = Reading(page=page)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if number < _HEADER_LINES and is_head_line(line):
            reading.line("")
            reading.line(line)
            reading.line("")
        else:
            reading.line(line, following)
    reading.close()
    title = reading.first_heading if reading.blocks or reading.first_heading else ""
    return ReadDocument(
        metadata=metadata.filled_from(DocumentMetadata(title=title)), blocks=reading.blocks, format="text"
    )


class Reading:
    """A text being read line by line into blocks."""

    def __init__(self, page: int | None = None) -> None:
        self.blocks: list[Block] = []
        self.first_heading = ""
        self.page = page
        self._headings: list[tuple[int, str]] = []
        self._open: list[str] = []
        self._kind: BlockKind = "paragraph"
        self._rows: list[list[str]] = []

    def line(self, line: str, following: str = "") -> None:
        """Take the next line; `following` is the one after it, which may underline it."""
        stripped = line.strip()
        if not stripped or _RULE.match(line):
            self.close()
        elif heading := _HEADING.match(stripped):
            self.heading(len(heading[1]), heading[2])
        elif not self._open and following and re.fullmatch(r"[ \t]*(={3,}|-{3,})[ \t]*", following):
            self.heading(1 if following.strip()[0] == "=" else 2, stripped)
        elif not self._open and _looks_like_heading(stripped, following):
            self.heading(2 if self.first_heading else 1, stripped)
        elif stripped.startswith("|"):
            self.close()
            if not _TABLE_RULE.match(stripped):
                self._rows.append([plain(cell) for cell in stripped.strip("|").split("|")])
            if not following.strip().startswith("|"):
                for row in table_rows(self._rows):
                    self._kind, self._open = "table", [row]
                    self.close()
                self._rows = []
        elif item := _ITEM.match(line):
            self.close()
            self._kind, self._open = "item", [line[item.end() :].strip()]
        else:
            self._open.append(stripped.removeprefix("> "))

    def heading(self, level: int, text: str) -> None:
        """Begin a section."""
        self.close()
        text = plain(text)
        self.first_heading = self.first_heading or text
        self._headings = [(depth, title) for depth, title in self._headings if depth < level] + [(level, text)]

    def close(self) -> None:
        """End the block that is open."""
        text = plain(" ".join(self._open))
        if text:
            heading = tuple(title for _, title in self._headings)
            self.blocks.append(Block(text=text, heading=heading, page=self.page, kind=self._kind))
        self._open, self._kind = [], "paragraph"


def table_rows(rows: list[list[str]]) -> list[str]:
    """The rows of a table as text, each cell under the name of its column; the row of names is not one of them."""
    if len(rows) < 2 or not all(_is_name(cell) for cell in rows[0]):
        return [" | ".join(dict.fromkeys(filter(None, row))) for row in rows]
    names, found = rows[0], []
    for row in rows[1:]:
        first = row[0] if row else ""
        cells = [f"{name}: {cell}" if name else cell for name, cell in zip(names[1:], row[1:], strict=False) if cell]
        found.append("; ".join(filter(None, [first, *dict.fromkeys(cells)])))
    return found


def _is_name(cell: str) -> bool:
    """Whether a cell may name its column: a few words without a number."""
    return len(cell) < _COLUMN_NAME and not re.search(r"\d", cell)


def plain(text: str) -> str:
    """Text without the marks of Markdown."""
    text = _LINK.sub(r"\1", text)
    text = _EMPHASIS.sub(lambda match: match[2] or match[4] or match[5] or "", text)
    return " ".join(text.split())


def _looks_like_heading(line: str, following: str) -> bool:
    """Whether a line of a plain text stands alone as a heading: numbered, in capitals, or ended by a colon."""
    if following.strip() and not _NUMBERED.match(line):
        return False
    return (
        bool(_NUMBERED.match(line))
        or (line.isupper() and 3 < len(line) < 80)
        or (line.endswith(":") and len(line) < 60)
    )


def _front_matter(text: str) -> tuple[DocumentMetadata, str]:
    found = _FRONT.match(text)
    if found is None:
        return DocumentMetadata(), text
    try:
        values = parse_yaml(found["yaml"])
    except yaml.YAMLError:
        return DocumentMetadata(), text
    if not isinstance(values, dict):
        return DocumentMetadata(), text
    return _metadata({str(key).lower(): value for key, value in values.items()}), text[found.end() :]


def _metadata(values: dict[str, Any]) -> DocumentMetadata:
    named = {_NAMES.get(key, key): str(value) for key, value in values.items() if value is not None}
    return DocumentMetadata(**{key: value for key, value in named.items() if key in DocumentMetadata.model_fields})
