"""The bytes of a file → its text, for whoever reads documents: encodings, and the pages of a PDF."""

from osler.core.files.decoding import clean_json, decode, has_surrogate_escape, without_surrogates
from osler.core.files.pdf import PdfContent, PdfLimits, pdf_content

__all__ = [
    "PdfContent",
    "PdfLimits",
    "clean_json",
    "decode",
    "has_surrogate_escape",
    "pdf_content",
    "without_surrogates",
]
