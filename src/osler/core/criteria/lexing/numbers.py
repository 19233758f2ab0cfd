"""Numbers, comparators, units and durations as criteria write them: the patterns and what they mean."""

from __future__ import annotations

import re

from osler.core.criteria.types import Comparator, TimeUnit
from osler.core.language import NUMBER_OF_WORD, ONES, TENS

NUMBER_WORDS: dict[str, float] = {
    "zero": 0.0,
    **{word: float(n) for word, n in NUMBER_OF_WORD.items()},
    "hundred": 100.0,
}
NUMBER_WORDS |= {
    f"{ten}{joint}{one}": NUMBER_WORDS[ten] + NUMBER_WORDS[one]
    for ten in TENS
    for one in ONES[:9]
    for joint in ("-", " ")
}
ROMAN: dict[str, float] = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}

_PART_OF_WEEK = r"\d{1,2}\s?(?:\+\s?)?[0-6]/7(?!\d)"
_DECIMAL_COMMA = r"(?:(?<![\d.,])0,\d{2}(?![\d,])|\d{1,3},\d{1,2}(?=\s*(?:%|\u00b0|[a-z\u00b5\u03bc]{1,5}/|(?:mm|cm|kg|mg|ml|g|l|m)(?![a-z])))|\d{2,3},\d(?=\s*(?:[<>\u2264\u2265]|$)))"
DIGITS = (
    rf"(?:{_PART_OF_WEEK}|\d{{1,3}}(?:,\d{{3}})+(?:\.\d{{1,6}})?|\d{{1,3}}(?:, ?000\b)+|{_DECIMAL_COMMA}|\d{{1,9}}(?:\.\d{{1,6}})?"
    r"|(?<![\d.])\.\d{1,6})"
)
BELOW_NOUGHT = r"(?:-(?=\.?\d)|minus\s+(?=\.?\d))"
"""The sign of a number that may lie below nought; only after a comparison is it no dash."""
TITRE = r"1\s?:\s?\d{1,6}(?![\d:])"
"""A dilution: "1:160"."""
MULTIPLES: dict[str, float] = {"twice": 2.0, "double": 2.0, "triple": 3.0, "thrice": 3.0, "quadruple": 4.0}
"""Words that say how many times a limit of normal is meant."""
MULTIPLE = r"(?:" + "|".join(MULTIPLES) + r")\b"
SPELLED = r"(?:" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + r")\b(?:\s*\(\s*\d{1,4}\s*\))?"

_COMPARATORS: dict[Comparator, tuple[str, ...]] = {
    Comparator.GE: (
        ">=", "=>", "> or=", ">or=", "at or above", "at/above", "=/>", "= / >", "\u2265", "\u2a7e", ">/=", "> or =", "> or = to", "> or equal to", "> or equal than", "> or equal", "> =", "greater than or equal to", "greater or equal to", "more or equal to", "higher or equal to", "superior or equal to", "equal or superior to", "equal to or superior to", "equal or higher than", "equal or more than", "equal or above", "equal to or above", "equal or over", "equal or older than", "equal to or older than", "older than or equal to", "greater than/equal to",
        "more than or equal to", "greater than or equal", "equal to or greater than", "equal or greater than",
        "equal to or more than", "equal to or higher than", "higher than or equal to", "greater than or equals to",
        "greater than or equals", "more than or equals to", "greater than equal to", "greater than equals to", "more than equal to", "greater than or", "at least", "no less than", "not less than", "not below", "not under", "no lower than", "not lower than",
        "a minimum of", "minimum of", "minimum",
    ),
    Comparator.LE: (
        "<=", "=<", "< or=", "<or=", "at or below", "at/below", "=/<", "= / <", "\u2264", "\u2a7d", "</=", "< or =", "< or = to", "< or equal to", "< or equal than", "< or equal", "< =", "less than or equal to", "less or equal to", "lower or equal to", "inferior or equal to", "equal or inferior to", "equal to or inferior to", "equal or lower than", "equal or below", "equal to or below", "equal or younger than", "equal to or younger than", "less than/equal to",
        "lower than or equal to", "equal to or lower than", "less than or equals to", "less than or equals", "equal to or less than", "equal or less than", "less than equal to", "less than equals to", "less than or", "at most", "no more than",
        "not more than", "no greater than", "not greater than", "not above", "not over", "no higher than", "not higher than", "no longer than", "no older than", "not older than", "not longer than", "not exceeding",
        "a maximum of", "maximum of", "up to the age of", "up to age", "up to",
    ),
    Comparator.GT: (
        ">", "greater than", "major than", "superior to", "more than", "higher than", "older than", "longer than", "larger than", "in excess of",
        "exceeding", "exceeds", "exceeded", "exceed", "above", "over", "better than", "greater", "over the age of", "above the age of", "older than the age of", "greater than the age of", "more than the age of", "over age", "above age", "older than age", "greater than age", "more than age",
    ),
    Comparator.LT: (
        "<", "less than", "minor than", "inferior to", "lower than", "younger than", "fewer than", "shorter than", "smaller than", "below", "under", "worse than", "under the age of", "below the age of", "younger than the age of", "less than the age of", "lower than the age of", "under age", "below age", "younger than age", "less than age",
    ),
    Comparator.EQ: ("=", "equal to", "equals to", "equals"),
}  # fmt: skip
COMPARATOR_OF = {word: comparator for comparator, words in _COMPARATORS.items() for word in words}


_AVERAGED = r"\s+(?:an?|the)\s+(?:average|mean|median|total)\s+of(?=\s+\d)"
"""What may stand between a comparator and its number: "at least an average of 4"."""


_SAID_TWICE = r"\bat\s+(?:least|most)\s+(?=[<>\u2264\u2265])"
"""Words before a sign that say the same: "at least > 125"."""


def _comparator_pattern() -> str:
    ordered = sorted(COMPARATOR_OF, key=len, reverse=True)
    bodies = {word: r"\s+".join(re.escape(part) for part in word.split(" ")) for word in ordered}
    # One boundary for all words: an alternative that begins with its letter is passed over at a glance.
    words = "|".join(body for word, body in bodies.items() if word[0].isalpha())
    signs = "|".join(body for word, body in bodies.items() if not word[0].isalpha())
    # Some write the sign after the words: "greater than or equal to (>=)".
    return rf"(?:{_SAID_TWICE})?(?:\b(?:{words})\b|{signs})(?:\s*[(\[]\s*[<>=\u2264\u2265]{{1,2}}\s*[)\]])?(?:{_AVERAGED})?"


COMPARATOR = _comparator_pattern()

POST_WORDS = (
    r"(?:or|and)\s+(?:more|greater|older|higher|larger|bigger|above|over|longer|later|up|beyond|better)(?!\s+(?:than|\d))"
    r"|(?:or|and)\s+(?:less|lower|younger|smaller|fewer|below|under|shorter|worse)(?!\s+(?:than|\d))|\+(?!\w)"
)
POST = rf"(?:\s*(?:years?|months?|weeks?|days?)?(?:\s*of\s+age)?)??\s*(?:{POST_WORDS})"


def post_comparator(words: str) -> Comparator:
    """What "or older", "or less" and "+" say."""
    low = ("less", "lower", "younger", "smaller", "fewer", "below", "under", "shorter", "worse")
    return Comparator.LE if words.split()[-1] in low else Comparator.GE


LIMIT = (
    r"(?:(?:x|\u00d7|\*|times|-?\s?folds?)?\s*(?:(?:higher|greater|more)\s+than\s+)?(?:that\s+of\s+)?(?:the\s+)?(?:institutional\s+|laboratory\s+|local\s+)?"
    r"(?:uln|unl|lln|upper\s+limits?\s+of\s+(?:the\s+)?(?:institutional\s+|laboratory\s+|local\s+)?normal"
    r"(?:\s+(?:value\s+)?(?:range|values?|limits?))?|upper\s+normal\s+limits?|upper\s+limits?\s+normal|(?<=times\s)(?:of\s+)?(?:the\s+)?(?:upper\s+)?reference\s+(?:range|limit|value)s?|normal\s+upper\s+limits?|lower\s+limits?\s+of\s+(?:the\s+)?normal(?:\s+range)?|(?<=times\s)normal(?:\s+reference)?(?:\s+(?:values?|limits?|range))?)\b"
    r"(?:\s*[({]\s*[ul]ln\s*[)}])?)"
)

_PLAIN_UNITS = (
    "kg[./]m-2|mmhg|kpa|kilo\\s?pascals?|milligrams?|micrograms?|mv|\u00b5m|\u03bcm|microns?|ohms?|woods? units?|mm hg|mm of hg|percentage|per cent|percent|millimet(?:er|re)s? of mercury|points?|cells|copies|mg|mcg|\u00b5g|\u03bcg|ug|ng|kg|kilograms?|pounds|lbs?|grams?|gms?|cfus?|g|"
    "ml|dl|cc|liters?|litres?|l|(?:mm|cm|m)(?:2|3|\u00b2|\u00b3)|cm\\s?h2o|mm|cm|centimeters?|meters?|feet|inches|m|mmol|mol|meq|iu|units?|u|bpm|beats|msec|ms|minutes?|min|"
    "seconds?|sec|pack[- ]?years?|fl|pg|kcal|diopt(?:er|re)s?|dpt|letters|degrees(?:\\s+(?:celsius|fahrenheit|[cf]))?|weeks? of gestation|weeks gestation"
)
_COMPOUND = r"(?!and/or\b)[a-z\u00b5\u03bc%]{1,10}\d?(?:/\s?|\s/(?=\S)|\s/\s(?=[a-z\u00b5\u03bc]{1,3}\d?\b))(?:[a-z\u00b5\u03bc0-9.\u00b2\u00b3^]{0,9}[a-z\u00b5\u03bc0-9\u00b2\u00b3])(?:\s?/\s?[a-z0-9.\u00b2\u00b3^]{0,9}[a-z0-9\u00b2\u00b3]){0,2}(?:\s?m(?:2|\^2|\u00b2))?"
_POWER = r"(?:x|\u00d7|\*)\s*10\s*(?:\^|\*\*|e)?\s*\d{1,2}\s*(?:/\s*[a-z\u00b5\u03bc]{1,3}\d?|cells\s?/\s?[a-z\u00b5\u03bc]{1,3}\d?)?"
_BARE_POWER = r"10\s?\^?(?:9|6|12)\s?/\s?[\u00b5\u03bcu]?l\b"
_PER = r"(?:cells\s*)?(?:/|per)\s*(?:mm\s?\^?3|mm\u00b3|cubic\s+millimet(?:er|re)|(?:micro|milli|deci)?lit(?:er|re)|micro\s?l|[\u00b5\u03bcu]?l|mcl|ml|hpf|day|week|month|year)\b"
_WORDED = (
    r"kilograms?\s+per\s+(?:square\s+met(?:er|re)|met(?:er|re)\s+squared?)\b|"
    r"(?:log(?:10)?\s*)?(?:grams?|nanograms?|picograms?|milligrams?|micrograms?|micromoles?|millimoles?|nanomoles?|millilit(?:er|re)s?|[\u00b5\u03bcunmp]?mol|ml|mg|mcg|[\u00b5\u03bcunp]g|g|meq|iu|(?:international\s+)?units?|beats?|breaths?|copies|cells|drinks|cigarettes|packs?)\s+(?:per|a)\s+"
    r"(?:(?:micro|milli|deci)?lit(?:er|re)|ml|dl|l|minute|min|hour|day|week|month|year|kg)\b"
)
_SIGNED = r"\u00b0\s?[cf]\b|[\u2103\u2109]|(?<=\d\.\d)\s?[cf]\b|(?<=\d\.\d )[cf]\b|(?<=1\d\d )f\b|(?<=3\d )c\b|(?<=[34]\d)c\b|(?<=\d)[dk]\b|log(?:10)?\s*(?:copies|iu)\s?/\s?ml\b"
UNIT = rf"(?:%(?:\s+(?:of\s+)?(?:the\s+)?predicted(?:\s+(?:normal\s+)?values?)?\b)?|{_WORDED}|{_SIGNED}|{_POWER}|{_BARE_POWER}|{_PER}|{_COMPOUND}|(?:{_PLAIN_UNITS})\b)"

TIME_UNITS: dict[str, TimeUnit] = {
    "minute": "minutes", "min": "minutes", "hour": "hours", "hr": "hours", "h": "hours", "day": "days", "d": "days", "week": "weeks", "wk": "weeks",
    "month": "months", "mo": "months", "mth": "months", "year": "years", "yr": "years", "y": "years", "yo": "years",
}  # fmt: skip
TIME_UNIT = r"(?:minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|months?|mths?|(?<=\d)mos?|(?<=\d\s)mos?|years?|yrs?|(?<=\d)yo?|(?<=\d)\s?h(?![\w/])|(?<=\d\s)h(?![\w/]))"


def number(text: str) -> float:
    """The value of a number in digits or words."""
    plain = text.strip().lower()
    below = re.match(r"(?:-|minus\s)\s*", plain)
    if below:
        return -number(plain[below.end() :])
    if plain in ROMAN:
        return ROMAN[plain]
    word = re.match(r"[a-z]+", plain)
    if word:
        return NUMBER_WORDS.get(word.group()) or MULTIPLES.get(word.group(), 0.0)
    weeks = re.fullmatch(r"(\d{1,2})\s?(?:\+\s?)?([0-6])/7", plain)
    if weeks:
        return round(int(weeks.group(1)) + int(weeks.group(2)) / 7, 2)
    if re.fullmatch(r"[1-9]\d{0,2}\.000", plain):
        # No value is measured to three noughts after a point: "> 10.000 cells/mm3" is ten thousand.
        return float(plain.replace(".", ""))
    if re.fullmatch(r"\d{1,3},\d{1,2}", plain):
        return float(plain.replace(",", "."))
    return float(plain.replace(",", "").replace(" ", ""))


def time_unit(text: str) -> TimeUnit:
    """The unit of time that a word names."""
    word = text.strip().lower().rstrip(".")
    return TIME_UNITS[word if word in TIME_UNITS else word.removesuffix("s")]


def comparator(text: str) -> Comparator:
    """What a comparing word or sign says."""
    words = re.sub(rf"^{_SAID_TWICE}|\s*[(\[].*|\s+(?:an?|the)\s+\w+\s+of$", "", text.lower())
    return COMPARATOR_OF[" ".join(words.split())]
