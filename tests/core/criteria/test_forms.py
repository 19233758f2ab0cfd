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
