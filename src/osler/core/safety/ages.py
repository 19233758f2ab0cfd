"""Times of a text that are not those of a finding: who the patient is (an age, weeks of a pregnancy), or another part of the sentence."""

from __future__ import annotations

import re

from osler.core.language import TimeExpression

_DAYS = 365.25
_NEAR = 60
"""Characters before a time in which the words stand that say whose it is."""
_LAST_PERIOD = re.compile(r"\b(?:LMP|last (?:menstrual )?period)\b[^.,;]*$", re.IGNORECASE)
"""Words after which a time dates a pregnancy."""
_HAS_PASSED = re.compile(
    r"[\s-]*(?:history|hx|ago|of\s(?!age)|post|after|since|later|course|duration|follow|review)", re.IGNORECASE
)
"""What follows a length of time with which a note opens; without it, that is the patient's age: "5 y, T 39.8, drowsy"."""
_WEEKS_OF_PREGNANCY = (20, 42)
_BLANK = re.compile(r"\s*")
_PASSED = re.compile(
    r"\b(?:for|past|last|over|after|in|every|within)\s+(?:the\s+)?(?:last\s+|past\s+)?$", re.IGNORECASE
)
"""Words after which weeks are weeks that went by."""
_SHE_IS = re.compile(
    r"(?:\b(?:she|I)(?: is| am)|'s|'m|\bim|\bG\dP\d,?|\b(?:baby|infant|newborn|neonate),?)\s+(?:now |about |only |nearly |almost |just )?$",
    re.IGNORECASE,
)
"""Words after which weeks are those of a pregnancy or of a life: "she's 36 weeks"."""
_WITH_CHILD_FOR = re.compile(r"\bpregnant\W{1,3}(?:(?:at|about|nearly|almost|around|with) )?$", re.IGNORECASE)
"""The same for weeks that did not go by: "pregnant 9 weeks", "pregnant, 7 weeks"."""
SET_OFF = re.compile(r"[,;(–-]\s*$")
"""What sets an age off from the event before it, which it would date otherwise: "fitted aged 4"."""
BEGUN_TODAY = re.compile(
    r"\bsince\s(?:\d{1,2}(?::\d\d)?\s?(?:am|pm)\b|this\b|waking|breakfast|lunch|last night|yesterday)|\b(?:sudden(?:ly)?|now|today|tonight|this (?:morning|afternoon|evening)|just now)\b"
    r"|\b\d{1,2}\s?(?:h|hrs?|hours?|mins?|minutes)\b",
    re.IGNORECASE,
)
_YEARS_ALONE = re.compile(r"\s*(?:[,;.)]|$)")


def is_bare_age(text: str, time: TimeExpression) -> bool:
    """Whether years between commas are whose it is, in a sentence that says since when: "pain since 4 am, vomiting, 13 years"."""
    alone = SET_OFF.search(text, max(0, time.start - _NEAR), time.start) and _YEARS_ALONE.match(text, time.end)
    return time.kind == "duration" and bool(alone) and (time.years or 0) >= 1


_SET_OFF_AGE = re.compile(
    r"(?:[,(]\s*|\b(?:girl|boy|man|woman|male|female|child|lad)\s+)(?P<number>\d{1,3})\s?-?(?P<unit>y|yrs?|years?)(?:\s?/?o)?\.?(?=\s*(?:[,;.):]|$))",
    re.IGNORECASE,
)
_OTHER_AGE = re.compile(r"\b\d{1,3}[\s-]?(?:y\w*|mo?\w*|w\w*|d\w*)[\s/-]?o(?:ld)?\b|\baged?\s\d", re.IGNORECASE)


def set_off_age(text: str) -> re.Match[str] | None:
    """Years that stand alone between commas in the first line of a note which names no other age: "Known MSUD, 2 y, off feeds"."""
    end = re.search(r"\.\s|\n|$", text)
    first = text[: end.end() if end else None]
    if _OTHER_AGE.search(first):
        return None
    return _SET_OFF_AGE.search(first)


_CALLED_BY_AGE = frozenset({"newborn", "neonate", "infant"})
_AT_THAT_AGE = re.compile(r"\b(?:as|when|since|from|in\sthe|during\sthe)\s(?:an?\s|the\s)?$", re.IGNORECASE)
"""What makes of a word for a patient a time: "as a newborn"; in "a floppy newborn" it is the patient."""


def is_of_patient(text: str, time: TimeExpression) -> bool:
    """Whether a time is the patient's age or that of a pregnancy, and says nothing of when a sign began."""
    if time.kind in {"current_age", "gestation"} or "old" in time.text:
        return True
    if time.text.lower() == "teenage":  # "my teenage son"; "in his teens" is a time
        return True
    before = text[max(0, time.start - _NEAR) : time.start]
    if time.text.lower() in _CALLED_BY_AGE and not _AT_THAT_AGE.search(before):
        return True
    if _LAST_PERIOD.search(before) or ("week" in time.text and _SHE_IS.search(before)):
        return True
    if "week" in time.text and time.kind != "ago" and _WITH_CHILD_FOR.search(before):
        return True
    opens = time.kind == "duration" and _BLANK.fullmatch(text, 0, time.start) is not None
    if opens and not _HAS_PASSED.match(text, time.end):
        return True
    weeks = (time.years or 0) * _DAYS / 7
    if "w" in time.text and _WEEKS_OF_PREGNANCY[0] <= round(weeks) <= _WEEKS_OF_PREGNANCY[1] and time.kind != "ago":
        return not _PASSED.search(before)
    following = text[time.end : time.end + 20].lower()
    return any(
        word in following for word in ("pregnan", "gestation", "along", "postpartum", "by dates", "gone", "amenorr")
    )


_TOLD = re.compile(r"\w+\W+\w+\W+$")
"""Two words at least, of which a time after them can speak."""
_PERSON_FOR = re.compile(
    r"\b(?:smoker|drinker|diabetic|asthmatic|hypertensive|epileptic|user|worker|miner|welder|farmer|vegan|vegetarian)\s+(?:of|for)\s+(?:the\s+)?"
    r"(?:over\s+|about\s+|more than\s+|last\s+|past\s+)*$",
    re.IGNORECASE,
)
"""Who somebody has been for a time that follows: "a smoker of 40 years with blood in the urine"."""
_NEXT_PART = re.compile(r"\s*(?:[,;–-]|(?:and|but)\s+(?:now|today|tonight)\b|now\b)", re.IGNORECASE)
"""How a part of a sentence begins that is about another time than the part before."""


def is_of_what_stands_before(before: str, time: TimeExpression, start: int) -> bool:
    """Whether a time before a mention ends a part of the sentence that is about another thing.

    "Kidney transplant 3 months ago, fever now" dates the transplant; "three months ago, he had a fever" dates the fever.
    """
    at, end = time.start - start, time.end - start
    if time.kind == "duration" and end <= len(before) and _PERSON_FOR.search(before[:at]):
        return True
    if time.kind != "ago" or end > len(before):
        return False
    return bool(_TOLD.search(before[:at])) and bool(_NEXT_PART.match(before[end:]))


_LAST_ON_A_CLOCK = 12
_AGE_BEHIND = re.compile(r"\s+(?:at|aged)\s+(?P<age>\d{1,2})(?=\s?(?:[,.;)]|(?:but|and|with|then)\b|$))", re.IGNORECASE)
_AGE_IN_FRONT = re.compile(
    r"^\W*(?:at|aged)\s+(?P<age>\d{1,2})\s*,?\s+(?!(?:am|pm|hrs?|hours?|mins?|minutes?|days?|weeks?|wks?|months?|units?|o['’]?clock|per|to)\b)(?=[a-z])",
    re.IGNORECASE,
)
"""An age with which a clause opens: "At 24 sigmoid colon perforated"."""
_AGE_OF_NOW = re.compile(
    r"\b(?:is\s+)?now\s+(?:aged?\s+)?(?P<age>\d{1,2})(?:\s?(?:y|yo|yrs?|years?)\b)?(?=\s*[,.;]|$)", re.IGNORECASE
)
"""How old the patient is, in a sentence that tells of an age before: "took an overdose at 16; now 34"."""


def is_at_a_past_age(before: str, after: str, age_years: float | None, *, of_ages: bool) -> bool:
    """Whether a bare number beside a mention is an age that is over, in a text that tells of ages.

    In another text a number that no clock shows, unless the sentence tells of today: "perforation at 25".
    """
    now = _AGE_OF_NOW.search(after)
    age = age_years if age_years is not None or now is None else float(now["age"])
    if age is None:
        return False
    clause = re.split(r"[;.]", before)[-1]
    places = [_AGE_BEHIND.match(after), _AGE_BEHIND.search(clause), _AGE_IN_FRONT.match(clause)]
    ages = [int(found["age"]) for found in places if found is not None]
    if not of_ages:
        rest = before + (after[: now.start()] + after[now.end() :] if now else after)
        ages = [] if BEGUN_TODAY.search(rest) else [one for one in ages if one > _LAST_ON_A_CLOCK]
    return any(one + 1 < age for one in ages)
