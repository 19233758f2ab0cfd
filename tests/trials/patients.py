"""Synthetic patients for tests of the trials capability."""

from __future__ import annotations

from osler.core.criteria import Criterion, CriterionKind, parse_criterion
from osler.core.patient import PatientRecord, read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView

ASTHMA_NOTE = (
    "A 44-year-old woman with asthma presents with wheezing. She has hypertension. "
    "She takes no medications. She denies diabetes. "
    "The patient will provide informed consent and will comply with the protocol."
)


def patient(text: str = ASTHMA_NOTE) -> PatientRecord:
    return read_patient(text, "note").record


def view(text: str = ASTHMA_NOTE) -> PatientView:
    return PatientView(patient(text), bundled_vocabularies())


def criterion(text: str, kind: CriterionKind = "inclusion", name: str = "t/1") -> Criterion:
    tree = parse_criterion(text, kind=kind)
    return Criterion(id=name, kind=kind, text=text, start=0, end=len(text), tree=tree)
