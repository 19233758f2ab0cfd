"""The measure that a value is one of, by the name that stands before it."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from osler.core.language.flags import is_no_unit
from osler.core.language.month_names import MONTH_NAME
from osler.core.language.quantity_rules import QuantityRules
from osler.core.terminology import measure

_FURTHEST = 12
"""Words between the name of a measure and its value, at most."""
_LONGEST_NAME = 6


def named_here(
    text: str, tokens: list[re.Match[str]], at: int, match: re.Match[str], sentence_end: int, rules: QuantityRules
) -> tuple[NamedMeasure | None, re.Match[str]]:
    """The measure that a value is one of by the name before it, and the value without what is no unit of it."""
    named = _measure_before(text, tokens, at, rules)
    if named and is_no_unit(text, match["unit"] or "", named.end, named.measure_id, match.start("value")):
        match = rules.without_unit.match(text, match.start(), sentence_end) or match
    highest = rules.of_highest.get(named.text.lower()) if named else None
    if highest and match["diastolic"] not in highest:
        named = None
    if named and named.measure_id in _CLASSES and _is_specific(text, named.start):
        named = None  # that against one allergen or antigen is not the total
    if named and named.text.lower() == "length" and _OF_A_PART.search(text, max(0, named.start - 24), named.start):
        named = None  # a cervix of 34 mm is no height
    if named and (_is_an_initial(text, named) or _is_a_unit(text, named, match) or _is_of_a_change(text, named, match)):
        named = None
    return named if named and _fits(named, match, rules) else None, match


def is_in_name(text: str, tokens: list[re.Match[str]], stop: int, match: re.Match[str], rules: QuantityRules) -> bool:
    """Whether a number is the end of a measure's name: the 125 of "CA-125 12 U/mL"."""
    named = name_ending_at(text, tokens, stop, rules) if stop else None
    return named is not None and named.start < match.start("value") < named.start + len(named.text)


class NamedMeasure(NamedTuple):
    start: int
    text: str
    measure_id: str
    short: bool = False
    superseded: bool = False
    """Whether it names the earlier of two values."""
    unit: str = ""
    """The unit of the value beside it, where this one has none."""

    @property
    def end(self) -> int:
        """Where the name ends."""
        return self.start + len(self.text)


_PRESSURES = frozenset({"LAB:sbp", "LAB:dbp"})
"""Measures whose names are adjectives of other things: the "systolic" of a murmur is no pressure of 2."""
_CLASSES = frozenset({"LAB:ige", "LAB:igg", "LAB:iga", "LAB:igm"})
_WORD_BEFORE = re.compile(r"(?P<word>[A-Za-z0-9][\w/'’-]*)[ \t]$")
_OF_THE_TOTAL = frozenset(
    [
        "serum",
        "plasma",
        "total",
        "blood",
        "the",
        "a",
        "an",
        "his",
        "her",
        "their",
        "and",
        "with",
        "of",
        "low",
        "high",
        "raised",
        "elevated",
        "reduced",
        "decreased",
        "normal",
        "abnormal",
        "increased",
        "polyclonal",
        "monoclonal",
        "showed",
        "shows",
        "had",
        "has",
        "is",
        "was",
        "immunoglobulin",
        "immunoglobulins",
        "immunoglobulin:",
        "level",
        "levels",
        "baseline",
        "repeat",
        "latest",
        "trough",
        "current",
        "today",
        "if",
        "when",
        "until",
        "keep",
        "mildly",
        "slightly",
        "markedly",
        "very",
        "bloods",
        "labs",
        "aim",
        "target",
        "for",
        "on",
    ]
)
"""Words before the class of an antibody that leave it the total: of "anti-cardiolipin IgG" it is none."""
_OF_A_PART = re.compile(
    r"\b(?!total\b|normal\b|supine\b)(?:[a-z]+(?:al|ar|ic|ary|eal)|femur|limb|leg|arm|foot|hand|kidney|bone|hair|cycle|step|tube|axis|stalk|nail|philtrum)[ \t]$",
    re.IGNORECASE,
)
"""The part whose length is told: "cervical length 34 mm"."""
_TITLE = re.compile(r"\b(?:Mrs?|Ms|Miss|Mx|Master|Dr|Prof)\.?\s$")
_BY = re.compile(
    r".*\b(?:up|down|(?:in|de)creased?|risen|rose|fallen|fell|dropped|lost|gained)(?P<by>\sby)?\s?(?:of\s|about\s|~\s?|approx\.?\s)?",
    re.IGNORECASE | re.DOTALL,
)
_TIME = re.compile(r"(?:hours?|hrs?|days?|weeks?|wks?|months?|years?|yrs?)", re.IGNORECASE)
_UNITS_TOO = frozenset({"hr", "bp"})
_NUMBER_BEFORE = re.compile(r"\d[ \t-]?$")
_FROM = re.compile(r"\s*(?:kgs?|lbs?)?\s*\(?from\s\d", re.IGNORECASE)


def _is_specific(text: str, start: int) -> bool:
    """Whether a class of antibodies stands behind the name of what they are against."""
    before = _WORD_BEFORE.search(text, max(0, start - 24), start)
    return before is not None and before["word"].casefold() not in _OF_THE_TOTAL and not before["word"].isdigit()


def _is_an_initial(text: str, named: NamedMeasure) -> bool:
    """Whether a letter that could name a measure is a person's: "Mrs P, 81"."""
    return named.short and _TITLE.search(text, max(0, named.start - 8), named.start) is not None


_FEVERS = frozenset({"fever", "fevers", "febrile", "pyrexia", "pyrexial"})
_LEAST_FEVER = 35.0


def _is_a_unit(text: str, named: NamedMeasure, match: re.Match[str]) -> bool:
    """Whether a short name is the unit of a number before it: the hours of "6 hr 20 min", the base pairs of "300 bp"."""
    if named.text not in _UNITS_TOO or match["diastolic"]:
        return False
    return _NUMBER_BEFORE.search(text, max(0, named.start - 2), named.start) is not None


def _is_of_a_change(text: str, named: NamedMeasure, match: re.Match[str]) -> bool:
    """Whether a value is how much a measure has changed: "haemoglobin fell by 2 g/dL", and of a weight "down 3 kg"."""
    change = _BY.fullmatch(text, named.end, match.start("value"))
    if change is None:
        return False
    return bool(change["by"]) or (named.measure_id == "LAB:weight" and not _FROM.match(text, match.end("value")))


def _fits(named: NamedMeasure, match: re.Match[str], rules: QuantityRules) -> bool:
    """Whether a short name can be meant with this value: "K 2.5 mg" is no potassium, "T 4" no temperature."""
    row = measure(named.measure_id)
    if is_of_time(match["unit"], named.measure_id):
        return False  # "fever 3 days" is how long it lasts
    if named.text.casefold() in _FEVERS and number_of(match["value"]) < _LEAST_FEVER:
        return False  # the age of "glandular fever at 17"
    if not named.short and named.measure_id not in _PRESSURES:
        return True
    ranges = rules.plausible.get(named.measure_id)
    value = number_of(match["value"])
    if match["unit"] and row is not None:
        canonical = row.to_canonical(value, match["unit"])
        own = [(low, high) for low, high, unit in ranges or () if unit == row.unit]
        if canonical is None or (own and not any(low <= canonical <= high for low, high in own)):
            return False
    return bool(match["unit"]) or ranges is None or any(low <= value <= high for low, high, _ in ranges)


def is_of_time(unit: str | None, measure_id: str) -> bool:
    """Whether a unit is one of time, for a measure that has none of time."""
    row = measure(measure_id)
    return _TIME.fullmatch(unit or "") is not None and (row is None or row.to_canonical(1.0, unit or "") is None)


def number_of(written: str) -> float:
    return float(written.replace(",", ""))


_BY_METHOD = re.compile(
    r"\s(?:\(\s?(?:by |per |using |according to )?|(?:by|per|using) )"
    r"(?:cockcroft[ -–]?(?:and )?gault|c-?g|ckd-?epi(?: ?20(?:09|21))?|mdrd|ifcc|ngsp|dcct|fridericia|bazett|friedewald|simpson|biplane|venous|capillary|calculated|estimated)"
    r"(?:'s)?(?: (?:formula|equation|method))?\s?\)?(?:\s?[:=])?$",
    re.IGNORECASE,
)
"""How a value was measured or calculated, between its name and it: "CrCl (Cockcroft-Gault) 41 mL/min"."""
_LONGEST_CHALLENGE = 60
_CHALLENGE = re.compile(
    r"\s(?:after|post|following)[\s-](?:an?\s)?(?:overnight\s)?(?:\d{1,3}(?:\.\d)?\s?(?:mg|mcg|g)\s)?(?:overnight\s|oral\s|low[- ]dose\s)?"
    r"(?:ODST|LDDST|DST|dex(?:amethasone)?(?:\ssuppression)?(?:\stest)?|synacthen|tetracosactide|ACTH|TRH|GnRH|glucose(?:\sload)?|OGTT|GTT)"
    r"(?:\s(?:was|is|of)|\s?[:=])?$",
    re.IGNORECASE,
)
"""A test under which a substance is measured, between its name and its value: "cortisol after 1 mg ODST 38 nmol/L"."""


_MONTH = rf"(?=[A-Z])(?i:{MONTH_NAME})"
_PART_OF_DAY = r"(?:a\.?m\.?|p\.?m\.?|morning|afternoon|evening|night|lunchtime|teatime)"
_CLOCK = r"(?:[01]?\d|2[0-3])(?:[:.]?[0-5]\d)?\s?(?:[ap]\.?m\.?|h|hrs?|hours)?"
_RELATIVE = (
    rf"(?i:(?:(?:this|yesterday|last|the)\s|early\s|late\s|in\sthe\s|mid-?){{0,2}}{_PART_OF_DAY}|yesterday|today|tonight|overnight|this\s(?:week|month|year|visit|admission|time)|last\s(?:week|month|year|visit|admission|time|checked)"
    rf"|(?:(?:on|last|this|late|early)\s){{0,2}}(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:at|@)\s?{_CLOCK}|(?:on\s)?(?:POD|day|D)\s?#?\d{{1,2}}"
    r"|(?:[a-z]+|\d{1,2})\s(?:hours?|hrs?|h|days?|weeks?|wks?|months?|years?)\s(?:ago|later|earlier|before|post-?op))"
)
_ON_A_DAY = re.compile(
    rf"(?:\son\s(?:echo|TTE|TOE|CMR|MRI|CT|scan|angiogram|MUGA))?\s\(?(?:(?:on|in|from|of|dated|back\sin)\s)?(?:early\s|late\s|mid[\s-])?(?:(?:\d{{1,2}}(?:st|nd|rd|th)?\s)?{_MONTH}\.?(?:\s\d{{1,2}},?)?(?:\s(?:19|20)?\d\d)?"
    rf"|\d{{1,2}}[./]\d{{1,2}}[./](?:19|20)?\d\d|\d{{1,2}}/(?:19|20)\d\d|(?:19|20)\d\d(?:-\d\d-\d\d)?|(?i:(?:[a-z]+|\d{{1,2}})\s(?:days?|weeks?|months?|years?)\sago))(?:\)|,?\s(?:was|is|were|had\sbeen)|\s?[:=,])$"
    rf"|\s\(?(?:from\s|of\s)?{_RELATIVE}(?:\s(?:at|@)\s?{_CLOCK})?(?:\)|,?\s(?:was|is|were|had\sbeen)|\s?[:=,])?$"
)
"""A day or an hour between a name and its value: "HbA1c on 10 September 2025 was 8.1 %", "INR yesterday 6.5", "K at 6 am 2.8"."""
_TO_AN_HOUR = re.compile(r"(?:\b(?:at|since|by|from|until|till|around)\s|@\s?)~?$", re.IGNORECASE)
_OF_THE_CLOCK = re.compile(
    r"(?:[01]?\d|2[0-3])(?:\s?[ap]\.?m\.?(?!\w)|:[0-5]\d\b|[0-5]\d(?:\s?(?:h|hrs?|hours)\b|\s{1,2}[<>]?\d|[ap]m\b))",
    re.IGNORECASE,
)


def is_an_hour(text: str, place: int) -> bool:
    """Whether the number at a place is an hour of the day: the 6 of "K at 6 am 2.8", the 0600 of "troponin at 0600 34"."""
    return (
        _OF_THE_CLOCK.match(text, place) is not None and _TO_AN_HOUR.search(text, max(0, place - 8), place) is not None
    )


_STATED_AT = frozenset({"at", "to", "of", "(", "=", ":"})
"""What leads from a judgement to the value that it is of; after "and" another statement may begin."""


def _measure_before(text: str, tokens: list[re.Match[str]], stop: int, rules: QuantityRules) -> NamedMeasure | None:
    """The measure whose name ends before a token, across words such as "level was"."""
    if stop:
        before = (max(tokens[0].start(), tokens[stop - 1].end() - _LONGEST_CHALLENGE), tokens[stop - 1].end())
        inserted = (
            _CHALLENGE.search(text, *before) or _ON_A_DAY.search(text, *before) or _BY_METHOD.search(text, *before)
        )
        if inserted:
            stop = bisect_left([token.start() for token in tokens], inserted.start() + 1)
    furthest = max(stop - _FURTHEST, 0)
    stated = stop > 0 and tokens[stop - 1].group().lower() in _STATED_AT
    while stop > furthest:
        named = name_ending_at(text, tokens, stop, rules)
        if named:
            return named
        word = tokens[stop - 1].group().lower()
        passed = word in rules.between or word in rules.comparators or (stated and word in rules.judged)
        if not passed:
            return None
        stop -= 1
    return None


def name_ending_at(text: str, tokens: list[re.Match[str]], stop: int, rules: QuantityRules) -> NamedMeasure | None:
    """The measure whose name is the words that end with the one before `stop`."""
    if tokens[stop - 1].group().lower() not in rules.last_words:
        return None
    for length in range(min(_LONGEST_NAME, stop), 0, -1):
        words = " ".join(token.group() for token in tokens[stop - length : stop])
        found = rules.names.get(words.lower()) or rules.exact_names.get(words)
        short = rules.short_names.get(words)
        if found or short:
            start, end = tokens[stop - length].start(), tokens[stop - 1].end()
            return NamedMeasure(start, text[start:end], short or found or "", bool(short) or len(words) <= 2)
    return None
