"""Of whom and of when a finding is said: the family, others, the past, and what is over."""

from __future__ import annotations

import pytest

from osler.core.language import Experiencer, Polarity
from tests.core.language.marked import assertion_of


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        ("No family history of ⟦seizures⟧.", Polarity.NEGATED),
        ("Family history is significant for ⟦breast cancer⟧.", Polarity.PRESENT),
        ("Her mother has ⟦diabetes⟧.", Polarity.PRESENT),
        ("Father had a ⟦cardiac arrest⟧ at 50.", Polarity.PRESENT),
        ("⟦Diabetes⟧ in her mother.", Polarity.PRESENT),
        ("There is ⟦vitiligo⟧ in the girl's cousins.", Polarity.PRESENT),
        ("There is ⟦diabetes⟧ in two of her aunts.", Polarity.PRESENT),
        ("⟦Epilepsy⟧ runs in the family.", Polarity.PRESENT),
        ("Mother d. 44 ⟦pulmonary embolism⟧.", Polarity.PRESENT),
        ("PGM d. 61 y, ⟦stroke⟧.", Polarity.PRESENT),
        ("Mat. GM - ⟦seizures⟧ from 50.", Polarity.PRESENT),
        ("Pat GGF ⟦Huntington disease⟧.", Polarity.PRESENT),
        ("Sis - ⟦coeliac disease⟧.", Polarity.PRESENT),
        ("Sibs: 1) 4F, ⟦cardiomyopathy⟧, d. 5 y; 2) well.", Polarity.PRESENT),
        ("A maternal uncle died of ⟦stroke⟧.", Polarity.PRESENT),
        ("The brother does not have ⟦ataxia⟧.", Polarity.NEGATED),
        ("Mother with ⟦bipolar disorder⟧, father healthy.", Polarity.PRESENT),
        ("His older brother was diagnosed with ⟦autism⟧ at age 3.", Polarity.PRESENT),
        ("Both parents have ⟦myopia⟧.", Polarity.PRESENT),
        ("⟦Lupus⟧ in a maternal aunt.", Polarity.PRESENT),
        ("FH: ⟦CAD⟧, DM", Polarity.PRESENT),
        ("FAMILY HISTORY:\nHypertension, ⟦stroke⟧", Polarity.PRESENT),
        ("Family history:\n- father: ⟦gout⟧", Polarity.PRESENT),
    ],
)
def test_statements_about_the_family_are_not_about_the_patient(marked: str, polarity: Polarity) -> None:
    assertion = assertion_of(marked)
    assert assertion.experiencer is Experiencer.FAMILY
    assert assertion.polarity is polarity
    assert not assertion.affirmed_of_patient
    assert not assertion.excluded_for_patient


@pytest.mark.parametrize(
    "marked",
    [
        "Her husband has ⟦influenza⟧.",
        "The donor had ⟦hepatitis C⟧.",
    ],
)
def test_statements_about_others(marked: str) -> None:
    assert assertion_of(marked).experiencer is Experiencer.OTHER


@pytest.mark.parametrize(
    "marked",
    [
        "History of ⟦myocardial infarction⟧.",
        "h/o ⟦asthma⟧",
        "Status post ⟦hip fracture⟧ repair.",
        "He had ⟦measles⟧ in the past.",
        "PAST MEDICAL HISTORY:\n1. ⟦Hypertension⟧\n2. Gout",
        "Past medical history: ⟦gout⟧, asthma.",
        "Previously treated for ⟦tuberculosis⟧.",
    ],
)
def test_historical_findings_are_present_in_the_past(marked: str) -> None:
    assertion = assertion_of(marked)
    assert assertion.historical
    assert assertion.polarity is Polarity.PRESENT


@pytest.mark.parametrize(
    "marked",
    [
        "History of present illness: The patient has ⟦cough⟧.",
        "A two-day history of ⟦fever⟧.",
        "Over the past week he had ⟦headache⟧.",
        "Patient with history of asthma presents with ⟦cough⟧.",
        "She takes levothyroxine for ⟦hypothyroidism⟧ and underwent hysterectomy ten years ago.",
    ],
)
def test_what_looks_historical_and_is_not(marked: str) -> None:
    assert not assertion_of(marked).historical


@pytest.mark.parametrize(
    "marked",
    [
        "⟦Seizures⟧ resolved after treatment.",
        "⟦VSD⟧ closed.",
        "⟦Atrial septal defect⟧ closed at 2 y.",
        "His ⟦nausea⟧ and vomiting resolved.",
        "Her ⟦rash⟧ has since resolved.",
        "⟦Leukemia⟧ in complete remission.",
        "He no longer has ⟦headaches⟧.",
    ],
)
def test_resolved_findings_were_present(marked: str) -> None:
    assertion = assertion_of(marked)
    assert assertion.resolved
    assert assertion.polarity is Polarity.PRESENT
    assert not assertion.excluded_for_patient


def test_a_finding_that_has_not_resolved_is_ongoing() -> None:
    assert not assertion_of("The ⟦rash⟧ has not resolved.").resolved
    assert not assertion_of("He has ⟦insomnia⟧ and has stopped washing.").resolved
    assert assertion_of("His ⟦seizures⟧ have stopped since June.").resolved
    assert assertion_of("The ⟦rash⟧ has not resolved.").polarity is Polarity.PRESENT


@pytest.mark.parametrize(
    "marked",
    ["Teenage ⟦suicidal ideation⟧, none now.", "⟦Suicidal thoughts⟧ as a teenager (nil since)."],
)
def test_what_was_and_is_not_now_is_of_the_past(marked: str) -> None:
    said = assertion_of(marked)
    assert (said.polarity, said.historical, said.resolved) == (Polarity.PRESENT, True, True)


@pytest.mark.parametrize("whose", ["My niece's", "Her uncle's", "His son's", "Grandma's"])
def test_what_is_a_relatives_is_not_the_patients(whose: str) -> None:
    assert assertion_of(f"{whose} ⟦epilepsy⟧ began at 5 years.").experiencer is Experiencer.FAMILY
