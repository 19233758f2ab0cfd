"""What a conversation speaks of: a question that only points is asked about it, a value that only points is its."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.consult import Deps
from osler.consult.going_on.subject import pointed_at
from osler.consult.types import ConsultReply, Subject
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import graphs, turn

TABLETS = Subject(kind="medication", names=["Ramipril", "Atorvastatin", "Bisoprolol"])
ONE = Subject(kind="medication", names=["Ramipril"])
CHECK = Subject(kind="visit", names=["Encounter for check up"], day="2019-05-06")
SCAN = Subject(kind="procedure", names=["Colonoscopy"], day="2018-02-03")
JABS = Subject(kind="vaccine", day="2017-08-09")
SODIUM = Subject(kind="observation", names=["Sodium"])


@pytest.mark.parametrize(
    ("message", "subject", "alone"),
    [
        ("What is the dose of the third one?", TABLETS, "what is the dose of my Bisoprolol?"),
        ("Why am I on the last one?", TABLETS, "why am i on my Bisoprolol?"),
        ("Since when?", ONE, "When did I start ramipril?"),
        ("And who put me on it?", ONE, "Who prescribed ramipril?"),
        ("and the one before that", CHECK, None),
        ("What about the one before that?", CHECK, "What was my last check-up before 2019-05-06?"),
        ("Was I weighed at that visit?", CHECK, "was i weighed on 2019-05-06?"),
        ("Which vaccine did I get then?", CHECK, "which vaccine did i get on 2019-05-06?"),
        ("By whom?", SCAN, "Who did my colonoscopy?"),
        ("How often?", SCAN, "how many times have I had colonoscopy?"),
        ("How many of them were for tetanus?", JABS, "how many tetanus vaccines did I have on 2017-08-09?"),
        ("Which ones did I have in 2011?", JABS, "which vaccines did i have in 2011?"),
        ("and the one before?", SCAN, "When was my last colonoscopy before 2018-02-03?"),
        ("When was the first time?", SCAN, "When was my first colonoscopy?"),
        ("What's the dose?", ONE, "what is my dose of ramipril?"),
        ("What for?", ONE, "Why am I taking ramipril?"),
        ("It is over now. When was that?", SCAN, "It is over now. When was my colonoscopy?"),
        ("It was 138 on Friday", SODIUM, "my sodium was 138 on friday"),
    ],
)
def test_what_only_points_is_said_with_its_name(message: str, subject: Subject, alone: str | None) -> None:
    found = pointed_at(message, subject, bundled_vocabularies())
    assert found == (message if alone is None else alone)


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ("When did I start the fourth one?", TABLETS),  # there are three
        ("Does it go with aspirin?", TABLETS),  # of several nobody knows which
        ("I like it", ONE),  # a statement asks nothing
        ("What was my last potassium?", SODIUM),
        ("How high was it this year?", TABLETS),
        ("Is it true that gout hurts?", ONE),
    ],
)
def test_what_names_something_or_asks_nothing_stays(message: str, subject: Subject) -> None:
    assert pointed_at(message, subject, bundled_vocabularies()) == message


def test_a_number_that_may_correct_what_was_just_told_is_no_new_value() -> None:
    assert pointed_at("it was 140", SODIUM, bundled_vocabularies(), may_correct=True) == "it was 140"


async def test_a_value_is_told_of_what_was_asked_for_and_a_visit_is_followed_up(tmp_path: Path) -> None:
    deps = Deps(graphs=graphs(tmp_path))

    async def said(*messages: str) -> list[ConsultReply]:
        found: list[ConsultReply] = []
        for message in messages:
            found.append(await turn(message, deps, state=found[-1].state if found else None))
        return found

    replies = await said("What was my last INR?", "It was 2.4 last Monday")
    assert [(entry.value, entry.time) for entry in replies[-1].extraction.measurements] == [(2.4, "2021-05-31")]
    replies = await said("Which medicines am I on?", "Since when?")
    assert "2020-05-01" in replies[-1].text
    replies = await said("When was my last visit?", "Who did I see?")
    assert "Dr. House" in replies[-1].text


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("retest in the afternoon said 4.9", "my potassium in the afternoon on 2026-03-02 was 4.9"),
        ("the repeat today was 4.7", "my potassium today was 4.7"),
        ("second reading 4.2", "my potassium on 2026-03-02 was 4.2"),
        ("next test is on 4/12", "next test is on 4/12"),
    ],
)
def test_what_is_measured_again_is_a_value_of_the_day_just_told(message: str, told: str) -> None:
    potassium = Subject(kind="observation", names=["Potassium"], day="2026-03-02")
    assert pointed_at(message, potassium, bundled_vocabularies(), may_correct=True) == told


def test_what_is_measured_again_long_after_the_last_answer_has_no_day_of_its_own() -> None:
    potassium = Subject(kind="observation", names=["Potassium"], day="2020-03-02")
    assert pointed_at("the repeat was 4.7", potassium, bundled_vocabularies()) == "my potassium was 4.7"


def test_a_measure_of_several_words_is_no_person() -> None:
    mass = Subject(kind="observation", names=["Body Mass Index"], day="2020-11-14")
    asked = pointed_at("what was it ten years ago", mass, bundled_vocabularies())
    assert asked == "what was my body mass index ten years ago?"
