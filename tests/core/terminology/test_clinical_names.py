"""The names that clinicians write and HPO does not list: the table is sound, letters that use them are read, other texts are not."""

import re

import pytest

from osler.core.patient import Presence, read_patient
from osler.core.terminology.names.compile import LONGEST_NAME
from osler.core.terminology.names.keys import data_lines, key_of


def read(text: str) -> dict[str, Presence]:
    record = read_patient(text, format="note").record
    return {coding.id: fact.presence for fact in (*record.phenotypes, *record.conditions) for coding in fact.codings}


def test_no_name_stands_for_two_phenotypes_and_none_is_too_long_to_be_found() -> None:
    seen: dict[str, str] = {}
    for line in data_lines("clinical_names.tsv"):
        hpo_id, _, names = line.split("\t")
        for name in names.split(", "):
            assert 0 < len(key_of(name).roots) <= LONGEST_NAME, name
            assert seen.setdefault(name.lower(), hpo_id) == hpo_id, name


def test_a_name_that_denies_something_is_not_read_as_denied() -> None:
    denying = re.compile(r"\b(?:no|not|never|cannot|unable|without)\b")
    for line in data_lines("clinical_names.tsv"):
        hpo_id, _, names = line.split("\t")
        for name in filter(denying.search, names.split(", ")):
            assert read(f"Examination: {name}.").get(hpo_id) is not Presence.ABSENT, name


@pytest.mark.parametrize(
    ("text", "hpo_id"),
    [
        ("Slit lamp shows a brown ring at the corneal margin.", "HP:0200032"),
        ("He was born with six toes on each foot.", "HP:0001829"),
        ("She cannot let go after shaking hands.", "HP:0012899"),
        ("He sleeps in the daytime.", "HP:0001262"),
        ("Arm span exceeding height by 8 cm.", "HP:0001519"),
        ("At 9 months she has no head control.", "HP:0002421"),
        ("He flaps his hands when excited.", "HP:0100023"),
        ("Fundus: waxy discs.", "HP:0000543"),
        ("Her teeth are opalescent.", "HP:0000703"),
        ("He has never been able to smell.", "HP:0000458"),
        ("The echo showed a hole between the upper chambers of the heart.", "HP:0001631"),
        ("The parents noticed that her eyes turn inward.", "HP:0000565"),
    ],
)
def test_ordinary_clinical_words_are_read(text: str, hpo_id: str) -> None:
    assert read(text).get(hpo_id) is Presence.PRESENT


@pytest.mark.parametrize(
    ("text", "hpo_id"),
    [
        ("No head thrusts were seen.", "HP:0000657"),
        ("There is no hand flapping.", "HP:0100023"),
        ("The spleen is not palpable.", "HP:0001744"),
        ("She denies heavy periods.", "HP:0000132"),
    ],
)
def test_what_is_denied_is_read_as_denied(text: str, hpo_id: str) -> None:
    assert read(text).get(hpo_id) is not Presence.PRESENT


@pytest.mark.parametrize(
    "text",
    [
        "Right heart catheterisation is planned.",
        "The findings fit the diagnosis.",
        "She has no hair concerns and no neck pain.",
        "The eyes look straight ahead.",
        "He does not speak English.",
        "Patients who are unable to swallow capsules are excluded.",
    ],
)
def test_the_same_words_in_another_sense_are_no_phenotype(text: str) -> None:
    unwanted = {"HP:0001651", "HP:0001250", "HP:0001596", "HP:0000470", "HP:0000486", "HP:0001344", "HP:0002015"}
    assert unwanted.isdisjoint(hpo_id for hpo_id, presence in read(text).items() if presence is Presence.PRESENT)
