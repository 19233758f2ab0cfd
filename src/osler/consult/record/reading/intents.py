"""What a question wants to know: a value, a day, a list, a count, yes or no."""

from __future__ import annotations

import re

from osler.consult.record.called import panel_tests
from osler.consult.record.concepts import EITHER, is_named
from osler.consult.record.reading.kinds import is_condition
from osler.consult.record.reading.table import pattern, says
from osler.consult.record.reading.types import Intent, RecordQuestion
from osler.core.terminology import Vocabularies

_HAD = {"condition", "procedure", "medication", "vaccine", "allergy"}
_EXTREMES = {"maximum", "minimum", "average"}


def intent_of(rest: str, question: RecordQuestion, vocabularies: Vocabularies) -> Intent:
    """The intent; what is said in so many words decides before the form of the question does."""
    measured = question.kind == "observation"
    asked = _by_slot(rest, question)
    if asked is not None:
        return asked
    if question.kind in {"medication", "procedure"} and _is_after(rest, question, vocabularies):
        return "after"
    is_new = question.kind == "medication" and _form("new", rest) and not says("yes_no", rest)
    if question.other_period is not None:
        return _of_two_times(rest, measured=measured)
    if is_new:
        return "new"
    if says("duration", rest) and not measured:
        return "duration"
    if says("how_many_days", rest) and not _form("days_of", rest):
        return "time_since"
    if says("most_common", rest) and not measured:
        return "most_common"
    found = _of_values(rest, question) if measured else None
    if found is not None:
        return found
    if question.kind == "medication" and _form("how_often" if question.phrase else "how_often_taken", rest):
        return "dose" if question.phrase else "list"  # each of a list is told with its schedule
    if _is_counted(rest, question):
        return "count"
    if says("when", rest):
        several = not measured and not question.selectors and _form("when_all", rest)
        return "list" if says("which_days", rest) or several else "when"
    return _by_form(rest, question, vocabularies)


def _of_two_times(rest: str, *, measured: bool) -> Intent:
    """What is asked of two periods: how a value differs, in which there was more of a thing, or what is new."""
    if measured:
        return "change" if says("change", rest) else "compare"
    return "oftener" if says("oftener", rest) or says("count", rest) else "new"


def _is_counted(rest: str, question: RecordQuestion) -> bool:
    """Whether entries are counted; "how many" of a measure asks for its value, unless occasions or a bound are named."""
    measured = question.kind == "observation"
    one_value = bool(question.phrase) and not panel_tests(question.phrase)
    of_values = measured and one_value and question.threshold is None
    if says("count", rest) and not (of_values and not says("occasions", rest)):
        return True
    return says("total", rest) and not measured and not question.phrase


def _by_slot(rest: str, question: RecordQuestion) -> Intent | None:
    """What a slot of the question says outright."""
    if question.kind == "procedure" and question.phrase and _form("finds", rest):
        return "value"
    if question.ratio is not None:
        return "ratio"
    if question.per is not None and question.kind != "any":
        return "per_period"
    if question.spread and not says("change", rest):
        return "range"
    if question.earlier and (says("yes_no", rest) or says("moved", rest)):
        return "compare"
    if question.at_least and question.kind != "observation":
        return "ever" if question.phrase and says("yes_no", rest) else "repeated"
    both_ends = {"maximum", "minimum"} <= set(question.selectors)  # the gap between values is no time
    return "interval" if question.interval and question.kind != "any" and not both_ends else None


def _form(name: str, rest: str) -> bool:
    return pattern("forms", name).search(rest) is not None


def _is_after(rest: str, question: RecordQuestion, vocabularies: Vocabularies) -> bool:
    if _form("after", rest) and _form("event", rest):
        return True
    return _form("that_day", rest) and is_condition(question.phrase, vocabularies)


def _of_values(rest: str, question: RecordQuestion) -> Intent | None:
    """What is asked of the values of a measure, where the words say it."""
    asks = says("yes_no", rest) or _MOVED_FIRST.match(rest) is not None
    if says("how_far", rest) and question.threshold is None and not says("when", rest):
        return "change"
    if says("either_way", rest):
        return "trend"
    if question.threshold is not None and question.threshold.of_change:
        return "change"
    if says("over_time", rest) and not (question.threshold or question.selectors or _asks_otherwise(rest)):
        return "trend"
    stretch = question.period.start is not None and question.period.start != question.period.end
    if stretch and not (question.threshold or question.selectors or asks) and _form("has_been", rest):
        return "trend"
    if question.threshold is None:
        since = question.period.start is not None or question.anchor is not None
        if says("compare", rest) or (says("moved", rest) and asks) or (since and asks and _form("better", rest)):
            return "compare"
        if says("normal", rest) and not says("count", rest):
            return "normal"
    extreme = bool(_EXTREMES & set(question.selectors)) and not asks  # "the highest it ever climbed" is a value
    counted = says("count", rest) and says("occasions", rest)  # "over the years, on how many occasions was it measured"
    if says("trend", rest) and not (question.threshold and says("when", rest)) and not extreme and not counted:
        return "trend"
    if says("change", rest) and not says("when", rest):
        return "change"
    if _EXTREMES & set(question.selectors) and question.phrase and not asks and not says("when", rest):
        return "aggregate"
    return "normal" if asks and question.threshold is None and question.phrase and _is_judged(rest) else None


_MOVED_FIRST = re.compile(
    r"(?:so |and |any )*(?:lost|gained|put on|dropped|risen|fallen|gone (?:up|down)|improved|worsened|changed)\b[^.]*\?"
)
"""A change that is asked for without a verb before it: "lost weight since 2018?"."""


def _asks_otherwise(rest: str) -> bool:
    """Whether something else than its course is asked of a stretch of time: a number, a change, a day."""
    return says("count", rest) or says("change", rest) or says("when", rest)


def _is_judged(rest: str) -> bool:
    """Whether a question asks what a value is worth; that there is one is no answer to it."""
    return says("judged", rest) or (_form("is_it", rest) and not says("existed", rest))


def _by_form(rest: str, question: RecordQuestion, vocabularies: Vocabularies) -> Intent:
    """What the form of a question asks for: yes or no, who, where, why, one thing or several."""
    if question.kind == "medication" and question.phrase and _form("dose", rest):
        return "dose"
    if question.kind in {"visit", "medication", "procedure"} and _form("reason", rest):
        return "reason"
    if question.kind in {"visit", "medication", "procedure"} and says("who", rest):
        return "who"
    if question.kind == "visit" and _form("where", rest):
        return "where"
    named = bool(question.selectors or question.nth or _form("which", rest))
    bare = says("bare", rest) and is_named(question.phrase, vocabularies) and question.kind in _HAD
    ever = says("yes_no", rest) or (
        (says("ever", rest) or bare) and not named
    )  # "the first he ever got" is asked by name
    if ever and not (_form("which", rest) and not question.phrase):
        return "ever"
    if question.kind == "observation" and question.phrase:
        if says("which_days", rest) and not question.selectors:
            return "list"
        if question.newest or (_form("values", rest) and not question.selectors):
            return "list"
        if question.threshold is not None and not question.selectors:
            return "ever"  # "systolic above 160 since 2018?": a value that does not pass the bound is no answer
        return "nth" if question.nth else "value"
    picks = {"last", "first", "before_last"} & set(question.selectors) and not question.current
    if picks and EITHER in question.phrase and _form("which", rest):
        return "name"  # which of two came first
    if (
        picks
        and question.phrase
        and question.kind in {"procedure", "vaccine", "medication"}
        and not _form("which", rest)
    ):
        return "when"  # "most recent colonoscopy?" asks for its day
    return "name" if picks and not question.phrase and not _form("several", rest) else "list"
