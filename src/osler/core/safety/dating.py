"""When what a text mentions is told to have been: long over, for long, or now."""

from __future__ import annotations

import re
from bisect import bisect_left

from osler.core.language import AnalysedText, Mention, TimeExpression
from osler.core.safety.ages import (
    BEGUN_TODAY,
    SET_OFF,
    is_at_a_past_age,
    is_bare_age,
    is_of_patient,
    is_of_what_stands_before,
    set_off_age,
)
from osler.core.safety.context import RECENT_DAYS, RECENT_DAYS_OF_A_VALUE, PatientContext
from osler.core.safety.speaking import childrens_ages, is_as_before
from osler.core.safety.speaking import is_lasting as goes_on
from osler.core.safety.turning import dates_what_was_before, is_behind_a_turn

_DAYS = 365.25
VALUE = "value "
"""What the names of measured values begin with, among those of mentions."""
_THEN = re.compile(r"\s(?:(?:back|once)\s)?(?:(?:in|on|at|around|during)\s)?", re.IGNORECASE)
_NEAR = 60
"""Characters within which a length of time belongs to a finding of its sentence."""
_ANOTHER_PART = re.compile(r"[,;]\s*(?:\w+\W+){2,}$")
"""What lies between a mention and a time that dates another part of the sentence: "belly pain, embryo transfer 5 weeks ago"."""
_YEAR_AFTER = re.compile(
    r"(?:\s+to(?:\s+[a-z]+){1,3}|(?:\s+[a-z]+){0,2})\s*[(:,–-]?\s*(?:in\s+)?(?P<year>(?:19[3-9]|20[0-4])\d)\b(?!\s*(?:h\b|hrs?\b|hours|ml\b|m[cg]|g\b|units|IU|steps|[:.]\d))",
    re.IGNORECASE,
)
"""A year directly after a mention, with at most two words of its own between, or with what it was a reaction to; a clock
time has its "hrs"."""
_TURNS = re.compile(r"\bbut\b", re.IGNORECASE)
"""A word behind which a sentence tells of another time."""
_YEAR_BEFORE = re.compile(
    r"(?<!at )(?<!\d[:/.-])\b(?P<year>(?:19[3-9]|20[0-4])\d)\s*[:–-]?\s*(?:[a-z]+\s+){0,1}$", re.IGNORECASE
)
_AGED = re.compile(r"aged?\b", re.IGNORECASE)


class Dating:
    """When what one text mentions was; `long_ago` are the sentences that tell of earlier."""

    def __init__(self, text: AnalysedText, context: PatientContext, *, long_ago: set[int], tells_of_ages: bool) -> None:
        self._text = text
        self._context = context
        self._tells_of_ages = tells_of_ages
        alone = set_off_age(text.text)
        self._children = [*childrens_ages(text.text), *([alone.span()] if alone else [])]
        self._time_starts = [time.start for time in text.times]
        self._by_sentence: dict[int, list[TimeExpression]] = {}
        self._long_ago = long_ago

    def is_old(self, mention: Mention) -> bool:
        """Whether a time that is over dates the mention: an earlier part of life, a year, the nearest time of the sentence."""
        if mention.sentence_index in self._long_ago and not is_behind_a_turn(self._text, mention):
            return True
        if self._has_an_old_year(mention) or self._has_an_age(mention):
            return True
        times = self.times_of(mention)
        recent = RECENT_DAYS_OF_A_VALUE if mention.concept_id.startswith(VALUE) else RECENT_DAYS
        if any(self._is_over(time, recent) for time in times if self._is_explained_by(mention, time)):
            return True
        nearest = min(times, key=lambda time: self._distance(time, mention), default=None)
        if nearest is not None and nearest.kind == "duration":
            nearest = next((time for time in times if self._dates(time, nearest)), nearest)
        return nearest is not None and self._is_over(nearest, recent)

    def _dates(self, time: TimeExpression, duration: TimeExpression) -> bool:
        """Whether a time stands directly behind how long something lasted: "for an hour in 2019"."""
        return _THEN.fullmatch(self._text.text, duration.end, time.start) is not None

    def _distance(self, time: TimeExpression, mention: Mention) -> tuple[bool, int]:
        """How far a time is from a mention; one before another part is farther: "palpitations 2 years, one faint at age 17"."""
        between = self._text.text[min(mention.end, time.end) : max(mention.start, time.start)]
        parted = time.end <= mention.start and time.kind == "duration" and "," in between
        return parted, max(time.start - mention.end, mention.start - time.end)

    def _is_explained_by(self, mention: Mention, time: TimeExpression) -> bool:
        """Whether a mention stands in the brackets that explain what a time directly before them dates: "DKA aged 4 (pH 7.0)"."""
        return bool(re.fullmatch(r"\s*\([^()]*", self._text.text[time.end : mention.start]))

    def _is_over(self, time: TimeExpression, recent: int) -> bool:
        """Whether what a time dates is longer over than it is recent, in days."""
        if time.kind == "ago":
            return time.years is not None and round(time.years * _DAYS) > recent
        if time.kind == "age" and not time.since:
            # An event that is dated by an age is told as history, unless that is the age of now.
            age = self._context.age_years
            if (
                age is None
                and _AGED.match(time.text)
                and SET_OFF.search(self._text.text, max(0, time.start - _NEAR), time.start)
            ):
                return False  # "sudden loss of vision, aged 76" tells who it is
            return age is None or time.years is None or (age - time.years) * _DAYS > recent
        if time.kind != "date" or time.date is None or time.since:
            return False
        if time.date_precision == "year" or (time.date_precision == "month" and self._context.reference is None):
            return time.date.year < self._context.year
        return self._context.is_old(time.date, recent)

    def _has_an_old_year(self, mention: Mention) -> bool:
        """Whether a bare year that is over stands directly beside the mention: "cardiac arrest 2014", "2014: VF arrest"."""
        sentence = self._text.sentence_of(mention)
        after = _YEAR_AFTER.match(self._text.text[mention.end : sentence.end])
        before = _YEAR_BEFORE.search(self._text.text[sentence.start : mention.start])
        return any(found is not None and int(found["year"]) < self._context.year for found in (after, before))

    def _has_an_age(self, mention: Mention) -> bool:
        """Whether a bare number beside the mention is an age that is over: "convulsions at 2" in a letter that tells of ages."""
        sentence = self._text.sentence_of(mention)
        before, after = self._text.text[sentence.start : mention.start], self._text.text[mention.end : sentence.end]
        return is_at_a_past_age(before, after, self._context.age_years, of_ages=self._tells_of_ages)

    def is_lasting(self, mention: Mention) -> bool:
        text = self._text.text
        before = text[max(self._text.sentence_of(mention).start, mention.start - _NEAR) : mention.start]
        after = text[mention.end : min(self._text.sentence_of(mention).end, mention.end + _NEAR)]
        return goes_on(after) or is_as_before(before)

    def is_chronic(self, mention: Mention) -> bool:
        return any(
            self._began_long_ago(time, self._text.text[min(mention.end, time.end) : max(mention.start, time.start)])
            for time in self.times_of(mention)
            if time.start - mention.end < _NEAR and mention.start - time.end < _NEAR
        )

    def _began_long_ago(self, time: TimeExpression, between: str) -> bool:
        if _TURNS.search(between) or BEGUN_TODAY.search(between):
            return False  # "clean since 2021 but took four tonight and feel sleepy"
        if time.kind == "date" and time.since and time.date is not None:
            if re.search(r"[,;]", between):
                return False  # "chest pain, atrial fibrillation since 2015" dates the fibrillation
            return (
                time.date.year < self._context.year
                if time.date_precision == "year"
                else self._context.is_old(time.date)
            )
        return time.kind in {"duration", "ago"} and time.years is not None and time.years * _DAYS > RECENT_DAYS

    def times_of(self, mention: Mention) -> list[TimeExpression]:
        sentence = self._text.sentence_of(mention)
        return [
            time
            for time in self._of_sentence(mention.sentence_index)
            if not is_of_what_stands_before(self._text.text[sentence.start : mention.start], time, sentence.start)
            and not dates_what_was_before(self._text, time, mention)
            and not (time.kind == "ago" and _ANOTHER_PART.search(self._text.text[mention.end : time.start]))
        ]

    def _of_sentence(self, index: int) -> list[TimeExpression]:
        """The times of a sentence that do not say who the patient is."""
        if index not in self._by_sentence:
            sentence, times = self._text.sentences[index], self._text.times
            first = bisect_left(self._time_starts, sentence.start)
            last = bisect_left(self._time_starts, sentence.end)
            told = [time for time in times[first:last] if not any(a <= time.start < b for a, b in self._children)]
            acute = BEGUN_TODAY.search(sentence.text)
            told = [time for time in told if not (acute and is_bare_age(self._text.text, time))]
            self._by_sentence[index] = [time for time in told if not is_of_patient(self._text.text, time)]
        return self._by_sentence[index]


def is_recent(time: TimeExpression) -> bool:
    return time.kind in {"duration", "ago"} and time.years is not None and time.years * _DAYS <= RECENT_DAYS / 2
