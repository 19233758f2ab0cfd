"""A study of the registry: the parts of an API v2 record that searching and judging need."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from osler.errors import DataError

STATUSES = (
    "ACTIVE_NOT_RECRUITING", "COMPLETED", "ENROLLING_BY_INVITATION", "NOT_YET_RECRUITING", "RECRUITING", "SUSPENDED",
    "TERMINATED", "WITHDRAWN", "AVAILABLE", "NO_LONGER_AVAILABLE", "TEMPORARILY_NOT_AVAILABLE",
    "APPROVED_FOR_MARKETING", "WITHHELD", "UNKNOWN",
)  # fmt: skip

_TYPES: tuple[tuple[str, str, type], ...] = (
    ("identificationModule", "briefTitle", str),
    ("statusModule", "overallStatus", str),
    ("designModule", "studyType", str),
    ("designModule", "phases", list),
    ("conditionsModule", "conditions", list),
    ("conditionsModule", "keywords", list),
    ("eligibilityModule", "eligibilityCriteria", str),
    ("eligibilityModule", "sex", str),
    ("eligibilityModule", "minimumAge", str),
    ("eligibilityModule", "maximumAge", str),
)
_MODULES = tuple(dict.fromkeys(module for module, _, _ in _TYPES))
_AGE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(year|month|week|day|hour|minute)s?\s*", re.IGNORECASE)
_IN_YEARS = {
    "year": 1.0,
    "month": 1 / 12,
    "week": 7 / 365.25,
    "day": 1 / 365.25,
    "hour": 1 / 8766,
    "minute": 1 / 525960,
}


class Place(NamedTuple):
    """A site of a study."""

    words: str
    latitude: float | None
    longitude: float | None


class Study(BaseModel):
    """A study, read from its record; `record` is the whole of it."""

    nct_id: str
    brief_title: str = ""
    official_title: str = ""
    summary: str = ""
    status: str = ""
    study_type: str = ""
    phases: list[str] = Field(default_factory=list)
    conditions: list[str] = Field(default_factory=list)
    keywords: list[str] = Field(default_factory=list)
    interventions: list[str] = Field(default_factory=list)
    sponsor: str = ""
    enrollment: int | None = None
    eligibility: str = ""
    sex: str = "ALL"
    minimum_age: str = ""
    maximum_age: str = ""
    last_update: str = ""
    places: list[Place] = Field(default_factory=list)
    record: dict[str, Any] = Field(default_factory=dict, repr=False)


def age_in_years(text: str) -> float | None:
    """ "18 Years" as 18.0, "6 Months" as 0.5; None for no limit."""
    found = _AGE.fullmatch(text or "")
    return float(found[1]) * _IN_YEARS[found[2].lower()] if found else None


def read_study(record: Mapping[str, Any]) -> Study:
    """The study in a v2 record, or a DataError that says what is wrong with it."""
    protocol = _object(record, "protocolSection") if isinstance(record, Mapping) else {}
    identity = _object(protocol, "identificationModule")
    nct_id = identity.get("nctId")
    if not isinstance(nct_id, str) or not nct_id.strip():
        raise DataError(
            "the record has no NCT id",
            mend="give studies as the ClinicalTrials.gov API v2 returns them (protocolSection)",
        )
    if wrong := _of_wrong_type(protocol):
        raise DataError(
            f"{nct_id.strip()}: {', '.join(wrong)} {'is' if len(wrong) == 1 else 'are'} not of the type that the API gives",
            mend="give studies as the ClinicalTrials.gov API v2 returns them",
        )
    status, design = _object(protocol, "statusModule"), _object(protocol, "designModule")
    conditions, eligibility = _object(protocol, "conditionsModule"), _object(protocol, "eligibilityModule")
    interventions = _list(_object(protocol, "armsInterventionsModule"), "interventions")
    count = _object(design, "enrollmentInfo").get("count")
    return Study(
        nct_id=nct_id.strip(),
        brief_title=_text(identity, "briefTitle"),
        official_title=_text(identity, "officialTitle"),
        summary=_text(_object(protocol, "descriptionModule"), "briefSummary"),
        status=_text(status, "overallStatus"),
        study_type=_text(design, "studyType"),
        phases=_strings(design, "phases"),
        conditions=_strings(conditions, "conditions"),
        keywords=_strings(conditions, "keywords"),
        interventions=[name for item in interventions if isinstance(item, Mapping) and (name := _text(item, "name"))],
        sponsor=_text(_object(_object(protocol, "sponsorCollaboratorsModule"), "leadSponsor"), "name"),
        enrollment=count if isinstance(count, int) else None,
        eligibility=_text(eligibility, "eligibilityCriteria"),
        sex=_text(eligibility, "sex") or "ALL",
        minimum_age=_text(eligibility, "minimumAge"),
        maximum_age=_text(eligibility, "maximumAge"),
        last_update=_text(_object(status, "lastUpdatePostDateStruct"), "date"),
        places=list(_places(_object(protocol, "contactsLocationsModule"))),
        record=dict(record),
    )


def _of_wrong_type(protocol: Mapping[str, Any]) -> list[str]:
    """The fields that are there and of another type than the API's description says; a trial without them would be another."""
    wrong = [name for name in _MODULES if not isinstance(protocol.get(name, {}), Mapping | None)]
    for module, name, kind in _TYPES:
        value = _object(protocol, module).get(name)
        strings = not isinstance(value, list) or all(isinstance(item, str) for item in value)
        if value is not None and not (isinstance(value, kind) and strings):
            wrong.append(name)
    return wrong


def _places(module: Mapping[str, Any]) -> Iterator[Place]:
    for site in _list(module, "locations"):
        if not isinstance(site, Mapping):
            continue
        words = ", ".join(_text(site, key) for key in ("facility", "city", "state", "country") if _text(site, key))
        point = _object(site, "geoPoint")
        yield Place(words, *_point(point.get("lat"), point.get("lon")))


def _point(latitude: Any, longitude: Any) -> tuple[float | None, float | None]:
    if isinstance(latitude, int | float) and isinstance(longitude, int | float):
        return float(latitude), float(longitude)
    return None, None


def _object(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = value.get(key)
    return found if isinstance(found, Mapping) else {}


def _list(value: Mapping[str, Any], key: str) -> list[Any]:
    found = value.get(key)
    return found if isinstance(found, list) else []


def _strings(value: Mapping[str, Any], key: str) -> list[str]:
    return [item for item in _list(value, key) if isinstance(item, str)]


def _text(value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    return found if isinstance(found, str) else ""
