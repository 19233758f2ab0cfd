"""A change or a course that a model tells of a record: of anybody, in any words, but only as it is."""

from __future__ import annotations

import pytest

from osler.consult.checked.claims import uncovered
from osler.core.terminology import bundled_vocabularies

WEIGHT = ["Body weight 2020-02-17 69.966 kg", "Body weight 2021-02-22 68.036 kg", "Body weight: down by 1.93 kg."]
ILL = ["Prediabetes 1994-05-16 active present condition"]


@pytest.mark.parametrize(
    ("sentence", "support", "holds"),
    [
        ("Her weight went from 69.97 kg in February 2020 to 68.04 kg in February 2021.", WEIGHT, True),
        ("Her weight went from 68.04 kg in February 2020 to 69.97 kg in February 2021.", WEIGHT, False),
        ("Her weight went up from 69.97 kg to 68.04 kg.", WEIGHT, False),
        ("Her weight changed from 69.97 kg to 68.04 kg because of metformin.", WEIGHT, False),
        ("He has lost 1.93 kg between 17 February 2020 and 22 February 2021.", WEIGHT, True),
        ("She gained 1.93 kg between 17 February 2020 and 22 February 2021.", WEIGHT, False),
        ("Her mother lost 1.93 kg between 17 February 2020 and 22 February 2021.", WEIGHT, False),
        ("She has had prediabetes since 1994.", ILL, True),
        ("She has had prediabetes since 2014.", ILL, False),
        ("She has had diabetes since 1994.", ILL, False),
        ("She was last seen on 22 February 2021.", ["latest Check up 2021-02-22 completed AMB until 2021-02-22"], True),
        ("She was last seen on 22 February 2021.", ["Check up 2021-02-22 completed AMB until 2021-02-22"], False),
    ],
)
def test_a_change_or_a_course_may_be_told_of_anybody_in_any_words_but_only_as_it_is(
    sentence: str, support: list[str], holds: bool
) -> None:
    assert (uncovered(sentence, support, bundled_vocabularies()) is None) is holds
