"""Finding concepts in text: the forms that names take, what must not be found, and what no text may do."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from osler.core.terminology import hpo, vocabulary


def found(text: str) -> dict[str, set[str]]:
    """What was found, by the words it was found in."""
    result: dict[str, set[str]] = {}
    for match in vocabulary().find(text):
        result.setdefault(text[match.start : match.end], set()).update(match.concept_ids)
    return result


def phenotypes(text: str) -> set[str]:
    return {concept for ids in found(text).values() for concept in ids if concept.startswith("HP:")}


@pytest.mark.parametrize(
    ("text", "words", "concept_id"),
    [
        ("She takes Tylenol daily.", "Tylenol", "DRUGBANK:DB00316"),
        ("paracetamol 500 mg", "paracetamol", "DRUGBANK:DB00316"),
        ("started on Paxil", "Paxil", "DRUGBANK:DB00715"),
        ("HTN and gout", "HTN", "HP:0000822"),
        ("known T2DM", "T2DM", "MONDO:0005148"),
        ("type 2 diabetes mellitus", "type 2 diabetes mellitus", "MONDO:0005148"),
        ("an HbA1c of 7.2 %", "HbA1c", "LAB:hba1c"),
        ("had a colonoscopy", "colonoscopy", "SCTID:73761001"),
        ("Alzheimer’s disease", "Alzheimer’s disease", "HP:0002511"),
    ],
)
def test_names_of_every_vocabulary(text: str, words: str, concept_id: str) -> None:
    assert concept_id in found(text)[words]


@pytest.mark.parametrize(
    ("text", "hpo_id"),
    [
        ("SEIZURES", "HP:0001250"),
        ("he was hypotonic", "HP:0001252"),
        ("an ataxic child", "HP:0001251"),
        ("peripheral oedema", "HP:0012398"),
        ("iron deficiency anaemia", "HP:0001891"),
        ("abnormality of the heart", "HP:0001627"),
        ("cardiac abnormalities", "HP:0001627"),
        ("delayed speech", "HP:0000750"),
        ("speech delay", "HP:0000750"),
        ("café-au-lait spots", "HP:0000957"),
        ("cafe au lait spots", "HP:0000957"),
        ("pre-auricular pit", "HP:0004467"),
        ("preauricular pits", "HP:0004467"),
        ("ventricular-septal defect", "HP:0001629"),
        ("flapping of the hands", "HP:0100023"),
    ],
)
def test_forms_of_a_phenotype(text: str, hpo_id: str) -> None:
    assert hpo_id in phenotypes(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("short and broad thumbs", {"HP:0009778", "HP:0011304"}),
        ("cleft lip and palate", {"HP:0000175"}),
        ("renal hypoplasia and agenesis", {"HP:0000089", "HP:0000104"}),
        ("ocular, renal and cardiac abnormalities", {"HP:0000478", "HP:0000077", "HP:0001627"}),
    ],
)
def test_lists_that_share_a_word(text: str, expected: set[str]) -> None:
    assert expected <= phenotypes(text)


def test_the_nearest_word_completes_a_member_of_a_list() -> None:
    assert phenotypes("absence of facial hair, sparse axillary and pubic hair") == {
        "HP:0002550",
        "HP:0002215",
        "HP:0002225",
    }


def test_a_complete_member_of_a_list_borrows_nothing() -> None:
    assert phenotypes("imperforate anus, hand anomalies") == {"HP:0002023", "HP:0001155"}


def test_an_abbreviation_means_what_the_text_says() -> None:
    text = "Intellectual disability (ID) was common. ID was severe in two."
    places = [(m.start, m.end) for m in vocabulary().find(text) if "HP:0001249" in m.concept_ids]
    assert [text[start:end] for start, end in places] == ["Intellectual disability", "ID", "ID"]


def test_an_abbreviation_that_was_not_defined_is_left_alone() -> None:
    assert "ID" not in found("ID 4711 was scanned.")


@pytest.mark.parametrize(
    "text",
    ["All patients may fit in the left arm of the trial.", "We collected and cloned cells in order to read them."],
)
def test_common_words_are_not_findings(text: str) -> None:
    assert found(text) == {}


def test_capitals_decide_about_acronyms() -> None:
    assert "MONDO:0004967" in found("relapsed ALL")["ALL"]
    assert "all" not in found("relapsed in all")


def test_modifiers_are_not_phenotypes() -> None:
    assert phenotypes("severe, progressive, bilateral, onset in infancy") == set()


def test_a_sentence_end_separates() -> None:
    assert "HP:0000365" not in phenotypes("He could not hear his hearing. Loss of money followed.")


def test_the_longest_name_wins_in_its_layer() -> None:
    assert set(found("sensorineural hearing loss")) == {"sensorineural hearing loss"}


def test_a_finding_inside_a_disease_name_stands_beside_it() -> None:
    matches = found("neurofibromatosis type 2")
    assert any(concept.startswith("MONDO:") for concept in matches["neurofibromatosis type 2"])


_CLINICAL = st.lists(
    st.sampled_from(
        [
            "seizures",
            "short",
            "and",
            "broad",
            "thumbs",
            ",",
            ".",
            "(ID)",
            "renal",
            "/",
            "anomalies",
            "of the",
            "-",
            "pre-",
            "\n",
        ]
    ),
    max_size=40,
).map(" ".join)


@given(st.one_of(st.text(max_size=300), _CLINICAL))
@example("\ud800 seizures \udfff")
@example("الصرع seizures ١٢٣")
@example("I\u0307stanbul ﬁbrosis ß")
@example("-" * 200)
def test_any_text_gives_ordered_matches_that_slice_back(text: str) -> None:
    matches = vocabulary().find(text)
    assert matches == sorted(matches)
    for match in matches:
        assert 0 <= match.start < match.end <= len(text)
        words = text[match.start : match.end]
        assert words == words.strip()
        assert match.concept_ids
        assert all(vocabulary().concept(concept_id) for concept_id in match.concept_ids)


@given(_CLINICAL)
def test_case_of_ordinary_words_does_not_matter(text: str) -> None:
    assert phenotypes(text.lower()) <= phenotypes(text.upper()) | phenotypes(text.lower())
    assert vocabulary().find(text) == vocabulary().find(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["seizures and ", "renal, ", "a" * 1000, "(ID) ", "-", "pre-", "short and broad thumbs. ", "\n", "x (AB) "]
)
def test_time_grows_with_the_length_only(piece: str) -> None:
    def seconds(length: int) -> float:
        text = (piece * (length // len(piece) + 1))[:length]
        started = time.process_time()
        vocabulary().find(text)
        return time.process_time() - started

    seconds(20_000)
    # Ten times the text; a quadratic search would need a hundred times the time.
    assert seconds(2_000_000) < 40 * max(seconds(200_000), 0.02)


def test_what_is_a_name_as_a_whole_may_be_one() -> None:
    names = [str(hpo().label(concept)) for concept in hpo().ids[::150]]
    names += [
        "hypoplasia of the left kidney",
        "renal or hepatic cysts",
        "hearing loss (HL)",
        "pre-auricular pits",
        "HbA1c",
        "Paxil",
    ]
    for name in names:
        whole = any((match.start, match.end) == (0, len(name)) for match in vocabulary().find(name))
        assert vocabulary().may_name(name) or not whole, name
    for other in ("carburettor of a lorry", "asthma. gout", "the", ""):
        assert not vocabulary().may_name(other), other
