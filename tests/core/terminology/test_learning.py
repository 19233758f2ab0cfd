"""What is learnt from the vocabularies: which phrases stand for each other, and how a pen slips."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from scripts.fit_search_calibration import slip
from scripts.learn_paraphrases import Words, learn


def names(*written: str) -> list[Words]:
    return [tuple(name.split()) for name in written]


ORGANS = ("pelvis", "cyst", "tumor")


def test_phrases_that_name_the_same_things_are_learnt_in_both_directions() -> None:
    concepts = [names(f"renal {organ}", f"kidney {organ}") for organ in ORGANS]
    found = {rule: (right, wrong) for rule, right, wrong in learn(concepts)}
    assert found == {(("renal",), ("kidney",)): (3, 0), (("kidney",), ("renal",)): (3, 0)}


def test_what_two_concepts_alone_show_is_not_learnt() -> None:
    assert learn([names(f"renal {organ}", f"kidney {organ}") for organ in ORGANS[:2]]) == []


def test_phrases_that_mostly_lead_elsewhere_are_not_learnt() -> None:
    alike = [names(f"left {organ}", f"right {organ}") for organ in ORGANS]
    apart = [names(f"{side} {organ}") for side in ("left", "right") for organ in "abcdefghij"]
    assert learn(alike + apart) == []


@given(st.text(min_size=2, max_size=30), st.integers())
def test_a_slip_changes_little(name: str, seed: int) -> None:
    assert abs(len(slip(name, random.Random(seed))) - len(name)) <= 1
