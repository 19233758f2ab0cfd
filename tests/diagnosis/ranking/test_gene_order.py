"""Which of a family's genes is named first."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import FamilySign, PhenotypeQuery, default_model, genes_in_order, rank
from osler.diagnosis.ranking.gene_order import number_of

LIVER_ABSCESS, LYMPHADENITIS = "HP:0100523", "HP:0002840"


@pytest.mark.parametrize(
    ("name", "number"),
    [("Long QT syndrome 14", 14), ("Osteogenesis imperfecta, type IX", 9), ("Polycystic kidneys", 0)],
)
def test_the_number_of_a_subtype_is_read_from_its_name(name: str, number: int) -> None:
    assert number_of(name) == number


def test_what_is_weakly_described_or_rare_stands_behind_what_most_patients_have() -> None:
    order = _genes("unknown")
    assert {"CYBB", "NCF1", "CYBA", "NCF2"} == set(order[:4])
    assert {"NCF4", "CYBC1"} == set(order[4:])


def test_men_on_the_mothers_side_bring_the_x_linked_gene_first() -> None:
    assert _genes("male", ("affected_maternal_male",))[0] == "CYBB"
    assert _genes("female").index("CYBB") > _genes("male").index("CYBB")


def _genes(sex: str, family: tuple[FamilySign, ...] = ()) -> list[str]:
    model = default_model(bundled_vocabularies())
    query = PhenotypeQuery.model_validate({"observed": (LIVER_ABSCESS, LYMPHADENITIS), "sex": sex, "family": family})
    row = model.row_of("OMIM:306400")
    assert row is not None
    return genes_in_order(rank(query, model), model.families.members(int(model.families.number[row])))
