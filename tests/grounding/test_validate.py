"""validate_confidence: thresholds, types, places and contradictions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.terminology import SemanticType
from osler.grounding import GroundedEntity
from osler.grounding.settings import GroundingSettings
from osler.grounding.steps.validate import COMPATIBLE, validate_confidence

SETTINGS = GroundingSettings()


def entity(text: str = "asthma", start: int = 0, **fields: Any) -> GroundedEntity:
    return GroundedEntity(
        **{
            "entity_id": f"{text}{start}{fields.get('concept_id', '')}",
            "criteria_id": "c1",
            "text": text,
            "entity_type": SemanticType.CONDITION,
            "span_start": start,
            "span_end": start + len(text),
            "search_term": text,
            "concept_id": "SCTID:195967001",
            "concept_type": SemanticType.CONDITION,
            "preferred_term": "Asthma",
            "snomed_code": "195967001",
            "grounding_confidence": 0.97,
            "grounding_method": "offline",
            **fields,
        }
    )


def judged(*entities: GroundedEntity) -> list[GroundedEntity]:
    return validate_confidence(entities, SETTINGS)


@pytest.mark.parametrize(
    ("confidence", "decision", "status"),
    [
        (0.97, "accept", "accepted"),
        (SETTINGS.accept, "accept", "accepted"),
        (SETTINGS.accept - 0.01, "review", "expert_review"),
        (SETTINGS.review, "review", "expert_review"),
        (SETTINGS.review - 0.01, "reject", "expert_review"),
    ],
)
def test_thresholds(confidence: float, decision: str, status: str) -> None:
    (result,) = judged(entity(grounding_confidence=confidence))
    assert (result.decision, result.status) == (decision, status)
    assert bool(result.review_reasons) is (decision != "accept")


def test_the_thresholds_come_from_the_settings() -> None:
    strict = GroundingSettings(accept=0.99, review=0.98)
    (result,) = validate_confidence([entity()], strict)
    assert result.decision == "reject"


def test_a_rejected_selection_loses_its_codes_but_not_its_entity() -> None:
    (result,) = judged(entity(grounding_confidence=0.1))
    assert (result.text, result.codes, result.grounding_confidence) == ("asthma", [], 0.0)
    assert "Asthma (SCTID:195967001)" in result.review_reasons[0]


@pytest.mark.parametrize("kind", list(SemanticType))
def test_types_are_held_against_what_was_chosen(kind: SemanticType) -> None:
    (result,) = judged(entity(entity_type=kind))
    assert (result.status == "accepted") is (SemanticType.CONDITION in COMPATIBLE[kind])


def test_equal_and_nested_places_are_kept_once() -> None:
    whole = entity("acute asthma", 0, concept_id="SCTID:1")
    assert [item.text for item in judged(entity("asthma", 6), whole, whole)] == ["acute asthma"]
    uncoded = entity("acute asthma", 0, concept_id=None, concept_type=None)
    assert [item.text for item in judged(uncoded, entity("asthma", 6))] == ["acute asthma", "asthma"]
    other = entity("asthma", 6, entity_type=SemanticType.MEDICATION)
    assert len(judged(whole, other)) == 2


def test_members_of_a_list_that_share_a_word_do_not_hide_each_other() -> None:
    shared = entity("renal or hepatic failure", 0, search_term="renal failure", concept_id="SCTID:42399005")
    own = entity("hepatic failure", 9, concept_id="SCTID:59927004")
    assert len(judged(shared, own)) == 2


def test_equal_words_with_different_codes_are_flagged() -> None:
    results = judged(entity(), entity(criteria_id="c2", concept_id="MONDO:0004979"))
    assert {item.status for item in results} == {"expert_review"}
    assert all("conflict" in item.review_reasons[0] for item in results)


def test_without_a_code_there_is_no_confidence() -> None:
    (result,) = judged(entity(concept_id=None, concept_type=None, reasoning="nothing fits"))
    assert (result.status, result.grounding_confidence, result.review_reasons) == (
        "expert_review",
        0.0,
        ["nothing fits"],
    )


@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(1, 12), st.sampled_from([None, "A:1", "A:2"]), st.floats(0, 1)),
        max_size=12,
    )
)
def test_nothing_is_invented_and_no_place_is_left_bare(drawn: list[tuple[int, int, str | None, float]]) -> None:
    given_entities = [
        entity(
            "x" * length, start, concept_id=code, concept_type=SemanticType.CONDITION if code else None,
            grounding_confidence=confidence, entity_id=f"{number}",
        )
        for number, (start, length, code, confidence) in enumerate(drawn)
    ]  # fmt: skip
    results = judged(*given_entities)
    assert {item.entity_id for item in results} <= {item.entity_id for item in given_entities}
    assert len({item.entity_id for item in results}) == len(results)
    for item in given_entities:
        assert any(kept.span_start < item.span_end and item.span_start < kept.span_end for kept in results)
    for item in results:
        assert item.status in ("accepted", "expert_review")
        assert (item.status == "accepted") is (not item.review_reasons)
        assert item.concept_id is not None or item.grounding_confidence == 0.0
