"""What belongs to an illness that is over is history: it is listed, nothing is ranked by it, and it contradicts nothing."""

from __future__ import annotations

import pytest

from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import AgentOutput, case_of, diagnose
from osler.diagnosis.common import common_findings, common_illness
from osler.diagnosis.steps.mapping import map_text


def _diagnosed(letter: str) -> AgentOutput:
    return diagnose(case_of(read_patient(letter, format="note").record, bundled_vocabularies()))


def test_signs_of_an_illness_that_is_over_are_not_ranked() -> None:
    output = _diagnosed(
        "Follow-up of a boy, 7 years. In May 2021 he was admitted with fever, a stiff neck and shock. "
        "Since then he has been well. Examination today: afebrile, normal."
    )
    assert all(match.past for match in output.hpo_matches if match.hpo_id)
    assert not output.differential
    assert not any(problem.code == "input.contradictory" for problem in output.problems)


def test_what_is_found_now_is_ranked_beside_history() -> None:
    output = _diagnosed(
        "Boy, 9 years. In May 2021 he had malaria with fever. He recovered. Now short stature and a webbed neck."
    )
    past = {match.label for match in output.hpo_matches if match.past}
    assert past == {"Fever"}
    assert any("history, not ranked" in line for line in output.uncertainty.known)
    assert output.differential


def test_the_first_event_of_an_inherited_disease_stays_evidence() -> None:
    output = _diagnosed("Girl, 15 years. In June 2020 she had a cardiac arrest and recovered. QTc 510 ms.")
    assert "HP:0001695" in {match.hpo_id for match in output.hpo_matches if not match.past}


@pytest.mark.parametrize(
    ("terms", "age", "name"),
    [
        (["HP:0002925", "HP:0033078", "HP:0000853", "HP:0011359"], 50.0, "hypothyroidism"),
        (["HP:0012343", "HP:0025066", "HP:0012452", "HP:0000132"], 30.0, "iron deficiency"),
        (["HP:0040217", "HP:0001513", "HP:0000103"], 50.0, "type 2 diabetes"),
        (["HP:0031098", "HP:0033077", "HP:0001337"], 40.0, "hyperthyroidism"),
    ],
)
def test_one_common_illness_is_named(terms: list[str], age: float, name: str) -> None:
    vocabularies = bundled_vocabularies()
    assert name in common_illness(terms, vocabularies, age)
    assert common_illness([*terms, "HP:0000465"], vocabularies, age) == ""  # a webbed neck belongs to none of them
    assert name not in common_illness(terms, vocabularies, 1.0)


def test_the_findings_of_common_illnesses_are_terms_by_their_labels() -> None:
    graph = bundled_vocabularies().hpo
    rows = [
        row
        for one in common_findings().illnesses
        for row in (*one.explains, *(row for group in one.core for row in group))
    ]
    assert [row.label for row in rows] == [graph.label(row.id) for row in rows]


@pytest.mark.parametrize("typed", ["-Seizure", "!Seizure", "~ Seizure", "-HP:0001250"])
def test_a_sign_before_a_name_is_asked_back(typed: str) -> None:
    match = map_text(typed, bundled_vocabularies())
    assert not match.hpo_id
    assert match.suggestions == ["the exclusion of HP:0001250 (Seizure)"]


def test_a_genetic_test_has_the_year_beside_it_and_no_result_from_its_name() -> None:
    note = "Array CGH (2021): normal. FBN1 sequencing and deletion analysis in 2023 showed nothing."
    tests = read_patient(note, format="note").record.genetic_tests
    days = [test.time.at.date for test in tests if test.time and test.time.at]
    assert days == ["2021", "2023"]
    assert [test.result for test in tests] == ["negative", "negative"]
