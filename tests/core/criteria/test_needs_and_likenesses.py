"""What is needed, what things may do, what is like them, and what is permitted beside a denial."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        # What things may do to a study is said of all of them.
        ("Ocular surgery or ocular trauma that may confound the results", "exclusion",
         "Ocular surgery that may confound the results or ocular trauma that may confound the results"),
        ("Stroke or dementia, both of which could limit assessment", "exclusion",
         "Stroke which could limit assessment or dementia which could limit assessment"),
        ("Gout, asthma or other diseases that could affect safety", "exclusion",
         "Gout or asthma or other diseases that could affect safety"),
        ("Steroid users or conditions that could affect the bone", "exclusion",
         "Steroid users or conditions that could affect the bone"),
        # What is needed need not have been done.
        ("Chronic pancreatitis requiring pancreatoduodenectomy", "inclusion",
         "Chronic pancreatitis requiring pancreatoduodenectomy"),
        ("Heart failure requiring hospitalization within 6 months or asthma", "exclusion",
         "(Heart failure requiring hospitalization within 6 months) or (asthma)"),
        # What is like a medicine is reacted to as well.
        ("A bad reaction to imatinib or any drugs similar to it in structure or class", "exclusion",
         "bad reaction to imatinib or bad reaction to drugs similar to it in structure or class"),
        ("Hypersensitivity to the study drug (ferric carboxymaltose or equivalent)", "exclusion",
         "Hypersensitivity to the study drug meaning Hypersensitivity to ferric carboxymaltose or equivalent"),
        ("Angioedema to treatment with ACE inhibitors or ARBs", "exclusion",
         "Angioedema to treatment with ACE inhibitors or Angioedema to treatment with ARBs"),
        ("Objection to blood draw or application of blood products", "exclusion",
         "Objection to blood draw or Objection to application of blood products"),
        # A definition that names conditions defines.
        ("Polycystic ovary syndrome, defined by oligomenorrhea or amenorrhea", "inclusion",
         "Polycystic ovary syndrome meaning (oligomenorrhea or amenorrhea)"),
        ("Gout as defined by the ACR", "inclusion", "Gout"),
        ("Anemia or polycythemia defined as hemoglobin > 18 g/dL or hemoglobin < 7 g/dL", "exclusion",
         "(Anemia or polycythemia) meaning (hemoglobin > 18 g/dl or hemoglobin < 7 g/dl)"),
        ("Moderate or severe retinopathy (including retinal hemorrhage)", "exclusion",
         "(Moderate retinopathy or severe retinopathy) such as retinal hemorrhage"),
        # An event is dated, and no value with it.
        ("Ejection fraction < 30 % or exacerbation in the past 30 days", "exclusion",
         "(Ejection fraction < 30 %) or (exacerbation within 30 days)"),
        ("No gout or, if there has been gout, has taken allopurinol", "inclusion",
         "(no gout) or (gout and allopurinol)"),
        ("No prior chemotherapy, but adjuvant chemotherapy is allowed", "inclusion",
         "no (history of chemotherapy except adjuvant chemotherapy)"),
        ("Asthma (or COPD)", "exclusion", "Asthma or COPD"),
        ("AST (or ALT) > 3 x ULN", "exclusion", "AST > 3 x ULN or ALT > 3 x ULN"),
        ("NT-proBNP >= 300 pg/mL in sinus rhythm, or >= 900 pg/mL in atrial fibrillation", "inclusion",
         "(sinus rhythm and NT-proBNP >= 300 pg/ml) or (atrial fibrillation and NT-proBNP >= 900 pg/ml)"),
        ("Age at onset of psoriasis of 40 years or older", "inclusion", "Age at onset of psoriasis >= 40 years"),
        ("Rheumatoid factor or anti-CCP positive", "inclusion", "positive Rheumatoid factor or positive anti-CCP"),
        ("Speak, read and understand English or Spanish", "inclusion",
         "Speak, read and understand English or Spanish"),
        ("Overt bleeding including intracranial, intraspinal or retroperitoneal", "exclusion",
         "Overt bleeding such as (intracranial bleeding or intraspinal bleeding or retroperitoneal bleeding)"),
        ("Vitiligo, neuropathy due to diabetes, psoriasis not requiring treatment, or alopecia", "exclusion",
         "Vitiligo or neuropathy due to diabetes or (psoriasis and (no requiring treatment)) or alopecia"),
        ("Patients managed and regularly followed by a cardiologist", "exclusion",
         "managed and regularly followed by a cardiologist"),
        ("Women with liver disease. (ALT > 2 x ULN)", "exclusion", "female and (liver disease meaning ALT > 2 x ULN)"),
        ("Current gout, including tophi or arthritis within 6 months", "exclusion",
         "current gout such as (tophi within 6 months or arthritis within 6 months)"),
        ("No prior chemotherapy (adjuvant chemotherapy is allowed)", "inclusion",
         "no (history of chemotherapy except adjuvant chemotherapy)"),
        ("Dyspnea at rest or during exercise", "exclusion", "Dyspnea at rest or Dyspnea during exercise"),
        ("Prior surgery or chemotherapy in patients with melanoma", "inclusion",
         "(history of surgery or history of chemotherapy) and melanoma"),
        ("EASI >= 16 at the screening visit and the baseline visit", "inclusion",
         "EASI >= 16 at screening visit and the baseline visit"),
        ("Allergic reaction to vaccine components including alum, thimerosal, phenol", "exclusion",
         "Allergic reaction to vaccine components such as (Allergic reaction to alum or Allergic reaction to thimerosal or Allergic reaction to phenol)"),
        ("Breastfeeding, or planning a pregnancy during the study or within 3 months after the last dose", "exclusion",
         "(breastfeeding) or (planning a pregnancy during the study) or (planning a pregnancy within 3 months after last dose)"),
        ("Cancer with current treatment", "exclusion", "Cancer with current treatment"),
    ],
)  # fmt: skip
def test_the_tree_says_what_the_criterion_says(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning
