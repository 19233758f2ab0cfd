"""What publications and their patients weigh, and a publication that is left out."""

from __future__ import annotations

import numpy as np

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import (
    LeftOut,
    PhenotypeQuery,
    RankingModel,
    default_model,
    rank,
)

EPILEPSY = PhenotypeQuery(observed=("HP:0002360", "HP:0100704", "HP:0001250", "HP:0001252", "HP:0001332"))


def test_leaving_a_publication_out_changes_its_diseases_only() -> None:
    model = default_model(bundled_vocabularies())
    publication = "PMID:22398176"
    query = PhenotypeQuery(observed=("HP:0011273", "HP:0001260", "HP:0001288"))
    with_it = rank(query, default_model(bundled_vocabularies())).scores.total
    for left_out in (LeftOut(model, [publication], "share"), LeftOut(model, [publication], "strict")):
        without = rank(query, default_model(bundled_vocabularies()), left_out=left_out).scores.total
        changed = np.flatnonzero(~np.isclose(with_it, without))
        assert len(changed)
        assert set(changed.tolist()) <= set(left_out.rows.tolist())
        assert model.row_of("OMIM:301310") in left_out.rows


def test_leaving_out_recomputes_as_if_the_statements_were_never_made() -> None:
    model = default_model(bundled_vocabularies())
    nothing = LeftOut(model, ["PMID:0"])
    assert len(nothing.rows) == 0
    np.testing.assert_array_equal(
        rank(EPILEPSY, default_model(bundled_vocabularies()), left_out=nothing).scores.total,
        rank(EPILEPSY, default_model(bundled_vocabularies())).scores.total,
    )
    left_out = LeftOut(model, ["PMID:22398176"], "strict")
    detail = rank(
        PhenotypeQuery(observed=("HP:0011273",)), default_model(bundled_vocabularies()), left_out=left_out
    ).disease("OMIM:301310")
    assert detail is not None
    assert all("PMID:22398176" not in item.references for item in detail.contributions)


def test_a_database_that_refers_to_itself_is_no_publication() -> None:
    model = default_model(bundled_vocabularies())
    row = model.row_of("ORPHA:286")
    assert row is not None
    assert all(not reference.startswith("PMID") for reference in _references(model, "ORPHA:286"))
    assert model.arrays["literature"][row] == 0


def test_patients_count_towards_the_prior_up_to_a_limit_and_not_those_of_a_publication_left_out() -> None:
    model = default_model(bundled_vocabularies())
    query = PhenotypeQuery(observed=("HP:0001250",))
    patients, publications = model.arrays["patients"], model.arrays["literature"]
    prior = rank(query, model).scores.factors["literature"]
    alike = (publications == 1) & (model.databases == 1)
    few, many, most = (np.flatnonzero(alike & found) for found in (patients == 1, patients == 30, patients > 60))
    assert prior[few[0]] < prior[many[0]] == prior[most[0]]
    row = int(few[0])
    disease_id = model.annotations.ids[model.members[row][0]]
    (publication,) = [one for one in _references(model, disease_id) if one.startswith("PMID")]
    without = rank(query, model, left_out=LeftOut(model, [publication])).scores.factors["literature"]
    assert without[row] < prior[row]
    shown = rank(query, model).disease(disease_id)
    assert shown is not None
    assert "described by 1 publication, with the weight of 1 patient" in {one.explanation for one in shown.factors}


def _references(model: RankingModel, disease_id: str) -> set[str]:
    disease = model.annotations.disease(disease_id)
    assert disease is not None
    return {reference for annotation in disease.annotations for reference in annotation.references}
