"""Infections that a list of tests names: "sent: B12, HIV, syphilis", "will check hepatitis B" tell of no infection."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language.rules import read_yaml

_NEAR = 120
"""Characters before and after a name in which its list of tests may begin and end."""
_ITEM = r"(?!(?:and|or|plus)\b)[\w+()-]+(?:\s(?!(?:was|is|has|had|found|showed|positive|known|and|or|plus)\b)[\w+()-]+){0,2}"


_SENT = re.compile(
    r"(?:\s(?:serology|tests?|screen|bloods?|antibodies|status))?\s(?:(?:was|were|will be|to be|has been|have been|are|is)\s)?"
    r"(?:sent|requested|ordered|pending|awaited|outstanding|checked|rechecked|screened)\b",
    re.IGNORECASE,
)
"""What is said of tests: "HIV and syphilis sent", "hepatitis B serology pending"."""
_END = re.compile(r"[;\n]|\.(?=\s+[A-Z]|\s*$)")


@cache
def _table() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The infections that tests are called after, what opens a list of tests, what shows one, and the words for results."""
    table: dict[str, list[str]] = read_yaml("infection_tests.yml")
    infections, openings, tests, results = (
        "|".join(sorted(map(re.escape, table[key]), key=len, reverse=True))
        for key in ("infections", "openings", "tests", "results")
    )
    return (
        re.compile(rf"(?:{infections})", re.IGNORECASE),
        re.compile(
            rf"\b(?:{openings})\b(?:\s(?:for|of|off|including|incl\.?|with|as well))?\s?[:=-]?\s?"
            rf"(?:{_ITEM}\s?(?:,|/|&|\band\b|\bor\b|\bplus\b)\s?){{0,9}}(?:and\s|or\s)?$",
            re.IGNORECASE,
        ),
        re.compile(rf"(?<![\w-])(?:{tests})(?![\w-])"),
        re.compile(rf"(?<![\w-])(?:{results})(?![\w-])", re.IGNORECASE),
    )


def names_a_test(text: str, start: int, end: int) -> bool:
    """Whether the name of an infection stands in a list of tests of which no result is told."""
    infections, openings, _, results = _table()
    if infections.fullmatch(text, start, end) is None:
        return False
    first, last = _statement_around(text, start, end)
    if results.search(text, first, last) is not None:
        return False
    if openings.search(text, first, start) is not None:
        return True
    if _SENT.match(text, end, last) is not None:
        return True
    before, after = _beside_a_test()
    return before.search(text, first, start) is not None or after.match(text, end, last) is not None


def stands_among_tests(text: str, start: int, end: int) -> bool:
    """Whether a substance that is also given stands in a list of tests: "B12, folate, ferritin sent", "bloods: TSH, vitamin D".

    A list of only such substances ("B12, folate") may be of what is taken, unless it is opened or closed as one of tests.
    """
    _, openings, _, _ = _table()
    first, last = _statement_around(text, start, end)
    if _given().search(text, first, last) is not None:
        return False
    if openings.search(text, first, start) is not None:
        return True
    run = _RUN.match(text, end, last)
    if run is not None and _SENT.match(text, run.end(), last) is not None:
        return True
    return _only_tests().search(text, first, last) is not None


_RUN = re.compile(rf"(?:\s?(?:,|/|&|\band\b)\s?{_ITEM}?){{0,9}}")


@cache
def _given() -> re.Pattern[str]:
    """What says of a substance in a statement that it is given or taken."""
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, read_yaml('infection_tests.yml')['given']))})\b", re.IGNORECASE)


@cache
def _only_tests() -> re.Pattern[str]:
    """A test, not on something that is also given as a medicine, right beside the comma or slash of a list."""
    table = read_yaml("infection_tests.yml")
    tests = "|".join(
        re.escape(one) for one in sorted(table["tests"], key=len, reverse=True) if one not in table["also_given"]
    )
    return re.compile(rf"(?:[,/&]|\band)\s?(?:{tests})(?![\w-])|(?<![\w-])(?:{tests})\s?(?:[,/&]|\sand\b)")


@cache
def _beside_a_test() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A test just before or after a name in a list; behind the name it has no value of its own."""
    tests = _table()[2].pattern
    return (
        re.compile(rf"{tests}\s?[\d.]*\s?(?:,|/|\sand)\s?(?:and\s)?$"),
        re.compile(rf"\s?,\s?(?:and\s)?{tests}(?!\s?[\d<>:=])"),
    )


def _statement_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The statement that a name stands in, as far as its list of tests may reach."""
    ends = [found.end() for found in _END.finditer(text, max(0, start - _NEAR), end) if found.end() <= start]
    closed = _END.search(text, end, end + _NEAR)
    return ends[-1] if ends else max(0, start - _NEAR), closed.start() if closed else min(len(text), end + _NEAR)
