"""The bytes of a file → its text, for whoever reads documents: how much of it, its encoding, and the pages of a PDF."""

from osler.core.files.decoding import clean_json, decode, has_surrogate_escape, without_surrogates
from osler.core.files.pdf import PdfContent, PdfLimits, pdf_content
from osler.core.files.raised import is_exponent
from osler.core.files.reading import MAX_INPUT_BYTES, at_most, bytes_of, refuse_endless

__all__ = [
    "MAX_INPUT_BYTES",
    "PdfContent",
    "PdfLimits",
    "at_most",
    "bytes_of",
    "clean_json",
    "decode",
    "has_surrogate_escape",
    "is_exponent",
    "pdf_content",
    "refuse_endless",
    "without_surrogates",
]
