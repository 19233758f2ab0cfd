"""Whether a trial is about a patient whose record calls the disease by one of its other names or kinds."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.trials.kinship import conditions_called, natural_order
from osler.trials.registry.study import read_study
from osler.trials.steps.key_facts import key_facts
from osler.trials.steps.relevance import relevance
from osler.yaml_reader import packaged_yaml
from tests.trials.patients import patient


@pytest.mark.parametrize(
    ("note", "condition", "relevant"),
    [
        ("NSTEMI with cardiogenic shock.", "Coronary Artery Disease", True),
        ("Stable angina CCS III.", "Coronary Artery Disease", True),
        ("Transient ischaemic attack last week.", "Stroke", True),
        ("Adult-onset atopic dermatitis. Guillain-Barré syndrome in 1999.", "Atopic Dermatitis", True),
        ("Gout. Guillain-Barré syndrome in 1999.", "Atopic Dermatitis", False),
        ("Heart failure after myocarditis.", "Coronary Artery Disease", False),
        ("Pre-eclampsia with headache.", "Migraine", False),
        ("Hypertension. LAD: 85 % stenosis of the mid vessel.", "Coronary Artery Disease", True),
        (
            "Hypertension. Triple-vessel disease on angiography, referred for bypass surgery.",
            "Coronary Artery Disease",
            True,
        ),
        ("Type 2 diabetes. PCI to the RCA recommended.", "Coronary Artery Disease", True),
        ("Type 2 diabetes. CABG in 2019.", "Myocardial Infarction", True),
        ("Gout. No stenosis of the LAD, and no bypass surgery.", "Coronary Artery Disease", False),
        ("Gout. Her mother had bypass surgery.", "Coronary Artery Disease", False),
        ("Hypertension. Tremor at rest, takes levodopa.", "Parkinson Disease", True),
        ("Hypertension. Takes levodopa.", "Asthma", False),
        ("Gout. On haemodialysis.", "Chronic Kidney Diseases", True),
        ("Gout. Mastectomy in 2019, on letrozole.", "Breast Cancer", True),
        ("Gout. Mastectomy in 2019, on letrozole.", "Lung Cancer", False),
        ("Gout. Gastric bypass surgery in 2015.", "Coronary Artery Disease", False),
        ("Blurred vision for a week.", "Glaucoma", True),
        ("Right upper lobe adenocarcinoma, stage IVB, EGFR wild type.", "Non-small Cell Lung Cancer", True),
        ("Stage III, poorly differentiated tumour of the sigmoid, resected.", "Colorectal Cancer", True),
        ("Pancreatic head mass, biopsy: ductal adenocarcinoma.", "Pancreatic Cancer", True),
        ("High grade serous carcinoma, stage IIIC.", "Ovarian Cancer", True),
        ("Left lower lobe pneumonia.", "Non-small Cell Lung Cancer", False),
        ("Melanoma of the arm with lung metastases.", "Non-small Cell Lung Cancer", False),
        ("Multiple myeloma, third line.", "Non-small Cell Lung Cancer", False),
        ("IgA nephropathy. Basal cell carcinoma excised.", "Non-small Cell Lung Cancer", False),
        ("Diffuse large B-cell lymphoma.", "Carcinoma, Non-Small-Cell Lung", False),
        ("Lung adenocarcinoma.", "Carcinoma, Non-Small-Cell Lung", True),
        ("Breast carcinoma. The carcinoma was hormone sensitive.", "Carcinoma, Hepatocellular", False),
        ("Small cell carcinoma.", "Small Cell Lung Cancer", True),
        ("Stage IV cutaneous melanoma.", "Metastatic Melanoma", True),
        ("Breast cancer.", "Metastatic Melanoma", False),
        ("Breast cancer, radiotherapy 40 Gy in 15 fractions.", "Heart Failure With Reduced Ejection Fraction", False),
        ("Breast cancer. Erythema of the irradiated skin.", "Acne Rosacea", False),
        ("Rosacea, doxycycline 40 mg MR daily.", "Mitral Valve Regurgitation", False),
        ("Hypertension. Severe mitral regurgitation.", "Mitral Valve Regurgitation", True),
        ("Rosacea. Takes aspirin for coronary artery disease.", "Coronary Artery Disease", True),
        ("Type 2 diabetes.", "Cystic Fibrosis Related Diabetes", False),
        ("Cystic fibrosis.", "Cystic Fibrosis Related Diabetes", True),
        ("Diabetes.", "Cystic Fibrosis Related Diabetes", True),
        ("Steroid-induced diabetes.", "Type 2 Diabetes", False),
        ("Steroid-induced diabetes.", "Diabetes Mellitus", True),
        ("Type 2 diabetes.", "Diabetes Mellitus, Type 2", True),
        ("Type 2 diabetes.", "Diabetes Mellitus, Type 1", False),
        ("Rheumatoid arthritis.", "Arthritis, Psoriatic", False),
        ("Opioid dependence.", "Opioid Use Disorder", True),
        ("Osteoarthritis of the knee.", "Osteoarthritis, Knee", True),
        ("Acute kidney injury.", "Brain Injuries", False),
    ],
)
def test_a_trial_is_about_its_family_and_kinds(note: str, condition: str, relevant: bool) -> None:
    vocabularies = bundled_vocabularies()
    record = {
        "protocolSection": {
            "identificationModule": {"nctId": "OSLER-T-1", "briefTitle": "A trial"},
            "conditionsModule": {"conditions": [condition]},
        }
    }
    facts = key_facts(patient(f"A 60-year-old woman. {note}"), vocabularies)
    found = relevance(read_study(record), facts, vocabularies)
    assert (not found.not_relevant) is relevant, found


def test_every_described_disease_is_known() -> None:
    rows = packaged_yaml("osler.trials.steps", "described.yml")
    assert [row["disease"] for row in rows if not conditions_called(row["disease"], bundled_vocabularies())] == []


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Carcinoma, Non-Small-Cell Lung", "Non-Small-Cell Lung Carcinoma"),
        ("Leukemia, Myeloid, Acute", "Acute Myeloid Leukemia"),
        ("Diabetes, Hypertension", "Diabetes, Hypertension"),
        ("Asthma", "Asthma"),
        ("Asthma,", "Asthma,"),
    ],
)
def test_an_inverted_name_is_read_as_it_is_spoken(written: str, spoken: str) -> None:
    assert natural_order(written, bundled_vocabularies()) == spoken
