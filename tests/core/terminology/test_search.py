"""Concept search over the bundled vocabularies, and its parts over a few toy concepts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osler.core.terminology import Candidate, Concept, SemanticType, concept_search, vocabulary
from osler.core.terminology.search import (
    ConceptTable,
    Query,
    Searcher,
    SearchIndex,
    build_index,
    merge,
    pack_concepts,
    same_meaning,
    says_otherwise,
)
from osler.core.terminology.search.confidence import SCORE_STEPS, confidences
from osler.core.terminology.search.contrast import contradicts
from osler.core.terminology.search.normal import bag_key, normalise, stems
from osler.core.terminology.search.paraphrase import variants
from osler.core.terminology.sources.local import bundled_searcher, search_in

MEDICATION = [SemanticType.MEDICATION]


def toy(concept_id: str, name: str, *synonyms: str, kind: str = "Condition", **xrefs: list[str]) -> Concept:
    return Concept(
        id=concept_id,
        vocabulary={"SCTID": "SNOMEDCT"}.get(prefix := concept_id.partition(":")[0], prefix),
        name=name,
        synonyms=synonyms,
        semantic_type=SemanticType(kind),
        xrefs=xrefs,
    )


TOYS = (
    toy("SCTID:1", "Chronic kidney disease", "CKD"),
    toy("SCTID:2", "Acute kidney disease"),
    toy("MONDO:3", "chronic kidney disease", "chronic renal failure", SCTID=["1"], UMLS=["C0000003"]),
    toy("DRUGBANK:4", "Warfarin", "Coumadin", kind="Medication"),
    toy("HP:5", "Increased blood glucose", "High blood sugar", kind="Phenotype"),
    toy("HP:6", "Decreased blood glucose", "Low blood sugar", kind="Phenotype"),
    toy("HP:7", "Mild", kind="Phenotype"),
)


@pytest.fixture(scope="module")
def toys() -> Searcher:
    arrays = {**build_index(TOYS), **pack_concepts(TOYS)}
    index = SearchIndex(arrays)
    return Searcher(index, ConceptTable(index, arrays).concept)


def found(searcher: Searcher, term: str, **query: object) -> list[str]:
    return [answer.concept.id for answer in searcher.search(Query(term, **query))]  # type: ignore[arg-type]  # test sugar


@pytest.mark.parametrize(
    ("term", "display", "kind"),
    [
        ("osteoarthritis", "Osteoarthritis", "exact"),
        ("OSTEOARTHRITIS.", "Osteoarthritis", "exact"),
        ("heart attack", "myocardial infarction", "synonym"),
        ("Tylenol", "Acetaminophen", "synonym"),
        ("Paxil", "Paroxetine", "synonym"),
        ("HTN", "hypertension", "abbreviation"),
        ("T2DM", "type 2 diabetes mellitus", "abbreviation"),
        ("diabetes mellitus type II", "diabetes mellitus type 2", "exact"),
        ("disease, kidney, chronic", "Chronic kidney disease", "stemmed"),
        ("oesophageal atresia", "esophageal atresia", None),
        ("hypertention", "hypertens", "fuzzy"),
        ("hydroxyzne", "Hydroxyzine", "fuzzy"),
        ("rheumatiod arthritis", "Rheumatoid arthritis", "fuzzy"),
        ("Essential hypertension (disorder)", "Essential hypertension", "exact"),
        ("HP:0001250", "Seizure", "code"),
        ("C0036572", "Seizure", "code"),
    ],
)
def test_what_people_write_finds_what_they_mean(term: str, display: str, kind: str | None) -> None:
    best = concept_search(term)[0]
    assert display.lower() in best.display.lower()
    assert kind is None or best.match_kind == kind


def test_egfr_is_a_laboratory_measure() -> None:
    best = concept_search("eGFR")[0]
    assert (best.concept_id, best.semantic_type) == ("LAB:egfr", SemanticType.LAB_VALUE)


def test_one_search_gives_cui_and_snomed_code() -> None:
    best = concept_search("osteoarthritis")[0]
    assert (best.cui, best.snomed_code) == ("C0029408", "396275006")


def test_cui_comes_from_those_who_assigned_it() -> None:
    best = concept_search("seizure")[0]
    assert (best.cui, best.snomed_code) == ("C0036572", "91175000")


def test_codes_that_are_not_known_are_absent() -> None:
    best = concept_search("acetaminophen")[0]
    assert best.concept_id == "DRUGBANK:DB00316"
    assert best.snomed_code is None


@pytest.mark.parametrize("term", ["Paxil", "paxil", "Paxill"])
def test_paxil_is_a_drug_and_no_mushroom(term: str) -> None:
    names = [candidate.display for candidate in concept_search(term)]
    assert names[0] == "Paroxetine"
    assert not any("paxillus" in name.lower() or "mushroom" in name.lower() for name in names)


def test_mushroom_is_no_paxil() -> None:
    assert all(candidate.display != "Paroxetine" for candidate in concept_search("Paxillus"))


def test_semantic_types_filter() -> None:
    assert not [found for found in concept_search("depression", semantic_types=MEDICATION) if found.confidence > 0.5]
    kinds = {candidate.semantic_type for candidate in concept_search("kidney", 20, [SemanticType.PHENOTYPE])}
    assert kinds == {SemanticType.PHENOTYPE}


def test_max_results_and_order() -> None:
    answers = concept_search("cancer of the lung", 3)
    assert 1 <= len(answers) <= 3
    confidences_given = [answer.confidence for answer in answers]
    assert confidences_given == sorted(confidences_given, reverse=True)


def test_nonsense_and_emptiness_find_nothing_sure() -> None:
    assert concept_search("") == []
    assert concept_search(" \t\n.,;") == []
    assert all(candidate.confidence < 0.5 for candidate in concept_search("qwxzk vbnmp"))


def test_expert_decisions_go_first() -> None:
    decided = Candidate(
        concept_id="LOCAL:1",
        display="Our clinic's term",
        ontology="local",
        semantic_type=SemanticType.CONDITION,
        confidence=1.0,
        matched_name="fits",
        match_kind="exact",
    )

    class Clinic:
        def corrected(self, term: str) -> Candidate | None:
            return decided if term == "osteoarthritis" else None

    answers = concept_search("osteoarthritis", 2, overrides=Clinic())
    assert answers[0] == decided
    assert answers[1].display == "Osteoarthritis"
    assert concept_search("heparin", overrides=Clinic()) == concept_search("heparin")


@given(st.text(max_size=60) | st.text(alphabet=st.characters(categories=["Cs", "Cf", "Lo", "Mn", "Zs"]), max_size=30))
def test_search_never_fails_on_any_text(term: str) -> None:
    for candidate in concept_search(term):
        assert 0 <= candidate.confidence <= 1


def test_very_long_text_is_searched_quickly_or_not_at_all() -> None:
    concept_search("chronic kidney disease and diabetes " * 30_000)


@settings(deadline=None)
@given(st.integers(min_value=0))
def test_preferred_name_finds_its_own_concept_first(number: int) -> None:
    index = bundled_searcher().index
    concept_id = index.concept_ids[number % len(index.concept_ids)]
    concept = vocabulary().concept(concept_id)
    assert concept is not None
    if not normalise(concept.name):
        return
    best = search_in([bundled_searcher()], Query(concept.name, frozenset([concept.semantic_type])), 1)[0]
    answer = vocabulary().concept(best.concept_id)
    assert answer is not None
    assert same_meaning(answer, concept) or normalise(answer.name) == normalise(concept.name)


def test_same_meaning_is_answered_once_with_all_codes(toys: Searcher) -> None:
    (best, *_) = search_in([toys], Query("chronic kidney disease"), 5)
    assert (best.concept_id, best.cui, best.snomed_code) == ("SCTID:1", "C0000003", "1")
    assert len(merge(toys.search(Query("chronic kidney disease")))) == 1


def test_withheld_name_is_not_found_but_others_are(toys: Searcher) -> None:
    assert found(toys, "Coumadin") == ["DRUGBANK:4"]
    assert found(toys, "Coumadin", withheld=("DRUGBANK:4", "Coumadin")) == []
    assert found(toys, "Coumadin", withheld=("SCTID:1", "Coumadin")) == ["DRUGBANK:4"]


def test_contradiction_ranks_behind(toys: Searcher) -> None:
    assert found(toys, "increased glucose in blood sample")[0] == "HP:5"
    assert found(toys, "low glucose in blood sample")[0] == "HP:6"


def test_other_words_for_the_same(toys: Searcher) -> None:
    assert found(toys, "elevated blood glucose")[0] == "HP:5"


def test_vocabulary_filter(toys: Searcher) -> None:
    assert found(toys, "chronic kidney disease", vocabularies=frozenset(["MONDO"])) == ["MONDO:3"]


def test_spaces_do_not_matter(toys: Searcher) -> None:
    assert found(toys, "warf arin") == ["DRUGBANK:4"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Crohn's disease", "crohn disease"),
        ("Ménière disease", "MENIERE DISEASE"),
        ("type II diabetes", "Type 2 diabetes"),
        ("anaemia", "anemia"),
        ("β-blocker", "beta blocker"),
        ("non–small cell", "non-small cell"),
    ],
)
def test_spellings_of_the_same_name_become_one(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(st.lists(st.sampled_from(["renal", "chronic", "failure", "diseases", "the", "of"]), min_size=1), st.randoms())
def test_order_of_words_does_not_change_the_key(words: list[str], draw: object) -> None:
    shuffled = sorted(words, key=lambda _: draw.random())  # type: ignore[attr-defined]  # hypothesis' Random
    assert bag_key(stems(" ".join(words))) == bag_key(stems(" ".join(shuffled)))


def test_different_words_are_kept_apart() -> None:
    assert bag_key(stems("limb defect")) != bag_key(stems("limbic defect"))
    assert contradicts(frozenset(["left", "arm"]), frozenset(["right", "arm"]))
    assert not contradicts(frozenset(["left", "arm"]), frozenset(["arm"]))


def test_paraphrases_come_surest_first() -> None:
    told = list(variants(("renal", "neoplasm")))
    assert ("kidney", "tumor") in [variant.words for variant in told]
    assert [v.reliability for v in told] == sorted((v.reliability for v in told), reverse=True)


@given(st.lists(st.tuples(st.sampled_from(["exact", "overlap", "misspelt"]), st.floats(0, 1)), max_size=8))
def test_confidence_never_rises_down_the_list(answers: list[tuple[str, float]]) -> None:
    ranked = sorted(answers, key=lambda answer: -answer[1])
    given_confidences = confidences(ranked)  # type: ignore[arg-type]  # drawn from the grounds
    assert given_confidences == sorted(given_confidences, reverse=True)
    assert SCORE_STEPS[0] == 0.0, "every score has a cell"


@pytest.mark.parametrize(
    ("term", "name", "otherwise"),
    [
        ("type 2 diabetes", "type 1 diabetes mellitus", True),
        ("left heart failure", "Right heart failure", True),
        ("HER2+", "HER2 negative", True),
        ("type II diabetes", "type 2 diabetes mellitus", False),
        ("HER2 positive", "HER2+", False),
        ("asthma", "severe asthma", False),
    ],
)
def test_a_name_that_says_what_a_term_excludes(term: str, name: str, otherwise: bool) -> None:
    assert says_otherwise(term, name) is otherwise


@pytest.mark.parametrize(
    ("term", "concept"),
    [
        ("lasix", "DRUGBANK:DB00695"),
        ("Depakote", "DRUGBANK:DB00313"),
        ("hypertenson", "MONDO:0005044"),
        ("AST", "LAB:ast"),
    ],
)
def test_brands_slips_and_measures_come_first(term: str, concept: str) -> None:
    assert next(iter(concept_search(term))).concept_id == concept


def test_a_letter_that_names_a_class_is_no_article() -> None:
    names = [answer.display for answer in concept_search("Influenza A") if answer.match_kind == "stemmed"]
    assert "Influenza" not in names
