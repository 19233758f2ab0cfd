"""Whether something is needed or due: what was had before is no yes to it; and what is asked of oneself beside another's value."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.record import RecordAnswer
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.steps.taking import NO_SOURCE_OF_NEED, asks_whether_needed, whether_needed

TODAY = dt.date(2024, 6, 1)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("my iron tablets, do I still need those?", True),
        ("am I due a tetanus booster?", True),
        ("is it time for my tetanus jab?", True),
        ("do I still take naproxen?", False),
        ("did I have a tetanus jab?", False),
    ],
)
def test_whether_something_is_needed_is_told_from_whether_it_is_so(question: str, asks: bool) -> None:
    assert asks_whether_needed(question) is asks


def test_an_old_entry_is_no_yes_and_a_planned_one_is() -> None:
    had = RecordAnswer(type="bool", value=True, entries=["i1"], text="Yes. Td: 2019-12-09.")
    said = [sentence.text for sentence in whether_needed(had, TODAY)]
    assert said == [NO_SOURCE_OF_NEED, "In the record: Td: 2019-12-09."]
    planned = RecordAnswer(type="bool", value=True, entries=["i1"], text="Yes. Td: 2024-12-09.")
    assert [sentence.text for sentence in whether_needed(planned, TODAY)] == ["Yes. Td: 2024-12-09."]


def test_what_was_mine_is_asked_of_the_measure_told_of_another() -> None:
    both = own_beside_another("my neighbour's sugar is 14 and she is fine, what was mine last time")
    assert both is not None
    assert both[1] == "what was my last sugar"
