"""Words that are another thing by what stands beside them: a kidney's concentrating, three letters, a usual number, an age in words."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies


def _terms(text: str) -> set[str]:
    return {mention.concept_id for mention in analyse(text, bundled_vocabularies()).mentions}


@pytest.mark.parametrize(
    ("text", "term", "read"),
    [
        ("FBC normal, IgG A M normal.", "HP:0008551", False),
        ("Microtia on the left.", "HP:0008551", True),
        ("Creatinine 92, poor concentrating ability; kidneys echogenic.", "HP:0031987", False),
        ("Creatinine 92, poor concentrating ability; kidneys echogenic.", "HP:0004727", True),
        ("Poor concentration at school.", "HP:0031987", True),
        ("Eczema, normal frequency of infections.", "HP:0002719", False),
        ("Increased frequency of infections.", "HP:0002719", True),
    ],
)
def test_a_name_is_read_by_its_place(text: str, term: str, read: bool) -> None:
    assert (term in _terms(text)) is read


@pytest.mark.parametrize(
    ("text", "years"), [("Yusuf is eleven. Night blindness.", 11), ("Yusuf is one of three.", None)]
)
def test_an_age_may_be_a_word(text: str, years: float | None) -> None:
    assert analyse(text, bundled_vocabularies()).patient_age == years
