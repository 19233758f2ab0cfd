"""What goes on from the turn before, and everyday questions of a record whose first answer was wrong."""

from __future__ import annotations

from typing import Any

import pytest

from osler.consult import Deps
from osler.consult.extraction import (
    Extraction,
    MeasurementEntry,
    extract_context,
    extract_measurements,
)
from osler.consult.going_on.asked_again import as_meant, asked_again
from osler.consult.going_on.narrowed import of_its_vaccine
from osler.consult.going_on.subject import pointed_at
from osler.consult.heard.speaker import spoken_of
from osler.consult.replying.answering import STILL_URGENT
from osler.consult.steps.confirming import confirms
from osler.consult.triage import alarm, changes_record
from osler.consult.types import ConsultReply, Subject
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.pia import NOW, RECORD, TODAY
from tests.consult.setting import entry, graphs, turn

VOCABULARIES = bundled_vocabularies()


@pytest.fixture(scope="module")
def deps(tmp_path_factory: pytest.TempPathFactory) -> Deps:
    return Deps(graphs=graphs(tmp_path_factory.mktemp("anna")))


async def _turns(deps: Deps, *messages: str) -> list[ConsultReply]:
    replies: list[ConsultReply] = []
    for message in messages:
        replies.append(await turn(message, deps, **({"state": replies[-1].state} if replies else {})))
    return replies


@pytest.mark.parametrize(
    ("before", "message", "alone"),
    [
        ("When was my last tetanus shot?", "what about the shingles one?", "when was my last shingles shot?"),
        ("How many times have I had sinusitis", "and bronchitis?", "how many times have i had bronchitis"),
        ("and in 2014, what illnesses did I have?", "what about 2013?", "what illnesses did i have in 2013?"),
        ("What medicines did I get in 2015?", "and since 2018?", "what medicines did i get since 2018?"),
    ],
)
def test_what_names_only_another_thing_or_time_asks_the_same_of_that(before: str, message: str, alone: str) -> None:
    assert asked_again(message, before, VOCABULARIES) == alone


@pytest.mark.parametrize("message", ["what about the weather?", "what about my dog?", "and then I went home", "thanks"])
def test_what_names_nothing_of_a_record_stays_as_it_is(message: str) -> None:
    assert asked_again(message, "When was my last tetanus shot?", VOCABULARIES) == message


@pytest.mark.parametrize(
    ("before", "message", "alone"),
    [
        ("What was my last sodium?", "sorry, potassium I mean", "what was my last potassium?"),
        ("what was my sugar last year", "no I mean 2019", "what was my sugar in 2019?"),
        ("what was my sugar in 2019?", "the A1c not the glucose", "what was my a1c in 2019?"),
        (
            "Which prescriptions did I have in 2016?",
            "not those, the 2017 ones",
            "which prescriptions did i have in 2017?",
        ),
        ("When did I take ramipril?", "no, the Natazia I meant", "when did i take natazia?"),
        ("What was my last sodium?", "no, it's not salty", "no, it's not salty"),
        ("What was my last sodium?", "sorry I am late", "sorry I am late"),
    ],
)
def test_the_question_before_is_asked_of_what_was_meant(before: str, message: str, alone: str) -> None:
    record = PatientRecord.model_validate(
        {"id": "p", "medications": [entry("m1", "Natazia 28 Day Pack", "2016-08-22", "stopped")]}
    )
    assert as_meant(message, before, VOCABULARIES, record) == alone


def test_what_only_the_record_names_is_another_thing() -> None:
    record = PatientRecord.model_validate(
        {"id": "p", "medications": [entry("m1", "Natazia 28 Day Pack", "2016-08-22", "stopped")]}
    )
    asked = "When did I take Yaz?"
    assert asked_again("and Natazia?", asked, VOCABULARIES) == "and Natazia?"
    assert asked_again("and Natazia?", asked, VOCABULARIES, record) == "when did i take natazia?"


async def test_a_question_goes_on_from_the_one_before_it(deps: Deps) -> None:
    _, again = await _turns(deps, "what was my HbA1c in 2021?", "what about 2020?")
    assert again.route == "consultant"
    assert "2020" in again.text


@pytest.mark.parametrize(
    ("message", "subject", "alone"),
    [
        ("am I still taking that?", ["clopidogrel", "alteplase"], "am i still taking clopidogrel or alteplase?"),
        ("just the ones that are active", [], "Which of my medicines are active?"),
        ("just the ones from 2015", [], "Which medicines did I have in 2015?"),
    ],
)
def test_a_word_that_points_at_a_few_things_means_any_of_them(message: str, subject: list[str], alone: str) -> None:
    assert pointed_at(message, Subject(kind="medication", names=subject), VOCABULARIES) == alone


def test_it_is_the_last_single_thing_that_was_spoken_of() -> None:
    several = Subject(kind="medication", names=["hydrochlorothiazide", "jolivette"], single="simvastatin")
    assert pointed_at("why was I given it?", several, VOCABULARIES) == "why was i given simvastatin?"


@pytest.mark.parametrize(
    "message", ["ok save it", "yes please note that", "yes save both", "sounds good", "yep, add it"]
)
def test_assent_is_heard_in_any_words(message: str) -> None:
    pending = Extraction(measurements=[MeasurementEntry(name="weight", value=80, unit="kg")])
    assert confirms(message, pending) is True


@pytest.mark.parametrize(
    "message", ["ok thanks", "great", "do you think so", "save my soul", "no fever", "all my tests"]
)
def test_what_is_no_assent_confirms_nothing(message: str) -> None:
    assert confirms(message) is None


def test_all_is_a_yes_only_where_something_waits() -> None:
    pending = Extraction(measurements=[MeasurementEntry(name="weight", value=80, unit="kg")])
    assert confirms("all", pending) is True
    assert confirms("all") is None


@pytest.mark.parametrize(
    ("message", "doses"),
    [
        ("started prednisone 20 mg daily on Friday, sorry, 30 mg", {"prednisone": ("30 mg", "started")}),
        ("I started metoprolol 50 mg, I mean 25 mg", {"metoprolol": ("25 mg", "started")}),
        (
            "stopped the aspirin on Sunday but still taking the statin",
            {"aspirin": (None, "stopped"), "statin": (None, "taking")},
        ),
    ],
)
def test_what_is_put_right_or_set_apart_in_one_breath_is_so(message: str, doses: dict[str, Any]) -> None:
    found = extract_context(message, NOW, VOCABULARIES).medications
    assert {one.name: (one.dose, one.status) for one in found} == doses


def test_each_value_of_a_clause_has_the_day_beside_it() -> None:
    found = extract_measurements("temp 38.4 last night, 37.1 now", NOW).measurements
    assert {(one.value, one.time) for one in found} == {(38.4, "2024-06-03"), (37.1, "2024-06-04")}


async def test_a_correction_moves_only_what_it_names(deps: Deps) -> None:
    first = "weighed 80 kg yesterday and my sugar was 6.1 after breakfast"
    _, told = await _turns(deps, first, "actually the sugar was before breakfast")
    assert told.state is not None
    assert told.state.pending is not None
    days = {entry.name.lower(): entry.time for entry in told.state.pending.measurements}
    assert days["body weight"] == "2021-06-01"


@pytest.mark.parametrize(
    "message", ["it's easing off now", "ok I called them, what now?", "it started ten minutes ago"]
)
async def test_what_goes_on_after_an_emergency_is_never_refused(message: str, deps: Deps) -> None:
    _, after = await _turns(deps, "crushing chest pain going down my left arm", message)
    assert after.text == STILL_URGENT


async def test_another_matter_after_an_emergency_is_answered(deps: Deps) -> None:
    _, after = await _turns(deps, "crushing chest pain going down my left arm", "what was my last HbA1c?")
    assert "%" in after.text


@pytest.mark.parametrize("message", ["for 5 days", "no, I'd say 8"])
async def test_what_waits_is_shown_again_where_a_reply_is_not_understood(message: str, deps: Deps) -> None:
    _, again, saved = await _turns(deps, "pain in my lower back since yesterday", message, "ok note that")
    assert "lower back pain" in again.entry_question
    assert again.agent == "data_entry"
    assert saved.text.startswith("Saved: lower back pain")


@pytest.mark.parametrize(
    ("message", "vaccine"),
    [("and chickenpox?", "chickenpox"), ("what about polio", "polio"), ("and the tetanus one?", "tetanus")],
)
def test_an_infection_after_a_vaccine_is_its_vaccine(message: str, vaccine: str) -> None:
    assert of_its_vaccine(message, Subject(kind="vaccine"), VOCABULARIES) == f"Have I had the {vaccine} vaccine?"
    assert of_its_vaccine(message, Subject(kind="condition"), VOCABULARIES) == message


@pytest.mark.parametrize("message", ["and asthma?", "and the last one?", "and chickenpox as a child?"])
def test_what_is_no_infection_alone_is_left_as_it_is(message: str) -> None:
    assert of_its_vaccine(message, Subject(kind="vaccine"), VOCABULARIES) == message


@pytest.mark.parametrize("message", ["compared with 2020?", "vs the one before", "how does that compare to 2020"])
async def test_what_is_held_against_a_time_is_asked_of_it(message: str, deps: Deps) -> None:
    _, before = await _turns(deps, "what was my last HbA1c?", message)
    assert "7 % on 2020-11-01" in before.text


async def test_what_was_just_saved_can_be_pointed_at(deps: Deps) -> None:
    *_, asked = await _turns(deps, "weight 70.5 kg this morning", "yes", "what about last year?")
    assert "latest value · “body weight” · 2020" in asked.text


def test_what_is_to_be_deleted_is_a_command_and_not_going_on() -> None:
    assert changes_record("please delete the stroke from my record", VOCABULARIES)
    assert not changes_record("I think I am having a stroke", VOCABULARIES)
    assert alarm("I think I am having a stroke", VOCABULARIES).now


async def test_what_is_only_imagined_is_not_noted(deps: Deps) -> None:
    (reply,) = await _turns(deps, "if I ever have chest pain again should I call 911?")
    assert reply.extraction.is_empty
    assert reply.text.startswith("If that happens")


@pytest.mark.parametrize(
    "message",
    ["I take amoxicillin myself 500 mg three times a day", "I am on warfarin myself", "my allergy is to latex"],
)
def test_what_a_carer_says_of_the_own_body_is_of_somebody_else(message: str) -> None:
    spoken = spoken_of(message, RECORD, TODAY, cared_for=True)
    assert spoken.text.startswith("my friend")
    assert not extract_context(spoken.text, NOW, VOCABULARIES).medications
    assert spoken_of("I gave her 5 ml of ibuprofen", RECORD, TODAY, cared_for=True).text.startswith("I gave")
