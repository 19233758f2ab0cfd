"""Next steps that a clinician would sign: worded as orders, cheap before costly, nothing ordered twice, no exome for one finding."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags
from osler.core.terminology import bundled_vocabularies, hpo
from osler.diagnosis.investigations import investigations
from osler.diagnosis.ranking import PhenotypeQuery, Ranking, default_model, rank
from osler.diagnosis.steps import questions
from osler.diagnosis.steps.commoner import commoner
from osler.diagnosis.steps.confirming import commoner_steps, confirming_steps
from osler.diagnosis.steps.escalation import escalating_steps
from osler.diagnosis.steps.first_line import first_line_steps, genes_wait
from osler.diagnosis.steps.genetic import Panel, genetic_testing, panels, without_ordered
from osler.diagnosis.steps.next_steps import proposed_steps
from osler.diagnosis.steps.orders import laboratory_order
from osler.diagnosis.steps.remaining import is_done


def ranked(*observed: str, age: float) -> Ranking:
    return rank(PhenotypeQuery(observed=observed, age_years=age), default_model(bundled_vocabularies()))


@pytest.mark.parametrize(
    ("test", "label", "order"),
    [
        ("Enzyme assay", "Decreased beta-glucocerebrosidase level", "Enzyme assay of beta-glucocerebrosidase"),
        ("Measurement in urine", "Increased urinary porphobilinogen", "Measurement of porphobilinogen in urine"),
        ("Measurement in blood", "Antinuclear antibody positivity", "Measurement of Antinuclear antibody in blood"),
        ("Measurement in blood", "Hyperinsulinemia", "Measurement in blood to look for Hyperinsulinemia"),
        (
            "Measurement in blood",
            "Increased level of hippuric acid in blood",
            "Measurement in blood to look for Increased level of hippuric acid in blood",
        ),
        ("Coagulation tests", "Reduced factor IX activity", "Coagulation tests to look for Reduced factor IX activity"),
    ],
)
def test_a_laboratory_test_is_worded_as_an_order(test: str, label: str, order: str) -> None:
    assert laboratory_order(test, label) == order


def test_what_is_seen_at_the_bedside_is_one_step_and_stands_before_what_is_ordered() -> None:
    """Seizure, ataxia and delayed speech at 7: no disease is likely."""
    ranking = ranked("HP:0001250", "HP:0001251", "HP:0000750", age=7)
    steps = proposed_steps(questions(ranking), [], age_years=7)
    kinds = [step.action_type for step in steps]
    assert kinds.count("refine_phenotype") == 1
    assert kinds[0] == "refine_phenotype"
    assert 1 < len(steps[0].assesses) <= 3
    costly = {row.test for row in investigations().branches if row.costly}
    waits = [any(step.action.startswith(test) for test in costly) for step in steps]
    assert waits == sorted(waits)


@pytest.mark.parametrize(
    ("hpo_id", "test"),
    [
        ("HP:0001942", "Blood gas with electrolytes and anion gap"),  # metabolic acidosis
        ("HP:0001873", "Full blood count with film"),  # thrombocytopenia
        ("HP:0000821", "TSH with free T4"),  # hypothyroidism
        ("HP:0001410", "Abdominal ultrasound with liver function tests"),  # decreased liver function
    ],
)
def test_what_only_a_test_shows_is_not_assessed_at_the_bedside(hpo_id: str, test: str) -> None:
    row = investigations().for_finding(hpo_id, hpo())
    assert row is not None
    assert row.test == test


@pytest.mark.parametrize("hpo_id", ["HP:0002240", "HP:0001744", "HP:0000988", "HP:0002721"])
def test_what_a_hand_or_an_eye_finds_takes_no_scan(hpo_id: str) -> None:
    row = investigations().for_finding(hpo_id, hpo())
    assert row is None or not (row.costly or row.invasive)


@pytest.mark.parametrize(
    ("told", "done"),
    [("Hb 9.4, MCV 71.", True), ("Platelets 74.", True), ("Her blood pressure is normal.", False)],
)
def test_a_count_that_the_notes_give_is_done(told: str, done: bool) -> None:
    assert is_done("Full blood count with film and reticulocytes", told) is done


@pytest.mark.parametrize(
    ("hpo_id", "age", "asked"),
    [("HP:0000750", 0.1, False), ("HP:0000750", 3, True), ("HP:0001611", 0.1, False), ("HP:0000458", 2, False)],
)
def test_nobody_asks_a_newborn_to_speak_or_to_smell(hpo_id: str, age: float, asked: bool) -> None:
    assert investigations().is_asked(hpo_id, hpo(), age) is asked


def test_what_the_picture_orders_already_is_not_ordered_for_a_disease_too() -> None:
    """Hypoglycemia, hyperammonemia, hepatomegaly, drowsiness without ketones at 11 months."""
    ranking = ranked("HP:0001943", "HP:0001987", "HP:0002240", "HP:0002329", age=0.9)
    ordered = first_line_steps(ranking, told="", tested=False, confident=False)
    assert any("acylcarnitines" in step.action for step in ordered)
    assert not any("carnitine" in step.action for step in confirming_steps(ranking, ordered=ordered))
    assert genes_wait(ranking, "")
    assert not genes_wait(ranking, "Acylcarnitines and organic acids: normal.")


def test_a_picture_without_such_a_test_lets_no_gene_wait() -> None:
    assert not genes_wait(ranked("HP:0001250", "HP:0001251", age=7), "")


def test_an_assay_or_a_karyotype_that_is_ordered_is_not_ordered_with_the_genes() -> None:
    spinal = Panel("Spinal muscular atrophy", 0.3, ("SMN1", "UBA1"))
    (left,) = without_ordered([spinal], "Copy number of SMN1 (loss of exon 7), with SMN2")
    assert left.genes == ("UBA1",)
    chromosomal = Panel("Turner syndrome", 0.3, (), investigations().chromosomal[0])
    assert without_ordered([chromosomal], "Karyotype (30 cells, for mosaicism)") == []
    assert without_ordered([spinal, chromosomal], "") == [spinal, chromosomal]


@pytest.mark.parametrize(("second", "named"), [(0.05, False), (0.18, True)])
def test_rivals_of_what_the_chromosomes_settle_wait_for_them(second: float, named: bool) -> None:
    down = Panel("Down syndrome", 0.24, (), investigations().chromosomal[0])
    (step,) = genetic_testing([down, Panel("Helsmoortel-van der Aa syndrome", second, ("ADNP",))], [], [])
    assert ("ADNP" in step.action) is named


@pytest.mark.parametrize(("few", "sequenced"), [(True, False), (False, True)])
def test_one_or_two_findings_are_no_reason_for_an_exome(few: bool, sequenced: bool) -> None:
    offered = [Panel("primary microcephaly", 0.01, ("MCPH1", "WDR62", "ASPM", "CDK5RAP2"))]
    steps = proposed_steps([], offered, few_findings=few)
    assert bool(steps) is sequenced
    assert proposed_steps([], [Panel("Huntington disease", 0.1, ("HTT",))], few_findings=few)


@pytest.mark.parametrize(
    ("observed", "age", "ordered"),
    [
        (("HP:0004322",), 12, True),
        (("HP:0004322",), 0.01, False),
        (("HP:0004322",), 30, False),
        (("HP:0004322", "HP:0001642", "HP:0000465"), 5, False),
    ],
)
def test_a_short_child_without_a_syndrome_has_a_bone_age(observed: tuple[str, ...], age: float, ordered: bool) -> None:
    steps = first_line_steps(ranked(*observed, age=age), told="", tested=False, confident=False)
    assert any("bone age" in step.action for step in steps) is ordered


def test_a_commoner_disease_is_established_before_its_gene_is_read() -> None:
    """Splenomegaly, clumsiness, vertical gaze palsy, falls and jaundice at 11: Wilson disease beside Niemann-Pick C."""
    ranking = ranked("HP:0001744", "HP:0002312", "HP:0000511", "HP:0002527", "HP:0000952", age=11)
    assert any(item.likelier and "Wilson" in item.sentence for item in commoner(ranking))
    (step,) = commoner_steps(ranking, "", [])
    assert "caeruloplasmin" in step.action
    assert commoner_steps(ranking, "Caeruloplasmin and urinary copper normal.", []) == []


def test_a_commoner_disease_that_stays_the_less_likely_is_not_tested() -> None:
    """An infant with a huge heart, hypotonia, large tongue, raised creatine kinase and a short PR interval."""
    ranking = ranked("HP:0003236", "HP:0011968", "HP:0001252", "HP:0000158", "HP:0001640", "HP:0005165", age=0.3)
    assert not any(panel.commoner for panel in panels(ranking))


def test_rules_that_the_same_words_break_are_one_step() -> None:
    letter = "4-month-old boy, very floppy, large tongue."
    flags = red_flags(note=letter)
    assert len(flags) > 1
    assert len(escalating_steps(flags, letter)) == 1
