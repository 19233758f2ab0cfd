"""Whether a trial is about a patient whose record calls the disease by one of its other names or kinds."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.trials.kinship import conditions_called
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
