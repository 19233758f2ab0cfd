"""The hierarchy over all vocabularies: kinds, joined concepts, drug classes, and what is not a kind of what."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.terminology import concept_search, hierarchy, hpo
from osler.core.terminology.hierarchy.compile import compile_hierarchy
from osler.core.terminology.hierarchy.graph import Hierarchy
from osler.core.terminology.hierarchy.links import Joined, Link, corrections

HYPERTENSION, DIABETES, STROKE, CANCER = "MONDO:0005044", "MONDO:0005015", "MONDO:0005098", "MONDO:0004992"
STATIN, ACE_INHIBITOR, ANTICOAGULANT = "MESH:D019161", "MESH:D000806", "MESH:D000925"


@pytest.mark.parametrize(
    ("concept", "general"),
    [
        ("HP:0001250", "HP:0000118"),
        ("HP:0002511", "MONDO:0001627"),  # Alzheimer disease, dementia
        ("ICD10CM:I10", HYPERTENSION),
        ("ICD10CM:I10", "HP:0000822"),
        ("SCTID:38341003", "HP:0000822"),
        ("ICD10CM:E11.9", DIABETES),
        ("ICD10CM:E11.65", "HP:0005978"),
        ("SCTID:44054006", "ICD10CM:E08-E13"),
        ("ICD10CM:C34.90", CANCER),
        ("ICD10CM:N18.4", "MONDO:0005300"),
        ("ICD10CM:I63.9", STROKE),
        ("UMLS:C0011860", DIABETES),  # a code that is only a cross-reference
        ("OMIM:154700", "MONDO:0007947"),
        ("MESH:D003924", DIABETES),
    ],
)
def test_kinds_are_found_across_vocabularies(concept: str, general: str) -> None:
    assert hierarchy().is_a(concept, general)


@pytest.mark.parametrize(
    ("concept", "general"),
    [
        ("HP:0001409", HYPERTENSION),  # portal hypertension
        ("MONDO:0005149", "HP:0000822"),  # pulmonary hypertension
        ("HP:0000873", DIABETES),  # diabetes insipidus
        ("MESH:D018883", STROKE),  # heat stroke
        ("MESH:D011236", DIABETES),  # prediabetes stands below diabetes in MeSH's tree
        ("HP:0002326", STROKE),  # transient ischemic attack
        ("MONDO:0011849", "MONDO:0008383"),  # psoriatic arthritis and rheumatoid arthritis
        ("SCTID:9631008", "MONDO:0008383"),  # ankylosing spondylitis
        (HYPERTENSION, "ICD10CM:I10"),  # not the other way round
    ],
)
def test_a_shared_word_is_no_kinship(concept: str, general: str) -> None:
    assert concept in hierarchy()
    assert general in hierarchy()
    assert not hierarchy().is_a(concept, general)


@pytest.mark.parametrize(
    ("said", "member", "stranger"),
    [
        ("statin", "DRUGBANK:DB00641", "DRUGBANK:DB00646"),  # simvastatin; nystatin
        ("ACE inhibitor", "DRUGBANK:DB00722", "DRUGBANK:DB00678"),  # lisinopril; losartan
        ("anticoagulant", "DRUGBANK:DB06605", "DRUGBANK:DB00641"),
        ("beta blocker", "DRUGBANK:DB00264", "DRUGBANK:DB06718"),  # metoprolol; stanozolol
        ("SGLT2 inhibitor", "DRUGBANK:DB06292", "DRUGBANK:DB00331"),
        ("corticosteroid", "DRUGBANK:DB00635", "DRUGBANK:DB01050"),  # prednisone; ibuprofen
        ("checkpoint inhibitor", "DRUGBANK:DB09037", "DRUGBANK:DB00072"),  # pembrolizumab; trastuzumab
        ("tyrosine kinase inhibitor", "DRUGBANK:DB00619", "DRUGBANK:DB09037"),
        ("benzodiazepine", "DRUGBANK:DB00829", "DRUGBANK:DB00334"),  # diazepam; olanzapine
        ("antibiotic", "DRUGBANK:DB01060", "DRUGBANK:DB00641"),
        ("NSAID", "DRUGBANK:DB01050", "DRUGBANK:DB00316"),
        ("diuretic", "DRUGBANK:DB00695", "DRUGBANK:DB00264"),
    ],
)
def test_drug_classes_are_found_by_what_they_are_called_and_have_members(said: str, member: str, stranger: str) -> None:
    found = concept_search(said, 1)[0]
    assert found.confidence >= 0.8
    assert hierarchy().is_a(member, found.concept_id)
    assert member in hierarchy().members_of(found.concept_id)
    assert not hierarchy().is_a(stranger, found.concept_id)


def test_a_drug_knows_its_classes() -> None:
    assert {STATIN, "CHEBI:35664"} <= hierarchy().ancestors("DRUGBANK:DB00641")
    assert ANTICOAGULANT in hierarchy().ancestors("DRUGBANK:DB00682")
    assert ACE_INHIBITOR not in hierarchy().ancestors("DRUGBANK:DB00682")


def test_a_brand_of_several_ingredients_belongs_to_the_classes_of_each() -> None:
    entresto = concept_search("Entresto", 1)[0].concept_id
    assert hierarchy().is_a(entresto, "DRUGBANK:DB00177")  # valsartan
    assert hierarchy().is_a(entresto, "MESH:D057911")  # angiotensin receptor antagonists


def test_parents_and_children_are_those_of_the_concepts_own_vocabulary() -> None:
    assert hierarchy().parents("HP:0002197") == hpo().parents("HP:0002197")
    assert hierarchy().children("HP:0002197") == hpo().children("HP:0002197")
    assert hierarchy().parents("ICD10CM:E11.9") == {"ICD10CM:E11"}


def test_what_is_the_same_is_listed_with_all_its_ids() -> None:
    assert {"HP:0002099", "MONDO:0004979", "ICD10CM:J45", "SCTID:195967001"} <= hierarchy().same("MONDO:0004979")


def test_an_unknown_id_is_only_itself_and_comparable_with_nothing() -> None:
    assert hierarchy().is_a("SCTID:1", "SCTID:1")
    assert not hierarchy().is_a("SCTID:1", DIABETES)
    assert not hierarchy().comparable("SCTID:1", DIABETES)
    assert hierarchy().comparable("HP:0000873", DIABETES)
    assert hierarchy().ancestors("") == hierarchy().children("\ud800") == frozenset()


def test_a_question_takes_microseconds() -> None:
    ask = hierarchy().is_a
    ask("ICD10CM:E11.9", DIABETES)
    started = time.process_time()
    for _ in range(10_000):
        ask("ICD10CM:E11.9", DIABETES)
    assert (time.process_time() - started) / 10_000 < 50e-6


def test_corrections_name_concepts_that_exist_and_hold() -> None:
    for one in corrections():
        assert one.id in hierarchy(), one
        assert one.other in hierarchy(), one
        if one.relation == "is_a":
            assert hierarchy().is_a(one.id, one.other), one
        if one.relation == "not":
            assert not hierarchy().is_a(one.id, one.other), one
        if one.relation == "same":
            assert one.other in hierarchy().same(one.id), one


@pytest.mark.parametrize("concept", ["MONDO:0005148", "HP:0001250", "MESH:D010406", "MONDO:0000001", "X:1"])
def test_breadth_counts_the_kinds(concept: str) -> None:
    assert hierarchy().breadth(concept) == len(hierarchy().descendants(concept))


def test_no_concept_is_above_itself() -> None:
    for concept in ("HP:0001250", DIABETES, "ICD10CM:G20", STATIN, "MONDO:0005180"):
        assert not hierarchy().ancestors(concept) & hierarchy().descendants(concept)


def _graph(links: list[Link], joins: list[Joined]) -> Hierarchy:
    return Hierarchy(compile_hierarchy([], links, joins, []))


def test_a_join_that_would_put_a_thing_above_itself_is_undone() -> None:
    links = [Link("MONDO:1", "MONDO:2", "is_a"), Link("ICD10CM:A.1", "ICD10CM:A", "is_a")]
    graph = _graph(links, [Joined("ICD10CM:A", "MONDO:1", 0), Joined("ICD10CM:A.1", "MONDO:2", 0)])
    assert graph.is_a("MONDO:1", "MONDO:2")
    assert not graph.is_a("MONDO:2", "MONDO:1")


def test_the_surer_of_two_joins_is_taken() -> None:
    links = [Link("HP:1", "HP:0", "is_a"), Link("HP:2", "HP:0", "is_a")]
    graph = _graph(
        [*links, Link("MONDO:1", "MONDO:0", "is_a")], [Joined("HP:1", "MONDO:1", 4), Joined("HP:2", "MONDO:1", 0)]
    )
    assert graph.same("MONDO:1") == {"HP:2", "MONDO:1"}


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60))
def test_closure_is_transitive_and_its_two_directions_agree(pairs: list[tuple[int, int]]) -> None:
    links = [Link(f"HP:{low}", f"HP:{high}", "is_a") for low, high in pairs if low < high]
    graph = _graph(links, [])
    for link in links:
        assert graph.is_a(link.child, link.parent)
        assert graph.ancestors(link.parent) <= graph.ancestors(link.child)
        assert link.child in graph.descendants(link.parent)


@pytest.mark.parametrize(
    "stranger", ["DRUGBANK:DB04540", "DRUGBANK:DB01070", "DRUGBANK:DB13781"]
)  # cholesterol, dihydrotachysterol, xamoterol
def test_who_ends_as_a_class_does_need_not_be_of_it(stranger: str) -> None:
    beta_2_agonists = "MESH:D058666"
    assert hierarchy().is_a("DRUGBANK:DB00938", beta_2_agonists), "salmeterol"
    assert not hierarchy().is_a(stranger, beta_2_agonists)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HP:0001250", "MONDO:0001386"),  # seizure, visual epilepsy
        ("HP:0032505", "MONDO:0019173"),  # hydrophobia, rabies
        ("HP:0001063", "MONDO:0035149"),  # acrocyanosis, secondary erythromelalgia
    ],
)
def test_what_shares_a_wide_code_is_not_the_same(one: str, other: str) -> None:
    assert other not in hierarchy().same(one)
    assert not hierarchy().is_a(one, other)
