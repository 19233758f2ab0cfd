"""A question about a record, read: what it asks for, of which kind of thing, which concept, which period."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from osler.consult.record.called import measure_named, measure_spans
from osler.consult.record.periods import Period, Periods, day_so_long_ago, read_periods
from osler.consult.record.reading.bounds import (
    measure_of_unit,
    read_anchor,
    read_excluded,
    read_given_for,
    read_newest,
    read_threshold,
)
from osler.consult.record.reading.framing import unframed
from osler.consult.record.reading.glosses import without_glosses
from osler.consult.record.reading.intents import intent_of
from osler.consult.record.reading.kinds import (
    asks_for_unknown,
    is_condition,
    kind_of,
    kind_of_head,
    named_condition,
    phrases_of,
    visit_reason,
)
from osler.consult.record.reading.normal import plain, written_out
from osler.consult.record.reading.refusing import about_others, beyond_records, without_names
from osler.consult.record.reading.slots import Slots, is_form, read_slots
from osler.consult.record.reading.table import pattern, rules, says
from osler.consult.record.reading.types import (
    Intent,
    Kind,
    RecordQuestion,
    Refusal,
    Refused,
    Selector,
)
from osler.consult.record.reading.wanted import in_a_sentence
from osler.consult.wording.folded import folded
from osler.consult.wording.typed import as_typed
from osler.core.terminology import Vocabularies, medicines_called

__all__ = ["Intent", "Kind", "RecordQuestion", "Refusal", "Refused", "as_kind", "is_condition", "read_question"]

_VALUE = re.compile(r"\b(?:was|is|were|of|at)?\s*\d+(?:[./]\d+)*\b")
_MANY = r"(two|three|four|five|2|3|4|5)"
_AT_LEAST = re.compile(
    rf"\b{_MANY} (?:or more times|times or more|times and more|times at least)|\b{_MANY}\+ times"
    r"|\b(twice) or more"
    rf"|\b(?:at least|no fewer than|not less than) (two|three|four|five|twice|2|3|4|5)(?: times)?|\bmore than (once|twice|one|two)(?! (?:year|month|week|day|hour|kilo|kg|pound|lb|stone|point|unit|lit(?:re|er)|cm|inch|percent|mg)(?:e?s)?\b)"
    r"|\b(both)(?= (?:of )?(?:my|his|her|their) \w+s\b(?! (?:and|or)\b))"
    r"|\b(both)(?= (?:of )?(?:the |my |his |her )?(?:\w+ ){0,2}(?:dos(?:e|es)|shots?|jabs?|vaccin\w+)\b)"
)
_MEANT = re.compile(r"[\w'-]+\s*(?:\.{2,}|…|,| -|–)\s*(?:no,? |sorry,? )*(?:i mean|i meant|or rather)\b")
"""What somebody takes back in the same breath."""
_THEN = re.compile(r"\b(?:when|during|at(?! (?:present|the moment|this|that|birth|death|last)\b)) (.+)")
_AS_MEANT = re.compile(r"[\s,]+(?:(?:is|that'?s|that is) what )?i mean(?:t)?(?=\W*$)")
_DANGLING = re.compile(r"(?<!\bput)\s+(?:on|in|at|during)(?=\W*$)")
_OVER = re.compile(r"\s+over(?=\W*$)")
"""Of "over the last years" what is left without its time: nothing is over."""
_WINTER = re.compile(r"\bwinter\b|(?<=\bthis )season\b")
_SEASONS = re.compile(
    r"\b(this|last) (season|winter|year)'s ((?:flu |influenza )?(?:jab|shot|booster|vaccin\w+))", re.IGNORECASE
)
"""The jab of this season, named as the season's."""
_THAN = re.compile(
    r"\b(?:than|compared? (?:to|with)|versus|vs) (?:(?:it|they|that|this|i|he|she|the patient) (?:was |were |is |did |had |weighed |used to be )?)?(?:back |way back )?(?:(?:in|during|at|on|last|this|before)\b|(?=(?:19|20)\d\d\b)|(?=(?:about |some )?(?:\d+|an?|one|two|three|four|five|six|ten) (?:month|year)s? (?:ago|back|before)\b))"
)
_TIMES = {"two": 2, "2": 2, "twice": 2, "once": 2, "both": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
_MORE_THAN = {"once": 2, "one": 2, "twice": 3, "two": 3}
_FEVERS = frozenset({"fever", "fevers", "feverish"})
"""What is above a number where a temperature is."""
_DONE_SOMEWHERE = {"visit", "procedure"}
_UNITS = {"hour": "h", "day": "d", "week": "wk", "month": "mo", "year": "a"}


def read_question(
    text: str, today: dt.date, vocabularies: Vocabularies, *, patient_names: Sequence[str] = ()
) -> RecordQuestion | Refused:
    """The question, read, or why a record of this patient does not answer it."""
    own_words, names_other = without_names(_SEASONS.sub(r"\3 \1 \2", as_typed(text)), patient_names, vocabularies)
    lower = _AS_MEANT.sub("", folded(own_words))
    lower = _MEANT.sub(" ", lower)
    lower = in_a_sentence(unframed(without_glosses(lower, vocabularies)))
    if names_other or about_others(lower) or about_others(written_out(lower)):
        return Refused("other_patient")
    excluded, lower = read_excluded(lower, vocabularies)
    if pattern("kinds", "vaccine").search(lower):
        lower = _WINTER.sub("flu season", lower)  # who asks for the jab of this winter means the one given for it
    periods = read_periods(written_out(lower), today)
    asked = periods.rest.lstrip(" ,.;:-")
    if periods.period != Period():
        asked = _DANGLING.sub("", asked)  # the "on" of a day is not the "on" of a medicine
    rest = plain(asked, vocabularies)
    field = _demographic(rest)
    event = _THEN.search(rest) if field == "age" else None
    if event is not None:
        rest = event[1]
    elif field:
        return RecordQuestion(text, "demographic", "any", "", periods.period, field=field)
    told = pattern("intents", "meaning").search(rest)
    if told is not None and measure_named(rest[: told.start()]) is not None:
        rest = f"{_VALUE.sub(' ', rest[: told.start()])} in range?"  # held against the range that the record gives
    refusal = beyond_records(rest)
    if refusal is not None and not _is_a_value_judged(rest):
        return Refused(refusal)
    slots = read_slots(rest)
    if asks_for_unknown(slots.rest, vocabularies):
        return Refused("not_in_record" if pattern("patient").search(rest) else "out_of_scope")
    question = _of_record(text, slots, periods, vocabularies)
    if isinstance(question, Refused) or question.intent == "events":
        return question
    if event is not None and not question.phrase and question.kind != "visit":
        return Refused("not_in_record", unread=True)  # an age at nothing that was understood
    if event is not None:
        return question._replace(intent="age_at")
    return _in_time(question._replace(excluded=excluded), periods, lower, today)


def _in_time(question: RecordQuestion, periods: Periods, lower: str, today: dt.date) -> RecordQuestion:
    """The question with what its period means for it: held against it, over already, or no bound at all."""
    if periods.period.end and periods.period.end < today:
        question = question._replace(planned=False)  # the appointments of a time that is over were visits
    over = question.period.end is not None and question.period.end < today
    if question.kind == "medication" and question.current and over:
        question = question._replace(current=False, taken=True)  # what was active then was taken then
    if question.intent == "compare" and question.period == Period(today, today):
        question = question._replace(period=Period())  # today is when it is asked, and no time to look in
    if question.kind == "observation" and question.selectors and periods.other is not None:
        question = _over_both(question, periods)
    sides = _of_two_sides(question, lower, today)
    if sides is not None:
        return sides
    compared = _THAN.search(written_out(lower)) and question.kind == "observation" and periods.other is None
    compared = compared and question.threshold is None  # "above 90 more than five years ago" holds nothing against then
    if compared and periods.period not in {Period(), Period(today, today)}:
        ago = day_so_long_ago(written_out(lower), today)
        against = Period(None, ago) if ago else periods.period
        return question._replace(period=Period(), against=against, intent="compare")
    if periods.vague and question.intent == "trend":
        return question._replace(period=Period())  # the last values are the recent ones, whatever their age
    return question


_THAN_AT_ALL = re.compile(r"\b(?:than|compared? (?:to|with)|versus|vs)\b")
_NOW = re.compile(
    r"\W*(?:(?:(?:it|they|that|this|i|he|she|the patient)(?:'s|'re|'m| is| are| am| do| does| weighs?| has| have)?|what (?:it|they) (?:is|are)) )?(?:right |just )?(?:now|today|currently|at present|at the moment|these days|nowadays)\b\W*$"
)
"""The other side of a comparison, where it is how things stand."""


def _of_two_sides(question: RecordQuestion, lower: str, today: dt.date) -> RecordQuestion | None:
    """A comparison with a time on either side of its "than", one of which may be now; None for any other question."""
    sides = _THAN_AT_ALL.split(lower)
    if question.kind != "observation" or question.threshold is not None or len(sides) != 2 or question.anchor:
        return None
    now = Period(today, today)
    first, second = (read_periods(written_out(side), today).period for side in sides)
    if _NOW.match(sides[1]) and first not in {Period(), now}:
        return question._replace(period=first, other_period=Period(None, today), against=None, intent="compare")
    if first == now and second not in {Period(), now}:
        return question._replace(period=Period(), other_period=None, against=second, intent="compare")
    return None


def _over_both(question: RecordQuestion, periods: Periods) -> RecordQuestion:
    """The extreme or the mean of two times together, where nothing is held against another: over 2015 and 2016."""
    first, second = periods.period, periods.other
    whole = second is not None and None not in {first.start, first.end, second.start, second.end}
    if second is None or not whole or not {"maximum", "minimum", "average"} & set(question.selectors):
        return question
    if says("compare", question.asked) or says("change", question.asked) or _VERSUS.search(question.text.lower()):
        return question
    days = sorted(day for day in (*first, *second) if day is not None)
    return question._replace(period=Period(days[0], days[-1]), other_period=None, intent="aggregate")


_VERSUS = re.compile(r"\b(?:versus|vs|compared?|or|than|against)\b")


def _is_a_value_judged(rest: str) -> bool:
    """Whether it is asked what a value of the patient is worth: the value is told, the judgement is not made."""
    return (
        pattern("forms", "is_it").search(rest) is not None and says("judged", rest) and measure_named(rest) is not None
    )


def _of_record(text: str, slots: Slots, periods: Periods, vocabularies: Vocabularies) -> RecordQuestion | Refused:
    """What is asked, of which kind of thing and which concept, within which bounds."""
    day = periods.period.start
    if day is not None and day == periods.period.end and pattern("forms", "of_a_day").search(slots.rest):
        return RecordQuestion(text, "events", "any", "", periods.period)
    threshold, rest = read_threshold(slots.rest)
    anchor, rest = read_anchor(rest, vocabularies)
    given_for, rest = read_given_for(rest, vocabularies)
    named = named_condition(rest, vocabularies)
    phrases = phrases_of(rest, vocabularies)
    if not phrases and threshold is not None and measure_of_unit(threshold.unit):
        phrases = [measure_of_unit(threshold.unit)]  # "did he lose more than 5 kilos" names a measure by its unit
    if threshold is not None and phrases[:1] == ["pain"]:
        phrases = ["pain severity"]  # a pain that passes a number is told on a scale
    if threshold is not None and phrases[:1] and phrases[0].split()[-1] in _FEVERS:
        phrases = ["temperature"]
    phrase = named or next(iter(phrases), "")
    of_others = kind_of_head(rest) in {"medication", "procedure"}  # which medicines, on the day of high blood pressure
    kind: Kind = "condition" if named and not of_others else kind_of(rest, phrase, vocabularies)
    kind = "medication" if given_for or (slots.form and kind == "any") else kind
    if kind == "any" and not phrase and _at_least(rest):
        kind = "condition"  # what somebody had more than once is an illness
    if kind == "medication":  # of several words the one that names a group of medicines: "the blue one, the reliever"
        phrase = next((name for name in phrases if medicines_called(name)), phrase)
    if slots.form and kind == "medication" and is_form(phrase):
        phrase = ""  # "which puffer" names a form, and no product
    question = _read(text, rest, kind, phrase, periods.period)._replace(
        other_period=periods.other, threshold=threshold, anchor=anchor, given_for=given_for, others=tuple(phrases[1:])
    )
    if kind == "any" and not phrase and not question.planned:
        of_a_time = periods.period != Period() and pattern("forms", "of_a_time").search(rest) is not None
        if not of_a_time and ((periods.period == Period() and anchor is None) or not says("happened", rest)):
            return Refused("not_in_record", unread=True)
        return RecordQuestion(text, "events", "any", "", periods.period, anchor=anchor)
    reason = visit_reason(rest, phrase, kind, vocabularies)
    if (
        not reason
        and kind in {"condition", "any"}
        and phrase
        and says("who", rest)
        and pattern("forms", "treated").search(rest)
    ):
        reason = phrase  # who treated it is told by the visits for it
    if reason:
        question = question._replace(kind="visit", phrase="", seen_for=reason, setting=_setting(rest))
    question = slots.fill(question)
    return question._replace(intent=intent_of(rest, question, vocabularies))


def _read(text: str, rest: str, kind: Kind, phrase: str, period: Period) -> RecordQuestion:
    selectors = _selectors(rest)
    return RecordQuestion(
        text=text,
        intent="value",
        kind=kind,
        phrase=phrase,
        period=period,
        selectors=selectors,
        nth=_nth(rest, selectors),
        newest=read_newest(rest),
        taken=kind == "medication" and bool(pattern("status", "taken").search(rest)),
        current=_is_current(rest, kind, period),
        ended=bool(pattern("status", "ended").search(_OVER.sub("", rest) if period != Period() else rest)),
        setting=_setting(rest) if kind in _DONE_SOMEWHERE or pattern("forms", "what_was_given").search(rest) else None,
        planned=bool(pattern("planned").search(rest) or pattern("planned_unless_past").search(rest)),
        at_least=_at_least(rest),
        unit=_unit(rest),
        asked=rest,
    )


_READ_AGAIN = {("observation", "procedure"), ("procedure", "observation")}
"""A test is recorded as a procedure or as a value, and asked about accordingly."""
_OF_EVENTS = {"count", "time_since", "interval", "per_period"}


def as_kind(question: RecordQuestion, kind: Kind, phrase: str, vocabularies: Vocabularies) -> RecordQuestion:
    """The question once it is known what its words stand for in this record; a bare name may ask for a value or a day."""
    known = question._replace(kind=kind, phrase=phrase)
    same = question.kind not in {"any", kind} and (question.kind, kind) not in _READ_AGAIN
    if question.kind == kind or same or question.intent in {"age_at", "compare"}:
        return known
    current = question.current or _is_current(question.asked, kind, question.period)
    read_again = known._replace(current=current)
    intent = intent_of(question.asked, read_again, vocabularies)
    if question.kind != "any" and intent not in _OF_EVENTS:
        return known  # who asks for a value is told that there is none
    return read_again._replace(intent=intent)


def _is_current(rest: str, kind: Kind, period: Period) -> bool:
    """Whether what holds now is asked for: said so, or asked of medicines without a verb of the past."""
    if pattern("status", "current").search(rest):
        return True
    if kind == "condition" and pattern("status", "holds_now").search(rest):
        return True
    return kind == "medication" and period == Period() and not pattern("status", "past").search(rest)


def _demographic(rest: str) -> str:
    for field in rules()["demographic"]:
        if pattern("demographic", field).search(rest) and not re.search(
            r"\b(restriction|restricted|limited to|pets?|dog|average|permitted|allowed|approved|licensed)\b|\b(my|his|her|their) \w+ (was |were )?born\b",
            rest,
        ):
            return str(field)
    return ""


def _selectors(rest: str) -> tuple[Selector, ...]:
    found = []
    left = _without_measures(rest)
    for name in rules()["selectors"]:
        if pattern("selectors", name).search(left):
            found.append(name)
            left = pattern("selectors", name).sub(" ", left)
    if {"worst", "best"} & set(found):
        found = [name for name in found if name not in {"worst", "best"}] + list(_judged_ends(rest, "worst" in found))
    if not found and pattern("how_high").search(rest):  # "how high was it at the last check" asks for that value alone
        found.append("minimum" if "how low" in rest else "maximum")
    return tuple(found)


def _without_measures(rest: str) -> str:
    """A question without the names of measures that have several words: the mean corpuscular volume is no mean."""
    for start, end in reversed(measure_spans(rest)):
        rest = f"{rest[:start]}{rest[end:]}" if " " in rest[start:end] else rest
    return rest


def _judged_ends(rest: str, worst: bool) -> tuple[Selector, ...]:
    """Which end of a measure the worst or the best value is; none where that is not known of it."""
    for end in ("low", "high"):
        if pattern("worse", end).search(rest):
            return ("minimum",) if (end == "low") == worst else ("maximum",)
    return ()


def _nth(rest: str, selectors: Sequence[str]) -> int | None:
    """Counted from the start when positive, from the end when negative."""
    if "before_last" in selectors:
        return -2
    for word, number in rules()["ordinals"].items():
        if re.search(rf"\b{word}\b", rest):
            return -int(number) if re.search(rf"\b{word}[- ](?:to[- ]last|most recent|last)\b", rest) else int(number)
    return None


def _at_least(rest: str) -> int | None:
    match = _AT_LEAST.search(rest)
    if match is None:
        return None
    word = next(filter(None, match.groups()))
    more = "more than" in match.group()
    return _MORE_THAN[word] if more else _TIMES[word]


def _setting(rest: str) -> str | None:
    return next((code for code in rules()["setting"] if pattern("setting", code).search(rest)), None)


def _unit(rest: str) -> str:
    return next(
        (code for word, code in _UNITS.items() if re.search(rf"\bhow many {word}s?\b|\bnumber of {word}s\b", rest)), "d"
    )
