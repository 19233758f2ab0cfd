"""What the words around a finding make of it: sites of a changed signal, adjectives, lobes, weakness, names that only describe."""

from __future__ import annotations

import pytest

from osler.core.language import Polarity, analyse
from osler.core.language.rules import read_table, read_yaml
from osler.core.terminology import hpo, vocabulary


def _terms(text: str) -> dict[str, str]:
    """By HPO term the words it was found in."""
    return {one.concept_id: one.text for one in analyse(text).mentions if one.concept_id.startswith("HP:")}


@pytest.mark.parametrize(
    ("text", "term", "words"),
    [
        ("MRI: T2 hyperintensity in both thalami.", "HP:0012692", "hyperintensity in both thalami"),
        ("FLAIR showed high signal in the medial thalami and pons.", "HP:0012748", "high signal in the medial thalami and pons"),
        ("MRI showed low T2 signal in the globus pallidus.", "HP:0012752", "low T2 signal in the globus pallidus"),
        ("MRI showed signal changes in the basal ganglia.", "HP:0012751", "signal changes in the basal ganglia"),
        ("MRI showed increased T2-weighted signal in the cervical cord.", "HP:0040272", "increased T2-weighted signal in the cervical cord"),
        ("MRI showed hyperintensities in the cerebellar peduncles.", "HP:6000416", "hyperintensities in the cerebellar peduncles"),
    ],
)  # fmt: skip
def test_a_changed_signal_is_the_term_for_its_site(text: str, term: str, words: str) -> None:
    assert _terms(text)[term] == words


def test_a_list_of_parts_goes_on_behind_one_that_has_no_term() -> None:
    found = _terms("MRI showed lesions involving the corpus callosum, cerebral peduncles, midbrain, and pons.")
    assert {"HP:0002418", "HP:0007361"} <= set(found)
    assert "HP:0002060" not in found  # the "cerebral" of the peduncles is no cerebrum


def test_every_site_of_a_signal_has_current_terms() -> None:
    for _, *terms in read_table("signal_sites.tsv"):
        assert all(term == "-" or hpo().resolve(term) == term for term in terms)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Ultrasound: small hyperechogenic kidneys.", {"HP:0000089", "HP:0004719"}),
        ("He walks with a wide-based ataxic gait.", {"HP:0002136", "HP:0002066"}),
        ("She has large protruding ears.", {"HP:0000400", "HP:0000411"}),
    ],
)
def test_every_adjective_of_a_part_is_a_finding(text: str, terms: set[str]) -> None:
    assert terms <= set(_terms(text))


def test_a_finding_before_a_comma_is_no_adjective_of_the_next() -> None:
    assert "HP:0000750" not in _terms("She has mental retardation, absent speech and seizures.")


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Vasculitic markers were sent.", "HP:0002633"),
        ("She has sporadic hemiplegic migraine.", "HP:0002301"),
        ("An angiomatous cleft was seen.", "HP:0001028"),
        ("The retinoblastoma susceptibility gene was sequenced.", "HP:0009919"),
        ("Hepatitis B surface antigen was requested.", "HP:0012115"),
        ("MRI suggested cerebral fat embolism.", "HP:0032008"),
        ("There was pain on internal rotation of the right hip.", "HP:0012427"),
    ],
)
def test_a_name_that_describes_what_follows_is_no_finding(text: str, term: str) -> None:
    assert term not in _terms(text)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("She was hypotonic and irritable.", "HP:0001252"),
        ("A hypotonic boy was admitted.", "HP:0001252"),
        ("He had apnoeic spells.", "HP:0002104"),
        ("There was a pruritic papule.", "HP:0000989"),
        ("He has diabetic peripheral neuropathy.", "HP:0000819"),
        ("No suicidal ideas.", "HP:0031589"),
    ],
)
def test_an_adjective_that_tells_the_finding_is_one(text: str, term: str) -> None:
    assert term in _terms(text)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("CT: infarct in the left parietal lobe.", "HP:0025722"),
        ("CT showed a haemorrhage in the right temporal lobe.", "HP:0001342"),
        ("X-ray: consolidation of the left lower lobe.", "HP:0032177"),
        ("CT: nodules in the right upper and left lower lobes.", "HP:0033608"),
    ],
)
def test_what_is_told_of_a_lobe_is_found_in_the_whole(text: str, term: str) -> None:
    assert term in _terms(text)


@pytest.mark.parametrize(
    "text",
    ["A haematoma in the frontal region.", "Temporal haemorrhages of the retina.", "A nodule in the lower lobe of the thyroid."],
)  # fmt: skip
def test_a_region_of_something_else_is_not_the_brain_or_lung(text: str) -> None:
    assert not {"HP:0001342", "HP:0033608", "HP:0025722"} & set(_terms(text))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Sudden right-sided weakness.", "HP:0001269"),
        ("Weakness of the left side of the body.", "HP:0001269"),
        ("Weakness of the left side of the face.", "HP:0030319"),
        ("Weakness in all four limbs.", "HP:0002273"),
        ("Pyramidal weakness was found.", "HP:0001324"),
        ("There is weakness, power 4/5.", "HP:0001324"),
        ("He complains of weakness and tiredness.", "HP:0025406"),
    ],
)
def test_a_weakness_is_what_the_words_around_it_say(text: str, term: str) -> None:
    assert term in _terms(text)


def test_every_kind_of_weakness_has_its_name() -> None:
    for row in read_yaml("weakness.yml")["kinds"]:
        concept = vocabulary().concept(row["hpo"])
        assert concept is not None
        assert concept.name == row["name"]


def test_a_word_after_with_makes_nothing_more_specific() -> None:
    assert "HP:0011344" not in _terms("Developmentally delayed infants with severe epilepsy were seen.")


def test_a_ventricle_with_a_side_is_the_hearts() -> None:
    found = _terms("Echocardiogram: dilatation and hypertrophy of the right ventricle.")
    assert "HP:0005133" in found
    assert "HP:0002119" not in found


def test_a_sign_keeps_its_term_where_its_name_is_written_in_the_plural() -> None:
    assert "HP:0004467" in _terms("He has ear pits.")


@pytest.mark.parametrize(
    "text",
    [
        "Tests for celiac disease, hypothyroidism and asthma, all of which were negative.",
        "Workup included celiac disease and hypothyroidism, which were both negative.",
        "Celiac disease and hypothyroidism, both of which were excluded.",
    ],
)
def test_what_a_list_of_negative_results_looked_for_is_denied(text: str) -> None:
    said = {one.concept_id: one.assertion.polarity for one in analyse(text).mentions}
    assert said["HP:0000821"] is said["HP:0002608"] is Polarity.NEGATED


def test_what_something_was_no_cause_of_is_there() -> None:
    said = {
        one.concept_id: one.assertion.polarity for one in analyse("CT excluded stroke as a cause of seizures.").mentions
    }
    assert said["HP:0001297"] is Polarity.NEGATED
    assert said["HP:0001250"] is Polarity.PRESENT


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("He walks with a puppet-like gait.", "HP:0001288"),
        ("She has an elfin-like face.", "HP:0001999"),
        ("There are marionette-like movements.", "HP:0100022"),
        ("She has bird-like facies.", "HP:0000320"),
    ],
)
def test_a_strange_likeness_is_an_abnormality(text: str, term: str) -> None:
    assert set(_terms(text)) == {term}


def test_a_usual_likeness_is_none() -> None:
    assert not _terms("He has a normal-like gait.")


def test_every_likeness_has_a_current_term() -> None:
    assert all(hpo().resolve(term) == term for term in read_yaml("likenesses.yml")["like"].values())
