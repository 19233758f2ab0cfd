"""Sentences that name the value of one patient: the rule of the passage, where the value lies within its limit and is theirs."""

from pathlib import Path

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines import run
from osler.guidelines.checking import SourceText, check_sentence
from tests.guidelines.demo import demo, note, scripted

METFORMIN = "Metformin is contraindicated when eGFR is below 30 mL/min/1.73m2."
HALVED = "The metformin dose should be halved when eGFR is between 30 and 45 mL/min/1.73m2."
CODEINE = "Codeine is contraindicated in children younger than 12 years."
SHINGLES = "Adults aged 50 years or older should receive two doses of recombinant zoster vaccine 2 to 6 months apart."
APIXABAN = "Apixaban should be reduced to 2.5 mg twice daily in adults aged 80 years or older with a body weight of 60 kg or less."
COLCHICINE = "Colchicine should not be used when creatinine clearance is below 10 mL/min."
ADMISSION = "Adults with a CURB-65 score of 3 or more should be admitted to hospital."
PARACETAMOL = "Children older than 3 months should receive paracetamol 15 mg/kg every 6 hours."
POTASSIUM = "Enalapril should be stopped if potassium rises above 6.0 mmol/L."


def _faults(sentence: str, source: str, patient: list[str] | None = None) -> list[str]:
    found = check_sentence(sentence, [SourceText("1", source)], bundled_vocabularies(), patient=patient)
    return [fault.message for fault in found]


@pytest.mark.parametrize(
    ("sentence", "source", "patient"),
    [
        ("His eGFR of 26 is below 30, where metformin is contraindicated.", METFORMIN, ["eGFR 26 mL/min/1.73m2"]),
        ("Metformin is not an option for her: the eGFR is 22.", METFORMIN, ["eGFR 22 mL/min/1.73m2"]),
        ("With an eGFR of 38 the metformin dose should be halved.", HALVED, ["eGFR 38 mL/min/1.73m2"]),
        ("At nine years he is too young for codeine, which is contraindicated under 12.", CODEINE, ["9 years"]),
        (
            "He is 52, so two doses of the recombinant zoster vaccine are recommended, two to six months apart.",
            SHINGLES,
            ["52 years"],
        ),
        (
            "Since he is 86 years old and weighs 55 kg, apixaban is to be cut to 2.5 mg twice a day.",
            APIXABAN,
            ["86 years", "weight 55 kg"],
        ),
        (
            "His creatinine clearance is 8 mL/min, so colchicine should not be used.",
            COLCHICINE,
            ["creatinine clearance 8 mL/min"],
        ),
        ("With a CURB-65 score of 4 she should be admitted.", ADMISSION, ["CURB-65 score 4"]),
        ("Being 9 years old, he should get paracetamol 15 mg/kg every six hours.", PARACETAMOL, ["9 years"]),
        (
            "A potassium of 6.4 mmol/L is higher than 6.0, so enalapril should be stopped.",
            POTASSIUM,
            ["potassium 6.4 mmol/L"],
        ),
    ],
)
def test_a_rule_holds_for_a_value_within_its_limit(sentence: str, source: str, patient: list[str]) -> None:
    assert not _faults(sentence, source)
    assert not _faults(sentence, source, patient)


@pytest.mark.parametrize(
    ("sentence", "source", "patient"),
    [
        ("Her eGFR of 34 is below 30, so metformin is contraindicated.", METFORMIN, ["eGFR 34 mL/min/1.73m2"]),
        ("His eGFR of 30 rules metformin out.", METFORMIN, ["eGFR 30 mL/min/1.73m2"]),
        ("With an eGFR of 52 the metformin dose should be halved.", HALVED, ["eGFR 52 mL/min/1.73m2"]),
        ("At 13 years she is too young for codeine.", CODEINE, ["13 years"]),
        ("At 47 he should have two doses of recombinant zoster vaccine 2 to 6 months apart.", SHINGLES, ["47 years"]),
        (
            "His creatinine clearance is 12 mL/min, so colchicine should not be used.",
            COLCHICINE,
            ["creatinine clearance 12 mL/min"],
        ),
        ("With a CURB-65 score of 2 she should be admitted.", ADMISSION, ["CURB-65 score 2"]),
    ],
)
def test_a_value_beyond_the_limit_is_not_what_the_passage_speaks_of(
    sentence: str, source: str, patient: list[str]
) -> None:
    assert _faults(sentence, source)
    assert _faults(sentence, source, patient)


@pytest.mark.parametrize(
    ("sentence", "source", "patient"),
    [
        ("His eGFR of 25 rules metformin out.", METFORMIN, ["eGFR 62 mL/min/1.73m2"]),
        ("His eGFR of 25 rules metformin out.", METFORMIN, ["weight 25 kg"]),
        ("At nine years he is too young for codeine.", CODEINE, ["14 years"]),
        ("With a CURB-65 score of 4 she should be admitted.", ADMISSION, []),
    ],
)
def test_a_value_that_is_not_the_patients_is_invented(sentence: str, source: str, patient: list[str]) -> None:
    assert not _faults(sentence, source)
    assert _faults(sentence, source, patient)


async def test_what_a_model_says_of_the_patients_own_values_stays_and_an_invented_value_goes(tmp_path: Path) -> None:
    record = note("78-year-old man with type 2 diabetes. eGFR 26 mL/min/1.73m2 today.", tmp_path)
    metformin = next(one.id for one in demo().chunks() if "Metformin is contraindicated when" in one.text)
    ibuprofen = next(one.id for one in demo().chunks() if "Ibuprofen is contraindicated in" in one.text)
    true = "His eGFR of 26 is below 30, where metformin is contraindicated."
    invented = "His eGFR of 22 is below 30, where ibuprofen is contraindicated."
    draft = {
        "sentences": [
            {"text": true, "citations": [metformin], "quotes": []},
            {"text": invented, "citations": [ibuprofen], "quotes": []},
        ]
    }
    asked = "Can he take metformin for his diabetes, and ibuprofen?"
    step = {"name": "answer", "description": "d", "priority": "high", "kind": "contraindications"}
    subtasks = [
        {**step, "retrieval_query": "metformin eGFR"},
        {**step, "name": "b", "retrieval_query": "ibuprofen eGFR"},
    ]
    deps, _ = scripted(planner={"subtasks": subtasks}, reasoning=draft, refine=draft)
    result = await run(asked, record, deps=deps)
    assert true in result.final_answer_text
    assert invented not in result.final_answer_text


async def test_where_a_sentence_goes_its_passage_answers_in_its_own_words(tmp_path: Path) -> None:
    record = note("Man, 57 years. Confirmed hypertension. Angioedema after enalapril in 2019.", tmp_path)
    amlodipine = next(one for one in demo().chunks() if "should start amlodipine 5 mg" in one.text)
    lisinopril = next(one for one in demo().chunks() if "Lisinopril is contraindicated in pregnancy" in one.text)
    wrong = "At 57, amlodipine 10 mg once daily is the drug to start."
    right = "Lisinopril is contraindicated in people with a history of angioedema."
    draft = {
        "sentences": [
            {"text": wrong, "citations": [amlodipine.id], "quotes": []},
            {"text": right, "citations": [lisinopril.id], "quotes": []},
        ]
    }
    step = {"name": "answer", "description": "d", "priority": "high", "kind": "management"}
    subtasks = [{**step, "retrieval_query": "first drug for hypertension"}, {**step, "retrieval_query": "lisinopril"}]
    deps, _ = scripted(planner={"subtasks": subtasks}, reasoning=draft, refine=draft)
    result = await run("First blood pressure drug?", record, deps=deps)
    assert wrong not in result.final_answer_text
    assert right in result.final_answer_text
    assert "should start amlodipine 5 mg once daily" in result.final_answer_text
