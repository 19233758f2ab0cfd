"""A quote counts only if the source really says it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.evidence import Claim, Pointer, Source, Span, check_claim, find_quote, locate, verify_span

NOTE = "The child has “ragged” gait–like ataxia\n  since birth; non-progressive. Hearing is normal. Hearing is normal."


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("Hearing is normal", "Hearing is normal"),
        ('"ragged" gait-like ataxia since birth', "“ragged” gait–like ataxia\n  since birth"),
        ("non‑progressive", "non-progressive"),
        ("  since   birth ", "since birth"),
    ],
)
def test_a_quote_is_found_in_the_sources_own_words(quote: str, expected: str) -> None:
    found = find_quote(NOTE, quote)
    assert found is not None
    assert NOTE[found[0] : found[1]] == expected


@pytest.mark.parametrize("quote", ["", "   ", "hearing is impaired", "Hearing is normal!", "ragged ataxia", "\u200b"])
def test_what_the_source_does_not_say_is_not_found(quote: str) -> None:
    assert find_quote(NOTE, quote) is None


def test_a_ligature_does_not_hide_a_quote() -> None:
    text = "no ﬁndings"
    found = find_quote(text, "findings")
    assert found is not None
    assert text[found[0] : found[1]] == "ﬁndings"


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 200))
def test_any_slice_is_found_and_offsets_slice_back(text: str, a: int, b: int) -> None:
    quote = text[min(a, b) : max(a, b)]
    source = Source(id="s", kind="note", text=text)
    span = locate(source, quote)
    if span is None:
        assert not quote.strip()
    else:
        assert text[span.start : span.end] == span.quote == quote


@given(st.text(max_size=120), st.text(max_size=40))
def test_a_recovered_quote_always_slices_back(text: str, quote: str) -> None:
    span = locate(Source(id="s", kind="note", text=text), quote)
    if span is not None:
        assert text[span.start : span.end] == span.quote
        assert span.quote


@given(st.lists(st.sampled_from(["no", "fever", "–", "“x”", "since", "birth"]), min_size=1, max_size=12), st.data())
def test_typography_never_hides_a_phrase(words: list[str], data: st.DataObject) -> None:
    separators = st.sampled_from([" ", "  ", "\n", "\t ", "\u00a0"])
    text = "".join(word + data.draw(separators) for word in words)
    plain = " ".join(words).replace("–", "-").replace("“", '"').replace("”", '"')
    assert find_quote(text, plain) is not None


def test_offsets_that_fit_are_kept_for_a_repeated_phrase() -> None:
    second = NOTE.rindex("Hearing")
    span = Span(source_id="n", start=second, end=second + 17, quote="Hearing is normal")
    assert verify_span(span, Source(id="n", kind="note", text=NOTE)) == span


def test_wrong_offsets_are_recovered() -> None:
    span = Span(source_id="n", start=0, end=3, quote="Hearing is normal")
    verified = verify_span(span, Source(id="n", kind="note", text=NOTE))
    assert verified is not None
    assert NOTE[verified.start : verified.end] == "Hearing is normal"


def test_a_claim_is_supported_only_if_all_its_evidence_holds() -> None:
    sources = {
        "n": Source(id="n", kind="note", text=NOTE),
        "hpoa": Source(id="hpoa", kind="annotation"),
    }
    real = Span(source_id="n", start=0, end=0, quote="since birth")
    invented = Span(source_id="n", start=0, end=5, quote="since school")
    pointer = Pointer(source_id="hpoa", path="OMIM:300672/HP:0001250", reference="PMID:1")
    good = check_claim(Claim(text="onset at birth", evidence=[real, pointer]), sources)
    assert good.status == "supported"
    assert good.evidence[1] == pointer
    bad = check_claim(Claim(text="onset at school", evidence=[real, invented]), sources)
    assert bad.status == "unsupported"
    assert len(bad.evidence) == 1
    assert bad.problems == ["the quote is not in source 'n'"]


def test_a_claim_without_evidence_or_with_an_unknown_source_is_unsupported() -> None:
    assert check_claim(Claim(text="x"), {}).status == "unsupported"
    stray = Claim(text="x", evidence=[Pointer(source_id="gone", path="p")])
    checked = check_claim(stray, {})
    assert checked.status == "unsupported"
    assert checked.evidence == []


def test_a_span_cannot_end_before_it_starts() -> None:
    with pytest.raises(ValueError, match="before it starts"):
        Span(source_id="n", start=5, end=2, quote="x")
