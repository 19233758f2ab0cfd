"""Whether a passage answers a question: what is asked for has to be told, not only what it is asked about."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AskOptions, run
from osler.guidelines.steps.answering import Judged, Signs, chance, judged
from osler.guidelines.steps.asked import topic_of
from osler.guidelines.steps.intent import acts_of
from osler.guidelines.steps.meaning import in_its_words
from tests.guidelines.demo import chunk_id, demo, offline

V = bundled_vocabularies()
GOOD = Signs(1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.7, 0.2, 0.1)


@pytest.mark.parametrize("likeness", [0.7, 0.0])
@pytest.mark.parametrize("sign", ["drug_missing", "disease_missing", "unheard", "untold", "undosed"])
def test_what_is_missing_speaks_against_an_answer(sign: str, likeness: float) -> None:
    signs = GOOD._replace(likeness=likeness, stands_out=0.2 if likeness else 0.0)
    whole = chance(Judged(signs, False, 1.0, 1.0))
    assert whole > AskOptions().answerable
    assert chance(Judged(signs._replace(**{sign: 1.0}), False, 1.0, 1.0)) < whole
    assert chance(Judged(signs, True, 1.0, 1.0)) < whole


def test_a_question_that_is_farther_than_its_names_asks_something_else_of_them() -> None:
    there = Judged(GOOD._replace(likeness=0.55), False, 1.0, 1.0)
    elsewhere = there._replace(signs=there.signs._replace(beyond_names=-0.1))
    assert chance(elsewhere) < chance(there)
    chunk = demo().chunk(chunk_id("Adults aged 50 years or older should receive two doses"))
    assert chunk is not None
    question = "is the zoster vaccine made of eggs"
    topic = topic_of(question, [demo()], V)
    found = judged([chunk], topic, question, {chunk.id: 0.5}, V, to_names={chunk.id: 0.6})[chunk.id].signs
    assert found.beyond_names == pytest.approx(-0.1)
    assert topic.names == "zoster"


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("can the flu jab be given intranasally?", "All adults should receive influenza vaccine"),
        ("should montelukast be crushed?", "Montelukast 5 mg at night"),
        ("how accurate is the PHQ-9?", "Adults should be screened for depression with the PHQ-9"),
        ("how many people stop with varenicline?", "Adults who smoke and are not pregnant"),
        ("how long is somebody with pneumonia off work?", "Adults with low-severity pneumonia"),
        ("may somebody with heart failure fly?", "Body weight should be measured daily"),
        ("who may deliver the cognitive therapy?", "Adults with moderate depression should"),
    ],
)
def test_what_only_some_passages_tell_of_a_drug_or_disease_has_to_be_told(question: str, passage: str) -> None:
    assert signs(question, passage).untold > 0.5


def signs(question: str, passage: str) -> Signs:
    chunk = demo().chunk(chunk_id(passage))
    assert chunk is not None
    return judged([chunk], topic_of(question, [demo()], V), question, {}, V)[chunk.id].signs


def test_signs_say_what_a_reader_would_look_at() -> None:
    assert signs("What is the maximum dose of sertraline?", "Adults with moderate depression").untold
    assert not signs("What is the maximum dose of paracetamol?", "Adults with mild pain").untold
    assert signs("dabigatran in atrial fibrillation?", "Adults with atrial fibrillation").drug_missing
    assert signs("Which drug for pyelonephritis?", "Men with a urinary tract infection").disease_missing
    assert signs("spironolactone dose?", "Lisinopril should not be combined with spironolactone").undosed
    assert signs("how much does varenicline cost?", "Adults who smoke and are not pregnant").untold


def test_an_act_that_is_named_is_what_is_asked_for() -> None:
    assert "screening" not in {
        one.name for one in acts_of("management of an abnormal mammogram", "management screening")
    }
    assert "screening" in {one.name for one in acts_of("mammogram at 45", "mammogram at 45 screening")}


@pytest.mark.parametrize(
    "question",
    [
        "What is the maximum dose of sertraline?",
        "How do I taper paroxetine?",
        "how much does varenicline cost?",
        "When do we cardiovert new AF?",
        "Should patients with heart failure get a defibrillator?",
        "who discovered metformin?",
        "How should alendronate be taken in relation to breakfast?",
        "Can apixaban be taken together with grapefruit juice?",
    ],
)
async def test_what_the_library_speaks_of_and_does_not_tell_is_met_with_silence(question: str) -> None:
    result = await run(question, deps=offline())
    assert not result.citations


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("At what age do women get bone density screening?", "Women aged 65 years or older"),
        ("nitrofurantoin when the kidneys are at eGFR 30", "Nitrofurantoin is contraindicated"),
        ("how many years of alendronate before review?", "Alendronate should be taken"),
        ("max paracetamol per day in adults?", "Adults with mild pain"),
        ("can lisinopril go with spironolactone?", "Lisinopril should not be combined"),
        ("Can bisoprolol be given along with verapamil?", "Bisoprolol should not be combined"),
    ],
)
async def test_what_it_tells_is_answered(question: str, passage: str) -> None:
    result = await run(question, deps=offline())
    assert chunk_id(passage) in [one.chunk_id for one in result.citations[:3]]


def test_names_are_compared_in_the_words_of_the_library() -> None:
    assert in_its_words("Eliquis in AF", demo(), V).casefold() == "apixaban in atrial fibrillation"
    assert in_its_words("apixaban in people who bleed", demo(), V) == "apixaban in people who bleed"
