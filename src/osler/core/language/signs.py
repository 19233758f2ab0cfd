"""Plus and minus as words of a review of systems: "+ cough, - fever" has the one and denies the other."""

from __future__ import annotations

import re

PRESENT, DENIED = "⊕", "⊖"
"""What stands for a sign that means presence or absence; the lexicon of cues knows both."""

_BLOCK = re.compile(r"(?:[^\n]+\n?)+")
_WORD = r"(?=[ \t]?[a-z])(?!ve\b)"
_INLINE = re.compile(rf"(?:(?<=[,;:.(] )|(?<=[,;:(])|(?<=[ \t])(?=[+-][a-z]))(?P<sign>[+-]){_WORD}")
_AT_LINE = re.compile(rf"^[ \t]*(?P<sign>[+-]){_WORD}", re.MULTILINE)


def with_signs(low: str) -> str:
    """A lower-cased text with its signs marked, in the paragraphs that use both; a minus alone is a dash or a bullet."""
    if "+" not in low or "-" not in low:
        return low
    marked = list(low)
    for block in _BLOCK.finditer(low):
        for pattern in (_INLINE, _AT_LINE):
            # Signs before the items of a line, and those before whole lines, are two customs: each needs its own plus.
            found = list(pattern.finditer(low, *block.span()))
            if {match["sign"] for match in found} == {"+", "-"}:
                for match in found:
                    marked[match.start("sign")] = PRESENT if match["sign"] == "+" else DENIED
    return "".join(marked)
