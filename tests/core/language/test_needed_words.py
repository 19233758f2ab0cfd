"""A pattern is tried only where a word stands that it cannot match without, and never left untried where it could match."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.language import AnalysedText, analyse, assert_mention, read_once
from osler.needed_words import may_match, needed_words, searchable

_PATTERNS = [
    re.compile(r"\b(?:at\s)?(?P<n>\d{2})\sweeks\sgestation\b"),
    re.compile(r"(?:years?|months?)\s(?:ago|earlier)"),
    re.compile(r"stop(?:ped|s)?|never\sstarted", re.IGNORECASE),
    re.compile(r"(?=after)\w+|x{0,3}before"),
    re.compile(r"no(?:\s\w+){1,3}?\spain"),
    re.compile(r"(?i:Kiss)|[ab]cd"),
]


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"\bgestation(?:al)?\b", ("gestation",)),
        (r"\d+\s(?:years|weeks)\sof\slife", ("weeks", "years")),
        (r"(?:ago|prior)\b", ("ago", "prior")),
        (r"(?:years)?\d", ()),
        (r"\d(?=\slife)", ()),
        (r"a|life", ()),
        (r"(?i)Stopped", ("stopped",)),
    ],
)
def test_the_words_that_a_pattern_needs(pattern: str, needed: tuple[str, ...]) -> None:
    assert needed_words(re.compile(pattern)) == needed


@given(
    st.lists(
        st.sampled_from(
            [
                "12",
                "weeks",
                "gestation",
                "Years",
                "ago",
                "STOPPED",
                "\u017ftop",
                "after",
                "no",
                "of",
                "pain",
                "K\u0131ss",
                "\u212aiss",
                "bcd",
                "before",
                "at",
            ]
        ),
        max_size=6,
    )
)
def test_what_matches_is_never_left_untried(words: list[str]) -> None:
    text = " ".join(words)
    assert all(may_match(one, searchable(text)) for one in _PATTERNS if one.search(text))


def test_a_reading_is_made_once_for_each_text() -> None:
    made: list[str] = []

    def characters(analysed: AnalysedText) -> int:
        made.append(analysed.text)
        return len(made)

    reading = read_once(characters)
    first, second = analyse("No pain."), analyse("No pain.")
    assert (reading(first), reading(first), reading(second)) == (1, 1, 2)


def test_every_place_of_a_sentence_is_asked_for_itself() -> None:
    text = "Mother had asthma; no eczema, but a cough today."
    said = {
        word: assert_mention(text, text.index(word), text.index(word) + len(word))
        for word in ("eczema", "asthma", "cough")
    }
    again = {
        word: assert_mention(text, text.index(word), text.index(word) + len(word))
        for word in ("cough", "asthma", "eczema")
    }
    assert said == again
    assert said["eczema"].negated
    assert not said["cough"].negated
    assert said["asthma"].experiencer != said["cough"].experiencer
