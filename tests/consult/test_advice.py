"""What people are told about red flags, and whose message it is."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult import Deps, ReplySentence
from osler.consult.heard.speaker import spoken_of
from osler.consult.triage import alarm, triage
from osler.consult.types import Said
from osler.core.patient import PatientRecord
from osler.core.safety import PatientContext
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import graphs, state, turn

TODAY = dt.date(2021, 6, 2)


def _patient(birth: str, sex: str) -> PatientRecord:
    return PatientRecord.model_validate({"id": "child", "demographics": {"birth_date": birth, "sex": sex}})


async def test_an_emergency_is_answered_with_whom_to_call_first_and_in_plain_words(tmp_path: Path) -> None:
    reply = await turn("I took 30 paracetamol tablets an hour ago", Deps(graphs=graphs(tmp_path)))
    assert reply.status == "urgent"
    assert "emergency number now" in reply.sentences[0].text
    assert any("even if you feel well" in sentence.text for sentence in reply.sentences)
    assert "naloxone" not in reply.text
    assert reply.entry_question == ""
    assert all(sentence.sources for sentence in reply.sentences)


async def test_what_must_be_seen_today_is_said_beside_the_answer(tmp_path: Path) -> None:
    reply = await turn("I have chest pain", Deps(graphs=graphs(tmp_path)))
    assert reply.route == "consultant"
    assert "See a doctor today" in reply.sentences[0].text
    assert "chest pain" in reply.entry_question


def test_a_warning_is_never_refused_as_no_matter_of_health() -> None:
    assert (
        triage("I fell yesterday and hit my head", bundled_vocabularies(), None, PatientContext(age_years=80)).route
        == "consultant"
    )


@pytest.mark.parametrize("message", ["Have I ever had chest pain?", "What is chest pain?", "I don't have chest pain"])
def test_a_question_about_the_past_and_a_denial_warn_of_nothing(message: str) -> None:
    heard = alarm(message, bundled_vocabularies())
    assert (heard.now, heard.today) == ((), ())


async def test_what_is_imagined_is_advised_as_imagined_and_noted_nowhere(tmp_path: Path) -> None:
    reply = await turn("What if my BP was 180/110?", Deps(graphs=graphs(tmp_path)))
    assert reply.sentences[0].text == "If that happens:"
    assert "See a doctor today" in reply.text
    assert reply.extraction.is_empty


async def test_urgent_advice_is_shown_before_any_agent_is_asked(tmp_path: Path) -> None:
    shown: list[ReplySentence] = []
    deps = Deps(graphs=graphs(tmp_path), on_sentence=shown.append)
    reply = await turn("I want to kill myself tonight", deps)
    assert [sentence.text for sentence in shown] == [sentence.text for sentence in reply.sentences]
    assert "crisis line" in shown[1].text


async def test_what_is_shown_while_a_turn_goes_on_is_the_reply_and_no_more(tmp_path: Path) -> None:
    shown: list[ReplySentence] = []
    reply = await turn("What was my last HbA1c?", Deps(graphs=graphs(tmp_path), on_sentence=shown.append))
    assert [sentence.text for sentence in shown] == [sentence.text for sentence in reply.sentences]
    shown.clear()
    reply = await turn("I have chest pain", Deps(graphs=graphs(tmp_path / "b"), on_sentence=shown.append))
    assert [sentence.text for sentence in shown] == [sentence.text for sentence in reply.sentences]


async def test_what_was_said_before_counts_together_with_what_is_said_now(tmp_path: Path) -> None:
    now, whom = "I have a bad headache and I see flashing lights", PatientContext(age_years=28, sex="female")
    assert alarm(now, bundled_vocabularies(), whom).now == ()
    assert alarm(now, bundled_vocabularies(), whom, earlier=["I'm 31 weeks pregnant"]).now
    assert alarm(now, bundled_vocabularies(), whom, earlier=["Can I get pregnant?"]).now == ()
    deps = Deps(graphs=graphs(tmp_path))
    asked = await turn("What was my last HbA1c?", deps, history=[Said(role="user", text="I have crushing chest pain")])
    assert asked.status != "urgent"


@pytest.mark.parametrize(
    ("earlier", "now", "rule"),
    [
        (
            ["my calf has been swollen for a week", "a bit red too"],
            "and today I'm breathless",
            "pulmonary-embolism-pattern",
        ),
        (["I had chest pain last year but it went away"], "it's back now and going down my arm", "cardiac-chest-pain"),
    ],
)
def test_what_was_no_emergency_yet_is_one_with_what_has_come(earlier: list[str], now: str, rule: str) -> None:
    assert rule in {flag.rule_id for flag in alarm(now, bundled_vocabularies(), earlier=earlier).now}


@pytest.mark.parametrize(
    ("earlier", "now"),
    [
        (["my calf has been swollen for a week"], "my ear itches"),
        (["I had a rash in spring"], "it's back"),
        (["I had crushing chest pain this morning"], "I'm back from holiday"),
    ],
)
def test_what_goes_with_nothing_said_before_alarms_nobody(earlier: list[str], now: str) -> None:
    assert not alarm(now, bundled_vocabularies(), earlier=earlier).now


async def test_a_thing_that_the_library_does_not_treat_is_not_called_missing_in_the_record(tmp_path: Path) -> None:
    reply = await turn("What can I do about prediabetes?", Deps(graphs=graphs(tmp_path)))
    told = " ".join(sentence.text for sentence in reply.sentences)
    assert "record holds nothing" not in told
    assert "health professional" in told


def test_the_patients_age_decides_which_rules_apply() -> None:
    text = "The patient has a fever of 39"
    assert triage(text, bundled_vocabularies(), None, PatientContext(age_years=0.1)).route == "urgent"
    assert triage(text, bundled_vocabularies(), None, PatientContext(age_years=30.0)).route != "urgent"


def test_whoever_writes_my_daughter_in_a_girls_record_means_the_patient() -> None:
    girl = _patient("2015-03-01", "female")
    spoken = spoken_of("My daughter's fever is 39 and she vomited", girl, TODAY)
    assert spoken.text == "the patient's fever is 39 and the patient vomited"
    assert spoken.in_own_words("the patient vomited") == "she vomited"
    assert spoken.in_own_words("the patient's fever is 39") == "My daughter's fever is 39"


@pytest.mark.parametrize(
    ("message", "sex"),
    [
        ("My son has a fever", "female"),
        ("My mother has diabetes, does she need insulin?", "female"),
        ("My friend says his knee hurts", "male"),
    ],
)
def test_somebody_else_stays_somebody_else(message: str, sex: str) -> None:
    assert spoken_of(message, _patient("2015-03-01", sex), TODAY).text == message


def test_a_carer_of_an_adult_says_so() -> None:
    woman = _patient("1940-03-01", "female")
    assert spoken_of("my mother fell", woman, TODAY).text == "my mother fell"
    assert spoken_of("my mother fell", woman, TODAY, cared_for=True).text == "the patient fell"


async def test_a_statement_that_holds_nothing_is_not_searched_for_in_the_record(tmp_path: Path) -> None:
    reply = await turn("I don't have a cough", Deps(graphs=graphs(tmp_path)), state=state())
    assert "nothing in this that I would save" in reply.text


def test_a_carer_calls_the_patient_by_name_or_as_kin() -> None:
    man = PatientRecord.model_validate(
        {"id": "m", "demographics": {"sex": "male", "birth_date": "1940-01-01", "names": [{"text": "Adán Portillo"}]}}
    )
    said = {
        "Is Dad still on warfarin?": "Is the patient still on warfarin?",
        "what was dad's cholesterol last time?": "what was the patient's cholesterol last time?",
        "How much does Adán weigh?": "How much does the patient weigh?",
        "Dad's got Alzheimer's. Is he still on warfarin?": "the patient has got Alzheimer's. Is the patient still on warfarin?",
    }
    for message, meant in said.items():
        assert spoken_of(message, man, TODAY, cared_for=True).text == meant
    assert spoken_of("Is Dad still on warfarin?", man, TODAY).text == "Is Dad still on warfarin?"
