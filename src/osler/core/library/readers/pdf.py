"""PDF → blocks with page numbers; what is encrypted, scanned or damaged is refused with the reason."""

from __future__ import annotations

import re
from collections import Counter

from osler.core.files import pdf_content
from osler.core.library.readers.heads import is_head_line
from osler.core.library.readers.markdown import Reading
from osler.core.library.types import Block, DocumentMetadata, ReadDocument
from osler.core.results import Level, Problem

_HEAD_LINES = 12
_PRINTED = re.compile(
    r"^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?\b.*$"
    r"|^(?:file|https?)://\S+(?:\s+(?:page )?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?)?$",
    re.IGNORECASE,
)
"""What a program prints around a page: when, from where, and which page."""
_HYPHENATED = re.compile(r"(?<=[a-z])-\n(?=[a-z])")


def read_pdf(data: bytes) -> ReadDocument:
    """The blocks of a PDF, each with its page; running heads and page numbers are left out."""
    content = pdf_content(data)
    pages, title = content.pages, content.title
    blocks = _blocks(pages, title or _first_line(pages))
    # When a file was made is not the date of a guideline; that stands in its text, or nowhere.
    metadata = DocumentMetadata(title=title or _first_line(pages), issuer=content.author)
    return ReadDocument(metadata=metadata, blocks=blocks, problems=_scanned(pages), format="pdf")


def _blocks(pages: list[str], title: str) -> list[Block]:
    running = _running_lines(pages)
    reading = Reading()
    for number, page in enumerate(pages, start=1):
        reading.page = number
        lines = [line for line in _HYPHENATED.sub("", page).split("\n") if line.strip() not in running]
        for index, line in enumerate(lines):
            if number == 1 and index < _HEAD_LINES and (line.strip() == title or is_head_line(line.strip())):
                # The title and what a document says of itself are no part of its first paragraph.
                reading.close()
                reading.line(line)
                reading.close()
                continue
            reading.line(line, lines[index + 1] if index + 1 < len(lines) else "")
        reading.close()
    return reading.blocks


def _running_lines(pages: list[str]) -> set[str]:
    """Lines that stand on most pages, and bare page numbers."""
    edges = [line.strip() for page in pages for line in {*page.strip().split("\n")[:2], *page.strip().split("\n")[-2:]}]
    often = {line for line, count in Counter(edges).items() if len(pages) >= 4 and count > len(pages) / 2}
    often |= {line for line in edges if _PRINTED.match(line)}
    # A line that differs from page to page by its number only, on every page.
    alike = Counter(re.sub(r"\d+", "#", line) for line in set(edges) if re.search(r"\d", line))
    often |= {line for line in edges if len(pages) >= 3 and alike[re.sub(r"\d+", "#", line)] >= len(pages)}
    return often | {
        line for line in edges if re.fullmatch(r"(?:page\s*)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?", line, re.IGNORECASE)
    }


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
