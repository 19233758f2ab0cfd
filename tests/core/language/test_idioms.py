"""Words of findings that are no finding where they stand."""

from __future__ import annotations

import pytest

from osler.core.language import Polarity, analyse


def _observed(text: str) -> set[str]:
    found = analyse(text).mentions
    return {one for mention in found if mention.assertion.polarity is Polarity.PRESENT for one in mention.concept_ids}


def _named(text: str) -> set[str]:
    return {one for mention in analyse(text).mentions for one in mention.concept_ids}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("No QT-prolonging medication.", "HP:0001657"),
        ("It was put down to glandular fever.", "HP:0001945"),
        ("Ear lobes with a central depression.", "HP:0000716"),
        ("Fontanelle full but not bulging.", "HP:6000647"),
    ],
)
def test_is_no_finding(text: str, term: str) -> None:
    assert term not in _named(text)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("QT prolongation on the ECG.", "HP:0001657"),
        ("Glandular fever, and today a fever of 39.", "HP:0001945"),
        ("Severe depression since the birth.", "HP:0000716"),
        ("Fontanelle full and bulging.", "HP:6000647"),
    ],
)
def test_is_one(text: str, term: str) -> None:
    assert term in _observed(text)


def test_what_something_was_taken_for_was_not_there() -> None:
    assert "HP:0001250" not in _observed("One of those was taken for epilepsy.")
    assert "HP:0001297" not in _observed("It was mistaken for a stroke.")
