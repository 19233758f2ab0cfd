"""What a statement tells of the patient is noted in whatever words, unless something in it speaks against it."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import Extraction, extract_context, extract_findings, extract_measurements, is_plausible
from osler.consult.extraction.complaints import complaints
from osler.consult.extraction.lone import in_figures
from osler.consult.extraction.reactions import reactions
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 3, 11, 9, 30, tzinfo=dt.UTC)


def _all(message: str) -> Extraction:
    told = [read(message, NOW, bundled_vocabularies()) for read in (extract_context, extract_findings)]
    parts = [part.model_dump() for part in (extract_measurements(message, NOW), *told)]
    return Extraction.model_validate({**parts[0], **parts[1], **parts[2]})


@pytest.mark.parametrize(
    ("message", "name", "value"),
    [
        ("I blew 420 on the peak flow meter", "Peak expiratory flow", 420),
        ("sats ninety-one", "Oxygen saturation", 91),
        ("a1c six point eight", "Hemoglobin A1c", 6.8),
        ("finger prick 5.4 this morning before eating", "Glucose", 5.4),
        ("temp's 39.1 and I ache all over", "Body temperature", 39.1),
        ("I've dropped to 71 kilos", "Body weight", 71),
        ("weight 83, no hang on, 85 kg", "Body weight", 85),
        ("It says 37.9 on the ear thermometer", "Body temperature", 37.9),
    ],
)
def test_the_only_number_beside_a_measure_is_its_value(message: str, name: str, value: float) -> None:
    (found,) = _all(message).measurements
    assert name.split()[-1].lower() in found.name.lower()
    assert found.value == value


@pytest.mark.parametrize(
    "message",
    [
        "my pulse was not 130",
        "I took 400 mg magnesium",
        "HbA1c -5 %",
        "hba1c 2020",
        "my INR was 2.5 tomorrow",
        "LDL below 3",
    ],
)
def test_a_number_that_is_no_value_is_none(message: str) -> None:
    assert _all(message).measurements == []


def test_a_correction_in_the_same_breath_replaces_whatever_was_read_wrongly() -> None:
    found = _all("BP 150/95 - no wait, 130/85, read the wrong line").measurements
    assert [entry.value for entry in found] == [130, 85]


def test_doses_with_a_slash_are_no_blood_pressure() -> None:
    found = _all("new inhaler: fluticasone/salmeterol 250/50 one puff twice daily")
    assert found.measurements == []
    assert found.medications


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("my left calf is swollen and warm", "calf swelling"),
        ("my hands go numb at night", "hand numbness"),
        ("dull ache in the lower right side of my belly", "belly pain"),
        ("my ears are ringing", "tinnitus"),
        ("i keep needing to pee at night", "frequent urination"),
        ("my periods have become very heavy", "heavy periods"),
        ("gums bleed when brushing", "bleeding gums"),
    ],
)
def test_a_complaint_is_a_part_of_the_body_and_how_it_is(said: str, name: str) -> None:
    assert [told.name for told in complaints(said)] == [name]


@pytest.mark.parametrize("said", ["my knee isn't swollen any more", "i have no pain in my chest", "back in 2012"])
def test_what_is_well_is_no_complaint(said: str) -> None:
    assert complaints(said) == []


@pytest.mark.parametrize(
    ("said", "substance"),
    [
        ("my throat closes up if i eat kiwi", "kiwi"),
        ("latex brings me out in a rash", "latex"),
        ("penicillin - hives as a kid", "penicillin"),
        ("i can't have codeine, it makes me throw up", "codeine"),
        ("i'm lactose intolerant", "lactose"),
        ("i get wheezy around horses", "horses"),
    ],
)
def test_an_allergy_is_something_and_what_it_did(said: str, substance: str) -> None:
    assert [told.substance for told in reactions(said)] == [substance]


@pytest.mark.parametrize(
    "said",
    [
        "switched to escitalopram from sertraline",
        "not allergic to anything",
        "the pharmacist gave me loratadine for the itching",
    ],
)
def test_what_did_nothing_is_no_allergy(said: str) -> None:
    assert reactions(said) == []


def test_a_drug_that_did_harm_is_not_noted_as_taken() -> None:
    found = _all("ibuprofen is off limits, I get hives from it")
    assert [entry.substance for entry in found.allergies] == ["ibuprofen"]
    assert found.medications == []


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("chronic kidney disease stage 3, known since 2020", ["chronic kidney disease stage 3"]),
        ("IBS, since forever", ["IBS"]),
        ("diagnosed with MS back in 2016", ["MS"]),
        ("tested positive for covid this morning", ["covid"]),
        ("had whooping cough in 2019", ["whooping cough"]),
        ("The biopsy says basal cell carcinoma", ["basal cell carcinoma"]),
        ("they ruled out a heart attack", []),
        ("my ex has hepatitis B", []),
        ("In the leaflet it says nausea and headache are common", []),
        ("I'm worried about diabetes", []),
        ("asthma can be dangerous", []),
        ("any stroke hx", []),
        ("hypertension since when", []),
        ("asthma", []),
        ("last asthma attack", []),
    ],
)
def test_a_named_illness_is_had_unless_something_speaks_against_it(message: str, names: list[str]) -> None:
    found = _all(message)
    assert [entry.name for entry in found.conditions] == names
    assert found.symptoms == []


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("I alternate paracetamol and ibuprofen", ["paracetamol", "ibuprofen"]),
        ("Currently: metformin 850 x3, gliclazide 80 x1", ["metformin", "gliclazide"]),
        ("paused my blood thinner (warfarin) ahead of the operation", ["warfarin"]),
        ("stopped the pill in February", ["the pill"]),
        ("I'm meant to take atorvastatin but never picked it up", []),
        ("heard that metformin is bad for you", []),
        ("The nurse asked about aspirin", []),
    ],
)
def test_a_medicine_that_somebody_names_of_himself_is_taken(message: str, names: list[str]) -> None:
    assert [entry.name for entry in _all(message).medications] == names


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("pacemaker fitted last year", "pacemaker fitted"),
        ("I'm having my cataract done on 3 April", "cataract surgery"),
        ("ACL reconstruction on the left knee in 2005", "acl reconstruction"),
        ("they fixed my hernia laparoscopically in January", "hernia repair"),
    ],
)
def test_an_operation_is_told_in_other_words(message: str, name: str) -> None:
    assert [entry.name.lower() for entry in _all(message).operations] == [name]


def test_whom_somebody_was_treated_by_is_named_without_a_title() -> None:
    assert [p.name for p in _all("physio with Tomasz Nowak on Mondays").practitioners] == ["Tomasz Nowak"]


def test_numbers_in_words_are_values_and_small_ones_counts() -> None:
    assert in_figures("one forty over ninety, two hours after lunch") == "140 over 90, two hours after lunch"


def test_a_weight_that_no_grown_body_has_is_asked_about_where_no_unit_was_said() -> None:
    (found,) = _all("my weight was 6.1 at the chemist").measurements
    assert not is_plausible(found.model_copy(update={"quote": "mine was 6.1 at the chemist"}))
    assert is_plausible(found.model_copy(update={"quote": "the baby weighs 6.1 kg"}))
