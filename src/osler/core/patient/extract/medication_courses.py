"""Whether a medicine is taken now, since when and until when, by the words and dates around it."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache

from osler.core.language import AnalysedText, Mention, SectionKind, TimeExpression, is_no_age
from osler.core.language import Regimen as WrittenRegimen
from osler.core.patient.extract.admissions import was_given_in_hospital
from osler.core.patient.extract.courses import course_after
from osler.core.patient.extract.lexicon import words
from osler.core.patient.extract.times import given_time, iso_date
from osler.core.patient.types import DAYS_PER_YEAR, ClinicalTime, Medication, Presence, Status, TimePoint

_PLANNED = (SectionKind.PLAN, SectionKind.INSTRUCTIONS)
WAS_GIVEN = ("stopped", "on-hold", "completed")
_UNTIL = re.compile(
    r"[\s,(]{1,2}(?:until|till|up to)\s+(?:(?!then\b|when\b|now\b)[A-Za-z-]{2,20}\.?\s+(?:in\s+)?){0,3}(?:19|20)\d\d\b",
    re.IGNORECASE,
)
"""A medicine that was taken until a year: "on methotrexate until 2022"."""
_COUNTED = re.compile(
    r"\s?(?P<year>(?:19|20)\d\d\s)?(?:\([^()]{1,30}\)\s?)?[x×]\s?\d{1,2}\b(?!\s?(?:/|per|daily|a day|day|mg|tab|puff))",
    re.IGNORECASE,
)
"""How many cycles were given: "paclitaxel x12"."""
_FINISHED = re.compile(r"[^.;\n]{0,20}?\b(?:finished|completed|ended)\b", re.IGNORECASE)
_TILL = re.compile(
    r"[^.;\n]{0,40}?\b(?:stopped|discontinued|ceased|withdrawn|finished|completed|ended|until|till)\b", re.IGNORECASE
)
_IN_A_BRACKET = re.compile(r"[^\W\d]\s\((?:on\s)?(?:[a-z-]+(?:,\s|\s?[&+/]\s?|\sand\s)){0,3}$", re.IGNORECASE)
_BRACKET_ENDS = re.compile(r"(?:(?:,\s|\s?[&+/]\s?|\sand\s)[a-z-]+){0,3}\s?\)", re.IGNORECASE)
_OF_PROBLEMS = re.compile(r"history|\bhx\b|h/o|pmhx?|known|s/p|status post", re.IGNORECASE)
"""Words by which problems, not medicines, are things of the past."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEARS = re.compile(r"(?<![\d.])(?:19|20)\d\d(?!\d|\.\d)")
_BEGUN = re.compile(
    r"\b(?:since|from|start(?:ed|ing)?|commenced|begun|began|initiated|remains?|still|continue[sd]?)\b", re.IGNORECASE
)
_TOOK_ITS_PLACE = re.compile(
    r"\b(?:switched|changed|swapped|converted|escalated|moved)\s(?:over\s)?(?:to|onto)\s$", re.IGNORECASE
)
"""What makes of a medicine the one that is taken since: "switched to ocrelizumab in 2021"."""
_LONGEST_CHANGE = 40
_NEAR = 16
_LONGEST_REGIMEN = 400
"""Characters that a medicine is written with, at most."""
_LONG_AGO = 1
"""Years before the note after which a medicine that was dated then is not taken for a current one."""
_COURSE = re.compile(
    r"(?<!is )(?<!are )(?<!being )\b(?:treated|managed|covered)\s(?:\w+\s)?with\s(?:[^.;\n]|\.(?=\d)){3,120}?\bfor\s(?:an?|one|two|three|five|seven|ten|\d{1,2})"
    r"\s(?:more\s|further\s)?(?:days?|weeks?)\b"
    r"|(?<!\w)(?:took|received|was\sgiven|was\son|completed)\s(?:[^.;\n]|\.(?=\d)){3,80}?\bfor\s(?:an?|one|two|three|four|five|six|seven|ten|twelve|\d{1,2}|several|many)\s"
    r"(?:days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
"""A course that is over: "treated with amoxicillin for 7 days", "took warfarin for six months"."""
_COURSE_OF = re.compile(
    r"(?<!is )(?<!are )(?<!being )\b(?:treated|managed)\swith\s(?:an?\s)?(?:\d{1,2}|one|two|three|four|five|six|seven|ten|twelve)[\s-](?:day|week|month)s?(?:\scourse)?\s(?:of\s)?(?:[\w-]+/)?$",
    re.IGNORECASE,
)
"""The length of a course before what it was of: "treated with 3 months rifampicin/isoniazid"."""
_LAST = re.compile(
    r"[^.;\n]{0,40}?\b(?:stopped|discontinued|ceased|withdrawn|finished|completed|ended|until|till"
    r"|last(?:\s(?:dose|infusion|injection|cycle|course|taken|given|used|received))?)\b[\s:,(]*(?:(?:on|in|at|was|the)\s)?",
    re.IGNORECASE,
)
"""What says when a medicine was last had: "stopped 1 Feb 2025", "last infusion in May 2024"."""
_STOP = re.compile(
    r"\b(?:stopped|discontinued|ceased|withdrawn|finished|completed|ended|held|withheld|paused|off|until|till)\b",
    re.IGNORECASE,
)
_BRACKETED_YEAR = re.compile(r"\b((?:19|20)\d\d)\s?\([^()]*$")
_LONGEST_BRACKET = 120
_TREATED_WITH = re.compile(r"\b(?:treated|managed)\s(?:\w+\s)?with\s(?:\w+\s)?$", re.IGNORECASE)
_SINGLE = re.compile(r"\b(?:single|one)[\s-]dose\b|\bstat\b", re.IGNORECASE)
_REMISSION = re.compile(r"remission", re.IGNORECASE)
_UNTIL_AGO = re.compile(
    r"[^.;\n]{0,30}?\b(?:until|till|stopped|discontinued|ceased|withdrawn|finished|completed|ended)\s(?:about\s|around\s|only\s)?",
    re.IGNORECASE,
)
_WINDOW = re.compile(r"(?:in|within|during)\s(?:the\s)?(?:past|last|previous|preceding)\b", re.IGNORECASE)
"""A span within which something was taken, which says not since when."""
_HAS_TAKEN = re.compile(
    r"\b(?:has|have|['’]ve|['’]s)\s(?:(?:now|also|long|always)\s)?(?:been\s(?:on|taking|using)|taken|used|had|received)\s(?:\w[\w/-]*(?:\.\d+)?\s){0,3}$",
    re.IGNORECASE,
)
_TO_THIS_DAY = re.compile(
    r"\s*(?:(?!(?:once|twice|times|only|occasional\w*|no|never)\b(?!\s(?:daily|a\b|per\b|each\b)))\w[\w/%-]*(?:\.\d+)?\s){0,6}?"
    r"(?:(?:,\s)?(?:(?:all|both|at|with|the|in)\s){0,2}(?:same\s|stable\s)?doses?\s(?:unchanged|stable|the\ssame)\b|since\b(?!\s(?:stopped|discontinued|ceased))|for\s(?:(?:the\s(?:last|past)|(?:many|several|some|a\sfew|\d{1,2}|two|three|four|five|six|ten)(?:\s\d{1,2})?\s(?:weeks|months|years)|years|months)\b))"
    r"(?![^.;\n]{0,60}\b(?:until|till|stopped|ceased|discontinued|withdrawn|ended|in (?:19|20)\d\d|ago|before)\b)",
    re.IGNORECASE,
)
"""What makes of a perfect a medicine that is still taken: "has taken ramipril since 2021"."""
_LENGTH = re.compile(r"for\s(?:\w+\s){1,4}?(?:weeks|months|years)$", re.IGNORECASE)
_JUST_STARTED = re.compile(r"\b(?:started|began|begun|commenced|initiated)\s(?:on\s)?$", re.IGNORECASE)
_BEGUN_AGO = re.compile(
    r"(?:\s\d[\d.,]*\s?(?:m?c?g|units)\b|\s(?:once|twice)?\s?(?:daily|a\sday))*\s(?:about\s|just\s|only\s)?[\w-]+\s(?:days|weeks|months)\sago\b[^.;\n]{0,40}",
    re.IGNORECASE,
)
_TREATS = re.compile(
    r"\b(?:has|have|with|is|are|includes?|being|currently|now)\s[^.;]*?\b(?:treated|managed|controlled|maintained)\s(?:\w+\s)?(?:with|on|by)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"\b(?:was|were|been|had|previously|initially|formerly|first|successfully|then|until|ago|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\s?(?:,|,?\s(?:and|plus|with)|\+|&)\s", re.IGNORECASE)
_PLUS = re.compile(r"\s?\+\s?")
_AT_BIRTH = re.compile(r"\s(?:at|after)\s(?:birth|delivery)\b", re.IGNORECASE)
_BARE_YEAR = re.compile(r"((?:19|20)\d\d)\b(?![-/])")


def add_state(
    medication: Medication,
    written: WrittenRegimen,
    mention: Mention | None,
    status: Status | None,
    analysed: AnalysedText,
) -> None:
    """Whether it is taken now, since when and until when; what is said last holds."""
    if medication.presence is not Presence.PRESENT:
        return
    if written.reason and medication.reason_text is None:
        medication.reason_text = written.reason
    course = course_after(analysed.text, written.end)
    if course:
        medication.time = course.time
        if status is None or (course.in_words and status is Status.ACTIVE):
            status = Status.COMPLETED
    elif medication.time is None and mention is not None:
        timing = analysed.timing_of(mention)
        onset = timing.onset
        if (
            not _is_inside(onset, analysed)
            and not (onset is not None and _WINDOW.match(onset.text))
            and not (onset is not None and is_no_age(onset, analysed.patient_age))
            and not _dates_another(onset, written, analysed)
        ):
            # The length of a course ("for 7 days") says how long, and not since when.
            medication.time = given_time(timing)
            if medication.time is not None and onset is not None and _is_end(written, onset.start, analysed.text):
                point = medication.time.start or medication.time.at
                lasted = onset.kind == "duration"  # "held for 5 days" tells how long, and of no end
                medication.time = ClinicalTime(end=None if lasted else point, text=medication.time.text)
    taken_for = _lasted(written, analysed)
    if taken_for is not None and status in (Status.STOPPED, Status.COMPLETED):
        status = Status.ACTIVE
    if taken_for and status is Status.ACTIVE and medication.time is None:
        medication.time = ClinicalTime(text=taken_for)
    status = _with_end(medication, written, status, analysed)
    if status is not Status.STOPPED and _is_long_past(medication, written, analysed):
        status = Status.COMPLETED
    listed = status is Status.ACTIVE and written.dose is not None and written.times_per_day is not None
    explicit = written.state is not None or (course is not None and course.in_numbers) or listed
    if status is not None and (medication.status is None or explicit):
        medication.status = status


def _lasted(written: WrittenRegimen, analysed: AnalysedText) -> str | None:
    """How long somebody has taken a medicine until today ("for six years"), alone or in a list of which that is said.

    Nothing where it is told since when, and None where it is not said that what was taken is taken.
    """
    text = analysed.text
    first, last = _ends_of_list(written, analysed)
    if _HAS_TAKEN.search(text, max(0, first.start - _LONGEST_CHANGE), first.start) is None:
        return None
    places = dict.fromkeys((last.start + len(last.name), last.end))
    told = next((found for place in places if (found := _TO_THIS_DAY.match(text, place)) is not None), None)
    length = _LENGTH.search(told[0]) if told is not None else None
    return None if told is None else length[0] if length else ""


def _ends_of_list(written: WrittenRegimen, analysed: AnalysedText) -> tuple[WrittenRegimen, WrittenRegimen]:
    """The first and the last of the medicines that stand with one in a list without other words: "A 10 mg daily and B 5 mg"."""
    first = last = written
    for other in reversed(analysed.medications_between(written.start - _LONGEST_CHANGE, written.start)):
        if _LISTED.fullmatch(analysed.text, other.end, first.start):
            first = other
    for other in analysed.medications_between(written.end, written.end + _LONGEST_CHANGE):
        if _LISTED.fullmatch(analysed.text, last.end, other.start):
            last = other
    return first, last


def _last_of_regimen(written: WrittenRegimen, analysed: AnalysedText) -> WrittenRegimen:
    """The last of the medicines that plus signs join: what is told after it is told of all."""
    for other in analysed.medications_between(written.end, written.end + _NEAR):
        if _PLUS.fullmatch(analysed.text, written.end, other.start):
            return _last_of_regimen(other, analysed)
    return written


def _with_end(
    medication: Medication, written: WrittenRegimen, status: Status | None, analysed: AnalysedText
) -> Status | None:
    """The status of a medicine, whose time is given its end where the text says until when it was had."""
    written = _last_of_regimen(written, analysed)
    if (ended := _ended_ago(written, analysed)) is not None:
        medication.time = ended
    elif (last := _last_had(written, analysed)) is not None:
        began = medication.time and (medication.time.start or medication.time.at)
        medication.time = ClinicalTime(start=None if began == last.at else began, end=last.at, text=last.text)
        if status is None and _TILL.match(analysed.text, written.end):
            status = Status.STOPPED
    return status


def _dates_another(time: TimeExpression | None, written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a time after a list of medicines belongs to its last item: "amlodipine 10, sodium bicarbonate started today"."""
    if time is None or time.start < written.end:
        return False
    listed = analysed.medications_between(written.end, time.start)
    return bool(listed) and "," in analysed.text[written.end : listed[-1].start]


def _is_inside(time: TimeExpression | None, analysed: AnalysedText) -> bool:
    """Whether a time is part of what is written of a medicine: how long it is taken, or how often."""
    if time is None:
        return False
    near = analysed.medications_between(time.start - _LONGEST_REGIMEN, time.start + 1)
    return any(one.start <= time.start < one.end for one in near)


def _is_end(written: WrittenRegimen, when: int, text: str) -> bool:
    """Whether a time dates the end of a medicine: words of ending stand between the two, and none of beginning."""
    between = text[written.end : when]
    return written.state in WAS_GIVEN and _STOP.search(between) is not None and _BEGUN.search(between) is None


def _last_had(written: WrittenRegimen, analysed: AnalysedText) -> ClinicalTime | None:
    """When a medicine was last had, by the date after the words for it; another medicine between has them for itself."""
    found = _LAST.match(analysed.text, written.end)
    if found is None or analysed.medications_between(written.end, found.end()):
        return None
    dated = next((one for one in analysed.times_between(found.end() - 4, found.end() + 1) if one.date), None)
    if dated is not None:
        return ClinicalTime(at=TimePoint(date=iso_date(dated)), text=dated.text)
    year = _BARE_YEAR.match(analysed.text, found.end())
    return ClinicalTime(at=TimePoint(date=year[1]), text=year[1]) if year else None


def _ended_ago(written: WrittenRegimen, analysed: AnalysedText) -> ClinicalTime | None:
    """Until when a medicine was taken, where that is told from the day of the note: "until two weeks ago", "stopped three days ago"."""
    found = _UNTIL_AGO.match(analysed.text, written.end)
    if found is None or analysed.medications_between(written.end, found.end()):
        return None
    told = next((one for one in analysed.times_between(found.end() - 1, found.end() + 8) if one.kind == "ago"), None)
    if told is None or told.years is None:
        return None
    day = note_date_of(analysed) or ""
    if len(day) < len("2025-01-01"):
        return ClinicalTime(text=told.text)
    end = dt.date.fromisoformat(day) - dt.timedelta(days=max(round(told.years * DAYS_PER_YEAR), 1))
    return ClinicalTime(end=TimePoint(date=end.isoformat()), text=told.text)


def status_of(written: WrittenRegimen, mention: Mention | None, analysed: AnalysedText) -> Status | None:
    if _UNTIL.match(analysed.text, written.end):
        return Status.STOPPED
    if written.state == "stopped" and _STOP.search(analysed.text, written.end, written.end + _NEAR):
        return Status.STOPPED
    if _is_counted_course(written, analysed) or _was_once_given(written, analysed):
        return Status.COMPLETED
    if written.state in (None, "active") and words("given_once").fullmatch(written.name):
        return Status.COMPLETED
    if written.state in (None, "planned", "completed", "active") and was_given_in_hospital(written, analysed):
        return Status.COMPLETED
    if written.state is not None and written.state != "not-taken":
        return Status.ACTIVE if _has_begun(written, analysed) else Status(written.state)
    if _in_finished_course(written, mention, analysed):
        return Status.COMPLETED
    section = analysed.section_at(written.start).kind
    dosed = written.dose is not None or _SINGLE.search(written.text) is not None
    if written.once and dosed and written.times_per_day is None and not written.steps:
        return Status.PLANNED if section in _PLANNED else Status.COMPLETED
    if mention is not None and (mention.assertion.historical or _is_over(mention, analysed.text)):
        # A list of medicines under "past history" is still the list of those taken, and so is what has a frequency there.
        taken = mention.section is SectionKind.PAST_MEDICAL_HISTORY or _of_a_listed_problem(written, mention, analysed)
        treated = _TREATED_WITH.search(analysed.text, max(0, written.start - _LONGEST_CHANGE), written.start)
        return None if taken else Status.COMPLETED if treated else Status.STOPPED
    if section is SectionKind.MEDICATIONS or _is_todays_treatment(written, analysed):
        return Status.ACTIVE
    return Status.PLANNED if section in _PLANNED else None


def _has_begun(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a medicine was begun so many weeks ago and only said to have done little yet: "started X six weeks ago without benefit"."""
    if written.state != "stopped":
        return False
    begun = _JUST_STARTED.search(analysed.text, max(0, written.start - _LONGEST_CHANGE), written.start)
    since = _BEGUN_AGO.match(analysed.text, written.start + len(written.name))
    return begun is not None and since is not None and _STOP.search(since[0]) is None


def _is_todays_treatment(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a disease that somebody has is said to be treated with a medicine at a dose, alone or in a list."""
    first, _ = _ends_of_list(written, analysed)
    clause = re.split(r"[.;\n]\s", analysed.text[max(0, first.start - _LONGEST_BRACKET) : first.start])[-1]
    return written.dose is not None and _TREATS.search(clause) is not None and _THEN.search(clause) is None


def _was_once_given(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a medicine was given at birth, or for a time of years ago: "breast cancer 2004 (tamoxifen for five years)"."""
    if written.state is not None or written.times_per_day is not None:
        return False
    if _AT_BIRTH.match(analysed.text, written.end):
        return True
    year = _BRACKETED_YEAR.search(analysed.text, max(0, written.start - _LONGEST_BRACKET), written.start)
    latest = note_date_of(analysed) or _latest_year(analysed.text)
    return bool(year and latest and written.duration and int(latest[:4]) - int(year[1]) > _LONG_AGO)


def _is_over(mention: Mention, text: str) -> bool:
    """Whether words say that it is over, but for those of stopping, which the state of the medicine has weighed already."""
    ended = [
        cue  # a disease is in remission, no medicine
        for cue in mention.assertion.cues
        if cue.category == "resolved" and not _REMISSION.search(text, cue.start, cue.end)
    ]
    if not ended:
        return False
    return mention.assertion.resolved and not all(_STOP.search(text, cue.start, cue.end) for cue in ended)


def _is_counted_course(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a counted number of cycles was given before something dated that is told after it, or is called finished."""
    text = analysed.text
    counted = _COUNTED.match(text, written.start + len(written.name))
    if counted is None or analysed.section_at(written.start).kind in _PLANNED or written.state == "planned":
        return False
    if counted["year"] or _FINISHED.match(text, counted.end()):
        return True
    return any(
        one.kind == "date" and one.date is not None and one.start >= counted.end() for one in reversed(analysed.times)
    )


def _of_a_listed_problem(written: WrittenRegimen, mention: Mention, analysed: AnalysedText) -> bool:
    """Whether it is told how often it is taken for a problem of the history, or it stands alone in a bracket behind one.

    "PMH hypothyroidism - levothyroxine 75 mcg od", "PMH - AF (apixaban), T2DM"; behind a year it may be of that year.
    """
    bracketed = (
        _IN_A_BRACKET.search(analysed.text, max(0, written.start - _LONGEST_CHANGE), written.start) is not None
        and _BRACKET_ENDS.match(analysed.text, written.end) is not None
    )
    if mention.assertion.resolved or not (written.times_per_day or written.as_needed or bracketed):
        return False
    past = (cue for cue in mention.assertion.cues if cue.category == "historical")
    return all(_OF_PROBLEMS.search(analysed.text[cue.start : cue.end]) for cue in past)


def _is_long_past(medication: Medication, written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a medicine was taken at a time well before the note and nothing says that it goes on: "on methotrexate in 2011"."""
    at = medication.time.at if medication.time is not None else None
    year = _YEAR.match(at.date) if at is not None and at.date else None
    if year is None or written.times_per_day is not None or medication.status is Status.ACTIVE:
        return False
    sentence = analysed.sentence_at(written.start)
    if _begins(sentence.text) or _took_its_place(written, analysed.text):
        return False
    latest = note_date_of(analysed) or _latest_year(analysed.text)
    return bool(latest) and int(latest[:4]) - int(year.group()) > _LONG_AGO


@lru_cache(maxsize=4)
def _latest_year(text: str) -> str:
    """The latest year that a text names; asked again for each of its medicines."""
    return max(_YEARS.findall(text), default="")


@lru_cache(maxsize=4)
def _begins(sentence: str) -> bool:
    return _BEGUN.search(sentence) is not None


def _took_its_place(written: WrittenRegimen, text: str) -> bool:
    return _TOOK_ITS_PLACE.search(text, max(0, written.start - _LONGEST_CHANGE), written.start) is not None


def _in_finished_course(written: WrittenRegimen, mention: Mention | None, analysed: AnalysedText) -> bool:
    if mention is None or written.times_per_day is not None:
        return False  # with a frequency it is a prescription, which may be today's
    if _COURSE_OF.search(analysed.text, max(0, written.start - _LONGEST_CHANGE), written.start):
        return True
    sentence = analysed.sentence_of(mention)
    courses = _COURSE.finditer(analysed.text, sentence.start, sentence.end)
    return any(course.start() <= written.start < course.end() for course in courses)


def note_date_of(analysed: AnalysedText) -> str | None:
    """The day of the note, where it says it."""
    return iso_date(analysed.about.written.value) if analysed.about.written else None
