"""Triage: the rules in their order, and a model that cannot overrule an emergency."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.consult.steps.triage import TriageInput, triage_step
from osler.consult.triage import triage
from osler.core.agents import Runner
from osler.core.terminology import bundled_vocabularies
from osler.evals.suites.triage import SUITE
from tests.consult.setting import scripted
from tests.core.agents.scripted import Script


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("I have crushing chest pain and I can't breathe", "urgent"),
        ("What are the signs of a heart attack?", "lite"),
        ("I had chest pain two years ago", "consultant"),
        ("https://example.org/page what does it say?", "url"),
        ("What's the weather tomorrow?", "refuse_non_health"),
        ("Book me a flight, my knee hurts", "consultant"),
        ("Show me all my medications", "redirect_list"),
        ("Show me all my active medications", "consultant"),
        ("Show me all my cholesterol results", "consultant"),
        ("Show all my lab results from 2020", "consultant"),
        ("Change my medication", "redirect_share_edit"),
        ("Should I change my medication?", "consultant"),
        ("I stopped metformin", "consultant"),
        ("Send this to my doctor", "redirect_share_edit"),
        ("What is hypertension?", "lite"),
        ("My mother has diabetes, what should she eat?", "lite"),
    ],
)
def test_a_message_goes_by_the_first_rule_that_fits(message: str, route: str) -> None:
    assert triage(message, bundled_vocabularies()).route == route


@pytest.mark.parametrize(
    ("message", "topic", "route"),
    [
        ("What does this mean?", "ConditionCaseNode", "consultant"),
        ("What does this mean?", "ConditionTypeNode", "lite"),
        ("What was my last blood pressure?", "ConditionTypeNode", "consultant"),
        ("What is asthma?", "ConditionCaseNode", "lite"),
        ("What's the weather tomorrow?", "ConditionCaseNode", "refuse_non_health"),
    ],
)
def test_the_open_topic_decides_only_what_names_nothing(message: str, topic: str, route: str) -> None:
    assert triage(message, bundled_vocabularies(), topic).route == route


async def test_a_model_routes_but_does_not_overrule_an_emergency() -> None:
    script = Script([("final_result", {"route": "lite", "rule": "4b"})])
    calm = await scripted(script).run(
        triage_step(bundled_vocabularies()), TriageInput(message="What was my last HbA1c?")
    )
    assert calm.unwrap().route == "lite"
    alarm = await scripted(script).run(
        triage_step(bundled_vocabularies()), TriageInput(message="I have crushing chest pain and I can't breathe")
    )
    assert alarm.unwrap().route == "urgent"


async def test_the_offline_mind_names_the_rule_and_the_section() -> None:
    decision = (
        await Runner().run(triage_step(bundled_vocabularies()), TriageInput(message="List all my allergies"))
    ).unwrap()
    assert (decision.route, decision.section) == ("redirect_list", "allergies")


@pytest.mark.slow
def test_the_bundled_set() -> None:
    run = SUITE.run(None, mind="offline", limit=None, options={})
    assert run.n >= 150
    assert run.metrics["accuracy"] >= 0.95


@pytest.mark.slow
def test_real_questions_health_or_not(shared_data: Path) -> None:
    run = SUITE.run(shared_data / "health_or_not.jsonl", mind="offline", limit=200, options={})
    assert run.metrics["accuracy"] >= 0.93
    assert run.metrics["false_refusals"] <= 0.04


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("TSH 4.1 last week", "consultant"),
        ("what's my ferritin", "consultant"),
        ("have I ever had coronavirus?", "consultant"),
        ("did they ever prescribe me colchicine", "consultant"),
        ("lowest diastolic in the last 5 years", "consultant"),
        ("eGFR 58", "lite"),
        ("is 9.1 after dinner a high sugar?", "lite"),
        ("please take out the ibuprofen", "redirect_share_edit"),
        ("delete the metformin from my list", "redirect_share_edit"),
        ("2 cups of sugar and 3 eggs", "refuse_non_health"),
        ("remove the stain from my shirt", "refuse_non_health"),
    ],
)
def test_values_and_medicines_by_their_names_alone_are_of_health(message: str, route: str) -> None:
    assert triage(message, bundled_vocabularies()).route == route
