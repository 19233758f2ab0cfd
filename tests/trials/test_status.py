"""Whether a thing is, was, will be or was declined reaches the verdict as the note tells it."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind, parse_eligibility
from osler.trials.judging import Topic, judge_criterion, topic_of
from osler.trials.steps.aggregate import aggregate_to_trial_verdict
from osler.trials.types import TrialVerdict
from tests.trials.patients import criterion, view

Case = tuple[str, str, CriterionKind, str]
SEEN = "Seen 4 June 2025. A 52-year-old woman. "
PAST: list[Case] = [
    ("Cellulitis of the leg in 2022.", "Cellulitis within 12 months", "exclusion", "NOT_MET"),
    ("Cellulitis of the leg in May 2025.", "Cellulitis within 12 months", "exclusion", "MET"),
    ("Melanoma 2015, excised.", "Cancer within the last 5 years", "exclusion", "NOT_MET"),
    ("Anorexia nervosa age 15-18, fully recovered.", "Anorexia nervosa within 2 years", "exclusion", "NOT_MET"),
    ("Chronic hepatitis C, treated in 2020, SVR12.", "Active hepatitis C", "exclusion", "NOT_MET"),
    ("Anti-HCV reactive, HCV RNA not detected.", "Active hepatitis C infection", "exclusion", "NOT_MET"),
    ("Hep C Ab positive with negative PCR.", "Known active hepatitis B or C", "exclusion", "UNKNOWN"),
    ("HBcAb positive, surface antigen negative.", "Active hepatitis B", "exclusion", "NOT_MET"),
    ("Hepatitis C antibody positive, RNA positive.", "Active hepatitis C", "exclusion", "MET"),
    ("Gestational hypertension in her first pregnancy.", "Current gestational hypertension", "exclusion", "NOT_MET"),
    ("Measles contact last week.", "Active measles", "exclusion", "UNKNOWN"),
    ("Vaccinated for everything except measles.", "Measles infection", "exclusion", "UNKNOWN"),
    (
        "Opioid dependence in her thirties, clean for 9 years.",
        "Opioid dependence within 1 year",
        "exclusion",
        "NOT_MET",
    ),
    ("Three pregnancies.", "Pregnancy", "exclusion", "UNKNOWN"),
    ("Depression in 2011.", "Depression within 2 years", "exclusion", "UNKNOWN"),
    ("Depression since 2011.", "Depression within 2 years", "exclusion", "MET"),
]
MEDICINES: list[Case] = [
    ("Secukinumab is to be started next week.", "Prior secukinumab", "exclusion", "UNKNOWN"),
    ("Secukinumab may be considered.", "Previous treatment with secukinumab", "exclusion", "UNKNOWN"),
    ("Secukinumab was discussed but she declined.", "Prior secukinumab", "exclusion", "NOT_MET"),
    ("Secukinumab 2019-2021.", "Prior secukinumab", "exclusion", "MET"),
    ("Secukinumab 2019-2021.", "Secukinumab within 12 months", "exclusion", "NOT_MET"),
    ("Golimumab, last injection 2 April 2025.", "Golimumab within 4 weeks", "exclusion", "NOT_MET"),
    ("Golimumab, last injection 2 April 2025.", "Golimumab within 12 weeks", "exclusion", "MET"),
    ("Warfarin was discontinued on 20 May 2025.", "Warfarin within 30 days", "exclusion", "MET"),
    ("Uveitis resolved on prednisone.", "Systemic corticosteroids within 14 days", "exclusion", "UNKNOWN"),
    (
        "Budesonide inhaler. Currently prednisone 5 mg daily.",
        "Current systemic corticosteroids",
        "exclusion",
        "MET",
    ),
]
WORDINGS: list[Case] = [
    ("Breast cancer 2023.", "Free of cancer for at least 5 years", "inclusion", "NOT_MET"),
    ("Breast cancer 2023.", "Cancer-free for 5 years", "inclusion", "NOT_MET"),
    ("She takes adalimumab.", "Adalimumab-naive", "inclusion", "NOT_MET"),
    ("Type 2 diabetes.", "Diabetes other than type 2, except diabetes of pregnancy", "exclusion", "NOT_MET"),
    ("COPD.", "Lung disease other than COPD (asthma, sarcoidosis)", "exclusion", "UNKNOWN"),
    ("COPD. Sarcoidosis.", "Lung disease other than COPD (asthma, sarcoidosis)", "exclusion", "MET"),
    ("Signed consent for publication.", "Signed informed consent", "inclusion", "UNKNOWN"),
    ("She consented to the operation.", "Informed consent", "inclusion", "UNKNOWN"),
    ("She gave consent for the study.", "Informed consent", "inclusion", "MET"),
]


@pytest.mark.parametrize("case", [*PAST, *MEDICINES, *WORDINGS])
def test_the_status_of_a_fact_reaches_the_verdict(case: Case) -> None:
    note, text, kind, expected = case
    result = judge_criterion(criterion(text, kind), view(SEEN + note), "strict")
    assert result.verdict.value == expected, result.reasoning


@pytest.mark.parametrize(
    ("text", "expected"), [("Age > 60 months", "UNKNOWN"), ("Age >= 60 months", "MET"), ("Age < 60 months", "NOT_MET")]
)
def test_an_age_in_years_leaves_its_months_open(text: str, expected: str) -> None:
    assert judge_criterion(criterion(text), view("A 5-year-old girl."), "strict").verdict.value == expected


def _onco(note: str, text: str, kind: CriterionKind = "exclusion") -> str:
    topic: Topic = topic_of("Letrozole in breast cancer", view().vocabularies)
    return judge_criterion(criterion(text, kind), view(f"{SEEN}{note}"), "strict", topic).verdict.value


def test_the_disease_of_the_trial_is_no_other_malignancy() -> None:
    asked = "Other malignancy within 5 years, except cervical carcinoma in situ"
    assert _onco("Breast cancer since 2023.", asked) == "UNKNOWN"
    assert _onco("Breast cancer since 2023. Melanoma in 2024.", asked) == "MET"
    assert _onco("Breast cancer since 2023. Melanoma 2010, excised.", "Another cancer within 5 years") != "MET"


def test_spread_outweighs_the_stage_at_diagnosis() -> None:
    spread = "Breast cancer, stage IIA in 2021. Now bone metastases."
    assert _onco(spread, "Stage IV disease", "inclusion") == "MET"
    assert _onco(spread, "Stage II disease", "inclusion") == "NOT_MET"
    worse = "Breast cancer, stage IIA in 2021. Relapsed in 2025."
    assert _onco(worse, "Stage IV disease", "inclusion") == "UNKNOWN"


def test_the_time_of_a_lists_heading_reaches_its_entries() -> None:
    text = "Exclusion Criteria:\n\n1. Any of these in the 3 months before randomisation:\n   - Stroke\n   - Fracture\n"
    (found,) = parse_eligibility(text.replace("these", "the following"))
    assert judge_criterion(found, view(f"{SEEN}Stroke in 2019."), "strict").verdict.value != "MET"
    assert judge_criterion(found, view(f"{SEEN}Stroke on 3 May 2025."), "strict").verdict.value == "MET"


def test_a_text_of_one_line_is_judged_criterion_by_criterion() -> None:
    text = "Inclusion Criteria: Adults. Asthma for at least 1 year. Exclusion Criteria: Stroke. Pregnant or nursing."
    criteria = parse_eligibility(text)
    assert [(one.kind, one.text) for one in criteria] == [
        ("inclusion", "Adults."),
        ("inclusion", "Asthma for at least 1 year."),
        ("exclusion", "Stroke."),
        ("exclusion", "Pregnant or nursing."),
    ]
    man = view("A 40-year-old man with asthma since last month.")
    results = [judge_criterion(one, man, "strict") for one in criteria]
    assert aggregate_to_trial_verdict(results) is not TrialVerdict.ELIGIBLE
    joined = judge_criterion(criterion("Asthma for at least 1 year, and not pregnant"), man, "strict")
    assert joined.verdict.value != "NOT_APPLICABLE"


NOT_SPREAD: list[Case] = [
    ("Depression. Never had ECT.", "Previous electroconvulsive therapy", "exclusion", "NOT_MET"),
    ("No tobacco, alcohol or IVDU.", "Injection drug use", "exclusion", "NOT_MET"),
    ("No IVDU since 2010.", "History of intravenous drug use", "exclusion", "UNKNOWN"),
    ("No seizures since 2010.", "Any previous seizure", "exclusion", "UNKNOWN"),
    ("No seizures since 2010.", "Current seizures", "exclusion", "NOT_MET"),
    ("Pneumonia. She was not intubated.", "Invasive mechanical ventilation", "exclusion", "NOT_MET"),
    ("Her brother never had ECT.", "Electroconvulsive therapy", "exclusion", "UNKNOWN"),
    ("Melanoma, BRAF neg.", "BRAF V600 mutation", "inclusion", "NOT_MET"),
    ("Gastric adenocarcinoma. CT head showed no metastatic disease.", "Brain metastases", "exclusion", "NOT_MET"),
    ("Breast cancer. Brain MRI without evidence of metastases.", "Known CNS metastases", "exclusion", "NOT_MET"),
    ("Breast cancer. No cerebral mets.", "Untreated brain metastases", "exclusion", "NOT_MET"),
    ("Melanoma with liver metastases, no bone mets.", "Liver metastases", "inclusion", "MET"),
    ("Breast cancer. CT brain: no mets.", "Metastatic disease", "inclusion", "UNKNOWN"),
    ("Breast cancer. MRI brain to look for metastases.", "Brain metastases", "exclusion", "UNKNOWN"),
]


@pytest.mark.parametrize("case", NOT_SPREAD)
def test_a_denial_counts_for_what_it_names_and_no_more(case: Case) -> None:
    note, text, kind, expected = case
    result = judge_criterion(criterion(text, kind), view(SEEN + note), "strict")
    assert result.verdict.value == expected, result.reasoning


BESIDE: list[Case] = [
    ("Lupus nephritis, biopsy proven, since 2021.", "Biopsy-proven lupus nephritis", "inclusion", "MET"),
    ("Asthma, not eosinophilic.", "Eosinophilic asthma", "inclusion", "UNKNOWN"),
    ("Gastric adenocarcinoma, PD-L1 CPS 12.", "PD-L1 CPS >= 5", "inclusion", "MET"),
    ("Lung adenocarcinoma, PD-L1 TPS 30%.", "PD-L1 TPS >= 50%", "inclusion", "NOT_MET"),
    ("Lung adenocarcinoma, RET negative.", "RET fusion", "inclusion", "NOT_MET"),
    ("K+ 5.9 mmol/L.", "Serum potassium > 5.5 mmol/L", "exclusion", "MET"),
    ("Na+ 128 mmol/L.", "Sodium < 130 mmol/L", "exclusion", "MET"),
    ("CD4 180.", "CD4 count < 200 cells/mm3", "inclusion", "MET"),
]


@pytest.mark.parametrize("case", BESIDE)
def test_what_stands_beside_a_finding_qualifies_it(case: Case) -> None:
    note, text, kind, expected = case
    result = judge_criterion(criterion(text, kind), view(SEEN + note), "strict")
    assert result.verdict.value == expected or (expected == "UNKNOWN" and result.verdict.value == "NOT_MET"), (
        result.reasoning
    )


def test_the_reason_says_what_the_record_has() -> None:
    result = judge_criterion(criterion("Severe asthma"), view(SEEN + "She has asthma."), "strict")
    assert result.verdict.value == "UNKNOWN"
    assert "the record has asthma" in result.reasoning


@pytest.mark.parametrize(
    ("text", "datum"),
    [
        ("Inadequate response to at least 2 antipsychotics", "how many: Inadequate response to antipsychotics"),
        ("At least 3 asthma exacerbations in the past year", "how many: asthma exacerbations of the last 1 years"),
    ],
)
def test_a_number_of_bouts_or_drugs_is_no_result_of_a_laboratory(text: str, datum: str) -> None:
    result = judge_criterion(criterion(text), view(SEEN + "Asthma. Schizophrenia."), "strict")
    assert result.verdict.value == "UNKNOWN"
    assert "how many" in result.reasoning
    assert result.missing == [datum]


def test_lines_of_therapy_are_counted_and_a_joint_count_is_measured() -> None:
    treated = view(SEEN + "Lung adenocarcinoma, 1L carboplatin, 2L docetaxel.")
    assert judge_criterion(criterion("At least 2 lines of systemic therapy"), treated, "strict").verdict.value == "MET"
    measured = judge_criterion(criterion("Swollen joint count >= 6"), treated, "strict")
    assert measured.missing == ["Swollen joint count"]


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        (
            "Imatinib stopped 10 April 2025.",
            "Imatinib within 21 days (or 5 half-lives, whichever is longer)",
            "UNKNOWN",
        ),
        ("Imatinib stopped 10 April 2025.", "Imatinib within 3 weeks or 5 half-lives", "UNKNOWN"),
        ("Imatinib, last dose 1 June 2025.", "Imatinib within 21 days or 5 half-lives, whichever is longer", "MET"),
        (
            "Imatinib, last dose 1 June 2025.",
            "Imatinib within 21 days or 5 half-lives, whichever is shorter",
            "UNKNOWN",
        ),
        ("Imatinib stopped 10 April 2025.", "Imatinib within 21 days", "NOT_MET"),
    ],
)
def test_days_decide_alone_only_where_half_lives_cannot_differ(note: str, text: str, expected: str) -> None:
    assert judge_criterion(criterion(text, "exclusion"), view(SEEN + note), "strict").verdict.value == expected


@pytest.mark.parametrize(
    ("note", "text", "verdict"),
    [
        ("A 49-year-old nurse, LTBI (latent tuberculosis) found in 2018.", "Current active tuberculosis", "NOT_MET"),
        ("A 49-year-old nurse with latent tuberculosis.", "History of tuberculosis", "UNKNOWN"),
        ("A 49-year-old nurse. Latent tuberculosis in 2018, now pulmonary tuberculosis.", "Active tuberculosis", "MET"),
    ],
)
def test_an_infection_that_sleeps_is_no_active_disease(note: str, text: str, verdict: str) -> None:
    assert judge_criterion(criterion(text, "exclusion"), view(note), "strict").verdict.value == verdict
