"""Results that decide by a published limit, and values of fluids that say nothing of the blood."""

from __future__ import annotations

import pytest

from osler.core.language import analyse, beyond_limits, quantities
from osler.core.language.rules import read_table, read_yaml
from osler.core.language.substances import term_for
from osler.core.terminology import bundled_vocabularies, hpo


def _found(text: str) -> list[str]:
    note = analyse(text)
    found = beyond_limits(text, note.sentences, note.patient_age, note.vocabularies)
    return [hpo().label(one.hpo_id) or "" for one in found]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The sweat test gave a chloride in sweat of 84 mmol/L.", "Elevated sweat chloride"),
        ("Caeruloplasmin 0.04 g/L.", "Decreased circulating ceruloplasmin concentration"),
        ("Urine copper was 3.1 µmol/24 h.", "Increased urinary copper concentration"),
        ("Phenylalanine 14 mg/dL on day 5.", "Hyperphenylalaninemia"),
        ("24 h urinary copper 260 µg.", "Increased urinary copper concentration"),
    ],
)
def test_a_result_beyond_a_published_limit_is_the_finding(text: str, label: str) -> None:
    assert _found(text) == [label]


@pytest.mark.parametrize(
    "text",
    [
        "Sweat chloride 41 mmol/L.",
        "Sweat chloride <90 mmol/L.",
        "Caeruloplasmin 0.31 g/L.",
        "Ceruloplasmin 12 mg/dL (ref 8-40).",  # the note's own range goes before
        "A 3-month-old boy. Ceruloplasmin 9 mg/dL.",  # low in every young infant
        "Urine phenylalanine 700 µmol/L.",
        "Phenylalanine 14 g per day of protein.",
    ],
)
def test_within_the_limit_or_of_something_else_it_is_none(text: str) -> None:
    assert _found(text) == []


def test_every_limit_has_its_term_and_source() -> None:
    for substance, specimen, *_, source in read_table("result_limits.tsv"):
        sides = [term_for(substance, side, specimen, hpo()) for side in ("low", "high")]
        assert any(sides)
        assert source


def test_every_result_is_a_term_of_hpo() -> None:
    specimens = {"", *read_yaml("results.yml")["specimens"]}
    for _, specimen, side, hpo_id, name in read_table("result_terms.tsv"):
        assert specimen in specimens
        assert side in {"low", "high"}
        assert bundled_vocabularies().hpo.label(hpo_id) == name


@pytest.mark.parametrize(
    "text",
    [
        "Liquor glucose 2.0 mmol/L.",
        "Urinary sodium was 12 mmol/L.",
        "Urine chemistry: potassium 70 mmol/L, sodium 15 mmol/L.",
        "CSF glucose 1.9 mmol/L, protein 3 g/L, lactate 6.0 mmol/L.",
        "LDH of the pleural fluid 900 U/L.",
        "Hexosaminidase activity in leukocytes 0.3.",
    ],
)
def test_a_value_of_another_fluid_is_none_of_the_blood(text: str) -> None:
    assert [one.measure_id for one in quantities(text) if one.measure_id] == []


def test_the_blood_beside_it_keeps_its_value() -> None:
    found = quantities("Urine culture sterile, sodium 128 mmol/L. Urine: protein 2+. Serum potassium 2.9 mmol/L.")
    assert [one.measure_id for one in found if one.measure_id] == ["LAB:sodium", "LAB:potassium"]


def test_a_specimen_is_no_finding() -> None:
    assert "HP:0000979" not in {one.concept_id for one in analyse("Biotinidase from a dried blood spot.").mentions}
    assert "HP:0000979" in {one.concept_id for one in analyse("Blood spots on the shins.").mentions}
