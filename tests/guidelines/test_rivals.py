"""One thing in the place of another of its kind, and sentences that repeat their source but for a word."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

HEART = "Adults with confirmed heart failure and reduced ejection fraction should receive enalapril 2.5 mg twice daily."
HEPARIN = "Enoxaparin is contraindicated in active bleeding."
FEET = "The feet should be examined every year in all adults with type 1 diabetes."
LABS = "Serum magnesium and creatinine should be measured 3 weeks after furosemide is started."
SCAN = "Adults with a first seizure should have magnetic resonance imaging within 4 weeks."
DOSE = "The rivaroxaban dose should be halved when eGFR is between 15 and 30 mL/min/1.73m2."
REVIEW = "Zoledronate should be given for 3 years and then reviewed."
STAY = "Inhaled beclometasone may be continued during pregnancy."
VALVE = "Warfarin should be used in people with a mechanical mitral valve."
WEIGHT = "Blood pressure should be measured daily at home."
REPLACED = "Nortriptyline 10 mg at night may be used if amitriptyline is not tolerated."
INFECTION = "Men with a kidney infection should receive ciprofloxacin 500 mg twice daily for 7 days."
SCORE = "Adults with a Wells score of 4 or more should have computed tomography."
VISITS = "Hypertension should be diagnosed when blood pressure is at least 135/85 mmHg on two separate days."
EARLY = "Naproxen should not be used after 28 weeks of pregnancy."
TARGET = "Indapamide 1.5 mg once daily may be added if the target is not reached after 2 months."
STOPS = "Antiepileptics should be continued for at least 2 years after the last seizure."
HOMES = "Calcium 500 mg daily may be given to adults who live in care homes."
BOTH = "Salmeterol should not be used without an inhaled corticosteroid."
DAYS = "Adults with cellulitis should receive flucloxacillin 1 g on the first day and then 500 mg four times daily."


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (HEART, "Where the ejection fraction is preserved, adults with confirmed heart failure should take enalapril 2.5 mg twice a day."),
        (HEART, "Adults with suspected heart failure and a reduced ejection fraction should take enalapril 2.5 mg twice a day."),
        (HEPARIN, "A past bleed is a contraindication to enoxaparin."),
        (FEET, "Every adult with type 1 diabetes needs an eye examination once a year."),
        (LABS, "Three weeks after furosemide was started, check the serum calcium and creatinine."),
        (SCAN, "After a first seizure, adults should have a CT scan within four weeks."),
        (DOSE, "Rivaroxaban should be stopped when eGFR is between 15 and 30 mL/min/1.73m2."),
        (DOSE, "Rivaroxaban should be started when eGFR is between 15 and 30 mL/min/1.73m2."),
        (REVIEW, "Zoledronate should be given for 3 years and then stopped."),
        (STAY, "Inhaled beclometasone may be started during pregnancy."),
        (VALVE, "Warfarin should be used in people with a mitral valve."),
        (WEIGHT, "Blood pressure should be measured daily at home and reported when it falls."),
        (WEIGHT, "Blood pressure should be measured daily in the clinic."),
        (REPLACED, "Nortriptyline 10 mg at night may be used if amitriptyline is tolerated."),
        (REPLACED, "Nortriptyline 10 mg at night may be used if amitriptyline has failed."),
        (INFECTION, "Men should receive ciprofloxacin 500 mg twice daily for 7 days to prevent a kidney infection."),
        (SCORE, "Adults with a Wells score of 4 should have computed tomography."),
        (VISITS, "Hypertension should be diagnosed when blood pressure is at least 135/85 mmHg on one of two separate days."),
        (EARLY, "In the first 28 weeks of pregnancy, avoid naproxen."),
        (TARGET, "Indapamide 1.5 mg a day is an option when two months have passed and the target has been met."),
        (STOPS, "Antiepileptics should be continued for at least 2 years after they are started."),
        (HOMES, "Calcium 500 mg daily may be given to adults who live at home."),
        (BOTH, "A patient on salmeterol can do without an inhaled corticosteroid."),
        (DAYS, "Adults with cellulitis should take flucloxacillin 500 mg on the first day and then 1 g four times daily."),
    ],
)  # fmt: skip
def test_another_thing_of_the_kind_is_a_fault(source: str, sentence: str) -> None:
    assert check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (HEART, "An adult whose heart failure is confirmed and whose ejection fraction is reduced should take enalapril 2.5 mg twice a day."),
        (HEPARIN, "Active bleeding rules out enoxaparin."),
        (HEPARIN, "Active bleeding puts enoxaparin off limits."),
        (FEET, "All adults with type 1 diabetes should have their feet examined once a year."),
        (LABS, "Three weeks after starting furosemide, check the magnesium and the creatinine."),
        (DOSE, "With an eGFR from 15 to 30 mL/min/1.73m2, the dose of rivaroxaban should be cut by half."),
        (STAY, "Pregnancy is no reason to stop inhaled beclometasone."),
        (STAY, "It is acceptable to stay on inhaled beclometasone while pregnant."),
        (REPLACED, "Should amitriptyline not be tolerated, nortriptyline 10 mg at night may be tried."),
        (BOTH, "Whoever takes salmeterol needs an inhaled corticosteroid as well."),
        (BOTH, "Salmeterol should never be prescribed on its own; an inhaled corticosteroid must accompany it."),
        ("Diazepam should not be used for longer than 2 weeks without review.", "Diazepam needs a review if it goes on beyond two weeks."),
        ("Diazepam should not be used for longer than 2 weeks without review.", "Diazepam should not run past two weeks without being reviewed."),
        ("Celecoxib 200 mg once daily may be added for up to 7 days.", "Celecoxib 200 mg once a day can be added for no longer than a week."),
        ("Celecoxib is contraindicated in people with an active ulcer or an eGFR below 30 mL/min/1.73m2.", "An eGFR of less than 30 mL/min/1.73m2 is a contraindication to celecoxib, and so is an active ulcer."),
        ("Troponin should be measured in adults with suspected myocarditis.", "Measure troponin in any adult in whom myocarditis is suspected."),
        ("Topiramate should be avoided in pregnancy.", "Women who are pregnant should avoid topiramate."),
        ("Topiramate should be avoided in pregnancy.", "Keep pregnant patients off topiramate."),
        ("The evidence is insufficient to recommend screening for gout in women.", "Whether women should be screened for gout remains unsettled for want of evidence."),
    ],
)  # fmt: skip
def test_the_same_thing_in_other_words_is_none(source: str, sentence: str) -> None:
    assert not check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())


WEAK = "Pregabalin 75 mg twice daily may be added if pain persists after 4 weeks."


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (WEAK, "Add pregabalin 75 mg twice daily if pain persists after 4 weeks."),
        (WEAK, "Pregabalin 75 mg twice daily is added if pain persists after 4 weeks."),
        (WEAK, "Patients whose pain persists after 4 weeks need pregabalin 75 mg twice daily."),
        (WEAK, "Pain that persists after 4 weeks requires pregabalin 75 mg twice daily."),
        ("Amiodarone may be considered in people with heart failure.", "Amiodarone is the drug of choice in people with heart failure."),
        ("Lithium is contraindicated in pregnancy.", "Lithium is best avoided in pregnancy."),
    ],
)  # fmt: skip
def test_what_is_only_allowed_is_not_asked_for(source: str, sentence: str) -> None:
    found = check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())
    assert any(one.kind == "strength" for one in found)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (WEAK, "Pregabalin 75 mg twice a day is an option when pain persists after 4 weeks."),
        (WEAK, "If pain persists after 4 weeks, pregabalin 75 mg twice a day can be tried in addition."),
        ("Warfarin should not be stopped before cataract surgery.", "Carry on with warfarin before cataract surgery."),
        ("The USPSTF recommends against screening for gout in adults.", "The Task Force advises against screening adults for gout."),
        ("Colchicine may be used for acute gout when NSAIDs are contraindicated.", "Colchicine is an option in acute gout for those who must not take NSAIDs."),
        ("Offer lamotrigine or levetiracetam for focal seizures.", "Levetiracetam is one of two options for focal seizures."),
    ],
)  # fmt: skip
def test_a_permission_or_a_ban_in_other_words_holds(source: str, sentence: str) -> None:
    assert not check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("A sputum culture should be repeated after 4 weeks in adults who smoke.", "Non-smokers should have a further sputum culture after four weeks."),
        ("An ECG should be obtained within 10 minutes of arrival in hospital.", "Within ten minutes of leaving hospital, an ECG should have been obtained."),
        ("The enoxaparin dose should be halved when eGFR is between 15 and 30 mL/min/1.73m2.", "Twice the enoxaparin dose is right for an eGFR of 15 to 30 mL/min/1.73m2."),
        ("Clopidogrel is not recommended for migraine prevention.", "Giving clopidogrel to treat migraine is not advised."),
        ("Risedronate is contraindicated in people who cannot stand for 30 minutes.", "If the patient can stand for 30 minutes, risedronate is contraindicated."),
        ("Adults aged 60 years or older should be offered a hearing test every year.", "From 60 on, adults should be offered a hearing test once."),
        ("Edoxaban should be reduced to 30 mg once daily in adults with a body weight of 60 kg or less.", "Adults who are 60 kg or heavier should have edoxaban reduced to 30 mg once daily."),
    ],
)  # fmt: skip
def test_people_times_and_limits_of_another_kind_are_faults(source: str, sentence: str) -> None:
    assert check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())


def test_another_specialist_is_another_referral() -> None:
    source = "Refer people with urticaria that lasts longer than 6 weeks to a dermatologist."
    assert check_sentence(
        source.replace("dermatologist", "cardiologist"), [SourceText("1", source)], bundled_vocabularies()
    )
    assert check_sentence(source, [SourceText("1", source)], bundled_vocabularies()) == []
