"""Results in telegraphic words are findings, and no medicines; values that notes write in other forms."""

import pytest

from osler.core.language import quantities
from osler.core.patient import read_patient
from osler.core.patient.types import Presence


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Hex A activity absent in leukocytes.", "HP:0025754"),
        ("Caeruloplasmin: low.", "HP:0010837"),
        ("Plasma citrulline low.", "HP:0003572"),
        ("Urinary orotic acid markedly raised.", "HP:0003218"),
        ("IDUA activity absent.", "HP:6000910"),
        ("Tall for her age (98th centile).", "HP:0000098"),
        ("Thumb sign positive bilaterally.", "HP:0001166"),
    ],
)
def test_a_result_in_words_is_a_term(text: str, term: str) -> None:
    record = read_patient(text, format="note").record
    assert term in {coding.id for fact in record.phenotypes for coding in fact.codings}
    assert not record.medications


def test_what_is_absent_from_urine_is_no_finding() -> None:
    record = read_patient("Urine: protein absent, glucose not detected.", format="note").record
    assert not [fact for fact in record.phenotypes if fact.presence is Presence.PRESENT]


@pytest.mark.parametrize(
    ("text", "measure", "values"),
    [
        ("BP 138/82 sitting, 104/60 standing", "LAB:bp", [138, 104]),
        ("Blood pressure 170/96, post-dialysis 140/80", "LAB:bp", [170, 140]),
        ("Barthel 14/20", "LAB:barthel", [14]),
        ("CEA 12 ug/L (was 30 in March)", "LAB:cea", [12, 30]),
        ("Hyponatraemia 118 mmol/L", "LAB:sodium", [118]),
        ("Miss T, 44F", "LAB:temperature", []),
    ],
)
def test_values_in_other_forms(text: str, measure: str, values: list[float]) -> None:
    assert [one.value for one in quantities(text) if one.measure_id == measure] == values


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("6y asthma, wheezy", "P6Y"),
        ("Mr D, 71M", "P71Y"),
        ("We met Priya, aged 2 years 6 months, who was well.", "P2Y6M"),
        ("3d post op", None),
    ],
)
def test_ages_in_other_forms(text: str, age: str | None) -> None:
    assert read_patient(text, format="note").record.demographics.age == age


def test_what_was_not_raised_is_denied() -> None:
    record = read_patient("Potassium was not raised. Sodium was low.", format="note").record
    found = {coding.id: fact.presence for fact in record.phenotypes for coding in fact.codings}
    assert found == {"HP:0002153": Presence.ABSENT, "HP:0002902": Presence.PRESENT}
