"""Raised figures: behind a ten a raised figure is its exponent, which text without it would read as one number (10^9 as 109)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.files.pdf_tables import Printed

_TIMES_TEN = re.compile(r"[x×·*]\s*10$")
_TEN = re.compile(r"(?<![\w.,])10$")
_FIGURE = re.compile(r"\s*[-−–+]?\d{1,2}\s*")
_COUNTED = re.compile(r"\s*(?:/|per\b|(?:cells|copies|cfu|iu|units)\b)", re.IGNORECASE)
_BROKEN = re.compile(r"^([-−–+]?\d{1,2})\s*\n(?=\s*[/a-z])")
"""An exponent that was read as a line of its own, before what is counted in it."""
_SMALLER = 0.85
"""How large the letters of a raised figure are at most, beside those that it stands behind."""
_BEHIND = 12
"""Characters in which what an exponent belongs to is sought."""


def is_exponent(before: str, raised: str, after: str) -> bool:
    """Whether a raised figure is the exponent of the ten before it: something is times ten, or counted in so many."""
    before = before.rstrip()
    if not _FIGURE.fullmatch(raised):
        return False
    return bool(_TIMES_TEN.search(before) or (_TEN.search(before) and _COUNTED.match(after)))


def with_exponents(page: str, printed: Sequence[Printed]) -> tuple[str, list[Printed]]:
    """The text of a page and its stretches, with a "^" before each exponent; a page whose text and stretches differ stays."""
    places = [place for place in range(1, len(printed)) if _is_raised(printed, place)]
    text, told = page, list(printed)
    for place in reversed(places):
        at = _offset(text, sum(len("".join(one.text.split())) for one in printed[:place]), printed[place].text)
        if at is None:
            return page, list(printed)
        # A raised figure may have been read as a line of its own.
        text = f"{text[:at].rstrip()}^{_BROKEN.sub(lambda found: found[1], text[at:], count=1)}"
        told[place] = told[place]._replace(text=f"^{told[place].text.lstrip()}")
    return text, told


def _is_raised(printed: Sequence[Printed], place: int) -> bool:
    before, here = printed[place - 1], printed[place]
    behind = "".join(one.text for one in printed[max(0, place - 3) : place])[-_BEHIND:]
    after = printed[place + 1].text if place + 1 < len(printed) else ""
    return here.size <= _SMALLER * before.size and here.y >= before.y and is_exponent(behind, here.text, after)


def _offset(text: str, letters: int, wanted: str) -> int | None:
    """Where in a text the letter stands that has so many letters before it; None where another stands there."""
    passed = 0
    for at, letter in enumerate(text):
        if letter.isspace():
            continue
        if passed == letters:
            return at if text.startswith(wanted.strip(), at) else None
        passed += 1
    return None
