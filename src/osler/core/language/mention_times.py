"""When the findings of a text began and ended, as far as their sentences say."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter

from osler.core.language.timing import timing_at, year_after, year_before
from osler.core.language.types import Experiencer, Mention, Sentence, TimeExpression, Timing
from osler.core.terminology import SemanticType

_SINCE = re.compile(r"since\s+(?!birth|infancy|age)\S+\s+(?:hours?|days?|weeks?|months?)$", re.IGNORECASE)
_WEEKS = re.compile(r"\bw(?:ee)?ks?\b", re.IGNORECASE)
_PREGNANCY = re.compile(r"\bG\d{1,2}\s?P\d|\b(?:is|now|currently|weeks) pregnant\b|\bantenatal\b|\bEDD\b|\d/40\b")
_LIST_GOES_ON = re.compile(
    r"(?:\s\([^()]{1,60}\))?(?:\swith\s[^,;.()]{1,60})?(?:\s*[,;]\s*|\sand\s)(?!then\b|when\b|but\b|which\b|who\b|while\b)",
    re.IGNORECASE,
)
_ANOTHER_STATEMENT = re.compile(
    r"\b(?:and|but|while|whereas|although|then)\s(?:there\s(?:was|were|is|are)|(?:he|she|they|it|the\s\w+)\s(?:had|has|was|were|is|developed))\b",
    re.IGNORECASE,
)
_FOUND_OUT = re.compile(
    r"\b(?:found|discovered|detected|diagnosed|identified|recognised|recognized|confirmed)\s(?:\w+ly\s)?$",
    re.IGNORECASE,
)
_PRESENTED = re.compile(
    r"\b(?:present(?:ed|s|ing)|admitted|attended|brought\sin|came|seen)\s(?:in\s)?(?:\w+\s)?(?:with|because\sof|for)\s(?:an?\s|his\s|her\s)?$",
    re.IGNORECASE,
)
"""What gives the time after it to what the patient comes with: "on home oxygen, presented with 3 days of cough"."""
_OF_ITS_COURSE = re.compile(
    r"\b(?:onset|began|begun|started|start|first|since|dx|diagnosed|diagnosis|noted|noticed|present|it|this|these|they|episodes?|attacks?)\b",
    re.IGNORECASE,
)
_MILESTONE = re.compile(
    r"\b(?:achieved|attained|gained|reached|acquired|sat|sits|sitting|walked|walks|walking|crawled|crawling|rolled|rolling|smiled|smiling|spoke|talked|"
    r"first\swords?|(?:toilet|potty)[\s-]trained|weaned)(?:\s(?:up|over|alone|independently|unaided|unsupported|without\ssupport|first|only|just|not\suntil|until)){0,2}\s?$",
    re.IGNORECASE,
)
"""What a child could do from the age that follows: no finding began then."""
_YEAR = re.compile(r"(?<![\d/.-])(?:19|20)\d\d(?![\d/])")
_VALUE = re.compile(
    r"(?<![\w.])(?P<number>\d[\d.,/]*)(?:\s?(?:%|[a-zA-Zµμ]{1,6}(?:/[\w²^.]+)*))?[\s,(]{1,2}(?:(?:in|on|at|from|of)\s)?$"
)
"""A value or a count directly before a time."""
_APART = re.compile(r"[,;]|\bs/p\b|\bstatus\spost\b|\brequiring\b|\btreated\s(?:with|by)\b", re.IGNORECASE)
_ON = re.compile(
    r"\b(?:on|taking|takes|receiving)\s(?!\w+ing\b|the\b|his\b|her\b|left\b|right\b|and\b|exertion|effort|examination)[^,;.()]{2,40}\s$"
)
"""What is taken since a time: "on HD since June 2021"."""
_DONE = (
    r"\b(?:surg\w+|operat\w+|fusion|repair\w*|implant\w*|transplant\w*|\w+ectomy|\w+otomy|\w+plasty|underwent|carried\sout|performed|fitted|inserted|"
    r"(?:started|commenced|put|begun)\s(?:on\s)?[a-z]{4,}|treated|prescribed)\b"
)
_DONE_THEN = re.compile(rf"{_DONE}[^.;,]*$", re.IGNORECASE)
_FOR = re.compile(rf"(?:[^.;,]*{_DONE}[^.;,]*)?\sfor\s(?:[a-z-]+\s){{0,3}}$", re.IGNORECASE)
"""What gives a time to a treatment and not to what it was for: "spinal fusion at age 13 for scoliosis"."""
_STUDIED = re.compile(
    r"\s?\((?:[^()]*\d\s?%|[^()]*\b(?:TTE|TOE|TEE|echo\w*|MRI|CT|PET|USS?|DEXA|scan|biopsy|angiogra\w+)\b)[^()]*$",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"[^()\n]{0,80}\)\s?[,;]")
"""The rest of a bracket after which a list goes on."""
_GOES_ON = re.compile(r"\s?(?:[,;.]|\b(?:and|or|but|then|followed)\b)", re.IGNORECASE)
_JOINED = re.compile(r"\b(?:and|or|&)\s")
"""What binds two findings of which one word tells the course: "weakness and ataxia worsened"."""
_DENIED = re.compile(
    r"\b(?:no|not|none|never|without|nor|denies|denied|absent)\b(?!\s(?:only|doubt|longer|until|before|more|just|further))[^,;.:()\n]*$",
    re.IGNORECASE,
)
"""What gives the time after it to something that was not: "no eczema in childhood", "none as a child"."""
_WAS_FIRST = re.compile(r"\b(?:until|till|before|unless|because|despite)\b", re.IGNORECASE)
_ANOTHER_CLAUSE = re.compile(r"[,;:()]|\b(?:but|and|however|now)\b", re.IGNORECASE)
_LAST_TIME = re.compile(r"\blast\s(?!for\b|from\b|since\b)(?:[a-z-]+\s){0,3}$", re.IGNORECASE)
"""What makes of a time the latest of something: no problem named before it began then."""
_LEADS_TO = re.compile(r"\s(?:(?!and\b|or\b|but\b|with\b)[\w-]+\s){0,2}")
_NEAR = 60
_STATEMENT = 2
"""Words before a time that make a statement of its own with it."""
_NEXT_ITEM = 60
"""Characters after a time within which the next item of a list begins."""
_FURTHEST = 400
"""Characters before and after a finding in which its time is looked for."""


_GROWN = 16.0
_SHORT = 3.0
"""Years: "since three weeks" is the age of no grown patient."""


def is_no_age(time: TimeExpression, age: float | None) -> bool:
    """Whether a time that is written as an age may be a length: so few months of a grown patient."""
    return time.kind == "age" and (time.years or 0.0) < _SHORT and age is not None and age >= _GROWN


def _as_length(time: TimeExpression, age: float | None) -> TimeExpression:
    """A time with the length that it means where it cannot be an age: "since two days" of an adult.

    What a grown patient had "at 18 months" may well have been in childhood.
    """
    if is_no_age(time, age) and _SINCE.match(time.text):
        return replace(time, kind="duration", since=True)
    return time


def _states_another(between: str) -> bool:
    """Whether a semicolon before a time opens a statement of its own that does not go on about the finding before it."""
    said = between.rsplit(";", 1)[1]
    return len(said.split()) >= _STATEMENT and _OF_ITS_COURSE.search(said) is None


class MentionTimes:
    """The time expressions of a text, each given to the finding that it dates."""

    def __init__(
        self,
        text: str,
        times: Sequence[TimeExpression],
        mentions: Sequence[Mention],
        *,
        age: float | None,
        of_child: bool,
    ) -> None:
        self._text = text
        self._times = [_as_length(time, age) for time in times]
        self._mentions = mentions
        self._age = age
        self._of_child = of_child

    def of(self, mention: Mention, sentence: Sentence) -> Timing:
        """When the mentioned finding began and ended, and how it goes, as far as its sentence says."""
        around = self._around(sentence, mention)
        first = bisect_left(self._times, around.start, key=attrgetter("start"))
        last = bisect_left(self._times, around.end, key=attrgetter("start"))
        timing = timing_at(
            mention.start,
            mention.end,
            around,
            times=[time for time in self._times[first:last] if self._may_date(time, mention)],
            resolved=mention.assertion.resolved,
            age_years=self._age,
            is_procedure=mention.semantic_type is SemanticType.PROCEDURE,
            may_tell=lambda start, end: self._may_tell(start, end, mention),
        )
        year = year_after(self._text, mention.end)
        if year is None and timing.onset is None:
            year = year_before(self._text, mention.start)
        return replace(timing, onset=year, onset_years=None) if year else timing

    def _may_tell(self, start: int, end: int, mention: Mention) -> bool:
        """Whether a word of how a finding goes is said of a mention, and not of another that it stands at.

        "Atrial fibrillation, gout, progressive dyspnoea" says it of the last, "asthma (mild intermittent)" of the one before.
        """
        if mention.start <= start and end <= mention.end:
            return True
        if mention.assertion.negated:
            return False
        if self._is_named_in_another(start, end, mention):
            return False
        opened = self._text.rfind("(", max(0, start - _NEAR), start)
        if opened > mention.start and self._text.find(")", opened, start) < 0:
            return not self._text[mention.end : opened].strip()
        if end <= mention.start:
            between = self._text[end : mention.start]
            named = bisect_left(self._starts, end) < bisect_left(self._starts, mention.start)
            return re.search(r"[,;:(]", between) is None and (not named or _JOINED.search(between) is not None)
        following = bisect_left(self._starts, end)
        if following < len(self._starts) and _LEADS_TO.fullmatch(self._text, end, self._starts[following]):
            return False  # it is the attribute of what follows
        last = bisect_left(self._starts, start) - 1
        nearer = last >= 0 and self._mentions[last].start > mention.end
        return not nearer or _JOINED.search(self._text, mention.end, start) is not None

    def _is_named_in_another(self, start: int, end: int, mention: Mention) -> bool:
        """Whether words are part of the name of another finding: the "intermittent" of "weakness, intermittent fever"."""
        first, last = bisect_left(self._starts, start - _NEAR), bisect_right(self._starts, start)
        return any(
            end <= one.end and not (one.start <= mention.start and mention.end <= one.end)
            for one in self._mentions[first:last]
        )

    def _may_date(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time is none that belongs to the name of another finding ("infantile spasms"), or to a pregnancy."""
        last = _LAST_TIME.search(self._text, max(0, time.start - _NEAR), time.start)
        if (
            last is not None
            and mention.end <= last.start()
            and _ANOTHER_CLAUSE.search(self._text[mention.end : last.end()])
        ):
            return False  # "cirrhosis from alcohol (last drink March 2022)"
        held = self._names_with_times.get(time.start)
        if held is not None and held != (mention.start, mention.end):
            return False
        if self._dates_another_statement(time, mention) or self._ends_an_item(time, mention):
            return False
        if self._dates_a_denial(time, mention) or self._dates_a_value(time, mention):
            return False
        if self._follows_another_time(time, mention):
            return False
        if self._dates_a_milestone(time, mention) or self._dates_another_bracket(time, mention):
            return False
        if self._comes_after_the_bracket(time, mention):
            return False
        if self._dates_a_treatment(time, mention) or self._dates_a_study(time, mention):
            return False
        return not self._dates_a_pregnancy(time) and not self._dates_another_item(time, mention)

    def _dates_a_denial(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time is told of what was not, and the mention is something that is: "eczema since 2022 (none in childhood)"."""
        if mention.assertion.negated:
            return False
        first = mention.end if mention.end <= time.start else max(0, time.start - _NEAR)
        denied = _DENIED.search(self._text, max(first, time.start - _NEAR), time.start)
        if denied is None or _WAS_FIRST.search(denied.group()) or _WAS_FIRST.match(time.text):
            return False
        return mention.end <= time.start or _ANOTHER_CLAUSE.search(self._text, time.end, mention.start) is not None

    def _follows_another_time(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether the item of the mention has a time already, and this one stands in a later item: "hysterectomy 1998, appendix age 12"."""
        if time.start < mention.end or time.kind not in ("date", "age"):
            return False
        comma = re.search(r"[,;]\s", self._text[mention.end : time.start])
        return comma is not None and _YEAR.search(self._text, mention.end, mention.end + comma.start()) is not None

    def _dates_a_value(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a day or month is that of a number just before it: "AF, creatinine 162 (148 in March)", "T2DM (HbA1c 58 in June)"."""
        if time.kind != "date" or time.since:
            return False
        first = mention.end if mention.end <= time.start else max(0, time.start - _NEAR)
        value = _VALUE.search(self._text, max(first, time.start - _NEAR), time.start)
        if value is None or self._is_part_of_a_time(value.start("number")):
            return False
        return mention.end <= time.start or _ANOTHER_CLAUSE.search(self._text, time.end, mention.start) is not None

    def _is_part_of_a_time(self, place: int) -> bool:
        index = bisect_right(self._times, place, key=attrgetter("start")) - 1
        return index >= 0 and place < self._times[index].end

    def _dates_a_study(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time stands in the bracket that gives a value or a study: "HFrEF (EF 25 % on TTE 8/2025)"."""
        return time.start >= mention.end and _STUDIED.match(self._text, mention.end, time.start) is not None

    def _dates_a_treatment(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time is that of a treatment told after the mention: "IgA nephropathy, on HD since 2021", "PVD, left BKA 2024"."""
        if time.start < mention.end:
            return self._dates_what_was_done(time, mention)
        between = self._text[mention.end : time.start]
        if time.since and _ON.search(between):
            return True
        last = bisect_left(self._starts, time.start) - 1
        treated = last >= 0 and self._mentions[last].start > mention.end
        if not treated or mention.semantic_type is SemanticType.PROCEDURE or not _APART.search(between):
            return False
        near = self._text[self._mentions[last].end : time.start]
        return self._mentions[last].semantic_type is SemanticType.PROCEDURE and re.search(r"[,;]", near) is None

    def _dates_what_was_done(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time before the mention is that of what was done about it: "surgery at 4 years for strabismus"."""
        purpose = _FOR.fullmatch(self._text, time.end, mention.start)
        if purpose is None:
            return False
        before = _DONE_THEN.search(self._text, max(0, time.start - _NEAR), time.start)
        return before is not None or re.search(_DONE, purpose.group(), re.IGNORECASE) is not None

    def _dates_a_milestone(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time is the age at which something was learned, and the mention is not that: "head control achieved at 6 months"."""
        learned = self._learned.get(time.start)
        if learned is None or mention.start <= learned < mention.end:
            return False
        return mention.start < time.start or self._text[time.end : time.end + 1] in ",;"

    def _dates_another_bracket(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time stands in a bracket after one item of a list, and the mention is a later one: "X (stopped today), Y"."""
        opened = self._text.rfind("(", max(0, time.start - _NEAR), time.start)
        if opened < 0 or time.end > mention.start or ")" in self._text[opened : time.start]:
            return False
        closed = _CLOSED.match(self._text, time.end)
        return closed is not None and closed.end() <= mention.start

    def _comes_after_the_bracket(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a mention stands in a bracket, and the time with what goes on after it: "X in May (given Y) and Z in June"."""
        closed = self._text.find(")", mention.end, max(mention.end, time.start))
        opened = self._text.rfind("(", max(0, mention.start - _NEAR), mention.start)
        if closed < 0 or opened < 0 or ")" in self._text[opened : mention.start]:
            return False
        return _GOES_ON.match(self._text, closed + 1, time.start) is not None

    def _dates_another_statement(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time ends a later statement about another finding: "thrives poorly, and there was ileus at birth".

        So does a verb of finding out after the last item of a list with commas: "tall, and lens dislocation found at 6".
        """
        if time.start < mention.end:
            return False
        between = self._text[mention.end : time.start]
        if ";" in between and (mention.assertion.experiencer is Experiencer.FAMILY or _states_another(between)):
            return True
        if _PRESENTED.search(between):
            return True
        found = [match.end() for match in _ANOTHER_STATEMENT.finditer(between)]
        if _FOUND_OUT.search(between) and "," in between:
            found.append(between.rfind(",") + 1)
        if not found:
            return False
        starts = self._starts
        return bisect_left(starts, mention.end + max(found)) < bisect_left(starts, time.start)

    def _ends_an_item(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time stands after something in an item that a semicolon ends before the mention: "X, last in May; Y"."""
        if time.end > mention.start or self._text.find(";", time.end, mention.start) < 0:
            return False
        begins = max(self._text.rfind(mark, 0, time.start) for mark in ";.:\n") + 1
        return bisect_left(self._starts, begins) < bisect_left(self._starts, time.start)

    def _dates_another_item(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time stands with one item of a list that goes on after it, and the mention is another item.

        "Microcephaly, seizures from 14 months, eczema" dates the seizures; what ends a list ("hypotonia and seizures from
        birth") may date all of it.
        """
        goes_on = _LIST_GOES_ON.match(self._text, time.end)
        if goes_on is None:
            return self._ends_a_list_of_others(time, mention)
        item = max(self._text.rfind(mark, 0, time.start) for mark in ",;.:\n") + 1
        if item <= mention.start < time.start or time.end <= mention.start < goes_on.end():
            return False
        starts = self._starts
        own = bisect_left(starts, item) < bisect_left(starts, time.start)
        if ";" in goes_on.group():
            # A statement of its own need not name a finding: "three courses of antibiotics since birth; …".
            own = own or len(self._text[item : time.start].split()) >= _STATEMENT
        further = bisect_left(starts, time.end)
        return own and further < len(starts) and starts[further] - time.end < _NEXT_ITEM

    def _ends_a_list_of_others(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a date stands with the last item of a list and the mention is an earlier one: "fetal distress, a miscarriage in 2018"."""
        if time.kind != "date" or time.since or time.start < mention.end:
            return False
        comma = self._text.rfind(",", mention.end, time.start)
        return comma >= 0 and bisect_left(self._starts, comma) < bisect_left(self._starts, time.start)

    @cached_property
    def _learned(self) -> dict[int, int]:
        """The times that are the age at which something was learned, by their start, with the place of its words."""
        before = (
            (time.start, _MILESTONE.search(self._text, max(0, time.start - _NEAR), time.start))
            for time in self._times
            if time.kind == "age"
        )
        return {start: learned.start() for start, learned in before if learned is not None}

    @cached_property
    def _starts(self) -> list[int]:
        return [mention.start for mention in self._mentions]

    @cached_property
    def _names_with_times(self) -> dict[int, tuple[int, int]]:
        """The times that stand inside the name of a finding, by their start, with the place of the name."""
        starts = self._starts
        found = {}
        for time in self._times:
            index = bisect_right(starts, time.start) - 1
            if index >= 0 and self._mentions[index].end >= time.end and self._mentions[index].text != time.text:
                found[time.start] = (self._mentions[index].start, self._mentions[index].end)
        return found

    def _dates_a_pregnancy(self, time: TimeExpression) -> bool:
        """Whether weeks are those of a pregnancy and no age: "aspirin since 12 weeks" of a G2P1."""
        weeks = time.kind == "age" and _WEEKS.search(time.text) is not None
        return weeks and not self._of_child and _PREGNANCY.search(self._text) is not None

    def _around(self, sentence: Sentence, mention: Mention) -> Sentence:
        """The part of a sentence that can speak of a mention: all of it, unless it has no end."""
        if sentence.end - sentence.start <= 2 * _FURTHEST:
            return sentence
        start = max(sentence.start, mention.start - _FURTHEST)
        end = min(sentence.end, mention.end + _FURTHEST)
        return Sentence(start, end, self._text[start:end], sentence.kind)
