"""Letters as clinics write them: what the steps ask for, what weighs, what is said of the family."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import AgentOutput, case_of, diagnose
from osler.diagnosis.investigations import investigations
from osler.diagnosis.steps.called_normal import called_normal
from osler.diagnosis.steps.excluded import rule_exclusions
from osler.diagnosis.steps.genetic import Panel, genetic_testing, has_own_assay
from osler.diagnosis.steps.remaining import is_done, remaining


def _diagnosed(letter: str) -> AgentOutput:
    return diagnose(case_of(read_patient(letter, format="note").record, bundled_vocabularies()))


def test_what_the_record_has_from_a_note_is_observed() -> None:
    output = _diagnosed(
        "45yo F with itching for a year. ALP 420. Antimitochondrial antibodies positive 1:320. Dry mouth."
    )
    assert "HP:0030167" in {match.hpo_id for match in output.hpo_matches}
    assert not any("Antimitochondrial" in line for line in output.uncertainty.missing)


def test_one_assay_that_settles_the_leader_comes_first() -> None:
    output = _diagnosed(
        "Neurology: 15-year-old boy. Gait ataxia, dysarthria, absent reflexes at the knees and ankles, extensor plantar responses, "
        "loss of vibration sense, pes cavus, scoliosis. Echo: left ventricular hypertrophy. AFP normal, vitamin E normal."
    )
    ordered = [step.action for step in output.next_best_steps if step.action_type != "refine_phenotype"]
    assert ordered[0].startswith("Repeat-expansion assay of FXN")
    assert not any("muscle fibers" in step.action for step in output.next_best_steps)
    said = [*(step.action for step in output.next_best_steps), *output.what_would_change, *output.uncertainty.missing]
    assert not any("alpha-fetoprotein" in line for line in said)


def test_first_line_tests_come_before_chosen_genes() -> None:
    output = _diagnosed("8-year-old boy, short stature and mild learning difficulties. Otherwise unremarkable.")
    actions = [step.action for step in output.next_best_steps]
    assert any(action.startswith("Chromosomal microarray and repeat-expansion assay of FMR1") for action in actions)
    tested = _diagnosed("8-year-old boy, short stature and intellectual disability. Microarray and exome normal.")
    assert not any("microarray" in step.action for step in tested.next_best_steps)


def test_a_girl_with_signs_of_turner_syndrome_gets_a_karyotype() -> None:
    letter = "Term girl, now 6 weeks. Webbed neck, lymphoedema of hands and feet at birth, low posterior hairline, coarctation of the aorta."
    assert any(step.action.startswith("Karyotype") for step in _diagnosed(letter).next_best_steps)
    boy = _diagnosed(letter.replace("girl", "boy"))
    assert not any(step.action.startswith("Karyotype") for step in boy.next_best_steps)


def test_a_common_illness_of_grown_people_is_called_so() -> None:
    output = _diagnosed("46-year-old lady, tired for six months, constipated, dry skin. TSH 38 mU/L, free T4 6 pmol/L.")
    assert "common" in output.common_illness
    assert not any(step.action_type == "genetic_testing" for step in output.next_best_steps)


def test_a_whole_system_without_signs_contradicts_nothing() -> None:
    output = _diagnosed(
        "34-year-old man: easy bruising. Massive splenomegaly, hepatomegaly, platelets 61, Hb 10.4. Bone pain; Erlenmeyer flask "
        "deformity of the distal femora. No neurological signs."
    )
    assert all("nervous system" not in str(entry.contradicting_phenotypes) for entry in output.differential)
    assert any("nervous system explicitly excluded" in line for line in output.uncertainty.known)


def test_relatives_are_shown_also_where_they_weigh_nothing() -> None:
    output = _diagnosed(
        "17-year-old man. Ectopia lentis, arachnodactyly. His father died of an aortic dissection at 39."
    )
    assert any(line == "Family: father with aortic dissection" for line in output.uncertainty.known)


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("AFP normal, vitamin E normal.", "Elevated circulating alpha-fetoprotein concentration"),
        ("Lactate, ammonia and CK normal.", "Hyperammonemia"),
        ("Ceruloplasmin: normal.", "Decreased circulating ceruloplasmin concentration"),
        ("7-dehydrocholesterol was not raised.", "Elevated circulating 7-dehydrocholesterol concentration"),
    ],
)
def test_a_test_called_normal_is_answered(text: str, answered: str) -> None:
    vocabularies = bundled_vocabularies()
    assert answered in called_normal(analyse(text, vocabularies), vocabularies)


def test_the_longest_name_is_the_test() -> None:
    vocabularies = bundled_vocabularies()
    assert called_normal(analyse("Sweat chloride normal.", vocabularies), vocabularies) == ["Elevated sweat chloride"]


@pytest.mark.parametrize("note", ["Hepatitis serology negative.", "Hepatitis B and C negative."])
def test_a_virus_that_is_not_there_leaves_the_inflammation_open(note: str) -> None:
    vocabularies = bundled_vocabularies()
    found = rule_exclusions(analyse(note, vocabularies), vocabularies)
    assert "Hepatitis" not in {item.finding for item in found}


def test_a_work_up_names_what_is_not_done_yet() -> None:
    action = "Metabolic cardiomyopathy work-up: echocardiogram, ECG, CK, lactate."
    assert remaining(action, "Echo: thick walls. CK 880 U/L.") == (
        "Metabolic cardiomyopathy work-up: ECG, lactate (in the notes already: echocardiogram, CK)."
    )
    assert remaining(action, "Nothing done yet.") == action


def test_a_study_that_the_notes_report_is_not_done_again() -> None:
    assert is_done("Skeletal radiographs", "X-ray: metaphyseal dysplasia of the hips.")
    assert is_done("Brain MRI", "MRI of the brain was normal.")
    assert not is_done("Brain MRI", "MRI of the spine was normal.")
    assert not is_done("Echocardiogram", "Chest clear.")


def test_a_common_illness_has_one_step() -> None:
    output = _diagnosed(
        "31-year-old teacher with four days of sore throat, runny nose, cough and muscle aches, temperature 38.1."
    )
    (step,) = output.next_best_steps
    assert step.action.startswith("Look for the common cause first")
    assert "Finley" in step.evidence_source


def test_a_place_of_a_finding_makes_no_diagnosis() -> None:
    output = _diagnosed(
        "20-year-old man with avascular necrosis of the left femoral head and recurrent skin infections."
    )
    assert not output.named_diagnoses
    assert not output.red_flags


def test_a_test_that_was_normal_only_at_first_excludes_nothing() -> None:
    vocabularies = bundled_vocabularies()
    turned = "EEG normal in the first year, now generalised spike-wave. MRI normal."
    assert "EEG abnormality" not in {
        item.finding for item in rule_exclusions(analyse(turned, vocabularies), vocabularies)
    }
    still = "EEG normal in the first year and at 4 years."
    assert "EEG abnormality" in {item.finding for item in rule_exclusions(analyse(still, vocabularies), vocabularies)}


def test_the_age_that_opens_a_letter_is_no_onset() -> None:
    assert not _diagnosed("17-year-old, tall, long fingers, pectus excavatum, myopia.").timing_profiles


def test_the_kidneys_work_is_measured_once_and_its_tissue_looked_at_last() -> None:
    output = _diagnosed(
        "Boy of 9, blood in the urine since age 4. Protein 1+. High-frequency hearing loss of both ears."
    )
    actions = [step.action for step in output.next_best_steps]
    assert sum("urea" in action or "creatinine" in action.lower() for action in actions) <= 2
    assert not any(action.startswith("Renal ultrasound") for action in actions)


def test_what_the_notes_say_of_a_muscle_enzyme_is_not_asked_again() -> None:
    row = next(one for one in investigations().branches if one.label == "Muscle weakness")
    assert row.without_told("CK 80 U/L").test == "Neuromuscular examination"
    assert row.without_told("Thick skin, back pain").test.endswith("with serum creatine kinase")


def test_a_test_of_which_a_part_is_known_is_asked_for_the_rest() -> None:
    output = _diagnosed(
        "Woman of 38. Recurrent angioedema of lips and hands since age 12, attacks of abdominal pain. No urticaria. C4 low."
    )
    assert any(step.action == "Concentration and function of C1 inhibitor" for step in output.next_best_steps)


def test_an_overactive_thyroid_of_grown_people_is_a_common_illness() -> None:
    output = _diagnosed("52-year-old woman, palpitations, weight loss, heat intolerance, TSH < 0.01, fT4 48 pmol/L.")
    assert "common" in output.common_illness


def test_a_father_who_had_the_same_speaks_for_a_dominant_disease() -> None:
    letter = "45-year-old man, chorea for three years, personality change. MRI: caudate atrophy. {} CK normal."
    alone = _diagnosed(letter.format("Father well."))
    family = _diagnosed(letter.format("His father had the same and died at 55."))
    assert family.differential[0].disease.startswith("Huntington disease")
    assert not alone.differential[0].disease.startswith("Huntington disease")


def test_the_chromosomes_of_who_is_not_born_yet_are_looked_at_first() -> None:
    output = _diagnosed("Fetal medicine: 22 weeks, polyhydramnios, duodenal atresia, atrioventricular canal defect.")
    tests = [step.action for step in output.next_best_steps if step.action_type == "genetic_testing"]
    assert tests[0].startswith("Rapid test for the common trisomies and chromosomal microarray")
    assert not any("palpebral" in step.action or "lymphoma" in step.action for step in output.next_best_steps)
    born = _diagnosed("Newborn girl with duodenal atresia and atrioventricular canal defect.")
    assert not any("amniotic" in step.action for step in born.next_best_steps)


def test_who_lacks_antibodies_has_the_cells_counted_that_make_them() -> None:
    letter = (
        "11-month-old boy. Four pneumonias since 5 months, recurrent otitis. IgG 0.6 g/L, IgA and IgM undetectable."
    )
    assert any(step.action.startswith("Lymphocyte subsets") for step in _diagnosed(letter).next_best_steps)
    counted = _diagnosed(f"{letter} Flow cytometry: CD19 cells 0.1 %.")
    assert not any(step.action.startswith("Lymphocyte subsets") for step in counted.next_best_steps)


def test_a_mother_who_walks_the_same_way_speaks_for_a_dominant_disease() -> None:
    letter = "34-year-old woman: stiff legs, brisk reflexes, extensor plantars. {} MRI brain and spine normal."
    family = _diagnosed(letter.format("Her mother walks the same way."))
    assert family.differential[0].disease.startswith("Spastic paraplegia")


def test_where_no_disease_is_likely_the_exome_is_read() -> None:
    few = [Panel(f"Disease {number}", 0.05, (f"GENE{number}", f"OTHER{number}")) for number in range(3)]
    (step,) = genetic_testing(few, (), ())
    assert step.action.startswith("Exome or genome sequencing, with GENE0, OTHER0")
    (again,) = genetic_testing(few, (), (), exome_done=True)
    assert again.action.startswith("Sequencing that covers GENE0")
    (family,) = genetic_testing([Panel("A disease", 0.5, ("GENE1",), further=4)], (), ())
    assert family.action == "Sequencing that covers GENE1, in a panel with the other 4 genes of A disease"


def test_mitochondrial_genes_are_read_in_the_mitochondrial_genome() -> None:
    genes = ("MT-ND1", "MT-ND4", "MT-ND6", "MT-CYB")
    panel = Panel("Leber hereditary optic neuropathy", 0.5, genes)
    (step,) = genetic_testing([panel], (), ())
    assert step.action.startswith("Sequencing of the mitochondrial genome")
    assert "covers MT-" not in step.action
    assert has_own_assay([panel])
    (mixed,) = genetic_testing([panel._replace(genes=("MT-ND1", "OPA1"))], (), ())
    assert mixed.action.endswith("sequencing that covers OPA1")


def test_no_tumour_is_sought_by_the_nerves_around_it() -> None:
    graph = bundled_vocabularies().hpo
    assert investigations().for_finding("HP:0006737", graph) is None  # Extraadrenal pheochromocytoma
    kidney = investigations().for_finding("HP:0002667", graph)
    assert kidney is not None
    assert kidney.test == "Renal ultrasound"


def test_fanconi_anaemia_is_established_by_chromosome_breakage() -> None:
    output = _diagnosed(
        "7-year-old girl, pallor, short thumbs, short stature, café au lait spots, Hb 78, platelets 42."
    )
    assert any(step.action.startswith("Chromosome breakage test") for step in output.next_best_steps)


def test_a_family_is_led_by_a_member_that_fits_the_sex_and_has_a_gene() -> None:
    floppy = _diagnosed(
        "Baby girl 10 weeks. Profound symmetrical weakness, frog-leg posture, severe head lag, areflexia, tongue fasciculation, "
        "bell-shaped chest with paradoxical breathing, weak cry. CK normal."
    )
    assert floppy.differential[0].disease == "Spinal muscular atrophy, type I"
    ataxic = _diagnosed(
        "16 yo male. Progressive gait ataxia, dysarthria, scoliosis, pes cavus, areflexia, plantars upgoing, square wave jerks, "
        "concentric hypertrophic cardiomyopathy, new diabetes."
    )
    assert ataxic.differential[0].disease == "Friedreich ataxia 1"


@pytest.mark.parametrize(
    ("letter", "test"),
    [
        ("2 day old boy with meconium ileus, ileostomy.", "Sequencing of CFTR"),
        ("12-year-old with ectopia lentis and tall stature.", "Echocardiography with the diameter of the aortic root"),
        ("6 years, ataxia, telangiectasia of the conjunctiva, recurrent infections.", "Serum alpha-fetoprotein"),
        (
            "Newborn girl. Upslanting palpebral fissures, epicanthus, single palmar crease, AV septal defect, sandal gap.",
            "Karyotype",
        ),
    ],
)
def test_what_a_picture_calls_for_first_is_among_the_steps(letter: str, test: str) -> None:
    assert any(step.action.startswith(test) for step in _diagnosed(letter).next_best_steps)


def test_an_illness_of_grown_people_with_the_noise_of_a_knee_is_a_common_one() -> None:
    output = _diagnosed(
        "67M annual review. T2DM 12 yrs HbA1c 61, BMI 33, HTN on ramipril, knee pain worse on stairs, crepitus, xray OA. Snores."
    )
    assert "common" in output.common_illness
    assert output.differential[0].commoner == []


def test_what_is_spared_and_what_a_milk_holds_little_of_are_no_findings() -> None:
    found = [mention.concept_id for mention in analyse("Face spared. Settled on low calcium milk.").mentions]
    assert "HP:0000275" not in found
    assert "HP:0002901" not in found


def test_where_no_other_entry_comes_near_the_leading_one_is_confirmed_and_the_reason_told() -> None:
    output = _diagnosed(
        "39 yr old man, proteinuria 1.4 g/day. Burning pains in hands and feet as a boy, never sweats. Angiokeratomas around "
        "the navel. Echo: concentric LVH. Tinnitus. No diabetes."
    )
    assert [step.action_type for step in output.next_best_steps] == ["order_test", "genetic_testing"]
    assert "comes near the leading one" in output.why_no_more_steps


def test_the_genes_of_a_likely_leader_come_before_questions() -> None:
    output = _diagnosed(
        "Newborn girl, day 3. Short upper arms and thighs, macrocephaly with prominent forehead, flat midface, stubby fingers. "
        "Narrow chest. Parents of normal height; no cardiac murmur."
    )
    kinds = [step.action_type for step in output.next_best_steps]
    assert output.differential[0].probability >= 0.2
    assert kinds[0] == "genetic_testing"


def test_extreme_counts_of_an_infant_are_findings() -> None:
    output = _diagnosed("4-month-old girl. Ferritin 24,000, fibrinogen 0.7 g/L, neutrophils 0.3. Splenomegaly.")
    assert {"HP:0003281", "HP:0011900", "HP:0001875"} <= {match.hpo_id for match in output.hpo_matches}


def test_what_is_excluded_by_whatever_means_is_excluded_and_what_is_taught_is_no_finding() -> None:
    output = _diagnosed(
        "7-year-old boy with arachnodactyly. Tall stature excluded by growth chart. Told what to do with fever."
    )
    assert [match.hpo_id for match in output.hpo_matches] == ["HP:0001166"]
    assert "HP:0000098" in {item.mapped_hpo_term for item in output.excluded_findings}
