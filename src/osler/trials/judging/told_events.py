"""Events that no vocabulary has as a finding (another trial, a vaccination, an operation, a transfusion), by the sentences that tell or deny them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import NamedTuple

from osler.core.criteria import Atom, Finding, Proof, TruthValue, Unparsed
from osler.core.language import Assertion, Experiencer, Polarity, assert_mention
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.denied.not_had import denies_something_else
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import empty_words, pattern
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.windows import DAYS, days_of, reach_of
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging", "told_events.yml")
_FOR_EVER = float("inf")
_WEEKDAY = re.compile(
    r"\W{0,2}(?:(?:was|were|given|had|done)\s)?(?:on|last|this past)\s(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
)
_LAST_WEEK = 13
"""A day of the week that is over is one of the last two weeks."""
_WORD = re.compile(r"[^\W\d_]{3,}")


class Event(NamedTuple):
    """An event as criteria ask for it and as notes tell of it."""

    name: str
    asked: re.Pattern[str]
    told: re.Pattern[str]
    denied: re.Pattern[str]
    plain: re.Pattern[str]
    kinds: re.Pattern[str] | None = None
    """Single kinds of the event: who had one had it, and who denies one denies no other."""


class Telling(NamedTuple):
    """What a sentence says of an event: between how many days ago it was, or for how many days back it is denied."""

    sentence: NumberedSentence
    negated: bool
    nearest: float
    farthest: float
    last: bool
    goes_on: bool


class Asked(NamedTuple):
    """How far back a criterion looks for an event."""

    within: float
    denied_for: float
    today: bool


@cache
def _events() -> tuple[Event, ...]:
    return tuple(
        Event(
            row["event"],
            re.compile(row["asked"]),
            re.compile(row["told"]),
            re.compile(f"{row['told']}|{row['denied']}" if "denied" in row else row["told"]),
            re.compile(row["plain"]),
            re.compile(row["kinds"]) if "kinds" in row else None,
        )
        for row in _TABLE.rules["events"]
    )


def by_told_event(atom: Atom, view: PatientView) -> Proof | None:
    """The proof by sentences; None where none tells, where one tells at no known time, or where a special kind is asked for."""
    if not isinstance(atom, Finding | Unparsed):
        return None
    words = " ".join(text_of(atom).casefold().split())
    event = next((one for one in _events() if one.asked.search(words)), None)
    asked = _reach(atom)
    if event is None or asked is None:
        return None
    tellings = list(_tellings(event, view))
    if pattern("yet_to_come", "asked").search(words):
        # A plan that was given up is none.
        down = pattern("yet_to_come", "turned_down")
        tellings = [one for one in tellings if not down.search(one.sentence.text.casefold())]
    met = [one for one in tellings if not one.negated and _falls_in(one, asked)]
    if met and _is_plain(words, event):
        return proof_of(TruthValue.MET, atom, f"the note tells of {event.name}", [met[0].sentence.span])
    denials = [one for one in tellings if one.negated and one.farthest >= asked.denied_for]
    others = [one for one in tellings if not one.negated and not _lies_before(one, asked)]
    ended = [one for one in tellings if not one.negated and one.last and _lies_before(one, asked)]
    if others or not (denials or ended):
        return None
    told = (denials or ended)[0]
    reason = f"the note denies {event.name}" if denials else f"the last time was at least {told.nearest:.0f} days ago"
    return proof_of(TruthValue.NOT_MET, atom, reason, [told.sentence.span])


def _reach(atom: Finding | Unparsed) -> Asked | None:
    """How far back an atom looks; None where it asks for what is to come or for how long something lasts."""
    windows = atom.windows if isinstance(atom, Finding) else ()
    kinds = {window.kind for window in windows}
    if kinds - {"within", "ever", "current", "at", "recent"} or any(window.after for window in windows):
        return None
    if isinstance(atom, Finding) and "within" in kinds:
        reach = reach_of(atom)
        open_ended = any(window.open for window in windows)
        return Asked(min(reach), _FOR_EVER if open_ended else max(reach), False) if reach else None
    if "recent" in kinds:
        recent = _TABLE.rules["recent"]
        return Asked(recent["within"], recent["denied_for"], False)
    if kinds & {"current", "at"}:
        return Asked(0, 0, True)
    return Asked(_FOR_EVER, _FOR_EVER, False)


def _falls_in(told: Telling, asked: Asked) -> bool:
    return told.goes_on or (not asked.today and told.farthest <= asked.within)


def _lies_before(told: Telling, asked: Asked) -> bool:
    return not told.goes_on and told.nearest > asked.denied_for


def _is_plain(words: str, event: Event) -> bool:
    """Whether a criterion asks for the event and for no special kind of it."""
    rest = (word for word in _WORD.findall(words) if word not in empty_words())
    return all(event.plain.fullmatch(word) for word in rest)


def _tellings(event: Event, view: PatientView) -> Iterator[Telling]:
    for sentence in view.sentences:
        words = sentence.text.casefold()
        if len(words) != len(sentence.text):
            continue
        for found in event.kinds.finditer(words) if event.kinds else ():
            said = assert_mention(sentence.text, *found.span())
            meant = _TABLE.pattern("wished").search(words[: found.start()]) or _TABLE.pattern("to_come").search(
                words[found.end() :]
            )
            if said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT and not meant:
                yield _event(sentence, found, said, view)
        for found in event.denied.finditer(words):
            said = assert_mention(sentence.text, *found.span())
            if said.experiencer is not Experiencer.PATIENT or _TABLE.pattern("about_it").match(words[found.end() :]):
                continue
            if said.polarity is Polarity.NEGATED:
                if not _is_of_a_part(words, found, event) and not denies_something_else(
                    words[: found.start()], words[found.end() :]
                ):
                    yield _denial(sentence, found, view)
                continue
            wished = _TABLE.pattern("wished").search(words[: found.start()])
            if said.polarity is Polarity.PRESENT and event.told.match(words, found.start()) and not wished:
                yield _event(sentence, found, said, view)


def _is_of_a_part(words: str, found: re.Match[str], event: Event) -> bool:
    """Whether a denial is of one kind or one place alone: "never had bypass surgery", "no operation on the knee"."""
    if _TABLE.pattern("on_a_part").match(words[found.end() :]):
        return True
    before = re.search(r"([^\W_][\w-]*)\s+$", words[: found.start()])
    return (
        before is not None
        and not _TABLE.pattern("of_any").fullmatch(before[1])
        and not event.plain.fullmatch(before[1])
    )


def _denial(sentence: NumberedSentence, found: re.Match[str], view: PatientView) -> Telling:
    """For how long a sentence denies an event: for ever where it names no time."""
    words = sentence.text.casefold()
    before, behind = words[: found.start()], words[found.end() :]
    times = [time for time in view.times_in(sentence) if time.kind in ("ago", "duration", "within", "date")]
    back = _FOR_EVER
    if pattern("denied_but").search(re.split(r"[.;]", behind)[0]) or re.search(r"\bother\s$", before):
        # "No operations apart from …" denies what the rest of the sentence does not name.
        back = 0
    elif _TABLE.pattern("this_year").search(words):
        back = (view.day - date(view.day.year, 1, 1)).days if view.day else 0
    elif times:
        back = max((_days_ago(time.years, time.date, time.date_precision, view)[0] for time in times), default=0)
    elif pattern("timed_denial", "before").search(before) or pattern("timed_denial", "after").match(behind):
        back = 0
    return Telling(sentence, True, 0, back, False, False)


def _event(sentence: NumberedSentence, found: re.Match[str], said: Assertion, view: PatientView) -> Telling:
    """When an event was, by the time that stands nearest to it in its sentence."""
    words = sentence.text.casefold()
    times = [time for time in view.times_in(sentence) if time.kind in ("ago", "date")]
    last = bool(_TABLE.pattern("the_last").search(words))
    if not times and _WEEKDAY.match(words, found.end()) and not said.historical:
        return Telling(sentence, False, 0, _LAST_WEEK, last, False)
    if not times:
        now = bool(_TABLE.pattern("goes_on").search(words)) and not said.historical
        return Telling(sentence, False, 0, _FOR_EVER, last, now)
    nearest = min(times, key=lambda time: abs(time.start - found.start()))
    first, latest = _days_ago(nearest.years, nearest.date, nearest.date_precision, view)
    return Telling(sentence, False, first, latest, last, False)


def days_ago_at(sentence: NumberedSentence, place: int, view: PatientView) -> tuple[float, float] | None:
    """Between how many days ago it was what stands at a place of a sentence, by the nearest time; None where it has none."""
    times = [time for time in view.times_in(sentence) if time.kind in ("ago", "date")]
    if not times:
        return None
    nearest = min(times, key=lambda time: abs(time.start - place))
    return _days_ago(nearest.years, nearest.date, nearest.date_precision, view)


def _days_ago(years: float | None, day: date | None, precision: str | None, view: PatientView) -> tuple[float, float]:
    """Between how many days ago a time was; from none to for ever where it is not known."""
    if years is not None:
        return years * DAYS["years"], years * DAYS["years"]
    if day is None or view.day is None:
        return 0, _FOR_EVER
    first, last = days_of(day, precision)
    return max(0, (view.day - last).days), (view.day - first).days
