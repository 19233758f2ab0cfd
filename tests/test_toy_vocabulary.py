"""Capabilities run from beginning to end on the toy vocabulary alone: nothing of the bundled ones is compiled or read."""

from __future__ import annotations

import sys

import pytest

from osler import diagnosis, grounding
from osler.core.terminology import Vocabularies, toy_vocabularies
from osler.diagnosis import DiagnosisInput
from osler.diagnosis.case import CodedFinding
from osler.grounding import CriterionText, new_batch

_BUNDLED = {
    "osler.core.terminology.diseases.annotations": "disease_annotations",
    "osler.core.terminology.hierarchy.graph": "hierarchy",
    "osler.core.terminology.ontology.graph": "hpo",
    "osler.core.terminology.sources.local": "bundled_searcher",
    "osler.core.terminology.store": "vocabulary",
}


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Vocabularies:
    """The toy, while whoever asks for a bundled vocabulary, under whichever name it was imported, is refused."""
    given = toy_vocabularies()
    asked = {getattr(sys.modules[module], name) for module, name in _BUNDLED.items()}

    def refused() -> None:
        raise AssertionError("a bundled vocabulary was reached for")

    for module in [found for name, found in sys.modules.items() if name.startswith("osler.")]:
        for name, value in list(vars(module).items()):
            if callable(value) and getattr(value, "__hash__", None) is not None and value in asked:
                monkeypatch.setattr(module, name, refused)
    return given


@pytest.mark.parametrize("kind", ["inclusion", "note"])
async def test_grounding(toy: Vocabularies, kind: str) -> None:
    text = CriterionText.model_validate({"id": "c1", "text": "Asthma, on simvastatin", "criteria_type": kind})
    state = await grounding.run(new_batch([text]), deps=grounding.Deps(vocabularies=toy))
    assert state.error is None or not state.error
    assert {entity.concept_id for entity in state.grounded_entities} == {"SCTID:195967001", "DRUGBANK:DB00641"}


async def test_diagnosis(toy: Vocabularies) -> None:
    findings = [CodedFinding(term=term) for term in ("HP:0000957", "HP:0001067")]
    output = await diagnosis.run(DiagnosisInput(findings=findings), deps=diagnosis.Deps(vocabularies=toy))
    assert output.disease_candidates[0].disease_id == "OMIM:162200"
    assert len(output.disease_candidates) == 3
    assert output.differential
