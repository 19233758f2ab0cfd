"""Any guideline file → metadata, blocks and problems; the format is told from the content, then from the name."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from osler.core.files import bytes_of, decode
from osler.core.library.readers.bans import with_bans
from osler.core.library.readers.choices import with_choices
from osler.core.library.readers.footnotes import with_footnotes
from osler.core.library.readers.heads import head_of
from osler.core.library.types import DocumentMetadata, ReadDocument
from osler.errors import DataError

ACCEPTED = "give Markdown, HTML, plain text, PDF, DOCX, or recommendations as JSON"
MAX_BYTES = 50 * 1024 * 1024

_PROPERTIES = {"docx", "pdf"}
_NAMED_VERSION = re.compile(r"\b(?:v|ver|version)[. ]?(?P<version>\d{1,2}(?:\.\d{1,2}){0,2})\b", re.IGNORECASE)
_HTML = (b"<!doctype html", b"<html")


def read_file(path: Path, *, max_bytes: int = MAX_BYTES) -> ReadDocument:
    """The document in a file, refused before it is read where it is too large."""
    try:
        if path.is_dir():
            raise DataError(f"{path.name} is a folder", mend="give the files in it")
        size = path.stat().st_size
        if size > max_bytes:
            raise DataError(
                f"{path.name} has {size / 1e6:.0f} MB; at most {max_bytes / 1e6:.0f} MB are read",
                mend="split the guideline, or raise guidelines.max_file_mb",
            )
        data = bytes_of(path, max_bytes)
    except FileNotFoundError:
        raise DataError(f"there is no file {path.name}", mend="check the path") from None
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error.strerror}", mend="check its permissions") from None
    return read_bytes(data, path.name)


def read_bytes(data: bytes, name: str) -> ReadDocument:
    """The document in bytes; `name` decides where the content does not."""
    if not data.strip():
        raise DataError(f"{name} is empty", mend=ACCEPTED)
    try:
        document = _reader_of(data, Path(name).suffix.lower())(data)
    except RecursionError:
        raise DataError(f"{name} is nested too deeply", mend=ACCEPTED) from None
    except DataError as error:
        raise DataError(f"{name}: {error.message}", mend=error.mend) from None
    blocks = with_choices(with_bans(with_footnotes([block for block in document.blocks if block.text.strip()])))
    if not blocks:
        raise DataError(f"{name} holds no text", mend=ACCEPTED)
    stem = Path(name).stem.replace("_", " ").replace("-", " ").strip()
    metadata = document.metadata
    if document.format != "recommendations":
        head, blocks = head_of(blocks)
        head = head.filled_from(document.stated)
        # What the text states of itself goes before what a program wrote into the file's properties.
        metadata = head.filled_from(metadata) if document.format in _PROPERTIES else metadata.filled_from(head)
        metadata = DocumentMetadata(title=head.title).filled_from(metadata)
    metadata = metadata.filled_from(DocumentMetadata(title=stem, version=_version_in(stem)))
    return document.model_copy(update={"blocks": blocks, "metadata": metadata})


def _version_in(stem: str) -> str:
    """The version in the name of a file, for a document that does not say it: "vte v3.1"."""
    found = _NAMED_VERSION.search(stem)
    return found["version"] if found else ""


def _reader_of(data: bytes, suffix: str) -> Callable[[bytes], ReadDocument]:
    """The reader for this content. Heavy parsers are imported when one is needed."""
    if data[:1024].lstrip().startswith(b"%PDF-"):
        from osler.core.library.readers.pdf import read_pdf

        return read_pdf
    if data.startswith(b"PK\x03\x04"):
        from osler.core.library.readers.docx import read_docx

        return read_docx
    head = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(_HTML) or suffix in {".html", ".htm", ".xhtml"}:
        from osler.core.library.readers.html import read_html

        return read_html
    if suffix == ".json" or (head[:1] in b"[{" and head[:1] and suffix not in {".md", ".markdown", ".txt"}):
        from osler.core.library.readers.recommendations import read_recommendations

        return read_recommendations
    from osler.core.library.readers.markdown import read_markdown

    if suffix == ".pdf":
        raise DataError("this is no PDF: it is damaged, or something else by that name", mend="export it again")
    return lambda content: read_markdown(decode(content)[0])
