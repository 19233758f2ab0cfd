"""Questions of what to do: what they are put around is told; swellings after a sting, a food or a medicine."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent, without_advice_sought


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("vomiting blood, what do i do", "vomiting blood"),
        ("should i worry about blood in my stool?", "blood in my stool"),
        ("is it normal to have a stiff neck since this morning", "a stiff neck since this morning"),
        ("how worried should i be: numb face", "numb face"),
        ("my arm hurts, should i go to A&E or wait", "my arm hurts"),
        ("is crushing chest pain since noon normal?", "crushing chest pain since noon"),
        ("what do i do if my child swallows it", "what do i do if my child swallows it"),
        ("is it normal to have chest pain with reflux", "is it normal to have chest pain with reflux"),
        ("should i worry about a stroke", "should i worry about a stroke"),
        ("what should i do?", "what should i do?"),
    ],
)
def test_a_sentence_is_taken_out_of_the_question_of_advice(sentence: str, told: str) -> None:
    assert without_advice_sought(sentence) == told


@pytest.mark.parametrize(
    "message",
    [
        "My lips are swelling after a bee sting.",
        "A wasp stung me and my face is swollen.",
        "Face swelling after starting metformin.",
        "My lips are swollen after taking the new tablets.",
        "Vomiting blood, what do I do?",
    ],
)
def test_a_swelling_after_a_sting_or_a_medicine_is_urgent(message: str) -> None:
    assert urgent(red_flags((), message))


@pytest.mark.parametrize(
    "message",
    [
        "My arm is swollen after a bee sting.",
        "I got stung on the lip by a bee and it is swollen.",
        "A bee stung my eyelid and my eye is swollen.",
        "My face is puffy since I started prednisolone.",
        "My face has been puffy for months since starting the pill.",
        "My lips were swollen last year after a bee sting.",
        "My husband swallowed his tablets with water.",
    ],
)
def test_a_swelling_where_the_sting_was_or_of_another_cause_is_not(message: str) -> None:
    assert not urgent(red_flags((), message))
