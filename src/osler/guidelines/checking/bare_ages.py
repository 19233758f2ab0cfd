"""Ages without a unit, read by the source: in "from 65 on" and "between 40 and 70" the numbers are ages where its ages are these.

Which bare number is an age cannot be told from a sentence alone ("below 30" may be an eGFR). Its source tells: a number
that stands there as an age, and nowhere else, is one here. A number that does not is left as it is, and is then missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial

from osler.guidelines.checking.said_ages import of_people

_N = r"(?P<{0}>\d{{1,3}})"
_ONE, _OTHER = _N.format("low"), _N.format("high")
_BARE = (
    r"(?![\d.,/]*\d)(?![-/]\w)(?!\s*(?:%|/|[a-zµμ]{1,5}/|(?:kg|g|mg|mcg|ml|mmol|mm|cm|ng|units?|IU|years?|yrs?|months?|weeks?|days?|hours?"
    r"|minutes?|pack|points?|times|doses?|drinks?|percent)\b))"
)
_UP = r"(?:on(?:wards?)?|up(?:wards?)?(?! (?:to|until)\b)|plus|(?:or|and) (?:over|above|older|more|up(?:wards)?|beyond|higher))\b(?! (?:than|\d))"
_DOWN = r"(?:(?:or|and) (?:under|below|younger|less)|downwards?)\b(?! (?:than|\d))"
_AGE = r"(?:(?:the )?ages? (?:of )?)?"
_BEFORE = r"(?:aged |of |from |at |for |in )?"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), told)
    for pattern, told in (
        (rf"\b(?:between |from |aged |of |at |for |in )?{_AGE}{_ONE}(?: years?)?(?: ?[-–] ?|[- ]to[- ]| and | through | until | (?:up )?to (?:and including )?(?:(?:the|an?|that) (?:age )?(?:of )?)?){_OTHER}(?:(?:-year-olds?| years?(?: of age| old)?)\b|{_BARE})", "range"),
        (rf"\b{_BEFORE}{_AGE}{_ONE} {_UP}", "from"),
        (rf"\b(?:from|starting at|beginning at|as of|at least) {_AGE}{_ONE}{_BARE}", "from"),
        (rf"\b{_BEFORE}{_AGE}{_OTHER} {_DOWN}", "upto"),
        (rf"\b(?:up to|until(?: the end of)?|at most) {_AGE}{_OTHER}{_BARE}", "upto"),
        (rf"\b(?:under|below|before|younger than|less than) {_AGE}{_OTHER}{_BARE}", "below"),
        (rf"\b(?:over|above|past|beyond|after|older than|more than) {_AGE}{_ONE}{_BARE}", "above"),
    )
)  # fmt: skip
_WHO = r"(?:they|he|she|you|people|the (?:child|patient|person|woman|man)|an? (?:child|patient|person|woman|man|adult))"
_HAVE = r"(?:(?:have|has|had|are|is|were) )?"
_COME = r"(?:turned|reached|attained|turns?|reach(?:es)?|attains?|hits?|(?:got(?:ten)?|gets?|comes?|came|made it|grown|lived) to(?: be)?)"
_AT = r"(?:(?:the|their|his|her|an?) )?(?:ages? (?:of )?)?"
_YEAR = rf"(?:(?:st|nd|rd|th) birthday|{_BARE})(?:[ -]years?(?: of age| old)?)?"
_PASSED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), told)
    for pattern, told in (
        (rf"\b(?:who )?{_HAVE}(?:not|never|yet to)(?: yet)? (?:(?:been|be|had|have|{_COME}) )?{_AT}{_OTHER}{_YEAR}(?: yet)?", "below"),
        (rf"\b(?:before|until) (?:{_WHO} )?(?:(?:is|are|have|has) )?(?:{_COME} )?{_AT}{_OTHER}{_YEAR}", "below"),
        (rf"\b(?:who )?{_HAVE}(?:not|never)(?: yet)? passed {_AT}{_OTHER}{_YEAR}", "upto"),
        (rf"\b(?:who )?{_HAVE}(?:already )?passed {_AT}{_ONE}{_YEAR}", "above"),
        (rf"\b(?:(?:once|when|after|as soon as|from when) )?(?:{_WHO} |who )?{_HAVE}(?:already )?{_COME} {_AT}{_ONE}{_YEAR}", "from"),
        (rf"\b(?:once|as soon as|when) {_WHO} (?:is|are) {_ONE}{_YEAR}", "from"),
        (rf"\b(?:from|after|past|since|with|on) {_AT}{_ONE}(?:st|nd|rd|th) birthday(?: on(?:wards?)?)?", "from"),
        (rf"\b(?:starting|beginning) with {_AT}{_ONE}{_YEAR}", "from"),
    )
)  # fmt: skip
"""Ages as what people have come to, or not yet: "who have turned 65", "before their 55th birthday"."""
_BOTH_ENDS = re.compile(
    r"(?:aged (?P<from>\d{1,3}) years or older|older than (?P<above>\d{1,3}) years)"
    r"(?:,? (?:and|but|up|to|until|stopping|ending|at|also) ?)*,? ?"
    r"(?:aged (?P<upto>\d{1,3}) years or younger|younger than (?P<below>\d{1,3}) years)",
    re.IGNORECASE,
)
"""The two ends of one range, each said by itself."""
_MONTHS = re.compile(
    r"\b(?:from|starting at|as of) (?P<low>\d{1,2}) months(?! (?:to|or|and|after|before|on)\b)", re.IGNORECASE
)
_OF_ONE = re.compile(
    r"\b(?:an?|this|the|your|our) (?P<age>\d{1,3})[- ]year[- ]old\b(?: (?=patient|person|individual))?", re.IGNORECASE
)
"""The age of one person, for whom a source speaks where it is for ages around it."""
_SMALL = 10
"""Numbers below this may count anything: doses, days, visits."""
_OLDEST = 200.0
_AS_AGES = re.compile(
    r"\b(?:aged?|ages|older than|younger than) (?:between )?(\d{1,3})(?:(?: to | and | through | ?[-–] ?)(\d{1,3}))?",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"\d{1,3}(?:\.\d+)?")

Ages = Iterable[tuple[float | None, float | None]]


def with_ages_of(text: str, ages: Ages, sources: Iterable[str]) -> str:
    """A sentence with the bare numbers that its sources give as ages put as ages."""
    known = list(ages)
    lows = {low for low, _ in known if low is not None}
    highs = {high for _, below in known if below is not None for high in (below, below - 1)}
    # A number that a source gives as an age and as something else may be either.
    other = _not_ages(sources, lows | highs)
    if not known:
        return text
    text = _OF_ONE.sub(partial(_with_range, known), text)
    for pattern, form in (*_PASSED, *_FORMS):
        text = pattern.sub(partial(_put, form, lows - other, highs - other), text)
    text = _BOTH_ENDS.sub(_as_range, text)
    return _MONTHS.sub(
        lambda match: f"aged {match['low']} months or older" if int(match["low"]) / 12 in lows else match.group(), text
    )


def with_spans_of(text: str, ages: Ages) -> str:
    """A sentence with the two ends of an age of its sources as that age, whatever is done from the one to the other."""
    for low, below in ages:
        text = _spanned(text, low, below)
    return text


def _spanned(text: str, low: float | None, below: float | None) -> str:
    if low is None or below is None or low < _SMALL or not float(low).is_integer():
        return text
    high = f"(?:aged {below - 1:g} years or younger|(?:up to|until|till?|through|to) {_AT}{below - 1:g}{_BARE})"
    found = re.compile(rf"\b(?:at|from|with) {_AT}{low:g}{_BARE}(?P<done>[^.;]{{1,50}}?) {high}", re.IGNORECASE)
    return found.sub(rf"\g<done> aged {low:g} to {below - 1:g} years", text)


def _as_range(match: re.Match[str]) -> str:
    """Two ends of a range as the range."""
    low = int(match["from"]) if match["from"] else int(match["above"]) + 1
    high = int(match["upto"]) if match["upto"] else int(match["below"]) - 1
    return f"aged {low} to {high} years" if low < high else match.group()


def _not_ages(sources: Iterable[str], ages: set[float]) -> set[float]:
    """The numbers of sources that stand there more often than as an age."""
    texts = list(sources)
    found: list[float] = [float(one) for source in texts for one in _GIVEN.findall(source)]
    aged = [float(one) for source in texts for pair in _AS_AGES.findall(source) for one in pair if one]
    return {one for one in ages if found.count(one) > max(aged.count(one), 1) and one < _SMALL}


def _with_range(ages: Sequence[tuple[float | None, float | None]], match: re.Match[str]) -> str:
    """One person's age as the narrowest ages of the sources that it lies in; as it was, where it lies in none."""
    around = ages_around(float(match["age"]), ages)
    return f"people {around}" if around else match.group()


def ages_around(age: float, ages: Sequence[tuple[float | None, float | None]]) -> str:
    """The narrowest of several ages in which an age lies, in plain words; empty where it lies in none."""
    around = [(low or 0.0, high or _OLDEST) for low, high in ages if (low or 0.0) <= age < (high or _OLDEST)]
    if not around:
        return ""
    low, high = min(around, key=lambda one: one[1] - one[0])
    if not low:
        return f"younger than {high:g} years"
    if high == _OLDEST and low < 1:
        months = round(low * 12)
        return f"older than {months} months" if low * 12 > months else f"aged {months} months or older"
    return f"aged {low:g} years or older" if high == _OLDEST else f"aged {low:g} to {high - 1:g} years"


def _put(form: str, lows: set[float], highs: set[float], match: re.Match[str]) -> str:
    """An age in plain words, where its numbers are the source's on the side on which they stand; else what was there."""
    given = match.groupdict()
    low, high = given.get("low"), given.get("high")
    # Older than 65 is 66 or older, in whole years.
    over = form == "above" and low is not None and float(low) + 1 in lows
    if (low and float(low) not in lows and not over) or (high and float(high) not in highs):
        return match.group()
    told = {
        "range": f"aged {low} to {high} years",
        "from": f"aged {low} years or older",
        "upto": f"aged {high} years or younger",
        "below": f"younger than {high} years",
        "above": f"older than {low} years",
    }
    return of_people(told[form], match)
