"""Statements about normal functions, and what follows from them."""

from __future__ import annotations

import pytest

from osler.core.language import Experiencer, NormalFinding, Polarity, analyse
from tests.core.language.matchers import Words

SEED_NOTE = (
    "Patient is a 5-year-old male. No seizures have ever been reported. Hearing was tested and confirmed normal. "
    "Deep tendon reflexes are absent. No family history of cardiac disease. "
    "Developmental milestones were appropriate until age 2."
)


def found(text: str) -> list[NormalFinding]:
    return analyse(text, matcher=Words({})).normal_findings


@pytest.mark.parametrize(
    ("text", "function", "state"),
    [
        ("Hearing intact.", "hearing", "normal"),
        ("Hearing was tested and confirmed normal.", "hearing", "normal"),
        ("He has normal hearing.", "hearing", "normal"),
        ("Reflexes normal.", "deep tendon reflexes", "normal"),
        ("Deep tendon reflexes are absent.", "deep tendon reflexes", "absent"),
        ("Absent deep tendon reflexes.", "deep tendon reflexes", "absent"),
        ("No deep tendon reflexes could be elicited.", "deep tendon reflexes", "absent"),
        ("Reflexes are 2+ bilaterally.", "deep tendon reflexes", "normal"),
        ("Reflexes were brisk.", "deep tendon reflexes", "increased"),
        ("Reduced muscle tone.", "muscle tone", "reduced"),
        ("Strength is 5/5 throughout.", "strength", "normal"),
        ("EEG was unremarkable.", "electroencephalogram", "normal"),
        ("Vision is within normal limits.", "vision", "normal"),
        ("The patient is afebrile.", "afebrile", "normal"),
    ],
)
def test_states_of_functions(text: str, function: str, state: str) -> None:
    (finding,) = found(text)
    assert (finding.function, finding.state) == (function, state)
    assert text[finding.start : finding.end] == finding.text


def test_a_list_of_functions_shares_its_state() -> None:
    assert [finding.function for finding in found("Vision, hearing and speech were normal.")] == [
        "vision",
        "hearing",
        "speech",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Hearing is not normal.",
        "Hearing loss.",
        "Growth hormone was low.",
        "Decreased growth hormone.",
        "Normal breast development.",
        "Developmental milestones were appropriate until age 2.",
        "The hearing took place on a normal day.",
        "Hearing was tested.",
    ],
)
def test_what_says_nothing_about_a_function(text: str) -> None:
    assert found(text) == []


def test_a_normal_function_excludes_its_abnormalities() -> None:
    (mention,) = analyse("Hearing was tested and confirmed normal.", matcher=Words({})).mentions
    assert mention.concept_ids == ("HP:0000365",)
    assert mention.origin == "normality"
    assert mention.assertion.excluded_for_patient


def test_absent_reflexes_are_an_abnormal_finding_and_an_absent_normal_one() -> None:
    analysed = analyse("Deep tendon reflexes are absent.", matcher=Words({}))
    (finding,) = analysed.normal_findings
    assert finding.state == "absent"
    (mention,) = analysed.mentions
    assert mention.concept_ids == ("HP:0001284",)
    assert mention.assertion.affirmed_of_patient


def test_an_abnormality_that_the_sentence_names_is_not_repeated() -> None:
    matcher = Words({"absent deep tendon reflexes": "HP:0001284"})
    (mention,) = analyse("He has absent deep tendon reflexes.", matcher=matcher).mentions
    assert mention.origin == "vocabulary"
    assert mention.assertion.affirmed_of_patient


@pytest.mark.parametrize(
    "text", ["If hearing is normal, discharge.", "Return for a hearing test to rule out that hearing is impaired."]
)
def test_what_might_be_normal_excludes_nothing(text: str) -> None:
    assert not any(mention.assertion.negated for mention in analyse(text, matcher=Words({})).mentions)


def test_the_hearing_of_the_mother_is_not_the_patients() -> None:
    (mention,) = analyse("Her mother has normal hearing.", matcher=Words({})).mentions
    assert mention.assertion.experiencer is Experiencer.FAMILY
    assert not mention.assertion.excluded_for_patient


def test_the_note_of_the_diagnosis_document() -> None:
    matcher = Words({"seizures": "HP:0001250", "cardiac disease": "HP:0001627"})
    mentions = analyse(SEED_NOTE, matcher=matcher).mentions
    excluded = [mention.concept_id for mention in mentions if mention.assertion.excluded_for_patient]
    assert excluded == ["HP:0001250", "HP:0000365"]
    assert [mention.concept_id for mention in mentions if mention.assertion.affirmed_of_patient] == ["HP:0001284"]
    family = next(mention for mention in mentions if mention.concept_id == "HP:0001627")
    assert family.assertion.experiencer is Experiencer.FAMILY
    assert family.assertion.polarity is Polarity.NEGATED
