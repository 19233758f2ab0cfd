"""DOCX → blocks: headings by their styles, paragraphs, list items, table rows."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING

from osler.core.files import is_exponent
from osler.core.library.readers.front_lines import issuing
from osler.core.library.readers.markdown import Reading
from osler.core.library.readers.unseen import without_unseen
from osler.core.library.types import Block, DocumentMetadata, ReadDocument
from osler.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docx.document import Document
    from docx.table import Table, _Cell
    from docx.text.paragraph import Paragraph

MAX_UNPACKED = 400 * 1024 * 1024
_PROGRAM = re.compile(r"python-docx|(?:microsoft )?(?:office )?user|admin(?:istrator)?|author|unknown", re.IGNORECASE)
"""Who wrote a file, where a program filled that in and nobody said it."""
_NO_TITLE = "Word Document"
"""The title that python-docx says where a file has none."""
_HEADING = re.compile(r"heading ?(\d)", re.IGNORECASE)


def read_docx(data: bytes) -> ReadDocument:
    """The blocks of a Word document; pages are decided by the printer, so it has none."""
    import docx
    from docx.opc.exceptions import PackageNotFoundError
    from docx.table import Table

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(item.file_size for item in archive.infolist()) > MAX_UNPACKED:
                raise DataError("the DOCX unpacks to too much", mend="split it")
            if "word/document.xml" not in archive.namelist():
                raise DataError("this archive is no DOCX", mend="unpack it and give the guideline itself")
        document = docx.Document(io.BytesIO(data))
        problems = without_unseen(document)
        reading = Reading()
        parts = list(document.iter_inner_content())
        caption = ""
        for part, following in zip(parts, [*parts[1:], None], strict=True):
            if isinstance(part, Table):
                reading.table(_grid(part), caption)
                caption = ""
                continue
            text = _text_of(part)
            if not text:
                continue
            style = _style_of(part)
            if style.lower() == "caption" and isinstance(following, Table):
                caption = text
            elif style.lower() == "title":
                reading.heading(1, text)
            elif heading := _HEADING.match(style):
                reading.heading(int(heading[1]) + 1, text)
            else:
                _add(reading, text, "item" if style.lower().startswith("list") else "paragraph")
        for line in _margins(document):
            reading.margin(line)
        properties = document.core_properties
    except (zipfile.BadZipFile, PackageNotFoundError, KeyError, ValueError, OSError, SyntaxError) as error:
        raise DataError("the DOCX is damaged", mend="save it again from its program") from error
    # When a file was made or saved is not the date of a guideline; that stands in its text, or nowhere.
    metadata = DocumentMetadata(
        title=(properties.title or "").replace(_NO_TITLE, "").strip() or reading.first_heading,
        issuer="" if _PROGRAM.fullmatch(author := (properties.author or "").strip()) else issuing(author),
        version=(properties.version or "").strip(),
    )
    return ReadDocument(
        metadata=metadata, blocks=reading.blocks, stated=reading.stated, problems=problems, format="docx"
    )


def _margins(document: Document) -> Iterator[str]:
    """The lines of the heads and feet of the pages, in their paragraphs and tables."""
    for section in document.sections:
        for margin in (section.footer, section.first_page_footer, section.header, section.first_page_header):
            for part in margin.iter_inner_content():
                lines = (
                    [part.text] if not hasattr(part, "rows") else [cell.text for row in part.rows for cell in row.cells]
                )
                yield from (" ".join(line.split()) for text in lines for line in text.split("\n") if line.strip())


def _style_of(paragraph: Paragraph) -> str:
    """The name of a paragraph's style; the id that it is said by where the file does not define it: Heading1."""
    said = paragraph._p.style or ""
    named = (paragraph.style.name or "") if paragraph.style else ""
    return named if not said or (paragraph.style and paragraph.style.style_id == said) else said


def _text_of(paragraph: Paragraph) -> str:
    """The text of a paragraph, with a "^" before each exponent."""
    runs = [run for part in paragraph.iter_inner_content() for run in getattr(part, "runs", [part])]
    told = ""
    for place, run in enumerate(runs):
        after = runs[place + 1].text if place + 1 < len(runs) else ""
        raised = bool(run.font.superscript) and is_exponent(told, run.text, after)
        told += f"^{run.text.strip()}" if raised else run.text
    return " ".join(told.split())


def _cell_text(cell: _Cell) -> str:
    return " ".join(filter(None, map(_text_of, cell.paragraphs)))


def _grid(table: Table) -> list[list[str]]:
    """The cells of a table, each in every row and column that it spans; one over all columns heads the rows below it."""
    rows = []
    for row in table.rows:
        cells = [(cell._tc, _cell_text(cell)) for cell in row.cells]
        if len(cells) > 1 and all(one is cells[0][0] for one, _ in cells):
            rows.append([cells[0][1], *[""] * (len(cells) - 1)])
        else:
            rows.append([text for _, text in cells])
    return rows


def _add(reading: Reading, text: str, kind: str) -> None:
    if not text:
        return
    before = len(reading.blocks)
    reading.line("")
    reading.line(text)
    reading.close()
    if len(reading.blocks) > before:
        reading.blocks[-1] = Block(**{**reading.blocks[-1].model_dump(), "kind": kind})
