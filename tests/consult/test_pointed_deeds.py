"""What was done with the medicine just spoken of, and the side of the complaint just noted."""

from __future__ import annotations

import pytest

from osler.consult.extraction import Extraction, MedicationEntry, SymptomEntry, joined
from osler.consult.going_on.done_with import named_in_deed, still_taken
from osler.consult.types import Subject
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT
from tests.core.graph.people import anna

ONE = Subject(kind="medication", names=["ramipril"])
TWO = Subject(kind="medication", names=["ramipril", "amlodipine"])
ASKED = Subject(kind="any", names=["metformin"])


@pytest.mark.parametrize(
    ("message", "subject", "told"),
    [
        ("stopped it on Monday", ONE, "I stopped ramipril on Monday"),
        ("came off it last week, Dr Smith's advice", ASKED, "I came off metformin last week, Dr Smith's advice"),
        ("she took me off it", ONE, "she took me off ramipril"),
        ("they upped it to 20", ONE, "they upped ramipril to 20"),
        ("stopped both on monday", TWO, "I stopped ramipril and amlodipine on monday"),
        ("my doctor said to stop it", ONE, "my doctor told me to stop ramipril"),
        ("they told me to come off it in May", ONE, "they told me to stop ramipril in May"),
        ("my GP wants me to stop it", ONE, "my GP told me to stop ramipril"),
        ("the pharmacist advised me to stop taking it", ASKED, "the pharmacist told me to stop metformin"),
        ("I was told to stop it in June", ONE, "I was told to stop ramipril in June"),
        ("I gave it up years ago, 2018 or so", ONE, "I gave up ramipril years ago, 2018 or so"),
        ("I'm not taking it any more", ONE, "I am no longer taking ramipril"),
        ("the second one was stopped last week", TWO, "amlodipine was stopped last week"),
    ],
)
def test_a_deed_names_the_medicine(message: str, subject: Subject, told: str) -> None:
    assert named_in_deed(message, subject, bundled_vocabularies()) == told


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ("stopped it on Monday", TWO),
        ("stopped it on Monday", Subject(kind="condition", names=["asthma"])),
        ("stopped it on Monday", Subject(kind="any", names=["asthma"])),
        ("did she take me off it?", ONE),
        ("my doctor said not to stop it", ONE),
        ("my doctor said I could stop it in June", ONE),
        ("the second one was stopped", ONE),
        ("it was stopped by the police on the motorway?", ONE),
        ("I stopped metformin on Monday", ONE),
    ],
)
def test_what_may_be_another_thing_stays(message: str, subject: Subject) -> None:
    assert named_in_deed(message, subject, bundled_vocabularies()) == message


def _waits(*names: str) -> Extraction:
    return Extraction(symptoms=[SymptomEntry(name=name) for name in names])


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("right one", "right knee swelling"),
        ("the left one", "left knee swelling"),
        ("it's the right knee", "right knee swelling"),
        ("left", "left knee swelling"),
        ("both knees", "both knee swelling"),
    ],
)
def test_a_side_is_added(message: str, name: str) -> None:
    assert [one.name for one in joined(_waits("knee swelling"), Extraction(), message, MOMENT).symptoms] == [name]


def test_another_side_takes_its_place() -> None:
    found = joined(_waits("right knee swelling"), Extraction(), "no, the left one", MOMENT)
    assert [one.name for one in found.symptoms] == ["left knee swelling"]


def test_a_side_of_nothing_adds_nothing() -> None:
    waits = Extraction(medications=[MedicationEntry(name="ramipril", status="taking")])
    assert joined(waits, Extraction(), "the left one", MOMENT).is_empty
    assert joined(_waits("knee swelling", "ankle pain"), Extraction(), "left", MOMENT).is_empty
    assert joined(_waits("knee swelling"), Extraction(), "right", MOMENT).is_empty


@pytest.mark.parametrize(
    ("waits", "message", "made"),
    [
        (["b12"], "no still get it", "no, I still take b12"),
        (["aspirin"], "nope, didn't stop", "no, I still take aspirin"),
        (["aspirin", "ibuprofen"], "no still on the ibuprofen", "no, I still take ibuprofen"),
        (["metformin"], "she's still having it every day", "no"),
        (["metformin"], "No, I never stopped the metformin", "no"),
    ],
)
def test_a_denied_stop_leaves_the_medicine_as_it_was(waits: list[str], message: str, made: str) -> None:
    assert still_taken(message, _stopped(*waits), anna()) == made


@pytest.mark.parametrize(
    ("waits", "message"),
    [
        (["aspirin", "ibuprofen"], "no still on it"),
        (["aspirin"], "am I still on it?"),
        (["aspirin"], "I still have headaches"),
        (["aspirin"], "no still on the ramipril"),
        ([], "I'm still taking it"),
    ],
)
def test_what_denies_no_single_stop_is_left_as_it_is(waits: list[str], message: str) -> None:
    assert still_taken(message, _stopped(*waits), anna()) == message


def _stopped(*names: str) -> Extraction:
    return Extraction(
        medications=[MedicationEntry(quote=f"stopped {name}", name=name, status="stopped") for name in names]
    )
