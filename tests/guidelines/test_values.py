"""Numeric conditions are decided by the value, qualifiers of a condition must match, and a row's first column is its condition."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from osler.core.library import Library
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.checking import stance_of
from osler.guidelines.steps.limits import held
from osler.guidelines.steps.qualifiers import at_odds, other_trimester
from osler.guidelines.types import LabValue
from tests.guidelines.demo import demo, person

RENAL = """---
title: Antivirals in kidney disease
issuer: Harwell Institute
version: "2"
date: 2022-02-02
---
# Antivirals in kidney disease

## Dose of valaciclovir
| Situation | Drug | Dose |
|---|---|---|
| Normal kidney function | Valaciclovir | 1 g three times daily |
| eGFR 15-29 mL/min | Valaciclovir | 500 mg once daily |
| Valaciclovir not tolerated | Aciclovir | 800 mg five times daily |
"""


@cache
def renal() -> Library:
    folder = Path(mkdtemp(prefix="osler-renal-"))
    (folder / "renal.md").write_text(RENAL, encoding="utf-8")
    made = Library(folder / "library")
    made.add(folder / "renal.md")
    return made


def with_egfr(value: float, **more: object) -> PatientFacts:
    lab = LabValue(measure_id="LAB:egfr", name="eGFR", value=value, unit="mL/min/{1.73_m2}", out_of_range=True)
    return person(70, "male", labs=[lab], **more)


async def asked(question: str, patient: PatientFacts, library: Library) -> AgenticResult:
    return await run(question, patient, deps=Deps(libraries=[library]))


def fits(result: AgenticResult, words: str) -> str:
    return next(row.fit for row in result.recommendations if words in row.text)


async def test_a_label_never_stands_for_a_value() -> None:
    patient = with_egfr(38, problems=["type 2 diabetes", "Decreased glomerular filtration rate"])
    result = await asked("Is metformin safe here?", patient, demo())
    assert not any("contraindicated when eGFR is below 30" in warning for warning in result.warnings)
    assert fits(result, "should be halved") == "applies"
    assert fits(result, "is contraindicated when eGFR") == "does_not_apply"
    low = await asked("Is metformin safe here?", with_egfr(22, problems=["type 2 diabetes"]), demo())
    assert any("eGFR is 22" in warning for warning in low.warnings)


@pytest.mark.parametrize(
    ("text", "value", "met"),
    [
        ("Avoid spironolactone if eGFR is below 30 mL/min.", 29, True),
        ("Avoid spironolactone if eGFR is below 30 mL/min.", 30, False),
        ("Offer it when eGFR is 45 or more.", 45, True),
        ("Give half the dose in people with an eGFR of 15 to 29 mL/min.", 40, False),
        ("Start it unless eGFR is below 30 mL/min.", 20, False),
        ("Normal renal function: 300 mg daily", 50, False),
    ],
)
def test_a_threshold_is_decided_by_the_value(text: str, value: float, met: bool) -> None:
    verdict = held(text, with_egfr(value))
    assert bool(verdict.met) == met
    assert bool(verdict.unmet) != met


async def test_rows_for_another_renal_function_do_not_apply() -> None:
    result = await asked("What is the dose of valaciclovir?", with_egfr(50), renal())
    assert fits(result, "1 g three times") == "does_not_apply"
    assert fits(result, "500 mg once daily") == "does_not_apply"
    assert fits(result, "800 mg five times") == "unclear"
    inside = await asked("What is the dose of valaciclovir?", with_egfr(20), renal())
    assert fits(inside, "500 mg once daily") == "applies"


async def test_mild_is_not_severe() -> None:
    patient = person(35, "female", pregnant=False, problems=["severe depression"])
    result = await asked("Should she receive an antidepressant?", patient, demo())
    assert not any("mild depression" in warning for warning in result.warnings)
    assert fits(result, "first treatment of mild depression") == "does_not_apply"
    unknown = person(35, "female", pregnant=False, problems=["depression"])
    result = await asked("Should she receive an antidepressant?", unknown, demo())
    assert fits(result, "first treatment of mild depression") == "unclear"


def test_qualifiers_of_a_condition_must_match() -> None:
    assert at_odds(
        "Offer it in acute pancreatitis.", "pancreatitis", ["chronic pancreatitis"], bundled_vocabularies()
    ) == ("acute", True)
    assert at_odds("Offer it in severe asthma.", "asthma", ["asthma"], bundled_vocabularies()) == ("severe", False)
    assert at_odds("Offer it in severe asthma.", "severe asthma", ["severe asthma"], bundled_vocabularies()) is None
    assert other_trimester("Avoid it in the first trimester.", 22)
    assert not other_trimester("Avoid it in the first trimester.", 9)


def test_a_contraindication_of_something_else_is_a_condition_of_the_advice() -> None:
    assert stance_of("Colchicine should be used when an NSAID is contraindicated.") == "for"
    assert stance_of("Offer nifedipine to women in whom labetalol is not suitable.") == "for"
    assert stance_of("NSAIDs are contraindicated when eGFR is below 30.") == "against"
