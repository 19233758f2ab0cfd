"""PDF → blocks with page numbers; what is encrypted, scanned or damaged is refused with the reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from osler.core.files import PdfLimits, pdf_content
from osler.core.library.populations import read_rules
from osler.core.library.readers.front_lines import issuing
from osler.core.library.readers.heads import is_head_line
from osler.core.library.readers.markdown import Reading
from osler.core.library.types import DocumentMetadata, ReadDocument
from osler.core.results import Level, Problem

_HEAD_LINES = 12
_HEADING = re.compile(r"^(?![a-z]).*[^.;,]$")
_HEADING_WORDS, _FOOT_WORDS = 20, 8
_PRINTED = re.compile(
    r"^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?\b.*$"
    r"|^(?:file|https?)://\S+(?:\s+(?:page )?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?)?$",
    re.IGNORECASE,
)
"""What a program prints around a page: when, from where, and which page."""
_NUMBERED = re.compile(r"\s*\d{1,2}(?:\.\d{1,2})*\.?\s+[A-Z]")
_NO_NAME = re.compile(r"\W*(?:anonymous|unspecified|untitled(?: document)?\s*\d*)\W*", re.IGNORECASE)
"""What a program fills in where nobody gave a title or an author."""
_FULL = 0.5
"""The share of the longest line of a page from which on a line in larger letters may have been broken for want of room."""
_JOINS = re.compile(r"(?:\b(?:of|for|and|or|in|the|a|an|to|with|on|by|from|at|than)|[-–:,/&(])$", re.IGNORECASE)
_ENDS = re.compile(r"[.!?:;|][\])\"']*$")
_SMALL = re.compile(r"\s*[a-z]{2}|\s*a\s")
_CARRIED = 12
"""Lines of a sentence at most that are carried over a page."""
_HYPHENATED = re.compile(r"\b(?P<first>[A-Za-z]+)-\n(?P<rest>[a-z]+)")


_WRITTEN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")


def read_pdf(data: bytes) -> ReadDocument:
    """The blocks of a PDF, each with its page; running heads and page numbers are left out."""
    content = pdf_content(data, PdfLimits(tables=True))
    pages = content.pages
    named = "" if _NO_NAME.fullmatch(content.title) else content.title
    title = named or _largest(content.large) or _first_line(pages)
    reading = _read(pages, title, content.large)
    # When a file was made is not the date of a guideline; that stands in its text, or nowhere.
    metadata = DocumentMetadata(
        title=title, issuer="" if _NO_NAME.fullmatch(content.author) else issuing(content.author)
    )
    return ReadDocument(
        metadata=metadata, blocks=reading.blocks, stated=reading.stated, problems=_scanned(pages), format="pdf"
    )


def _read(pages: list[str], title: str, large: Sequence[Mapping[str, float]]) -> Reading:
    """The pages read into blocks; what stands in their margins is no text."""
    running = _running_lines(pages)
    reading = Reading()
    sizes = sorted({size for page in large for size in page.values()}, reverse=True)
    joined = _joined(pages)
    texts = [[line for line in page.split("\n") if line.strip() not in running] for page in joined]
    texts[:1] = [_closed(lines) for lines in texts[:1]]
    for number, lines in enumerate(_whole(texts), start=1):
        reading.page = number
        told = _with_headings(lines, large[number - 1] if large else {})
        for index, (line, size) in enumerate(told):
            if size is not None and line == title and number == 1:
                reading.heading(1, line)
            elif number == 1 and index < _HEAD_LINES and (line.strip() == title or is_head_line(line.strip())):
                # The title and what a document says of itself are no part of its first paragraph.
                reading.close()
                reading.line(line)
                reading.close()
            elif size is not None:
                reading.heading(2 + sizes.index(size), line)
            else:
                reading.line(line, told[index + 1][0] if index + 1 < len(told) else "")
        reading.close()
    for line in sorted(running):
        reading.margin(line)
    return reading


def _closed(lines: Sequence[str]) -> list[str]:
    """The lines of a first page; what a line of its head leaves open in a bracket stands with it: "(Lead" / "Pharmacist)"."""
    found = list(lines)
    for place, line in enumerate(found[: min(_HEAD_LINES, len(found) - 1)]):
        inside, mark, rest = found[place + 1].partition(")")
        if line.count("(") > line.count(")") and mark and "(" not in inside and is_head_line(line.strip()):
            found[place : place + 2] = [f"{line} {inside})", rest]
    return found


def _joined(pages: Sequence[str]) -> list[str]:
    """The pages with the words whole that a line breaks; a hyphen that is the word's own stays.

    It is the word's own where the document writes it so elsewhere, or where its first part is one that takes a hyphen.
    """
    written = {word.casefold() for page in pages for word in _WRITTEN.findall(page)}
    own = frozenset(read_rules()["hyphenated"])

    def whole(found: re.Match[str]) -> str:
        first, rest = found["first"], found["rest"]
        if f"{first}-{rest}".casefold() in written:
            return f"{first}-{rest}"
        keeps = first.casefold() in own and f"{first}{rest}".casefold() not in written
        return f"{first}-{rest}" if keeps else f"{first}{rest}"

    return [_HYPHENATED.sub(whole, page) for page in pages]


def _whole(pages: Sequence[list[str]]) -> list[list[str]]:
    """The lines of the pages; a sentence that goes on over the page is of the page on which it begins."""
    found: list[list[str]] = []
    for lines in pages:
        start = next((place for place, line in enumerate(lines) if line.strip()), len(lines))
        before = next((line.strip() for line in reversed(found[-1]) if line.strip()), "") if found else ""
        if before and start < len(lines) and not _ENDS.search(before) and _SMALL.match(lines[start]):
            ends = (place + 1 for place in range(start, len(lines)) if _ENDS.search(lines[place].strip()))
            end = min(next(ends, start + 1), start + _CARRIED)
            while found[-1] and not found[-1][-1].strip():
                found[-1].pop()
            found[-1] += lines[start:end]
            lines = lines[end:]
        found.append(lines)
    return found


def _with_headings(lines: list[str], large: Mapping[str, float]) -> list[tuple[str, float | None]]:
    """The lines of a page; large ones of one size that go on from each other are one heading, which has no end of a sentence."""
    found: list[tuple[str, float | None]] = []
    widest = max((len(line.strip()) for line in lines), default=0)
    for size, group in groupby(lines, lambda line: large.get(" ".join(line.split()))):
        for together in _going_on(list(group), widest) if size is not None else [list(group)]:
            whole = " ".join(" ".join(together).split())
            if size is not None and _HEADING.match(whole) and len(whole.split()) <= _HEADING_WORDS:
                found.append((whole, size))
            else:
                found += [(line, None) for line in together]
    return found


def _going_on(lines: list[str], widest: int) -> list[list[str]]:
    """Large lines that follow each other, parted where one begins anew: a capital or a number, behind a line that had room for more."""
    found: list[list[str]] = []
    for line in lines:
        before = found[-1][-1].strip() if found else ""
        room = len(before) + len(line.split()[0] if line.split() else "") < _FULL * widest
        anew = _NUMBERED.match(line) or (room and line.strip()[:1].isupper())
        if found and not (before and anew and not _JOINS.search(before)):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _largest(large: Sequence[Mapping[str, float]]) -> str:
    """The title as the first page prints it: the first of its lines in the largest letters, with those that go on from it."""
    first = next((page for page in large if page), {})
    size = max(first.values(), default=0.0)
    if size <= min((one for page in large for one in page.values()), default=0.0):
        return ""
    return next((line for line, one in _with_headings(list(first), first) if one == size), "")


def _running_lines(pages: list[str]) -> set[str]:
    """Lines that stand on most pages, and bare page numbers."""
    edges = [line.strip() for page in pages for line in {*page.strip().split("\n")[:2], *page.strip().split("\n")[-2:]}]
    often = {line for line, count in Counter(edges).items() if len(pages) >= 4 and count > len(pages) / 2}
    often |= {line for line in edges if _PRINTED.match(line)}
    # A line that differs from page to page by its number only, on every page.
    alike = Counter(re.sub(r"\d+", "#", line) for line in set(edges) if re.search(r"\d", line))
    often |= {
        line
        for line in edges
        if len(pages) >= (2 if _is_foot(line) else 3) and alike[re.sub(r"\d+", "#", line)] >= len(pages)
    }
    return often | {
        line for line in edges if re.fullmatch(r"(?:page\s*)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?", line, re.IGNORECASE)
    }


def _is_foot(line: str) -> bool:
    """Whether a line ends in what may be the number of its page, and is no sentence."""
    return bool(re.search(r"\D\s+\d{1,4}$", line)) and len(line.split()) <= _FOOT_WORDS


def _first_line(pages: list[str]) -> str:
    line = next((line.strip() for page in pages for line in page.split("\n") if line.strip()), "")
    return line.lstrip("# ")[:160]


def _scanned(pages: list[str]) -> list[Problem]:
    empty = [number for number, page in enumerate(pages, start=1) if not page.strip()]
    if not empty:
        return []
    return [
        Problem(
            code="input.not_read",
            level=Level.WARNING,
            message=f"{len(empty)} of {len(pages)} pages hold no text and were left out; they may be scans",
            mend="run text recognition (OCR) on them",
            path=f"page {empty[0]}",
        )
    ]
