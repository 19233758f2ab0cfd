"""A model that lies fluently and quotes real sentences: no lie becomes a verdict without a mark."""

from __future__ import annotations

from typing import Any

import pytest

from osler.config import Settings
from osler.core.agents import Runner
from osler.core.criteria import CriterionKind
from osler.trials import CriterionResult, Deps
from osler.trials.steps.validate import validate
from tests.servers.models import Calls, ModelServer
from tests.trials.patients import criterion, view

NOTE = (
    "Seen 3 Nov 2026. A 54-year-old man with asthma. His brother has epilepsy. He denies any history of stroke. "
    "Creatinine 2.1 mg/dL. Treatment with metformin began in 2019. Ischaemic ulcer of the left foot. "
    "PMH: hay fever. Denies hay fever this year."
)


async def _judged(
    text: str, kind: CriterionKind, verdict: str, quoted: str, reasoning: str, note: str = NOTE
) -> CriterionResult:
    seen = view(note)
    number = next(sentence.number for sentence in seen.sentences if quoted in sentence.text)
    label: dict[str, Any] = {"number": 0, "verdict": verdict, "sentences": [number], "reasoning": reasoning}
    async with ModelServer(Calls([("final_result", {"response": [label]})])) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat", "liar")})
        async with Runner(settings) as runner:
            (result,), _ = await validate([criterion(text, kind)], seen, Deps(runner=runner))
    return result


@pytest.mark.parametrize(
    ("text", "kind", "verdict", "quoted", "reasoning"),
    [
        ("Epilepsy", "exclusion", "MET", "brother", "The note documents epilepsy."),
        ("Epilepsy", "exclusion", "MET", "asthma", "He has asthma, so the criterion is met."),
        ("History of stroke", "exclusion", "MET", "stroke", "A history of stroke is recorded."),
        ("Serum creatinine <= 1.5 mg/dL", "inclusion", "MET", "Creatinine", "Creatinine is 1.1 mg/dL."),
        ("Diabetes mellitus", "exclusion", "NOT_MET", "metformin", "Metformin was begun, so diabetes is present: met."),
        ("Active foot infection", "exclusion", "MET", "ulcer", "No infection is described; the criterion is not met."),
        ("Asthma", "exclusion", "NOT_MET", "asthma", "Asthma is not active."),
    ],
    ids=["relative", "other criterion", "denied", "number", "against itself", "against its reasoning", "stated"],
)
async def test_a_lie_with_a_real_quote_decides_nothing(
    text: str, kind: CriterionKind, verdict: str, quoted: str, reasoning: str
) -> None:
    result = await _judged(text, kind, verdict, quoted, reasoning)
    assert result.decided_by == "offline"
    assert result.disagreement, result


async def test_an_inference_is_marked_as_one() -> None:
    text = "Previous treatment with a JAK inhibitor"
    result = await _judged(text, "exclusion", "MET", "metformin", "Earlier treatment is stated.")
    assert result.decided_by == "offline" or (result.assumptions and result.confidence <= 0.5), result


async def test_a_number_that_nothing_has_is_told() -> None:
    result = await _judged("Asthma", "inclusion", "MET", "asthma", "Asthma with an FEV1 of 62 % is recorded.")
    assert result.verdict.value == "MET"
    assert "62" in result.disagreement


async def test_two_readings_of_one_sentence_leave_it_to_a_person() -> None:
    result = await _judged("Hay fever", "exclusion", "NOT_MET", "Denies hay fever", "The hay fever is denied.")
    assert result.verdict.value == "UNKNOWN"
    assert "NOT_MET" in result.disagreement


OPPOSITES = (
    "A 41-year-old woman. Blood pressure is poorly controlled. Liver function is deranged. Kidney reserve is insufficient. "
    "Sulfasalazine works effectively for her joints. The warfarin dose was adjusted on Friday. Epilepsy is no longer stable. "
    "She cannot climb stairs. Lupus has been quiescent. She is nursing her son and not pregnant. "
    "There is no question about her heart failure."
)


@pytest.mark.parametrize(
    ("text", "kind", "verdict", "quoted"),
    [
        ("Controlled blood pressure", "inclusion", "MET", "poorly"),
        ("Normal liver function", "inclusion", "MET", "deranged"),
        ("Adequate kidney reserve", "inclusion", "MET", "insufficient"),
        ("Failure of sulfasalazine", "inclusion", "MET", "Sulfasalazine"),
        ("Stable dose of warfarin", "inclusion", "MET", "warfarin"),
        ("Stable epilepsy", "inclusion", "MET", "Epilepsy"),
        ("Able to climb stairs", "inclusion", "MET", "stairs"),
        ("Active lupus", "inclusion", "MET", "Lupus"),
        ("Pregnancy or lactation", "exclusion", "NOT_MET", "nursing"),
        ("Severe heart failure", "exclusion", "NOT_APPLICABLE", "heart failure"),
        ("Pregnancy or lactation", "exclusion", "NOT_APPLICABLE", "nursing"),
        ("Women of childbearing potential must use contraception", "inclusion", "NOT_APPLICABLE", "nursing"),
    ],
)
async def test_a_sentence_that_says_the_opposite_supports_nothing(
    text: str, kind: CriterionKind, verdict: str, quoted: str
) -> None:
    result = await _judged(text, kind, verdict, quoted, "The note states it plainly.", OPPOSITES)
    assert result.verdict.value == "UNKNOWN" or result.decided_by == "offline", result
    assert result.decided_by == "offline"
    assert result.disagreement


async def test_a_sentence_that_states_the_quality_supports_it() -> None:
    note = "A 41-year-old woman. Her seizures have been stable on lamotrigine. Asthma under good control."
    kept = await _judged("Stable seizures", "inclusion", "MET", "stable", "The seizures are stable.", note)
    assert kept.verdict.value == "MET"


MISLED = (
    "Seen 3 Nov 2026. A 34-year-old man with sickle cell disease. Hydroxycarbamide 1 g daily, first dose in 2019. "
    "Platelets were transfused three weeks ago. Rituximab was last given in March 2024. AST 55 U/L. "
    "Co-trimoxazole - no reaction. Warfarin until 28 Oct 2026."
)


@pytest.mark.parametrize(
    ("text", "kind", "verdict", "quoted"),
    [
        ("Treatment with L-glutamine within 90 days before the first dose", "exclusion", "MET", "Hydroxycarbamide"),
        ("Emicizumab within 6 months before the first dose", "exclusion", "MET", "Hydroxycarbamide"),
        ("Platelet transfusion within 30 days", "exclusion", "NOT_MET", "transfused"),
        ("Rituximab within 6 months", "exclusion", "MET", "Rituximab"),
        ("Warfarin within 2 weeks", "exclusion", "NOT_MET", "Warfarin"),
        ("AST > 5 x ULN", "exclusion", "MET", "AST"),
        ("Allergy to co-trimoxazole", "exclusion", "MET", "Co-trimoxazole"),
    ],
)
async def test_names_times_and_multiples_are_computed_and_not_believed(
    text: str, kind: CriterionKind, verdict: str, quoted: str
) -> None:
    result = await _judged(text, kind, verdict, quoted, "The sentence states it plainly.", MISLED)
    assert result.decided_by == "offline", result
    assert result.disagreement


@pytest.mark.parametrize(
    ("note", "text", "kind", "quoted"),
    [
        ("HIV clinic, 6 August 2025. Viral load is high.", "HIV RNA < 200 copies/mL", "inclusion", "clinic"),
        (
            "Osimertinib daily. Under it the disease has not progressed.",
            "Disease progression",
            "inclusion",
            "progressed",
        ),
        ("Weight 104 kg, lost 12 kg in 3 months, previously stable.", "Stable body weight", "inclusion", "Weight"),
        ("He eats, but has trouble swallowing tablets.", "Able to swallow tablets", "inclusion", "trouble"),
        ("No rapid fall in eGFR.", "Rapidly progressive nephritis with a decline of eGFR", "exclusion", "fall"),
        ("Seen 12 Jan 2026. COVID in December 2023.", "Active COVID-19 infection", "exclusion", "COVID"),
        ("Previous: hydroxychloroquine.", "Hydroxychloroquine within 4 weeks", "exclusion", "Previous"),
    ],
    ids=["date", "negated verb", "lost weight", "trouble", "denial", "long ago", "earlier"],
)
async def test_a_date_a_denial_or_the_past_bears_nothing_out(
    note: str, text: str, kind: CriterionKind, quoted: str
) -> None:
    result = await _judged(text, kind, "MET", quoted, "The sentence states it.", note)
    assert (result.verdict.value == "MET", result.decided_by) == (False, "offline"), result


@pytest.mark.parametrize(
    ("note", "text", "kind", "verdict", "quoted"),
    [
        (
            "Previous caesarean section 2022.",
            "More than one previous caesarean section",
            "exclusion",
            "MET",
            "caesarean",
        ),
        ("Biopsy-proven IgA nephropathy.", "Secondary IgA nephropathy", "exclusion", "MET", "nephropathy"),
        (
            "Stroke, onset 01:30 today, arrived 04:10.",
            "Acute ischemic stroke within 6 hours of onset",
            "inclusion",
            "NOT_MET",
            "onset",
        ),
    ],
    ids=["once", "another kind", "clock"],
)
async def test_one_is_not_several_nor_one_kind_another(
    note: str, text: str, kind: CriterionKind, verdict: str, quoted: str
) -> None:
    result = await _judged(text, kind, verdict, quoted, "The sentence states it.", note)
    assert result.decided_by == "offline", result
    assert result.disagreement


async def test_several_that_a_sentence_counts_are_believed() -> None:
    note = "A woman of 30. Two caesarean sections, the last in 2022."
    text = "More than one previous caesarean section"
    kept = await _judged(text, "exclusion", "MET", "caesarean", "Two sections are recorded.", note)
    assert kept.verdict.value == "MET"


@pytest.mark.parametrize(
    ("note", "text", "quoted"),
    [
        ("The wound has healed well, no complications.", "Sufficient resolution of surgical side effects", "wound"),
        (
            "Adjuvant paclitaxel finished on 20 February 2024.",
            "Patients who received adjuvant therapy must be after last dose of chemotherapy",
            "paclitaxel",
        ),
        (
            "A 49-year-old woman. Serum pregnancy test 18 May negative.",
            "Serum or urine pregnancy test must be negative in premenopausal women, or in women with amenorrhea",
            "pregnancy test",
        ),
    ],
    ids=["healed", "finished", "negative"],
)
async def test_a_sentence_that_fulfils_a_demand_does_not_refuse_it(note: str, text: str, quoted: str) -> None:
    result = await _judged(text, "inclusion", "NOT_MET", quoted, "It is not fulfilled.", note)
    assert (result.verdict.value == "NOT_MET", result.decided_by) == (False, "offline"), result


async def test_what_the_trial_is_about_is_no_other_disease() -> None:
    note = "A 29-year-old man. Diagnosis: non-radiographic axial spondyloarthritis."
    text = "Any other inflammatory arthritis"
    result = await _judged(
        text, "exclusion", "MET", "Diagnosis", "Axial spondyloarthritis is an inflammatory arthritis.", note
    )
    assert (result.verdict.value, result.decided_by) == ("UNKNOWN", "offline"), result
    assert result.disagreement


@pytest.mark.parametrize(
    ("text", "kind", "quoted", "note"),
    [
        (
            "Secondary IgA nephropathy, including that due to IgA vasculitis or cirrhosis",
            "exclusion",
            "nephropathy",
            "A 41-year-old man. Diagnosis: IgA nephropathy, confirmed on renal biopsy.",
        ),
        ("Average knee pain of at least 4", "inclusion", "KL", "An 84-year-old man. Osteoarthritis of the knee, KL 4."),
        ("Aged 12 to 75 years", "inclusion", "Boy", "Boy, Ali K., 11 years. Asthma for six months."),
    ],
    ids=["another kind", "another number", "another age"],
)
async def test_a_sentence_about_something_near_bears_out_nothing(
    text: str, kind: CriterionKind, quoted: str, note: str
) -> None:
    result = await _judged(text, kind, "MET", quoted, "The sentence states this; the criterion is met.", note)
    assert result.verdict.value != "MET", result


@pytest.mark.parametrize(
    ("note", "text", "verdict", "quoted", "kept"),
    [
        ("XELOX in 2023.", "Prior fluoropyrimidine", "MET", "XELOX", True),
        ("XELOX in 2023.", "Prior irinotecan", "MET", "XELOX", False),
        ("Prednisolone was prescribed but he has not taken it.", "Corticosteroids", "NOT_MET", "Prednisolone", True),
        ("Prednisolone was prescribed but he has not taken it.", "Corticosteroids", "MET", "Prednisolone", False),
        (
            "Liver metastases, stage IV.",
            "Metastatic (stage IV) disease not amenable to curative resection",
            "MET",
            "Liver",
            False,
        ),
    ],
)
async def test_a_sentence_says_to_the_check_what_it_says_to_the_computation(
    note: str, text: str, verdict: str, quoted: str, kept: bool
) -> None:
    result = await _judged(text, "inclusion", verdict, quoted, "It is stated.", f"A man of 66. {note}")
    assert (result.verdict.value == verdict) is kept, result
