"""Why a match has no trials: what was searched for, what the registry has beyond that, and how to widen the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from osler.core.results import Level, Problem
from osler.errors import ReplayMissing, ServiceError
from osler.trials.registry import MAX_PAGE_SIZE, Status, Study, TrialQuery
from osler.trials.steps.search_tools import CandidateBoard
from osler.trials.types import KeyFact, KeyFacts

_MEND_EMPTY = "import trials ('osler trials import') or search the API (--registry ctgov)"
_NAMED = 4


async def why_nothing(facts: KeyFacts, board: CandidateBoard) -> Problem:
    """Why a match has no trials: the registry is empty, there was nothing to look for, or nothing fits."""
    if getattr(board.registry, "empty", False):
        return _problem(Level.WARNING, "the registry on this machine is empty", _MEND_EMPTY, code="data.missing")
    sought = facts.conditions or facts.likely or facts.findings or facts.healthy
    if not sought:
        return _problem(Level.WARNING, "the record names no condition to search for", "add a diagnosis")
    names = ", ".join(dict.fromkeys(fact.name for fact in sought[:_NAMED]))
    said = f"no {_kinds(board.status)}trial{_of_person(facts)} was found for {names} and wider diseases"
    beyond = await _beyond(sought, board)
    others = [study for study in beyond if board.status and study.status not in board.status]
    if others:
        return _problem(Level.INFO, f"{said}; the registry has {_counted(others)}", "search all of them (--status any)")
    if beyond:
        said = f"{said}; the {len(beyond)} that the registry has are for other ages or the other sex"
    mend = _MEND_EMPTY if board.registry.name == "local" else "name the disease as the registry does"
    return _problem(Level.INFO, said, f"{mend}; --status any searches trials of every status" if board.status else mend)


async def _beyond(sought: Sequence[KeyFact], board: CandidateBoard) -> list[Study]:
    """The trials of the same diseases in every status, for any age and either sex."""
    found: dict[str, Study] = {}
    for fact in sought[:_NAMED]:
        try:
            page = await board.registry.search(TrialQuery(condition=fact.name, status=(), page_size=MAX_PAGE_SIZE))
        except (ServiceError, ReplayMissing):
            break
        found |= {study.nct_id: study for study in page.studies}
    return list(found.values())


def _kinds(statuses: Sequence[Status]) -> str:
    return f"{' or '.join(status.replace('_', ' ') for status in statuses)} " if statuses else ""


def _of_person(facts: KeyFacts) -> str:
    """Whom the trials had to take."""
    age = f"{facts.age_years:.0f} years" if facts.age_years is not None else ""
    told = ", ".join(part for part in (facts.sex or "", age) if part)
    return f" that takes this patient ({told})" if told else ""


def _counted(studies: Iterable[Study]) -> str:
    """How many trials there are of each status, the most frequent first."""
    counts = Counter(study.status.replace("_", " ") or "of no status" for study in studies)
    return ", ".join(f"{count} {status}" for status, count in counts.most_common())


def _problem(level: Level, message: str, mend: str, *, code: str = "answer.limited") -> Problem:
    return Problem(code=code, level=level, message=message, mend=mend)
