"""Sentences that a model might write and that no single sentence of their passage says."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

STROKE = (
    "Aspirin should not be offered for stroke prevention in atrial fibrillation (Grade A).\n"
    "Apixaban 5 mg twice daily is recommended for adults with a CHA2DS2-VASc score of 2 or more (Grade A).\n"
    "Reduce apixaban to 2.5 mg twice daily when at least two of these are present: age 80 years or older, "
    "body weight 60 kg or less, serum creatinine 133 micromol/L or more.\n"
    "Apixaban is contraindicated in pregnancy. Apixaban should not be used when creatinine clearance is below 15 mL/min."
)
RATE = (
    "Bisoprolol 2.5 mg once daily may be considered as first-line rate control (Grade C).\n"
    "Bisoprolol should not be used in patients with asthma.\n"
    "Digoxin 62.5 to 125 micrograms once daily may be considered in sedentary adults when beta-blockers are "
    "contraindicated (Grade C)."
)
LUNG = "Adults with low-severity pneumonia should receive amoxicillin 500 mg three times daily for 5 days."
SCORE = "Adults with a CURB-65 score of 3 or more should be admitted to hospital."
DOXYCYCLINE = (
    "Adults with penicillin allergy should receive doxycycline 200 mg on the first day and then 100 mg once daily."
)
XRAY = "A chest X-ray should be repeated after 6 weeks in adults older than 50 years who smoke."
COUGH = "A chest radiograph should be obtained in adults with cough lasting more than 8 weeks (Grade B)."
WOMEN = (
    "Offer nitrofurantoin 100 mg modified-release twice daily for 3 days to non-pregnant women aged 16 years and over "
    "with lower urinary tract infection (strong recommendation)."
)
PREGNANT = (
    "Offer cefalexin 500 mg twice daily for 7 days to pregnant women with lower urinary tract infection. "
    "Trimethoprim is contraindicated in the first trimester."
)
CHILD = (
    "For children aged 3 months to 15 years, offer trimethoprim 4 mg/kg (maximum 200 mg) twice daily for 3 days.\n"
    "Fosfomycin Women, second line 3 g single dose\n"
    "Pivmecillinam Women, second line 400 mg then 200 mg three times daily for 3 days\n"
    "Patients with penicillin allergy should not receive pivmecillinam."
)


def faults(sentence: str, source: str) -> list[str]:
    return [
        f"{fault.kind}: {fault.message}"
        for fault in check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())
    ]


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Apixaban is safe in pregnancy.", STROKE),
        ("Adults with a CURB-65 score of 3 or more can be treated at home.", SCORE),
        ("Aspirin is contraindicated in pregnancy.", STROKE),
        ("Patients with penicillin allergy should not receive fosfomycin.", CHILD),
        (
            (
                "Reduce apixaban to 2.5 mg twice daily when any one of these is present: age 80 years or older, "
                "body weight 60 kg or less, serum creatinine 133 micromol/L or more."
            ),
            STROKE,
        ),
        ("Reduce apixaban to 2.5 mg twice daily in adults aged 80 years or older.", STROKE),
        ("Fosfomycin 400 mg three times daily for 3 days is second line in women.", CHILD),
        (
            "Adults with penicillin allergy should receive doxycycline 100 mg on the first day and then 200 mg once daily.",
            DOXYCYCLINE,
        ),
        (LUNG.replace("for 5", "for at least 5"), LUNG),
        (LUNG.replace("amoxicillin", "intravenous amoxicillin"), LUNG),
        (SCORE.replace("of 3 or more", "above 3"), SCORE),
        ("Adults should receive amoxicillin 500 mg three times daily for 5 days.", LUNG),
        (LUNG.replace("low-severity ", ""), LUNG),
        (WOMEN.replace("non-pregnant ", ""), WOMEN),
        ("Trimethoprim is contraindicated in pregnancy.", PREGNANT),
        ("For children aged 3 months to 15 years, offer trimethoprim 4 mg/kg twice daily for 3 days.", CHILD),
        (XRAY.replace(" who smoke", ""), XRAY),
        ("A chest radiograph should be obtained in all patients with cough lasting more than 8 weeks.", COUGH),
        ("Digoxin 62.5 to 125 micrograms once daily may be considered as first-line rate control.", RATE),
        ("Bisoprolol 2.5 mg once daily may be considered as first-line rate control in children.", RATE),
        ("Bisoprolol 125 micrograms and digoxin 2.5 mg may be considered once daily.", RATE),
        (WOMEN.replace("Offer", "Consider").replace(" (strong recommendation)", ""), WOMEN),
    ],
)
def test_a_lie_is_caught_whatever_else_its_passage_says(sentence: str, source: str) -> None:
    assert faults(sentence, source)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Aspirin should not be offered for stroke prevention in atrial fibrillation.", STROKE),
        ("For adults with a CHA2DS2-VASc score of at least 2, apixaban 5 mg every 12 hours is recommended.", STROKE),
        ("Apixaban must not be used in pregnancy.", STROKE),
        ("In patients with asthma, bisoprolol should not be used.", RATE),
        (
            (
                "When beta-blockers are contraindicated, digoxin 0.0625 to 0.125 mg once daily may be considered in "
                "sedentary adults."
            ),
            RATE,
        ),
        (
            "Amoxicillin 500 mg three times daily for 5 days should be given to adults with low-severity pneumonia.",
            LUNG,
        ),
        ("Pivmecillinam should not be given to patients with penicillin allergy.", CHILD),
        ("Trimethoprim is contraindicated in the first trimester of pregnancy.", PREGNANT),
        ("Adults whose CURB-65 score is 3 or more should be admitted.", SCORE),
    ],
)
def test_the_truth_about_the_same_passages_passes(sentence: str, source: str) -> None:
    assert faults(sentence, source) == []


RENAL = "Do not use NSAIDs in people with an eGFR below 30 mL/min/1.73 m2, with heart failure, or who take an anticoagulant."
CLOT = "Offer apixaban or rivaroxaban to adults with confirmed proximal deep vein thrombosis or pulmonary embolism."


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Do not use NSAIDs in people with heart failure.", RENAL),
        ("Do not use NSAIDs in people who take an anticoagulant or have heart failure.", RENAL),
        ("Offer rivaroxaban to adults with confirmed pulmonary embolism.", CLOT),
    ],
)
def test_of_alternatives_a_sentence_may_speak_of_one(sentence: str, source: str) -> None:
    assert faults(sentence, source) == []


def test_a_limit_on_the_other_side_is_not_called_absent() -> None:
    source = "Offer labetalol to pregnant women with a blood pressure of 140/90 mmHg or more."
    told = faults("Offer labetalol to pregnant women with a blood pressure of 140/90 mmHg or less.", source)
    assert told
    assert not any("is not in the cited passages" in one for one in told)
