"""What a patient brings along: classes of drugs, breastfeeding, comorbidities, family history, words about pregnancy."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from osler.core.library import Library
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.exchanges import VerifierInput
from osler.guidelines.steps.context import context_of, facts_of
from osler.guidelines.steps.naming import named_by
from osler.guidelines.steps.safety import Concern
from osler.guidelines.steps.verify import verify_by_rule
from osler.guidelines.types import AnswerSentence, Draft
from tests.guidelines.demo import chunk_id, demo, person

DIABETES = """---
title: Oral therapy of diabetes
issuer: Westfield Council
version: "1"
date: 2023-01-01
---
# Oral therapy of diabetes

## Intensification
Empagliflozin 10 mg once daily may be added in adults with heart failure (Grade B).
Gliclazide should be avoided in adults older than 75 years because of hypoglycaemia (Grade C).

## Pregnancy
SGLT2 inhibitors must not be used in pregnancy or breastfeeding.

## Children
| Drug | Group | Dose |
|---|---|---|
| Fosfomycin | Women, second line | 3 g single dose |
| Pivmecillinam | Women, second line | 400 mg then 200 mg three times daily |

Patients with penicillin allergy should not receive pivmecillinam.
"""


@cache
def library() -> Library:
    folder = Path(mkdtemp(prefix="osler-own-"))
    (folder / "diabetes.md").write_text(DIABETES, encoding="utf-8")
    made = Library(folder / "library")
    made.add(folder / "diabetes.md")
    return made


async def asked(question: str, patient: PatientFacts) -> AgenticResult:
    return await run(question, patient, deps=Deps(libraries=[library()]))


async def test_what_is_said_of_a_class_is_said_of_its_drugs() -> None:
    assert named_by(
        {"sodium-glucose transporter 2 inhibitors"}, {"empagliflozin", "metformin"}, bundled_vocabularies()
    ) == {"empagliflozin"}
    result = await asked(
        "Can empagliflozin be added?", person(28, "female", problems=["breastfeeding", "heart failure"])
    )
    assert "SGLT2 inhibitors must not be used" in result.warnings[0]
    assert result.recommendations[0].fit == "does_not_apply"
    assert not any("Gliclazide" in one.text for one in result.sentences)


async def test_a_row_of_a_table_is_for_the_people_that_it_names() -> None:
    result = await asked("dose of fosfomycin in women", person(30, "female"))
    assert result.sentences[0].text == "Fosfomycin; Group: Women, second line; Dose: 3 g single dose"
    assert "Children" not in result.citations[0].place
    assert result.recommendations[0].fit == "applies"


async def test_an_allergy_excludes_a_drug_that_a_table_gives_and_a_heading_does_not_limit_it() -> None:
    patient = person(35, "female", allergies=["penicillin"])
    result = await asked("Which dose of pivmecillinam?", patient)
    assert "should not receive pivmecillinam" in result.warnings[0]
    assert not any(one.fit == "applies" and "400 mg" in one.text for one in result.recommendations)


async def test_each_sentence_has_its_own_grade() -> None:
    result = await asked("Which drug should be avoided in adults older than 75 years?", person(80, "male"))
    row = next(one for one in result.recommendations if "Gliclazide" in one.text)
    assert row.grade == "C"


def test_not_pregnant_and_a_negative_test_are_no_pregnancy(tmp_path: Path) -> None:
    from osler.core.patient import read_patient

    note = tmp_path / "note.txt"
    note.write_text("35-year-old woman with cystitis. Not pregnant. Her mother had ovarian cancer.", encoding="utf-8")
    facts = facts_of(read_patient(note).record, bundled_vocabularies())
    assert facts.pregnant is not True
    assert not any("pregnan" in problem for problem in facts.problems)
    assert any("ovarian" in one for one in facts.family)


def test_breastfeeding_is_taken_from_the_question() -> None:
    context = context_of("Can a breastfeeding woman take it?", None, bundled_vocabularies())
    assert context.patient.breastfeeding
    assert not context_of("She is not breastfeeding. Which drug?", None, bundled_vocabularies()).patient.breastfeeding


def test_a_draft_that_passes_over_a_comorbidity_with_advice_of_its_own_is_sent_back() -> None:
    advice = "Empagliflozin 10 mg once daily may be added in adults with type 2 diabetes and heart failure."
    cited = chunk_id("Metformin 500 mg")
    draft = Draft(
        sentences=[
            AnswerSentence(
                text="Metformin 500 mg twice daily should be started at diagnosis unless eGFR is below 30 mL/min/1.73m2.",
                citations=[cited],
            )
        ]
    )
    given = VerifierInput(
        question="What is next?",
        draft=draft,
        concerns=[Concern(advice, chunk_id("Empagliflozin 10 mg"), "heart failure")],
    )
    kinds = [issue.kind for issue in verify_by_rule(given, bundled_vocabularies())]
    assert "omission" in kinds
    assert demo().chunk(cited) is not None
