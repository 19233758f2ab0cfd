"""Which of many overlapping names stay, and in a time that grows with their number only."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from osler.core.terminology.matching.lookup import Hit
from osler.core.terminology.matching.overlap import longest

HITS = st.builds(
    lambda start, length, words, distance, ids: Hit(start, start + length, words, distance, ids),
    st.integers(0, 30),
    st.integers(1, 8),
    st.integers(1, 3),
    st.sampled_from([0, 2, 3]),
    st.sampled_from([("HP:0000001",), ("MONDO:0000001",), ("HP:0000002", "MONDO:0000002")]),
)


@given(st.lists(HITS, max_size=12, unique_by=lambda hit: (hit.start, hit.end)))
def test_what_stays_of_a_layer_does_not_overlap_and_what_goes_is_overlapped_by_it(hits: list[Hit]) -> None:
    stayed = longest(hits)
    for prefix in ("HP:", "MONDO:"):
        layer = [hit for hit in stayed if any(one.startswith(prefix) for one in hit.ids)]
        places = [(hit.start, hit.end) for hit in layer]
        assert all(a == b or a[1] <= b[0] or b[1] <= a[0] for a in places for b in places)
        gone = [hit for hit in hits if hit.ids[0].startswith(prefix) and len(hit.ids) == 1 and hit not in stayed]
        # A name of two others together ("nausea and vomiting") goes as well; it is at least two words.
        assert all(hit.words > 1 or any(a < hit.end and hit.start < b for a, b in places) for hit in gone)


def test_a_word_repeated_thousands_of_times_is_no_burden() -> None:
    hits = [Hit(7 * n, 7 * n + 6, 1, 0, ("HP:0002099", "MONDO:0004979")) for n in range(20_000)]
    assert len(longest(hits)) == len(hits)
