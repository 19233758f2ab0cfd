"""A form of tokens is passed over only where it cannot begin, and only in texts that cannot hold it."""

from __future__ import annotations

from typing import Any

import pytest

from osler.core.criteria.lexing import forms, lexer
from osler.core.criteria.lexing.patterns import token_forms
from osler.core.criteria.lexing.tokens import Token

_RESTS = (
    " 3 weeks prior to randomization", " the last 6 months", " 5 half-lives of the drug", " 2 x ULN", " 18 years old", " class II or III",
    " of the following criteria", " 30 weeks of gestation", " the screening visit", " least three months", " day of surgery", "-3 to 5 kg",
    " 1:160 or more", " twice the upper limit of normal", " the upper limit of normal", " 2 and 6 weeks before surgery", " to the age of 7 years",
    " an 11-point scale", " other week", " two days apart", " 7 % <= HbA1c <= 10 %", " 2-hour plasma glucose", " 2 h plasma glucose", " 30 mins",
    " 5 yo", " 6 mo", " 3 mths", " 4 wks", " 2 hrs", " one year ago", " grade 2", " smokers", " or above T6", " 3-d imaging", " \u2265 1.5 x 10^9/L",
)  # fmt: skip
_WHOLE = (
    "every other week", "per 24 hours", "within a 2 week time period", "on study day -1", "before 6 months of age", "until 6 months of age", "on the 0-4 nrs", "using a 10-point scale", "> 2 weeks apart",
    "two weeks apart", "for between 2 and 6 weeks before surgery", "within 5 half-lives of the drug", "within 4 weeks or 5 half-lives",
    "throughout the past 6 months", "the last 6 months", "past 2 years", "about 3 weeks before surgery", "over the preceding year",
    "upon enrollment", "14 days or 5 half-lives, whichever is longer", "the day of surgery", "on screening", "while receiving study drug",
    "prior to any dose", "2 years to 5 years of age", "between the ages of 6 and 12 years", "ages of 6 to 12 years", "two years old",
    "between 20 and 24 weeks of gestation", "up to twice the ULN", "between -2 and 3 kg", "above the upper limit of normal", "three or more",
    "three times ULN", "at least grade 2", "> ECOG grade 2", "functional class II", "category 3", "ASA 100 mg", "at or above T6", "18 <= BMI <= 27",
    "no more than two of the following", "none of the following", "not permitted", "non smokers", "non-pregnant", "nor asthma", "as well as gout",
    "regardless of stage", "with or without asthma", "unless treated", "except for gout", "such as gout", "if applicable", "who has gout",
)  # fmt: skip
_SIGNS = ("2", ".5", "<", "\u2265", "= ", "-", "&", "/ ", "%", "\u03b2")


@pytest.fixture
def every_form(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Reads tokens with all forms tried everywhere."""
    every = tuple((form.kind, pattern) for form, pattern in forms._forms())

    def read(text: str) -> list[Token]:
        with monkeypatch.context() as patch:
            patch.setattr(forms, "forms_at", lambda start, traits: every)
            return lexer.tokens(text)

    return read


def test_with_every_first_word(every_form: Any) -> None:
    words = sorted({first for form in token_forms() for first in form.firsts or () if first.isalpha()})
    assert len(words) > 200
    for place, word in enumerate([*words, *_SIGNS]):
        text = "; ".join(f"a {word}{rest}" for rest in _RESTS[place % 11 :: 11])
        assert lexer.tokens(text) == every_form(text), word


@pytest.mark.parametrize("rest", _RESTS)
def test_in_texts_without_the_rest(every_form: Any, rest: str) -> None:
    for word in ("at", "within", "more than", "the", "between", "one", "not", "", *_SIGNS):
        text = f"asthma {word}{rest}"
        assert lexer.tokens(text) == every_form(text), text


@pytest.mark.parametrize("text", _WHOLE)
def test_of_every_form(every_form: Any, text: str) -> None:
    assert lexer.tokens(text) == every_form(text)
