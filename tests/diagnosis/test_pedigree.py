from __future__ import annotations

from typing import get_args

import pytest

from osler.core.evidence import Source
from osler.core.patient import reading_of
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.pedigree import Relative, pedigree_of
from osler.diagnosis.ranking import FamilySign, PhenotypeQuery, default_model, rank
from osler.diagnosis.ranking.inheritance import family_ratio, inheritance

CHOREA = "HP:0002072"


@pytest.mark.parametrize(
    ("note", "signs"),
    [
        ("Her parents are first cousins.", {"consanguinity"}),
        ("Born to consanguineous parents.", {"consanguinity"}),
        ("Parents are not related; non-consanguineous.", set()),
        ("No consanguinity.", set()),
        ("Parents consanguineous? - denied.", set()),
        ("An older brother died of the same disease at 2 years.", {"affected_brother"}),
        ("His maternal uncle was similarly affected.", {"affected_maternal_male"}),
        ("His maternal uncles were similarly affected.", {"affected_maternal_male", "affected_maternal_males"}),
        ("His father had the same build.", {"affected_father"}),
        ("His father went to the same school and had the same name.", set()),
        ("Her sister is not affected.", set()),
        ("A maternal cousin (boy) is similarly affected.", {"affected_maternal_male"}),
        ("A maternal cousin is similarly affected.", {"affected_other"}),
        ("Mother is healthy; father has a similar condition.", {"affected_father"}),
    ],
)
def test_a_note_says_how_a_disease_runs_in_the_family(note: str, signs: set[str]) -> None:
    text = reading_of(Source(id="n", kind="note", text=note))
    assert set(pedigree_of([], [text], (), bundled_vocabularies()).signs) == signs


@pytest.mark.parametrize(
    ("note", "signs"),
    [
        ("A boy. His mother has migraine. Her brother died at day 5 of life.", {"affected_maternal_male"}),
        (
            "A boy. His mother is well. Her own mother lost two boys as newborns.",
            {"affected_maternal_male", "affected_maternal_males"},
        ),
        ("A girl. Her brother died at 3 weeks.", {"affected_brother"}),
        ("A boy. His brother died at 4 years in a road accident.", set()),
        ("A boy. His grandfather died at 71.", set()),
    ],
)
def test_the_death_of_a_childs_brother_or_uncle_as_a_child_is_a_sign(note: str, signs: set[str]) -> None:
    text = reading_of(Source(id="n", kind="note", text=note))
    assert set(pedigree_of([], [text], (), bundled_vocabularies(), of_child=True).signs) == signs
    assert not pedigree_of([], [text], (), bundled_vocabularies()).signs


def test_a_relative_is_affected_by_a_finding_of_the_patients_alone() -> None:
    aunt = Relative(relation="paternal aunt", finding="chorea", hpo_id=CHOREA)
    father = Relative(relation="father", finding="hypertension", hpo_id="HP:0000822")
    assert pedigree_of([aunt, father], [], [CHOREA], bundled_vocabularies()).signs == ("affected_other",)


def test_an_affected_parent_speaks_for_dominant_and_against_recessive_diseases() -> None:
    signs: tuple[FamilySign, ...] = ("affected_father", "affected_other")
    ranking = rank(PhenotypeQuery(observed=(CHOREA,), family=signs, sex="male"), default_model(bundled_vocabularies()))
    factor = ranking.scores.factors["inheritance"]
    dominant, recessive, x_linked = (
        float(factor[ranking.model.row_of(disease)]) for disease in ("OMIM:143100", "OMIM:200150", "OMIM:310200")
    )
    assert dominant > 0 > recessive > x_linked
    explained = ranking.disease("OMIM:200150")
    assert explained is not None
    said = next(item for item in explained.factors if item.name == "inheritance")
    assert said.explanation == "recessive; the family has an affected father"


def test_without_a_family_history_there_is_no_such_factor() -> None:
    assert (
        "inheritance"
        not in rank(PhenotypeQuery(observed=(CHOREA,)), default_model(bundled_vocabularies())).scores.factors
    )


def test_every_sign_of_the_table_has_a_share_for_every_mode() -> None:
    table = inheritance()
    assert set(table.signs) == set(get_args(FamilySign))
    for sign in table.signs.values():
        assert set(sign.shares) == set(table.modes)
        assert set(sign.male) <= set(table.modes)


def test_a_disease_without_a_stated_mode_is_neither_lifted_nor_lowered() -> None:
    model = rank(PhenotypeQuery(observed=(CHOREA,)), default_model(bundled_vocabularies())).model
    ratio = family_ratio(model.arrays["modes"], ["consanguinity"], "female")
    assert ratio is not None
    assert (ratio[~model.arrays["modes"].any(axis=1)] == 0).all()
