"""When guidelines and versions are at odds, and which of them is the one that holds."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines import run
from osler.guidelines.steps.applicability import Applicability
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.warn import contradictions
from tests.guidelines.demo import demo, offline

V = bundled_vocabularies()


def _said(text: str, document: str) -> Candidate:
    chunk = demo().chunks()[0].model_copy(update={"id": text[:12], "text": text, "document_id": document})
    return Candidate(chunk, (text,), 1.0, 1.0, Applicability("applies", (), 0.0, 0))


@pytest.mark.parametrize(
    ("one", "other", "at_odds"),
    [
        ("Spironolactone 25 mg daily should be added.", "Lisinopril should not be combined with spironolactone.", False),
        ("Spironolactone should be added in heart failure.", "Spironolactone should be avoided in heart failure.", True),
    ],
)  # fmt: skip
def test_advice_against_two_drugs_together_contradicts_no_advice_on_one(one: str, other: str, at_odds: bool) -> None:
    found = contradictions([_said(one, "first"), _said(other, "second")], V)
    assert bool(found) is at_odds


async def test_of_two_versions_the_superseded_one_is_named_with_its_date() -> None:
    result = await run("What is the blood pressure target?", deps=offline())
    told = next(one for one in result.warnings if one.startswith("Versions"))
    newer, older = told.split("; ")
    assert "superseded" in older
    assert "superseded" not in newer
    assert "(20" in newer
