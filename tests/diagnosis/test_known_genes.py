"""Genetic results that a note states: they count, are shown, and are not asked for again."""

from __future__ import annotations

import json

from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import AgentOutput, diagnose
from osler.diagnosis.case import case_of
from osler.diagnosis.steps.differential import percent


def _answer(note: str) -> AgentOutput:
    record = read_patient(json.dumps({"free_text": note}), "input").record
    return diagnose(case_of(record, bundled_vocabularies()))


def _sequenced(output: AgentOutput) -> str:
    return " ".join(step.action for step in output.next_best_steps if step.action_type == "genetic_testing")


RETT = "A 4-year-old girl with developmental regression, hand wringing, loss of speech, seizures and microcephaly. "


def test_a_gene_found_altered_leads_and_is_not_sequenced_again() -> None:
    output = _answer(RETT + "Exome: a de novo pathogenic variant in CDKL5.")
    assert "CDKL5" in output.disease_candidates[0].genes
    assert not _sequenced(output)
    assert "CDKL5: a causative variant is known" in output.uncertainty.known


def test_a_gene_without_a_finding_is_not_sequenced_again_and_counts_against_its_diseases() -> None:
    plain, tested = _answer(RETT), _answer(RETT + "No mutation was detected in CDKL5 or MECP2.")
    assert not {"CDKL5", "MECP2"} & set(_sequenced(tested).replace(",", " ").split())
    assert not any(item.words == "CDKL5" for item in tested.named_diagnoses)
    assert "MECP2: tested, no causative variant found" in tested.uncertainty.known

    def score(output: AgentOutput) -> float:
        return max((item.score for item in output.disease_candidates if item.genes == ["CDKL5"]), default=-99.0)

    assert score(tested) < score(plain)


def test_an_unusual_karyotype_is_known_and_nothing_is_sequenced() -> None:
    output = _answer("A tall man of 30 years with gynecomastia, infertility and small testes. Karyotype 47,XXY.")
    assert "Karyotype 47,XXY" in output.uncertainty.known
    assert not _sequenced(output)


def test_what_is_called_close_has_the_numbers_of_the_table() -> None:
    output = _answer("A 3-year-old boy with recurrent otitis media, chronic cough and recurrent fever.")
    (line,) = [line for line in output.uncertainty.ambiguous if line.endswith("are close")]
    for entry in output.differential[:2]:
        assert f"{entry.family or entry.disease} ({percent(entry.probability)})" in line
