"""PDF → the text of its pages; what is encrypted, scanned, damaged or too much is refused with the reason."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from osler.core.files.pdf_tables import Printed, with_tables
from osler.core.files.raised import with_exponents
from osler.errors import DataError

if TYPE_CHECKING:
    from pypdf import PdfReader

_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_BOLD = re.compile(r"bold|black|heavy", re.IGNORECASE)
_LARGER = 1.1
"""How much larger than the body the letters of a heading are at least."""


class PdfLimits(NamedTuple):
    """How much of a PDF is read, and what to do about one that holds more."""

    pages: int = 3000
    characters: int = 30_000_000
    mend: str = "split it"
    tables: bool = False
    """Whether tables are told from text, as rows between bars."""


class PdfContent(NamedTuple):
    """The pages of a PDF and what it says of itself."""

    pages: list[str]
    title: str
    author: str
    large: tuple[dict[str, float], ...] = ()
    """Of each page the lines that are printed larger or bolder than the rest, each with the size of its letters."""

    @property
    def text(self) -> str:
        """The pages as one text, apart by a blank line."""
        return "\n\n".join(page.strip() for page in self.pages if page.strip())


def pdf_content(data: bytes, limits: PdfLimits | None = None) -> PdfContent:
    """The pages of a PDF; one without text is refused, because it would read as empty."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise DataError("the PDF is protected by a password", mend="save it without one")
        limits = limits or PdfLimits()
        pages, printed = _pages(reader, limits)
        info = reader.metadata
    except (
        PyPdfError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        RecursionError,
        OSError,
        NotImplementedError,
    ) as error:
        # pypdf meets damaged files with errors of many kinds.
        raise DataError("the PDF is damaged", mend="save it again from its program, or give its text") from error
    if not any(page.strip() for page in pages):
        raise DataError(
            "the PDF holds no text: it is a scan", mend="run text recognition (OCR) first, or give its text"
        )
    title, author = (str(info.title or ""), str(info.author or "")) if info else ("", "")
    large = _large(pages, printed)
    if limits.tables:
        pages = [with_tables(page, stretches) for page, stretches in zip(pages, printed, strict=True)]
    return PdfContent(pages, title.strip(), author.strip(), large)


def _pages(reader: PdfReader, limits: PdfLimits) -> tuple[list[str], list[list[Printed]]]:
    """The text of each page, and the stretches of it with the letters in which they are printed."""
    if len(reader.pages) > limits.pages:
        raise DataError(f"the PDF has more than {limits.pages} pages", mend=limits.mend)
    pages: list[str] = []
    printed: list[list[Printed]] = []
    size = 0
    for page in reader.pages:
        stretches: list[Printed] = []
        text = page.extract_text(visitor_text=partial(_keep, stretches)).translate(_LIGATURES)
        text, stretches = with_exponents(text, stretches)
        pages.append(text)
        printed.append(stretches)
        size += len(pages[-1])
        if size > limits.characters:
            raise DataError("the PDF unpacks to too much text", mend=limits.mend)
    return pages, printed


def _keep(kept: list[Printed], text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
    """Keep a stretch as it is read; the matrices of the page and the text scale its letters."""
    if text.strip():
        name = str(font.get("/BaseFont", "")) if font else ""
        scale = abs(cm[3] * tm[3]) or 1.0
        x, y = cm[0] * tm[4] + cm[2] * tm[5] + cm[4], cm[1] * tm[4] + cm[3] * tm[5] + cm[5]
        kept.append(
            Printed(
                text.translate(_LIGATURES), round(size * scale, 1), bool(_BOLD.search(name)), round(x, 1), round(y, 1)
            )
        )


def _large(pages: list[str], printed: list[list[Printed]]) -> tuple[dict[str, float], ...]:
    """The lines of each page whose letters are all larger than most of the document's, or as large and bolder."""
    count: Counter[tuple[float, bool]] = Counter()
    for one in (stretch for page in printed for stretch in page):
        count[one.size, one.bold] += len("".join(one.text.split()))
    if not count:
        return tuple({} for _ in pages)
    (body, bold), _ = count.most_common(1)[0]
    return tuple(
        {
            line: min(one.size for one in letters)
            for line, letters in _by_line(page, stretches)
            if all(one.size >= _LARGER * body or (one.bold and not bold and one.size >= body) for one in letters)
        }
        for page, stretches in zip(pages, printed, strict=True)
    )


def _by_line(page: str, stretches: list[Printed]) -> Iterator[tuple[str, list[Printed]]]:
    """The lines of a page with their letters; where the two do not go together, nothing more is known of the page."""
    letters = [one._replace(text=letter) for one in stretches for letter in "".join(one.text.split())]
    place = 0
    for line in page.split("\n"):
        wanted = "".join(line.split())
        mine = letters[place : place + len(wanted)]
        if "".join(one.text for one in mine) != wanted:
            return
        place += len(wanted)
        if mine:
            yield " ".join(line.split()), mine
