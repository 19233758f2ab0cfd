"""Messages that sound like an emergency and are none, and those that are one beside the same words."""

from __future__ import annotations

import pytest

from osler.consult.triage import alarm
from osler.core.terminology import bundled_vocabularies

WORDS = bundled_vocabularies()


@pytest.mark.parametrize(
    "message",
    [
        "she fell over on Tuesday night, just bruises on her hip, and she's stopped the b12 shots in august",
        "my allergy shots in the arm are every week",
        "This queue gives me a heart attack every morning",
        "They will ask, has he ever had a stroke",
        "The scan they did after my mini stroke, where was that?",
        "which ward was I on when I had sepsis",
        "I bought some pills over the counter",
        "switched my reflux tablet over from omeprazole to lansoprazole last Monday",
    ],
)
def test_what_only_sounds_so_alarms_nobody(message: str) -> None:
    heard = alarm(message, WORDS)
    assert (heard.now, heard.today) == ((), ())


@pytest.mark.parametrize(
    "message",
    [
        "burnt my hand on the oven at the weekend, small red mark, fine now",
        "stung by a bee last week, lip swelled a bit, gone the next day",
        "fell off a ladder at the weekend, a few bruises, back to normal now",
    ],
)
def test_an_injury_of_another_day_that_is_over_can_wait(message: str) -> None:
    assert alarm(message, WORDS).now == ()


@pytest.mark.parametrize(
    "message",
    [
        "he's been shot in the leg",
        "the rope is up, it's all over",
        "I bought pills over the counter to kill myself",
        "she stopped her b12 shots in august and now has crushing chest pain",
        "They'll ask, has he had a stroke before - his face dropped ten minutes ago",
        "my face drooped on Monday, gone after an hour, fine since",
        "took 30 paracetamol on Monday, fine now",
        "spilled boiling water on my arm on Sunday, it's blistering and oozing, otherwise fine now",
        "he fell off the ladder on Sunday, fine now but his belly is hard",
        "what did the doctor say when my face dropped, it's still numb",
    ],
)
def test_an_emergency_beside_the_same_words_is_one(message: str) -> None:
    assert alarm(message, WORDS).now
