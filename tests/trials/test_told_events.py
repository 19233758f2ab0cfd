"""What letters tell in passing: events that no vocabulary has, how long somebody may live, what is contraindicated, how many drugs were had."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import NO_TOPIC, judge_criterion, topic_of
from tests.trials.patients import criterion, view

DAY = "Clinic, 3 February 2025. A 50-year-old woman. "
IN_A_TRIAL = "Participation in another clinical trial within 30 days"


def verdict(note: str, text: str, kind: CriterionKind = "exclusion", title: str = "") -> str:
    topic = topic_of(title, bundled_vocabularies()) if title else NO_TOPIC
    return judge_criterion(criterion(text, kind), view(DAY + note), "strict", topic).verdict.value


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("No live vaccines in the last year.", "Recent live vaccination", "NOT_MET"),
        ("Yellow fever vaccine two weeks ago.", "Live vaccine within 4 weeks before randomization", "MET"),
        ("No vaccinations this year.", "Received live vaccine within 28 days", "NOT_MET"),
        ("No vaccinations this year.", "Received live vaccine within 90 days", "UNKNOWN"),
        ("MMR vaccine in 1990.", "Live vaccine within 4 weeks", "UNKNOWN"),
        ("Influenza vaccine last week.", "Live vaccine within 4 weeks", "UNKNOWN"),
        (
            "She has not taken any investigational drugs.",
            "Received other investigational drug within 4 weeks",
            "NOT_MET",
        ),
        ("Never been in a drug trial.", IN_A_TRIAL, "NOT_MET"),
        ("Took part in a vaccine trial, last dose three weeks ago.", IN_A_TRIAL, "MET"),
        ("Took part in a drug trial three years ago.", IN_A_TRIAL, "UNKNOWN"),
        ("She wishes to take part in a clinical trial.", IN_A_TRIAL, "UNKNOWN"),
        ("Her mother was in a drug trial two weeks ago.", IN_A_TRIAL, "UNKNOWN"),
        (
            "Now in a study of an investigational PI3K inhibitor.",
            "Concurrent therapy with other investigational products",
            "MET",
        ),
        ("No surgery in the past six months.", "Major surgery within 3 months", "NOT_MET"),
        ("No surgery in the past six months.", "Surgery within 12 months", "UNKNOWN"),
        ("Drug-eluting stent to the LAD four weeks ago.", "Coronary stent placement within 6 months", "MET"),
        ("DES to the RCA in 2021.", "History of coronary stenting", "MET"),
        ("No stents.", "Coronary stent implantation", "NOT_MET"),
        ("Carotid stent 2022.", "Coronary stent", "UNKNOWN"),
        ("No operations apart from a hysterectomy last month.", "Major surgery within 3 months", "MET"),
        ("Last blood donation was in May 2023.", "Blood donation within 3 months", "NOT_MET"),
        ("No hospital admissions in the last year.", "Hospitalization within 30 days", "NOT_MET"),
    ],
)
def test_an_event_is_judged_by_the_sentence_that_tells_or_denies_it(note: str, text: str, expected: str) -> None:
    assert verdict(note, text) == expected


@pytest.mark.parametrize(
    ("note", "text", "kind", "expected"),
    [
        (
            "Life expectancy is estimated at more than six months.",
            "Life expectancy of at least 3 months",
            "inclusion",
            "MET",
        ),
        ("Life expectancy more than 2 months.", "Expected survival time ≥3 months", "inclusion", "UNKNOWN"),
        ("Prognosis of a few weeks.", "Life expectancy > 12 weeks", "inclusion", "NOT_MET"),
        ("Prognosis of weeks to months.", "Life expectancy > 12 weeks", "inclusion", "UNKNOWN"),
        ("Good prognosis.", "Life expectancy > 12 weeks", "inclusion", "UNKNOWN"),
        ("Life expectancy less than one year.", "Life expectancy < 1 year", "exclusion", "MET"),
    ],
)
def test_how_long_somebody_is_expected_to_live(note: str, text: str, kind: CriterionKind, expected: str) -> None:
    assert verdict(note, text, kind) == expected


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("Dual antiplatelet therapy is contraindicated.", "Contraindication for antiplatelet treatment", "MET"),
        ("No contraindications to MRI.", "Contraindication to MRI", "NOT_MET"),
        ("She takes ticagrelor.", "Contraindication to aspirin or P2Y12 receptor antagonist", "UNKNOWN"),
        ("No chronic total occlusion.", "Total chronic occlusions", "NOT_MET"),
        ("Chronic total occlusion of the RCA.", "Total chronic occlusions", "MET"),
        ("Her father has a chronic total occlusion.", "Total chronic occlusions", "UNKNOWN"),
        ("Type 2 myocardial infarction due to tachycardia.", "Type 2 myocardial infarction", "MET"),
        ("No adnexal masses.", "Presence of adnexal mass", "NOT_MET"),
        ("No transplant.", "History of lung transplantation", "NOT_MET"),
        ("No liver transplant.", "History of lung transplantation", "UNKNOWN"),
        (
            "No multiple sclerosis or other demyelinating disease.",
            "Demyelinating disease of the central nervous system",
            "NOT_MET",
        ),
        ("Liver cirrhosis.", "Clinically significant history of any chronic liver disease", "MET"),
        ("Hypertension well controlled with ramipril.", "Hypertension poorly controlled by two drugs", "NOT_MET"),
        ("Diabetes out of control.", "Patients with poor glycemic control", "MET"),
        ("No known allergies except penicillin.", "Allergy to penicillin", "MET"),
        ("No known allergies except penicillin.", "Allergy to contrast agents", "NOT_MET"),
        ("Copper IUD.", "Oral contraceptive usage", "UNKNOWN"),
        ("She takes rivaroxaban.", "Anticoagulants usage", "MET"),
        ("Allergy to human albumin.", "Sensitivity to botulinum toxin or human albumin", "MET"),
        ("Type 2 diabetes.", "Type I DM", "NOT_MET"),
        ("BMI 34.", "Obesity - BMI (body mass index) >30 kg/m2", "MET"),
        ("No wish for children.", "Plan to become pregnant during the study", "NOT_MET"),
        ("She does not breastfeed.", "Breastfeeding women", "NOT_MET"),
        ("Urine pregnancy test of 2 February negative.", "Pregnant women", "NOT_MET"),
        ("She cannot swallow tablets.", "Condition that prevents her from being able to swallow tablets", "MET"),
        ("Does not want to attend visits.", "Unable to comprehend or to sign an informed consent form", "UNKNOWN"),
    ],
)
def test_what_a_letter_says_in_its_own_words(note: str, text: str, expected: str) -> None:
    assert verdict(note, text) == expected


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("Adalimumab until 2021, then etanercept.", "Exposure to more than 1 TNF antagonist", "MET"),
        ("Etanercept since 2021.", "Exposure to more than 1 TNF antagonist", "UNKNOWN"),
        ("No biologics so far.", "Primary failure to TNF antagonist therapy", "NOT_MET"),
        (
            "Dupilumab from 2022 until February 2023. She takes tralokinumab.",
            "Treatment with biologics within 4 months",
            "MET",
        ),
        ("Adalimumab stopped for failure. No other biologics.", "Primary failure to TNF antagonist therapy", "UNKNOWN"),
        ("Fluticasone 250 µg twice daily.", "Systemic corticosteroids within 12 months", "UNKNOWN"),
        ("Breast cancer 2019 treated with epirubicin and docetaxel.", "Prior chemotherapy", "MET"),
        ("Colon cancer. FOLFOX in 2021.", "Prior chemotherapy", "MET"),
        ("Rheumatoid arthritis on methotrexate 15 mg weekly.", "Prior chemotherapy", "UNKNOWN"),
    ],
)
def test_medicines_are_counted_by_their_class(note: str, text: str, expected: str) -> None:
    assert verdict(note, text) == expected


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("Lung adenocarcinoma with liver metastases. EGFR exon 19 deletion.", "NOT_MET"),
        ("Lung adenocarcinoma with liver metastases. EGFR wild-type.", "MET"),
        ("Lung adenocarcinoma with liver metastases.", "UNKNOWN"),
    ],
)
def test_a_marker_before_a_spread_cancer_is_asked_for_too(note: str, expected: str) -> None:
    assert verdict(note, "Metastatic EGFR wild-type non-small cell lung cancer", "inclusion") == expected


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("Breast cancer, ER 90 %, HER2 negative.", "ER-positive", "MET"),
        ("Breast cancer, ER 0 %.", "ER-positive", "NOT_MET"),
        ("Breast cancer with liver metastases.", "Stage IV disease", "MET"),
        ("Invasive ductal carcinoma of the breast, stage IIB.", "Early invasive breast cancer", "MET"),
        ("Invasive ductal carcinoma of the breast, stage IV.", "Early invasive breast cancer", "NOT_MET"),
    ],
)
def test_receptors_by_percent_and_stages_by_spread(note: str, text: str, expected: str) -> None:
    assert verdict(note, text, "inclusion") == expected


@pytest.mark.parametrize(
    ("note", "text", "kind", "expected"),
    [
        ("Common variable immunodeficiency.", "Known congenital or acquired immunodeficiency", "exclusion", "MET"),
        ("Azathioprine 100 mg daily.", "Immunosuppressive medication in the last 6 weeks", "exclusion", "MET"),
        (
            "Azathioprine 100 mg daily was stopped in 2019.",
            "Immunosuppressive medication in the last 6 weeks",
            "exclusion",
            "NOT_MET",
        ),
        ("WBC 17,400/mm3.", "Leukocytosis (>10,000 cells/mm3)", "inclusion", "MET"),
        ("WBC 7,200/mm3.", "Leukocytosis (>10,000 cells/mm3)", "inclusion", "NOT_MET"),
        ("NYHA class III.", "New York Heart Association class II-IV symptoms", "inclusion", "MET"),
        ("Admitted to the ICU.", "Patients who require intensive care unit treatment", "exclusion", "MET"),
        ("Intensive care is not needed.", "Patients who require intensive care unit treatment", "exclusion", "NOT_MET"),
        ("No previous PCI.", "Stable coronary artery disease referred to PCI", "inclusion", "UNKNOWN"),
        ("Lupus nephritis class IV on biopsy.", "Active lupus nephritis ISN/RPS class III or IV", "inclusion", "MET"),
        ("Lupus nephritis class II.", "Biopsy-proven class III, IV or V lupus nephritis", "inclusion", "NOT_MET"),
        ("Biopsy: class II + V lupus nephritis.", "Class III, IV or V lupus nephritis", "inclusion", "MET"),
        ("Myocardial infarction two weeks ago.", "Recent myocardial infarction (< 30 days)", "exclusion", "MET"),
        (
            "A girl of 16.",
            "Severe disease with a threat to the life of the mother or the child",
            "exclusion",
            "UNKNOWN",
        ),
        ("Hepatitis C.", "HCV co-infection", "exclusion", "MET"),
        ("Fed by PEG.", "Feeding tube", "exclusion", "MET"),
        ("The mitral valves are normal.", "Mechanical aortic or mitral valves", "exclusion", "UNKNOWN"),
        ("She takes sorafenib.", "No antiangiogenic treatment, including sorafenib", "exclusion", "MET"),
        ("HIV positive.", "HIV-1 antibody negative", "inclusion", "NOT_MET"),
        ("Gastric bypass 2012.", "History of gastric bypass surgery", "exclusion", "MET"),
        ("She cannot sign because of encephalopathy.", "Unable to sign an informed consent", "exclusion", "MET"),
        ("No wish for children.", "Not attempting to conceive", "inclusion", "MET"),
        ("She hopes to conceive this year.", "Not attempting to conceive", "inclusion", "NOT_MET"),
        ("Temperature 39.1 °C.", "Temp >38.0 °C", "inclusion", "MET"),
        ("Hypertension, poorly controlled.", "Hypertension that can not be controlled by drugs", "exclusion", "MET"),
        ("Von Willebrand disease.", "Bleeding dyscrasia", "exclusion", "MET"),
    ],
)
def test_more_that_letters_say_otherwise(note: str, text: str, kind: CriterionKind, expected: str) -> None:
    assert verdict(note, text, kind) == expected


@pytest.mark.parametrize("asked", ["Use of pain medication", "Asthma therapy"])
def test_who_has_a_disease_has_not_therefore_been_treated_for_it(asked: str) -> None:
    assert verdict("Chest pain and asthma.", asked) == "UNKNOWN"


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("Lung cancer with three growing brain metastases.", "MET"),
        ("Lung cancer with stable treated brain metastases.", "UNKNOWN"),
        ("Lung cancer, no brain metastases.", "NOT_MET"),
    ],
)
def test_a_spread_that_is_asked_for_as_active(note: str, expected: str) -> None:
    assert verdict(note, "Active brain metastases") == expected


def test_what_the_trial_abbreviates_is_read_in_full() -> None:
    title = "A study in adults with Atopic Dermatitis (AD)"
    assert verdict("Atopic dermatitis since 2010.", "Chronic AD for at least 3 years", "inclusion", title) == "MET"
    assert verdict("Atopic dermatitis since 2010.", "Chronic AD for at least 3 years", "inclusion") == "UNKNOWN"


def test_an_earlier_cancer_is_denied_beside_the_one_of_the_trial() -> None:
    asked = "Patients with a history of any malignancy"
    assert verdict("Breast cancer diagnosed 2025. No earlier cancer.", asked, title="Breast cancer") == "NOT_MET"
    assert verdict("Breast cancer diagnosed 2025.", asked, title="Breast cancer") == "UNKNOWN"


def test_an_exception_for_another_route_lets_nobody_in() -> None:
    asked = "Systemic glucocorticosteroids within 42 days (inhaled and ocular glucocorticosteroids are permitted)"
    assert verdict("Prednisolone 30 mg until ten days ago.", asked) == "MET"
