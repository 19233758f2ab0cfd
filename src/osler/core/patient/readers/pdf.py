"""PDF notes → text."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from osler.errors import DataError

if TYPE_CHECKING:
    from pypdf import PdfReader

MAX_PAGES = 2000
MAX_CHARACTERS = 20_000_000


def pdf_text(data: bytes) -> str:
    """The text of a PDF, pages apart by a blank line; one without text is refused, because it would read as empty."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise DataError("the PDF is protected by a password", mend="save it without one")
        pages = _pages(reader)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OSError) as error:
        # pypdf meets damaged files with errors of many kinds.
        raise DataError("the PDF is damaged", mend="save it again from its program, or give its text") from error
    text = "\n\n".join(page.strip() for page in pages if page.strip())
    if not text:
        raise DataError(
            "the PDF holds no text: it is a scan", mend="run text recognition (OCR) first, or give its text"
        )
    return text


def _pages(reader: PdfReader) -> list[str]:
    if len(reader.pages) > MAX_PAGES:
        raise DataError(f"the PDF has more than {MAX_PAGES} pages", mend="give the pages of one patient's notes")
    pages: list[str] = []
    size = 0
    for page in reader.pages:
        pages.append(page.extract_text())
        size += len(pages[-1])
        if size > MAX_CHARACTERS:
            raise DataError("the PDF unpacks to too much text", mend="give the pages of one patient's notes")
    return pages
