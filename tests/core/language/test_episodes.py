"""Accounts of an illness that is over: where they begin, where they end, and what is none."""

from __future__ import annotations

import pytest

from osler.core.language import analyse

_SEPSIS = (
    "In March 2021, at the age of three, he was admitted with fever and a stiff neck. He was ventilated for a week. "
    "Since then he has been well. Today he has a limp."
)


def _over(text: str) -> set[str]:
    read = analyse(text)
    return {mention.text for mention in read.mentions if read.is_over(mention.start, mention.end)}


def test_an_account_goes_from_the_admission_to_the_recovery() -> None:
    assert {"fever", "stiff neck"} <= _over(_SEPSIS)
    assert "limp" not in _over(_SEPSIS)


@pytest.mark.parametrize(
    "text",
    [
        "In 2014 a transverse myelitis with back pain recovered fully.",
        "As a boy he had a vasculitis with back pain, which settled at the age of nine.",
        "Crohn's disease was diagnosed in 2012 when she presented with back pain.",
        "Two years ago he had a discitis with back pain. He is back at school and plays the drums.",
        "At 30 weeks she was admitted with back pain. All that settled within days.",
    ],
)
def test_ways_of_telling_that_it_is_over(text: str) -> None:
    assert "back pain" in _over(text)


@pytest.mark.parametrize(
    "text",
    [
        "In 2014 he was admitted with back pain. Since then he has been well until yesterday.",
        "In 2014 he had a discitis with back pain. He recovered but relapsed.",
        "He has had back pain since 2014. Since then well controlled.",
        "In 2014 he was admitted with back pain.",
        "Now he has back pain. Since then he has been well.",
        "Crohn's disease was diagnosed in 2012. She has back pain.",
    ],
)
def test_what_has_not_ended_is_not_over(text: str) -> None:
    assert "back pain" not in _over(text)


def test_a_fall_of_a_value_and_a_dribble_of_urine_are_no_findings() -> None:
    terms = {
        one
        for mention in analyse("Saturations fall by 5 % asleep; he passes only a dribble.").mentions
        for one in mention.concept_ids
    }
    assert terms.isdisjoint({"HP:0002527", "HP:0002307"})
    said = {
        one
        for mention in analyse("She falls twice a week and dribbles from the mouth.").mentions
        for one in mention.concept_ids
    }
    assert {"HP:0002527", "HP:0002307"} <= said


def test_what_is_quiet_has_resolved_and_what_would_mean_coming_has_not_happened() -> None:
    assert analyse("Joints cool, uveitis quiet.").mentions[-1].assertion.resolved
    fever = next(
        one for one in analyse("He knows that fever means coming to the ward.").mentions if one.text == "fever"
    )
    assert not fever.assertion.affirmed_of_patient
