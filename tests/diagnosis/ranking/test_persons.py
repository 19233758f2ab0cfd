"""Whom a disease fits: sex, age, onset and the family of the patient."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies, hpo
from osler.diagnosis.ranking import (
    PhenotypeQuery,
    default_model,
    rank,
)
from osler.diagnosis.ranking.onset import stage_of_age, stages_of_term
from osler.diagnosis.ranking.sexes import ONLY_IN

MARFAN = PhenotypeQuery(observed=("HP:0001166", "HP:0001083", "HP:0002616", "HP:0000767"))


def test_a_woman_rarely_has_an_x_linked_recessive_disease() -> None:
    query = PhenotypeQuery(observed=("HP:0003560", "HP:0003236", "HP:0003707"))
    men, women = (
        rank(query.model_copy(update={"sex": sex}), default_model(bundled_vocabularies())) for sex in ("male", "female")
    )
    assert (women.probability_of("OMIM:310200") or 0) < (men.probability_of("OMIM:310200") or 0)


def test_an_onset_that_does_not_fit_speaks_against_a_disease() -> None:
    counts = default_model(bundled_vocabularies()).arrays["onset"]
    congenital, late = int(counts[:, 1].argmax()), int(counts[:, 7].argmax())
    at_birth, at_fifty = (
        rank(MARFAN.model_copy(update={"onset_years": years}), default_model(bundled_vocabularies())).scores.factors[
            "onset"
        ]
        for years in (0.0, 50.0)
    )
    assert at_birth[congenital] == 0 > at_birth[late]
    assert at_fifty[late] == 0 > at_fifty[congenital]


@pytest.mark.parametrize(
    ("years", "stage"), [(-0.2, 0), (0.0, 1), (0.04, 2), (0.5, 3), (3, 4), (10, 5), (30, 6), (50, 7), (80, 8)]
)
def test_ages_fall_into_stages(years: float, stage: int) -> None:
    assert stage_of_age(years) == stage


def test_onset_terms_cover_stages() -> None:
    assert stages_of_term(hpo(), "HP:0003593") == (3,)
    assert stages_of_term(hpo(), "HP:0025708") == (6,)
    assert stages_of_term(hpo(), "HP:0001250") is None


def test_an_affected_mother_is_no_argument_against_an_x_linked_disease_of_her_son() -> None:
    model = default_model(bundled_vocabularies())
    row = model.row_of("OMIM:310200")  # Duchenne
    assert row is not None
    weighed = {
        sex: float(rank(PhenotypeQuery(observed=("HP:0003236",), sex=sex, family=("affected_mother",)), model)
                   .scores.factors["inheritance"][row])
        for sex in ("male", "female")
    }  # fmt: skip
    assert weighed["female"] < -1 < weighed["male"]
    assert abs(weighed["male"]) < 0.4


def test_the_branches_of_one_sex_are_what_their_labels_say() -> None:
    for branches in ONLY_IN.values():
        for hpo_id, label in branches.items():
            assert hpo().label(hpo_id) == label


def test_a_girl_is_not_asked_for_what_only_boys_can_have() -> None:
    findings = ("HP:0000316", "HP:0000494", "HP:0004322")  # Hypertelorism, downslanted fissures, short stature
    noonan = "OMIM:163950"
    asked = {
        sex: {item.label for item in found.missing}
        for sex in ("male", "female")
        if (
            found := rank(PhenotypeQuery(observed=findings, sex=sex), default_model(bundled_vocabularies())).disease(
                noonan
            )
        )
        is not None
    }
    assert "Cryptorchidism" in asked["male"]
    assert "Cryptorchidism" not in asked["female"]


def test_silence_about_the_other_sex_takes_nothing() -> None:
    findings = ("HP:0000316", "HP:0004322")
    rows = default_model(bundled_vocabularies()).unexpected("female")
    assert rows.any()
    assert not default_model(bundled_vocabularies()).unexpected("unknown").any()
    silence = {
        sex: rank(PhenotypeQuery(observed=findings, sex=sex), default_model(bundled_vocabularies())).scores.factors[
            "unmentioned"
        ]
        for sex in ("unknown", "female")
    }
    assert (silence["female"] >= silence["unknown"] - 1e-9).all()
    assert (silence["female"] > silence["unknown"] + 1e-9).any()


def test_an_adult_onset_costs_a_disease_that_is_stated_to_begin_in_infancy() -> None:
    model = default_model(bundled_vocabularies())
    counts = model.arrays["onset"]
    stated = (counts[:, 3] >= 5) & (counts[:, 3] == counts.sum(axis=1))
    adult = rank(
        PhenotypeQuery(observed=("HP:0001250",), onset_years=34), default_model(bundled_vocabularies())
    ).scores.factors["onset"]
    assert stated.sum() > 100
    assert adult[stated].max() < -1.5


def test_whoever_lives_has_not_died_in_infancy() -> None:
    model = default_model(bundled_vocabularies())
    row = model.row_of("OMIM:253300")
    assert row is not None
    factors = [
        rank(
            PhenotypeQuery(observed=("HP:0001252",), age_years=age), default_model(bundled_vocabularies())
        ).scores.factors
        for age in (0.5, 30)
    ]
    assert factors[0]["survival"][row] == 0
    assert factors[1]["survival"][row] < 0
    assert factors[1]["survival"].max() == 0
