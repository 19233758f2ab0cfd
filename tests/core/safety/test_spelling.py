"""Slips of the pen are mended towards the rules' words, and never where the written word means itself."""

from __future__ import annotations

import pytest

from osler.core.safety.patterns import PhraseTable
from osler.core.safety.spelling import Spelling

_SPELLING = Spelling({"pain", "chest", "seizure", "fever", "headache", "hypotension"}, {"vomit", "breath"})


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("pian", "pain"),
        ("siezure", "seizure"),
        ("hedache", "headache"),
        ("vommiting", "vomiting"),
        ("braething", "breathing"),
        ("never", "never"),
        ("chess", "chess"),
        ("hypertension", "hypertension"),
        ("dysphasia", "dysphasia"),
        ("paim", "paim"),
        ("metoprolol", "metoprolol"),
    ],
)
def test_one_letter_is_forgiven_where_the_word_means_nothing_else(written: str, meant: str) -> None:
    assert _SPELLING.mended(written) == meant


@pytest.mark.parametrize("text", ["I can't breathe", "i cant breathe", "I can not breathe", "i CANNOT breathe"])
def test_the_apostrophe_of_a_contraction_does_not_matter(text: str) -> None:
    table = PhraseTable([("(can't|cannot) breathe", "it")])
    assert [text[hit.start : hit.end].split()[-1] for hit in table.find(text)] == ["breathe"]


def test_two_gaps_reach_twice_as_far() -> None:
    table = PhraseTable([("bleach .. .. eye*", "it")])
    assert table.find("bleach bottle fell open and splashed straight across those poor red eyes") == []
    assert len(table.find("bleach splashed into both my poor eyes")) == 1


def test_small_words_do_not_fill_a_gap() -> None:
    table = PhraseTable([("chest .. crush*", "it")])
    assert table.find("my chest feels like it is being crushed")
    assert not table.find("chest film of the boy whose bike was crushed")


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("lip + <swell>", "her lip is swelling", True),
        ("lip + <swell>", "swelling of the upper lip", True),
        ("lip + <swell>", "lip fine but ankle swollen", False),
        ("lip + <swell>", "lip is not swollen", False),
        ("#20-42 (week|wk)", "36wk with headache", True),
        ("#20-42 (week|wk)", "thirty weeks", True),
        ("#20-42 (week|wk)", "6 weeks", False),
        ("cough* + <blood>", "cough, blood test booked", False),
        ("blood thinner", "he is on blood thinners", True),
    ],
)
def test_components_stand_in_any_order_and_nothing_between_may_deny(phrase: str, text: str, found: bool) -> None:
    assert bool(PhraseTable([(phrase, "it")]).find(text)) is found
