"""An eligibility text taken apart into single criteria."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from osler.core.criteria.text.lines import Heading, Line, at_headings, is_group_heading, kind_heading, lines
from osler.core.criteria.types import CriterionKind

_INLINE_NUMBER = re.compile(r"(?:(?<=\s)|^)\(?(\d{1,2})[.)]\s+(?=\S)")

_INLINE_BULLET = re.compile(r"(?:(?<=\s)|^)[-\u2013\u2022\u25cf*]\s+(?=[A-Z\d<>\u2265\u2264])")
_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bNo)(?<!\bDr)(?<!\bapprox)(?<=[\w)\]%\u00b2])\.\s+(?=[A-Z\d<>\u2265\u2264]|[a-z]{1,2}[A-Z])"
)
_LEANS_BACK = re.compile(
    r"(?:This|These|Those|They|Such|It|However|In this case|Otherwise|Exceptions?|Note|Patients? (?:with|who) .*\b(?:eligible|allowed|permitted|acceptable))\b"
)
"""A sentence that goes on about the one before it, and is no criterion of its own."""

_UNFINISHED = re.compile(r"(?:[,(]|\b(?:and|or|of|with|the|to|in|for|by|than|from))$")
_WHOM = r"(?:Patients?|Subjects?|Participants?|Individuals?|Women|Men)"
_BEGUN_AGAIN = re.compile(
    rf"(?<=[a-z)\]%\d])(?<!\band)(?<!\bor)(?<!\bof)(?<!\bin)(?<!\bfor)(?<!\bthan)(?<!\bthe)(?<!\bby)(?<!\bwith)(?<!\bfrom)(?<!\bto)\s+"
    rf"(?={_WHOM}\s(?:who|with|must|should|are|is|have|has|having|whose|aged)\b)"
)
"""Where the next criterion begins whose line break was lost: "Patients with gout Patients who smoke"."""
_LEAST_SEMICOLONS = 2
_BRACKETED = re.compile(r"[(\[][^()\[\]]*;")
_JOINED = re.compile(r"\s*(?:or|and|and/or|but|unless|except)\b", re.IGNORECASE)
_WIDEST_WRAP = 120
"""Text is broken at a column only where no line of it is longer than this."""
_WRAP_COLUMN = 60
_WRAP_SLACK = 4
_LONG_WORD = 15


class RawCriterion(NamedTuple):
    """The place of a criterion and what kind it is; nested lists belong to the item above them."""

    start: int
    end: int
    kind: CriterionKind
    group: str


class SplitText(NamedTuple):
    """Every character of the text is in one criterion, in one heading, or is white space or a list marker."""

    criteria: list[RawCriterion]
    headings: list[Heading]


def split(text: str, *, kind: CriterionKind = "inclusion") -> SplitText:
    """Take an eligibility text apart; `kind` holds until the first heading says otherwise."""
    splitter = _Splitter(text, kind)
    rows = [part for line in lines(text) for part in at_headings(text, line)]
    for index, line in enumerate(rows):
        splitter.take(line, rows[index + 1] if index + 1 < len(rows) else None)
    splitter.close()
    return SplitText(splitter.criteria, splitter.headings)


class _Splitter:
    """Reads lines in order and keeps the item that is still open."""

    def __init__(self, text: str, kind: CriterionKind) -> None:
        self.text = text
        self.kind: CriterionKind = kind
        self.group = ""
        self.criteria: list[RawCriterion] = []
        self.headings: list[Heading] = []
        self.open: Line | None = None
        self.beside_heading = False
        """Whether the open item stands on the line of its heading, where a whole list may be one paragraph."""
        self.end = 0
        lengths = sorted(len(row.rstrip()) for row in text.splitlines())
        self.width = lengths[-1] if lengths else 0
        self.broken = len(lengths) > 1 and lengths[-2] >= self.width - _LONG_WORD
        """Whether more than one line reaches the text's width; a single long one was not broken there."""

    def take(self, line: Line, following: Line | None) -> None:
        heading = kind_heading(self.text, line)
        if heading:
            self.close()
            self.headings.append(heading)
            self.kind = heading.kind or self.kind
            self.group = ""
            begin = heading.end
            while begin < line.end and self.text[begin].isspace():
                begin += 1
            if begin < line.end:
                self._start(line._replace(start=begin, text=self.text[begin : line.end], marker=""))
                self.beside_heading = True
        elif is_group_heading(line, following) and not self._continues(line):
            self.close()
            self.headings.append(Heading(line.start, line.end, None, line.text.rstrip(":")))
            self.group = line.text.rstrip(":")
        elif self._continues(line):
            self.end = line.end
        else:
            self.close()
            self._start(line)

    def _continues(self, line: Line) -> bool:
        """Whether a line belongs to the open item: a list below it, or the rest of its sentence."""
        if self.open is None:
            return False
        if line.marker:
            deeper = line.indent > self.open.indent
            return deeper or (not self.open.marker and not line.after_blank and self._announces())
        if line.after_blank:
            return bool(self.open.marker) and line.indent > max(self.open.indent, 1)
        # A line without a marker goes on with the sentence before it only where that sentence is visibly unfinished.
        indented = bool(self.open.marker) and line.indent > self.open.indent
        # Where items begin with small letters themselves, a small letter says nothing.
        goes_on = line.text[0].islower() and not self.open.text[:1].islower()
        return indented or self._unfinished() or (goes_on and self._wrapped(line))

    def _announces(self) -> bool:
        return self.text[: self.end].rstrip().endswith(":")

    def _unfinished(self) -> bool:
        return bool(_UNFINISHED.search(self.text, max(self.end - 12, 0), self.end))

    def _wrapped(self, line: Line) -> bool:
        """Whether the line before was broken because this one's first word no longer fitted the text's width."""
        if self.width > _WIDEST_WRAP or not self.broken or self.text[self.end - 1] in ".;:":
            return False
        line_start = self.text.rfind("\n", 0, self.end) + 1
        length = self.end - line_start
        return length >= _WRAP_COLUMN and length + 1 + len(line.text.split()[0]) > self.width - _WRAP_SLACK

    def _start(self, line: Line) -> None:
        self.open = line
        self.beside_heading = False
        self.end = line.end

    def close(self) -> None:
        if self.open is not None:
            items = _inline_items(self.text, self.open.start, self.end)
            if len(items) == 1 and not self.open.marker:
                items = _listed_items(self.text, *items[0])
            if len(items) == 1 and self.beside_heading:
                items = _paragraph_items(self.text, *items[0])
            for item in items:
                for start, end in _begun_again(self.text, *item):
                    self.criteria.append(RawCriterion(start, end, self.kind, self.group))
        self.open = None


def _inline_items(text: str, start: int, end: int) -> Sequence[tuple[int, int]]:
    """The items of a numbered list that was written as one paragraph ("1. … 2. … 3. …")."""
    if "\n" in text[start:end]:
        return [(start, end)]
    found = list(_INLINE_NUMBER.finditer(text, start, end))
    numbers = [int(match.group(1)) for match in found]
    # A paragraph is a list only when its numbers count up from one, and one of "Grade 1. Patients …" is not enough.
    counting = len(numbers) >= 2 and numbers == list(range(1, len(numbers) + 1))
    if not counting or text[start : found[0].start()].strip():
        return [(start, end)]
    edges = [*(match.start() for match in found), end]
    items = [(match.end(), edges[place + 1]) for place, match in enumerate(found)]
    return [(first, first + len(text[first:last].rstrip())) for first, last in items if text[first:last].strip()]


def _paragraph_items(text: str, start: int, end: int) -> Sequence[tuple[int, int]]:
    """The items of a list that was written behind its heading: "- A - B", or one sentence an item ("Age 18-80. Asthma.")."""
    if "\n" in text[start:end]:
        return [(start, end)]
    edges = [found.start() for found in _INLINE_BULLET.finditer(text, start, end)]
    begins = [found.end() for found in _INLINE_BULLET.finditer(text, start, end)]
    if len(edges) < 2 or text[start : edges[0]].strip():
        stops = [
            found for found in _SENTENCE_END.finditer(text, start, end) if not _LEANS_BACK.match(text, found.end(), end)
        ]
        edges, begins = [start, *(found.end() for found in stops)], [start, *(found.end() for found in stops)]
    items = zip(begins, [*edges[1:], end], strict=True)
    return [(first, first + len(text[first:last].rstrip())) for first, last in items if text[first:last].strip()]


def _begun_again(text: str, start: int, end: int) -> Sequence[tuple[int, int]]:
    """The criteria that stand one behind the other without anything between them, each beginning with who is meant."""
    if not re.match(_WHOM, text[start:end]):
        return [(start, end)]
    gaps = [found.span() for found in _BEGUN_AGAIN.finditer(text, start, end)]
    edges = [start, *(edge for gap in gaps for edge in gap), end]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _listed_items(text: str, start: int, end: int) -> Sequence[tuple[int, int]]:
    """The items of a list that was written as one line with semicolons ("epilepsy; pregnancy; weight < 16 kg")."""
    line = text[start:end]
    # What a colon announces and what "or" joins belongs together; two semicolons make a list, one may join a remark.
    if "\n" in line or ":" in line or line.count(";") < _LEAST_SEMICOLONS or _BRACKETED.search(line):
        return [(start, end)]
    items, at = [], start
    for part in line.split(";"):
        if _JOINED.match(part):
            return [(start, end)]
        begin = at + len(part) - len(part.lstrip())
        if part.strip(" ."):
            # The semicolon belongs to its item, so that no character of the text is lost.
            items.append((begin, min(at + len(part) + 1, end)))
        at += len(part) + 1
    return items
