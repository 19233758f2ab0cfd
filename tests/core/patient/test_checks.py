"""Checks: each contradiction is found, and a sound record has none."""

from __future__ import annotations

from datetime import date

import pytest

from osler.core.evidence import Span
from osler.core.patient import Level, PatientRecord, Problem, Status, read_patient
from osler.core.patient.checks import check_record
from osler.core.patient.types import (
    ClinicalTime,
    Coding,
    Condition,
    Demographics,
    Encounter,
    FamilyHistory,
    Observation,
    Phenotype,
    Presence,
    Quantity,
)
from osler.core.terminology import hpo

TODAY = date(2024, 6, 1)


def check(record: PatientRecord) -> list[Problem]:
    return check_record(record, today=TODAY)


def phenotype(
    code: str, *, absent: bool = False, label: str | None = None, time: ClinicalTime | None = None
) -> Phenotype:
    presence = Presence.ABSENT if absent else Presence.PRESENT
    return Phenotype(id=code + str(absent), codings=[Coding.of(code, label)], presence=presence, time=time)


def test_a_finding_by_a_name_that_nobody_knows_is_told() -> None:
    result = read_patient('{"hpo_terms": ["Seizure", "nonsense-term"]}')
    told = [one for one in check(result.record) if "name of a finding" in one.message]
    assert [one.path for one in told] == ["phenotypes[1]"]


def test_an_unknown_id_gets_a_suggestion_from_its_label() -> None:
    [problem] = check(PatientRecord(id="p", phenotypes=[phenotype("HP:9999999", label="Seizures")]))
    assert (problem.level, problem.path) == (Level.ERROR, "phenotypes[0]")
    assert "HP:9999999" in problem.message
    assert "HP:0001250" in problem.mend


def test_an_obsolete_id_gets_its_replacement() -> None:
    # HP:0001255 is an alternative id of Developmental delay.
    current = hpo().resolve("HP:0001255")
    assert current not in (None, "HP:0001255")
    [problem] = check(PatientRecord(id="p", phenotypes=[phenotype("HP:0001255")]))
    assert problem.level is Level.WARNING
    assert str(current) in problem.mend


def test_observed_and_excluded() -> None:
    record = PatientRecord(id="p", phenotypes=[phenotype("HP:0001250"), phenotype("HP:0001250", absent=True)])
    [problem] = check(record)
    assert "both observed and excluded" in problem.message


def test_a_kind_of_what_is_excluded() -> None:
    focal, seizure = phenotype("HP:0007359"), phenotype("HP:0001250", absent=True)
    [problem] = check(PatientRecord(id="p", phenotypes=[focal, seizure]))
    assert "HP:0007359" in problem.message
    assert "HP:0001250" in problem.message
    general_observed = [phenotype("HP:0001250"), phenotype("HP:0007359", absent=True)]
    assert check(PatientRecord(id="p", phenotypes=general_observed)) == []


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (ClinicalTime.on("2031-01-01"), "future"),
        (ClinicalTime.on("1970"), "before the birth"),
        (ClinicalTime.between("2020-05-01", "2020-01-01"), "ends before it begins"),
    ],
)
def test_impossible_dates(time: ClinicalTime, words: str) -> None:
    record = PatientRecord(
        id="p", demographics=Demographics(birth_date="1980"), conditions=[Condition(id="c", text="x", time=time)]
    )
    assert any(words in problem.message and problem.level is Level.ERROR for problem in check(record))


def test_what_is_planned_may_lie_in_the_future() -> None:
    visit = Encounter(id="e", status=Status.PLANNED, time=ClinicalTime.between("2031-01-01", None))
    assert check(PatientRecord(id="p", encounters=[visit])) == []


def test_an_onset_after_the_present_age() -> None:
    late = phenotype("HP:0001250", time=ClinicalTime.aged("P30Y"))
    [problem] = check(PatientRecord(id="p", demographics=Demographics(age="P5Y"), phenotypes=[late]))
    assert "contradicts the patient's age" in problem.message
    same_year = phenotype("HP:0001250", time=ClinicalTime.aged("P5Y6M"))
    assert check(PatientRecord(id="p", demographics=Demographics(age="P5Y"), phenotypes=[same_year])) == []


def test_an_end_before_the_onset() -> None:
    fact = phenotype("HP:0001250", time=ClinicalTime.aged("P3Y"))
    fact.resolution = ClinicalTime.aged("P1Y")
    assert [one.message for one in check(PatientRecord(id="p", phenotypes=[fact]))] == ["it ends before its onset"]


def test_a_relative_may_have_fallen_ill_before_the_patient_was_born() -> None:
    fact = FamilyHistory(id="f", text="stroke", time=ClinicalTime.on("1950"))
    assert check(PatientRecord(id="p", demographics=Demographics(birth_date="1980"), family_history=[fact])) == []


def test_a_birth_in_the_future_and_an_age_beyond_belief() -> None:
    assert "future" in check(PatientRecord(id="p", demographics=Demographics(birth_date="2030-01-01")))[0].message
    assert "older" in check(PatientRecord(id="p", demographics=Demographics(birth_date="1850-01-01")))[0].message
    assert "older" in check(PatientRecord(id="p", demographics=Demographics(age="P200Y")))[0].message


def test_a_missing_unit() -> None:
    bare = Observation(id="o", codings=[Coding.of("LOINC:2160-0")], quantity=Quantity(value=1.2))
    with_unit = bare.model_copy(update={"id": "u", "quantity": Quantity(value=1.2, unit="mg/dL")})
    problems = check(PatientRecord(id="p", observations=[bare, with_unit]))
    assert [(problem.message, problem.path) for problem in problems] == [("a value has no unit", "observations[0]")]


def test_a_repeat_and_a_shared_id() -> None:
    facts = [Condition(id="a", text="asthma"), Condition(id="b", text="asthma"), Condition(id="a", text="gout")]
    problems = check(PatientRecord(id="p", conditions=facts))
    assert [problem.path for problem in problems] == ["conditions[1]", "conditions[2]"]
    assert "asthma" not in str(problems)


def test_a_quote_that_is_not_there() -> None:
    span = Span(source_id="note", start=0, end=4, quote="gout")
    [problem] = check(PatientRecord(id="p", conditions=[Condition(id="a", text="gout", evidence=[span])]))
    assert problem.level is Level.ERROR


def test_the_gravest_come_first() -> None:
    bare = Observation(id="o", text="creatinine", quantity=Quantity(value=1.2))
    record = PatientRecord(id="p", demographics=Demographics(age="P200Y"), observations=[bare])
    assert [problem.level for problem in check(record)] == [Level.ERROR, Level.WARNING]


@pytest.mark.parametrize(("label", "contradicts"), [("Ptosis", True), ("Seizures", False), ("Fits of the boy", False)])
def test_a_label_that_names_another_term_than_its_id_is_reported(label: str, contradicts: bool) -> None:
    record = PatientRecord(id="p", phenotypes=[Phenotype(id="1", codings=[Coding.of("HP:0001250", label)])])
    assert any("is the name of" in problem.message for problem in check_record(record)) is contradicts
