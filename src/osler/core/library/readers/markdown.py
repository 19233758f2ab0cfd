"""Markdown and plain text → blocks: headings of either style, list items, paragraphs, front matter."""

from __future__ import annotations

import re
from typing import Any

import yaml

from osler.core.library.passages import passage_sentences
from osler.core.library.readers.control import controlled
from osler.core.library.readers.footnotes import MARK
from osler.core.library.readers.front_lines import front_of, is_body, is_body_alone
from osler.core.library.readers.heads import is_head_line
from osler.core.library.readers.hidden import shown
from osler.core.library.readers.tables import table_rows
from osler.core.library.readers.text_tables import with_bars
from osler.core.library.types import Block, BlockKind, DocumentMetadata, ReadDocument
from osler.yaml_reader import parse_yaml

_FRONT = re.compile(r"\A---[ \t]*\r?\n(?P<yaml>.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+•▪◦‣●]|\(?\d{1,3}(?:\.\d{1,3})*[.)])[ \t]+(?=\S)")
_NUMBERED = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,3}\.?[ \t]+[A-Z][^.!?]{2,80}$")
_ORDER = re.compile(r"^(\d{1,2})\.?[ \t]")
"""A heading numbered with one number: all of them stand beside each other."""
_DEPTH = re.compile(r"^[\d.]+[ \t]")
_RECOMMENDATION = re.compile(
    r"^(?:(?P<kind>(?:Recommendation|Practice Point|Statement|Good Practice Point)\s+)(?P<named>\d{1,2}(?:\.\d{1,3}){0,4})[.:]?"
    r"|(?P<number>R?\d{1,2}(?:\.\d{1,3}){1,4})\.?)[ \t]+(?=[A-Z])"
)
"""The number of a recommendation, as institutes write it before each: 1.2.8."""
_CAPTION = re.compile(r"^(?:table|box|chart)\s+[\dA-Z]{1,3}(?:[.:]|\s+[-–]|\s)\s*\S", re.IGNORECASE)
_CELLS = re.compile(r"\s*\|\s*|\t+|[ ]{3,}")
_AMOUNT = re.compile(r"\d\s*(?:mg|g|mcg|micrograms?|ml|units?|%|mmol|days?|weeks?|hours?|times)\b|\d/\d", re.IGNORECASE)
_LEAD = re.compile(r":$|\b(?:following|(?:table|doses|drugs|options) below)\b[^.]*\.$", re.IGNORECASE)
_LONGEST_LEAD = 200
_HEADING_WORDS = 11
_TABLE_DEPTH = 9
_RULE = re.compile(r"^[ \t]*(?:[-=*_][ \t]*){3,}$")
_TABLE_RULE = re.compile(r"^[ \t|:-]+$")
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1|(?<![\w*])([*])(?=\S)(.+?)(?<=\S)\3(?![\w*])|`([^`]+)`")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_FOOTNOTE = re.compile(r"\[\^(\w{1,3})\]")
_NAMES = {
    "publisher": "issuer",
    "organisation": "issuer",
    "organization": "issuer",
    "published": "date",
    "country": "jurisdiction",
}
_HEADER_LINES = 15


def read_markdown(text: str, *, page: int | None = None) -> ReadDocument:
    """The blocks of a Markdown or plain text, with what it says of itself in front matter or in its first lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    metadata, text = _front_matter(text)
    lines = with_bars(shown(text).split("\n"))
    reading = Reading(page=page, marked=any(_HEADING.match(line.strip()) for line in lines))
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if number < _HEADER_LINES and is_head_line(line):
            reading.line("")
            reading.line(line)
            reading.line("")
        else:
            reading.line(line, following)
    reading.close()
    metadata = metadata.filled_from(reading.named())
    return ReadDocument(metadata=metadata, blocks=reading.blocks, stated=reading.stated, format="text")


class Reading:
    """A text being read line by line into blocks; `marked` says that its headings are marked as such."""

    def __init__(self, page: int | None = None, *, marked: bool = True) -> None:
        self.blocks: list[Block] = []
        self.first_heading = ""
        self.page = page
        self._stated: dict[str, str] = {}
        self._marked = marked
        self._headings: list[tuple[int, str]] = []
        self._ahead: list[str] = []
        """The headings before any text: who issued the document, and its title."""
        self._open: list[str] = []
        self._kind: BlockKind = "paragraph"
        self._rows: list[list[str]] = []
        self._ruled = 0
        self._number = ""

    def line(self, line: str, following: str = "") -> None:
        """Take the next line; `following` is the one after it, which may underline it."""
        stripped = line.strip()
        if not stripped or _RULE.match(line):
            self.close()
        elif heading := _HEADING.match(stripped):
            self.heading(len(heading[1]), heading[2])
        elif not self._open and following and re.fullmatch(r"[ \t]*(={3,}|-{3,})[ \t]*", following):
            self.heading(1 if following.strip()[0] == "=" else 2, stripped)
        elif (not self._open and _looks_like_heading(stripped, following, marked=self._marked)) or (
            self._goes_on(stripped) and not _goes_on_below(following)
        ):
            numbered = _DEPTH.match(stripped) if _NUMBERED.match(stripped) else None
            deeper = numbered[0].rstrip(". \t").count(".") if numbered else 0
            self.heading(2 + deeper if self.first_heading or numbered else 1, stripped)
        elif self._is_row(stripped, following):
            self._row(stripped, following)
        elif not self._open and following.startswith("|") and _stands_alone(stripped, "", ahead=False):
            self.heading(_TABLE_DEPTH, stripped)
        elif not self._open and not self._marked and _stands_alone(stripped, following, ahead=not self.blocks):
            # A caption stands below the heading of its section.
            depth = _TABLE_DEPTH if _CAPTION.match(stripped) else 2
            self.heading(depth if self.first_heading else 1, stripped)
        elif _FOOTNOTE.match(stripped) or (_CAPTION.match(stripped) and self._is_whole()):
            self.close()
            self._open = [stripped]
        elif numbered := _RECOMMENDATION.match(stripped):
            self.close()
            self._kind, self._number, self._open = "item", _number(numbered), [stripped[numbered.end() :]]
        elif (item := _ITEM.match(line)) and not self._in_brackets(item.group()):
            self.close()
            self._kind, self._open = "item", [line[item.end() :].strip()]
        else:
            self._open.append(stripped.removeprefix("> "))

    def _is_whole(self) -> bool:
        """Whether what is open ends with the end of a sentence."""
        return bool(self._open) and bool(re.search(r"[.!?)\]]$", self._open[-1]))

    def _goes_on(self, line: str) -> bool:
        """Whether a line right after the end of a sentence is the next of numbered headings: no blank line parts a page."""
        here = _ORDER.match(line) if self._is_whole() and _NUMBERED.match(line) else None
        before = next((found for _, title in reversed(self._headings) if (found := _ORDER.match(title))), None)
        return here is not None and before is not None and int(here[1]) == int(before[1]) + 1

    def _in_brackets(self, mark: str) -> bool:
        """Whether what looks like the number of an item closes a bracket of the lines before: "(target INR" / "2.5) and"."""
        text = " ".join(self._open)
        return ")" in mark and "(" not in mark and text.count("(") > text.count(")")

    def _is_row(self, line: str, following: str) -> bool:
        """Whether a line is a row of a table: it begins with a bar, or it and its neighbour have as many cells."""
        if line.startswith("|"):
            return True
        cells = len(_CELLS.split(line))
        beside = len(self._rows[-1]) if self._rows else len(_CELLS.split(following.strip()))
        return cells > 1 and cells == beside and (" | " in line or cells > 2)

    def _row(self, line: str, following: str) -> None:
        """Take a row; the last of a table makes its rows blocks, under the caption that stands before them."""
        self.close()
        if _TABLE_RULE.match(line):
            self._ruled = self._ruled or len(self._rows)
        else:
            bars = line.startswith("|")
            self._rows.append([plain(cell) for cell in (line.strip("|").split("|") if bars else _CELLS.split(line))])
        if following.strip() and self._is_row(following.strip(), ""):
            return
        rows, self._rows = self._rows, []
        ruled, self._ruled = self._ruled, 0
        self.table(rows, headed=ruled or None)

    def table(self, rows: list[list[str]], caption: str = "", headed: int | None = None) -> None:
        """The rows of a table as blocks of their own, under its caption: what a row is of stands only there."""
        self.close()
        if (told := controlled(rows)) is not None:
            self._stated = {**told[0], **self._stated}
            self.blocks += [Block(text=line, heading=self._path(), page=self.page) for line in told[1]]
            return
        if not caption and self.blocks and _CAPTION.match(self.blocks[-1].text) and _is_short(self.blocks[-1].text):
            caption = self.blocks.pop().text
        above = self._headings
        named = filter(None, [self._lead(), caption])
        self._headings = [*above, *((_TABLE_DEPTH, one) for one in named)]
        for row in table_rows(rows, headed):
            self._kind, self._open = "table", [row]
            self.close()
        self._headings = [one for one in above if one[0] < _TABLE_DEPTH and not _CAPTION.match(one[1])]

    def _lead(self) -> str:
        """The sentence right above a table that opens it ("In pregnancy, use:"): its people and conditions are each row's."""
        before = self.blocks[-1] if self.blocks else None
        if before is None or before.kind == "table" or before.heading != tuple(text for _, text in self._headings):
            return ""
        last = passage_sentences(before.text)[-1].text
        if len(last) > _LONGEST_LEAD or not _LEAD.search(last):
            return ""
        if before.text == last:
            self.blocks.pop()
        return last.rstrip(" .:")

    def margin(self, line: str) -> None:
        """Take a line of the head or foot of a page, which is no text but may say what the document is."""
        front = front_of(line)
        if front.keyed or (front.is_front and not front.rest):
            self._stated = {**front.told, **self._stated}

    @property
    def stated(self) -> DocumentMetadata:
        """What the tables of the document and the margins of its pages say of it."""
        return DocumentMetadata(**self._stated)

    def named(self) -> DocumentMetadata:
        """What the headings before any text say: the title, and who issued it where a body stands beside the title."""
        if self._marked or len(self._ahead) < 2:
            return DocumentMetadata(title=self.first_heading)
        bodies = [one for one in self._ahead if is_body(one)]
        titles = [one for one in self._ahead if one not in bodies]
        if not titles or not bodies:
            return DocumentMetadata(title=self.first_heading)
        return DocumentMetadata(title=titles[0], issuer=bodies[0])

    def heading(self, level: int, text: str) -> None:
        """Begin a section."""
        self.close()
        text = plain(text)
        self.first_heading = self.first_heading or text
        if not self.blocks:
            self._ahead.append(text)
        self._headings = [(depth, title) for depth, title in self._headings if depth < level] + [(level, text)]

    def close(self) -> None:
        """End the block that is open."""
        text = plain(" ".join(self._open))
        if text:
            heading = self._path()
            if self._number:
                heading = (*heading[:-1], ", ".join(filter(None, [*heading[-1:], self._number])))
            self.blocks.append(Block(text=text, heading=heading, page=self.page, kind=self._kind))
        self._open, self._kind, self._number = [], "paragraph", ""

    def _path(self) -> tuple[str, ...]:
        return tuple(title for _, title in self._headings)


def plain(text: str) -> str:
    """Text without the marks of Markdown."""
    text = _FOOTNOTE.sub(lambda mark: MARK.format(mark[1]), _LINK.sub(r"\1", text))
    text = _EMPHASIS.sub(lambda match: match[2] or match[4] or match[5] or "", text)
    return " ".join(text.split())


def _number(found: re.Match[str]) -> str:
    """The number of a recommendation, with the word before it where there is one."""
    return found["number"] or f"{found['kind'].strip()} {found['named']}"


def _looks_like_heading(line: str, following: str, *, marked: bool) -> bool:
    """Whether a line stands alone as a heading: numbered, in capitals, or ended by a colon in a text without marked headings."""
    if _goes_on_below(following):
        return False
    capitals = line.isupper() and 3 < len(line) < 80
    if following.strip() and not _NUMBERED.match(line):
        return capitals and not following.strip().isupper() and not _AMOUNT.search(line)
    return bool(_NUMBERED.match(line)) or capitals or (line.endswith(":") and len(line) < 60 and not marked)


def _goes_on_below(following: str) -> bool:
    """Whether the next line goes on with the sentence of this one: it begins with a small letter that is no mark of a list."""
    return bool(re.match(r"\s*[a-z]{2}|\s*a\s", following))


def _stands_alone(line: str, following: str, *, ahead: bool) -> bool:
    """Whether a line of a text without marks is a heading: short, alone, without the end or the words of a sentence."""
    return (
        (not following.strip() or (ahead and (is_head_line(following.strip()) or is_body_alone(following.strip()))))
        and line[0].isupper()
        and not re.search(r"[.;,!?)\]]$", line)
        and len(line.split()) <= (2 * _HEADING_WORDS if ahead else _HEADING_WORDS)
        and not _AMOUNT.search(line)
        and not is_head_line(line)
        and not front_of(line).is_front
    )


def _is_short(text: str) -> bool:
    return len(text.split()) <= 2 * _HEADING_WORDS


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
