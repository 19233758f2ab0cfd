"""Questions that nobody would put: a biopsy's finding at the bedside, a laboratory result that is known, "an enzyme"."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.investigations import investigations
from osler.diagnosis.ranking import PhenotypeQuery, default_model, is_typical, rank
from osler.diagnosis.steps import questions
from osler.diagnosis.steps.confirming import confirming_steps
from osler.diagnosis.steps.worth_asking import worth_asking
from osler.diagnosis.unborn import BEFORE_BIRTH, is_unborn

# Gowers sign, proximal weakness, raised creatine kinase
MYOPATHY = PhenotypeQuery(observed=("HP:0003391", "HP:0003701", "HP:0003236"), sex="male", age_years=5)


def test_neither_a_biopsy_nor_the_degree_of_a_known_result_is_asked() -> None:
    ranking = rank(MYOPATHY, default_model(bundled_vocabularies()))
    graph = ranking.model.graph
    asked = [question.hpo_id for question in questions(ranking)]
    asked += [hpo_id for step in confirming_steps(ranking) for hpo_id in step.assesses]
    assert asked
    assert not [term for term in asked if graph.is_a(term, "HP:0003236") or graph.is_a(term, "HP:0004303")]


def test_of_a_vague_laboratory_result_and_its_special_form_the_special_one_is_asked() -> None:
    ranking = rank(PhenotypeQuery(observed=("HP:0010729", "HP:0001252")), default_model(bundled_vocabularies()))
    graph = ranking.model.graph
    asked = [item for item in questions(ranking) if investigations().confirming_test(item.hpo_id, graph)]
    vague = [item.hpo_id for item in asked if item.label.startswith("Abnormal")]
    assert not [term for term in vague if any(o.hpo_id != term and graph.is_a(o.hpo_id, term) for o in asked)]


def test_nothing_is_asked_that_is_called_as_a_candidate_is() -> None:
    # dense bones, a pathologic fracture, low calcium, optic atrophy
    observed = ("HP:0011001", "HP:0002756", "HP:0002901", "HP:0000648", "HP:0001433")
    ranking = rank(PhenotypeQuery(observed=observed, age_years=0.4), default_model(bundled_vocabularies()))
    assert ranking.families(1)[0].name == "osteopetrosis"
    assert "Osteopetrosis" not in [question.label for question in questions(ranking, 100)]


def test_what_nobody_has_at_an_age_is_not_asked_of_it() -> None:
    graph = bundled_vocabularies().hpo
    assert investigations().is_asked("HP:0000147", graph, 19)
    assert investigations().is_asked("HP:0000147", graph)
    assert not investigations().is_asked("HP:0000147", graph, 6)
    assert not investigations().is_asked("HP:0000141", graph, 6)  # amenorrhea


@pytest.mark.parametrize(
    ("hpo_id", "test"),
    [
        ("HP:0008232", "Measurement in blood"),  # raised FSH
        ("HP:0001943", "Blood glucose"),
        ("HP:0003493", "Measurement in blood"),
        ("HP:0012229", "Cerebrospinal fluid cell count"),
    ],
)
def test_what_a_laboratory_finds_is_ordered_and_not_assessed_at_the_bedside(hpo_id: str, test: str) -> None:
    assert investigations().confirming_test(hpo_id, bundled_vocabularies().hpo) == test


def test_what_is_seen_under_the_microscope_takes_a_biopsy() -> None:
    row = investigations().for_finding("HP:0004722", bundled_vocabularies().hpo)  # thick glomerular basement membrane
    assert row is not None
    assert (row.test, row.invasive) == ("Kidney biopsy", True)


def test_what_only_occurs_in_a_disease_is_no_reason_to_ask() -> None:
    ranking = rank(MYOPATHY, default_model(bundled_vocabularies()))
    asked = questions(ranking, 40)
    put = worth_asking(ranking, asked)
    assert put
    assert len(put) < len(asked)
    said = [max(item.chances, key=lambda one: one.chance).stated for item in put]
    assert all(text and not text.startswith("no frequency stated") for text in said)
    assert not any(text.startswith(("1/1 ", "1/2 ", "2/2 ", "3/3 ")) and ";" not in text for text in said)


def test_where_one_disease_has_no_rival_it_is_confirmed_and_nothing_is_asked() -> None:
    # pain of hands and feet, hypohidrosis, angiokeratoma, cornea verticillata, proteinuria
    fabry = ("HP:0046505", "HP:0025238", "HP:0000966", "HP:0001014", "HP:0500008", "HP:0000093")
    ranking = rank(PhenotypeQuery(observed=fabry, sex="male"), default_model(bundled_vocabularies()))
    assert ranking.families(1)[0].probability >= 0.5
    assert questions(ranking)
    assert worth_asking(ranking, questions(ranking)) == []


@pytest.mark.parametrize("hpo_id", ["HP:0002529", "HP:0100315", "HP:0012535", "HP:0002180"])
def test_what_is_seen_after_death_and_what_is_a_mechanism_is_not_asked(hpo_id: str) -> None:
    assert not investigations().is_asked(hpo_id, bundled_vocabularies().hpo)


def test_a_row_that_means_a_term_alone_leaves_what_lies_below_it() -> None:
    assert investigations().is_asked("HP:0003473", bundled_vocabularies().hpo)  # fatigable weakness


def test_a_calf_that_looks_enlarged_is_looked_at_once() -> None:
    query = MYOPATHY.model_copy(update={"observed": (*MYOPATHY.observed, "HP:0003707")})
    ranking = rank(query, default_model(bundled_vocabularies()))
    assert "Calf muscle hypertrophy" not in [item.label for item in questions(ranking, 100)]


def test_the_examination_of_a_grown_patient_does_not_rest_on_guidance_for_children() -> None:
    table = investigations()
    assert "Pediatrics" in table.cited_at("aap-gdd", 4)
    assert table.cited_at("aap-gdd", 46) == ""
    assert table.cited_at("acc-aortic", 46)
    assert table.genetic_testing.source_at(4) == "acmg-exome"
    assert table.genetic_testing.source_at(46) == table.genetic_testing.source_at(None) == "wgs-rare"


def test_of_the_unborn_only_what_can_be_seen_is_asked() -> None:
    graph, table = bundled_vocabularies().hpo, investigations()
    asked_before_birth = {
        "HP:0001263": False,  # global developmental delay
        "HP:0002104": False,  # apnea
        "HP:0000508": False,  # ptosis
        "HP:0007291": True,  # posterior fossa cyst
        "HP:0001162": True,  # postaxial hand polydactyly
    }
    assert {term: table.is_asked(term, graph, BEFORE_BIRTH) for term in asked_before_birth} == asked_before_birth
    assert all(table.is_asked(term, graph, 3) for term in asked_before_birth)


def test_a_bone_age_is_not_asked_of_the_grown() -> None:
    graph = bundled_vocabularies().hpo
    assert investigations().is_asked("HP:0002750", graph, 9)
    assert not investigations().is_asked("HP:0002750", graph, 23)


@pytest.mark.parametrize(
    ("text", "unborn"),
    [
        ("24-week fetus with enlarged echogenic kidneys and polydactyly.", True),
        ("The fetus at 21 weeks has an omphalocele.", True),
        ("A 3-year-old boy; fetal ultrasound had shown large kidneys.", False),
        ("She lost a fetus last year.", False),
    ],
)
def test_who_is_not_born_yet(text: str, unborn: bool) -> None:
    assert is_unborn([text]) is unborn


def test_whose_spots_were_seen_is_not_asked_whether_there_are_few() -> None:
    """Café-au-lait spots, freckling, Lisch nodules."""
    query = PhenotypeQuery(observed=("HP:0000957", "HP:0001480", "HP:0009737"), age_years=9)
    labels = {question.label.lower() for question in questions(rank(query, default_model(bundled_vocabularies())))}
    assert labels
    assert not labels & {"few cafe-au-lait spots", "multiple cafe-au-lait spots"}


@pytest.mark.parametrize(
    ("disease_id", "hpo_id", "typical"),
    [
        ("OMIM:176000", "HP:0030833", False),  # neck pain in porphyria: Orphanet alone
        ("OMIM:300755", "HP:0000162", False),  # glossoptosis in agammaglobulinemia: Orphanet alone
        ("OMIM:311250", "HP:0001744", False),  # a large spleen in a lack of ornithine transcarbamylase: Orphanet alone
        ("OMIM:301500", "HP:0000966", True),  # hypohidrosis in Fabry disease: OMIM and Orphanet
        ("OMIM:154700", "HP:0001166", True),  # arachnodactyly in Marfan syndrome: counted
    ],
)
def test_a_feature_is_typical_where_it_is_counted_or_a_second_source_bears_it_out(
    disease_id: str, hpo_id: str, typical: bool
) -> None:
    ranking = rank(MYOPATHY, default_model(bundled_vocabularies()))
    row = ranking.model.row_of(disease_id)
    assert row is not None
    assert is_typical(ranking, row, hpo_id) is typical


def test_with_an_anhidrosis_nobody_asks_for_a_hypohidrosis() -> None:
    query = PhenotypeQuery(observed=("HP:0000970", "HP:0001014", "HP:0000093", "HP:0000360", "HP:0001712"), sex="male")
    ranking = rank(query, default_model(bundled_vocabularies()))
    assert ranking.families(1)[0].rows[0] == ranking.model.row_of("OMIM:301500")
    assert "HP:0000966" not in [item.hpo_id for item in questions(ranking, 100)]


@pytest.mark.parametrize(("hpo_id", "age", "asked"), [("HP:0001790", 52, False), ("HP:0001790", 0.1, True)])
def test_nobody_asks_the_grown_what_their_birth_was_like(hpo_id: str, age: float, asked: bool) -> None:
    assert investigations().is_asked(hpo_id, bundled_vocabularies().hpo, age) is asked


def test_of_two_questions_one_of_which_is_a_form_of_the_other_one_is_put() -> None:
    ranking = rank(PhenotypeQuery(observed=("HP:0002719", "HP:0004315")), default_model(bundled_vocabularies()))
    put = [item.hpo_id for item in worth_asking(ranking, questions(ranking, 60))]
    graph = ranking.model.graph
    assert put
    assert not [(one, other) for one in put for other in put if one != other and graph.is_a(one, other)]
