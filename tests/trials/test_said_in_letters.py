"""Tests of how letters say what criteria ask: agreement, functions, tumours by their organ, scores, tests and the history of a disease."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view

Case = tuple[CriterionKind, str, str, str]

AGREEMENT: list[Case] = [
    (
        "inclusion",
        "Willing and able to provide informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. She was keen and willing to sign the form.",
        "MET",
    ),
    (
        "inclusion",
        "Able and willing to give written informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. She does not want to be in any study.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Signed informed consent",
        "14 September 2024. Mr Vale, 54 years. He refused to sign the form.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Signed informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. She put her name to the consent form on Tuesday.",
        "MET",
    ),
    (
        "inclusion",
        "Provision of informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. After a long talk she gave us her written agreement to the study.",
        "MET",
    ),
    (
        "exclusion",
        "Refusal to participate",
        "14 September 2024. Mrs Ann Vale, 34 years. She said no to the trial.",
        "MET",
    ),
    (
        "exclusion",
        "Unwilling to participate",
        "14 September 2024. Mrs Ann Vale, 34 years. She would rather not join any research.",
        "MET",
    ),
    (
        "exclusion",
        "Inability or unwillingness to give informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. She has read the leaflet and agreed to take part.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Willing to participate in the study",
        "14 September 2024. Mr Vale, 54 years. He would very much like to take part in the study.",
        "MET",
    ),
    (
        "inclusion",
        "Willing to comply with study visits and procedures",
        "14 September 2024. Mrs Ann Vale, 34 years. She is happy to come to the unit every week.",
        "MET",
    ),
    (
        "inclusion",
        "Able to comply with the study protocol",
        "14 September 2024. Mr Vale, 54 years. He will not come back for visits.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Willing to attend all visits",
        "14 September 2024. Mrs Ann Vale, 34 years. She told us she cannot travel to the hospital for follow-up visits.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Parental consent",
        "14 September 2024. Mrs Ann Vale, 34 years. Her father does not want her in any study and refused to sign.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Parents not providing consent",
        "14 September 2024. Mrs Ann Vale, 34 years. Her mother declined to sign the consent form.",
        "MET",
    ),
    (
        "exclusion",
        "Not providing assent",
        "14 September 2024. Mrs Ann Vale, 34 years. She herself was keen and willing to sign.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Informed consent of a parent or guardian",
        "14 September 2024. Mrs Ann Vale, 34 years. Her mother signed the consent form.",
        "MET",
    ),
    (
        "inclusion",
        "Willing to participate in the study",
        "14 September 2024. Mrs Ann Vale, 34 years. Her husband took part in a study last year.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Agree to use of effective contraception",
        "14 September 2024. Mrs Ann Vale, 34 years. She is happy to come for visits.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Written informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. Will think about the study and let us know.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Poor compliance or refusal to participate",
        "14 September 2024. Mrs Ann Vale, 34 years. Compliance with inhalers poor.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Ability to understand and willingness to sign a written informed consent document",
        "14 September 2024. Mrs Ann Vale, 34 years. She lacks nothing; likes gardening.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Willing and able to participate after the study has been explained",
        "14 September 2024. Mrs Ann Vale, 34 years. We explained the study and she wants to go ahead.",
        "MET",
    ),
    (
        "inclusion",
        "Willing to participate",
        "14 September 2024. Mrs Ann Vale, 34 years. If the dose is lower she would like to take part in the study.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Written informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. She wants a sleep study.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. She agreed to the biopsy and gave consent for the operation.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Able to give informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. Her husband was keen, but she herself declined the trial.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Patient or legal representative able to provide informed consent",
        "14 September 2024. Mrs Ann Vale, 34 years. Her daughter, who has power of attorney, signed the consent form.",
        "MET",
    ),
    (
        "exclusion",
        "Refuses to participate",
        "14 September 2024. Mr Vale, 54 years. He is happy to join the study.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Willing to return for follow-up visits",
        "14 September 2024. Mrs Ann Vale, 34 years. She agreed to come back every month.",
        "MET",
    ),
    (
        "inclusion",
        "Willing to complete diaries and attend visits",
        "14 September 2024. Mrs Ann Vale, 34 years. She is not willing to attend more appointments.",
        "NOT_MET",
    ),
]
FUNCTIONS: list[Case] = [
    (
        "exclusion",
        "Hearing impairment",
        "14 September 2024. Mrs Ann Vale, 34 years. Hearing and speech are normal.",
        "NOT_MET",
    ),
    ("exclusion", "Speech disability", "14 September 2024. Mrs Ann Vale, 34 years. She speaks fluently.", "NOT_MET"),
    ("exclusion", "Gait disturbance", "14 September 2024. Mrs Ann Vale, 34 years. Walks normally.", "NOT_MET"),
    ("exclusion", "Visual impairment", "14 September 2024. Mrs Ann Vale, 34 years. Eyesight good.", "NOT_MET"),
    (
        "exclusion",
        "Memory impairment",
        "14 September 2024. Mrs Ann Vale, 34 years. No trouble with her memory.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Neurological difficulties",
        "14 September 2024. Mrs Ann Vale, 34 years. No neurological illness.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Taste disturbance",
        "14 September 2024. Mrs Ann Vale, 34 years. No reflux, heartburn, sinus trouble, change in taste.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Heartburn",
        "14 September 2024. Mrs Ann Vale, 34 years. No reflux, heartburn, sinus trouble, change in taste.",
        "NOT_MET",
    ),
    ("exclusion", "Sleep disturbance", "14 September 2024. Mrs Ann Vale, 34 years. Sleeps well.", "NOT_MET"),
    (
        "exclusion",
        "Sleep disturbance",
        "14 September 2024. Mrs Ann Vale, 34 years. Her husband sleeps well.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Hearing impairment",
        "14 September 2024. Mrs Ann Vale, 34 years. Hearing was normal until last year.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Gait disturbance",
        "14 September 2024. Mrs Ann Vale, 34 years. Speech normal, gait not tested.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Swallowing difficulties",
        "14 September 2024. Mrs Ann Vale, 34 years. Swallowing intact on water test.",
        "NOT_MET",
    ),
    ("exclusion", "Kidney impairment", "14 September 2024. Mrs Ann Vale, 34 years. No kidney trouble.", "NOT_MET"),
    ("exclusion", "Liver disease", "14 September 2024. Mrs Ann Vale, 34 years. No liver impairment.", "UNKNOWN"),
    (
        "exclusion",
        "Prior palbociclib",
        "14 September 2024. Mrs Ann Vale, 34 years. Palbociclib trials did not seem right for her.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Prior therapy with any CDK inhibitor",
        "14 September 2024. Mrs Ann Vale, 34 years. She read the leaflet for the ribociclib maintenance study.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Prior therapy with any CDK inhibitor",
        "14 September 2024. Mrs Ann Vale, 34 years. She had ribociclib for a year in a trial.",
        "MET",
    ),
    (
        "exclusion",
        "Prior therapy with any CDK inhibitor",
        "14 September 2024. Mrs Ann Vale, 34 years. Never on a CDK4/6 drug.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Cognitive impairment",
        "14 September 2024. Mrs Ann Vale, 34 years. Cognition and memory intact.",
        "NOT_MET",
    ),
]
OPINIONS: list[Case] = [
    (
        "exclusion",
        "History of alcohol abuse that, in the opinion of the investigator, may interfere with compliance",
        "14 September 2024. Mrs Ann Vale, 34 years. Teetotal, never drank.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Any psychiatric disorder which, in the investigator's opinion, could affect participation",
        "14 September 2024. Mrs Ann Vale, 34 years. No psychiatric illness.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Currently using any therapy that, in the investigator's opinion, is a photosensitizer (for example, phenothiazines, amiodarone, quinine, thiazides, quinolones)",
        "14 September 2024. Mrs Ann Vale, 34 years. On bendroflumethiazide 2.5 mg.",
        "MET",
    ),
    (
        "exclusion",
        "Currently using any therapy that, in the investigator's opinion, is a photosensitizer (for example, phenothiazines, amiodarone, quinine, thiazides, quinolones)",
        "14 September 2024. Mrs Ann Vale, 34 years. Takes amiodarone 200 mg daily.",
        "MET",
    ),
    (
        "exclusion",
        "Any skin disease (for example, psoriasis, atopic dermatitis) that, in the opinion of the investigator, might impair evaluation",
        "14 September 2024. Mrs Ann Vale, 34 years. No skin disease.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Any skin disease (for example, psoriasis, atopic dermatitis) that, in the opinion of the investigator, might impair evaluation",
        "14 September 2024. Mrs Ann Vale, 34 years. Knees with psoriasis.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Severe renal impairment that in the judgement of the investigator would preclude participation",
        "14 September 2024. Mrs Ann Vale, 34 years. No kidney problems, eGFR 92.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Uncontrolled hypertension which in the opinion of the investigator makes participation unsafe",
        "14 September 2024. Mrs Ann Vale, 34 years. BP 118/70, no hypertension.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Any condition that, in the opinion of the investigator, would make the patient unsuitable",
        "14 September 2024. Mrs Ann Vale, 34 years. Healthy, no illnesses.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Significant cardiac disease, in the opinion of the investigator",
        "14 September 2024. Mrs Ann Vale, 34 years. No heart disease.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "No severe cardiac dysfunction, left ventricular ejection fraction >= 50%",
        "14 September 2024. Mrs Ann Vale, 34 years. Echo EF 42%.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "No brain metastases, ECOG performance status 0-1",
        "14 September 2024. Mrs Ann Vale, 34 years. MRI brain: no metastases. ECOG 3.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "No brain metastases, ECOG performance status 0-1",
        "14 September 2024. Mrs Ann Vale, 34 years. MRI brain: no metastases. ECOG 1.",
        "MET",
    ),
    (
        "inclusion",
        "No active infection, platelets >= 100 x 10^9/L",
        "14 September 2024. Mrs Ann Vale, 34 years. Plt 62.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "No prior chemotherapy, creatinine clearance > 60 mL/min",
        "14 September 2024. Mrs Ann Vale, 34 years. Never had chemotherapy. CrCl 88 mL/min.",
        "MET",
    ),
    (
        "inclusion",
        "No pregnancy, age 18 to 45 years",
        "14 September 2024. Mrs Ann Vale, 34 years. Not pregnant. 34 years.",
        "MET",
    ),
    (
        "exclusion",
        "Any medication that, in the opinion of the physician, is a strong CYP3A4 inhibitor (e.g., ketoconazole, clarithromycin)",
        "14 September 2024. Mrs Ann Vale, 34 years. Started clarithromycin yesterday.",
        "MET",
    ),
    (
        "exclusion",
        "Drug abuse that, in the judgment of the investigator, would interfere with adherence",
        "14 September 2024. Mrs Ann Vale, 34 years. Smokes cannabis daily.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Without active infection; ANC > 1.5 x 10^9/L",
        "14 September 2024. Mrs Ann Vale, 34 years. Neutrophils 0.9.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "No other malignancy, anemia or platelets < 100 x 10^9/L",
        "14 September 2024. Mrs Ann Vale, 34 years. Plt 62.",
        "NOT_MET",
    ),
]
TUMOURS: list[Case] = [
    (
        "inclusion",
        "Locally advanced or metastatic non-small cell lung cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Squamous cell carcinoma right lower lobe, stage IVA (contralateral lung), bronchoscopic biopsy.",
        "MET",
    ),
    (
        "inclusion",
        "Histologically confirmed early invasive breast cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. L breast IDC grade 2 (core biopsy), pT2 pN1a M0, stage IIB.",
        "MET",
    ),
    (
        "inclusion",
        "Metastatic colorectal cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Sigmoid cancer with liver metastases.",
        "MET",
    ),
    (
        "inclusion",
        "Non-small cell lung cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Adenocarcinoma of the left upper lobe, T2N1M0.",
        "MET",
    ),
    (
        "inclusion",
        "Colorectal cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Adenocarcinoma, caecum, resected 2022.",
        "MET",
    ),
    (
        "exclusion",
        "Skin cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Squamous cell carcinoma of the tongue.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Renal cell carcinoma",
        "14 September 2024. Mrs Ann Vale, 34 years. Clear cell carcinoma of the right kidney.",
        "MET",
    ),
    (
        "inclusion",
        "Pancreatic cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Ductal adenocarcinoma in the head of the pancreas.",
        "MET",
    ),
    (
        "inclusion",
        "Breast cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Squamous cell carcinoma of the skin; breasts normal.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Lung cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Adenocarcinoma of the colon with lung metastases.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Colorectal cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Adenocarcinoma of the colon with lung metastases.",
        "MET",
    ),
    (
        "inclusion",
        "Bladder cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. TURBT: urothelial carcinoma, bladder, G3.",
        "MET",
    ),
]
SCORES: list[Case] = [
    (
        "inclusion",
        "SDQ Total Difficulties score of 19 or higher",
        "14 September 2024. Mrs Ann Vale, 34 years. We went through the SDQ together: total difficulties 22, impact score 4.",
        "MET",
    ),
    (
        "inclusion",
        "Impact score of at least 2 on the SDQ",
        "14 September 2024. Mrs Ann Vale, 34 years. We went through the SDQ together: total difficulties 22, impact score 4.",
        "MET",
    ),
    (
        "inclusion",
        "SDQ Total Difficulties score of 19 or higher",
        "14 September 2024. Mrs Ann Vale, 34 years. SDQ self-report total 17, impact 1.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Pain score of at least 4 on a 0-10 numeric rating scale",
        "14 September 2024. Mrs Ann Vale, 34 years. Pain 7/10 on NRS.",
        "MET",
    ),
    (
        "inclusion",
        "Worst itch score of 7 or more",
        "14 September 2024. Mrs Ann Vale, 34 years. Worst itch 8 out of 10.",
        "MET",
    ),
    (
        "inclusion",
        "Worst itch score of 7 or more",
        "14 September 2024. Mrs Ann Vale, 34 years. Average itch 8, sleep loss 3.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Joint pain score of at least 40",
        "14 September 2024. Mrs Ann Vale, 34 years. Back pain 60.",
        "UNKNOWN",
    ),
    ("inclusion", "Epworth score > 10", "14 September 2024. Mrs Ann Vale, 34 years. Epworth 14/24.", "MET"),
    (
        "inclusion",
        "Fatigue severity score of 4 or more",
        "14 September 2024. Mrs Ann Vale, 34 years. Fatigue score today 5.2.",
        "MET",
    ),
    (
        "inclusion",
        "Dizziness handicap score > 30",
        "14 September 2024. Mrs Ann Vale, 34 years. Her mother's dizziness handicap 40.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Nasal congestion score of 2 or more",
        "14 September 2024. Mrs Ann Vale, 34 years. Scores: nasal congestion 3, sneezing 1, rhinorrhoea 2.",
        "MET",
    ),
    (
        "inclusion",
        "Sneezing score of 2 or more",
        "14 September 2024. Mrs Ann Vale, 34 years. Scores: nasal congestion 3, sneezing 1, rhinorrhoea 2.",
        "NOT_MET",
    ),
    ("inclusion", "Clinical frailty score less than 5", "14 September 2024. Mrs Ann Vale, 34 years. Frailty 3.", "MET"),
    (
        "inclusion",
        "Pain score of at least 4",
        "14 September 2024. Mrs Ann Vale, 34 years. Pain since 2019, 3 visits.",
        "UNKNOWN",
    ),
]
FRAMES: list[Case] = [
    ("exclusion", "Experienced a stroke", "14 September 2024. Mrs Ann Vale, 34 years. Left MCA stroke in 2020.", "MET"),
    (
        "exclusion",
        "Sustained a hip fracture",
        "14 September 2024. Mrs Ann Vale, 34 years. Hip fracture last winter.",
        "MET",
    ),
    (
        "exclusion",
        "Underwent liver transplantation",
        "14 September 2024. Mrs Ann Vale, 34 years. Liver transplant 2015.",
        "MET",
    ),
    ("exclusion", "Developed deep vein thrombosis", "14 September 2024. Mrs Ann Vale, 34 years. DVT in May.", "MET"),
    (
        "exclusion",
        "Suffers from epilepsy",
        "14 September 2024. Mrs Ann Vale, 34 years. Epilepsy since childhood.",
        "MET",
    ),
    (
        "exclusion",
        "Affected by psoriasis",
        "14 September 2024. Mrs Ann Vale, 34 years. Long-standing psoriasis.",
        "MET",
    ),
    ("exclusion", "Known to have asthma", "14 September 2024. Mrs Ann Vale, 34 years. Asthma since age 4.", "MET"),
    (
        "exclusion",
        "Carrying a diagnosis of schizophrenia",
        "14 September 2024. Mrs Ann Vale, 34 years. Schizophrenia, on clozapine.",
        "MET",
    ),
    (
        "exclusion",
        "Exhibits signs of heart failure",
        "14 September 2024. Mrs Ann Vale, 34 years. Heart failure with oedema.",
        "MET",
    ),
    (
        "exclusion",
        "Complaining of insomnia",
        "14 September 2024. Mrs Ann Vale, 34 years. Insomnia for two years.",
        "MET",
    ),
    ("exclusion", "Experiencing migraine", "14 September 2024. Mrs Ann Vale, 34 years. Migraine weekly.", "MET"),
    (
        "exclusion",
        "Has ever been diagnosed with cancer",
        "14 September 2024. Mrs Ann Vale, 34 years. Bowel cancer 2016.",
        "MET",
    ),
    ("exclusion", "Hepatic malignancy", "14 September 2024. Mrs Ann Vale, 34 years. Hepatocellular carcinoma.", "MET"),
    ("exclusion", "Pulmonary malignancy", "14 September 2024. Mrs Ann Vale, 34 years. Lung adenocarcinoma.", "MET"),
    (
        "exclusion",
        "Haematological malignancy",
        "14 September 2024. Mrs Ann Vale, 34 years. Chronic lymphocytic leukaemia.",
        "MET",
    ),
    ("exclusion", "Renal malignancy", "14 September 2024. Mrs Ann Vale, 34 years. Renal cell carcinoma.", "MET"),
    (
        "exclusion",
        "Experienced a sunburn",
        "14 September 2024. Mrs Ann Vale, 34 years. Sunburn on her shoulders.",
        "MET",
    ),
    (
        "exclusion",
        "Subject reports depression",
        "14 September 2024. Mrs Ann Vale, 34 years. Depression, on sertraline.",
        "MET",
    ),
    (
        "exclusion",
        "Gastric ulceration",
        "14 September 2024. Mrs Ann Vale, 34 years. Gastric ulcer on endoscopy.",
        "MET",
    ),
    ("exclusion", "Renal calculi", "14 September 2024. Mrs Ann Vale, 34 years. Kidney stones twice.", "MET"),
    ("exclusion", "Cardiac arrhythmia", "14 September 2024. Mrs Ann Vale, 34 years. Atrial fibrillation.", "MET"),
    (
        "exclusion",
        "Cerebral haemorrhage",
        "14 September 2024. Mrs Ann Vale, 34 years. Intracerebral haemorrhage 2019.",
        "MET",
    ),
    ("exclusion", "Hepatic cirrhosis", "14 September 2024. Mrs Ann Vale, 34 years. Cirrhosis of the liver.", "MET"),
    (
        "exclusion",
        "Experienced a myocardial infarction within 6 months",
        "14 September 2024. Mrs Ann Vale, 34 years. Heart attack in 2015.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Developed sepsis during pregnancy",
        "14 September 2024. Mrs Ann Vale, 34 years. Sepsis after a bite in 2019.",
        "UNKNOWN",
    ),
    ("exclusion", "Experiencing migraine", "14 September 2024. Mrs Ann Vale, 34 years. No migraine.", "NOT_MET"),
    (
        "exclusion",
        "Underwent splenectomy",
        "14 September 2024. Mrs Ann Vale, 34 years. Never had any operation.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Reports suicidal ideation",
        "14 September 2024. Mrs Ann Vale, 34 years. Denies suicidal ideation.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Experienced anaphylaxis",
        "14 September 2024. Mrs Ann Vale, 34 years. Her sister had anaphylaxis.",
        "UNKNOWN",
    ),
]
HISTORY: list[Case] = [
    (
        "exclusion",
        "Patients with a history of any malignancy are ineligible",
        "14 September 2024. Mrs Ann Vale, 34 years. L breast IDC grade 2. No previous cancer of any type.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "History of malignancy",
        "14 September 2024. Mrs Ann Vale, 34 years. Breast cancer in 2012. No other cancer.",
        "MET",
    ),
    ("exclusion", "History of malignancy", "14 September 2024. Mrs Ann Vale, 34 years. No previous cancer.", "NOT_MET"),
    (
        "exclusion",
        "History of stroke",
        "14 September 2024. Mrs Ann Vale, 34 years. Admitted with a left MCA stroke today. No previous stroke.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Seizure within 12 months",
        "14 September 2024. Mrs Ann Vale, 34 years. Last fit was in 2021.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Seizure within 12 months",
        "14 September 2024. Mrs Ann Vale, 34 years. Last seizure was in June.",
        "MET",
    ),
    (
        "exclusion",
        "Radiotherapy within 4 weeks",
        "14 September 2024. Mrs Ann Vale, 34 years. RT to the pelvis finished 24 May.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Radiotherapy within 2 weeks",
        "14 September 2024. Mrs Ann Vale, 34 years. Whole-brain radiotherapy 20 Gy in 5 fractions, completed in March.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Prior radiotherapy",
        "14 September 2024. Mrs Ann Vale, 34 years. Had 50 Gy to the chest wall.",
        "MET",
    ),
]
LANGUAGES: list[Case] = [
    (
        "inclusion",
        "Proficient in spoken English or Hindi",
        "14 September 2024. Mrs Ann Vale, 34 years. She gave a clear account in Hindi, the only language used at home.",
        "MET",
    ),
    (
        "inclusion",
        "Able to read and understand English",
        "14 September 2024. Mrs Ann Vale, 34 years. She reads and writes English as her first language.",
        "MET",
    ),
    ("inclusion", "Fluent in English", "14 September 2024. Mrs Ann Vale, 34 years. Speaks fluent English.", "MET"),
    (
        "inclusion",
        "English speaking",
        "14 September 2024. Mrs Ann Vale, 34 years. The interview was held in English without an interpreter.",
        "MET",
    ),
    (
        "inclusion",
        "Able to speak Spanish",
        "14 September 2024. Mrs Ann Vale, 34 years. Speaks only Punjabi; an interpreter was present.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Inability to speak English",
        "14 September 2024. Mrs Ann Vale, 34 years. She speaks no English, her son translated.",
        "MET",
    ),
    (
        "exclusion",
        "Non-English speaking",
        "14 September 2024. Mrs Ann Vale, 34 years. English is her mother tongue.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Ability to communicate in Dutch",
        "14 September 2024. Mrs Ann Vale, 34 years. Native Dutch speaker.",
        "MET",
    ),
    (
        "inclusion",
        "Able to read and write",
        "14 September 2024. Mr Vale, 54 years. He cannot read or write.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Literate in German",
        "14 September 2024. Mrs Ann Vale, 34 years. She filled in the German questionnaires herself.",
        "MET",
    ),
    (
        "inclusion",
        "Able to speak French",
        "14 September 2024. Mrs Ann Vale, 34 years. Her husband speaks French.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Fluent in Dutch",
        "14 September 2024. Mrs Ann Vale, 34 years. Some broken Dutch, seen with an interpreter.",
        "UNKNOWN",
    ),
    (
        "inclusion",
        "Able to communicate in Arabic",
        "14 September 2024. Mrs Ann Vale, 34 years. Consultation in Arabic throughout.",
        "MET",
    ),
    (
        "exclusion",
        "Unable to understand Turkish",
        "14 September 2024. Mrs Ann Vale, 34 years. Turkish is her mother tongue.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Speaks English or Polish",
        "14 September 2024. Mrs Ann Vale, 34 years. Native Polish speaker.",
        "MET",
    ),
    (
        "inclusion",
        "English speaking",
        "14 September 2024. Mrs Ann Vale, 34 years. Lives in an English village.",
        "UNKNOWN",
    ),
]
TIMES: list[Case] = [
    (
        "exclusion",
        "Use of systemic corticosteroids within 6 weeks",
        "14 September 2024. Mrs Ann Vale, 34 years. Took prednisolone 40 mg for 7 days finishing 1 September.",
        "MET",
    ),
    (
        "exclusion",
        "Use of antibiotics within 28 days",
        "14 September 2024. Mrs Ann Vale, 34 years. Amoxicillin course completed in June.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Radiotherapy within 4 weeks",
        "14 September 2024. Mrs Ann Vale, 34 years. RT to the pelvis finished 1 September.",
        "MET",
    ),
    (
        "exclusion",
        "Radiotherapy within 4 weeks",
        "14 September 2024. Mrs Ann Vale, 34 years. Palliative radiotherapy to T8, last fraction a week ago.",
        "MET",
    ),
    (
        "exclusion",
        "Surgery within 3 months",
        "14 September 2024. Mrs Ann Vale, 34 years. Cholecystectomy on 20 July.",
        "MET",
    ),
    (
        "exclusion",
        "Use of any investigational drug within 30 days",
        "14 September 2024. Mrs Ann Vale, 34 years. Lecanemab in a trial abroad, last dose 1 September 2024.",
        "MET",
    ),
    (
        "exclusion",
        "Vaccination within 30 days",
        "14 September 2024. Mrs Ann Vale, 34 years. Flu jab last Tuesday.",
        "MET",
    ),
]
MEDICINES: list[Case] = [
    (
        "exclusion",
        "Anticancer treatment within 4 weeks",
        "14 September 2024. Mrs Ann Vale, 34 years. Carboplatin given last week.",
        "MET",
    ),
    (
        "exclusion",
        "Prior anti-cancer treatment",
        "14 September 2024. Mrs Ann Vale, 34 years. She had docetaxel in 2021.",
        "MET",
    ),
    ("exclusion", "Glucose-lowering treatment", "14 September 2024. Mrs Ann Vale, 34 years. On metformin.", "MET"),
    (
        "exclusion",
        "Growth hormone therapy",
        "14 September 2024. Mrs Ann Vale, 34 years. On somatropin 1.2 mg nightly since last August.",
        "MET",
    ),
    (
        "exclusion",
        "Prior endocrine treatment",
        "14 September 2024. Mrs Ann Vale, 34 years. Tamoxifen for 3 years.",
        "MET",
    ),
    (
        "exclusion",
        "Prior therapy with any CDK inhibitor",
        "14 September 2024. Mrs Ann Vale, 34 years. Never on a CDK4/6 drug.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Current analgesic treatment",
        "14 September 2024. Mrs Ann Vale, 34 years. Takes paracetamol every day.",
        "MET",
    ),
    (
        "exclusion",
        "Use of lipid-lowering treatment",
        "14 September 2024. Mrs Ann Vale, 34 years. On atorvastatin 20 mg.",
        "MET",
    ),
    (
        "exclusion",
        "Previous treatment with a biological agent",
        "14 September 2024. Mrs Ann Vale, 34 years. Adalimumab in 2020.",
        "MET",
    ),
]
SINCE: list[Case] = [
    (
        "exclusion",
        "Letrozole",
        "14 September 2024. Mrs Ann Vale, 34 years. She has taken letrozole from May 2017.",
        "MET",
    ),
    ("exclusion", "Letrozole", "14 September 2024. Mrs Ann Vale, 34 years. She takes letrozole.", "MET"),
    ("exclusion", "endocrine therapy", "14 September 2024. Mrs Ann Vale, 34 years. She takes letrozole.", "MET"),
    (
        "exclusion",
        "current endocrine therapy",
        "14 September 2024. Mrs Ann Vale, 34 years. She has taken letrozole from May 2017.",
        "MET",
    ),
    (
        "exclusion",
        "Current use of statins",
        "14 September 2024. Mr Vale, 54 years. He has taken simvastatin from May 2017.",
        "MET",
    ),
    (
        "exclusion",
        "Current use of statins",
        "14 September 2024. Mrs Ann Vale, 34 years. Atorvastatin since 2019.",
        "MET",
    ),
    ("exclusion", "Use of warfarin", "14 September 2024. Mrs Ann Vale, 34 years. Warfarin started in March.", "MET"),
    (
        "exclusion",
        "Use of warfarin",
        "14 September 2024. Mrs Ann Vale, 34 years. She began warfarin three weeks ago.",
        "MET",
    ),
    (
        "exclusion",
        "Use of warfarin",
        "14 September 2024. Mrs Ann Vale, 34 years. She has been on warfarin for ten years.",
        "MET",
    ),
    (
        "exclusion",
        "Current use of statins",
        "14 September 2024. Mr Vale, 54 years. He has taken simvastatin from 2015 to 2017.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Current use of statins",
        "14 September 2024. Mrs Ann Vale, 34 years. She has used atorvastatin 20 mg daily since her stent.",
        "MET",
    ),
]
DRESS: list[Case] = [
    (
        "exclusion",
        "Coexisting epilepsy",
        "14 September 2024. Mrs Ann Vale, 34 years. She has epilepsy, on lamotrigine.",
        "MET",
    ),
    ("exclusion", "Coexisting epilepsy", "14 September 2024. Mrs Ann Vale, 34 years. No epilepsy.", "NOT_MET"),
    (
        "exclusion",
        "Underlying osteoporosis",
        "14 September 2024. Mrs Ann Vale, 34 years. Osteoporosis, on alendronate.",
        "MET",
    ),
    ("exclusion", "Underlying osteoporosis", "14 September 2024. Mrs Ann Vale, 34 years. No osteoporosis.", "NOT_MET"),
    (
        "exclusion",
        "Comorbid epilepsy",
        "14 September 2024. Mrs Ann Vale, 34 years. She has epilepsy, on lamotrigine.",
        "MET",
    ),
    ("exclusion", "Comorbid epilepsy", "14 September 2024. Mrs Ann Vale, 34 years. No epilepsy.", "NOT_MET"),
    (
        "exclusion",
        "Clinically evident psoriasis",
        "14 September 2024. Mrs Ann Vale, 34 years. Long-standing psoriasis of the elbows.",
        "MET",
    ),
    (
        "exclusion",
        "Clinically evident psoriasis",
        "14 September 2024. Mrs Ann Vale, 34 years. No psoriasis.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Overt epilepsy",
        "14 September 2024. Mrs Ann Vale, 34 years. She has epilepsy, on lamotrigine.",
        "MET",
    ),
    ("exclusion", "Overt epilepsy", "14 September 2024. Mrs Ann Vale, 34 years. No epilepsy.", "NOT_MET"),
    (
        "exclusion",
        "Accompanied by psoriasis",
        "14 September 2024. Mrs Ann Vale, 34 years. Long-standing psoriasis of the elbows.",
        "MET",
    ),
    ("exclusion", "Accompanied by psoriasis", "14 September 2024. Mrs Ann Vale, 34 years. No psoriasis.", "NOT_MET"),
    (
        "exclusion",
        "Associated osteoporosis",
        "14 September 2024. Mrs Ann Vale, 34 years. Osteoporosis, on alendronate.",
        "MET",
    ),
    ("exclusion", "Associated osteoporosis", "14 September 2024. Mrs Ann Vale, 34 years. No osteoporosis.", "NOT_MET"),
]
HEALTH: list[Case] = [
    (
        "inclusion",
        "Healthy children",
        "14 September 2024. Mrs Ann Vale, 34 years. Cyanotic congenital heart disease.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Healthy volunteers",
        "14 September 2024. Mrs Ann Vale, 34 years. Type 2 diabetes on metformin.",
        "NOT_MET",
    ),
    ("inclusion", "Healthy adults", "14 September 2024. Mrs Ann Vale, 34 years. Fit and well.", "MET"),
    ("inclusion", "Healthy adults", "14 September 2024. Mrs Ann Vale, 34 years. Hay fever in summer.", "UNKNOWN"),
    ("inclusion", "Healthy adults", "14 September 2024. Mrs Ann Vale, 34 years. Her mother has diabetes.", "UNKNOWN"),
    ("inclusion", "Healthy volunteers", "14 September 2024. Mrs Ann Vale, 34 years. COPD on inhalers.", "NOT_MET"),
    (
        "inclusion",
        "Healthy volunteers",
        "14 September 2024. Mrs Ann Vale, 34 years. No diabetes, no epilepsy.",
        "UNKNOWN",
    ),
    ("inclusion", "Healthy participants", "14 September 2024. Mrs Ann Vale, 34 years. Has Parkinson's.", "NOT_MET"),
]
TESTS: list[Case] = [
    (
        "exclusion",
        "Human immunodeficiency virus antibody positive",
        "14 September 2024. Mrs Ann Vale, 34 years. HIV Ab neg; HBsAg neg, anti-HCV neg.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Human immunodeficiency virus antibody positive, active hepatitis B virus infection or hepatitis C virus infection;",
        "14 September 2024. Mrs Ann Vale, 34 years. HIV Ab neg; HBsAg neg, anti-HCV neg.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "HIV antibody positive, active hepatitis B virus infection or hepatitis C virus infection;",
        "14 September 2024. Mrs Ann Vale, 34 years. HIV Ab neg; HBsAg neg, anti-HCV neg.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Positive HIV test",
        "14 September 2024. Mrs Ann Vale, 34 years. HIV Ab neg; HBsAg neg, anti-HCV neg.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Positive test for human immunodeficiency virus",
        "14 September 2024. Mrs Ann Vale, 34 years. HIV Ab neg; HBsAg neg, anti-HCV neg.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "HIV seropositive",
        "14 September 2024. Mrs Ann Vale, 34 years. HIV Ab neg; HBsAg neg, anti-HCV neg.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Positive urine pregnancy test",
        "14 September 2024. Mrs Ann Vale, 34 years. Urine hCG in clinic negative.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Pregnancy",
        "14 September 2024. Mrs Ann Vale, 34 years. Pregnancy test done before the scan: negative.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Pregnancy",
        "14 September 2024. Mrs Ann Vale, 34 years. hCG on the day of surgery was negative.",
        "NOT_MET",
    ),
    ("exclusion", "HIV", "14 September 2024. Mrs Ann Vale, 34 years. HIV in her partner positive.", "UNKNOWN"),
    (
        "exclusion",
        "Hepatitis C",
        "14 September 2024. Mrs Ann Vale, 34 years. HCV antibody at booking negative.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "HIV infection",
        "14 September 2024. Mrs Ann Vale, 34 years. HIV taken at the antenatal visit negative.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Negative serum or urine pregnancy test",
        "14 September 2024. Mrs Ann Vale, 34 years. Urine hCG in clinic negative.",
        "MET",
    ),
    (
        "inclusion",
        "Serum beta-hCG negative",
        "14 September 2024. Mrs Ann Vale, 34 years. Pregnancy test negative.",
        "MET",
    ),
    ("exclusion", "Anti-HCV antibody positive", "14 September 2024. Mrs Ann Vale, 34 years. Hep C neg.", "NOT_MET"),
    (
        "exclusion",
        "Hepatitis B surface antigen positive",
        "14 September 2024. Mrs Ann Vale, 34 years. HBsAg not detected.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Positive hepatitis C antibody test",
        "14 September 2024. Mrs Ann Vale, 34 years. HCV Ab checked in May was positive.",
        "MET",
    ),
]


def _verdict(kind: CriterionKind, text: str, note: str) -> tuple[str, str]:
    result = judge_criterion(criterion(text, kind), view(note), "strict")
    return result.verdict.value, result.reasoning


@pytest.mark.parametrize("case", DRESS)
def test_a_word_that_says_no_more_of_a_disease_changes_nothing(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", HEALTH)
def test_who_has_a_grave_disease_is_not_healthy(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", LANGUAGES)
def test_a_language_that_was_spoken_is_spoken(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", TIMES)
def test_what_ended_at_a_time_is_dated(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", MEDICINES)
def test_a_class_is_the_same_under_another_noun(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", SINCE)
def test_who_has_taken_a_medicine_since_takes_it(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", AGREEMENT)
def test_an_attitude_to_a_study_is_agreement_or_refusal(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", FUNCTIONS)
def test_who_does_a_thing_well_has_no_trouble_with_it(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", OPINIONS)
def test_what_is_said_beside_a_condition_is_read_apart(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", TUMOURS)
def test_a_tumour_is_one_of_the_organ_beside_it(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", SCORES)
def test_a_score_is_known_by_its_words(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", FRAMES)
def test_the_verb_before_a_name_says_only_when(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", HISTORY)
def test_the_last_time_and_an_earlier_one_are_told_apart(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning


@pytest.mark.parametrize("case", TESTS)
def test_a_test_is_the_same_under_any_name(case: Case) -> None:
    kind, text, note, verdict = case
    got, reasoning = _verdict(kind, text, note)
    assert got == verdict, reasoning
