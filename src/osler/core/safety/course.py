"""What a note looks back on: an admission that is over, a record value, a thing or a person that is not the patient's state."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.language import AnalysedText, Mention, Sentence
from osler.core.safety.ages import BEGUN_TODAY
from osler.core.safety.letters import begins_these_days, is_letter, looks_back, tells_of_then
from osler.core.safety.speaking import cues
from osler.core.safety.treated import before_treatment

_PAST_VERB = re.compile(
    r"\b(?:was|were|had|did|presented|developed|became|went|required|needed|collapsed|suffered|started|vomited|stopped|"
    r"found|admitted|ventilated|intubated|treated|recovered|showed|fell|rose|reached)\b",
    re.IGNORECASE,
)
_PRESENT_VERB = re.compile(
    r"\b(?:is|are|am|has|have|does|do|remains?|continues?|keeps?|presents|now|today|tonight|currently|still)\b|\w['’](?:s|re|ve)\s(?:been|now|still)",
    re.IGNORECASE,
)
_ENDS_WELL = re.compile(r"\s*,?\s*(?:until|till|when|but|except|apart|before|then|enough)\b", re.IGNORECASE)
"""What follows a "well" that is over: "well until noon"."""
_CALLER = re.compile(r"\b(?:I|I['’]m|I['’]ve|[Mm]y|[Oo]ur(?! patient| clinic| unit| ward| hospital)|[Mm]e|im|i)\b")
_STILL_RECORD = re.compile(
    r"\b(?:is|are|it['’]?s|now|today|tonight|currently|this (?:morning|evening|week))\b", re.IGNORECASE
)
_DEVELOPMENT = re.compile(r"\W*(?:development\w*|milestones?|schooling|education)\b[^.:–-]{0,20}[:–-]", re.IGNORECASE)
_OVERNIGHT = re.compile(
    r"\b(?:sudden\w*|today|tonight|overnight|this (?:morning|afternoon|evening|week)|hours?)\b", re.IGNORECASE
)
_PRESENT_DAY = re.compile(r"\b(?:now|currently|yesterday|minutes?|mins?|still)\b", re.IGNORECASE)
_YESTERDAY = re.compile(r"\b(?:yesterday|last night|brought in|on arrival)\b", re.IGNORECASE)
_LAST_HOUR_OF_A_DAY = 24
_CLAUSE = re.compile(r"[;.:]")
_OWNS = re.compile(
    r"['’]?s?\s+(?:[\w'’]+\s+){0,3}?(?:had|has|have|who|with|suffered|suffers|developed|died|was|were|got)\b", re.I
)
_OWN_WORD = re.compile(r"\b(?:s?he|patient|pt|his|her)\b(?!\s+(?:neighbou?r|friend|classmate))", re.IGNORECASE)

_RUNS_ON = re.compile(r"[a-z,]\s(?<!\bhad\s)(?<!\bhas\s)(?<!\bhave\s)(?<!\bin\s)(?<!\binto\s)(?<!\ba\s)(?<!\ban\s)$")
"""The end of words that a sentence goes on from, so that a capital letter is that of a name and not of an illness that somebody has."""
_IS_A_NAME = re.compile(r"\s(?:is|was)\s(?:only\s|just\s)?(?:the\s|a\s)?(?:name|title)\b", re.IGNORECASE)
_THESE_DAYS = re.compile(
    r"\b(?:now|today|tonight|yesterday|overnight|last night|this (?:morning|afternoon|evening|week))\b", re.IGNORECASE
)
"""Words by which a sentence about an illness that is over tells of now as well."""
_RECURRENT = re.compile(
    r"\b(?:recurrent|recurring|repeated|intermittent|(?:episodes?|attacks?|bouts?|spells?) of)\b", re.IGNORECASE
)
"""What comes and goes: who is well today has none of it today."""
_COUNTED = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|1\d|several|numerous|multiple|many|repeated|recurrent|frequent)\s+"
    r"(?:[a-z-]+\s+){0,2}(?:(?:episodes?|bouts?|attacks?)\s+of\s+(?:severe\s+|bad\s+|acute\s+)?)?$",
    re.IGNORECASE,
)
"""A count of more than one directly before an illness."""
_OVER_A_LIFE = re.compile(
    r"\b(?:since|from|by|before)\s+(?:the\s+|about\s+|his\s+|her\s+)?(?:age\b|birth|infancy|childhood|\d{1,2}\s?(?:months?|years?|mths?|yrs?)\b(?!\s+ago)|"
    r"(?:first|second|third)\s+(?:year|birthday))"
    r"|\b(?:in|over|during|within)\s+(?:the\s+)?(?:(?:last|past|first|previous)\s+)?(?:\w+\s+)?(?:years?|months?)\b|\b(?:per|a|each|every)\s+year\b"
    r"|\bso far\b|\bin (?:his|her|infancy|childhood|early)\b",
    re.IGNORECASE,
)
"""A time over which illnesses are counted that are not all of now."""
_COUNTED_BEHIND = re.compile(
    r"\s*[(,]?\s*(?:[x×]\s?[2-9]\b|[x×]\s?1\d\b|(?:twice|\d+ times|(?:two|three|four|five|six|seven|eight|nine|ten) times)\b)"
    r"(?!\s*(?:a|per|in the last)\s+(?:day|hour|night))",
    re.IGNORECASE,
)
"""A count of more than one directly behind an illness: "status epilepticus x 5"."""
_LAST_OF_THEM = re.compile(
    r"\b(?:the\s+)?(?:last|latest|most recent)(?:\s+(?:one|episode|time|of (?:these|them|which)))?\s*(?:,\s*)?(?:was\s+|being\s+)?"
    r"(?:at|in|on|aged?)\s+(?!the\s|this\s|his\s|her\s)\w",
    re.IGNORECASE,
)
"""When the last of them was: "the last in March", "most recent at 14 months"."""


@lru_cache(maxsize=32)
def _has_a_caller(text: str) -> bool:
    """Whether somebody speaks of themselves or their own; asked of a whole text for each of its mentions."""
    return _CALLER.search(text) is not None


def is_counted(text: AnalysedText, mention: Mention) -> bool:
    """Whether an illness is one of several that a history counts over months or years: "two pneumonias since 7 months of age"."""
    sentence = text.sentence_of(mention)
    if _OVERNIGHT.search(sentence.text) or _PRESENT_DAY.search(sentence.text):
        return False
    before, behind = text.text[sentence.start : mention.start], text.text[mention.end : sentence.end]
    if _COUNTED.search(before):
        return bool(_OVER_A_LIFE.search(sentence.text) or _LAST_OF_THEM.search(behind))
    counted = bool(_COUNTED_BEHIND.match(behind))
    return counted and (bool(_OVER_A_LIFE.search(behind) or _LAST_OF_THEM.search(behind)) or is_well_now(text))


def is_habitual(text: AnalysedText, mention: Mention) -> bool:
    """Whether a note tells what sets an illness off whenever it comes: "febrile and afebrile seizures, often triggered by hot baths"."""
    sentence = text.sentence_of(mention)
    if _OVERNIGHT.search(sentence.text) or _PRESENT_DAY.search(sentence.text) or _has_a_caller(text.text):
        return False
    return bool(cues("habitual").find(sentence.text))


def told_back(text: AnalysedText, age_years: float | None = None) -> frozenset[int]:
    """The sentences of the letter of a visit that tell of the time before it.

    In a letter of a planned visit those that say so ("at that time", "in hospital"); where the patient is well on the day,
    or has left the hospital, also those told in the past tense alone and those of what comes and goes. A sentence that tells of today is never one.
    In a specialist's letter in which nothing began these days, whatever is dated or told in the past tense. Anywhere, what
    was before a treatment that was had.
    """
    well, planned, back = is_well_now(text), is_planned_visit(text), looks_back(text, age_years)
    return frozenset(
        index
        for index, sentence in enumerate(text.sentences)
        if (back and tells_of_then(text, sentence))
        or (
            not (BEGUN_TODAY.search(sentence.text) or _YESTERDAY.search(sentence.text))
            and (
                tells_a_record(sentence)
                or ((well or planned) and _tells_of_then(sentence))
                or (well and (_is_in_the_past_tense(sentence) or _comes_and_goes(sentence)))
            )
        )
    ) | before_treatment(text)


def _tells_of_then(sentence: Sentence) -> bool:
    return bool(cues("then").find(sentence.text)) and not _CALLER.search(sentence.text)


def _is_in_the_past_tense(sentence: Sentence) -> bool:
    return bool(_PAST_VERB.search(sentence.text)) and not _PRESENT_VERB.search(sentence.text)


def _comes_and_goes(sentence: Sentence) -> bool:
    return bool(_RECURRENT.search(sentence.text)) and not _PRESENT_VERB.search(sentence.text)


def is_planned_visit(text: AnalysedText) -> bool:
    """Whether a text is the letter of a planned visit, and no message of somebody who is unwell."""
    return is_letter(text) or (bool(cues("looks_back").find(text.text)) and not _has_a_caller(text.text))


def is_well_now(text: AnalysedText) -> bool:
    """Whether a clinical note says that its patient is well on the day, and not only until something happened."""
    return (is_letter(text) or not _has_a_caller(text.text)) and _says_well_now(text.text)


@lru_cache(maxsize=32)
def _says_well_now(text: str) -> bool:
    return any(not _ENDS_WELL.match(text, hit.end) for hit in cues("well_now").find(text))


def of_a_long_course(text: AnalysedText, age_years: float | None) -> frozenset[int]:
    """The sentences of a letter that looks back which tell of nothing new: what an examination finds has come over months."""
    if not looks_back(text, age_years):
        return frozenset()
    return frozenset(index for index, sentence in enumerate(text.sentences) if not begins_these_days(text, sentence))


def tells_a_record(sentence: Sentence) -> bool:
    """Whether a sentence names the furthest value that there ever was, and not that of today."""
    return bool(cues("record").find(sentence.text)) and not _STILL_RECORD.search(sentence.text)


def of_development(sentence: Sentence) -> bool:
    """Whether a sentence is the history of a development, whose signs have come over months."""
    return _DEVELOPMENT.match(sentence.text) is not None and _OVERNIGHT.search(sentence.text) is None


_SINCE_AN_AGE = re.compile(
    r"\bsince\s+(?:about\s+|the\s+age\s+of\s+|age\s+)?(?P<age>\d{1,2})\b(?!\s*(?:[:.]\d|[/h]|am\b|pm\b|hours?|days?|weeks?|months?|o['’]?clock|%))",
    re.IGNORECASE,
)
"""A year of life from which on something has been: "unsteady since 54"."""
_FROM_AN_AGE = re.compile(
    r"\b(?:since|from)\s+(?:about\s+|around\s+)?(?:the\s+age\s+of\s+|age\s+)?(?P<age>\d{1,2})\s?(?P<unit>months?|mths?|years?|yrs?)\b(?!\s+ago)",
    re.IGNORECASE,
)
"""The same with its unit: "from 16 months she lost it all"."""
_MONTHS = 12
_HALF_A_YEAR = 0.5


def is_course_of_years(sentence: Sentence, age_years: float | None) -> bool:
    """Whether a sentence tells what has come since a time of life that is over, and nothing of today: "unsteady since 54, now a tremor"."""
    if age_years is None or _OVERNIGHT.search(sentence.text):
        return False
    told = _FROM_AN_AGE.search(sentence.text)
    if told is not None:
        began = int(told["age"]) / (_MONTHS if told["unit"].lower().startswith("m") else 1)
        return began + _HALF_A_YEAR < age_years
    found = _SINCE_AN_AGE.search(sentence.text)
    return found is not None and int(found["age"]) > _LAST_HOUR_OF_A_DAY and int(found["age"]) + 1 < age_years


def names_a_thing(text: AnalysedText, mention: Mention) -> bool:
    """Whether a sign only names a thing, a place or a service ("cardiac arrest trolley") that nobody has need of now."""
    if _is_a_proper_name(text, mention):
        return True
    rest = text.text[mention.end : text.sentence_of(mention).end]
    hits = cues("things").find(rest)
    directly = any(not rest[: hit.start].strip(" -") for hit in hits)
    return directly and not cues("acted").find(rest)


def _is_a_proper_name(text: AnalysedText, mention: Mention) -> bool:
    """Whether a sign, written as a name inside a sentence, is that of a band, a boat or a play of which the sentence tells."""
    sentence = text.sentence_of(mention)
    before = text.text[sentence.start : mention.start]
    if _IS_A_NAME.match(text.text, mention.end):
        return True
    written = mention.text[0].isupper() and not mention.text.isupper() and _RUNS_ON.search(before) is not None
    return written and bool(cues("bearers_of_names").find(sentence.text))


def is_of_what_is_over(text: AnalysedText, mention: Mention) -> bool:
    """Whether a mention belongs to the account of an illness that is over, in a sentence that tells nothing of these days."""
    return text.is_over(mention.start, mention.end) and not _THESE_DAYS.search(text.sentence_of(mention).text)


def is_only_sought(text: AnalysedText, mention: Mention) -> bool:
    """Whether it is said of a condition that it was looked for, considered or talked about, and not that it is there."""
    rest = _CLAUSE.split(text.text[mention.end : text.sentence_of(mention).end], maxsplit=1)[0]
    return any(not _PAST_VERB.search(rest[: hit.start]) for hit in cues("sought").find(rest))


def is_of_somebody_else(text: AnalysedText, mention: Mention) -> bool:
    """Whether the clause tells of a neighbour, a friend or another patient, by the way: "a neighbour's child had convulsions"."""
    before = _CLAUSE.split(text.text[text.sentence_of(mention).start : mention.start])[-1]
    return any(
        (owns := _OWNS.match(before, hit.end)) is not None and not _OWN_WORD.search(before, owns.end())
        for hit in cues("others").find(before)
    )
