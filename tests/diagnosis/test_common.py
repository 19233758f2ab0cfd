"""What is common is called so by the weight of its findings; one beside the list does not silence it, a likely rare disease does."""

from __future__ import annotations

import pytest

from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import run
from osler.diagnosis.case import case_of
from osler.diagnosis.common import common_findings, common_illness
from osler.diagnosis.steps.remaining import is_done
from osler.diagnosis.types import AgentOutput


async def _output(text: str) -> AgentOutput:
    case = case_of(read_patient(text, "note").record, bundled_vocabularies())
    return await run(case)


COMMON = {
    "iron": "20 month girl, Hb 78 g/l, MCV 58, ferritin 4. Pale, eats sand. Drinks a litre of cow's milk a day. Film: hypochromia.",
    "atopic": "4-year-old boy, hay fever, food allergy to egg, eczema, asthma, otitis media twice, freckles. Thriving.",
    "long-term": "58-year-old man, type 2 diabetes, hypertension, knee osteoarthritis, BMI 34, ankle swelling, varicose veins, rosacea.",
    "athlete": "Sports cardiology. Rower, 22 y, asymptomatic. Resting HR 44, first degree AV block, incomplete right bundle branch block.",
    "regurgitation": "Our 3 week old girl spits up a bit of milk after most feeds. She's putting on weight lovely.",
    "migraine": "34-year-old teacher with tension headaches and poor sleep, neck ache, sensitive to noise when it is bad.",
}


@pytest.mark.parametrize(("name", "text"), COMMON.items(), ids=COMMON)
async def test_common_illness_is_named_and_nothing_is_ordered(name: str, text: str) -> None:
    output = await _output(text)
    assert name in output.common_illness
    assert {step.action_type for step in output.next_best_steps} == {"refine_phenotype"}
    assert all(entry.confidence == "low" for entry in output.differential)


RARE = [
    "4-year-old boy with chronic wet cough since birth, situs inversus, recurrent otitis media, nasal congestion.",
    "9-year-old with headache, fatigue, cafe-au-lait spots, axillary freckling, optic glioma.",
    "Girl, 3 years: microcytic anaemia, triphalangeal thumb, short stature, pallor, cleft palate.",
    "20-year-old woman, hypermobility, joint dislocations, fatigue, abdominal pain, headache, easy bruising, atrophic scars.",
    "35-year-old man, fatigue, arthralgia, diabetes, skin bronzing, hypogonadism, ferritin 2400, cirrhosis.",
]


@pytest.mark.parametrize("text", RARE)
async def test_a_rare_disease_beside_common_findings_is_not_called_common(text: str) -> None:
    assert (await _output(text)).common_illness == ""


def test_one_finding_of_little_weight_is_named_beside_the_others_where_nothing_rare_is_likely() -> None:
    findings = ["HP:0012735", "HP:0001945", "HP:0031417", "HP:0033050", "HP:0012378", "HP:0001480"]  # and freckling
    assert "but Freckling" in common_illness(findings, bundled_vocabularies(), 8.0, unsure=True)
    assert common_illness(findings, bundled_vocabularies(), 8.0) == ""
    assert common_illness(findings[3:], bundled_vocabularies(), 8.0, unsure=True) == "", "too few to be most of them"


def test_a_slow_pulse_is_harmless_only_in_whom_the_notes_call_an_athlete() -> None:
    slow = ["HP:0001688", "HP:0011705"]
    assert "no illness" in common_illness(slow, bundled_vocabularies(), 26.0, told="Professional cyclist.")
    assert common_illness(slow, bundled_vocabularies(), 26.0, told="Faints at work.") == ""


def test_every_finding_of_an_illness_has_its_own_label() -> None:
    graph = bundled_vocabularies().hpo
    rows = [
        row for one in common_findings().illnesses for row in (*one.explains, *(x for group in one.core for x in group))
    ]
    assert all(graph.label(row.id) == row.label for row in rows)


async def test_one_vague_finding_brings_no_scan_and_no_laboratory() -> None:
    output = await _output("A 6-year-old boy with frequent nosebleeds and a small umbilical hernia.")
    assert {step.action_type for step in output.next_best_steps} <= {"refine_phenotype"}


async def test_where_the_examiner_has_ended_the_matter_nothing_is_ordered() -> None:
    text = "Man of 30, pes planus, hyperextensible knees, mild scoliosis, tall. Echo normal. Fit to compete. Discharged from clinic."
    output = await _output(text)
    assert {step.action_type for step in output.next_best_steps} <= {"refine_phenotype", "order_test"}
    assert not any(step.action_type == "genetic_testing" for step in output.next_best_steps)


@pytest.mark.parametrize(
    ("test", "told", "done"),
    [
        ("Haemoglobin analysis (HPLC or electrophoresis)", "Hb electrophoresis: normal pattern.", True),
        ("Haemoglobin analysis (HPLC or electrophoresis)", "Haemoglobin 78 g/l.", False),
        ("Audiometry", "Hearing test normal last year.", True),
        ("Audiometry", "Hard of hearing.", False),
        ("TSH with free T4", "Thyroid normal.", True),
        ("Echocardiogram with aortic root measurement", "Echo normal.", False),
        ("Plasma ammonia", "Ammonia 38.", True),
    ],
)
def test_what_a_letter_reports_is_done(test: str, told: str, done: bool) -> None:
    assert is_done(test, told) is done
