"""The genetic test of the leading entries."""

from __future__ import annotations

from osler.core.patient import read_patient
from osler.core.safety import red_flags
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.case import case_of
from osler.diagnosis.investigations import investigations
from osler.diagnosis.ranking import PhenotypeQuery, Stated, causal_genes, default_model, rank
from osler.diagnosis.steps.conclude import final_steps
from osler.diagnosis.steps.confirming import _confirms, confirming_steps
from osler.diagnosis.steps.enforce import enforce_steps
from osler.diagnosis.steps.first_line import first_line_steps, points_outside
from osler.diagnosis.steps.genetic import (
    PANEL_GENES,
    Panel,
    alone_of,
    assayed_normal,
    chromosomal_test,
    genetic_testing,
    has_own_assay,
    panels,
)
from osler.diagnosis.steps.next_steps import proposed_steps, refine_step
from osler.diagnosis.steps.questions import questions
from osler.diagnosis.steps.remaining import is_measured
from osler.diagnosis.steps.synthesis import Draft, Synthesis, step_id
from osler.diagnosis.types import NextBestStep, Uncertainty


def _action(*offered: Panel) -> str:
    (step,) = genetic_testing(offered, (), ())
    return step.action


def test_a_missing_part_of_a_chromosome_is_sought_by_a_microarray() -> None:
    model = default_model(bundled_vocabularies())
    ranking = rank(PhenotypeQuery(observed=("HP:0004381", "HP:0030795")), model)
    rows = {name: model.row_of(name) for name in ("OMIM:194050", "OMIM:123450", "OMIM:154700")}
    assert [bool(chromosomal_test(ranking, row)) for row in rows.values() if row is not None] == [True, True, False]


def test_what_the_leading_entry_needs_is_named_first() -> None:
    deletion, gene = Panel("Deletion", 0.5, ("ELN",), investigations().chromosomal[-1]), Panel("Other", 0.3, ("FBN1",))
    assert _action(deletion) == "Chromosomal microarray"
    assert _action(deletion, gene) == "Chromosomal microarray; sequencing that covers FBN1"
    assert _action(gene._replace(probability=0.6), deletion) == "Sequencing that covers FBN1; chromosomal microarray"


def test_what_sequencing_misses_has_its_own_assay() -> None:
    assert _action(Panel("SMA", 0.5, ("SMN1",))).startswith("Copy number of SMN1")
    assert "equencing that covers" not in _action(Panel("SMA", 0.5, ("SMN1",)))
    both = _action(Panel("SMA", 0.5, ("UBA1", "SMN1")))
    assert both.startswith("Copy number of SMN1")
    assert both.endswith("sequencing that covers UBA1")
    assert _action(Panel("DMD", 0.5, ("DMD",))).startswith("Deletions and duplications of DMD")
    assert "sequencing that covers DMD" in _action(Panel("DMD", 0.5, ("DMD",)))
    assert _action(Panel("PWS", 0.5, ("MAGEL2", "SNRPN"))).startswith("Methylation of 15q11-q13")
    assert "covers" not in _action(Panel("PWS", 0.5, ("MAGEL2", "SNRPN")))


def test_a_subtype_that_needs_its_own_assay_is_named_however_unlikely() -> None:
    model = default_model(bundled_vocabularies())
    ranking = rank(PhenotypeQuery(observed=("HP:0002380", "HP:0002145", "HP:0007373")), model)
    offered = panels(ranking)
    leading = next(item for item in offered if "myotrophic" in item.disease)
    assert "C9orf72" in leading.genes


def test_a_locus_without_a_gene_is_no_gene() -> None:
    model = default_model(bundled_vocabularies())
    row = model.row_of("OMIM:130650")
    assert row is not None
    assert all(gene[:1].isalnum() for gene in causal_genes(model, row))


def test_a_gene_that_alone_causes_the_same_is_sequenced_where_the_microarray_finds_nothing() -> None:
    lost = Panel("Deletion", 0.5, ("RAI1",), investigations().chromosomal[-1], alone="RAI1")
    assert _action(lost) == "Chromosomal microarray and, where it finds nothing, sequencing of RAI1"
    model = default_model(bundled_vocabularies())
    ranking = rank(PhenotypeQuery(observed=("HP:0004381", "HP:0030795")), model)
    rows = [model.row_of(one) for one in ("OMIM:182290", "OMIM:117550", "OMIM:194050", "OMIM:153550")]
    # Smith-Magenis and Sotos; the gene of Williams alone causes another disease, 5q- is called by its chromosome
    assert [alone_of(ranking, [row]) for row in rows if row is not None] == ["RAI1", "NSD1", "", ""]


def test_the_genes_of_less_likely_subtypes_are_counted() -> None:
    ranking = rank(
        PhenotypeQuery(observed=("HP:0001956", "HP:0001162", "HP:0000510")), default_model(bundled_vocabularies())
    )
    leading = panels(ranking)[0]
    assert leading.disease == "Bardet-Biedl syndrome"
    assert leading.further > 5
    (step,) = genetic_testing([leading], (), ())
    assert f"(and {leading.further} more of less likely subtypes)" in step.rationale


def test_where_a_microarray_found_nothing_the_gene_is_sequenced() -> None:
    ranking = rank(
        PhenotypeQuery(observed=("HP:0000256", "HP:0000098", "HP:0005616")), default_model(bundled_vocabularies())
    )
    assert any(item.chromosomal for item in panels(ranking))
    assert not any(item.chromosomal for item in panels(ranking, array_negative=True))
    case = case_of(
        read_patient("Boy of 7. Tall stature. Array CGH normal.", format="note").record, bundled_vocabularies()
    )
    assert case.array_negative


def test_a_long_panel_is_cut_and_says_so_and_an_unlikely_entry_brings_no_gene() -> None:
    genes = tuple(f"GENE{number}" for number in range(10))
    action = _action(
        Panel("One", 0.2, genes), Panel("Two", 0.2, ("A", "B", "C", "D", "E")), Panel("Three", 0.015, ("RARE",))
    )
    assert action.endswith("and 3 more")
    assert action.count(",") == PANEL_GENES - 1
    assert "RARE" not in action


def test_what_takes_tissue_comes_after_what_takes_none() -> None:
    model = default_model(bundled_vocabularies())
    ranking = rank(PhenotypeQuery(observed=("HP:0001250", "HP:0001252", "HP:0002151", "HP:0001284")), model)
    steps = proposed_steps(questions(ranking, 40), panels(ranking))
    tissue = [place for place, step in enumerate(steps) if "biopsy" in step.action]
    assert tissue == list(range(len(steps) - len(tissue), len(steps)))


def test_one_finding_is_asked_for_once_and_a_sparse_record_is_told_what_it_lacks() -> None:
    def step(action: str, kind: str) -> NextBestStep:
        return NextBestStep.model_validate(
            {
                "rank": 1,
                "action_type": kind,
                "action": action,
                "rationale": "",
                "evidence_source": "",
                "assesses": ["HP:0000551"],
            }
        )

    kept = enforce_steps(
        [step("Examine the eyes", "refer_specialist")], completeness=0.1, fallback=step("Assess", "refine_phenotype")
    )
    assert [item.action for item in kept] == ["Assess"]
    assert refine_step([], ["family history"]).action == "Complete the record: family history"


def test_only_what_is_urgent_is_called_so_among_the_steps() -> None:
    flags = red_flags(note="Boy of 5 with cardiomyopathy and Gowers sign. He was found unresponsive this morning.")
    steps = proposed_steps([], [], red_flags=flags)
    by_rule = {flag.rule_id: flag.severity.name for flag in flags}
    rules = [step.evidence_source.partition("(")[2].partition(")")[0] for step in steps]
    assert {(by_rule[rule], step.kind) for rule, step in zip(rules, steps, strict=True)} == {
        ("URGENT", "urgent escalation"),
        ("WARNING", "warning"),
    }


def test_an_assay_that_the_note_calls_normal_is_not_ordered_again() -> None:
    assert assayed_normal("EEG abnormal. Methylation test of 15q11-q13 normal.") == ["SNRPN"]
    assert assayed_normal("SMN1 copy number normal; MLPA of DMD was negative.") == ["SMN1", "DMD"]
    assert assayed_normal("Methylation test of 15q11-q13 abnormal. Echo normal.") == []
    assert assayed_normal("Methylation test of 11p15.5 pending.") == []


def test_a_result_of_few_patients_supports_and_does_not_confirm() -> None:
    few, many = (Stated(1.0, counts, ("all",), ()) for counts in ((1, 1), (12, 12)))
    assert (_confirms(few), _confirms(many)) == ("Would support", "Confirms")


def test_what_the_tools_put_among_the_first_five_a_mind_orders_and_does_not_drop() -> None:
    steps = [
        NextBestStep(rank=place, action_type="order_test", action=f"Test {place}", rationale="", evidence_source="")
        for place in range(1, 9)
    ]
    draft = Draft(differential=[], facts=[], steps=steps, what_would_change=[], uncertainty=Uncertainty())
    last_first = Synthesis(steps=[step_id(step) for step in reversed(steps)])
    found = final_steps(draft, last_first, 1.0, steps[0])
    assert [step.action for step in found] == [f"Test {place}" for place in (5, 4, 3, 2, 1)]


def test_a_variant_that_a_finer_word_speaks_for_does_not_lead_its_disease() -> None:
    """Haematuria, proteinuria, high-frequency deafness, anterior lenticonus: the loss of two genes is not looked for first."""
    ranking = rank(
        PhenotypeQuery(observed=("HP:0000790", "HP:0000093", "HP:0005101", "HP:0011501"), age_years=34, sex="female"),
        default_model(bundled_vocabularies()),
    )
    leading = ranking.families(1)[0]
    assert leading.name == "Alport syndrome"
    (step,) = genetic_testing(panels(ranking)[:1], (), ())
    assert step.action.startswith("Sequencing that covers COL4A")


def test_what_guidance_establishes_a_disease_by_comes_before_what_annotations_offer() -> None:
    ranking = rank(
        PhenotypeQuery(observed=("HP:0000118", "HP:0100665", "HP:0002027", "HP:0012027")),
        default_model(bundled_vocabularies()),
    )
    assert "angioedema" in ranking.families(1)[0].name
    (step,) = confirming_steps(ranking)
    assert "C1 inhibitor" in step.action
    assert "WAO/EAACI" in step.evidence_source
    assert not confirming_steps(ranking, told="C4 is low and C1 inhibitor function 12 %.")


def test_where_a_test_of_guidance_is_told_the_next_of_the_disease_is_proposed() -> None:
    """Dystonia, dysarthria, tremor, a Kayser-Fleischer ring and splenomegaly."""
    query = PhenotypeQuery(
        observed=("HP:0001332", "HP:0001260", "HP:0001337", "HP:0200032", "HP:0001744"), age_years=34
    )
    ranking = rank(query, default_model(bundled_vocabularies()))
    (first,) = confirming_steps(ranking)
    assert first.action.startswith("Serum caeruloplasmin")
    (second,) = confirming_steps(ranking, told="Ceruloplasmin 0.06 g/L.")
    assert second.action == "Copper in a 24-hour urine"
    assert not confirming_steps(ranking, told="Ceruloplasmin 0.06 g/L, urinary copper 4 umol a day.")


def test_a_disease_that_one_assay_settles_is_not_looked_for_under_the_microscope() -> None:
    """A boy with a long face, large protruding ears, flat feet, lax fingers, otitis and little eye contact: fragile X."""
    findings = ("HP:0000276", "HP:0000400", "HP:0000411", "HP:0001763", "HP:0001187", "HP:0000817", "HP:0000403")
    query = PhenotypeQuery(observed=findings, sex="male", age_years=4)
    ranking = rank(query, default_model(bundled_vocabularies()))
    offered = panels(ranking)
    assert offered[0].genes == ("FMR1",)
    assert has_own_assay(offered)
    assert confirming_steps(ranking)
    assert not confirming_steps(ranking, has_assay=True)


def test_the_genes_of_a_disposition_are_not_sequenced() -> None:
    """Granulomatosis with polyangiitis, giant cell arteritis, and the prion disease whose gene is a cause beside a tissue type."""
    model = default_model(bundled_vocabularies())
    rows = [model.row_of(disease) for disease in ("OMIM:608710", "ORPHA:397", "OMIM:123400")]
    genes = [causal_genes(model, row) for row in rows if row is not None]
    assert genes == [(), (), ("PRNP",)]


def test_a_number_in_the_note_answers_for_its_substance() -> None:
    assert is_measured("Hypergastrinemia", "Recurrent duodenal ulcers, gastrin 1,100.")
    assert not is_measured("Hypergastrinemia", "Recurrent duodenal ulcers, gastrin not measured.")


def test_a_man_with_small_testes_and_breasts_gets_a_karyotype_and_no_likely_rare_disease() -> None:
    """Gynaecomastia, azoospermia and a sparse beard."""
    query = PhenotypeQuery(observed=("HP:0000771", "HP:0000027", "HP:0002226"), sex="male", age_years=19)
    ranking = rank(query, default_model(bundled_vocabularies()))
    (step,) = first_line_steps(ranking, told="", tested=False, confident=True)
    assert step.action == "Karyotype (for 47,XXY)"
    assert points_outside(ranking, "")
    assert not points_outside(ranking, "Karyotype 46,XY.")


def test_a_coved_segment_is_looked_up_in_the_gene_of_brugada_syndrome() -> None:
    ranking = rank(PhenotypeQuery(observed=("HP:6000984",), age_years=37), default_model(bundled_vocabularies()))
    assert [step.action for step in first_line_steps(ranking, told="", tested=False, confident=True)] == [
        "Sequencing of SCN5A, and electrocardiograms of the family"
    ]
    assert not first_line_steps(ranking, told="SCN5A p.Arg1512Trp found.", tested=False, confident=True)


def test_a_warning_from_the_words_of_something_urgent_is_no_step_of_its_own() -> None:
    flags = red_flags(note="3-day-old boy, sleepy, breathing fast, would not feed, hard to rouse. Ammonia 812 umol/L.")
    steps = proposed_steps([], [], red_flags=flags)
    assert {"URGENT", "WARNING"} == {flag.severity.name for flag in flags}
    assert {step.kind for step in steps} == {"urgent escalation"}


def test_genes_that_the_notes_name_are_looked_at_first() -> None:
    query = PhenotypeQuery(observed=("HP:0012114", "HP:0040276", "HP:0009720"))
    ranking = rank(query, default_model(bundled_vocabularies()))
    named = panels(ranking, told="Tumour: loss of MSH2 and MSH6 staining.")
    assert named[0].genes[:2] == ("MSH2", "MSH6")
    assert panels(ranking)[0].genes[:2] != ("MSH2", "MSH6")
