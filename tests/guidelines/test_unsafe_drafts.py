"""A fluent draft that is unsafe for this patient: the dose that is changed, the drug of an allergy, and an empty draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from osler.guidelines import AgenticResult, PatientFacts, run
from tests.guidelines.demo import chunk_id, person, scripted
from tests.guidelines.test_this_patient import lab, library


async def drafted(question: str, patient: PatientFacts, *texts: str) -> AgenticResult:
    """The answer to a question where a model drafts these sentences, insists on them, and finds nothing wrong with them."""

    def cited(text: str) -> str:
        drug = next(
            word for word in text.split() if any(word.lower() in one.text.lower() for one in library().chunks())
        )
        return next(one.id for one in library().chunks() if drug.lower() in one.text.lower())

    draft = {"sentences": [{"text": text, "citations": [cited(text)], "quotes": []} for text in texts]}
    plan = {
        "subtasks": [
            {
                "name": "answer",
                "description": "d",
                "retrieval_query": question,
                "priority": "high",
                "kind": "management",
            }
        ]
    }
    deps, _ = scripted(planner=plan, reasoning=draft, refine=draft)
    return await run(question, patient, deps=replace(deps, libraries=[library()]))


@pytest.mark.parametrize(
    ("question", "patient", "lie"),
    [
        (
            "What dose of edoxaban?",
            person(70, "male", labs=[lab("weight", "weight", 52, "kg")]),
            "Edoxaban is given at 60 mg once daily.",
        ),
        (
            "What dose of edoxaban is right?",
            person(69, "male", labs=[lab("egfr", "eGFR", 22)]),
            "Ranolazine 375 mg twice daily is given.",
        ),
        (
            "Antibiotic for sore throat?",
            person(33, "male", allergies=["amoxicillin"]),
            "Phenoxymethylpenicillin 500 mg four times a day for 5 days is offered when the FeverPAIN score is 4 or more.",
        ),
    ],
)
async def test_what_is_unsafe_for_this_patient_is_left_out_and_warned_of(
    question: str, patient: PatientFacts, lie: str
) -> None:
    result = await drafted(question, patient, lie)
    assert not any(one.text == lie and one.supported for one in result.sentences)
    assert any(warning.startswith("For this patient") for warning in result.warnings)


async def test_an_empty_draft_is_answered_by_the_offline_mind() -> None:
    result = await drafted("ranolazine dose?", person(80, "male"))
    assert result.extractive
    assert "Ranolazine 375 mg" in result.final_answer_text
    assert any("no usable draft" in one.message for one in result.problems)


async def test_where_all_of_a_draft_is_unsafe_what_may_be_given_is_told() -> None:
    """The draft gives the drug that the patient is allergic to; the guideline's own alternative stands in for it."""
    patient = person(50, "male", problems=["pneumonia"], allergies=["penicillin"])
    lie = "Amoxicillin 500 mg three times daily should be given for 5 days."
    deps, _ = scripted(
        planner={"subtasks": [{"name": "answer", "description": "d", "retrieval_query": "pneumonia antibiotic penicillin allergy", "priority": "high", "kind": "management"}]},
        reasoning={"sentences": [{"text": lie, "citations": [chunk_id("Adults with low-severity")], "quotes": []}]},
        refine={"sentences": [{"text": lie, "citations": [chunk_id("Adults with low-severity")], "quotes": []}]},
    )  # fmt: skip
    result = await run("Which antibiotic for pneumonia?", patient, deps=deps)
    told = [one.text for one in result.sentences if one.supported and one.about == "evidence"]
    assert any("doxycycline" in one for one in told)
    assert not any(one == lie for one in told)
