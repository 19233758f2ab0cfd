"""What the offline mind reads in a criterion: boundaries, types, lists, abbreviations, persons."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osler.core.terminology import bundled_vocabularies
from osler.grounding.offline import find_entities
from tests.grounding.minds import criterion


def read(text: str) -> list[tuple[str, str]]:
    return [
        (text[found.start : found.end], found.type.value)
        for found in find_entities(criterion(text), bundled_vocabularies())
    ]


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("No history of severe asthma within 6 months", [("asthma", "Condition")]),
        ("Clinically significant uncontrolled hypertension", [("hypertension", "Condition")]),
        ("Chronic obstructive pulmonary disease", [("Chronic obstructive pulmonary disease", "Condition")]),
        ("Unstable angina", [("Unstable angina", "Condition")]),
        ("In situ carcinoma of the cervix", [("In situ carcinoma of the cervix", "Condition")]),
        ("Serum creatinine > 1.5 mg/dL", [("Serum creatinine", "Lab_Value")]),
        ("ECOG performance status 0-2", [("ECOG performance status", "Lab_Value")]),
        ("NYHA class III or IV heart failure", [("NYHA class", "Lab_Value"), ("heart failure", "Condition")]),
        ("PSQI > 5", [("PSQI", "Lab_Value")]),
        ("New York Heart Association class II-III symptoms", [("New York Heart Association class", "Lab_Value")]),
        ("Heart failure NYHA II", [("Heart failure", "Condition"), ("NYHA", "Lab_Value")]),
        ("Child-Pugh class B or C cirrhosis", [("Child-Pugh class", "Lab_Value"), ("cirrhosis", "Condition")]),
        ("Plasma zorbinase above 40 U/L", [("Plasma zorbinase", "Lab_Value")]),
        ("Tumor larger than 3 cm", [("Tumor", "Condition")]),
        ("Life expectancy longer than 3 months", [("Life expectancy", "Lab_Value")]),
        (
            "Eastern Cooperative Oncology Group (ECOG) performance status must be 1",
            [("Eastern Cooperative Oncology Group (ECOG) performance status", "Lab_Value")],
        ),
        ("Infertility due to male factor", [("Infertility", "Condition")]),
        ("Women with a male partner", [("Women", "Demographic")]),
        ("Disorders including virilism", [("virilism", "Condition")]),
        ("Progressive", []),
        (
            "Pregnant or lactating women",
            [("Pregnant", "Condition"), ("lactating", "Condition"), ("women", "Demographic")],
        ),
        ("Gestational age below 34 weeks", [("Gestational age", "Lab_Value")]),
        ("Aged 18 to 65 years", [("Aged", "Demographic")]),
        ("Strong CYP3A4 inhibitors", [("CYP3A4 inhibitors", "Medication")]),
        ("Treatment with zorbulimab", [("zorbulimab", "Medication")]),
        ("Prior coronary artery bypass surgery", [("coronary artery bypass surgery", "Procedure")]),
        ("Previous splenectomy", [("splenectomy", "Procedure")]),
        ("Body mass index (BMI) of at least 30", [("Body mass index (BMI)", "Lab_Value")]),
        ("H. pylori infection", [("H. pylori infection", "Condition")]),
        ("ASA physical status I-III", [("ASA physical status", "Lab_Value")]),
        ("Positive for hepatitis C", [("hepatitis C", "Condition")]),
        ("Hemophilia A", [("Hemophilia A", "Condition")]),
        ("Gastrointestinal (GI) bleeding", [("Gastrointestinal (GI) bleeding", "Condition")]),
        ("Pulmonary (lung) embolism", [("Pulmonary (lung) embolism", "Condition")]),
        ("Willing to give informed consent", []),
        ("", []),
    ],
)
def test_boundaries_and_types(text: str, entities: list[tuple[str, str]]) -> None:
    assert read(text) == entities


def test_members_of_a_list_get_the_noun_they_share() -> None:
    text = "Renal, cardiac or hepatic failure"
    found = {
        (text[item.start : item.end], item.term) for item in find_entities(criterion(text), bundled_vocabularies())
    }
    assert found == {
        ("Renal, cardiac or hepatic failure", "Renal failure"),
        ("cardiac or hepatic failure", "cardiac failure"),
        ("hepatic failure", "hepatic failure"),
    }


def test_a_place_after_of_belongs_to_the_disease() -> None:
    assert read("Carcinoma of the urinary tract") == [("Carcinoma of the urinary tract", "Condition")]


@pytest.mark.parametrize(
    "text",
    ["Carcinoma of the head of the pancreas", "Fracture of the neck of the femur", "Aneurysm of the arch of the aorta"],
)
def test_a_part_is_named_with_the_organ_that_it_is_of(text: str) -> None:
    assert read(text) == [(text, "Condition")]


def test_a_part_without_an_organ_ends_the_name() -> None:
    assert read("Injury of the neck or stroke") == [("Injury of the neck", "Condition"), ("stroke", "Condition")]


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read_without_a_crash_and_every_place_is_in_it(text: str) -> None:
    for found in find_entities(criterion(text), bundled_vocabularies()):
        assert 0 <= found.start < found.end <= len(text)
        assert found.term.strip()


@pytest.mark.parametrize("word", ["womens ", "ex-smokers ", "age ", "men and ", "IV ", "stage IV ", "severe "])
@pytest.mark.slow
def test_a_word_without_end_is_no_trouble(word: str) -> None:
    assert len(read(word * 4000)) <= 4000


def test_time_grows_with_the_length_of_the_text_only() -> None:
    assert len(read("asthma and renal or hepatic failure, " * 600)) >= 1800
