"""How letters say what criteria ask: agreement, functions, tumours by their organ, scores, tests, medicines and their times."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view

_KINDS: dict[str, CriterionKind] = {"I": "inclusion", "X": "exclusion"}
_WHO = {"w": "Mrs Ann Vale, 34 years.", "m": "Mr Vale, 54 years."}

# Each line: inclusion or exclusion, the criterion, the verdict, who the letter is about, and what it says.

AGREEMENT = """
I|Willing and able to provide informed consent|MET|w|She was keen and willing to sign the form.
I|Able and willing to give written informed consent|NOT_MET|w|She does not want to be in any study.
I|Signed informed consent|NOT_MET|m|He refused to sign the form.
I|Signed informed consent|MET|w|She put her name to the consent form on Tuesday.
I|Provision of informed consent|MET|w|After a long talk she gave us her written agreement to the study.
X|Refusal to participate|MET|w|She said no to the trial.
X|Unwilling to participate|MET|w|She would rather not join any research.
X|Inability or unwillingness to give informed consent|NOT_MET|w|She has read the leaflet and agreed to take part.
I|Willing to participate in the study|MET|m|He would very much like to take part in the study.
I|Willing to comply with study visits and procedures|MET|w|She is happy to come to the unit every week.
I|Able to comply with the study protocol|NOT_MET|m|He will not come back for visits.
I|Willing to attend all visits|NOT_MET|w|She told us she cannot travel to the hospital for follow-up visits.
I|Parental consent|NOT_MET|w|Her father does not want her in any study and refused to sign.
X|Parents not providing consent|MET|w|Her mother declined to sign the consent form.
X|Not providing assent|NOT_MET|w|She herself was keen and willing to sign.
I|Informed consent of a parent or guardian|MET|w|Her mother signed the consent form.
I|Willing to participate in the study|UNKNOWN|w|Her husband took part in a study last year.
I|Agree to use of effective contraception|UNKNOWN|w|She is happy to come for visits.
I|Written informed consent|UNKNOWN|w|Will think about the study and let us know.
X|Poor compliance or refusal to participate|UNKNOWN|w|Compliance with inhalers poor.
I|Ability to understand and willingness to sign a written informed consent document|UNKNOWN|w|She lacks nothing; likes gardening.
I|Willing and able to participate after the study has been explained|MET|w|We explained the study and she wants to go ahead.
I|Willing to participate|UNKNOWN|w|If the dose is lower she would like to take part in the study.
I|Written informed consent|UNKNOWN|w|She wants a sleep study.
I|Informed consent|UNKNOWN|w|She agreed to the biopsy and gave consent for the operation.
I|Able to give informed consent|NOT_MET|w|Her husband was keen, but she herself declined the trial.
I|Patient or legal representative able to provide informed consent|MET|w|Her daughter, who has power of attorney, signed the consent form.
X|Refuses to participate|NOT_MET|m|He is happy to join the study.
I|Willing to return for follow-up visits|MET|w|She agreed to come back every month.
I|Willing to complete diaries and attend visits|NOT_MET|w|She is not willing to attend more appointments.
"""
FUNCTIONS = """
X|Hearing impairment|NOT_MET|w|Hearing and speech are normal.
X|Speech disability|NOT_MET|w|She speaks fluently.
X|Gait disturbance|NOT_MET|w|Walks normally.
X|Visual impairment|NOT_MET|w|Eyesight good.
X|Memory impairment|NOT_MET|w|No trouble with her memory.
X|Neurological difficulties|NOT_MET|w|No neurological illness.
X|Taste disturbance|NOT_MET|w|No reflux, heartburn, sinus trouble, change in taste.
X|Heartburn|NOT_MET|w|No reflux, heartburn, sinus trouble, change in taste.
X|Sleep disturbance|NOT_MET|w|Sleeps well.
X|Sleep disturbance|UNKNOWN|w|Her husband sleeps well.
X|Hearing impairment|UNKNOWN|w|Hearing was normal until last year.
X|Gait disturbance|UNKNOWN|w|Speech normal, gait not tested.
X|Swallowing difficulties|NOT_MET|w|Swallowing intact on water test.
X|Kidney impairment|NOT_MET|w|No kidney trouble.
X|Liver disease|UNKNOWN|w|No liver impairment.
X|Prior palbociclib|UNKNOWN|w|Palbociclib trials did not seem right for her.
X|Prior therapy with any CDK inhibitor|UNKNOWN|w|She read the leaflet for the ribociclib maintenance study.
X|Prior therapy with any CDK inhibitor|MET|w|She had ribociclib for a year in a trial.
X|Prior therapy with any CDK inhibitor|NOT_MET|w|Never on a CDK4/6 drug.
X|Cognitive impairment|NOT_MET|w|Cognition and memory intact.
"""
OPINIONS = """
X|History of alcohol abuse that, in the opinion of the investigator, may interfere with compliance|NOT_MET|w|Teetotal, never drank.
X|Any psychiatric disorder which, in the investigator's opinion, could affect participation|NOT_MET|w|No psychiatric illness.
X|Currently using any therapy that, in the investigator's opinion, is a photosensitizer (for example, phenothiazines, amiodarone, quinine, thiazides, quinolones)|MET|w|On bendroflumethiazide 2.5 mg.
X|Currently using any therapy that, in the investigator's opinion, is a photosensitizer (for example, phenothiazines, amiodarone, quinine, thiazides, quinolones)|MET|w|Takes amiodarone 200 mg daily.
X|Any skin disease (for example, psoriasis, atopic dermatitis) that, in the opinion of the investigator, might impair evaluation|NOT_MET|w|No skin disease.
X|Any skin disease (for example, psoriasis, atopic dermatitis) that, in the opinion of the investigator, might impair evaluation|UNKNOWN|w|Knees with psoriasis.
X|Severe renal impairment that in the judgement of the investigator would preclude participation|NOT_MET|w|No kidney problems, eGFR 92.
X|Uncontrolled hypertension which in the opinion of the investigator makes participation unsafe|NOT_MET|w|BP 118/70, no hypertension.
X|Any condition that, in the opinion of the investigator, would make the patient unsuitable|UNKNOWN|w|Healthy, no illnesses.
X|Significant cardiac disease, in the opinion of the investigator|NOT_MET|w|No heart disease.
I|No severe cardiac dysfunction, left ventricular ejection fraction >= 50%|NOT_MET|w|Echo EF 42%.
I|No brain metastases, ECOG performance status 0-1|NOT_MET|w|MRI brain: no metastases. ECOG 3.
I|No brain metastases, ECOG performance status 0-1|MET|w|MRI brain: no metastases. ECOG 1.
I|No active infection, platelets >= 100 x 10^9/L|NOT_MET|w|Plt 62.
I|No prior chemotherapy, creatinine clearance > 60 mL/min|MET|w|Never had chemotherapy. CrCl 88 mL/min.
I|No pregnancy, age 18 to 45 years|MET|w|Not pregnant. 34 years.
X|Any medication that, in the opinion of the physician, is a strong CYP3A4 inhibitor (e.g., ketoconazole, clarithromycin)|MET|w|Started clarithromycin yesterday.
X|Drug abuse that, in the judgment of the investigator, would interfere with adherence|UNKNOWN|w|Smokes cannabis daily.
I|Without active infection; ANC > 1.5 x 10^9/L|NOT_MET|w|Neutrophils 0.9.
I|No other malignancy, anemia or platelets < 100 x 10^9/L|NOT_MET|w|Plt 62.
"""
TUMOURS = """
I|Locally advanced or metastatic non-small cell lung cancer|MET|w|Squamous cell carcinoma right lower lobe, stage IVA (contralateral lung), bronchoscopic biopsy.
I|Histologically confirmed early invasive breast cancer|MET|w|L breast IDC grade 2 (core biopsy), pT2 pN1a M0, stage IIB.
I|Metastatic colorectal cancer|MET|w|Sigmoid cancer with liver metastases.
I|Non-small cell lung cancer|MET|w|Adenocarcinoma of the left upper lobe, T2N1M0.
I|Colorectal cancer|MET|w|Adenocarcinoma, caecum, resected 2022.
X|Skin cancer|UNKNOWN|w|Squamous cell carcinoma of the tongue.
I|Renal cell carcinoma|MET|w|Clear cell carcinoma of the right kidney.
I|Pancreatic cancer|MET|w|Ductal adenocarcinoma in the head of the pancreas.
I|Breast cancer|UNKNOWN|w|Squamous cell carcinoma of the skin; breasts normal.
I|Lung cancer|UNKNOWN|w|Adenocarcinoma of the colon with lung metastases.
I|Colorectal cancer|MET|w|Adenocarcinoma of the colon with lung metastases.
I|Bladder cancer|MET|w|TURBT: urothelial carcinoma, bladder, G3.
"""
SCORES = """
I|SDQ Total Difficulties score of 19 or higher|MET|w|We went through the SDQ together: total difficulties 22, impact score 4.
I|Impact score of at least 2 on the SDQ|MET|w|We went through the SDQ together: total difficulties 22, impact score 4.
I|SDQ Total Difficulties score of 19 or higher|NOT_MET|w|SDQ self-report total 17, impact 1.
I|Pain score of at least 4 on a 0-10 numeric rating scale|MET|w|Pain 7/10 on NRS.
I|Worst itch score of 7 or more|MET|w|Worst itch 8 out of 10.
I|Worst itch score of 7 or more|UNKNOWN|w|Average itch 8, sleep loss 3.
I|Joint pain score of at least 40|UNKNOWN|w|Back pain 60.
I|Epworth score > 10|MET|w|Epworth 14/24.
I|Fatigue severity score of 4 or more|MET|w|Fatigue score today 5.2.
I|Dizziness handicap score > 30|UNKNOWN|w|Her mother's dizziness handicap 40.
I|Nasal congestion score of 2 or more|MET|w|Scores: nasal congestion 3, sneezing 1, rhinorrhoea 2.
I|Sneezing score of 2 or more|NOT_MET|w|Scores: nasal congestion 3, sneezing 1, rhinorrhoea 2.
I|Clinical frailty score less than 5|MET|w|Frailty 3.
I|Pain score of at least 4|UNKNOWN|w|Pain since 2019, 3 visits.
"""
FRAMES = """
X|Experienced a stroke|MET|w|Left MCA stroke in 2020.
X|Sustained a hip fracture|MET|w|Hip fracture last winter.
X|Underwent liver transplantation|MET|w|Liver transplant 2015.
X|Developed deep vein thrombosis|MET|w|DVT in May.
X|Suffers from epilepsy|MET|w|Epilepsy since childhood.
X|Affected by psoriasis|MET|w|Long-standing psoriasis.
X|Known to have asthma|MET|w|Asthma since age 4.
X|Carrying a diagnosis of schizophrenia|MET|w|Schizophrenia, on clozapine.
X|Exhibits signs of heart failure|MET|w|Heart failure with oedema.
X|Complaining of insomnia|MET|w|Insomnia for two years.
X|Experiencing migraine|MET|w|Migraine weekly.
X|Has ever been diagnosed with cancer|MET|w|Bowel cancer 2016.
X|Hepatic malignancy|MET|w|Hepatocellular carcinoma.
X|Pulmonary malignancy|MET|w|Lung adenocarcinoma.
X|Haematological malignancy|MET|w|Chronic lymphocytic leukaemia.
X|Renal malignancy|MET|w|Renal cell carcinoma.
X|Experienced a sunburn|MET|w|Sunburn on her shoulders.
X|Subject reports depression|MET|w|Depression, on sertraline.
X|Gastric ulceration|MET|w|Gastric ulcer on endoscopy.
X|Renal calculi|MET|w|Kidney stones twice.
X|Cardiac arrhythmia|MET|w|Atrial fibrillation.
X|Cerebral haemorrhage|MET|w|Intracerebral haemorrhage 2019.
X|Hepatic cirrhosis|MET|w|Cirrhosis of the liver.
X|Experienced a myocardial infarction within 6 months|NOT_MET|w|Heart attack in 2015.
X|Developed sepsis during pregnancy|UNKNOWN|w|Sepsis after a bite in 2019.
X|Experiencing migraine|NOT_MET|w|No migraine.
X|Underwent splenectomy|NOT_MET|w|Never had any operation.
X|Reports suicidal ideation|NOT_MET|w|Denies suicidal ideation.
X|Experienced anaphylaxis|UNKNOWN|w|Her sister had anaphylaxis.
"""
HISTORY = """
X|Patients with a history of any malignancy are ineligible|UNKNOWN|w|L breast IDC grade 2. No previous cancer of any type.
X|History of malignancy|MET|w|Breast cancer in 2012. No other cancer.
X|History of malignancy|NOT_MET|w|No previous cancer.
X|History of stroke|UNKNOWN|w|Admitted with a left MCA stroke today. No previous stroke.
X|Seizure within 12 months|NOT_MET|w|Last fit was in 2021.
X|Seizure within 12 months|MET|w|Last seizure was in June.
X|Radiotherapy within 4 weeks|NOT_MET|w|RT to the pelvis finished 24 May.
X|Radiotherapy within 2 weeks|NOT_MET|w|Whole-brain radiotherapy 20 Gy in 5 fractions, completed in March.
X|Prior radiotherapy|MET|w|Had 50 Gy to the chest wall.
"""
LANGUAGES = """
I|Proficient in spoken English or Hindi|MET|w|She gave a clear account in Hindi, the only language used at home.
I|Able to read and understand English|MET|w|She reads and writes English as her first language.
I|Fluent in English|MET|w|Speaks fluent English.
I|English speaking|MET|w|The interview was held in English without an interpreter.
I|Able to speak Spanish|NOT_MET|w|Speaks only Punjabi; an interpreter was present.
X|Inability to speak English|MET|w|She speaks no English, her son translated.
X|Non-English speaking|NOT_MET|w|English is her mother tongue.
I|Ability to communicate in Dutch|MET|w|Native Dutch speaker.
I|Able to read and write|NOT_MET|m|He cannot read or write.
I|Literate in German|MET|w|She filled in the German questionnaires herself.
I|Able to speak French|UNKNOWN|w|Her husband speaks French.
I|Fluent in Dutch|UNKNOWN|w|Some broken Dutch, seen with an interpreter.
I|Able to communicate in Arabic|MET|w|Consultation in Arabic throughout.
X|Unable to understand Turkish|NOT_MET|w|Turkish is her mother tongue.
I|Speaks English or Polish|MET|w|Native Polish speaker.
I|English speaking|UNKNOWN|w|Lives in an English village.
"""
TIMES = """
X|Use of systemic corticosteroids within 6 weeks|MET|w|Took prednisolone 40 mg for 7 days finishing 1 September.
X|Use of antibiotics within 28 days|NOT_MET|w|Amoxicillin course completed in June.
X|Radiotherapy within 4 weeks|MET|w|RT to the pelvis finished 1 September.
X|Radiotherapy within 4 weeks|MET|w|Palliative radiotherapy to T8, last fraction a week ago.
X|Surgery within 3 months|MET|w|Cholecystectomy on 20 July.
X|Use of any investigational drug within 30 days|MET|w|Lecanemab in a trial abroad, last dose 1 September 2024.
X|Vaccination within 30 days|MET|w|Flu jab last Tuesday.
"""
MEDICINES = """
X|Anticancer treatment within 4 weeks|MET|w|Carboplatin given last week.
X|Prior anti-cancer treatment|MET|w|She had docetaxel in 2021.
X|Glucose-lowering treatment|MET|w|On metformin.
X|Growth hormone therapy|MET|w|On somatropin 1.2 mg nightly since last August.
X|Prior endocrine treatment|MET|w|Tamoxifen for 3 years.
X|Prior therapy with any CDK inhibitor|NOT_MET|w|Never on a CDK4/6 drug.
X|Current analgesic treatment|MET|w|Takes paracetamol every day.
X|Use of lipid-lowering treatment|MET|w|On atorvastatin 20 mg.
X|Previous treatment with a biological agent|MET|w|Adalimumab in 2020.
"""
SINCE = """
X|Letrozole|MET|w|She has taken letrozole from May 2017.
X|Letrozole|MET|w|She takes letrozole.
X|endocrine therapy|MET|w|She takes letrozole.
X|current endocrine therapy|MET|w|She has taken letrozole from May 2017.
X|Current use of statins|MET|m|He has taken simvastatin from May 2017.
X|Current use of statins|MET|w|Atorvastatin since 2019.
X|Use of warfarin|MET|w|Warfarin started in March.
X|Use of warfarin|MET|w|She began warfarin three weeks ago.
X|Use of warfarin|MET|w|She has been on warfarin for ten years.
X|Current use of statins|NOT_MET|m|He has taken simvastatin from 2015 to 2017.
X|Current use of statins|MET|w|She has used atorvastatin 20 mg daily since her stent.
"""
DRESS = """
X|Coexisting epilepsy|MET|w|She has epilepsy, on lamotrigine.
X|Coexisting epilepsy|NOT_MET|w|No epilepsy.
X|Underlying osteoporosis|MET|w|Osteoporosis, on alendronate.
X|Underlying osteoporosis|NOT_MET|w|No osteoporosis.
X|Comorbid epilepsy|MET|w|She has epilepsy, on lamotrigine.
X|Comorbid epilepsy|NOT_MET|w|No epilepsy.
X|Clinically evident psoriasis|MET|w|Long-standing psoriasis of the elbows.
X|Clinically evident psoriasis|NOT_MET|w|No psoriasis.
X|Overt epilepsy|MET|w|She has epilepsy, on lamotrigine.
X|Overt epilepsy|NOT_MET|w|No epilepsy.
X|Accompanied by psoriasis|MET|w|Long-standing psoriasis of the elbows.
X|Accompanied by psoriasis|NOT_MET|w|No psoriasis.
X|Associated osteoporosis|MET|w|Osteoporosis, on alendronate.
X|Associated osteoporosis|NOT_MET|w|No osteoporosis.
"""
HEALTH = """
I|Healthy children|NOT_MET|w|Cyanotic congenital heart disease.
I|Healthy volunteers|NOT_MET|w|Type 2 diabetes on metformin.
I|Healthy adults|MET|w|Fit and well.
I|Healthy adults|UNKNOWN|w|Hay fever in summer.
I|Healthy adults|UNKNOWN|w|Her mother has diabetes.
I|Healthy volunteers|NOT_MET|w|COPD on inhalers.
I|Healthy volunteers|UNKNOWN|w|No diabetes, no epilepsy.
I|Healthy participants|NOT_MET|w|Has Parkinson's.
"""
TESTS = """
X|Human immunodeficiency virus antibody positive|NOT_MET|w|HIV Ab neg; HBsAg neg, anti-HCV neg.
X|Human immunodeficiency virus antibody positive, active hepatitis B virus infection or hepatitis C virus infection;|NOT_MET|w|HIV Ab neg; HBsAg neg, anti-HCV neg.
X|HIV antibody positive, active hepatitis B virus infection or hepatitis C virus infection;|NOT_MET|w|HIV Ab neg; HBsAg neg, anti-HCV neg.
X|Positive HIV test|NOT_MET|w|HIV Ab neg; HBsAg neg, anti-HCV neg.
X|Positive test for human immunodeficiency virus|NOT_MET|w|HIV Ab neg; HBsAg neg, anti-HCV neg.
X|HIV seropositive|NOT_MET|w|HIV Ab neg; HBsAg neg, anti-HCV neg.
X|Positive urine pregnancy test|NOT_MET|w|Urine hCG in clinic negative.
X|Pregnancy|NOT_MET|w|Pregnancy test done before the scan: negative.
X|Pregnancy|NOT_MET|w|hCG on the day of surgery was negative.
X|HIV|UNKNOWN|w|HIV in her partner positive.
X|Hepatitis C|NOT_MET|w|HCV antibody at booking negative.
X|HIV infection|NOT_MET|w|HIV taken at the antenatal visit negative.
I|Negative serum or urine pregnancy test|MET|w|Urine hCG in clinic negative.
I|Serum beta-hCG negative|MET|w|Pregnancy test negative.
X|Anti-HCV antibody positive|NOT_MET|w|Hep C neg.
X|Hepatitis B surface antigen positive|NOT_MET|w|HBsAg not detected.
X|Positive hepatitis C antibody test|MET|w|HCV Ab checked in May was positive.
"""


def _cases(table: str) -> list[list[str]]:
    return [line.split("|") for line in table.strip().splitlines()]


def _holds(case: list[str]) -> None:
    kind, text, verdict, who, told = case
    note = f"14 September 2024. {_WHO[who]} {told}"
    result = judge_criterion(criterion(text, _KINDS[kind]), view(note), "strict")
    assert result.verdict.value == verdict, result.reasoning


@pytest.mark.parametrize("case", _cases(DRESS))
def test_a_word_that_says_no_more_of_a_disease_changes_nothing(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(HEALTH))
def test_who_has_a_grave_disease_is_not_healthy(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(LANGUAGES))
def test_a_language_that_was_spoken_is_spoken(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(TIMES))
def test_what_ended_at_a_time_is_dated(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(MEDICINES))
def test_a_class_is_the_same_under_another_noun(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(SINCE))
def test_who_has_taken_a_medicine_since_takes_it(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(AGREEMENT))
def test_an_attitude_to_a_study_is_agreement_or_refusal(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(FUNCTIONS))
def test_who_does_a_thing_well_has_no_trouble_with_it(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(OPINIONS))
def test_what_is_said_beside_a_condition_is_read_apart(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(TUMOURS))
def test_a_tumour_is_one_of_the_organ_beside_it(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(SCORES))
def test_a_score_is_known_by_its_words(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(FRAMES))
def test_the_verb_before_a_name_says_only_when(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(HISTORY))
def test_the_last_time_and_an_earlier_one_are_told_apart(case: list[str]) -> None:
    _holds(case)


@pytest.mark.parametrize("case", _cases(TESTS))
def test_a_test_is_the_same_under_any_name(case: list[str]) -> None:
    _holds(case)
