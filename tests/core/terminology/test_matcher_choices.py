"""What the matcher must not make of ordinary text, and which of several phenotypes it chooses."""

from __future__ import annotations

import pytest

from osler.core.terminology import hpo, vocabulary
from osler.core.terminology.names.keys import data_lines


def first_phenotypes(text: str) -> dict[str, str]:
    """The first phenotype of every place, by the words it was found in."""
    found = {}
    for match in vocabulary().find(text):
        if concept_id := next((c for c in match.concept_ids if c.startswith("HP:")), None):
            found[text[match.start : match.end]] = concept_id
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hypotonia since birth and seizures", {"hypotonia", "seizures"}),
        ("hypotonia and generalized seizures", {"hypotonia", "generalized seizures"}),
        ("coronary artery disease, GERD, cataracts", {"coronary artery disease", "GERD", "cataracts"}),
        ("hypertension, arthritis, coronary artery disease", {"hypertension", "arthritis", "coronary artery disease"}),
        ("heart attacks, cancer", {"heart attacks", "cancer"}),
        ("In addition, hypoplastic thumbs were seen", {"hypoplastic thumbs"}),
        ("gastric varices, ulcers", {"gastric varices"}),
        ("a normal head circumference at birth, and a large, wide mouth", {"wide mouth"}),
    ],
)
def test_findings_of_a_list_stay_apart(text: str, expected: set[str]) -> None:
    assert set(first_phenotypes(text)) == expected


@pytest.mark.parametrize(
    ("text", "joined", "hpo_id"),
    [
        (
            "malformations of the heart, lungs and kidneys",
            "malformations of the heart, lungs and kidneys",
            "HP:0000077",
        ),
        ("renal agenesis or hypoplasia", "renal agenesis or hypoplasia", "HP:0000089"),
        ("chronic diarrhea or constipation", "chronic diarrhea or constipation", "HP:0012450"),
        ("short, broad thumbs", "short, broad thumbs", "HP:0009778"),
    ],
)
def test_members_of_a_list_share_a_word(text: str, joined: str, hpo_id: str) -> None:
    assert first_phenotypes(text)[joined] == hpo_id


@pytest.mark.parametrize(
    "text",
    [
        "Have you ever smoked? The family lives in one house.",
        "a low frequency of events at an increased rate",
        "The renal pelvis and the cranial nerves were normal.",
        "severe hypoplasia was seen in 2 patients",
        "We saw it in one patient and in two families.",
        "the cells were confirmed to grow in addition to the others",
        "joint problems",
        "The small bowel was examined and motility slowed.",
        "She was wheel-chair bound, as were two of her aunts.",
    ],
)
def test_ordinary_text_holds_no_phenotype(text: str) -> None:
    assert first_phenotypes(text) == {}


def test_a_number_word_is_no_type() -> None:
    matches = vocabulary().find("neurofibromatosis in one patient")
    assert all(match.end == len("neurofibromatosis") for match in matches)


def test_an_adjective_belongs_to_the_noun_that_follows() -> None:
    assert set(first_phenotypes("tumors of neural crest origin")) == {"tumors"}
    assert "tumors of the brain" in first_phenotypes("tumors of the brain")


@pytest.mark.parametrize(
    ("text", "hpo_id"),
    [
        ("ear malformations", "HP:0000598"),
        ("microcephalic", "HP:0000252"),
        ("type A brachydactylia", "HP:0009370"),
        ("odontogenic keratocysts", "HP:0010603"),
        ("antimongoloid slant", "HP:0000494"),
        ("increasing intracranial pressure", "HP:0002516"),
        ("mentally handicapped", "HP:0001249"),
        ("dysmorphic features", "HP:0001999"),
        ("malignant tumours", "HP:0002664"),
        ("obese", "HP:0001513"),
    ],
)
def test_the_phenotype_that_the_words_mean(text: str, hpo_id: str) -> None:
    assert first_phenotypes(text) == {text: hpo_id}


def test_clinical_names_belong_to_current_phenotypes_and_are_found() -> None:
    for line in data_lines("clinical_names.tsv"):
        hpo_id, label, names = line.split("\t")
        assert hpo().label(hpo_id) == label
        assert hpo().is_a(hpo_id, "HP:0000118")
        for name in names.split(", "):
            assert first_phenotypes(name).get(name) == hpo_id, name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a cardio-hepatic syndrome and reno-retinal dysplasia", {}),
        ("Cardio-myopathy and hepato-splenomegaly", {"Cardio-myopathy": "HP:0001638", "hepato-splenomegaly": "HP:0001433"}),
        ("hyperparathyroidism of other origin", {"hyperparathyroidism": "HP:0000843"}),
        ("a speech impairment", {"speech impairment": "HP:0002167"}),
    ],
)  # fmt: skip
def test_half_of_a_compound_is_no_name(text: str, expected: dict[str, str]) -> None:
    assert first_phenotypes(text) == expected


@pytest.mark.parametrize(
    ("text", "written", "hpo_id"),
    [
        ("The nose was broad and short.", "nose was broad and short", "HP:0003196"),
        ("He had a fluctuating level of consciousness.", "fluctuating level of consciousness", "HP:0007159"),
        ("lesions of the gums", "lesions of the gums", "HP:0000168"),
        ("hearing problems", "hearing problems", "HP:0000364"),
    ],
)
def test_names_that_no_vocabulary_writes_so(text: str, written: str, hpo_id: str) -> None:
    assert first_phenotypes(text)[written] == hpo_id


def test_an_abbreviation_may_stand_for_the_end_of_the_name_before_it() -> None:
    text = "He has profound sensorineural hearing loss (SNHL). SNHL was found at birth."
    places = {match.start: match.concept_ids for match in vocabulary().find(text)}
    assert places[text.rindex("SNHL")][0] == "HP:0000407"


def test_an_adjective_with_its_noun_behind_it_ends_no_name() -> None:
    assert first_phenotypes("a defect in the respiratory cilia") == {}
