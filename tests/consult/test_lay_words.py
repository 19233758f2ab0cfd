"""What people call things: the parts of clinical words, medicines by what they are for, tests in plain words."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.consult.going_on.follow_up import asked_alone
from osler.consult.record.called import lay_names
from osler.consult.record.concepts import TypeEntry, matching, said_in_parts
from osler.consult.record.nearest import nearest
from osler.consult.record.periods import Period, read_periods
from osler.consult.record.question import RecordQuestion, read_question
from osler.consult.triage import triage
from osler.consult.types import GivenValue
from osler.core.terminology import bundled_vocabularies, in_plain_words, medicines_called, plain_meanings

NOW = dt.datetime(2026, 3, 11, 9, 30)  # noqa: DTZ001 - the user's own clock
TODAY = NOW.date()


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("nephrectomy", {"kidney", "~removal"}),
        ("gastroscopy", {"stomach", "~scope"}),
        ("blepharoplasty", {"eyelid", "~repair"}),
        ("clavicle", {"collarbone"}),
        ("cystic", set()),
        ("content", set()),
    ],
)
def test_a_word_is_taken_apart_only_where_all_of_it_is_known(word: str, meant: set[str]) -> None:
    assert plain_meanings(word) == meant


def test_what_tells_nothing_by_itself_is_marked() -> None:
    assert in_plain_words("Laparoscopic splenectomy").generic >= {"~removal"}


@pytest.mark.parametrize(
    ("phrase", "name", "told", "found"),
    [
        ("prostate removal", "Radical prostatectomy", False, True),
        ("broken jaw", "Fracture of mandible", False, True),
        ("twisted ankle", "Sprain of ankle", False, True),
        ("womb", "Total abdominal hysterectomy", False, False),
        ("womb", "Total abdominal hysterectomy", True, True),
        ("kidney removal", "Laparoscopic cholecystectomy", False, False),
        ("removal", "Appendectomy", True, False),
    ],
)
def test_a_name_is_found_by_the_parts_of_its_words(phrase: str, name: str, told: bool, found: bool) -> None:
    assert bool(said_in_parts(phrase, [TypeEntry("x", name)], told=told)) is found


@pytest.mark.parametrize(
    ("question", "purpose"),
    [
        ("Which prostate tablets do I take?", "prostate"),
        ("What is my heart medication called?", "heart"),
        ("Am I on any migraine pills?", "migraine"),
        ("Am I allergic to any heart pills?", ""),
    ],
)
def test_medicines_are_called_by_what_they_are_for(question: str, purpose: str) -> None:
    read = read_question(question, TODAY, bundled_vocabularies())
    assert isinstance(read, RecordQuestion)
    assert read.given_for == purpose


@pytest.mark.parametrize(
    ("phrase", "name", "found"),
    [
        ("laxative", "Lactulose 10 GM Oral Solution", True),
        ("sleep aid", "Zolpidem tartrate 5 MG Oral Tablet", True),
        ("sulfa", "Sulfadiazine", True),
        ("laxative", "Furosemide 40 MG Oral Tablet", False),
    ],
)
def test_a_group_of_medicines_is_found_by_its_everyday_name(phrase: str, name: str, found: bool) -> None:
    assert medicines_called(phrase)
    assert bool(matching(phrase, [TypeEntry("x", name)], bundled_vocabularies())) is found


def test_no_lay_name_stands_twice() -> None:
    assert lay_names()[("sugar",)] == ("glucose",)


def test_words_that_name_nothing_are_asked_back_with_what_is_near() -> None:
    held = ["Fracture of forearm", "Viral sinusitis", "Colonoscopy"]
    assert nearest("nose and sinus thing", held) == ["Viral sinusitis"]
    assert nearest("flibbertigib", held) == []


def test_since_a_year_goes_on_until_today() -> None:
    assert read_periods("since last year", TODAY).period == Period(dt.date(2025, 1, 1), TODAY)


@pytest.mark.parametrize(
    "message",
    ["We haven't seen any vomiting or fever", "I hadn't any headache", "He doesn't have a rash"],
)
def test_what_somebody_has_not_had_is_not_noted(message: str) -> None:
    assert not extract_findings(message, NOW, bundled_vocabularies()).symptoms


def test_a_complaint_after_a_reason_is_not_negated() -> None:
    found = extract_findings("I do not sleep because of back pain", NOW, bundled_vocabularies())
    assert "back pain" in [one.name for one in found.symptoms]


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("I would love my weight to be 70 kg", []),
        ("We'd prefer my blood pressure to stay at 125/75", []),
        ("My brother's blood pressure is 165/95, but mine is 118/76", [118.0, 76.0]),
        ("My oxygen saturation is 96 % lying down but 87 when walking", [96.0, 87.0]),
    ],
)
def test_a_wish_is_no_value_and_mine_is_mine(message: str, values: list[float]) -> None:
    assert [one.value for one in extract_measurements(message, NOW).measurements] == values


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("I had my gallbladder removed in 2001 (and my womb in 2010)", ["cholecystectomy", "hysterectomy"]),
        ("I had my spleen removed in 2001 (and my kidney hurts)", ["splenectomy"]),
    ],
)
def test_removed_is_said_once_and_goes_for_all(message: str, names: list[str]) -> None:
    assert [one.name for one in extract_context(message, NOW, bundled_vocabularies()).operations] == names


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("and compared to 2019?", "How does my body weight compare with 2019?"),
        ("how much is that in pounds?", "What was my body weight on 2021-02-15 in pounds?"),
        ("has it become worse since then?", "How did my body weight change since 2021-02-15?"),
    ],
)
def test_a_follow_up_in_another_unit_or_against_another_year(message: str, alone: str) -> None:
    assert asked_alone(message, GivenValue(name="Body weight", day="2021-02-15")) == alone


@pytest.mark.parametrize(
    ("message", "refused"),
    [("When was my last pap smear?", False), ("I had my hep B jab", False)],
)
def test_lay_names_are_of_health(message: str, refused: bool) -> None:
    assert (triage(message, bundled_vocabularies(), None).route == "refuse_non_health") is refused
