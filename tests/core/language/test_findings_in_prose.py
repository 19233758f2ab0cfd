"""Findings as prose has them: predicates with adverbs, two findings under one name, scales, negative lists."""

from __future__ import annotations

import pytest

from osler.core.language import Experiencer, Polarity, analyse


def _terms(text: str) -> dict[str, Polarity]:
    return {mention.concept_id: mention.assertion.polarity for mention in analyse(text).mentions}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Her gait is still very unsteady.", "HP:0002317"),
        ("Her tongue was fissured.", "HP:0000221"),
        ("There was postural and intentional tremor.", "HP:0002080"),
        ("Worsening encephalopathy was noted.", "HP:0002448"),
        ("The voice had a marked hoarseness.", "HP:0001609"),
        ("His gait has become unsteady.", "HP:0002317"),
        ("Her hands have always been small.", "HP:0200055"),
        ("The thumbs were noted to be broad.", "HP:0011304"),
        ("He has thumbs, which are broad.", "HP:0011304"),
        ("The cerebellum showed marked atrophy.", "HP:0001272"),
        ("Weakness was noted in the neck muscles.", "HP:0000467"),
        ("He has malformations restricted to the upper limbs.", "HP:0002817"),
        ("He has short, reddish thumbs.", "HP:0009778"),
    ],
)
def test_a_finding_is_found_in_another_form(text: str, term: str) -> None:
    assert _terms(text)[term] is Polarity.PRESENT


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("The cerebellum showed no atrophy.", "HP:0001272"),
        ("MRI of the brain showed atrophy of the cerebellum.", "HP:0012444"),
        ("His ears have never been small.", "HP:0008551"),
        ("The liver was large and the spleen normal.", "HP:0001433"),
    ],
)
def test_what_is_said_of_another_part_or_denied_is_no_finding_of_this_one(text: str, term: str) -> None:
    assert _terms(text).get(term) is not Polarity.PRESENT


def test_two_findings_under_one_name_are_both() -> None:
    found = _terms("She came with nausea and vomiting.")
    assert {"HP:0002018", "HP:0002013"} <= set(found)
    assert "HP:0002017" not in found


@pytest.mark.parametrize("text", ["Glasgow Coma Scale 15.", "The apnea-hypopnea index was 1.4/h."])
def test_what_a_scale_measures_is_no_finding(text: str) -> None:
    assert not {"HP:0001259", "HP:0002104", "HP:0040213"} & set(_terms(text))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Viral serologies were negative (cytomegalovirus, hepatitis C, HIV).", "MONDO:0005231"),
        ("Markers, including antinuclear antibodies, were negative.", "HP:0003493"),
        ("Antinuclear antibodies were also negative.", "HP:0003493"),
        ("There were no reports of seizures.", "HP:0001250"),
    ],
)
def test_a_negative_list_denies_what_it_lists(text: str, term: str) -> None:
    assert _terms(text)[term] is Polarity.NEGATED


@pytest.mark.parametrize(
    ("text", "term", "polarity"),
    [
        ("Meningitis excluded.", "HP:0001287", Polarity.NEGATED),
        ("Meningitis was suspected. This was later excluded by lumbar puncture.", "HP:0001287", Polarity.NEGATED),
        ("No splenomegaly, ascites was noted.", "HP:0001541", Polarity.PRESENT),
        ("No fever, cough or rash was noted.", "HP:0000988", Polarity.NEGATED),
        ("Gynaecomastia since May 2022.", "HP:0000771", Polarity.PRESENT),
        ("She had culture negative sepsis.", "HP:0100806", Polarity.PRESENT),
        ("Coombs negative hemolytic anemia.", "HP:0001878", Polarity.PRESENT),
        ("No necrotising enterocolitis.", "HP:0033165", Polarity.NEGATED),
        ("Schizophrenia; differential psychosis.", "HP:0000709", Polarity.POSSIBLE),
    ],
)
def test_a_denial_ends_where_the_text_turns(text: str, term: str, polarity: Polarity) -> None:
    assert _terms(text)[term] is polarity


def test_the_child_who_is_brought_is_the_patient() -> None:
    said = {
        one.concept_id: one.assertion.experiencer
        for one in analyse("Mother brought her 5-year-old son with fever.").mentions
    }
    assert said["HP:0001945"] is Experiencer.PATIENT
    said = {
        one.concept_id: one.assertion.experiencer for one in analyse("Her sister's 5-year-old son has fever.").mentions
    }
    assert said["HP:0001945"] is Experiencer.FAMILY


def test_no_pronoun_and_no_date_is_the_name_of_a_disease() -> None:
    assert not _terms("He is the second child.")
    assert "MONDO:0009953" not in _terms("A stent to the LAD on 2 November.")


@pytest.mark.parametrize(
    ("text", "present", "denied"),
    [
        ("There was no increase in head circumference.", set(), {"HP:0000256"}),
        ("There was no reduction in ejection fraction.", set(), {"HP:0012664"}),
        ("There was regression of the tumor.", {"HP:0002664"}, set()),
        ("Regression analysis showed no effect.", set(), set()),
        ("She had regression at 18 months.", {"HP:0002376"}, set()),
        ("His occipitofrontal circumference was increased.", {"HP:0000256"}, set()),
    ],
)
def test_a_change_is_denied_with_its_name_and_a_shrinking_tumour_is_no_lost_skill(
    text: str, present: set[str], denied: set[str]
) -> None:
    mentions = [one for one in analyse(text).mentions if one.concept_id.startswith("HP:")]
    said = {one.concept_id for one in mentions if not one.assertion.negated}
    assert (said, denied <= {one.concept_id for one in mentions if one.assertion.negated}) == (present, True)


@pytest.mark.parametrize(
    "text",
    [
        "Nystagmus not assessable.",
        "Nystagmus could not be assessed.",
        "Nystagmus: too young to be tested.",
        "Nystagmus is difficult to judge.",
    ],
)
def test_what_could_not_be_assessed_is_neither_there_nor_absent(text: str) -> None:
    found = [one.assertion for one in analyse(text).mentions if one.concept_id == "HP:0000639"]
    assert found
    assert not any(one.affirmed_of_patient or one.excluded_for_patient for one in found)


def test_a_twin_who_is_the_patient_is_no_relative() -> None:
    of_whom = {
        text: {one.assertion.experiencer for one in analyse(text).mentions if one.concept_id == "HP:0001250"}
        for text in ("Preterm twin with seizures.", "Twin 2, seizures.", "His twin has seizures.")
    }
    assert list(of_whom.values()) == [{Experiencer.PATIENT}, {Experiencer.PATIENT}, {Experiencer.FAMILY}]
