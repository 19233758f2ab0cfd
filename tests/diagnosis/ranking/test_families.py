"""Families of diseases: subtypes of one disease are together, and a disease of two series joins none of them to the other."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies, disease_annotations
from osler.diagnosis.ranking import PhenotypeQuery, default_model, rank


def _number(disease_id: str) -> int:
    annotations = disease_annotations()
    index = annotations.index(disease_id)
    assert index is not None
    return int(default_model(bundled_vocabularies()).families.number[annotations.arrays["group"][index]])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("OMIM:203300", "OMIM:608233"),
        ("OMIM:603553", "OMIM:267700"),
        ("OMIM:609192", "OMIM:610168"),
        ("OMIM:130050", "ORPHA:286"),
        ("ORPHA:244", "OMIM:612444"),
        ("OMIM:604286", "OMIM:609308"),
        ("ORPHA:579", "OMIM:607014"),
        ("OMIM:219750", "OMIM:219800"),
        ("ORPHA:881", "ORPHA:99228"),
        ("ORPHA:822", "OMIM:182900"),
        ("OMIM:176270", "ORPHA:177907"),
        ("ORPHA:63", "OMIM:301050"),
        ("OMIM:278720", "OMIM:278750"),
        ("ORPHA:221", "ORPHA:93672"),
    ],
    ids=[
        "Hermansky-Pudlak",
        "lymphohistiocytosis",
        "Loeys-Dietz",
        "one disease, entered a step apart",
        "a series that is long and alike",
        "limb-girdle",
        "kinds of a disease of which no gene is stated itself",
        "kinds of another such disease",
        "Turner, described alike",
        "spherocytosis, but for a common word",
        "Prader-Willi, but for the cause",
        "Alport",
        "xeroderma pigmentosum, but for its variant",
        "dermatomyositis, but for the age",
    ],
)
def test_subtypes_are_one_family(one: str, other: str) -> None:
    assert _number(one) == _number(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("OMIM:603553", "OMIM:203300"), ("OMIM:612840", "OMIM:212066"), ("OMIM:211750", "OMIM:273750")],
    ids=[
        "lymphohistiocytosis and Hermansky-Pudlak",
        "leukocyte adhesion and glycosylation",
        "C syndrome and 3M syndrome",
    ],
)
def test_a_disease_of_two_series_is_no_bridge_between_them(one: str, other: str) -> None:
    assert _number(one) != _number(other)


@pytest.mark.parametrize(
    ("disease", "series"),
    [("OMIM:130650", "OMIM:192600"), ("OMIM:530000", "OMIM:115200"), ("OMIM:208900", "OMIM:300511")],
    ids=[
        "Beckwith-Wiedemann, cardiomyopathy",
        "Kearns-Sayre, cardiomyopathy",
        "ataxia-telangiectasia, ovarian failure",
    ],
)
def test_a_disease_with_a_feature_of_a_series_is_no_subtype_of_it(disease: str, series: str) -> None:
    assert _number(disease) != _number(series)


@pytest.mark.parametrize(
    ("disease", "series"),
    [("OMIM:201475", "OMIM:192600"), ("OMIM:302060", "OMIM:115200"), ("OMIM:214500", "OMIM:603553")],
    ids=["acyl-CoA dehydrogenase and hypertrophic hearts", "Barth and dilated hearts", "Chediak-Higashi and HLH"],
)
def test_a_disease_at_home_in_another_group_is_no_subtype_of_a_series_that_it_looks_like(
    disease: str, series: str
) -> None:
    assert _number(disease) != _number(series)


def test_no_two_families_bear_one_name() -> None:
    names = list(default_model(bundled_vocabularies()).families.names.values())
    assert len(names) == len(set(names))


@pytest.mark.parametrize("disease", ["OMIM:219100", "OMIM:607155", "OMIM:612953"])
def test_a_family_is_not_called_by_an_inheritance_that_its_members_do_not_share(disease: str) -> None:
    """Cutis laxa, limb-girdle dystrophy and the like are inherited in several ways."""
    name = default_model(bundled_vocabularies()).families.names[_number(disease)]
    assert "dominant" not in name.lower()
    assert "recessive" not in name.lower()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("OMIM:227400", "OMIM:612416"),
        ("OMIM:217000", "OMIM:613825"),
        ("OMIM:255120", "OMIM:600649"),
        ("ORPHA:881", "OMIM:110100"),
    ],
    ids=[
        "factors V and XI",
        "complement 2 and 9",
        "carnitine palmitoyltransferase I and II",
        "Turner, an ovarian failure",
    ],
)
def test_what_is_lacking_is_told_by_its_number(one: str, other: str) -> None:
    assert _number(one) != _number(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("OMIM:162200", "OMIM:101000"), ("OMIM:306700", "OMIM:306900"), ("OMIM:231670", "OMIM:231690")],
    ids=["neurofibromatosis 1 and 2", "haemophilia A and B", "glutaric acidaemia I and III"],
)
def test_diseases_that_share_nothing_but_a_name_are_two(one: str, other: str) -> None:
    assert _number(one) != _number(other)


def test_a_family_beside_a_disease_of_the_same_name_keeps_its_number() -> None:
    assert default_model(bundled_vocabularies()).families.names[_number("OMIM:162200")] == "Neurofibromatosis type 1"


def test_a_variant_leads_its_family_only_where_its_own_features_are_spoken_of() -> None:
    alport = ("HP:0002907", "HP:0000093", "HP:0005101", "HP:0011501", "HP:0012213")
    model = default_model(bundled_vocabularies())
    variant = model.row_of("OMIM:308940")
    plain = rank(PhenotypeQuery(observed=alport, sex="male"), model).families(1)[0]
    assert (plain.name, variant in plain.rows) == ("Alport syndrome", True)
    assert plain.rows[0] != variant
    told = rank(PhenotypeQuery(observed=(*alport, "HP:0100751", "HP:0002571"), sex="male"), model).families(1)[0]
    assert told.rows[0] == variant
