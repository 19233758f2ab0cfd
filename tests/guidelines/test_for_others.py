"""A model's advice from a recommendation for other people, a change of dose it leaves out, and a model that stays silent."""

from __future__ import annotations

from osler.guidelines import AgenticResult, PatientFacts, run
from tests.guidelines.demo import chunk_id, person, scripted

_PLAN = {
    "subtasks": [
        {
            "name": "answer",
            "description": "d",
            "retrieval_query": "blood pressure confirmed hypertension start",
            "priority": "high",
            "kind": "management",
        }
    ]
}
AMLODIPINE = "Adults aged 55 years or older with confirmed hypertension should start amlodipine 5 mg once daily."
LISINOPRIL = "Adults younger than 55 years with confirmed hypertension should start lisinopril 10 mg once daily."


async def _drafted(question: str, patient: PatientFacts | None, *texts: str) -> AgenticResult:
    draft = {"sentences": [{"text": one, "citations": [chunk_id(one)], "quotes": []} for one in texts]}
    deps, _ = scripted(planner=_PLAN, reasoning=draft, refine=draft)
    return await run(question, patient, deps=deps)


async def test_a_true_sentence_on_other_people_is_no_advice_for_this_patient() -> None:
    patient = person(40, "male", problems=["hypertension"])
    result = await _drafted("Which blood pressure tablet should he start?", patient, AMLODIPINE)
    advice = [one.text for one in result.sentences if one.about == "evidence"]
    assert not any("amlodipine" in one for one in advice)
    assert LISINOPRIL in advice
    assert any("not for this patient" in one for one in result.left_out)
    assert "Not for this patient" in result.final_answer_text


async def test_the_recommendation_that_is_for_the_patient_stays() -> None:
    patient = person(60, "male", problems=["hypertension"])
    result = await _drafted("Which blood pressure tablet should he start?", patient, AMLODIPINE)
    assert any(one.text == AMLODIPINE and one.supported for one in result.sentences)
    assert not result.extractive


async def test_the_silence_of_a_model_is_told() -> None:
    result = await _drafted("Which drug should be started for confirmed hypertension under 55?", None)
    assert result.extractive
    assert any("The model found no answer" in one for one in result.warnings)
