"""What is told of "it" after a part of the body, what an operation ended, and what was only bought."""

from __future__ import annotations

import pytest

from osler.consult.extraction import extract_context, extract_findings
from osler.consult.extraction.complaints import complaints
from osler.consult.triage import health_evidence
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT


@pytest.mark.parametrize(
    ("clause", "names"),
    [
        ("my knee gave way on tuesday and its swollen since", ["knee giving way", "knee swelling"]),
        ("my ankle hurts and it's swollen", ["ankle pain", "ankle swelling"]),
        ("my eyes itch and they're red", ["itchy eye", "eye redness"]),
        ("my knee hurts but it's not swollen", ["knee pain"]),
        ("my dog is ill and it's swollen", []),
    ],
)
def test_it_is_the_part_that_was_named(clause: str, names: list[str]) -> None:
    assert [one.name for one in complaints(clause)] == names


@pytest.mark.parametrize("message", ["cataracts done both eyes last spring", "hernia repaired in 2010"])
def test_what_was_operated_on_goes_on_no_more(message: str) -> None:
    found = extract_findings(message, MOMENT, bundled_vocabularies())
    assert [one.status for one in found.conditions] == ["resolved"]


def test_what_was_bought_to_eat_is_no_medicine() -> None:
    vocabularies = bundled_vocabularies()
    assert extract_context("i bought 3 kg of apples", MOMENT, vocabularies).medications == []
    taken = extract_context("bought ibuprofen and take it twice a day", MOMENT, vocabularies).medications
    assert [one.name for one in taken] == ["ibuprofen"]


@pytest.mark.parametrize(
    ("question", "health"),
    [("why do feet smell", True), ("why do ears pop", True), ("why do hands on clocks go that way", False)],
)
def test_why_a_body_does_what_it_does_is_of_health(question: str, health: bool) -> None:
    assert health_evidence(question, bundled_vocabularies()).health is health
