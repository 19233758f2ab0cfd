"""A model's emergency needs words that bear it: what tells that all is well, or of something mild, raises none."""

from __future__ import annotations

import pytest

from osler.core.evidence import Source, locate
from osler.core.language import analyse
from osler.core.safety.quotes import Kind, objection_to_quote


def _raised(text: str, quote: str, kind: Kind) -> bool:
    span = locate(Source(id="note", kind="note", text=text), quote)
    assert span is not None
    return objection_to_quote(kind, span, analyse(text)) is None


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("breathing well", "airway_or_breathing"),
        ("breathing is normal, annual check", "airway_or_breathing"),
        ("mild headache with a cold", "brain_or_nerves"),
        ("a bruise on the shin after football", "bleeding"),
        ("minor abdominal discomfort", "abdomen"),
        ("heart sounds normal", "heart_or_circulation"),
    ],
)
def test_a_quote_that_says_the_opposite_raises_nothing(quote: str, kind: Kind) -> None:
    assert not _raised(f"Seen today: {quote}.", quote, kind)


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("not breathing well", "airway_or_breathing"),
        ("mild headache at first, then the worst of her life", "brain_or_nerves"),
        ("a bruise on the shin and will not wake up", "brain_or_nerves"),
        ("mild chest pain going down the left arm", "heart_or_circulation"),
        ("eating well but her lips have turned blue", "airway_or_breathing"),
        ("mild slurring of speech since lunch", "brain_or_nerves"),
    ],
)
def test_a_mild_or_a_well_part_takes_nothing_from_a_grave_one(quote: str, kind: Kind) -> None:
    assert _raised(f"Seen today: {quote}.", quote, kind)
