"""PDF → the text of its pages; what is encrypted, scanned, damaged or too much is refused with the reason."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING, NamedTuple

from osler.errors import DataError

if TYPE_CHECKING:
    from pypdf import PdfReader

_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})


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
        pages = _pages(reader, limits or PdfLimits())
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
    return PdfContent(pages, title.strip(), author.strip())


def _pages(reader: PdfReader, limits: PdfLimits) -> list[str]:
    if len(reader.pages) > limits.pages:
        raise DataError(f"the PDF has more than {limits.pages} pages", mend=limits.mend)
    pages: list[str] = []
    size = 0
    for page in reader.pages:
        pages.append(page.extract_text().translate(_LIGATURES))
        size += len(pages[-1])
        if size > limits.characters:
            raise DataError("the PDF unpacks to too much text", mend=limits.mend)
    return pages
