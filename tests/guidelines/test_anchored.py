"""What a sentence shares with its source, related otherwise; bans that are taken back; and the same said in other words."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

APIXABAN = "Apixaban should be reduced to 2.5 mg twice daily in adults aged 80 years or older with a body weight of 60 kg or less."
TARGET = "The HbA1c target is 7.0% in most adults and 8.0% in frail adults aged 75 years or older."
PILLS = "If two or more pills have been missed, condoms should be used for 7 days."
SMOKERS = (
    "Combined pills should not be prescribed to women aged 35 years or older who smoke 15 or more cigarettes a day."
)
LEVONORGESTREL = (
    "The dose of levonorgestrel should be doubled to 3 mg in women who weigh more than 70 kg or take an enzyme inducer."
)
METFORMIN = "Metformin is contraindicated when eGFR is below 30 mL/min/1.73m2."
BLOCKERS = "Beta-blockers should be continued before surgery in patients who already take them, but should not be started on the day of surgery."
TRIPTANS = "Triptans are contraindicated in people with ischaemic heart disease or previous stroke."


def faults(source: str, sentence: str) -> list[str]:
    found = check_sentence(sentence, [SourceText("1", source)], bundled_vocabularies())
    return [f"{one.kind}: {one.message}" for one in found]


@pytest.mark.parametrize(
    ("source", "lie"),
    [
        (APIXABAN, "Patients who are 80 or older or weigh 60 kg or less should have apixaban lowered to 2.5 mg twice a day."),
        ("Adults with moderate depression should receive sertraline 50 mg once daily or cognitive behavioural therapy.", "In moderate depression, an adult is treated with sertraline 50 mg a day together with CBT."),
        ("Type 2 diabetes should be diagnosed when HbA1c is 6.5% or higher on two occasions.", "A single HbA1c of 6.5% or above makes the diagnosis of type 2 diabetes."),
        ("The metformin dose should be halved when eGFR is between 30 and 45 mL/min/1.73m2.", "With an eGFR from 30 to 45 the dose of metformin stays the same."),
        (TARGET, "Most adults aim for an HbA1c of 8%; frail people of 75 or more aim for 7%."),
        ("The USPSTF recommends screening for gestational diabetes mellitus in asymptomatic pregnant women after 24 weeks of gestation.", "Screen symptom-free pregnant women for gestational diabetes before 24 weeks."),
        ("Statin treatment should be stopped if creatine kinase is more than 5 times the upper limit of normal.", "When CK exceeds twice the upper limit of normal, stop the statin."),
        (BLOCKERS, "Beta-blockers should be started on the day of surgery."),
        (PILLS, "If one or more pills have been missed, condoms should be used for 7 days."),
        (LEVONORGESTREL, "The dose of levonorgestrel should be doubled to 3 mg in women who weigh more than 70 kg and take an enzyme inducer."),
        (SMOKERS, "Combined pills should not be prescribed to women aged 35 or older, or to women who smoke 15 or more cigarettes a day."),
        (SMOKERS, "Combined pills should not be prescribed to women aged 35 years or older who smoke."),
        (TRIPTANS, "Triptans are contraindicated only in people with ischaemic heart disease."),
        ("Live attenuated vaccines are contraindicated in pregnancy.", "All vaccines are contraindicated in pregnancy."),
        ("Serum potassium and creatinine should be measured 2 weeks after lisinopril is started.", "Liver enzymes should be checked two weeks after starting lisinopril."),
        ("A urine culture should be sent before treatment in all men.", "All men should have a urine sample cultured after they are treated."),
        ("Bisoprolol 2.5 mg once daily should be started for rate control.", "Bisoprolol 2.5 mg once daily should be started for rate control and rhythm control."),
        ("Restart an ACE inhibitor only when potassium is below 5.0 mmol/L.", "An ACE inhibitor should be restarted when potassium is normal."),
    ],
)  # fmt: skip
def test_what_is_joined_or_placed_otherwise_is_caught(source: str, lie: str) -> None:
    assert faults(source, lie)


@pytest.mark.parametrize(
    "lie",
    [
        "Metformin is fine at any eGFR.",
        "Metformin poses no problem when eGFR is below 30.",
        "It is a myth that metformin is contraindicated when eGFR is below 30.",
        "Metformin is only relatively contraindicated when eGFR is below 30.",
        "Metformin used to be contraindicated when eGFR is below 30.",
        "Metformin is rarely contraindicated when eGFR is below 30.",
        "Metformin is contraindicated when eGFR is far below 30.",
        "Nobody knows whether metformin is contraindicated when eGFR is below 30.",
        "Metformin goes well with an eGFR below 30.",
    ],
)
def test_a_ban_has_to_be_repeated_as_a_ban(lie: str) -> None:
    assert faults(METFORMIN, lie)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (METFORMIN, "Below an eGFR of 30 metformin must not be used."),
        ("Adults younger than 55 years with confirmed hypertension should start lisinopril 10 mg once daily.", "<55 y with confirmed HTN: start lisinopril 10 mg od."),
        ("Children older than 3 months should receive paracetamol 15 mg/kg every 6 hours.", "Babies and children above three months are given paracetamol, 15 mg per kg six-hourly."),
        ("Codeine is contraindicated in children younger than 12 years.", "Codeine is not for anyone under twelve."),
        ("Adults with low-severity pneumonia should receive amoxicillin 500 mg three times daily for 5 days.", "Low-severity pneumonia, adult: amoxicillin 500 mg tds 5/7."),
        ("The USPSTF recommends against screening for cervical cancer in women younger than 21 years.", "Cervical screening is advised against before 21 years of age."),
        ("Allopurinol should be started at 100 mg once daily and increased every 4 weeks until serum urate is below 360 micromol/L.", "Begin allopurinol with 100 mg a day and step it up every four weeks until urate falls under 360 µmol/L."),
        ("Adults with reduced ejection fraction should receive ramipril 2.5 mg twice daily and bisoprolol 1.25 mg once daily.", "HFrEF in adults is treated with ramipril 2.5 mg bd together with bisoprolol 1.25 mg od."),
        ("Thiazide diuretics should be avoided in people with a history of gout.", "If somebody has had gout, thiazides should be avoided."),
        ("Doxycycline is contraindicated in pregnancy and in children younger than 12 years.", "Doxycycline must be kept from pregnant women and from children under 12."),
        ("The USPSTF recommends against the use of beta-carotene or vitamin E supplements for the prevention of cancer.", "Neither beta-carotene nor vitamin E is recommended for preventing cancer."),
        (TRIPTANS, "People who have had a stroke must not take triptans."),
        ("Tetracycline must not be given to pregnant or breastfeeding women.", "Pregnant women must not be given tetracycline."),
        ("Postmenopausal women younger than 65 years who have a risk factor should be screened for osteoporosis.", "Women past the menopause but not yet 65 are screened for osteoporosis if they have a risk factor."),
        ("Women who are breastfeeding should not start combined pills before 6 weeks after birth.", "Breastfeeding women should wait until 6 weeks after birth before starting combined pills."),
    ],
)  # fmt: skip
def test_the_same_in_other_words_is_not_doubted(source: str, sentence: str) -> None:
    assert faults(source, sentence) == []
