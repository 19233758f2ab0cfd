"""Bytes → text: the encodings that clinical systems really produce."""

from __future__ import annotations

import codecs
import re
from typing import Any

from osler.core.results import Level, Problem
from osler.errors import DataError

# Longer marks first: that of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SAMPLE = 65536
_MOST_CONTROL = 0.01
_MOST_LATIN = 0.7


def decode(data: bytes) -> tuple[str, list[Problem]]:
    """The text and what had to be done to get it; binary data is refused."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), []
            except UnicodeDecodeError:
                return data.decode(encoding, "replace"), [_replaced()]
    if (unmarked := _unmarked(data)) is not None:
        return data.decode(unmarked), [_without_mark()]
    try:
        text = data.decode("utf-8")
        problems = []
    except UnicodeDecodeError:
        # Windows-1252 contains what Latin-1 files hold; bytes that are valid UTF-8 stay UTF-8, so a file
        # that was pasted together from both comes out right.
        text = data.decode("utf-8", _WINDOWS)
        problems = [_not_utf8()]
    if is_binary(text):
        raise DataError("the input is binary, not text", mend="give a text, Markdown, HTML, PDF, DOCX or JSON file")
    return text, problems


def _unmarked(data: bytes) -> str | None:
    """UTF-16 whose mark is missing: every other byte of Western text is then 0."""
    sample = data[:_SAMPLE]
    if len(sample) < 4 or len(data) % 2:
        return None
    for encoding, zeros, letters in (
        ("utf-16-le", sample[1::2], sample[::2]),
        ("utf-16-be", sample[::2], sample[1::2]),
    ):
        if zeros.count(0) < _MOST_LATIN * len(zeros) or letters.count(0):
            continue
        try:
            return None if is_binary(data.decode(encoding)) else encoding
        except UnicodeDecodeError:
            return None
    return None


def is_binary(text: str) -> bool:
    """Whether a text has so many control characters that it is none."""
    sample = text[:_SAMPLE]
    return "\0" in sample or len(_CONTROL.findall(sample)) > _MOST_CONTROL * len(sample) + 1


def without_surrogates(text: str) -> tuple[str, list[Problem]]:
    """The text with lone surrogates, which no encoding can carry, made visible as U+FFFD."""
    if not _SURROGATE.search(text):
        return text, []
    return _SURROGATE.sub("\ufffd", text), [_replaced()]


def has_surrogate_escape(text: str) -> bool:
    """Whether a JSON text may hide a lone surrogate in a \\uXXXX escape."""
    return "\\ud" in text or "\\uD" in text


def clean_json(value: Any) -> tuple[Any, list[Problem]]:
    """A JSON value with lone surrogates in its strings made visible as U+FFFD."""
    cleaned = _cleaned(value)
    return cleaned, [] if cleaned == value else [_replaced()]


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(item) for key, item in value.items()}
    return value


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    bad = error.object[error.start : error.end]
    # Five bytes have no meaning in Windows-1252; Latin-1 gives every byte one.
    return "".join(_WINDOWS_CHARACTERS[byte] for byte in bad), error.end


_WINDOWS_CHARACTERS = [
    bytes([byte]).decode("cp1252", "ignore") or bytes([byte]).decode("latin-1") for byte in range(256)
]
_WINDOWS = "osler.windows-1252"
codecs.register_error(_WINDOWS, _as_windows)


def _not_utf8() -> Problem:
    return Problem(
        code="input.encoding",
        level=Level.WARNING,
        message="the input is not UTF-8 throughout; other bytes were read as Windows-1252",
        mend="save it as UTF-8 if letters look wrong",
    )


def _without_mark() -> Problem:
    return Problem(
        code="input.encoding",
        level=Level.INFO,
        message="the input is UTF-16 without a mark; it was read as that",
        mend="save it as UTF-8",
    )


def _replaced() -> Problem:
    return Problem(
        code="input.encoding",
        level=Level.WARNING,
        message="characters that no encoding can carry were replaced by U+FFFD",
        mend="export the text again from its system",
    )
