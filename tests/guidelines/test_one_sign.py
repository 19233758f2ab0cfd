"""The verifier on other wordings: what one weak sign accuses passes, what a strong one or two accuse does not."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

BLEED = (
    "Offer tranexamic acid 1 g within 3 hours to adults with major trauma who have had a spinal injury excluded by "
    "imaging. Do not routinely offer anticoagulation to people with major trauma."
)
CHOICE = "Offer either naproxen, colchicine or prednisolone to people with a flare of pseudogout."
NOAC = "A NOAC is recommended in preference to warfarin in patients with venous thrombosis."
FLUIDS = "Advise adults with gastroenteritis to drink enough water to avoid dehydration."
UNKNOWN = "Offer hepatitis B vaccine to all newborn babies whose mother's hepatitis B status is unknown."
URATE = "Aim for a serum urate level below 300 micromol/litre (5 mg/dl)."
SUGAR = "Keep blood glucose between 5 and 10 mmol/litre in adults who are critically ill."
RENAL = "Electrolytes should be checked in adults aged 18 years or older who take lithium."
BOYS = (
    "Girls aged 12 years or older should be offered vaccination against papillomavirus. The evidence is insufficient to "
    "recommend vaccination against papillomavirus in boys."
)
SEIZURES = "Driving may be considered in people who have been seizure free for 12 months."
SAVING = "Ciclosporin should be offered unless methotrexate, leflunomide and sulfasalazine are contraindicated."
STATINS = "Do not stop ramipril because of a rise in creatinine of less than 30%."
RISK = (
    "Advise pregnant women at high risk of anaemia to take 200 mg of ferrous sulfate daily until the birth of the baby."
)
IBS = "Offer loperamide to people with inflammatory bowel disease in remission. Advise people with IBD to stop smoking."
OXYGEN = (
    "People receiving oxygen at home should be reviewed once a year. Measure blood gases in people with oxygen "
    "saturations of 90% or less breathing air."
)
TARGET = "Bisoprolol 5 mg may be added if the target is not reached after 6 weeks."
SERUM = "Serum magnesium should be measured 1 week after the dose is changed."
SUPPLEMENT = "Give supplemental feeding only if body weight drops below 40 kg."
TEENS = "Screening for chlamydia is recommended in adolescents and young adults at increased risk for infection."


def _faults(sentence: str, source: str) -> list[str]:
    return [fault.message for fault in check_sentence(sentence, [SourceText("a", source)], bundled_vocabularies())]


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Once a scan has ruled out a spinal injury, adults with major trauma should get 1 g of tranexamic acid within three hours.", BLEED),
        ("A flare of pseudogout can be treated with naproxen, colchicine or prednisolone.", CHOICE),
        ("For patients with venous thrombosis who can take one, a NOAC is recommended instead of warfarin.", NOAC),
        ("Adults with gastroenteritis should be told to drink enough water to avoid becoming dehydrated.", FLUIDS),
        ("Hepatitis B vaccine should be offered to all newborns of mothers whose hepatitis B status is not known.", UNKNOWN),
        ("The serum urate level should be brought below 300 micromol/L.", URATE),
        ("Blood sugar should be kept from 5 to 10 mmol/L in critically ill adults.", SUGAR),
        ("Adults who take lithium should have their electrolytes checked.", RENAL),
        ("After twelve months without seizures, driving may be considered.", SEIZURES),
        ("A rise in creatinine of less than 30% is no reason to stop ramipril.", STATINS),
        ("People with IBD should be advised to give up smoking.", IBS),
        ("If saturations on air are 90% or less, blood gases should be measured in people on oxygen.", OXYGEN),
        ("If six weeks go by without the target being met, 5 mg of bisoprolol may be added.", TARGET),
        ("Extra feeding should be given only to those whose body weight falls under 40 kg.", SUPPLEMENT),
        ("Teenagers and young adults who are more likely to be infected should be screened for chlamydia.", TEENS),
    ],
)  # fmt: skip
def test_other_wordings_pass(sentence: str, source: str) -> None:
    assert not _faults(sentence, source)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Adults with major trauma should get 1 g of tranexamic acid within three hours.", BLEED),
        ("Adults with major trauma should be given anticoagulants.", BLEED),
        ("Warfarin should replace a NOAC in patients with venous thrombosis.", NOAC),
        ("The serum urate level should be brought below 300 mg/dl.", URATE),
        ("Boys aged 12 years or older should be offered vaccination against papillomavirus.", BOYS),
        ("A rise in creatinine of less than 30% is a reason to stop ramipril.", STATINS),
        ("All pregnant women should take 200 mg of ferrous sulfate daily.", RISK),
        ("Serum calcium should be checked one week after the dose has been changed.", SERUM),
        ("Bisoprolol 5 mg may be added if the target is reached after 6 weeks.", TARGET),
        ("Ciclosporin should be offered if methotrexate, leflunomide and sulfasalazine are contraindicated.", SAVING),
    ],
)
def test_what_a_strong_sign_accuses_does_not(sentence: str, source: str) -> None:
    assert _faults(sentence, source)
