"""The registry behind the ClinicalTrials.gov API v2."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import httpx

from osler.config import Settings
from osler.core.outside import (
    OutsideService,
    RetryPolicy,
    is_loopback,
    lost_connection,
    raise_for_failure,
    trusted_certificates,
)
from osler.errors import DataError, PrivacyBlocked, ServiceError
from osler.trials.registry.port import SearchPage, TrialQuery
from osler.trials.registry.study import Study, read_study
from osler.trials.settings import TrialSettings

SERVICE = "ClinicalTrials.gov"
_ID = re.compile(r"[A-Za-z0-9](?:[\w-]|\.(?!\.))*")
_TIMEOUT_SECONDS = 30.0
_LONGEST_MESSAGE = 300
_PHASE_KEYS = {"EARLY_PHASE1": "0", "PHASE1": "1", "PHASE2": "2", "PHASE3": "3", "PHASE4": "4"}
_SEX_KEYS = {"MALE": "m", "FEMALE": "f"}
SUMMARY_FIELDS = (
    "NCTId", "BriefTitle", "OfficialTitle", "OverallStatus", "StudyType", "Phase", "Condition", "Keyword",
    "InterventionName", "LeadSponsorName", "EnrollmentCount", "Sex", "MinimumAge", "MaximumAge", "LastUpdatePostDate",
)  # fmt: skip


def search_parameters(query: TrialQuery) -> dict[str, str]:
    """The query as parameters of `GET /studies`, in the form of the API's own description."""
    parameters = {
        "format": "json",
        "pageSize": str(query.page_size),
        "fields": "" if query.whole else "|".join(SUMMARY_FIELDS),
        "query.cond": query.condition,
        "query.intr": query.intervention,
        "query.locn": query.location,
        "query.titles": query.titles,
        "filter.ids": "|".join(query.ids),
        "query.term": " AND ".join(_term_clauses(query)),
        "filter.overallStatus": "|".join(query.status),
        "aggFilters": _agg_filters(query),
        "pageToken": query.page_token,
    }
    if query.near is not None:
        near = query.near
        parameters["filter.geo"] = f"distance({near.latitude:.6f},{near.longitude:.6f},{near.km:g}km)"
    if query.count_total and not query.page_token:
        parameters["countTotal"] = "true"
    return {name: value for name, value in parameters.items() if value}


def _term_clauses(query: TrialQuery) -> list[str]:
    clauses = []
    if query.min_age is not None:
        clauses.append(f"AREA[MinimumAge]RANGE[MIN, {_age(query.min_age)}]")
    if query.max_age is not None:
        clauses.append(f"AREA[MaximumAge]RANGE[{_age(query.max_age)}, MAX]")
    if query.study_type is not None:
        clauses.append(f"AREA[StudyType]{query.study_type.title()}")
    if query.updated_since:
        clauses.append(f"AREA[LastUpdatePostDate]RANGE[{query.updated_since}, MAX]")
    if "NA" in query.phase:
        # The filter of phases has no key for "not applicable", so that all of them are asked for as words.
        clauses.append(f"AREA[Phase]({' OR '.join(query.phase)})")
    if not query.eligibility_keywords:
        return clauses
    return [f"({query.eligibility_keywords})" if clauses else query.eligibility_keywords, *clauses]


def _agg_filters(query: TrialQuery) -> str:
    """Filters as `id:keys` pairs; the keys of one filter are separated by spaces."""
    phases = "" if "NA" in query.phase else " ".join(_PHASE_KEYS[phase] for phase in query.phase)
    filters = [f"phase:{phases}"] if phases else []
    if query.sex is not None:
        filters.append(f"sex:{_SEX_KEYS[query.sex]}")
    return ",".join(filters)


def _age(years: float) -> str:
    if years >= 2 or years == int(years):
        return f"{int(years)} years"
    return f"{max(0, int(years * 12))} months"


class CtgovRegistry:
    """Asks the API politely: one call at a time interval, busy answers waited out, refusals told in its own words."""

    name = "ctgov"

    def __init__(self, settings: Settings | None = None, *, service: OutsideService | None = None) -> None:
        settings = settings or Settings()
        section = settings.of(TrialSettings)
        self._url = section.api_url.rstrip("/")
        if not is_loopback(self._url) and not settings.privacy.allow_hosted:
            raise PrivacyBlocked(
                f"{SERVICE} is not on this machine, and sending search terms to it is not allowed",
                mend="set privacy.allow_hosted = true, or search the local index (--registry local)",
            )
        interval = section.min_interval_seconds
        # A wait after a busy answer also counts as the interval: the rate limit reserves moments, it does not add them.
        self._service = service or OutsideService(
            SERVICE, retry=RetryPolicy(retries=3, first_wait=2.0), per_second=1 / interval if interval else None
        )
        self._client = httpx.AsyncClient(
            timeout=_TIMEOUT_SECONDS, follow_redirects=False, verify=trusted_certificates()
        )

    async def search(self, query: TrialQuery) -> SearchPage:
        """One page of studies; records that cannot be read, or whose id is none, are left out."""
        answer = await self._get("/studies", search_parameters(query))
        if answer is None:
            raise ServiceError(f"{SERVICE} has no search at this address", mend="check trials.api_url")
        records = answer.get("studies") or []
        if not isinstance(records, list):
            raise _unknown_form()
        read = [_read(record) for record in records]
        total, token = answer.get("totalCount"), answer.get("nextPageToken")
        return SearchPage(
            studies=[study for study in read if not isinstance(study, str)],
            skipped=[why for why in read if isinstance(why, str)],
            total=total if isinstance(total, int) else None,
            next_page_token=token if isinstance(token, str) else "",
        )

    async def study(self, nct_id: str) -> Study | None:
        """The whole record of one study; None where there is none of that id, or none that can be read."""
        if not _ID.fullmatch(nct_id):
            # It would be another address; no registry has such a study.
            return None
        answer = await self._get(f"/studies/{nct_id}", {"format": "json"})
        found = None if answer is None else _read(answer)
        return found if isinstance(found, Study) and found.nct_id.casefold() == nct_id.casefold() else None

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _get(self, path: str, parameters: Mapping[str, str]) -> dict[str, Any] | None:
        return await self._service.call(lambda: self._ask(path, parameters))

    async def _ask(self, path: str, parameters: Mapping[str, str]) -> dict[str, Any] | None:
        try:
            response = await self._client.get(self._url + path, params=dict(parameters))
        except httpx.TransportError as error:
            raise lost_connection(error) from None
        if response.status_code == httpx.codes.NOT_FOUND:
            return None
        if response.status_code == httpx.codes.BAD_REQUEST:
            message = " ".join(response.text.split())[:_LONGEST_MESSAGE]
            raise ServiceError(f"{SERVICE} API 400 Bad Request: {message}", mend="change the search terms")
        raise_for_failure(SERVICE, response.status_code, response.headers)
        try:
            answer = response.json()
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise _unknown_form()
        return answer


def _read(record: Any) -> Study | str:
    """A study as the registry gives it, or why it is none."""
    try:
        study = read_study(record)
    except DataError as error:
        return f"a record of the page: {error.message}"
    return study if _ID.fullmatch(study.nct_id) else f"{study.nct_id[:40]}: this is no id of a study"


def _unknown_form() -> ServiceError:
    return ServiceError(f"{SERVICE} answered in an unknown form", mend="check trials.api_url")
