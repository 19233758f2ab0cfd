"""Trying a pattern only where it can begin finds what trying it everywhere finds."""

from __future__ import annotations

import re

import pytest

from osler.first_letters import each_match, first_match, openings

TEXT = " ".join(
    [
        "Metastatic adenocarcinoma of the LEFT lung; type 2 diabetes, no-known allergies (NKDA).",
        "Fever ٣ days, ſevere İtching, Kelvin 37; 12 kg, 1.5mg/kg _x_ multi-line\nline two\tstage IIIB.",
        "Left-sided weakness; the left hip was fine. Height 1,72 m. re-left unleft left",
    ]
    * 3
)


@pytest.fixture(autouse=True)
def _from_the_first_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("osler.first_letters._OFTEN", 0)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\b(?:left|right)\s(?P<part>lung|hip)",
        r"(?<!\w)(?:left|no-known)",
        r"(?<![\w-])(?:left|sided)\b",
        r"\b(?:the\s)?(?:left|weak\w+)",
        r"(?:^|(?<=\.\s)|(?<=\n))(?:fever|left|line|height)",
        r"(?P<list>\b(?:stage|type)\s[IVX\d]+[ABC]?)",
        r"\b(?:severe|itching|kelvin)\b",
        r"\b\d+(?:[.,]\d+)?\s?(?:mg|kg|m)\b",
        r"\b[12]\d?\s?kg",
        r"(?:\bleft|\bhip)\b",
        r"\b(?:(?:the|of)\s){0,2}left",
        r"\b_x_",
        # What may begin inside a word, with any letter, or with nothing, is tried everywhere.
        r"left",
        r"(?:left)?sided",
        r"\b\w+-sided",
        r"(?:\bleft|side)\b",
        r"\b(?:left)?",
        r"\b(?:\(|left)",
        r"(?=left)",
    ],
)
@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
def test_what_is_found_is_the_same(pattern: str, flags: int) -> None:
    compiled = re.compile(pattern, flags)
    for start, end in ((0, len(TEXT)), (7, 200), (95, 96), (40, 40)):
        expected = [one.span() for one in compiled.finditer(TEXT, start, end)]
        assert [one.span() for one in each_match(compiled, TEXT, start, end)] == expected
        first = first_match(compiled, TEXT, start, end)
        assert (first.span() if first else None) == (expected[0] if expected else None)


def test_a_pattern_that_opens_with_known_words_is_tried_at_them_alone() -> None:
    assert openings(re.compile(r"\b(?:left|right|at\s\d)", re.IGNORECASE)) == {"left", "righ", "at 0"}
    assert openings(re.compile(r"left|right")) == frozenset()
    assert openings(re.compile(r"\b\w+")) == frozenset()
    assert openings(re.compile(r"\b(?:left)?\s?")) == frozenset()
