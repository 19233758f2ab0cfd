"""A term that a long note names again and again is one match with all its places, in one pass."""

from __future__ import annotations

from osler.core.evidence import Span
from osler.diagnosis.steps.mapping import merged
from osler.diagnosis.types import HPOMatch


def _match(place: int, confidence: float = 0.8, rule: str | None = None) -> HPOMatch:
    span = Span(source_id="note", start=place, end=place + 3, quote="fit")
    return HPOMatch(raw_input="fit", hpo_id="HP:0001250", confidence=confidence, rule=rule or "", evidence=[span])


def test_the_surest_match_carries_the_evidence_of_all() -> None:
    found = merged([_match(0), _match(10), _match(20, 1.0, "value"), _match(10), HPOMatch(raw_input="unheard of")])
    assert [match.hpo_id for match in found][:1] == ["HP:0001250"]
    assert len(found) == 2
    assert found[0].confidence == 1.0
    assert found[0].rule == "value"
    assert [getattr(span, "start", None) for span in found[0].evidence] == [20, 0, 10]


def test_thousands_of_mentions_are_joined_in_one_pass() -> None:
    (found,) = merged(_match(4 * place) for place in range(5_000))
    assert len(found.evidence) == 5_000
