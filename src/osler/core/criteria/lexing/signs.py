"""Signs of comparison that a registry lost or an author left out: "= 18 and = 65 years" once had strokes above, "6 to < 12" begins at 6."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.numbers import DIGITS, number
from osler.core.criteria.lexing.tokens import Kind, Token

# Where registries lost the strokes of "\u2265" and "\u2264", an equality beside another limit of the measure is its other end.
_LOST_SIGNS = re.compile(
    rf"(?P<first>(?<![<>=/])=|>=?|\u2265)(?P<between>\s?(?P<low>{DIGITS})[^,;=<>\d]{{0,12}}?\s?(?:\([^()]{{1,25}}\)\s?)?(?:\bto\b|\band\b|-)\s?)"
    rf"(?P<second>=(?![<>])|<=?|\u2264)(?=\s?(?P<high>{DIGITS}))"
)
_LOST_AROUND_NAME = re.compile(
    rf"(?P<low>{DIGITS})(?P<unit>\s?[^\s,;=<>\d()]{{0,8}}\s?(?:\([^()]{{1,20}}\)\s?)?)(?<![<>=/])=(?P<between>\s?[a-z][^,;=<>]{{0,30}}?\s?)(?P<second>=|<=?|\u2264)(?=\s?(?P<high>{DIGITS}))"
)
_OPEN_END = re.compile(
    rf"(?<=[a-z:(]) (?=(?P<low>{DIGITS})\s?(?:[a-z%/]{{1,8}}\s)?(?:to|-|\u2013)\s?(?:<=?|\u2264)\s?(?P<high>{DIGITS}))",
    re.IGNORECASE,
)
"""Where a range begins whose second end alone has a sign: "6 to < 12 years"."""
_STRAY = re.compile(r"[<>]=?|[\u2264\u2265]")
_GRADED = re.compile(r"(?:grade|stage|class)\b")
_WHOSE = 3
"""Words of a scale's name that stand between a sign and its grade, at most."""
_AT_LEAST, _AT_MOST = "\u2265", "\u2264"


def with_signs(plain: str) -> str:
    """The text with "\u2265" and "\u2264" where two limits of one measure show that they were written."""

    def restored(found: re.Match[str]) -> str:
        if number(found["low"]) >= number(found["high"]):
            return found.group()
        first, second = (_AT_LEAST if found["first"] == "=" else found["first"]), found["second"]
        return f"{first}{found['between']}{second if second != '=' else _AT_MOST}"

    def around(found: re.Match[str]) -> str:
        if number(found["low"]) >= number(found["high"]):
            return found.group()
        # A bracket between says the value again in another unit.
        unit = re.sub(r"\([^()]*\)", lambda bracket: " " * len(bracket.group()), found["unit"])
        return (
            f"{found['low']}{unit}{_AT_MOST}{found['between']}{_AT_MOST if found['second'] == '=' else found['second']}"
        )

    def begun(found: re.Match[str]) -> str:
        return _AT_LEAST if number(found["low"]) < number(found["high"]) else found.group()

    plain = _OPEN_END.sub(begun, plain)
    return _LOST_AROUND_NAME.sub(around, _LOST_SIGNS.sub(restored, plain))


def with_stray_signs(found: list[Token], plain: str, strays: Sequence[int]) -> list[Token]:
    """The tokens with a sign that stands before the name of a scale at its grade: "> Tonnis grade 1"."""
    row = list(found)
    for position in strays:
        sign = _STRAY.match(plain, position)
        place = next((n for n, token in enumerate(row) if token.start > position), len(row))
        graded = next((n for n in range(place, min(place + _WHOSE, len(row))) if row[n].kind is not Kind.WORD), place)
        if sign is None or graded >= len(row):
            continue
        if row[graded].kind is not Kind.GRADE:
            row[place : place + 1] = [_signed(row[place], sign)]
            continue
        token = row[graded]
        if (name := _GRADED.match(token.text)) is not None and "=" not in token.text:
            row[graded] = token._replace(text=f"{name.group()} {sign.group()}{token.text[name.end() :]}")
    return row


def _signed(token: Token, sign: re.Match[str]) -> Token:
    """A word that begins with a number, with the sign before it as a part of it: "> 85th percentile"."""
    near = token.kind is Kind.WORD and token.text[0].isdigit() and token.start - sign.end() <= 1
    return token._replace(start=sign.start(), text=f"{sign.group()} {token.text}") if near else token
