"""How common a disease is: Orphanet's own class, of the disease or of the one it is a subtype of."""

from __future__ import annotations

from osler.core.terminology import bundled_vocabularies
from osler.core.terminology.ontology import files as hpo_files
from osler.diagnosis.ranking import PhenotypeQuery, compared, default_model, rank
from osler.diagnosis.ranking.prevalence import TABLE, prevalence_of
from osler.diagnosis.steps.differential import differential


def test_a_class_is_shown_in_orphanets_words_with_its_place_and_year() -> None:
    model = default_model(bundled_vocabularies())
    row = model.row_of("ORPHA:166024")
    assert row is not None
    assert prevalence_of(model, row) == "<1 / 1 000 000 (point prevalence, Worldwide; ORPHA:166024, Orphanet 2021)"


def test_a_subtype_says_that_the_class_is_that_of_the_whole_and_a_ranked_disease_carries_it() -> None:
    model = default_model(bundled_vocabularies())
    classed = {row["disease_id"] for row in hpo_files.rows(TABLE)}
    own = {row for one in classed if (row := model.row_of(one)) is not None}
    subtype, parent = next(
        (int(one), int(above)) for one, above in model.arrays["subtypes"] if one not in own and above in own
    )
    assert prevalence_of(model, subtype).startswith("as a whole ")
    ranking = rank(PhenotypeQuery(observed=("HP:0001250",)), model)
    assert ranking.placed(parent).prevalence == prevalence_of(model, parent)
    unknown = next(row for row in range(model.size) if row not in own and not model.parents_of(row))
    assert ranking.placed(unknown).prevalence == ""


def test_every_row_is_of_an_annotated_disease_and_of_one_of_the_six_classes() -> None:
    rows = list(hpo_files.rows(TABLE))
    assert len(rows) == len({row["disease_id"] for row in rows}) > 2_000
    assert {row["disease_id"] for row in rows} <= set(bundled_vocabularies().annotations.ids)
    assert len({row["class"] for row in rows}) == 6


def test_a_commoner_disease_that_explains_the_same_is_named_beside_the_leading_one() -> None:
    model = default_model(bundled_vocabularies())
    rare, common = model.row_of("OMIM:201810"), model.row_of("OMIM:201910")
    assert rare is not None
    assert common is not None
    assert compared(model, rare, common) == (2, "1-9 / 100 000 against <1 / 1 000 000 (Orphanet 2021)")
    assert compared(model, common, rare) is None
    assert compared(model, common, common) == (0, "both 1-9 / 100 000 (Orphanet 2021)")
    subtype, phenylketonuria = model.row_of("OMIM:233910"), model.row_of("OMIM:261600")
    assert subtype is not None
    assert phenylketonuria is not None
    found = compared(model, subtype, phenylketonuria)
    assert found is not None
    assert found.text.startswith("1-5 / 10 000 against 1-9 / 1 000 000")
    ranking = rank(PhenotypeQuery(observed=("HP:0000062", "HP:0002902", "HP:0002153")), model)
    first, *others = differential(ranking)
    assert first.commoner
    assert all(not entry.commoner for entry in others)
    assert "commoner: 1-9 / 100 000 against" in first.commoner[0]
