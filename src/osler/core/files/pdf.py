"""PDF → the text of its pages; what is encrypted, scanned, damaged or too much is refused with the reason."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

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
        pages, printed = _pages(reader, limits or PdfLimits())
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
    return PdfContent(pages, title.strip(), author.strip(), _large(pages, printed))


def _pages(reader: PdfReader, limits: PdfLimits) -> tuple[list[str], list[list[_Printed]]]:
    """The text of each page, and the stretches of it with the letters in which they are printed."""
    if len(reader.pages) > limits.pages:
        raise DataError(f"the PDF has more than {limits.pages} pages", mend=limits.mend)
    pages: list[str] = []
    printed: list[list[_Printed]] = []
    size = 0
    for page in reader.pages:
        stretches: list[_Printed] = []
        pages.append(page.extract_text(visitor_text=partial(_keep, stretches)).translate(_LIGATURES))
        printed.append(stretches)
        size += len(pages[-1])
        if size > limits.characters:
            raise DataError("the PDF unpacks to too much text", mend=limits.mend)
    return pages, printed


class _Printed(NamedTuple):
    """A stretch of text and the letters in which it is printed."""

    text: str
    size: float
    bold: bool


def _keep(kept: list[_Printed], text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
    """Keep a stretch as it is read; the matrices of the page and the text scale its letters."""
    if text.strip():
        name = str(font.get("/BaseFont", "")) if font else ""
        scale = abs(cm[3] * tm[3]) or 1.0
        letters = "".join(text.translate(_LIGATURES).split())
        kept.append(_Printed(letters, round(size * scale, 1), bool(_BOLD.search(name))))


def _large(pages: list[str], printed: list[list[_Printed]]) -> tuple[dict[str, float], ...]:
    """The lines of each page whose letters are all larger than most of the document's, or as large and bolder."""
    count: Counter[tuple[float, bool]] = Counter()
    for one in (stretch for page in printed for stretch in page):
        count[one.size, one.bold] += len(one.text)
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


def _by_line(page: str, stretches: list[_Printed]) -> Iterator[tuple[str, list[_Printed]]]:
    """The lines of a page with their letters; where the two do not go together, nothing more is known of the page."""
    letters = [one._replace(text=letter) for one in stretches for letter in one.text]
    place = 0
    for line in page.split("\n"):
        wanted = "".join(line.split())
        mine = letters[place : place + len(wanted)]
        if "".join(one.text for one in mine) != wanted:
            return
        place += len(wanted)
        if mine:
            yield " ".join(line.split()), mine
