"""From a file to blocks with headings and pages: Markdown, HTML, text, PDF, DOCX and recommendations as JSON."""

from osler.core.library.readers.read import ACCEPTED, read_bytes, read_file

__all__ = ["ACCEPTED", "read_bytes", "read_file"]
