"""What a letter settles: a cause that is known, a test called normal, a noun denied, an exclusion of one place."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import AgentOutput, CodedFinding, DiagnosisInput, case_of, diagnose
from osler.diagnosis.steps.called_normal import called_normal
from osler.diagnosis.steps.denied_nouns import denied_nouns, is_denied

TUBEROUS = (
    "Genetics clinic. Girl, 6 years. Cardiac rhabdomyomas on the 30-week scan, infantile spasms at 5 months. Cortical tubers and "
    "subependymal nodules on MRI. Five hypomelanotic macules and a shagreen patch. Eyes: retinal achromic patch, no hamartoma. "
    "Result: panel sequencing shows a heterozygous TSC2 variant, c.1832G>A p.(Arg611Gln), pathogenic, not present in either parent."
)


def _read(letter: str) -> AgentOutput:
    return diagnose(case_of(read_patient(letter, format="note").record, bundled_vocabularies()))


def test_a_known_cause_is_neither_tested_again_nor_looked_for_in_an_old_panel() -> None:
    output = _read(TUBEROUS)
    assert [step.action_type for step in output.next_best_steps] == ["refer_specialist"]
    assert "TSC2" in output.next_best_steps[0].rationale
    assert output.why_no_more_steps == "No more steps: the cause is known."
    assert not any(result.recommended or result.score for result in output.reanalysis)
    assert not any("IFNG" in reason for result in output.reanalysis for reason in result.reasons)


def test_what_is_denied_of_one_place_contradicts_nothing_elsewhere() -> None:
    output = _read(TUBEROUS)
    assert not [problem for problem in output.problems if problem.code == "input.contradictory"]
    assert "Hamartoma explicitly excluded" not in output.uncertainty.known


def test_what_was_typed_both_ways_is_still_an_error() -> None:
    given = [CodedFinding(term="HP:0009716"), CodedFinding(term="HP:0010566", excluded=True)]
    output = diagnose(DiagnosisInput(findings=given))
    assert [problem.level.value for problem in output.problems if problem.code == "input.contradictory"] == ["error"]


def test_an_onset_that_was_typed_is_shown() -> None:
    given = [CodedFinding(term="HP:0001251", onset_years=3.0), CodedFinding(term="HP:0001009")]
    assert "Ataxia observed (onset at 3 years)" in diagnose(DiagnosisInput(findings=given)).uncertainty.known


@pytest.mark.parametrize(
    ("text", "answered", "left"),
    [
        ("IgA and IgM normal.", "Decreased circulating total IgM", "Decreased circulating IgG concentration"),
        ("Lymphocyte subsets normal numbers.", "Decreased total B cell count", "Neutropenia"),
        ("Normal IgG, IgA and IgM.", "Decreased circulating IgA concentration", "Hypocalcemia"),
        ("Normal calcium, low phosphate.", "Hypocalcemia", "Hypophosphatemia"),
    ],
)
def test_immunoglobulins_and_cells_called_normal_are_answered(text: str, answered: str, left: str) -> None:
    vocabularies = bundled_vocabularies()
    labels = called_normal(analyse(text, vocabularies), vocabularies)
    assert answered in labels
    assert left not in labels


@pytest.mark.parametrize(
    ("told", "label", "denied"),
    [
        ("MR angiogram: no dissection, no stenosis.", "Ascending aortic dissection", True),
        ("There was no murmur or hernia.", "Inguinal hernia", True),
        ("No delay in cord separation.", "Motor delay", False),
        ("No other problems.", "Feeding problems", False),
        ("A dissection was seen.", "Ascending aortic dissection", False),
        ("No seizures.", "Seizures", False),
    ],
)
def test_a_kind_of_what_is_denied_was_looked_for(told: str, label: str, denied: bool) -> None:
    assert is_denied(label, denied_nouns(told)) is denied
