"""Text that did not come from us, put inside delimiters that it cannot close.

The closing delimiter carries a digest of the text, which a text cannot contain of itself; and whatever in the text
looks like a delimiter, or like a control token of a chat template, loses its first character to an escape. Everything
else stays as it is, so that a quote of the text can still be found in the source.
"""

from __future__ import annotations

import hashlib
import re

_TAG = "untrusted"
# Characters that are invisible or that a reader, or a model, takes for nothing.
_NOTHING = r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]*"
_OPEN = "<\uff1c\u2039\u3008\u27e8\u276e\u02c2"
_SLASH = "/\uff0f\u2044\u2215"


def _letter(letter: str) -> str:
    wide = chr(ord(letter) - ord("a") + 0xFF41) + chr(ord(letter) - ord("a") + 0xFF21)
    return f"[{letter}{letter.upper()}{wide}]"


_LOOKALIKE = re.compile(
    f"[{_OPEN}](?={_NOTHING}[{_SLASH}]?{_NOTHING}{_NOTHING.join(_letter(letter) for letter in _TAG)})"
)
_CONTROL_TOKEN = re.compile(
    r"<(?=\|[^|<>]{0,40}\|>|/?(?:start_of_turn|end_of_turn|bos|eos|pad|unk|s|tool_call|tool_response|think)>|<SYS>>|</SYS>>)"
    r"|\[(?=/?INST\])",
    re.IGNORECASE,
)


class Delimited(str):
    """Text that may stand in a prompt: ours, or untrusted text inside its delimiters."""

    __slots__ = ()


def untrusted(text: object, label: str) -> Delimited:
    """The text inside delimiters that name it and that it cannot close."""
    content = _escape(str(text))
    digest = hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    name = re.sub(r"[^A-Za-z0-9_.:-]+", "-", label)[:60] or "text"
    return Delimited(f'<{_TAG} label="{name}" id="{digest}">\n{content}\n</{_TAG} id="{digest}">')


def trusted(value: object) -> Delimited:
    """A value of our own making: a count, a name from our own lists, an identifier we assigned."""
    return Delimited(str(value))


def _escape(text: str) -> str:
    text = _LOOKALIKE.sub("&lt;", text)
    return _CONTROL_TOKEN.sub(lambda match: "&lt;" if match.group() == "<" else "&#91;", text)
