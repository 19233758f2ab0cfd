"""Text that did not come from us, put inside delimiters that it cannot close.

The closing delimiter carries a digest of the text, which a text cannot contain of itself; and whatever in the text
looks like a delimiter, or like a control token of a chat template, loses its first character to an escape. Everything
else stays as it is, so that a quote of the text can still be found in the source.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

_TAG = "untrusted"
_OPENING = re.compile("[<\uff1c\ufe64\u2039\u3008\u2329\u27e8\u276e\u02c2]")
_SLASHES = "/\u2044\u2215\u29f8\\"
# What a reader, or a model, takes for nothing: control and format characters, spaces, marks on other letters.
_NOTHING = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me"})
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
    text = _OPENING.sub(lambda match: "&lt;" if _names_our_tag(text, match.end()) else match.group(), text)
    return _CONTROL_TOKEN.sub(lambda match: "&lt;" if match.group() == "<" else "&#91;", text)


def _names_our_tag(text: str, position: int) -> bool:
    """Whether what follows reads as our tag's name, however it is spelt."""
    read = ""
    for index in range(position, len(text)):
        character = text[index]
        if unicodedata.category(character) in _NOTHING:
            continue
        read = (read + unicodedata.normalize("NFKC", character).casefold()).lstrip(_SLASHES)
        if read.startswith(_TAG):
            return True
        if not _TAG.startswith(read):
            return False
    return False
