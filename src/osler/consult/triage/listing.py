"""The complete list of a section that a message asks for, with nothing that narrows it."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache
from typing import Literal

from osler.consult.record.called import measure_named
from osler.consult.record.periods import read_periods
from osler.consult.record.reading.table import stop
from osler.consult.wording.everyday import everyday
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

Section = Literal[
    "conditions", "medications", "labs", "allergies", "visits", "documents", "symptoms", "vaccines", "procedures", "record"
]  # fmt: skip
ANY_DAY = dt.date(2020, 1, 1)
"""A day to read times from where only whether there is one counts."""
_TABLE = RuleTable("osler.consult.triage", "lexicon.yml")
_HISTORY = re.compile(r"\b(?:history|histories|records?)\b")
_ALL_OF_ME = re.compile(
    r"\b(?:everything|all) (?:that )?(?:you|you've|youve|you have|they) ?(?:have|got|hold|keep|know|ve got)?(?: stored| saved| recorded)? (?:on|about) me\b"
)


_ALL_THERE_IS = re.compile(
    r"(?:(?:please|ok|so|just|can you|could you|now)[ ,]+)*(?:show|give|list|display|tell)(?: me)? (?:absolutely )?(?:everything|the (?:whole )?lot|all(?: of it| there is)?)(?: (?:please|you have|you(?:'ve)? got|on file|in (?:there|here)|that is there))*"
)


_WHOSE = re.compile(
    r"\b(?:the|this) patient's\b|(?<!my )(?<!our )\b(?:mum|mom|mam|dad|mother|father|wife|husband|partner|son|daughter|brother|sister|nan|gran|grandma|granny|grandad|grandpa)'s\b"
)
"""Whose entries they are, where it is the open record's patient who is called so."""
_ALL_OF_ONE = re.compile(
    r"(?:(?:please|ok|so|just|can you|could you|now)[ ,]+)*(?:show|give|list|display|tell)(?: me)? (?:absolutely )?everything (?:that )?(?:he|she|they|i|the patient)(?:'s|'m|'re)? ?"
    r"(?:(?P<taken>takes?|is taking|are taking|taking|is on|are on|am on|on|is prescribed)|has|have|had|got|has got|have got|suffers? (?:from|with))(?: (?:please|now|at the moment|currently))*"
)


def full_list(lower: str, vocabularies: Vocabularies) -> Section | None:
    """The section whose complete list is asked for, nothing narrowed."""
    lower = _WHOSE.sub("my", lower)
    held = _ALL_OF_ONE.fullmatch(lower.strip(" ?!."))
    if held is not None:
        return "medications" if held["taken"] else "record"
    if not _TABLE.pattern("lists", "all").search(lower) or not _asks_for_list(lower):
        return None
    bare = _without(_without(lower, "left_in"), "frames")
    if _TABLE.pattern("lists", "narrowed").search(bare) or read_periods(bare, ANY_DAY).period != (None, None):
        return None
    rest, asked = bare, []
    for section in _TABLE.rules["lists"]["sections"]:
        if _TABLE.pattern("lists", "sections", section).search(lower):
            asked.append(section)
            rest = _TABLE.pattern("lists", "sections", section).sub(" ", rest)
    named = [match for match in vocabularies.find(rest) if rest[match.start : match.end] not in everyday()]
    rest = _HISTORY.sub(" ", rest) if asked else rest
    if asked and not (named or measure_named(rest) is not None or _narrows(rest)):
        known: Section = _meant(asked)
        return known
    if _ALL_OF_ME.search(lower) or _ALL_THERE_IS.fullmatch(lower.strip(" ?!.")):
        return "record"
    if re.search(r"\b(my|the|patient's?|his|her) (\w+ )?(medical |health )?(record|chart|file|data)\b", lower):
        return "record"
    return None


def part_of_a_list(lower: str) -> bool:
    """Whether entries of a record are asked for, all of them that are of some time or past some number."""
    marked = _MARKED.search(lower) is not None
    if _ABOUT.match(lower) or not _asks_for_list(lower):
        return False
    if not marked and not _TABLE.pattern("lists", "all").search(lower):
        return False
    bounded = marked or read_periods(lower, ANY_DAY).period != (None, None) or _PAST_A_NUMBER.search(lower) is not None
    bounded = bounded or _BY_SOMEBODY.search(lower) is not None
    return bounded and any(
        _TABLE.pattern("lists", "sections", one).search(lower) for one in _TABLE.rules["lists"]["sections"]
    )


_ABOUT = re.compile(r"(?:so |and |please )*(?:what|which|how|why|who|where|explain|tell me about|is|are|do|does|can)\b")
_BY_SOMEBODY = re.compile(
    r"\b(?:from|by|with|at) (?:dr\b|doctor\b|the (?:\w+ )?(?:hospital|clinic|surgery|practice|ward|er|lab)\b|cardiology|my (?:gp|doctor)\b|\w+ologist\b)"
)
"""By whom or where: the entries of a record are told apart so, and no general matter is."""
_MARKED = re.compile(
    r"\b(?:abnormal|out[- ]of[- ]range|flagged) (?:blood |lab(?:oratory)? |test )?(?:labs?|results?|tests?|values?|readings?|bloods?)\b(?! (?:mean|could|can|may|might|caus\w+))"
)
"""Results by how they came out, which only a record can tell."""
_PAST_A_NUMBER = re.compile(r"\b(?:above|over|below|under|more than|less than|higher than|lower than|at least) \d")


def _meant(asked: list[Section]) -> Section:
    """Of several sections the one that is asked for: of a vaccination history the vaccines, of blood results the results."""
    return next((section for section in asked if section != "conditions"), asked[0])


def _narrows(rest: str) -> bool:
    """Whether a word is left that says which of them are meant."""
    spoken = re.findall(
        r"[a-z][a-z'-]+", _TABLE.pattern("lists", "ask").sub(" ", _TABLE.pattern("lists", "all").sub(" ", rest))
    )
    bare = {word.split("'")[0] for word in spoken}
    return any(word not in stop() and word not in everyday() for word in bare)


def _asks_for_list(lower: str) -> bool:
    lower = _without(lower, "frames")
    return bool(_TABLE.pattern("lists", "ask").search(lower)) or not re.search(
        r"\b(is|are|was|were|do|does|did|have|has|can|should|will)\b", lower
    )


def _without(lower: str, group: str) -> str:
    """A message without the words of a group, which ask for nothing by themselves."""
    for index in range(len(_TABLE.rules["lists"][group])):
        lower = _words(group, index).sub(" ", lower)
    return " ".join(lower.split())


@cache
def _words(group: str, index: int) -> re.Pattern[str]:
    return re.compile(_TABLE.rules["lists"][group][index])
