"""Questions that nobody would put: a biopsy's finding at the bedside, a laboratory result that is known, "an enzyme"."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.investigations import investigations
from osler.diagnosis.ranking import PhenotypeQuery, default_model, rank
from osler.diagnosis.steps import questions
from osler.diagnosis.steps.confirming import confirming_steps
from osler.diagnosis.steps.next_steps import Expected, Question, proposed_steps
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
        ("HP:0003493", "Antibodies in blood"),
        ("HP:0012229", "Cerebrospinal fluid cell count"),
    ],
)
def test_what_a_laboratory_finds_is_ordered_and_not_assessed_at_the_bedside(hpo_id: str, test: str) -> None:
    assert investigations().confirming_test(hpo_id, bundled_vocabularies().hpo) == test


def test_what_is_seen_under_the_microscope_takes_a_biopsy() -> None:
    row = investigations().for_finding("HP:0004722", bundled_vocabularies().hpo)  # thick glomerular basement membrane
    assert row is not None
    assert (row.test, row.invasive) == ("Kidney biopsy", True)


def test_what_only_occurs_in_a_disease_is_no_reason_to_order_or_to_refer() -> None:
    graph = bundled_vocabularies().hpo

    def question(hpo_id: str, stated: str, *, frequent: bool) -> Question:
        chances = [Expected("Alport syndrome 3", 0.4, stated, is_frequent=frequent), Expected("Other", 0.1, "")]
        row = investigations().for_finding(hpo_id, graph)
        return Question(hpo_id, graph.label(hpo_id) or "", 0.2, chances, row, None)

    myopia = question("HP:0000545", "no frequency stated (OMIM:104200)", frequent=False)
    hearing = question("HP:0000407", "Orphanet: very frequent (80-99%)", frequent=True)
    bedside = question("HP:0003418", "no frequency stated (OMIM:104200)", frequent=False)
    asked = [step.assesses for step in proposed_steps([myopia, hearing, bedside], [])]
    assert asked == [["HP:0000407"], ["HP:0003418"]]


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
