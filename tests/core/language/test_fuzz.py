"""Any text at all: no error, offsets that hold, and time that grows with the text and no faster."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.language import analyse, assert_mention
from tests.core.language.matchers import Words

MATCHER = Words({"seizure": "X:1", "hearing": "X:2", "a": "X:3"})

any_text = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=300)
clinical = st.lists(
    st.sampled_from(
        [
            "no ", "seizure", "hearing ", "normal ", "denies ", "family history of ", ", ", ". ", ":\n", "- ", "[ ] ", "but ",
            "at age ", "12 ", "months ", "BP 120/80 ", "mg ", "daily ", "if ", "\r\n", "# ", "PLAN: ", "İ", "\ud800", "שלום ",
            "\u202e", "1.", "2)", "\x00", "(", "?", "ruled out ", "his ", "’s ", "since 2019 ", "≥ ", "5-year-old ", "\u2028",
        ]
    ),
    max_size=60,
).map("".join)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """The vocabularies and rules are read once, before any text is timed."""
    check("58M, no seizure at age 12 months, metformin 500 mg daily since 2019. BP 120/80.")


def check(text: str) -> None:
    analysed = analyse(text, matcher=MATCHER)
    for part in (
        analysed.sentences,
        analysed.mentions,
        analysed.normal_findings,
        analysed.times,
        analysed.quantities,
        analysed.medications,
    ):
        for found in part:
            assert text[found.start : found.end] == found.text
    assert "".join(text[section.start : section.end] for section in analysed.sections) == text
    for mention in analysed.mentions:
        assert all(0 <= cue.start < cue.end <= len(text) for cue in mention.assertion.cues)
        analysed.timing_of(mention)


@given(any_text)
def test_any_text(text: str) -> None:
    check(text)


@given(clinical)
def test_any_order_of_clinical_words(text: str) -> None:
    check(text)


@given(clinical.filter(str.strip), st.data())
def test_any_place_can_be_asserted(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    if text[start:end].strip():
        assert_mention(text, start, end)


PIECES = [
    "x", " ", ".", "\n", "no ", "a. ", "- a\n", "1. ", "A ", "age ", "12 ", "1,", "120/", ":", "A: ", "seizure ", "?", "... a",
    "normal hearing ", "He denies a and has no a, but a. ", "5 mg ", "at 1 year ", "10^", "(", "March ",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.slow
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    """Sixteen times the text may take sixteen times as long; twice that is allowed for noise, a square law is not."""

    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        best = float("inf")
        for _ in range(2):
            started = time.process_time()
            check_parts(text)
            best = min(best, time.process_time() - started)
        return best

    check_parts(piece * 50)
    short, long = seconds(2_000), seconds(32_000)
    assert long <= 32 * max(short, 0.002)


def check_parts(text: str) -> None:
    analysed = analyse(text, matcher=Words({"seizure": "X:1"}))
    assert analysed.mentions is not None
    assert analysed.times is not None
    assert analysed.quantities is not None


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("piece", ["He denies seizures at age 3 and has BP 120/80. ", "x", "seizures, ", "1. \n"])
def test_half_a_megabyte(piece: str) -> None:
    text = piece * (500_000 // len(piece))
    assert analyse(text).mentions is not None
