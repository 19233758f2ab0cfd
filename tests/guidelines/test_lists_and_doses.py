"""What one rule of a list says, a dose of what stands behind it, and what is weighed, freed or put second."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.checking.abbreviations import spelled_out
from osler.guidelines.checking.amounts import amounts
from osler.guidelines.checking.readings import in_plain_words, readings_of

STROKE = (
    "For people aged 18 and over, arrange a brain scan within 1 hour of a fall in consciousness, a severe or sudden headache, "
    "or more than 1 seizure."
)
REFERRAL = (
    "Refer adults with anaemia if they have a haemoglobin below 80 g/L, unless already under a specialist, "
    "or a sustained decrease in haemoglobin of 20% or more within 6 months."
)
REVIEW = "Review people started on lithium within 4 weeks, or within 1 week if they are aged 65 to 80."
SUPPLEMENT = (
    "Daily supplementation with 20 mg to 40 mg of elemental iron and 400 micrograms of folic acid is recommended."
)
HEPARIN = "Offer low-molecular-weight heparin to adults in hospital if their risk of thrombosis outweighs their risk of bleeding."
EMPAGLIFLOZIN = "Empagliflozin is recommended in adults with chronic kidney disease, irrespective of diabetes."
BLADDER = "Oxybutynin should be offered first. If oxybutynin is not suitable, consider mirabegron."
BLOCKER = "Bisoprolol is recommended in stable patients. It should not be started in decompensated heart failure."


def faults(sentence: str, source: str) -> list[str]:
    return [one.message for one in check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (STROKE, "In adults, a brain scan should be arranged within 1 hour of a severe headache."),
        (REFERRAL, "A sustained decrease in haemoglobin of at least 20% within 6 months is a reason to refer adults with anaemia."),
        (SUPPLEMENT, "Daily 20–40 mg of elemental iron and 0.4 mg of folic acid is recommended."),
        (EMPAGLIFLOZIN, "Empagliflozin is recommended in adults with chronic kidney disease with or without diabetes."),
        (HEPARIN, "Offer LMWH to adults in hospital if the risk of thrombosis is greater than the risk of bleeding."),
        (BLADDER, "If oxybutynin can't be used, mirabegron may be considered."),
        (BLOCKER, "Bisoprolol should not be started while heart failure is decompensated."),
    ],
)  # fmt: skip
def test_one_rule_of_several_in_other_words_is_no_fault(source: str, sentence: str) -> None:
    assert faults(sentence, source) == []


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (STROKE, "In adults, a brain scan should be arranged within 4 hours of a severe headache."),
        (REFERRAL, "A sustained decrease in haemoglobin of at least 20% within 12 months is a reason to refer adults with anaemia."),
        (REVIEW, "People aged 65 to 80 who start lithium should be reviewed within 4 weeks."),
        (SUPPLEMENT, "Daily 20–40 mg of folic acid and 0.4 mg of elemental iron is recommended."),
        (EMPAGLIFLOZIN, "Empagliflozin is recommended in adults with chronic kidney disease only if they have diabetes."),
        (HEPARIN, "Offer LMWH to adults in hospital if the risk of bleeding is greater than the risk of thrombosis."),
        (BLADDER, "If mirabegron is not suitable, consider oxybutynin."),
        (BLOCKER, "Bisoprolol should be started in decompensated heart failure."),
    ],
)  # fmt: skip
def test_what_a_list_a_dose_or_a_comparison_does_not_say_is_a_fault(source: str, sentence: str) -> None:
    assert faults(sentence, source)


def test_each_trigger_of_a_list_stands_alone_and_inner_choices_do_not_part_it() -> None:
    found = readings_of(in_plain_words(STROKE))
    assert any(one.endswith("within 1 hour of more than 1 seizure.") for one in found)
    assert not any("of a severe, " in one or one.endswith("of a severe.") for one in found)


def test_an_exception_stays_with_the_member_before_it() -> None:
    found = readings_of(REFERRAL)
    assert any(one.endswith("below 80 g/L, unless already under a specialist.") for one in found)
    assert not any("20%" in one and "specialist" in one for one in found)


def test_the_time_for_some_is_not_the_time_for_all() -> None:
    assert not any("4 weeks if" in one for one in readings_of(in_plain_words(REVIEW)))


def test_initials_stand_for_no_words_across_a_stop() -> None:
    source = "Insulin is preferred in gestational diabetes; metformin is second."
    assert spelled_out("GDM is treated with insulin.", [source]) == "GDM is treated with insulin."
    assert "vitamin K antagonist" in spelled_out("VKAs are avoided.", ["Avoid vitamin K antagonists."])


def test_a_ratio_to_a_gram_is_another_unit_than_one_to_a_millimole() -> None:
    [one], [other] = amounts("an ACR of 70 mg/g"), amounts("an ACR of 70 mg/mmol")
    assert not one.agrees(other)
    assert one.agrees(amounts("70 milligrams/g")[0])
