"""The two tools of prescreening, and the board on which what they find is gathered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from osler.core.agents import Tool
from osler.core.runs import ToolCallRecord
from osler.errors import ServiceError
from osler.trials.registry import MAX_PAGE_SIZE, RECRUITING, Registry, Status, Study, TrialQuery
from osler.trials.registry.port import Phase
from osler.trials.settings import TrialSettings
from osler.trials.types import ScoreParts, TrialCandidate

_GIVEN_UP = 2
"""So many failures in a row are no accident."""
_CONDITIONS_SHOWN, _INTERVENTIONS_SHOWN = 3, 4
_STUDY_TYPES = ("INTERVENTIONAL", "OBSERVATIONAL", "EXPANDED_ACCESS")
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(months?|weeks?|days?)?", re.IGNORECASE)
_PER_YEAR = {"m": 12.0, "w": 52.18, "d": 365.25}


@dataclass
class CandidateBoard:
    """Candidates by NCT id, with the queries that found each."""

    registry: Registry
    status: tuple[Status, ...] = RECRUITING
    """The statuses that are searched where a call names none; empty for any."""
    candidates: dict[str, TrialCandidate] = field(default_factory=dict)
    studies: dict[str, Study] = field(default_factory=dict)
    unavailable: ServiceError | None = None
    answers: dict[tuple[TrialQuery, frozenset[str]], str] = field(default_factory=dict)
    """What was asked beside the condition, with what came back, and under which label."""
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """How many trials each query brought and how many there are, by its label."""
    unknown: set[str] = field(default_factory=set)
    """Ids that were asked for and that the registry does not have."""
    failed: int = 0
    """How often in a row the registry did not give a trial's details."""

    def tools(self) -> list[Tool]:
        """What the agent may call."""
        return [Tool(self.search_trials, timeout=120.0), Tool(self.get_trial_details, timeout=120.0)]

    async def search_trials(
        self,
        condition: str = "",
        intervention: str = "",
        eligibility_keywords: str = "",
        phase: Sequence[str] = (),
        sex: str = "",
        min_age: str | float | None = None,
        max_age: str | float | None = None,
        location: str = "",
        status: Sequence[str] | None = None,
        page_size: int = 20,
        study_type: str = "",
    ) -> dict[str, Any]:
        """Search the registry. Ages are the patient's age in years; status is left out unless others are asked for; at most 100 a page.

        study_type is INTERVENTIONAL, OBSERVATIONAL or EXPANDED_ACCESS; any where it is left out.
        """
        query = TrialQuery(
            condition=condition,
            intervention=intervention,
            eligibility_keywords=eligibility_keywords,
            phase=tuple(_known(phase, get_args(Phase))),
            sex=_sex(sex),
            min_age=_years(min_age),
            max_age=_years(max_age),
            location=location,
            status=self.status if status is None else tuple(_known(status, get_args(Status))),
            page_size=max(1, min(page_size, MAX_PAGE_SIZE)),
            study_type=next(iter(_known([study_type] if study_type else [], _STUDY_TYPES)), None),
        )
        try:
            page = await self.registry.search(query)
        except ServiceError as error:
            self.unavailable = error
            raise
        # A disease under another name that finds the very same trials is one question asked twice, and counts once.
        found = frozenset(study.nct_id for study in page.studies)
        label = self.answers.setdefault((query.model_copy(update={"condition": ""}), found), query_label(query))
        for study in page.studies:
            self._merge(study, label)
        total = page.total if page.total is not None else len(page.studies)
        self.counts[query_label(query)] = (len(page.studies), total)
        return {
            "count": len(page.studies),
            "total_available": total,
            "trials": [compact(study) for study in page.studies],
        }

    async def get_trial_details(self, nct_id: str) -> dict[str, Any]:
        """The eligibility criteria, ages and sex of one trial."""
        study = await self.details(nct_id)
        if study is None:
            self.unknown.add(nct_id)
            return {"error": f"there is no trial {nct_id!r} in this registry"}
        # What is fetched later, so that the criteria can be judged, is no choice of the search and has no part in its score.
        self.candidates[study.nct_id].detailed = True
        return {
            "nct_id": study.nct_id,
            "eligibility_criteria": study.eligibility,
            "minimum_age": study.minimum_age,
            "maximum_age": study.maximum_age,
            "sex": study.sex,
            **{key: value for key, value in compact(study).items() if key != "nct_id"},
        }

    async def details(self, nct_id: str) -> Study | None:
        """The whole study, fetched once; the candidate is enriched with it."""
        if nct_id in self.studies:
            return self.studies[nct_id]
        if self.unavailable is not None and self.failed >= _GIVEN_UP:
            # A registry that hangs is not waited for once more with every trial.
            raise self.unavailable
        try:
            study = await self.registry.study(nct_id)
        except ServiceError as error:
            self.unavailable, self.failed = error, self.failed + 1
            raise
        self.failed = 0
        if study is None:
            return None
        self.studies[study.nct_id] = study
        candidate = self._merge(study, "")
        candidate.eligibility_criteria = study.eligibility
        candidate.minimum_age, candidate.maximum_age, candidate.sex = study.minimum_age, study.maximum_age, study.sex
        return study

    def ranked(self, settings: TrialSettings) -> list[TrialCandidate]:
        """The candidates with their scores, best first, pruned to the configured number; of equal ones those found first."""
        for candidate in self.candidates.values():
            candidate.score_parts = score_of(candidate, settings)
            candidate.score = candidate.score_parts.total
        found = sorted(self.candidates.values(), key=lambda candidate: -candidate.score)
        return found[: settings.max_candidates]

    def _merge(self, study: Study, label: str) -> TrialCandidate:
        known = self.candidates.get(study.nct_id)
        if known is None:
            known = self.candidates[study.nct_id] = TrialCandidate(
                nct_id=study.nct_id,
                brief_title=study.brief_title,
                phase=study.phases,
                conditions=study.conditions,
                interventions=study.interventions,
                status=study.status,
                sponsor=study.sponsor,
                enrollment=study.enrollment,
            )
        if label and label not in known.found_by_query:
            known.found_by_query.append(label)
        return known


def told(call: ToolCallRecord, board: CandidateBoard) -> ToolCallRecord:
    """A call as a person reads it in the trace: how many trials a search brought, and not how many fields its answer has."""
    if call.tool == "get_trial_details" and str(call.arguments.get("nct_id")) in board.unknown:
        return call.model_copy(update={"status": "empty", "summary": "no such trial"})
    if call.tool != "search_trials" or call.status not in ("success", "empty"):
        return call
    named = {name: str(call.arguments.get(name) or "") for name in ("condition", "intervention", "location")}
    words = str(call.arguments.get("eligibility_keywords") or "")
    phase = call.arguments.get("phase") or ()
    phases = [phase] if isinstance(phase, str) else phase
    try:
        query = TrialQuery(**named, eligibility_keywords=words, phase=tuple(_known(phases, get_args(Phase))))
    except (ValueError, TypeError):
        return call
    found = board.counts.get(query_label(query))
    return call if found is None else call.model_copy(update={"summary": f"{found[0]} of {found[1]} trials"})


def score_of(candidate: TrialCandidate, settings: TrialSettings) -> ScoreParts:
    """The heuristic score: queries that found it, its phase, whether it recruits, whether its details are known."""
    return ScoreParts(
        query_count=len(candidate.found_by_query),
        queries=len(candidate.found_by_query) * settings.query_weight,
        phase_bonus=max((settings.phase_bonus.get(phase, 0) for phase in candidate.phase), default=0),
        recruiting_bonus=settings.recruiting_bonus if candidate.status == "RECRUITING" else 0,
        details_bonus=settings.details_bonus if candidate.detailed else 0,
    )


def compact(study: Study) -> dict[str, Any]:
    """A study in the few fields that an agent needs to choose."""
    return {
        "nct_id": study.nct_id,
        "brief_title": study.brief_title,
        "phase": study.phases,
        "conditions": study.conditions[:_CONDITIONS_SHOWN],
        "interventions": study.interventions[:_INTERVENTIONS_SHOWN],
        "status": study.status,
        "sponsor": study.sponsor,
        "enrollment": study.enrollment,
    }


def query_label(query: TrialQuery) -> str:
    """A query in one line, as a person would write it."""
    parts = {
        "condition": query.condition,
        "intervention": query.intervention,
        "keywords": query.eligibility_keywords,
        "location": query.location,
        "phase": ", ".join(query.phase),
    }
    return "; ".join(f"{name}: {value}" for name, value in parts.items() if value) or "everything"


def _known(given: Sequence[str], allowed: Sequence[str]) -> list[Any]:
    words = [word.strip().upper() for word in ([given] if isinstance(given, str) else given)]
    if unknown := [word for word in words if word not in allowed]:
        raise ValueError(f"{unknown[0]!r} is not one of {', '.join(allowed)}")
    return words


def _sex(text: str) -> Any:
    word = text.strip().upper()
    if word in ("", "ALL"):
        return None
    if word not in ("MALE", "FEMALE"):
        raise ValueError("sex is MALE, FEMALE or ALL")
    return word


def _years(value: str | float | None) -> float | None:
    if value is None or isinstance(value, int | float):
        return value
    found = _NUMBER.match(value)
    if not found:
        raise ValueError("an age is a number of years, such as 58")
    return float(found[1]) / (_PER_YEAR[found[2][0].lower()] if found[2] else 1.0)
