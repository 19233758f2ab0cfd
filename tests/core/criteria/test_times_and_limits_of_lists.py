"""Times, limits and words that a list shares, and where each of them ends."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind, parse_criterion, render, split


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        # Times.
        ("Subject has participated in a trial using a new drug or device within 30 days", "exclusion",
         "participated in a trial using a new drug within 30 days or participated in a trial using device within 30 days"),
        ("Ongoing treatment with statins, fibrates and/or niacin within 2 weeks", "exclusion",
         "current statins within 2 weeks or current fibrates within 2 weeks or current niacin within 2 weeks"),
        ("Currently enrolled in another trial or has used any new drug or device within 30 days", "exclusion",
         "(current enrolled in another trial) or (used any new drug within 30 days) or (used any new device within 30 days)"),
        ("Ongoing epilepsy or other seizure disorder, or use of lithium within 6 months", "exclusion",
         "(current epilepsy) or (current other seizure disorder) or (lithium within 6 months)"),
        ("Gout, migraine or lupus within 1 month, or planning dialysis during the study or planning dialysis within 1 year",
         "exclusion",
         "(Gout within 1 months) or (migraine within 1 months) or (lupus within 1 months) or (planning dialysis during the study) or (planning dialysis within 1 years after enrollment)"),
        ("At least 6 weeks after sterilization by tubal ligation or oophorectomy", "inclusion",
         "tubal ligation >= 6 weeks after sterilization or oophorectomy >= 6 weeks after sterilization"),
        ("Active colitis or distal proctitis (extent < 25 cm) within 6 months", "inclusion",
         "Active colitis within 6 months or ((distal proctitis within 6 months) and (extent < 25 cm))"),
        ("Elevated ALT or creatinine at screening, or any rash", "exclusion",
         "(elevated ALT at screening) or (elevated creatinine at screening) or (rash)"),
        ("Patients with asthma taking steroids or patients with a history of gout or lupus", "exclusion",
         "(asthma taking steroids) or (history of gout) or (history of lupus)"),
        ("Treatment with imatinib for > 14 days prior to enrollment and completion of baseline tests", "exclusion",
         "imatinib for > 14 days prior to enrollment"),
        ("A positive drug screen at screening or on Day -1", "exclusion",
         "(positive drug screen at screening) or (positive drug screen at day -1)"),
        ("Not attempting to conceive either at the time of entry or for at least 2 years after surgery", "inclusion",
         "no ((attempting to conceive at entry) or (attempting to conceive within 2 years after surgery))"),
        # Limits.
        ("Age: from 20 to 90 y/o", "inclusion", "age 20 - 90 years"),
        ("Male or female > 40 and < 70 years old", "inclusion", "(male or female) and age > 40 years and age < 70 years"),
        ("Temperature > 38C", "inclusion", "Temperature > 38 c"),
        ("Dementia (< 120 points on the Example Rating Scale)", "exclusion",
         "Dementia meaning Example Rating Scale < 120 points"),
        ("Renal impairment - CrCl < 60 ml/min", "exclusion", "Renal impairment meaning CrCl < 60 ml/min"),
        ("Spherical refraction between + 2.25 to - 8.00", "inclusion", "Spherical refraction -8 - 2.25"),
        ("RASS score between 0 and -4", "inclusion", "RASS -4 - 0"),
        ("At least 8 voids per 24 hours", "inclusion", "voids per 24 hours >= 8"),
        ("Unable to walk at least 150 feet", "exclusion", "Unable to walk >= 150 feet"),
        ("At least two moderate or severe exacerbations in the last 18 months", "inclusion",
         "moderate or severe exacerbations >= 2 within 18 months"),
        ("Engaged in > 60 min/week of exercise", "inclusion", "Engaged in exercise > 60 min/week"),
        # Words that are said of all, of one, or of nothing.
        ("Female subjects' serum test and urine test must be negative", "inclusion",
         "female and negative serum test and negative urine test"),
        ("Stool positive for ova and parasites", "exclusion", "positive Stool for ova or positive Stool for parasites"),
        ("Any one of the following: angina plus a positive exercise test, infarction", "inclusion",
         "(angina and positive exercise test) or infarction"),
        ("Diabetes treated with insulin, sleep apnea, or gout", "exclusion",
         "(Diabetes and insulin) or sleep apnea or gout"),
        ("Diabetes (insulin therapy)", "exclusion", "Diabetes and insulin therapy"),
        ("Inotropic drugs (not norepinephrine)", "exclusion", "Inotropic drugs except norepinephrine"),
        ("Uncontrolled local or systemic diseases (gout, lupus)", "exclusion",
         "(Uncontrolled local diseases or Uncontrolled systemic diseases) such as (gout or lupus)"),
        ("Transjugular, intrahepatic, portosystemic shunt (TIPS)", "exclusion",
         "Transjugular intrahepatic portosystemic shunt"),
        ("A positive rapid test (QuickTest, Example Company, Seattle, WA, USA)", "inclusion", "positive rapid test"),
        ("Anticipated to undergo dialysis, transplantation or embolization", "exclusion",
         "Anticipated to undergo dialysis or Anticipated to undergo transplantation or Anticipated to undergo embolization"),
        ("Need for co-administration of antihypertensive agents or contraindicated medications", "exclusion",
         "Need for co-administration of antihypertensive agents or Need for co-administration of contraindicated medications"),
        ("Intolerability of tamsulosin or related drugs", "exclusion",
         "Intolerability of tamsulosin or Intolerability of related drugs"),
        ("Allergy or lack of response to mirtazapine", "exclusion",
         "Allergy to mirtazapine or (no response to mirtazapine)"),
        ("Treatment involving estrogen or progesterone, with the exception of medroxyprogesterone", "exclusion",
         "(Treatment involving estrogen or Treatment involving progesterone) except medroxyprogesterone"),
        ("Surgery within 6 months, or any situation that would limit compliance", "exclusion",
         "(Surgery within 6 months) or (situation that would limit compliance)"),
        ("Men or non-pregnant women of any ethnic background aged 18 to 45 years", "inclusion",
         "(male or (female and (no pregnant))) and age 18 - 45 years"),
        ("Women are aged 45 to 70 years. Men are aged 40 to 70 years", "inclusion",
         "(age 45 - 70 years and female) or (age 40 - 70 years and male)"),
        ("Pregnancy, nursing women, or women of childbearing potential but did not take contraceptives", "exclusion",
         "pregnant or (female and breastfeeding) or (female and (childbearing potential and (no take contraceptives)))"),
        ("Women of childbearing potential had to use an intrauterine device", "inclusion",
         "if (female and childbearing potential): use an intrauterine device"),
        ("Agree to use condoms and must have a negative pregnancy test at screening", "inclusion",
         "Agree to use condoms and negative pregnancy test at screening"),
        ("Taking part in other trials", "exclusion", "Taking part in other trials"),
        ("Scheduled for surgery under anesthesia with either propofol or desflurane based technique", "inclusion",
         "Scheduled for surgery under anesthesia with propofol or desflurane based technique"),
        ("In need of admission or suicidal", "exclusion", "need of admission or suicidal"),
        # Sentences and entries.
        ("7. Brain metastasis 8. Active infection", "exclusion", "Brain metastasis or Active infection"),
        ("Gout;2) asthma; 3) lupus", "exclusion", "Gout or asthma or lupus"),
        ("In addition to the above, patients with gout", "exclusion", "gout"),
        ("At the cluster level, nurses practicing at a site", "inclusion", "nurses practicing at a site"),
        ("Platelets > 100. The requirement may be waived in hypersplenism.", "inclusion", "Platelets > 100"),
        ("Adults with asthma will be included, unless they meet the exclusion criteria", "inclusion",
         "age >= 18 years and asthma"),
        ("Active leukemia. Patients with controlled leukemia may be considered eligible.", "exclusion",
         "Active leukemia except controlled leukemia"),
    ],
)  # fmt: skip
def test_what_lists_share(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    ("text", "count"),
    [
        # Items that begin with small letters: a small letter goes on with nothing.
        ("use of illicit drugs or relapse during the last trimester of pregnancy\npositive drug screen", 2),
        # A single line that is longer than all others was not broken there.
        ("Allergy, or contraindications to any of the medicines that are used in the study\npreexisting depression", 2),
        (("Patients who have any kind of chronic disease of the heart or who are known to\n"
         "have been treated for it in a hospital within the last ten years before they\nentered the study"), 1),
    ],
)  # fmt: skip
def test_where_a_line_goes_on(text: str, count: int) -> None:
    assert len(split(text, kind="exclusion").criteria) == count
