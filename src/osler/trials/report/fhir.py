"""A match as a FHIR R4 Bundle of ResearchStudy and ResearchSubject."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from osler.trials.types import MatchResult, TrialResult, TrialVerdict

# FHIR R4 research-subject-status: `candidate` is who may take part, `ineligible` who may not.
_STATUS = {
    TrialVerdict.ELIGIBLE: "candidate",
    TrialVerdict.UNCERTAIN: "potential-candidate",
    TrialVerdict.EXCLUDED: "ineligible",
    TrialVerdict.NOT_RELEVANT: "ineligible",
}
_REGISTRY = "https://clinicaltrials.gov"
_FILE = re.compile(r"\.[a-z]{2,5}(?::\d+)?$", re.IGNORECASE)
_REGISTERED = re.compile(r"NCT\d{8}")


def to_research_subjects(result: MatchResult) -> dict[str, Any]:
    """One study and one subject a trial; the verdict's reason is a note of the subject."""
    entries = [resource for trial in result.trials for resource in _pair(trial, result.patient_id)]
    return {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": item} for item in entries]}


def _pair(trial: TrialResult, patient: str) -> list[dict[str, Any]]:
    study_id = f"study-{trial.nct_id}"
    subject_id = hashlib.sha256(f"{trial.nct_id}|{patient}".encode()).hexdigest()[:32]
    study = {
        "resourceType": "ResearchStudy",
        "id": study_id,
        "identifier": [{"system": _system_of(trial.nct_id), "value": trial.nct_id}],
        "title": trial.brief_title,
        "status": "active",
    }
    subject = {
        "resourceType": "ResearchSubject",
        "id": subject_id,
        "status": _STATUS[trial.verdict],
        "study": {"reference": f"ResearchStudy/{study_id}"},
        "individual": _individual(patient),
        "extension": [
            {"url": "urn:osler:trial-verdict", "valueCode": trial.verdict.value},
            {"url": "urn:osler:trial-verdict-reason", "valueString": trial.reason},
            {"url": "urn:osler:trial-confidence", "valueDecimal": round(trial.confidence, 3)},
        ],
    }
    return [study, subject]


def _individual(patient: str) -> dict[str, Any]:
    """Who the subject is: the resource of that id, or by name where the record is a file and no resource is known."""
    known = {"type": "Patient", "identifier": {"system": "urn:osler:patient", "value": patient}, "display": patient}
    return known if _FILE.search(patient) else known | {"reference": f"Patient/{_fhir_id(patient)}"}


def _system_of(trial_id: str) -> str:
    """Who gave a trial its id: the registry, or nobody outside ("OSLER-T-0020" is synthetic)."""
    return _REGISTRY if _REGISTERED.fullmatch(trial_id) else "urn:osler:trial"


def _fhir_id(name: str) -> str:
    """A name as FHIR allows ids: letters, digits, hyphens and dots, at most 64."""
    return re.sub(r"[^A-Za-z0-9.-]", "-", name)[:64] or "patient"
