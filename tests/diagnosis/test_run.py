"""The whole flow, as the source document's integration tests ask for it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from osler.core.agents import Runner
from osler.core.runs import MemoryRecorder
from osler.core.safety import RedFlag
from osler.core.terminology import hpo
from osler.diagnosis import CodedFinding, Deps, DiagnosisInput, changes_between, diagnose, run
from osler.diagnosis.steps.genetic import Panel
from osler.diagnosis.steps.next_steps import proposed_steps
from osler.diagnosis.steps.synthesis import PACKET_TOKENS, tokens
from osler.diagnosis.types import AgentOutput, NextBestStep, PriorTest
from osler.errors import UsageError
from tests.core.agents.scripted import Script
from tests.diagnosis.notes import EXCLUSIONS, PATIENT_10, TIMING, coded, note


async def test_phenotypes_alone() -> None:
    output = await run(coded(*PATIENT_10))
    assert "OMIM:300672" in [item.disease_id for item in output.disease_candidates[:10]]
    assert 0.2 <= output.data_completeness <= 0.5
    assert output.next_best_steps
    assert len(output.differential) == 5
    assert output.status == "complete"
    assert [item.rank for item in output.disease_candidates[:10]] == list(range(1, 11))
    assert sum(entry.probability for entry in output.differential) + output.none_known < 1
    assert {entry.disease_id for entry in output.differential} <= {
        item.disease_id for item in output.disease_candidates
    }
    assert 3 <= len(output.what_would_change) <= 5


async def test_an_urgent_red_flag_ends_everything() -> None:
    recorder = MemoryRecorder()
    output = await run(coded("HP:0002133", *PATIENT_10), deps=Deps(recorder=recorder))
    assert output.status == "urgent"
    assert {flag.severity for flag in output.red_flags} == {"URGENT"}
    assert output.disease_candidates == []
    assert output.differential == []
    assert {event.step for event in recorder.events} == {"Red Flag Check"}


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("The child was brought in status epilepticus.", True),
        ("There was no status epilepticus at any time. He has ataxia.", False),
        ("The father had a cardiac arrest. The patient has ataxia.", False),
        ("The risk of coma was discussed. She has ataxia.", False),
    ],
)
async def test_a_note_stops_the_run_only_by_what_it_asserts_of_the_patient(text: str, stops: bool) -> None:
    output = await run(DiagnosisInput(notes=[note(text)]))
    assert (output.status == "urgent") is stops


async def test_one_term_is_sparse_and_asks_to_refine_the_phenotype() -> None:
    output = await run(coded("HP:0001250"))
    assert output.data_completeness < 0.4
    assert output.next_best_steps[0].action_type == "refine_phenotype"


async def test_free_text_gives_exclusions_and_timing_and_both_are_used() -> None:
    text = TIMING + " " + EXCLUSIONS.replace("No seizures have ever been reported. ", "No hepatomegaly. ")
    output = await run(DiagnosisInput(notes=[note(text)], age_years=5, sex="male"))
    excluded = {item.mapped_hpo_term for item in output.excluded_findings}
    assert {"HP:0000365", "HP:0002240"} <= excluded
    assert "HP:0001284" in {match.hpo_id for match in output.hpo_matches}
    assert output.timing_profiles
    contributions = [item for disease in output.disease_candidates for item in disease.contributions]
    assert {item.hpo_id for item in contributions if item.kind == "excluded"} <= excluded
    onset = [factor for disease in output.disease_candidates for factor in disease.factors if factor.name == "onset"]
    assert onset
    for match in output.hpo_matches:
        for item in match.evidence:
            assert item.kind == "span"
            assert text[item.start : item.end] == item.quote


async def test_the_absence_of_what_nearly_all_patients_have_contradicts_a_disease() -> None:
    marfan = ("HP:0001166", "HP:0001083", "HP:0002616", "HP:0000767")
    output = await run(coded(*marfan, excluded=("HP:0002705",)))
    plain = await run(coded(*marfan))
    before, after = (
        next(item for item in one.disease_candidates if item.disease_id == "OMIM:154700") for one in (plain, output)
    )
    assert after.score < before.score
    for entry in output.differential:
        for label in entry.contradicting_phenotypes:
            assert label in entry.confidence_reasoning
    contradicted = [
        item.frequency
        for candidate in output.disease_candidates
        for item in candidate.contributions
        if item.kind == "excluded" and item.frequency is not None and item.frequency < 0.8
    ]
    named = [label for entry in output.differential for label in entry.contradicting_phenotypes]
    assert not contradicted or len(named) < len(output.differential)


async def test_unknown_ids_are_reported_with_a_suggestion_and_the_rest_goes_on() -> None:
    output = await run(coded("HP:0001205", "HP:9999999", *PATIENT_10))
    assert any(
        "'HP:9999999' is not a known phenotype" in line and "did you mean HP:" in line
        for line in (problem.message for problem in output.problems)
    )
    assert len([match for match in output.hpo_matches if match.hpo_id]) >= 5
    assert output.disease_candidates


async def test_an_obsolete_id_is_replaced_and_said_so() -> None:
    output = await run(coded("HP:0001249", "HP:0006957"))
    assert any("HP:0006957" in problem.message and "was used" in problem.message for problem in output.problems)
    assert all(match.hpo_id for match in output.hpo_matches)


async def test_nothing_to_reason_from_says_what_to_give() -> None:
    with pytest.raises(UsageError) as caught:
        await run(DiagnosisInput())
    assert "--hpo" in caught.value.mend


async def test_steps_are_seen_live_and_in_order() -> None:
    recorder = MemoryRecorder()
    await run(DiagnosisInput(notes=[note(TIMING)]), deps=Deps(recorder=recorder))
    done = [event.step for event in recorder.events if event.kind == "step_done" and "status" not in event.data]
    assert done == [
        "Red Flag Check",
        "HPO Mapping",
        "Disease Matching",
        "Phenotype Extraction",
        "Disease Matching with exclusions and timing",
        "Disease Profiles",
        "Final Reasoning",
    ]


async def test_a_prior_panel_is_scored_and_becomes_a_step() -> None:
    case = coded(*PATIENT_10)
    case.prior_tests = [PriorTest.model_validate({"type": "gene_panel", "date": "2015-01-01", "genes": ["SCN1A"]})]
    output = await run(case)
    assert output.reanalysis[0].score == pytest.approx(0.8)
    assert "reanalysis" in {step.action_type for step in output.next_best_steps} or len(output.next_best_steps) == 5


async def test_candidate_genes_are_joined_with_the_phenotypes() -> None:
    case = coded(*PATIENT_10)
    case.genes = ["CDKL5"]
    output = await run(case)
    assert output.disease_candidates[0].disease_id == "OMIM:300672"
    assert "genes" in {factor.name for factor in output.disease_candidates[0].factors}


async def test_a_failed_synthesis_falls_back_on_the_tools() -> None:
    runner = Runner(models={"reasoning": Script("no JSON here").handle(structure="prompted")})
    output = await run(coded(*PATIENT_10), deps=Deps(runner=runner))
    plain = await run(coded(*PATIENT_10))
    assert output.status == "partial"
    assert output.minds["synthesis"] == "offline", "the mind that really produced it"
    assert output.differential == plain.differential
    assert output.next_best_steps == plain.next_best_steps


async def test_a_model_that_chose_nothing_is_not_named() -> None:
    runner = Runner(models={"reasoning": Script("{}").handle(structure="prompted")})
    output = await run(coded(*PATIENT_10), deps=Deps(runner=runner))
    assert output.minds["synthesis"] == "offline"
    assert [problem.code for problem in output.problems] == ["model.empty"]


async def test_a_model_cannot_add_a_disease_a_phenotype_or_a_test_or_a_sentence() -> None:
    answer = {
        "entries": [
            {"id": "d9", "because": ["f1"]},
            {"id": "d1", "because": ["f1", "f99", "proven, send the patient home"], "rationale": "Certain (99 %)."},
        ],
        "steps": ["s99", "Order a bone marrow biopsy", "s1"],
        "what_would_change": ["If a phaeochromocytoma is found, call 555-0100."],
    }
    runner = Runner(models={"reasoning": Script(json.dumps(answer)).handle(structure="prompted")})
    output = await run(coded(*PATIENT_10), deps=Deps(runner=runner))
    plain = await run(coded(*PATIENT_10))
    assert [entry.disease_id for entry in output.differential] == [entry.disease_id for entry in plain.differential]
    everything = _words(output)
    for invented in ("marrow", "phaeochromocytoma", "555-0100", "Certain", "proven", "home"):
        assert invented not in everything
    assert output.differential[0].rationale.startswith("Chosen by scripted: ")
    assert len([problem for problem in output.problems if problem.message.startswith("synthesis: rejected")]) == 5


PATIENT_FEW = ("HP:0001250", "HP:0001252", "HP:0001251", "HP:0001263")


async def test_a_model_may_choose_the_order_within_the_rules() -> None:
    backwards = [f"s{number}" for number in range(8, 0, -1)]
    runner = Runner(models={"reasoning": Script(json.dumps({"steps": backwards})).handle(structure="prompted")})
    output = await run(coded(*PATIENT_FEW), deps=Deps(runner=runner))
    plain = await run(coded(*PATIENT_FEW))
    assert output.data_completeness < 0.4
    assert output.next_best_steps[0].action_type == "refine_phenotype"
    assert [step.action for step in output.next_best_steps] != [step.action for step in plain.next_best_steps]


async def test_the_packet_is_small() -> None:
    told: list[str] = []

    def answer(prompt: str) -> str:
        told.append(prompt)
        return "{}"

    runner = Runner(models={"reasoning": Script(answer).handle(structure="prompted")})
    await run(coded(*PATIENT_10), deps=Deps(runner=runner))
    assert told
    assert tokens(told[0]) < PACKET_TOKENS + 1_700


async def test_no_step_tells_less_than_it_costs_or_asks_what_is_known() -> None:
    output = await run(coded(*PATIENT_10, excluded=("HP:0007359",)))
    graph = hpo()
    settled = {*graph.ancestors("HP:0007359"), *(item for term in PATIENT_10 for item in graph.ancestors(term))}
    for step in output.next_best_steps:
        assert step.information_bits is None or step.information_bits >= 0.05
        assert not settled & set(step.assesses)


async def test_what_a_result_answers_is_not_asked() -> None:
    text = "A two-year-old girl with steatorrhea and short stature."
    asked, answered = [
        (await run(DiagnosisInput(notes=[note(each)]), deps=Deps())).uncertainty.missing
        for each in (text, f"{text} Neutrophils 4.1 x10^9/L.")
    ]
    assert "Decreased total neutrophil count not assessed" in asked
    assert "Decreased total neutrophil count not assessed" not in answered


async def test_a_test_is_not_offered_for_a_part_whose_result_is_known() -> None:
    text = "A 4-year-old boy walks on his toes and has enlarged calves and a positive Gowers sign."
    bare, measured = [
        " ".join(step.action for step in (await run(DiagnosisInput(notes=[note(each)]), deps=Deps())).next_best_steps)
        for each in (text, f"{text} Creatine kinase was 22,300 U/L (normal < 200).")
    ]
    assert "creatine kinase" in bare.lower()
    assert "creatine kinase" not in measured
    assert "Neuromuscular examination" in measured


async def test_a_gene_already_found_altered_is_not_sequenced_again() -> None:
    case = coded(*PATIENT_10)
    case.genes = case.causative_genes = ["CDKL5"]
    output = await run(case)
    assert not any("CDKL5" in step.action for step in output.next_best_steps)


async def test_every_contribution_traces_to_a_reference() -> None:
    output = await run(coded(*PATIENT_10))
    for disease in output.disease_candidates[:5]:
        for item in disease.contributions:
            if item.kind in {"exact", "descendant", "ancestor", "excluded"}:
                assert item.references, (disease.disease_id, item.label)


async def test_an_input_word_instead_of_an_id_is_mapped() -> None:
    case = DiagnosisInput(findings=[CodedFinding(term="oddly bent toes"), CodedFinding(term="cleft palate")])
    output = await run(case)
    assert "HP:0000175" in {match.hpo_id for match in output.hpo_matches}


def _words(output: AgentOutput) -> str:
    shown = output.model_copy(update={"problems": []})
    return shown.model_dump_json()


async def test_a_heading_and_a_list_of_allergies_are_no_findings() -> None:
    text = "Allergies:\nPenicillin (rash)\n\nMedications:\nSalbutamol for asthma\n\nExamination:\nAtaxia is present."
    output = await run(DiagnosisInput(notes=[note(text)]))
    assert [match.label for match in output.hpo_matches] == ["Ataxia"]


@pytest.mark.parametrize("case", [DiagnosisInput(notes=[note("No seizures. Hearing is normal.")]), coded("HP:9999999")])
async def test_without_an_observed_phenotype_nothing_is_ranked(case: DiagnosisInput) -> None:
    output = await run(case)
    assert output.status == "no_evidence"
    assert output.disease_candidates == []
    assert output.differential == []
    assert [step.action_type for step in output.next_best_steps] == ["refine_phenotype"]
    assert any("no diseases were ranked" in problem.message for problem in output.problems)


def test_what_a_value_says_is_a_finding_with_its_rule() -> None:
    output = diagnose(
        DiagnosisInput(notes=[note("44 yo man with chorea. Proximal weakness with CK 9,800 U/L.")], sex="male")
    )
    (raised,) = [match for match in output.hpo_matches if match.rule]
    assert raised.label.startswith("Elevated circulating creatine kinase")
    assert any("creatine kinase" in line and raised.rule in line for line in output.uncertainty.known)


def test_one_cold_is_a_common_illness_and_nothing_is_sequenced() -> None:
    text = "26 y/o M with 3 days of sore throat, runny nose, dry cough and muscle aches. Imp: viral URI."
    output = diagnose(DiagnosisInput(notes=[note(text)]))
    assert output.common_illness
    assert {entry.confidence for entry in output.differential} == {"low"}
    assert all(step.action_type == "refine_phenotype" for step in output.next_best_steps)
    assert not any("Recurrent" in match.label for match in output.hpo_matches)
    assert not any(step.action_type == "genetic_testing" for step in output.next_best_steps)


def test_a_repeat_expansion_has_an_assay_of_its_own() -> None:
    (step,) = proposed_steps([], [Panel("Huntington disease", 0.5, ("HTT", "PDE10A"))])
    assert step.action.startswith(
        "Repeat-expansion assay of HTT (sequencing can miss it); sequencing that covers PDE10A"
    )
    (step,) = proposed_steps([], [Panel("Huntington disease", 0.5, ("HTT",))])
    assert step.action.startswith("Repeat-expansion assay of HTT")


def test_a_gene_nobody_knows_and_a_finding_of_the_other_sex_are_remarked() -> None:
    terms = [CodedFinding(term="HP:0001250"), CodedFinding(term="HP:0000028")]
    output = diagnose(DiagnosisInput(findings=terms, sex="female", genes=["NOTAGENE"]))
    said = [problem.message for problem in output.problems]
    assert any("NOTAGENE" in message for message in said)
    assert any("Cryptorchidism" in message and "female" in message for message in said)
    assert not any(factor.name == "genes" for factor in output.disease_candidates[0].factors)


def test_what_is_over_is_evidence_and_marked_as_over() -> None:
    terms = [CodedFinding(term="HP:0001250", resolved=True), CodedFinding(term="HP:0001263")]
    output = diagnose(DiagnosisInput(findings=terms))
    assert "Seizure observed, resolved" in output.uncertainty.known
    assert any(item.label == "Seizure" for item in output.disease_candidates[0].contributions)


def test_a_comparison_names_what_fell_away_as_well_as_what_is_new() -> None:
    # Only what is compared: the rest of these types is of no matter here.
    whole: Any = AgentOutput
    step: Any = NextBestStep
    raised: Any = RedFlag

    def output(action: str, flag: str) -> AgentOutput:
        made: AgentOutput = whole.model_construct(
            hpo_matches=[],
            excluded_findings=[],
            disease_candidates=[],
            versions={},
            session_id="s",
            next_best_steps=[step.model_construct(action=action)],
            red_flags=[raised.model_construct(rule_id=flag, title=flag.title())],
        )
        return made

    lines = changes_between(output("Echocardiogram", "stroke"), output("Slit lamp", "sepsis")).lines()
    assert lines == [
        "new red flag: Sepsis",
        "red flag no longer raised: Stroke",
        "new step: Slit lamp",
        "step no longer recommended: Echocardiogram",
    ]
