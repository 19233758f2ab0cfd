"""Bytes → text: UTF-8 and UTF-16 by their marks, Windows-1252 for the rest; binary data is refused."""

from __future__ import annotations

import codecs

from osler.errors import DataError

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(data: bytes) -> str:
    """The text; what no encoding can carry becomes U+FFFD."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if b"\0" in data[:65536]:
        raise DataError("the file is binary, not text", mend="give Markdown, HTML, text, PDF, DOCX or JSON")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
