"""Whether a fact lies in a window, as far as its dates tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from osler.core.criteria.judging.events import is_event, rests
from osler.core.criteria.judging.kleene import MET, NOT_MET, UNKNOWN, conjunction
from osler.core.criteria.lexing.episodes import episode_of
from osler.core.criteria.types import Comparator, TruthValue, Window
from osler.core.language import time_expressions
from osler.core.patient.types import (
    ClinicalTime,
    Condition,
    Fact,
    Medication,
    Observation,
    Phenotype,
    Procedure,
    Status,
)
from osler.core.terminology import Vocabularies

DAYS = {"minutes": 1 / 1440, "hours": 1 / 24, "days": 1.0, "weeks": 7.0, "months": 30.4375, "years": 365.25}
_OVER = frozenset({Status.RESOLVED, Status.INACTIVE, Status.REMISSION, Status.STOPPED, Status.COMPLETED})
_EVENTS = (Procedure, Observation)
_SINCE = re.compile(r"(?:since|for|from|over|in the (?:past|last))\b", re.IGNORECASE)
"""Words that name a beginning, from which a thing goes on."""
_LASTED = re.compile(r"(?:for|over)\b|.*\bhistory\b", re.IGNORECASE)
"""Words that tell how long a thing has lasted until it is told."""
_BEFORE_AN_EVENT = re.compile(
    r"\b(?:diagnos[ie]s|onset|birth|delivery|injury|stroke|infarction|progression|relapse|pregnancy|menopause)\b",
    re.IGNORECASE,
)
"""Events of the patient's own life, from which no criterion counts back as from the day of judgement."""
_NAMES_PREGNANCY = re.compile(r"(?:\w+ )?pregnan(?:t|cy)\b", re.IGNORECASE)
_PREGNANCY = frozenset({"pregnancy", "gestation"})
_LONGEST_PREGNANCY = 300
_LONGEST_STAY = 365
"""Days: what lies longer back than this was in another pregnancy, or in another stay."""
DAY_OF_TELLING = date(2000, 1, 1)
"""The day that stands for the telling where a record has none: what is counted back from it needs no calendar."""


def is_denied_for_a_time(fact: Fact) -> bool:
    """Whether an absence is told since some day or for some time: "no seizures since 2010" tells of seizures before."""
    return fact.time is not None and bool(fact.time.text) and _SINCE.match(fact.time.text or "") is not None


class Course(NamedTuple):
    """When a fact began and ended, each between an earliest and a latest day; None where that is not known."""

    began_first: date | None
    began_last: date | None
    ended_first: date | None
    ended_last: date | None
    ongoing: bool | None
    """Whether it goes on; None when the record does not say."""
    event: bool = False
    """Whether it happened rather than lasted."""
    presumed: bool = False
    """Whether nothing but silence says that it goes on: it is dated to a moment, and has no status."""


def course(
    fact: Fact,
    birth: str | None,
    vocabularies: Vocabularies,
    told_on: date | None = None,
    concepts: frozenset[str] = frozenset(),
) -> Course:
    """The course of a fact from its times and its status; "three weeks ago" counts from the day on which it was told.

    `concepts` are what its words name, where it has no codes.
    """
    times = [fact.time] if fact.time else []
    if isinstance(fact, Medication):
        times = times or [regimen.time for regimen in fact.regimens if regimen.time]
    started = times[0] if times else None
    point = started.at or started.start if started else None
    began_first = point.earliest(birth) if point else None
    began_last = point.latest(birth) if point else None
    days = _told_days(fact)
    if days is None and not (point and point.date) and not isinstance(fact, _EVENTS):
        days = _lasted_days(fact)
    if days is not None and told_on is not None:
        began_first = began_last = told_on - timedelta(days=days)
    if isinstance(fact, _EVENTS) or (
        started and started.at and isinstance(fact, Medication) and fact.status is Status.COMPLETED
    ):
        last = ClinicalTime(at=started.end) if started and started.end else None
        if last is not None:
            # Radiotherapy of some weeks happened on each of their days.
            return Course(began_first, began_last, last.earliest(birth), last.latest(birth), False)
        return Course(began_first, began_last, began_first, began_last, False, isinstance(fact, _EVENTS))
    if _happened(fact, concepts, vocabularies):
        if _lasted_days(fact) is not None:
            # Seizures for two years were not one seizure two years ago.
            return Course(None, None, None, None, None, True)
        if fact.status is not Status.ACTIVE:
            return Course(began_first, began_last, began_first, began_last, False if began_last else None, True)
        if began_last is not None:
            # A list of problems keeps an infarction of long ago: it happened on its day.
            return Course(began_first, began_last, None, None, True, True)
    end = _end(fact) or (ClinicalTime(at=started.end) if started and started.end else None)
    if rests(fact, concepts, vocabularies):
        return Course(began_first, began_last, None, None, True)
    # Of a medicine that goes on, the end is the last dose so far.
    over = fact.status in _OVER or (end is not None and fact.status is not Status.ACTIVE)
    return Course(
        began_first,
        began_last,
        end.earliest(birth) if end else None,
        end.latest(birth) if end else None,
        False
        if over
        else None
        if fact.status is Status.PLANNED or _is_unsaid(fact)
        else True
        if fact.status is not None or isinstance(fact, Condition | Phenotype)
        else None,
        presumed=fact.status is None and not _goes_on(started.text or "") if started else False,
    )


def _goes_on(words: str) -> bool:
    """Whether words of time name a beginning or a length, and no moment."""
    return bool(_SINCE.match(words) or _LASTED.match(words))


def _happened(fact: Fact, concepts: frozenset[str], vocabularies: Vocabularies) -> bool:
    """Whether a fact is an infarction, a fracture, a seizure: dated or not, nothing says that it goes on."""
    if not isinstance(fact, Condition | Phenotype) or _end(fact) is not None:
        return False
    if fact.status not in (None, Status.INACTIVE, Status.ACTIVE):
        return False
    return is_event(frozenset(coding.id for coding in fact.codings) or concepts, vocabularies)


def _end(fact: Fact) -> ClinicalTime | None:
    if isinstance(fact, Condition):
        return fact.abatement
    return fact.resolution if isinstance(fact, Phenotype) else None


def in_windows(
    fact: Fact,
    windows: Iterable[Window],
    on: date | None,
    birth: str | None,
    vocabularies: Vocabularies,
    told_on: date | None = None,
    concepts: frozenset[str] = frozenset(),
) -> tuple[TruthValue, str]:
    """Whether a present fact satisfies all windows, and in words why; `told_on` is the day of the note that tells of it."""
    when = course(fact, birth, vocabularies, told_on or on, concepts)
    windows = tuple(windows)
    if (earlier := _earlier_pregnancy(fact, when, windows, on)) is not None:
        return earlier
    judged = [
        _in_episode(episode, fact, when, on) if (episode := episode_of(window)) else _judge(window, fact, when, on)
        for window in windows
    ] or [_plain(when)]
    truth = conjunction(value for value, _ in judged)
    return truth, "; ".join(reason for value, reason in judged if value is truth)


def _earlier_pregnancy(
    fact: Fact, when: Course, windows: Sequence[Window], on: date | None
) -> tuple[TruthValue, str] | None:
    """ "Pregnancy 2015": one that is dated to a time was then; None of one that goes on, and where a criterion asks for the past."""
    now = all(window.kind in ("current", "at") for window in windows)
    if not now or not when.presumed or when.began_last is None or not _NAMES_PREGNANCY.match(fact.label):
        return None
    if on is None:
        return UNKNOWN, "it is dated, and there is no day to count from"
    over = (on - when.began_last).days > _LONGEST_PREGNANCY
    return (NOT_MET, f"it was {(on - when.began_last).days} days ago") if over else None


def _plain(when: Course) -> tuple[TruthValue, str]:
    if when.event or when.ongoing is not False:
        return MET, "recorded as present"
    return UNKNOWN, "recorded as over, and the criterion does not say whether the past counts"


def _judge(window: Window, fact: Fact, when: Course, on: date | None) -> tuple[TruthValue, str]:
    if window.after or _BEFORE_AN_EVENT.search(window.anchor):
        return UNKNOWN, f"it is counted from {window.anchor or 'an event'}, which the record does not date"
    if fact.status is Status.PLANNED and window.kind != "planned":
        return UNKNOWN, "recorded as planned, and nothing says that it was begun"
    if window.kind == "ever":
        return MET, "recorded at some time"
    if window.kind == "planned":
        return (MET, "planned") if fact.status is Status.PLANNED else (UNKNOWN, "the future is not in the record")
    if window.kind in ("current", "at"):
        if when.ongoing is None:
            return UNKNOWN, "the record does not say whether it goes on"
        return (MET, "recorded as ongoing") if when.ongoing else (NOT_MET, "recorded as over")
    if window.kind == "recent":
        return UNKNOWN, "how recent is not defined"
    if on is None and (when.event or when.ongoing is False) and (told := _told_ago(window, fact)) is not None:
        return told
    if on is None and window.kind == "within" and fact.status is Status.ACTIVE and when.ongoing and not when.event:
        # What goes on goes on today, whatever day today is.
        return MET, "it is ongoing"
    if on is None or window.length is None or window.unit is None:
        return UNKNOWN, "there is no day to count from"
    days = window.length * DAYS[window.unit]
    if window.kind == "lasting":
        return _lasting(window, fact, when, on, days)
    return _left_open(fact, when, on, days) or _ago(window, when, on, days)


def _left_open(fact: Fact, when: Course, on: date, days: float) -> tuple[TruthValue, str] | None:
    """What is said of a medicine that was begun before a time and of which nobody knows whether it went on."""
    if not _is_unsaid(fact) or when.ended_last is not None or when.began_last is None:
        return None
    beyond = (on - when.began_last).days > days
    return (UNKNOWN, "the record does not say whether it went on") if beyond else None


def _is_unsaid(fact: Fact) -> bool:
    """Whether a medicine's record leaves open whether it is taken: its state is not known, or it is held for a while."""
    return isinstance(fact, Medication) and fact.status in (Status.UNKNOWN, Status.ON_HOLD)


def _in_episode(episode: str, fact: Fact, when: Course, on: date | None) -> tuple[TruthValue, str]:
    """Whether a fact is one of the pregnancy or the stay in which the patient is: what goes on is, what ended or happened
    longer ago than one lasts is not, and of what happened since, the record does not say."""
    goes_on = when.ongoing is True and not when.event and fact.status is not Status.PLANNED
    told = when.ended_last or when.began_last
    longest = _LONGEST_PREGNANCY if episode in _PREGNANCY else _LONGEST_STAY
    earlier = told is not None and on is not None and (on - told).days > longest
    if earlier and not goes_on:
        return NOT_MET, f"it was before this {episode}"
    if goes_on and not earlier:
        return MET, "recorded as ongoing"
    return UNKNOWN, f"the record does not say whether it was in this {episode}"


def _is_disease(fact: Fact) -> bool:
    """Whether a fact is a disease, which lasts, and no symptom, which may have come again."""
    return any(coding.id.startswith("MONDO:") for coding in fact.codings)


def _told_ago(window: Window, fact: Fact) -> tuple[TruthValue, str] | None:
    """An event that the record dates from its own day ("six weeks ago"): no calendar is needed to count."""
    if window.kind not in ("within", "before") or window.length is None or window.unit is None:
        return None
    days = _told_days(fact)
    if days is None or fact.time is None:
        return None
    default = Comparator.LE if window.kind == "within" else Comparator.GE
    truth = compare(days, window.comparator or default, round(window.length * DAYS[window.unit]))
    if window.open and not truth:
        return None
    return (MET if truth else NOT_MET), f"it was {fact.time.text}"


def _told_days(fact: Fact) -> int | None:
    """How many days before it was told a fact lay, where its time is told so and not by a date."""
    written = fact.time.text if fact.time and not (fact.time.at and fact.time.at.date) else None
    told = [time.years for time in time_expressions(written or "") if time.kind == "ago" and time.years is not None]
    return round(told[0] * DAYS["years"]) if told else None


def _lasted_days(fact: Fact) -> int | None:
    """For how many days a condition, or a medicine that goes on, had lasted when it was told: "for twelve years", "a three-month history"."""
    lasts = isinstance(fact, Condition | Phenotype) or (
        isinstance(fact, Medication) and fact.status is Status.ACTIVE and _has_no_day(fact.time)
    )
    written = fact.time.text if fact.time and lasts else None
    if not written or not _LASTED.match(written):
        return None
    told = [time.years for time in time_expressions(written) if time.kind == "duration" and time.years]
    return round(told[0] * DAYS["years"]) if told else None


def _has_no_day(time: ClinicalTime | None) -> bool:
    return time is not None and time.at is None and time.start is None and time.end is None


def is_counted_back(fact: Fact) -> bool:
    """Whether the times of a fact are told from the day of telling or by the patient's age, and none by a date."""
    times = [time for time in (fact.time, _end(fact)) if time is not None]
    points = [point for time in times for point in (time.at, time.start, time.end) if point is not None]
    if any(point.date for point in points):
        return False
    return bool(points) or _told_days(fact) is not None or _lasted_days(fact) is not None


def _lasting(window: Window, fact: Fact, when: Course, on: date, days: float) -> tuple[TruthValue, str]:
    if when.presumed and not _is_disease(fact):
        return UNKNOWN, "it was there at that time, and nothing says that it went on"
    if when.began_first is None or when.began_last is None:
        return UNKNOWN, "its beginning is not dated"
    if when.ongoing is None or (when.ongoing is False and when.ended_last is None):
        return UNKNOWN, "its end is not dated"
    if when.event and _is_disease(fact):
        # Who has had a stroke has had it since that day.
        shortest, longest = (on - when.began_last).days, (on - when.began_first).days
        truth = _compare(shortest, longest, window.comparator or Comparator.GE, days)
        return truth, f"it was {_span(max(0, shortest), longest)} ago"
    shortest = ((when.ended_first or on) - when.began_last).days
    longest = ((when.ended_last or on) - when.began_first).days
    truth = _compare(shortest, longest, window.comparator or Comparator.GE, days)
    if truth is NOT_MET and isinstance(fact, Medication) and _lasted_days(fact) is not None:
        # "The same dose for 14 months": what is told of a medicine by its length may be told of its dose alone.
        return UNKNOWN, f"it lasted at least {_span(shortest, longest)}"
    return truth, f"it lasted {_span(shortest, longest)}"


def _ago(window: Window, when: Course, on: date, days: float) -> tuple[TruthValue, str]:
    """`within`: some day of the course is not longer ago than the window; `before`: it ended, or happened, longer ago."""
    if when.ongoing and not when.event and (when.ended_last is None or when.ended_last >= on):
        if when.began_first is not None and when.began_first > on:
            return NOT_MET, "it began after the day of judgement"
        if when.presumed and when.began_last is not None and (on - when.began_last).days > days:
            return UNKNOWN, f"it was recorded {(on - when.began_last).days} days ago, and nothing says that it went on"
        return (MET, "it is ongoing") if window.kind == "within" else (NOT_MET, "it is ongoing")
    first, last = when.ended_first or when.began_first, when.ended_last or when.began_last
    if first is None or last is None:
        return UNKNOWN, "it is not dated"
    nearest, farthest = (on - last).days, (on - first).days
    if farthest < 0:
        return NOT_MET, "it lies after the day of judgement"
    default = Comparator.LE if window.kind == "within" else Comparator.GE
    truth = _compare(nearest, farthest, window.comparator or default, days)
    ago = f"it was {_span(max(0, nearest), farthest)} ago"
    if window.open and truth is NOT_MET:
        return UNKNOWN, f"{ago}, and half-lives may reach further back"
    return truth, ago


def _compare(low: float, high: float, comparator: Comparator, limit: float) -> TruthValue:
    """Whether a number that lies between two others passes a comparison."""
    outcomes = {compare(value, comparator, limit) for value in (low, high)}
    return UNKNOWN if len(outcomes) > 1 else MET if outcomes.pop() else NOT_MET


def compare(value: float, comparator: Comparator, limit: float) -> bool:
    """Whether a value passes a comparison."""
    return {
        Comparator.LT: value < limit,
        Comparator.LE: value <= limit,
        Comparator.GT: value > limit,
        Comparator.GE: value >= limit,
        Comparator.EQ: value == limit,
    }[comparator]


def _span(low: int, high: int) -> str:
    return f"{low} days" if low == high else f"{low} to {high} days"
