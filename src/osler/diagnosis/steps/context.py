"""The context packet: everything the tools know of the patient, as plain data."""

from __future__ import annotations

from typing import Any

from osler.diagnosis.case import DiagnosisInput
from osler.diagnosis.types import AgentOutput

PACKET_CANDIDATES = 10


def context_packet(case: DiagnosisInput, output: AgentOutput) -> dict[str, Any]:
    """The packet in the source document's words, from what the steps so far put into the output."""
    return {
        "patient_hpo_matches": _plain(output.hpo_matches),
        "excluded_findings": _plain(output.excluded_findings),
        "timing_profiles": _plain(output.timing_profiles),
        "disease_candidates": _plain(output.disease_candidates[:PACKET_CANDIDATES]),
        "disease_profiles": _plain(output.disease_profiles),
        "data_completeness": output.data_completeness,
        "red_flags": _plain(output.red_flags),
        "prior_tests": _plain(case.prior_tests),
        "family_history": case.family_history,
        "age_years": case.age_years,
        "sex": case.sex,
    }


def _plain(models: Any) -> list[dict[str, Any]]:
    return [model.model_dump(mode="json") for model in models]
