"""Commoner diseases that explain as much as the leading one: named, tested with it and before it."""

from __future__ import annotations

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import PhenotypeQuery, Ranking, compared, default_model, rank
from osler.diagnosis.steps import questions
from osler.diagnosis.steps.commoner import commoner
from osler.diagnosis.steps.differential import differential
from osler.diagnosis.steps.genetic import panels
from osler.diagnosis.steps.next_steps import proposed_steps
from osler.diagnosis.steps.worth_asking import worth_asking


def ranked(*observed: str, age: float) -> Ranking:
    return rank(PhenotypeQuery(observed=observed, age_years=age), default_model(bundled_vocabularies()))


def chorea() -> Ranking:
    """Chorea, unsteady gait, depression, irritability, mental deterioration, slow saccades, caudate atrophy at 46."""
    return ranked(
        "HP:0002072", "HP:0002317", "HP:0000716", "HP:0000737", "HP:0001268", "HP:0000514", "HP:0002340", age=46
    )


def weak_boy() -> Ranking:
    """Raised creatine kinase, Gowers sign, calf pseudohypertrophy, proximal weakness, waddling gait, late walking at 5."""
    return ranked(
        "HP:0003236", "HP:0003391", "HP:0003707", "HP:0003701", "HP:0002515", "HP:0031936", "HP:0003307", age=5
    )


def test_a_far_commoner_disease_may_leave_one_finding_and_is_called_the_likelier() -> None:
    """Raised creatine kinase, late walking, frequent falls, calf pseudohypertrophy, Gowers sign, hyperlordosis, tip-toe gait."""
    ranking = ranked(
        "HP:0003236", "HP:0031936", "HP:0002359", "HP:0003707", "HP:0003391", "HP:0002938", "HP:0030051", age=5
    )
    first = differential(ranking)[0]
    assert first.disease_id != "OMIM:310200"
    (said,) = [text for text in first.commoner if "OMIM:310200" in text]
    assert "far commoner: 1-9 / 100 000 against <1 / 1 000 000" in said
    assert "Before any test it is the likelier of the two" in said


def test_what_is_commoner_is_tested_first_whatever_its_probability() -> None:
    ranking = chorea()
    steps = proposed_steps(worth_asking(ranking, questions(ranking)), panels(ranking), age_years=46)
    assert steps[0].action_type == "genetic_testing"
    assert steps[0].action.startswith("Repeat-expansion assay of HTT")
    assert steps[0].rationale.startswith("Huntington disease (think of it first): HTT")
    assert "pediatric" not in steps[0].evidence_source


def test_one_disease_as_common_as_a_long_series_is_named_where_it_explains_more() -> None:
    ranking = weak_boy()
    assert len(ranking.families(1)[0].rows) > 1
    assert any("OMIM:310200" in item.sentence and "as common as" in item.sentence for item in commoner(ranking))
    assert panels(ranking)[0].commoner is False
    assert any(panel.commoner and panel.genes == ("DMD",) for panel in panels(ranking))


def test_what_the_leading_disease_is_named_as_being_like_is_excluded_first() -> None:
    """Chorea, slow saccades, irritability, memory impairment, dysarthria, brisk reflexes, caudate atrophy, impersistence."""
    ranking = ranked(
        "HP:0002072", "HP:0000514", "HP:0000737", "HP:0002354", "HP:0001260", "HP:0001348", "HP:0002340", age=44
    )
    first = differential(ranking)[0]
    assert "disease-like" in first.disease
    assert any("Huntington disease (OMIM:143100" in text and "excluded first" in text for text in first.commoner)
    steps = proposed_steps(worth_asking(ranking, questions(ranking)), panels(ranking), age_years=44)
    (genetic,) = [step for step in steps if step.action_type == "genetic_testing"]
    assert genetic.action.startswith("Repeat-expansion assay of HTT")


def test_one_of_which_no_class_is_stated_is_taken_for_as_rare_as_most() -> None:
    model = default_model(bundled_vocabularies())
    chorea_acanthocytosis, huntington = model.row_of("OMIM:200150"), model.row_of("OMIM:143100")
    assert chorea_acanthocytosis is not None
    assert huntington is not None
    found = compared(model, chorea_acanthocytosis, huntington)
    assert found is not None
    assert (found.steps, found.text[:40]) == (1, "1-9 / 100 000 against no class stated (O")
    assert compared(model, huntington, chorea_acanthocytosis) is None


def test_a_commoner_disease_that_leaves_the_decisive_finding_and_stays_the_less_likely_is_not_named() -> None:
    """Dry skin, photophobia, keratitis and a basal cell carcinoma at 4."""
    ranking = ranked("HP:0000958", "HP:0000613", "HP:0000491", "HP:0002671", age=4)
    assert ranking.families(1)[0].name == "Xeroderma pigmentosum"
    assert "Rudiger syndrome" not in " ".join(item.sentence for item in commoner(ranking))
    assert panels(ranking)[0].genes[0] != "TP63"


def test_what_disposes_to_a_common_illness_is_not_held_to_be_rare() -> None:
    model = default_model(bundled_vocabularies())
    migraine, marfan = model.row_of("OMIM:157300"), model.row_of("OMIM:154700")
    assert migraine is not None
    assert marfan is not None
    assert compared(model, migraine, marfan) is None


def test_of_one_finding_no_commoner_cause_is_named() -> None:
    assert commoner(ranked("HP:0001251", age=16)) == []
