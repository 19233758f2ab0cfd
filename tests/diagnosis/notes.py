"""The two test notes of the source document, and cases made of them."""

from __future__ import annotations

from osler.core.evidence import Source
from osler.diagnosis import CodedFinding, DiagnosisInput

EXCLUSIONS = (
    "Patient is a 5-year-old male. No seizures have ever been reported. Hearing was tested and confirmed normal. "
    "Deep tendon reflexes are absent. No family history of cardiac disease. "
    "Developmental milestones were appropriate until age 2."
)
TIMING = (
    "Hypotonia was noted since birth. Seizures began at 4 months of age. "
    "Speech delay was identified at the 18-month checkup. "
    "Walking was achieved at 28 months but gait has progressively worsened over the past 2 years."
)
TIMED_LABELS = ["Hypotonia", "Seizures", "Speech delay", "Gait disturbance"]
PATIENT_10 = ["HP:0002360", "HP:0100704", "HP:0001250", "HP:0001252", "HP:0001332"]


def note(text: str) -> Source:
    return Source(id="note", kind="note", text=text)


def coded(*terms: str, excluded: tuple[str, ...] = ()) -> DiagnosisInput:
    findings = [CodedFinding(term=term) for term in terms]
    return DiagnosisInput(findings=[*findings, *(CodedFinding(term=term, excluded=True) for term in excluded)])
