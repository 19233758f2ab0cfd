"""The whole pipeline over a note."""

from __future__ import annotations

import pytest

from osler.core.language import Experiencer, Polarity, SectionKind, analyse
from osler.core.terminology import SemanticType
from tests.core.language.matchers import Words

NOTE = """HISTORY OF PRESENT ILLNESS:
A 6-year-old girl with seizures since infancy. She has no ataxia. Hearing is normal.

FAMILY HISTORY:
Mother has migraine.

MEDICATIONS:
- valproic acid 250 mg PO BID
- not taking aspirin

LABS: creatinine 1.2 mg/dL
"""


def by_name(note: str) -> dict[str, tuple[Polarity, Experiencer]]:
    return {
        mention.text.lower(): (mention.assertion.polarity, mention.assertion.experiencer)
        for mention in analyse(note).mentions
    }


def test_mentions_against_the_bundled_vocabularies() -> None:
    found = by_name(NOTE)
    assert found["seizures"] == (Polarity.PRESENT, Experiencer.PATIENT)
    assert found["ataxia"] == (Polarity.NEGATED, Experiencer.PATIENT)
    assert found["migraine"] == (Polarity.PRESENT, Experiencer.FAMILY)


def test_a_mention_is_evidence_and_knows_its_sentence_section_and_kind() -> None:
    analysed = analyse(NOTE, source_id="note-1")
    mention = next(mention for mention in analysed.mentions if mention.text == "seizures")
    span = mention.span
    assert span.source_id == "note-1"
    assert NOTE[span.start : span.end] == span.quote == "seizures"
    assert analysed.sentence_of(mention).text == "A 6-year-old girl with seizures since infancy."
    assert mention.section is SectionKind.HISTORY_OF_PRESENT_ILLNESS
    assert mention.concept_id == "HP:0001250"
    assert mention.semantic_type is SemanticType.PHENOTYPE
    timing = analysed.timing_of(mention)
    assert timing.onset_years == 0.5


def test_the_other_parts_of_a_note() -> None:
    analysed = analyse(NOTE)
    assert analysed.patient_age == 6
    assert [finding.function for finding in analysed.normal_findings] == ["hearing"]
    assert [quantity.measure_id for quantity in analysed.quantities if quantity.analyte] == ["LAB:creatinine"]
    regimen, aspirin = analysed.medications
    assert (regimen.name, regimen.dose, regimen.route, regimen.times_per_day) == ("valproic acid", 250, "oral", 2)
    assert regimen.assertion.affirmed_of_patient
    assert aspirin.assertion.negated


def test_mentions_stand_where_they_say_and_in_order() -> None:
    mentions = analyse(NOTE).mentions
    assert [mention.text for mention in mentions] == [NOTE[mention.start : mention.end] for mention in mentions]
    assert [mention.start for mention in mentions] == sorted(mention.start for mention in mentions)


@pytest.mark.parametrize("text", ["", " \n\t", "\x00\x01\x02", "\ud800 broken", "…"])
def test_text_without_anything_to_say(text: str) -> None:
    analysed = analyse(text)
    assert analysed.mentions == []
    assert analysed.times == []
    assert analysed.quantities == []
    assert analysed.medications == []
    assert analysed.normal_findings == []
    assert len(analysed.sections) == 1


def test_a_matcher_of_ones_own() -> None:
    mentions = analyse("No foobaritis.", matcher=Words({"foobaritis": "X:1"})).mentions
    assert [(mention.concept_ids, mention.assertion.polarity) for mention in mentions] == [(("X:1",), Polarity.NEGATED)]


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("Sudden tearing interscapular pain.", False),
        ("The pain was tearing in nature.", False),
        ("Tearing of the eyes and photophobia.", True),
        ("Redness and tearing.", True),
    ],
)
def test_the_quality_of_a_pain_is_no_finding_of_its_own(text: str, is_found: bool) -> None:
    assert ("HP:0009926" in {mention.concept_id for mention in analyse(text).mentions}) is is_found


def test_a_word_beside_a_finding_makes_it_the_specific_one_in_any_form_of_the_word() -> None:
    found = analyse("Joint hypermobility with atrophic scarring.").mentions
    assert [mention.concept_id for mention in found] == ["HP:0001382", "HP:0001075"]
