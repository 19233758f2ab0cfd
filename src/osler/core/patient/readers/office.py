"""What kind of office file bytes are."""

from __future__ import annotations

import io
import zipfile
from typing import Literal

from osler.errors import DataError

MAX_UNPACKED_BYTES = 512 * 1024 * 1024
"""What an office file may unpack to; more is an attack."""

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MEMBERS: dict[str, Literal["docx", "xlsx"]] = {"word/document": "docx", "xl/workbook": "xlsx"}
"""How the name of the main part begins; some programs number it."""


def office_kind(data: bytes) -> Literal["docx", "xlsx"] | None:
    """Which office file these bytes are, if they are one."""
    if not data.startswith(b"PK\x03\x04"):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return None
    names = [member.filename for member in members if member.filename.endswith(".xml")]
    kind = next((kind for name in names for begin, kind in _MEMBERS.items() if name.startswith(begin)), None)
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
