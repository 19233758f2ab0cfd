"""Confidence, families and sexes: what the annotations alone do not settle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.explain import _of_family
from osler.diagnosis.ranking import PhenotypeQuery, default_model, rank
from osler.diagnosis.ranking.sexes import Sex
from osler.diagnosis.ranking.stated import stated
from osler.diagnosis.steps.differential import differential

# abdominal pain in attacks, vomiting, constipation, tachycardia, hypertension, hyponatraemia, motor neuropathy, confusion
PORPHYRIA = PhenotypeQuery(
    observed=(
        "HP:0002574",
        "HP:0002013",
        "HP:0002019",
        "HP:0001649",
        "HP:0000822",
        "HP:0002902",
        "HP:0007178",
        "HP:0001289",
    )
)


def test_none_is_high_where_another_shows_all_it_shows() -> None:
    ranking = rank(PORPHYRIA, default_model(bundled_vocabularies()))
    leading = ranking.families(1)[0]
    other = ranking.look_alike(leading)
    assert leading.probability > ranking.model.weights.levels.moderate
    assert other is not None
    assert ranking.confidence(leading) == "moderate"
    first = differential(ranking)[0]
    assert f"{ranking.placed(other.rows[0]).name} shows all the findings that it shows" in first.confidence_reasoning


def test_what_no_other_shows_can_be_high() -> None:
    # arachnodactyly, ectopia lentis, aortic root aneurysm, pectus excavatum, mitral valve prolapse, myopia, striae, flat feet
    marfan = (
        "HP:0001166",
        "HP:0001083",
        "HP:0002616",
        "HP:0000767",
        "HP:0001634",
        "HP:0000545",
        "HP:0001065",
        "HP:0001763",
    )
    ranking = rank(PhenotypeQuery(observed=marfan), default_model(bundled_vocabularies()))
    leading = ranking.families(1)[0]
    assert ranking.look_alike(leading) is None
    assert ranking.confidence(leading) == "high"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("OMIM:173900", "ORPHA:730"),  # PKD1, autosomal dominant polycystic kidney disease
        ("OMIM:105210", "ORPHA:271861"),  # hereditary ATTR amyloidosis
        ("OMIM:125850", "ORPHA:552"),  # MODY
        ("OMIM:109400", "ORPHA:377"),  # basal cell nevus syndrome
    ],
)
def test_two_entries_of_one_disease_are_one_family(one: str, other: str) -> None:
    model = default_model(bundled_vocabularies())
    rows = [model.row_of(item) for item in (one, other)]
    assert len({int(model.families.number[row]) for row in rows if row is not None}) == 1


def test_a_family_is_explained_by_its_leading_member() -> None:
    ranking = rank(PORPHYRIA, default_model(bundled_vocabularies()))
    found = _of_family(ranking, "Limb-girdle muscular dystrophy")
    assert found is not None
    rows = ranking.model.families.members(
        int(ranking.model.families.number[ranking.model.row_of(found.disease_id) or 0])
    )
    assert found.score == max(float(ranking.scores.total[row]) for row in rows)
    assert _of_family(ranking, "no such family") is None


def test_a_woman_can_have_an_x_linked_disease_of_which_women_are_counted() -> None:
    model = default_model(bundled_vocabularies())
    fabry, duchenne = model.row_of("OMIM:301500"), model.row_of("OMIM:310200")
    assert not model.arrays["x_linked"][fabry]
    assert model.arrays["x_linked"][duchenne]
    ranking = rank(PhenotypeQuery(observed=("HP:0001014", "HP:0000093"), sex="female"), model)
    said = [text for item in ranking.placed(fabry or 0).contributions for text in item.statements]
    assert any(" of women" in text for text in said)
    assert not any(" of men" in text for text in said), "what was counted in men alone says nothing of a woman"


@pytest.mark.parametrize(
    ("sex", "counts"), [("male", (9, 10)), ("female", (5, 20)), ("unknown", (14, 30))], ids=["man", "woman", "anybody"]
)
def test_what_was_counted_in_one_sex_is_counted_for_that_sex(sex: Sex, counts: tuple[int, int]) -> None:
    model = default_model(bundled_vocabularies())
    known = model.annotations.annotation(0)
    of_men, of_women = (
        replace(known, frequency_text=text, sex=whose, references=("PMID:1",))
        for text, whose in (("9/10", "MALE"), ("5/20", "FEMALE"))
    )
    assert stated([of_women, of_men], sex).counts == counts
    assert stated([of_women], "male").counts == (5, 20), "where there is nothing else, it is told whose it is"
