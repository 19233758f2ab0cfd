"""From a file to blocks with headings and pages: Markdown, HTML, text, PDF, DOCX and recommendations as JSON."""

from osler.core.library.readers.read import ACCEPTED, read_bytes, read_file
from osler.core.library.readers.tables import table_rows

__all__ = ["ACCEPTED", "read_bytes", "read_file", "table_rows"]
