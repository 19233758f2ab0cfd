"""What a terminal cannot write, in letters that it can: bars, signs and accents; anything else by its number."""

from __future__ import annotations

import codecs
import unicodedata

NAME = "osler.plain"
_SIGNS = str.maketrans(
    {"█": "#", "░": ".", "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "→": "->", "≥": ">=", "≤": "<="}
    | {"×": "x", "±": "+/-", "•": "*", "·": "*", "−": "-"}
)


def _plain(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    written = "".join(map(_letters, error.object[error.start : error.end]))
    return written, error.end


def _letters(char: str) -> str:
    plain = unicodedata.normalize("NFKD", char.translate(_SIGNS)).encode("ascii", "ignore").decode()
    return plain or char.encode("ascii", "backslashreplace").decode()


def register() -> str:
    """Make the letters known to streams; the name that a stream's `errors` has for them."""
    codecs.register_error(NAME, _plain)
    return NAME
