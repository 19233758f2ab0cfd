"""Questions that nobody would put: a biopsy's finding at the bedside, a laboratory result that is known, "an enzyme"."""

from __future__ import annotations

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.investigations import investigations
from osler.diagnosis.ranking import PhenotypeQuery, default_model, rank
from osler.diagnosis.steps import questions
from osler.diagnosis.steps.confirming import confirming_steps

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
