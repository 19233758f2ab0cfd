"""What a criterion's words are said of: times, results, subjects of a denial, heads of lists, later sentences."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        # A time belongs to the next member that has one.
        ("Tooth extraction or gum surgery within 2 weeks, or dental implant within 6 weeks", "exclusion",
         "(Tooth extraction within 2 weeks) or (gum surgery within 2 weeks) or (dental implant within 6 weeks)"),
        ("In the past 3 months treated with insulin or metformin", "exclusion",
         "insulin within 3 months or metformin within 3 months"),
        ("History of gout, or uric acid > 9 mg/dL", "exclusion", "(history of gout) or (uric acid > 9 mg/dl)"),
        ("Hip surgery planned in the next 6 months", "exclusion",
         "Hip surgery planned within 6 months after enrollment"),
        ("Warfarin; heparin; or apixaban within 5 days", "exclusion",
         "Warfarin within 5 days or heparin within 5 days or apixaban within 5 days"),
        ("No antibiotics for at least 2 weeks before screening", "inclusion",
         "no antibiotics within 2 weeks prior to screening"),
        # How something was found out, and by whose rules, is no condition.
        ("Healthy as determined by medical history, physical examination and ECG", "inclusion", "Healthy"),
        ("Asthma, based on the GINA guidelines", "inclusion", "Asthma"),
        # A denial keeps its subject; what somebody cannot do is one thing.
        ("The wound has not healed", "exclusion", "no wound has healed"),
        ("Cannot swallow capsules", "exclusion", "Cannot swallow capsules"),
        ("Difficulty or inability to chew solid food", "exclusion",
         "Difficulty to chew solid food or inability to chew solid food"),
        # What members share, and what they do not.
        ("Withdrawal of lithium or valproate", "exclusion", "Withdrawal of lithium or Withdrawal of valproate"),
        ("Squamous cell or basal cell carcinoma of the skin", "exclusion",
         "Squamous cell carcinoma of the skin or basal cell carcinoma of the skin"),
        ("Women with previous fibroids or endometriosis", "inclusion",
         "female and (history of fibroids or history of endometriosis)"),
        ("Breast cancer, metastatic or recurrent", "inclusion", "metastatic Breast cancer or recurrent Breast cancer"),
        ("Positive tobacco or drug screen", "exclusion", "positive tobacco screen or positive drug screen"),
        ("Cardiac and renal failure", "exclusion", "Cardiac failure or renal failure"),
        ("Active and uncontrolled asthma", "exclusion", "Active asthma and uncontrolled asthma"),
        ("Use of lithium and valproate", "exclusion", "lithium or valproate"),
        ("Allergy to any of the following drugs: latex, iodine or penicillin", "exclusion",
         "Allergy to latex or Allergy to iodine or Allergy to penicillin"),
        ("Any of the following lung conditions in the past year: asthma, pneumonia", "exclusion",
         "asthma within 1 years or pneumonia within 1 years"),
        ("Bowel disease that could alter uptake, turnover or clearance of drugs", "exclusion",
         "Bowel disease that could alter uptake, turnover or clearance of drugs"),
        ("Sepsis due to gram-negative rods", "inclusion", "Sepsis due to gram-negative rods"),
        # Definitions, examples and exceptions, in the sentence and after it.
        ("Anticoagulation (i.e., warfarin, rivaroxaban, apixaban)", "inclusion",
         "Anticoagulation meaning (warfarin or rivaroxaban or apixaban)"),
        ("Bleeding tendency, e.g. haemophilia, or use of aspirin", "exclusion",
         "(Bleeding tendency such as haemophilia) or aspirin"),
        ("Cancer other than: basal cell carcinoma, cervical dysplasia", "exclusion",
         "Cancer except basal cell carcinoma or cervical dysplasia"),
        ("Liver cirrhosis. Cirrhosis is defined as a Metavir score > 3.", "exclusion",
         "Liver cirrhosis meaning Metavir > 3"),
        ("Seizures. These include febrile seizures and tics.", "exclusion",
         "Seizures such as (febrile seizures or tics)"),
        ("Skin cancer. Note: Patients with excised basal cell carcinoma are not excluded.", "exclusion",
         "Skin cancer except excised basal cell carcinoma"),
        # Values and lengths.
        ("ALT not above 3 times UNL", "inclusion", "ALT <= 3 x ULN"),
        ("CRP 3-fold higher than the upper limit of normal", "inclusion", "CRP > 3 x ULN"),
        ("Ferritin < 30 µg/L (67 pmol/L)", "inclusion", "Ferritin < 30 µg/l"),
        ("Chest pain < 6 h", "inclusion", "Chest pain for < 6 hours"),
        ("Preterm birth (<35 weeks of gestation)", "exclusion", "Preterm birth meaning gestational age < 35 weeks"),
        ("Hard stools for > 25 % of defecations", "inclusion", "Hard stools of defecations > 25 %"),
    ],
)  # fmt: skip
def test_words_are_said_of_what_they_are_meant_of(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning
