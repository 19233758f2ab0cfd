"""Whom a text speaks of: ages, sex, pregnancy and the conditions that narrow it, read from its words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from osler.core.language import quantities
from osler.core.library.passages import passage_sentences
from osler.core.library.types import Population, Sex
from osler.yaml_reader import packaged_yaml

_UNIT = r"(?P<{0}>years?|yrs?|months?|mo|weeks?|days?)"
_AGED = r"(?:aged?s?|age of|between|from|ages)\s*"
_RANGE = re.compile(
    rf"(?P<low>\d{{1,3}})\s*(?:{_UNIT.format('low_unit')}\s*)?(?:-|–|to|through|and)\s*(?P<high>\d{{1,3}})[\s-]*{_UNIT.format('unit')}\b",
    re.IGNORECASE,
)
_BARE_RANGE = re.compile(
    rf"\b{_AGED}(?P<low>\d{{1,3}})\s*(?:-|–|to|through|and)\s*(?P<high>\d{{1,3}})\b", re.IGNORECASE
)
_BIRTH_TO = re.compile(
    rf"\b(?:from )?birth (?:to|through)\s*(?:age\s*)?(?P<high>\d{{1,3}})\s*{_UNIT.format('unit')}\b", re.IGNORECASE
)
_UP = r"(?:or|and)\s+(?:older|over|above|more)(?!\s*\d)|\+"
_DOWN = r"(?:or|and)\s+(?:younger|under|below|less)(?!\s*\d)"
_FROM = re.compile(
    rf"(?:\b(?:at least|≥)\s*)?(?P<low>\d{{1,3}})[\s-]*{_UNIT.format('unit')}(?:\s+of age)?\s*(?:{_UP})"
    rf"|\b{_AGED}(?P<low2>\d{{1,3}})\s*(?:{_UP})"
    rf"|(?:\bat least|≥)\s*(?P<low3>\d{{1,3}})[\s-]*{_UNIT.format('unit3')}(?:\s+(?:of age|old))",
    re.IGNORECASE,
)
_OVER = re.compile(
    rf"\b(?:older than|over(?: the age of)?|above(?: the age of)?|>)\s*(?P<low>\d{{1,3}})(?!\d|\.\d)(?:[\s-]*{_UNIT.format('unit')})?(?!\s*(?:mg|%|mm|kg|g\b|/))",
    re.IGNORECASE,
)
_TO = re.compile(
    rf"(?P<high>\d{{1,3}})[\s-]*{_UNIT.format('unit')}(?:\s+of age)?\s*(?:{_DOWN})|\b{_AGED}(?P<high2>\d{{1,3}})\s*(?:{_DOWN})",
    re.IGNORECASE,
)
_UNDER = re.compile(
    rf"\b(?:younger than|under(?: the age of)?|below(?: the age of)|<)\s*(?P<high>\d{{1,3}})(?!\d|\.\d)(?:[\s-]*{_UNIT.format('unit')})?(?!\s*(?:mg|%|mm|kg|g\b|/|m[lL]))",
    re.IGNORECASE,
)
_STARTING = re.compile(rf"\bstarting at age (?P<low>\d{{1,3}})(?:[\s-]*{_UNIT.format('unit')}\b)?", re.IGNORECASE)
_UNTIL = re.compile(
    rf"\b(?:continuing )?until age (?P<high>\d{{1,3}})(?:[\s-]*{_UNIT.format('unit')}\b)?", re.IGNORECASE
)
_NOT_AN_AGE = re.compile(
    r"^\s*(?:ago|per|a day|daily|apart|between (?:them|(?:the )?doses|each)|history|later|after|before|of (?:smoking|follow|treatment|gestation|therapy)|pack)"
    r"|^[\s-]*pack"
    r"|^\s*(?:m[lL]|mg|mcg|m?mol|micro|%|mm|kg|g\b|/|beats|bpm|breaths|units?\b|points?\b|°)",
    re.IGNORECASE,
)
_NO_AGE_BEFORE = re.compile(
    r"\b(?:(?:gap|interval|break|wait|pause|distance|space)s? of|every|within(?: the)?(?: past)?|for|over|past|after|quit|last|previous|expectancy (?:is|of)|offer|give|given|continued?|treat(?:ed)?|(?:duration|course)(?: of|:| is)?)\s*(?:at least\s*|up to\s*|(?:the\s+)?(?:first|next|initial)\s*)?$",
    re.IGNORECASE,
)
_OF_LIFE = re.compile(r"\s*of (?:life|age)\b", re.IGNORECASE)
_MEASURED = re.compile(
    r"(?<!age )\b(?:is|was|are|were|of|stays|remains|falls|lies|at|eGFR|GFR|score|level|rate|BMI)\s*$", re.IGNORECASE
)
"""What a bare "between 30 and 45" is measured of, so that it is no age."""
_OTHER_TIME = re.compile(r"[\s-]*(?:weeks?|days?|months?|hours?|minutes?|mo|wk)\b", re.IGNORECASE)
_SAYS_AGE = re.compile(r"older|younger|\bage\b", re.IGNORECASE)
_WITH_PEOPLE = re.compile(
    r"(?:^|[,;:(\[/]|\b(?:in|for|to|of|if|and|or|not|all|any|aged?|(?!is\b|was\b)[a-z]+(?<!s)s|people|women|men|children|person|patient"
    r"|woman|man|child|adult|infant|baby|boy|girl|anyone|everyone|someone|lady|gentleman|smoker"
    r"|(?:he|she|they|who|you|patients?|person|people|child(?:ren)?|wom[ae]n|m[ae]n|adults?|mother|infants?|baby) (?:is|are|was|were)))\s*$",
    re.IGNORECASE,
)
_ENDS_THERE = re.compile(
    r"s\b|\s*(?:$|[.,;:?!)\]/–-]|(?:who|whom|with|without|should|must|may|can|and|or|in|at|for|to|is|are|was|were|have|has|had|need|needs|whose|on|from"
    r"|taking|receive|do|does|did|get|gets|if|when|but|the|a|an|presenting|living|as|only|unless|of age)\b)",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\d\s*(?:,|and)\s*$")
_BETWEEN = re.compile(r"\b(?:between|aged?s?|ages)(?: of)?\s*$", re.IGNORECASE)
_OF_AGE = re.compile(
    r"\b(?:aged?s?|age of|infants?|newborns?|neonates?|bab(?:y|ies)|child(?:ren)?|toddlers?|people|everyone|anyone|persons?|girls?|boys?|from|between|birth)\b[^.;]{0,20}$",
    re.IGNORECASE,
)
_OLD = re.compile(r"^[\s-]*(?:of age|old\b|(?:and|or) (?:older|younger))|\b(?:older|younger)$", re.IGNORECASE)
_NARROWING = re.compile(
    r"\b(?:with(?!out\b)|who (?:have|has|had|are|were|is|currently|do|did|smoke|use|take|live|lives|work|works|travel|reside)|whose"
    r"|(?:un)?able to|(?:not )?of (?=child-?\s?bearing|reproductive)|(?:not )?capable of|(?:not )?at (?:increased|high|higher|low|lower|average|intermediate)(?: or \w+)? risk|without)\b"
    r"(?:[^,;.()]|\.(?=\d)){0,90}?(?=\s(?:should|must|may|can|receive|is|need|unless)\b|[,;()]|\.(?!\d)|$)",
    re.IGNORECASE,
)
_WITH = re.compile(r"with\b", re.IGNORECASE)
_DOING = re.compile(
    r"\b(?:should|must|may|can|is|are|be|was|were|receive|given|use|take|screened|measured|for|by)\b|[,;:]",
    re.IGNORECASE,
)
"""What stands between people and something that is done with them, or given."""
_LIST_ENDS = re.compile(r"\b(?:and|or)\b", re.IGNORECASE)
_JOINS = re.compile(
    r"(?:,|;|\b(?:and|or)\b)(?:\s*(?:and|or)\b)?(?:\s+(?:(?:below|above|under|over|at) )?\d[\d./]*\s?\S*)?(?:\s+(?:to|for|in|all|any))?(?=\s*(?:[\w-]+\s+)?$)",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r",? except (?:in|during|for)\b[^;.]*?(?:, (?:when|where|in whom|in which case|for whom)\b[^;.]*|(?=[;.]|$))",
    re.IGNORECASE,
)
_CLAUSE_BEFORE = re.compile(r"(?:^|[;(])\W*$")
"""Where a clause begins with a range and names nobody: it is of what the clause before it measures."""
_AGED_WORD = re.compile(r"age", re.IGNORECASE)
_AGE = "LAB:age"
_OLDEST = 120
_JUST_OVER = 0.001
_SMALL = 3
"""Years below which an age is told in months: at 18 months a child is older than 1 year."""
_YEARS = {"y": 1.0, "m": 1 / 12, "w": 7 / 365.25, "d": 1 / 365.25}


class _Rules(NamedTuple):
    excluded: re.Pattern[str]
    criteria: re.Pattern[str]
    ages: list[tuple[re.Pattern[str], float | None, float | None]]
    sexes: dict[Sex, re.Pattern[str]]
    pregnant: re.Pattern[str]
    not_pregnant: re.Pattern[str]
    apart: re.Pattern[str]
    people: re.Pattern[str]
    grown: re.Pattern[str]
    no_people: re.Pattern[str]
    frame: re.Pattern[str]


@lru_cache(maxsize=4096)  # a passage is asked about by many steps, and by every question
def population_of(text: str) -> Population:
    """The people that a text speaks of; a text that names both sexes, or several ranges of age, leaves them open.

    Whom a drug is not for, and the criteria of a list, are not the people that a text is for.
    """
    text = addressed(text)
    low, high = ages_of(text)
    return Population(
        age_from=low, age_below=high, sex=sex_of(text), pregnant=pregnancy_of(text), conditions=conditions_of(text)
    )


def addressed(text: str) -> str:
    """A text without its contraindications and its lists of criteria, which name people it is not addressed to."""
    rules = _rules()
    told = [one.text for one in passage_sentences(text) if not rules.excluded.search(one.text)]
    return " ".join(rules.criteria.sub(" ", one) for one in told)


@lru_cache(maxsize=4096)
def ages_of(text: str) -> tuple[float | None, float | None]:
    """The least age and the age no longer meant; (None, None) where the text gives none, or several open ranges.

    "Children 3 months and over" are children still, and somebody outside all of several closed ranges is meant by none.
    """
    ranges = age_ranges(text)
    if len(ranges) > 1:
        closed = [(low, high) for low, high in ranges if low is not None and high is not None]
        return (min(low for low, _ in closed), max(high for _, high in closed)) if closed == ranges else (None, None)
    low, high = _spoken_ages(text)
    if not ranges:
        return low, high
    first, last = ranges[0]
    # "Children older than 3 months" are children, and "adults younger than 55" adults.
    if first is not None and last is None and high is not None and high > first:
        return first, high
    if first is None and last is not None and low is not None and low < last:
        return low, last
    return first, last


def people_of(text: str) -> list[str]:
    """The groups of people that a sentence lists, each with what narrows it ("boys, men, and girls under 10"); one at least.

    "Men and women aged 50 to 75" are one group: what stands behind the last of bare names holds for all of them.
    """
    rules = _rules()
    frame = rules.frame.match(text)
    begin = frame.end() if frame else 0
    names = list(rules.people.finditer(text, begin))
    groups: list[str] = []
    start = begin
    for one, following in itertools.pairwise(names):
        between = text[one.end() : following.start()]
        bare = not between.split(",")[0].replace(" and ", " ").replace(" or ", " ").strip()
        # A list is closed by "and" or "or"; without it a comma parts a place from what is done there.
        joined = _JOINS.search(between)
        if joined and (not bare or "," in between) and _LIST_ENDS.search(text, one.end() + joined.start()):
            groups.append(text[start : one.end()] + between[: joined.start()])
            start = one.end() + joined.end()
    groups.append(text[start:])
    return [f"{text[:begin]}{group}" for group in groups]


def names_grown(text: str) -> bool:
    """Whether a text names women or men, who are no children."""
    return bool(_rules().grown.search(text))


def _spoken_ages(text: str) -> tuple[float | None, float | None]:
    """The ages that a text gives in words: children, adults; "women and girls" are of any age."""
    text = _rules().no_people.sub(" ", text)
    spoken = [(low, high) for pattern, low, high in _rules().ages if pattern.search(text)]
    if not spoken:
        return None, None
    lows, highs = [low for low, _ in spoken], [high for _, high in spoken]
    if None not in highs and names_grown(text):
        return None, None
    return min(low or 0 for low in lows) or None, None if None in highs else max(high or 0 for high in highs)


def age_ranges(text: str) -> list[tuple[float | None, float | None]]:
    """Every range of age that is written with numbers, each once, in order."""
    found: dict[int, tuple[float | None, float | None]] = {}
    taken: list[tuple[int, int]] = []
    for pattern, read in _FORMS:
        for match in pattern.finditer(text):
            low, high = read(match)
            if _is_age(text, match, low, high) and not any(a < match.end() and match.start() < b for a, b in taken):
                taken.append(match.span())
                found[match.start()] = (low, high)
    start, end = _STARTING.search(text), _UNTIL.search(text)
    if start and not found:
        last = _years(end["high"], end["unit"] or "y", over=True) if end else None
        found[start.start()] = (_years(start["low"], start["unit"] or "y"), last)
    return list(dict.fromkeys(found[place] for place in sorted(found)))


def _is_age(text: str, match: re.Match[str], low: float | None, high: float | None) -> bool:
    if (low or 0) > _OLDEST or (high or 0) > _OLDEST + 1:
        return False
    before, after = text[: match.start()], text[match.end() :]
    of_life = _OF_LIFE.match(after)
    if _NOT_AN_AGE.match(after) or (_NO_AGE_BEFORE.search(before) and not of_life) or _is_schedule(match, before):
        return False
    if match.re is _BARE_RANGE and (_MEASURED.search(before) or _OTHER_TIME.match(after)):
        return False
    if match.re is _BARE_RANGE and not _AGED_WORD.match(match.group()) and not _of_people(text, match):
        return False
    if match.re in {_OVER, _UNDER} and not match["unit"] and not _SAYS_AGE.search(match.group()):
        # A bare number is an age where it stands with people, and nothing is counted or measured: "BMI over 30" is none.
        return bool(_WITH_PEOPLE.search(before) and _ENDS_THERE.match(after))
    unit = next((match[name] for name in ("unit", "low_unit") if name in match.re.groupindex and match[name]), "year")
    if unit.lower()[0] in "ym":
        return True
    # Days and weeks are times of a treatment unless something says that they are an age.
    return bool(_OF_AGE.search(before) or _OLD.search(after) or _OLD.search(match.group()) or match.re is _BIRTH_TO)


def _of_people(text: str, match: re.Match[str]) -> bool:
    """Whether a bare range is of people's ages: they stand before it, and nothing measured stands between or in it."""
    of = [one for one in quantities(text) if one.measure_id and one.measure_id != _AGE and one.start < match.end()]
    named = [one.end() for one in _rules().people.finditer(text, 0, match.start())]
    if of and (of[-1].end > match.start() or not named or named[-1] < of[-1].end):
        return False
    return bool(named) or bool(_SAYS_AGE.search(text)) or not _CLAUSE_BEFORE.search(text[: match.start()])


def _is_schedule(match: re.Match[str], before: str) -> bool:
    """Whether numbers are times that follow each other: "at 0, 1 and 6 months"; two joined by "and" are no range."""
    joined = re.search(r"\d\D*?\band\b", match.group(), re.IGNORECASE) and match.re in {_RANGE, _BARE_RANGE}
    return bool(_LISTED.search(before)) or bool(joined and match.re is _RANGE and not _BETWEEN.search(before))


def sex_of(text: str) -> Sex | None:
    """The sex that a text speaks of, where it speaks of one only; "who are not pregnant" speaks of none."""
    text = _rules().not_pregnant.sub(" ", text)
    said = [sex for sex, pattern in _rules().sexes.items() if pattern.search(text)]
    return said[0] if len(said) == 1 else None


def pregnancy_of(text: str) -> bool | None:
    """Whether a text speaks of pregnant people, of people who are not, or of neither."""
    rules = _rules()
    # "Except in pregnancy, when …" is for everybody: the exception says what is done in a pregnancy.
    text = _EXCEPTION.sub(" ", text)
    without = rules.not_pregnant.sub(" ", text)
    if rules.pregnant.search(rules.apart.sub(" ", without)):
        return True
    return False if without != text else None


def conditions_of(text: str) -> tuple[str, ...]:
    """The phrases that narrow a population beyond age and sex."""
    people = _rules().people
    found = []
    for match in _NARROWING.finditer(text):
        # "Screened with bone densitometry" narrows nobody: what somebody has stands with the people.
        named = [one.end() for one in people.finditer(text, 0, match.start())]
        if not _WITH.match(match.group()) or (named and not _DOING.search(text, named[-1], match.start())):
            found.append(" ".join(match.group().split()))
    return tuple(found)


def _years(number: str, unit: str | None, *, over: bool = False) -> float:
    """An age in years; `over` is the first age that "up to and including" leaves out."""
    scale = _YEARS[(unit or "y")[0].lower()]
    return round((int(number) + (1 if over else 0)) * scale, 3)


def _older_than(number: str, unit: str | None) -> float:
    """The first age that is over another: ages in years are counted whole, those of small children are not."""
    if (unit or "y")[0].lower() == "y" and int(number) >= _SMALL:
        return _years(number, unit, over=True)
    return _years(number, unit) + _JUST_OVER


_Read = Callable[[re.Match[str]], tuple[float | None, float | None]]
# The more a form says the earlier it is tried; what one has taken no other takes again.
_FORMS: tuple[tuple[re.Pattern[str], _Read], ...] = (
    (_BIRTH_TO, lambda m: (0.0, _years(m["high"], m["unit"], over=True))),
    (_RANGE, lambda m: (_years(m["low"], m["low_unit"] or m["unit"]), _years(m["high"], m["unit"], over=True))),
    (_BARE_RANGE, lambda m: (_years(m["low"], "y"), _years(m["high"], "y", over=True))),
    (_FROM, lambda m: (_years(m["low"] or m["low2"] or m["low3"], m["unit"] or m["unit3"]), None)),
    (_TO, lambda m: (None, _years(m["high"] or m["high2"], m["unit"], over=True))),
    (_OVER, lambda m: (_older_than(m["low"], m["unit"]), None)),
    (_UNDER, lambda m: (None, _years(m["high"], m["unit"]))),
)


@cache
def _rules() -> _Rules:
    table = read_rules()
    words = sorted(table["age_words"].items(), key=lambda item: -len(item[0]))
    return _Rules(
        excluded=_any(table["exclusions"]),
        criteria=_any(table["criteria_lists"]),
        ages=[(re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE), low, high) for word, (low, high) in words],
        sexes={
            sex: re.compile(rf"\b(?:{'|'.join(names)})\b", re.IGNORECASE) for sex, names in table["sex_words"].items()
        },
        pregnant=_any(table["pregnant"]),
        not_pregnant=_any(table["not_pregnant"]),
        apart=_any(table["pregnancy_apart"]),
        people=_any(table["people"]),
        grown=_any(table["grown"]),
        no_people=_any(table["no_people"]),
        frame=_any(table["frame"]),
    )


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


@cache
def read_rules() -> dict[str, Any]:
    """The table of rules."""
    table: dict[str, Any] = packaged_yaml("osler.core.library", "rules.yml")
    return table
