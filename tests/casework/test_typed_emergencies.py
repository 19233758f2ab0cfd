"""Findings that a person types: refused where nothing knows them, but an emergency is answered first."""

from __future__ import annotations

import pytest

from osler.casework import refuse_unknown_findings
from osler.errors import UsageError


@pytest.mark.parametrize("words", ["can't breathe", "she is not breathing", "won't wake up"])
def test_an_emergency_in_lay_words_is_not_refused(words: str) -> None:
    refuse_unknown_findings([words], alone=True, exclude="--exclude")


@pytest.mark.parametrize("words", ["no seizure", "purple dreams of zebras"])
def test_what_is_absent_or_unknown_is_refused(words: str) -> None:
    with pytest.raises(UsageError):
        refuse_unknown_findings([words], alone=True, exclude="--exclude")
