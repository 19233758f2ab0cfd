"""What notes state in another form than criteria ask, each mechanism with its opposite beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.criteria import CriterionKind
from osler.core.patient import patients_in, speaks_of_several
from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError
from osler.trials import Deps
from osler.trials.judging import NO_TOPIC, Topic, judge_criterion, topic_of
from osler.trials.screening import read_protocol, screen
from osler.trials.screening.run import NoRegistry
from osler.trials.steps.one_person import in_english, one_person
from osler.trials.types import PolicyName
from tests.trials.patients import criterion, patient, view

STROKE = topic_of("Early anticoagulation after stroke", bundled_vocabularies(), ("Ischemic stroke",))
HEART = "Clinic 3 Nov 2026. 72-year-old man. Admitted with ADHF 14-19 Aug 2026. Permanent AF. BP 148/86 mmHg."
BREAST = "61-year-old woman. ER positive, HER2 negative metastatic breast cancer. PIK3CA wild-type."
RELAPSED = "61-year-old woman with breast cancer, letrozole for 5 years. Relapsed in August 2026 with bone metastases."
CHILD = "9-year-old boy with poorly controlled asthma. His mother smokes. Parents consented and he gave assent."
GOUT = "Seen 16 Oct 2026. 63-year-old man with gout (last flare 2023) and type 2 diabetes mellitus."
PREGNANT = "29-year-old G3P1, 24+2 weeks pregnant, singleton."
LUNG = "Seen 3 Nov 2026. 61-year-old woman with asthma. Takes Seretide 250."
DENIED = "Seen 3 Nov 2026. 48-year-old woman. No previous thyroid surgery. No inactivated vaccines in the last year."
NO_CAPACITY = "81-year-old man with dementia, lacks capacity. His daughter gave consent."
TRIED = "Seen 3 Nov 2026. 55-year-old man. Febuxostat stopped in March 2022. Takes no urate-lowering drugs."
Case = tuple[str, str, CriterionKind, str, Topic]

PANEL = "50-year-old man. Calcium was elevated, and liver enzymes and creatinine are normal."
STEROID = "67-year-old man. Takes prednisone 5 mg daily."
LETTER = "Clinic letter, 12 March 2026\n61-year-old woman."
STABLE = "On a stable dose of metformin for at least 8 weeks"
COMPLIES = "63-year-old man. He will provide informed consent and will comply with the trial protocol."
CASES: list[Case] = [
    (HEART, "Hospitalisation for heart failure within the last 12 months", "inclusion", "MET", NO_TOPIC),
    (HEART, "Hospitalisation for heart failure within 4 weeks", "exclusion", "NOT_MET", NO_TOPIC),
    (HEART, "Hospitalisation for asthma within 12 months", "exclusion", "UNKNOWN", NO_TOPIC),
    (HEART, "Paroxysmal atrial fibrillation", "inclusion", "NOT_MET", NO_TOPIC),
    (HEART, "Permanent atrial fibrillation", "exclusion", "MET", NO_TOPIC),
    ("72-year-old man with AF.", "Permanent atrial fibrillation", "exclusion", "UNKNOWN", NO_TOPIC),
    (HEART, "Office systolic BP >= 140 mmHg", "inclusion", "MET", NO_TOPIC),
    (BREAST, "ER-positive, HER2-negative metastatic breast cancer", "inclusion", "MET", NO_TOPIC),
    (BREAST, "ER-negative, HER2-negative metastatic breast cancer", "inclusion", "NOT_MET", NO_TOPIC),
    (BREAST, "Prior treatment with a PI3K, mTOR or AKT inhibitor", "exclusion", "UNKNOWN", NO_TOPIC),
    (BREAST, "PIK3CA mutation detected in ctDNA", "inclusion", "NOT_MET", NO_TOPIC),
    (RELAPSED, "Progression on or after aromatase inhibitor therapy", "inclusion", "MET", NO_TOPIC),
    (RELAPSED, "Progression on prior osimertinib", "inclusion", "UNKNOWN", NO_TOPIC),
    ("60-year-old man on osimertinib, no progression.", "Progression on osimertinib", "inclusion", "UNKNOWN", NO_TOPIC),
    (CHILD, "Current smoker", "exclusion", "UNKNOWN", NO_TOPIC),
    (CHILD, "Uncontrolled asthma", "exclusion", "MET", NO_TOPIC),
    ("9-year-old boy with well controlled asthma.", "Uncontrolled asthma", "exclusion", "NOT_MET", NO_TOPIC),
    (CHILD, "Written informed consent of the parents and assent", "inclusion", "MET", NO_TOPIC),
    (GOUT, "Gout flare within the last 4 weeks", "exclusion", "NOT_MET", NO_TOPIC),
    ("63-year-old man with gout.", "Gout flare within the last 4 weeks", "exclusion", "UNKNOWN", NO_TOPIC),
    (GOUT, "Type 1 diabetes mellitus", "exclusion", "NOT_MET", NO_TOPIC),
    ("63-year-old man with diabetes.", "Type 1 diabetes mellitus", "exclusion", "UNKNOWN", NO_TOPIC),
    (PREGNANT, "Nulliparous", "inclusion", "NOT_MET", NO_TOPIC),
    (PREGNANT, "Singleton pregnancy", "inclusion", "MET", NO_TOPIC),
    (PREGNANT, "Multiple gestation", "exclusion", "NOT_MET", NO_TOPIC),
    ("68-year-old woman took daratumumab in 2024.", "Prior anti-CD38 antibody", "exclusion", "MET", NO_TOPIC),
    ("68-year-old woman took rituximab in 2024.", "Prior anti-CD38 antibody", "exclusion", "UNKNOWN", NO_TOPIC),
    ("68-year-old woman with grade 2 neuropathy.", "Neuropathy grade >= 2", "exclusion", "MET", NO_TOPIC),
    ("68-year-old woman with grade 1 neuropathy.", "Neuropathy grade >= 2", "exclusion", "NOT_MET", NO_TOPIC),
    ("23-year-old student (AFAB).", "Individuals assigned female at birth", "inclusion", "MET", NO_TOPIC),
    ("23-year-old student (AMAB).", "Individuals assigned female at birth", "inclusion", "NOT_MET", NO_TOPIC),
    ("23-year-old woman. Migraine with aura.", "Migraine with aura", "exclusion", "MET", NO_TOPIC),
    ("26-year-old woman with bipolar disorder.", "DSM-IV defined Axis I disorders", "exclusion", "MET", NO_TOPIC),
    ("26-year-old woman with asthma.", "DSM-IV defined Axis I disorders", "exclusion", "UNKNOWN", NO_TOPIC),
    ("58-year-old woman with obesity.", "Obesity (BMI > 25)", "inclusion", "MET", NO_TOPIC),
    ("9-year-old girl with obesity.", "Obesity (BMI > 25)", "inclusion", "UNKNOWN", NO_TOPIC),
    ("81-year-old woman with ischemic stroke.", "Previous stroke", "exclusion", "UNKNOWN", STROKE),
    ("81-year-old woman with a previous stroke in 2019.", "Previous stroke", "exclusion", "MET", STROKE),
    ("45-year-old man. Willing to use condoms.", "Willing to use contraception", "inclusion", "MET", NO_TOPIC),
    ("45-year-old man. Uses condoms.", "Use of double barrier contraception", "inclusion", "UNKNOWN", NO_TOPIC),
    ("45-year-old man.", "", "exclusion", "UNKNOWN", NO_TOPIC),
    ("66-year-old man, ex-smoker (40 py).", "Current smoker", "exclusion", "NOT_MET", NO_TOPIC),
    ("66-year-old man, never smoked.", "Smokers or ex-smokers", "exclusion", "NOT_MET", NO_TOPIC),
    ("70-year-old man with GORD.", "Drugs for GORD within 4 weeks", "exclusion", "UNKNOWN", NO_TOPIC),
    (
        "49-year-old man, smokes 20 a day.",
        "Substance use disorder, except for nicotine use disorder",
        "exclusion",
        "UNKNOWN",
        NO_TOPIC,
    ),
    (
        "49-year-old man. Basal cell carcinoma 2019.",
        "Cancer, except basal cell carcinoma",
        "exclusion",
        "NOT_MET",
        NO_TOPIC,
    ),
    ("70-year-old man with GORD.", "GORD", "exclusion", "MET", NO_TOPIC),
    (LUNG, "Systemic corticosteroids within 2 weeks", "exclusion", "NOT_MET", NO_TOPIC),
    (f"{LUNG} Takes prednisone 4 mg daily.", "Systemic glucocorticoids within 2 weeks", "exclusion", "MET", NO_TOPIC),
    (DENIED, "Previous thyroid surgery, including lobectomy or isthmectomy", "exclusion", "NOT_MET", NO_TOPIC),
    (DENIED, "Inactivated vaccine given within 6 weeks", "exclusion", "NOT_MET", NO_TOPIC),
    (DENIED, "Inactivated vaccine given within 18 months", "exclusion", "UNKNOWN", NO_TOPIC),
    ("60-year-old woman. No thyroid CA.", "Previous thyroid surgery", "exclusion", "UNKNOWN", NO_TOPIC),
    ("71-year-old woman. Signed ICF on Monday.", "Ability to give informed consent", "inclusion", "MET", NO_TOPIC),
    (NO_CAPACITY, "Subject is incapable of giving informed consent", "exclusion", "MET", NO_TOPIC),
    (NO_CAPACITY, "Informed consent of the subject or a legal guardian", "inclusion", "MET", NO_TOPIC),
    ("54-year-old man, intubated this morning.", "Invasive ventilation", "inclusion", "MET", NO_TOPIC),
    ("54-year-old man, extubated this morning.", "Mechanical ventilation", "inclusion", "NOT_MET", NO_TOPIC),
    ("54-year-old man, intubated for asthma in 2019.", "Invasive ventilation", "inclusion", "UNKNOWN", NO_TOPIC),
    ("Man of 54, intubated in ED. Extubated today.", "Mechanical ventilation", "inclusion", "NOT_MET", NO_TOPIC),
    (TRIED, "Urate-lowering drugs (e.g. febuxostat) in the past 2 months", "exclusion", "NOT_MET", NO_TOPIC),
    ("66-year-old man, ex-smoker (40 py).", "History of smoking", "exclusion", "MET", NO_TOPIC),
    ("27-year-old woman with ulcerative colitis.", "Crohn's disease", "exclusion", "NOT_MET", NO_TOPIC),
    ("52-year-old woman. DVT in 2011.", "History of venous thromboembolism", "exclusion", "MET", NO_TOPIC),
    ("49-year-old man, kidney transplant in 2017.", "Kidney transplant recipient", "exclusion", "MET", NO_TOPIC),
    ("66-year-old man. ILD never.", "History of interstitial lung disease", "exclusion", "NOT_MET", NO_TOPIC),
    (
        "Pre-eclampsia in 2021. 31-year-old woman.",
        "Pre-eclampsia in a previous pregnancy",
        "inclusion",
        "MET",
        NO_TOPIC,
    ),
    ("40-year-old woman, tachycardic.", "Cardiac disease", "exclusion", "UNKNOWN", NO_TOPIC),
    ("40-year-old woman, tachycardic.", "Cardiac arrhythmias", "exclusion", "UNKNOWN", NO_TOPIC),
    ("32-year-old man with loss of appetite.", "Psychiatric illness", "exclusion", "UNKNOWN", NO_TOPIC),
    ("32-year-old man with schizophrenia.", "Psychiatric illness", "exclusion", "MET", NO_TOPIC),
    ("40-year-old woman with no medical problems, tachycardic.", "Cardiac disease", "exclusion", "NOT_MET", NO_TOPIC),
    ("56-year-old woman. No bleeding.", "High risk of bleeding", "exclusion", "UNKNOWN", NO_TOPIC),
    (COMPLIES, "Skin lesions precluding attachment of the electrodes", "exclusion", "NOT_MET", NO_TOPIC),
    (
        COMPLIES,
        "In the opinion of the investigator unfit, which precludes participation",
        "exclusion",
        "UNKNOWN",
        NO_TOPIC,
    ),
    (COMPLIES, "Dead on arrival", "exclusion", "NOT_MET", NO_TOPIC),
    (PANEL, "Serum creatinine within normal limits", "inclusion", "MET", NO_TOPIC),
    (PANEL, "ALT and AST <= 2.5 x ULN", "inclusion", "MET", NO_TOPIC),
    (PANEL, "Creatinine > 1.5 x ULN", "exclusion", "NOT_MET", NO_TOPIC),
    (PANEL, "Creatinine <= 1.2 mg/dL", "inclusion", "UNKNOWN", NO_TOPIC),
    (PANEL, "Normal serum calcium", "inclusion", "UNKNOWN", NO_TOPIC),
    ("50-year-old man. Normal CBC and TSH, calcium high.", "Normal platelet count", "inclusion", "MET", NO_TOPIC),
    ("50-year-old man. Creatinine is nearly normal.", "Creatinine <= 1.5 x ULN", "inclusion", "UNKNOWN", NO_TOPIC),
    (
        "56-year-old woman. The surgical incision shows no bleeding.",
        "Gastrointestinal bleeding",
        "exclusion",
        "UNKNOWN",
        NO_TOPIC,
    ),
    ("56-year-old woman. No bleeding.", "Gastrointestinal bleeding", "exclusion", "NOT_MET", NO_TOPIC),
    ("34-year-old woman, methotrexate-naïve.", "Prior methotrexate", "exclusion", "NOT_MET", NO_TOPIC),
    ("34-year-old woman, biologic-naive.", "Use of any biologic within 4 months", "exclusion", "NOT_MET", NO_TOPIC),
    ("34-year-old woman. Never smoker.", "Smoking history > 10 pack-years", "exclusion", "NOT_MET", NO_TOPIC),
    ("34-year-old woman with asthma.", "Physician-diagnosed asthma", "inclusion", "MET", NO_TOPIC),
    (STEROID, "Systemic corticosteroids > 10 mg prednisone daily", "exclusion", "NOT_MET", NO_TOPIC),
    (STEROID, "Prednisone >= 5 mg/day", "exclusion", "MET", NO_TOPIC),
    (STEROID, "Dexamethasone > 4 mg daily", "exclusion", "UNKNOWN", NO_TOPIC),
    ("67-year-old man. Takes prednisone 20 mg prn.", "Prednisone > 10 mg daily", "exclusion", "UNKNOWN", NO_TOPIC),
    (f"{LETTER} Metformin 1000 mg bid, unchanged since 2022.", STABLE, "inclusion", "MET", NO_TOPIC),
    (f"{LETTER} Metformin 1000 mg bid since 20 February 2026.", STABLE, "inclusion", "NOT_MET", NO_TOPIC),
    (f"{LETTER} Metformin since 2022, increased to 1000 mg bid.", STABLE, "inclusion", "UNKNOWN", NO_TOPIC),
    (f"{LETTER} Metformin since 2022.", STABLE, "inclusion", "UNKNOWN", NO_TOPIC),
    ("89-year-old man with unusual behaviors.", "Psychiatric illness", "exclusion", "UNKNOWN", NO_TOPIC),
    (
        "72-year-old man. MI in 2010.",
        "No prior CAD event (no prior myocardial infarction or PCI)",
        "inclusion",
        "NOT_MET",
        NO_TOPIC,
    ),
    ("72-year-old man on aspirin.", "Disease-modifying anti-rheumatic drugs", "exclusion", "UNKNOWN", NO_TOPIC),
    ("72-year-old man. MI in 2010.", "Recent myocardial infarction", "exclusion", "UNKNOWN", NO_TOPIC),
    ("72-year-old man. Pneumonia in 2010, resolved.", "Current infection", "exclusion", "UNKNOWN", NO_TOPIC),
]


@pytest.mark.parametrize(("note", "text", "kind", "verdict", "topic"), CASES)
def test_verdicts(note: str, text: str, kind: CriterionKind, verdict: str, topic: Topic) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict", topic)
    assert result.verdict.value == verdict, result.reasoning


def test_an_old_result_tells_nothing_of_a_screening_visit() -> None:
    seen = view("62-year-old man seen on 2 Nov 2026. HbA1c 7.9 % on 8 Dec 2020.")
    at_screening = judge_criterion(criterion("HbA1c between 7.0% and 9.0% at screening"), seen, "strict")
    assert (at_screening.verdict.value, at_screening.missing) == ("UNKNOWN", ["HbA1c"])
    assert judge_criterion(criterion("HbA1c between 7.0% and 9.0%"), seen, "strict").verdict.value == "MET"


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ("67-year-old woman. Osteoporosis. T-score -2.8 at the lumbar spine.", "T-score <= -2.5"),
        ("50-year-old man. Base excess -4 mmol/L.", "Base excess < -2 mmol/L"),
    ],
)
def test_what_may_be_below_zero_is_believed(note: str, text: str) -> None:
    assert judge_criterion(criterion(text), view(note), "strict").verdict.value == "MET"


def test_a_note_of_several_patients_is_judged_for_none() -> None:
    with pytest.raises(DataError, match="several patients"):
        one_person(patient("Patient A: 40M with AF on apixaban. Patient B: 75F with no AF."))
    parted = "Mrs A, 60 years, breast cancer. ----- NEXT PATIENT ----- Mr B, 30 years, HIV positive."
    for several in (parted, "Mrs Ay, 60 years, breast cancer.\nMr Bee, 30 years, HIV positive."):
        with pytest.raises(DataError, match="several patients"):
            one_person(patient(several))
    assert speaks_of_several("Seen together. Pt A) has AF on apixaban. Pt B) has none.")
    one_person(patient("Patient: 40M with AF on apixaban."))
    one_person(
        patient("Mrs Ay, 60 years. She lives with Mr Bee, 61 years old, her husband. Mrs Ay, 60 years, feels well.")
    )


def test_a_note_in_another_language_is_judged_for_nobody() -> None:
    german = "Patientin 45 Jahre alt, Diabetes mellitus Typ 2, HbA1c 8,4 %, keine HIV-Infektion."
    french = "Patiente de 45 ans avec un diabète de type 2, sans infection par le VIH, traitée depuis 2019."
    for note in (german, french):
        with pytest.raises(DataError, match="another language"):
            in_english(patient(note))
    for note in ("58 F. ALT 45, DES 2019, T2DM.", "A 60-year-old man with asthma.", "ECOG 1"):
        in_english(patient(note))


@pytest.mark.parametrize("note", ["58 F. eGFR -5 mL/min.", "58 F. HbA1c 900 %."])
def test_a_value_that_nobody_has_decides_nothing(note: str) -> None:
    for text in ("eGFR >= 30 mL/min", "HbA1c <= 10 %"):
        assert judge_criterion(criterion(text), view(note), "strict").verdict.value == "UNKNOWN"


async def test_an_open_verdict_is_set_aside_where_a_text_is_about_something_else(tmp_path: Path) -> None:
    text = tmp_path / "trial.txt"
    text.write_text("Inclusion Criteria:\n- Stage IV non-small cell lung cancer\n- ECOG 0-1\n", encoding="utf-8")
    notes = {"heart": "70-year-old man with heart failure.", "lung": "60-year-old man with stage IV lung cancer."}
    sources = [one for name, note in notes.items() for one in patients_in(note.encode(), name=name, format="note")]
    screening = await screen(
        read_protocol(str(text), None, bundled_vocabularies()), sources, deps=Deps(registry=NoRegistry())
    )
    assert [one.verdict.value for one in screening.patients] == ["NOT_RELEVANT", "UNCERTAIN"]
    assert all(len(one.result.criteria) == 2 for one in screening.patients)


@pytest.mark.parametrize(
    ("note", "text", "kind", "verdict"),
    [
        ("Seen 4 May 2026. A 70-year-old man. PPM in 2019.", "Permanent pacemaker", "exclusion", "MET"),
        ("Seen 4 May 2026. A 30-year-old woman. IVIg stopped 20 Apr 2026.", "IVIG within 4 weeks", "exclusion", "MET"),
        ("Seen 4 May 2026. A 30-year-old woman. IVIg stopped 20 Feb 2026.", "IVIG within 4 weeks", "exclusion", "NOT_MET"),
        ("A 62-year-old man with ESKD, kidney transplant in 2020.", "eGFR of at least 20 mL/min/1.73 m2", "inclusion", "UNKNOWN"),
        ("A 62-year-old man with ESKD.", "eGFR of at least 20 mL/min/1.73 m2", "inclusion", "NOT_MET"),
        ("A 3-day-old boy.", "Age below 12 hours", "inclusion", "NOT_MET"),
        ("Reviewed 4 May 2026. A 66-year-old man. Apixaban stopped three days ago.", "Apixaban within 1 week", "exclusion", "MET"),
    ],
)  # fmt: skip
def test_what_the_reader_names_and_dates_decides(note: str, text: str, kind: CriterionKind, verdict: str) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict")
    assert result.verdict.value == verdict, result.reasoning


@pytest.mark.parametrize(("policy", "verdict"), [("strict", "UNKNOWN"), ("clinical", "NOT_MET")])
def test_the_usual_limit_of_normal_is_assumed_where_no_laboratory_could_differ(
    policy: PolicyName, verdict: str
) -> None:
    note = view("A 44-year-old man. GGT 80 U/L, ALT 95 U/L, bilirubin 8 umol/L.")
    result = judge_criterion(criterion("GGT above 3 times the upper limit of normal", "exclusion"), note, policy)
    assert result.verdict.value == verdict
    assert bool(result.assumptions) == (policy == "clinical")
    near = judge_criterion(criterion("ALT above 3 times the upper limit of normal", "exclusion"), note, policy)
    assert near.verdict.value == "UNKNOWN"
    far = judge_criterion(
        criterion("Total bilirubin above 3 times the upper limit of normal", "exclusion"), note, policy
    )
    assert far.verdict.value == "NOT_MET", far.reasoning
    assert not far.assumptions  # no laboratory has a limit of 3 umol/L


@pytest.mark.parametrize(
    ("note", "text", "verdict"),
    [
        ("A 40-year-old man. Faecal calprotectin 612 ug/g.", "Faecal calprotectin above 250 ug/g", "MET"),
        ("A 40-year-old man. Faecal calprotectin 612 ug/g.", "Faecal calprotectin above 250 IU/g", "UNKNOWN"),
        ("A 40-year-old man. Forrest class: III.", "Forrest class I or II", "NOT_MET"),
        (
            "A 40-year-old man. His father had a plaque thickness of 9 mm.",
            "Plaque thickness of 5 mm or more",
            "UNKNOWN",
        ),
        ("A 40-year-old man. Plaque thickness 9 May 2020.", "Plaque thickness of 5 or more", "UNKNOWN"),
        ("A 40-year-old man with neuropathy. Grade 3 diarrhoea.", "Grade 3 or higher", "UNKNOWN"),
        ("A 40-year-old man. Nodule count 4. Nodule count 9.", "Nodule count of at least 6", "UNKNOWN"),
    ],
)
def test_a_value_behind_the_very_name_counts(note: str, text: str, verdict: str) -> None:
    result = judge_criterion(criterion(text), view(note), "strict")
    assert result.verdict.value == verdict, result.reasoning


@pytest.mark.parametrize(
    ("note", "text", "kind", "verdict"),
    [
        ("A 66-year-old man who cannot climb stairs.", "Able to climb one flight of stairs", "inclusion", "NOT_MET"),
        ("A 66-year-old man. Able to walk 200 m.", "Inability to walk", "exclusion", "NOT_MET"),
        ("A 66-year-old man, unable to chew, able to walk.", "Inability to walk", "exclusion", "NOT_MET"),
        ("A 66-year-old man. His wife is unable to walk.", "Inability to walk", "exclusion", "UNKNOWN"),
        ("A 66-year-old man, unable to take aspirin.", "Unable to take clopidogrel", "exclusion", "UNKNOWN"),
    ],
)
def test_what_the_patient_can_do_is_taken_from_the_note(
    note: str, text: str, kind: CriterionKind, verdict: str
) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict")
    assert result.verdict.value == verdict, result.reasoning
