"""Synthetic studies for tests, in the form of the API; their ids cannot be real."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def record(
    nct_id: str,
    *,
    title: str = "A synthetic study",
    conditions: Sequence[str] = ("Asthma",),
    interventions: Sequence[str] = (),
    eligibility: str | None = "Inclusion Criteria:\n\n* Age 18 years or older\n\nExclusion Criteria:\n\n* Pregnancy",
    status: str = "RECRUITING",
    phases: Sequence[str] = ("PHASE2",),
    sex: str = "ALL",
    minimum_age: str = "18 Years",
    maximum_age: str = "",
    updated: str = "2024-01-15",
    sites: Sequence[tuple[str, float, float]] = (),
) -> dict[str, Any]:
    """One record."""
    module: dict[str, Any] = {"sex": sex}
    if eligibility is not None:
        module["eligibilityCriteria"] = eligibility
    if minimum_age:
        module["minimumAge"] = minimum_age
    if maximum_age:
        module["maximumAge"] = maximum_age
    return {
        "protocolSection": {
            "identificationModule": {"nctId": nct_id, "briefTitle": title},
            "statusModule": {"overallStatus": status, "lastUpdatePostDateStruct": {"date": updated}},
            "sponsorCollaboratorsModule": {"leadSponsor": {"name": "Osler test sponsor"}},
            "descriptionModule": {"briefSummary": title},
            "conditionsModule": {"conditions": list(conditions)},
            "designModule": {
                "studyType": "INTERVENTIONAL",
                "phases": list(phases),
                "enrollmentInfo": {"count": 40},
            },
            "armsInterventionsModule": {"interventions": [{"type": "DRUG", "name": name} for name in interventions]},
            "eligibilityModule": module,
            "contactsLocationsModule": {
                "locations": [
                    {"city": city, "country": "Testland", "geoPoint": {"lat": latitude, "lon": longitude}}
                    for city, latitude, longitude in sites
                ]
            },
        }
    }


ASTHMA = record(
    "NCT99000001", title="Inhaled budesonide in asthma", interventions=["Budesonide"], sites=[("Northtown", 48.2, 16.4)]
)
ASTHMA_CHILDREN = record(
    "NCT99000002", title="Asthma in children", minimum_age="6 Years", maximum_age="17 Years", phases=["PHASE3"]
)
LUNG = record(
    "NCT99000003",
    title="A kinase inhibitor in lung cancer",
    conditions=["Non-small cell lung carcinoma"],
    interventions=["Osimertinib"],
    sites=[("Southtown", 40.7, -74.0)],
)
PROSTATE = record(
    "NCT99000004", title="Prostate cancer", conditions=["Prostate cancer"], sex="MALE", status="COMPLETED"
)
NO_TEXT = record("NCT99000005", title="Asthma without criteria", eligibility=None)
STUDIES = [ASTHMA, ASTHMA_CHILDREN, LUNG, PROSTATE, NO_TEXT]
