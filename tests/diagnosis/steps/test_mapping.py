"""Inputs as terms: what is sure is used, what is a guess is offered, what contradicts itself is said."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import CodedFinding, DiagnosisInput
from osler.diagnosis.run import diagnose
from osler.diagnosis.steps.mapping import conflicts, map_exclusion, map_finding, map_text, problems


def test_a_guess_is_offered_and_not_used() -> None:
    match = map_text("floppy baby", bundled_vocabularies())
    assert match.hpo_id == ""
    assert [line.split()[0] for line in match.suggestions[:2]] == ["HP:0001252", "HP:0008947"]
    assert map_text("seizre", bundled_vocabularies()).hpo_id == "HP:0001250"


def test_an_excluded_term_above_an_observed_one_is_a_conflict_and_one_below_is_none() -> None:
    seizure, focal = CodedFinding(term="HP:0001250"), CodedFinding(term="HP:0007359")
    lines = conflicts(
        [map_finding(focal, bundled_vocabularies())],
        [map_exclusion(seizure, bundled_vocabularies())],
        bundled_vocabularies(),
    )
    assert len(lines) == 1
    assert "HP:0007359" in lines[0].message
    assert "HP:0001250" in lines[0].message
    assert conflicts(
        [map_finding(seizure, bundled_vocabularies())],
        [map_exclusion(seizure, bundled_vocabularies())],
        bundled_vocabularies(),
    )
    assert (
        conflicts(
            [map_finding(seizure, bundled_vocabularies())],
            [map_exclusion(focal, bundled_vocabularies())],
            bundled_vocabularies(),
        )
        == []
    )


def test_a_conflict_is_reported_with_the_result() -> None:
    case = DiagnosisInput(
        findings=[CodedFinding(term="Focal-onset seizure"), CodedFinding(term="Seizure", excluded=True)]
    )
    assert [line for line in [item.message for item in diagnose(case).problems] if "as excluded" in line]


def test_a_denied_name_is_no_observed_finding() -> None:
    match = map_text("not seizures", bundled_vocabularies())
    assert not match.hpo_id
    assert "exclusion" in match.suggestions[0]
    assert map_text("Absent speech", bundled_vocabularies()).hpo_id == "HP:0001344"


def test_a_misspelt_finding_is_told_as_what_it_was_read() -> None:
    vocabularies = bundled_vocabularies()
    misspelt, right = map_text("Hepatosplenomegally", vocabularies), map_text("Hepatosplenomegaly", vocabularies)
    (told,) = problems([misspelt, right], [])
    assert (told.code, told.level) == ("input.read_as", "info")
    assert "'Hepatosplenomegally' was read as Hepatosplenomegaly (HP:0001433)" in told.message


@pytest.mark.parametrize("raw", ["HP:99", "hp_000125", "HP0099"])
def test_an_id_that_lost_digits_is_no_finding(raw: str) -> None:
    match = map_text(raw, bundled_vocabularies())
    assert not match.hpo_id
    filled = "HP:" + "".join(filter(str.isdigit, raw)).zfill(7)
    assert match.suggestions[0].startswith(filled)
