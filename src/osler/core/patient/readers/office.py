"""Word and rich-text documents → text, and what kind of office file a ZIP archive is."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Literal

from osler.errors import DataError

if TYPE_CHECKING:
    from docx.table import Table

MAX_UNPACKED_BYTES = 512 * 1024 * 1024
"""What an office file may unpack to; more is an attack."""

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MEMBERS: dict[str, Literal["docx", "xlsx"]] = {"word/document.xml": "docx", "xl/workbook.xml": "xlsx"}


def office_kind(data: bytes) -> Literal["docx", "xlsx"] | None:
    """Which office file these bytes are, if they are one."""
    if not data.startswith(b"PK\x03\x04"):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return None
    kind = next((_MEMBERS[member.filename] for member in members if member.filename in _MEMBERS), None)
    if kind and sum(member.file_size for member in members) > MAX_UNPACKED_BYTES:
        raise DataError("the document unpacks to too much", mend="save it again without pictures, or give its text")
    return kind


def refuse_old_office(data: bytes) -> None:
    """The formats that Office wrote before 2007, and Outlook's messages, are not read."""
    if data.startswith(_OLD_OFFICE):
        raise DataError(
            "the input is an Office file of the old kind (.doc, .xls or .msg)",
            mend="save it as .docx, .xlsx or .eml, or give its text",
        )


def docx_text(data: bytes) -> str:
    """The text of a Word document, its tables in their place, one line a row."""
    import docx
    from docx.opc.exceptions import OpcError
    from docx.table import Table as DocxTable
    from lxml.etree import LxmlError

    try:
        document = docx.Document(io.BytesIO(data))
        parts = [
            _rows(part) if isinstance(part, DocxTable) else part.text.rstrip() for part in document.iter_inner_content()
        ]
    except (OpcError, LxmlError, zipfile.BadZipFile, KeyError, ValueError, AttributeError, OSError) as error:
        # python-docx meets damaged files with errors of many kinds.
        raise DataError("the Word document is damaged", mend="save it again from its program") from error
    text = "\n".join(parts).strip()
    if not text:
        raise DataError("the Word document holds no text", mend="give its text; pictures are not read")
    return text + "\n"


def _rows(table: Table) -> str:
    # A merged cell is given once for every column that it spans.
    rows = [list(dict.fromkeys(cell.text.strip() for cell in row.cells)) for row in table.rows]
    return "\n".join(": ".join(row) if len(row) == 2 else "  ".join(row) for row in rows)


def is_rtf(data: bytes) -> bool:
    """Whether bytes are rich text."""
    return data.lstrip()[:5] == b"{\\rtf"


def rtf_text(data: bytes) -> str:
    """The text of a rich-text document."""
    from striprtf.striprtf import rtf_to_text

    try:
        # Rich text is ASCII; what is not is written as bytes of the code page that the document names.
        text = str(rtf_to_text(data.decode("latin-1"), errors="replace")).strip()  # type: ignore[no-untyped-call]
    except (ValueError, IndexError, KeyError, LookupError) as error:
        raise DataError("the RTF document is damaged", mend="save it again from its program") from error
    if not text:
        raise DataError("the RTF document holds no text", mend="give its text; pictures are not read")
    return text + "\n"
